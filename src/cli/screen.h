#pragma once
/*
 * The part of a terminal that is redrawn: the lines above stay, and at the end the last picture
 * stays too.
 *
 * It is drawn when something has changed, at most ten times a second, and once a second for the
 * times in it; an unchanged picture is not written. There is no other screen, no hidden
 * cursor and no raw mode. Only the echo may be off (echo.h); it is put back at the end,
 * on Ctrl-C, Ctrl-Z and Ctrl-\, and shells put it back after a crash. A new size and a
 * return from the background are noticed.
 */
#include "base/world.h"
#include "cli/show.h"

enum { LS_SCREEN_REDRAW_MS = 100, LS_SCREEN_TICK_MS = 1000 };

struct ls_screen;
/* Draws lines, each with its '\n'; fewer than `height`, each narrower than `width`. */
typedef void (*ls_screen_draw_fn)(void *self, size_t width, size_t height, struct ls_buf *out);

struct ls_screen *ls_screen_new(const struct ls_show_spec *spec, ls_screen_draw_fn draw,
                                void *self);
void ls_screen_free(struct ls_screen *screen);
void ls_screen_stop_echo(struct ls_screen *screen);              /* from here to the end */
void ls_screen_touch(struct ls_screen *screen);                  /* something has changed */
void ls_screen_line(struct ls_screen *screen, const char *text); /* above the picture, for good */
void ls_screen_end(struct ls_screen *screen);                    /* draws once more, and no more */

/* Columns and lines of the terminal behind fd; 80 by 24 if unknown. */
void ls_terminal_size(int fd, size_t *width, size_t *height);

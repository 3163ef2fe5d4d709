#include "cli/screen.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/vec.h"
#include "cli/echo.h"
#include "cli/limits.h"
#include "cli/outlet.h"
#include "cli/signals.h"
#include "cli/width.h"

enum { WIDTH_UNKNOWN = 80, HEIGHT_UNKNOWN = 24 };

struct ls_screen {
    struct ls_show_spec spec;
    struct ls_outlet outlet;
    ls_screen_draw_fn draw;
    void *self;
    struct ls_buf picture;      /* as it stands on the terminal */
    LS_VEC(size_t) line_widths; /* of it */
    struct ls_buf next;
    struct ls_timer redraw;
    struct ls_timer tick;
    int64_t drawn_ms; /* mono; -1: never */
    bool is_stale;    /* write it even if the picture is the same */
    bool is_ended;
    bool stops_echo;
    struct ls_echo echo;
};

/* ---- size ---- */

static size_t size_of(unsigned known, const char *variable, size_t otherwise)
{
    int64_t number = 0;
    const char *text = getenv(variable);
    if (known == 0 && text && ls_slice_to_i64(ls_slice_of(text), &number) && number > 0)
        known = (unsigned)LS_MIN(number, LS_TERMINAL_SIDE_MAX);
    return known > 0 ? LS_MIN(known, (unsigned)LS_TERMINAL_SIDE_MAX) : otherwise;
}

void ls_terminal_size(int fd, size_t *width, size_t *height)
{
    struct winsize size = {0};
    if (ioctl(fd, TIOCGWINSZ, &size) != 0)
        size = (struct winsize){0};
    *width = size_of(size.ws_col, "COLUMNS", WIDTH_UNKNOWN);
    *height = size_of(size.ws_row, "LINES", HEIGHT_UNKNOWN);
}

/* ---- drawing ---- */

/* Lines that the old picture takes now: a narrower terminal has wrapped them. */
static size_t old_lines(const struct ls_screen *screen, size_t width)
{
    LS_ASSERT(width > 0);
    size_t lines = 0;
    for (size_t i = 0; i < screen->line_widths.count; i++)
        lines +=
            screen->line_widths.at[i] > width ? (screen->line_widths.at[i] - 1) / width + 1 : 1;
    return lines;
}

/* Back to the first line of the old picture. */
static void cursor_back(struct ls_screen *screen, size_t width, size_t height)
{
    size_t lines = LS_MIN(old_lines(screen, width), height > 0 ? height - 1 : 0);
    if (lines > 0)
        ls_buf_printf(&screen->outlet.text, "\r\x1b[%zuA", lines);
}

/* Without the escape sequences of colours, which take no room. */
static size_t line_width(struct ls_slice line)
{
    struct ls_buf plain LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < line.len; i++) {
        if (line.at[i] == '\x1b') {
            while (i < line.len && line.at[i] != 'm')
                i++;
            continue;
        }
        ls_buf_add_char(&plain, line.at[i]);
    }
    return ls_width(ls_buf_slice(&plain));
}

/* Each line over the old one; the rest of the old picture is cleared. */
static void picture_write(struct ls_screen *screen)
{
    struct ls_slice rest = ls_buf_slice(&screen->next);
    ls_vec_clear(&screen->line_widths);
    while (rest.len > 0) {
        struct ls_slice line = ls_slice_cut(rest, '\n', &rest);
        ls_vec_push(&screen->line_widths, line_width(line));
        ls_buf_add_slice(&screen->outlet.text, line);
        ls_buf_add_text(&screen->outlet.text, "\x1b[K\r\n");
    }
    ls_buf_add_text(&screen->outlet.text, "\x1b[J");
    ls_outlet_flush(&screen->outlet);
}

static void screen_draw(struct ls_screen *screen)
{
    size_t width = 0;
    size_t height = 0;
    ls_terminal_size(fileno(screen->spec.out), &width, &height);
    ls_buf_clear(&screen->next);
    screen->draw(screen->self, width, height, &screen->next);
    screen->drawn_ms = ls_clock_mono_ms(screen->spec.world->clock);
    if (!screen->is_stale &&
        ls_slice_equal(ls_buf_slice(&screen->next), ls_buf_slice(&screen->picture)))
        return;
    cursor_back(screen, width, height);
    picture_write(screen);
    screen->is_stale = false;
    struct ls_buf old = screen->picture;
    screen->picture = screen->next;
    screen->next = old;
}

/* ---- when ---- */

static void on_redraw(void *self)
{
    screen_draw(self);
}

static void on_tick(void *self)
{
    struct ls_screen *screen = self;
    screen_draw(screen);
    ls_timer_start(screen->spec.world->loop, &screen->tick, LS_SCREEN_TICK_MS, on_tick, screen);
}

void ls_screen_touch(struct ls_screen *screen)
{
    if (screen->is_ended || ls_timer_is_running(&screen->redraw))
        return;
    int64_t since_ms = ls_clock_mono_ms(screen->spec.world->clock) - screen->drawn_ms;
    int64_t delay_ms = screen->drawn_ms < 0 ? 0 : LS_MAX(LS_SCREEN_REDRAW_MS - since_ms, 0);
    ls_timer_start(screen->spec.world->loop, &screen->redraw, delay_ms, on_redraw, screen);
}

static void picture_forget(struct ls_screen *screen)
{
    ls_vec_clear(&screen->line_widths);
    ls_buf_clear(&screen->picture);
    screen->is_stale = true;
}

static void echo_renew(struct ls_screen *screen)
{
    if (screen->stops_echo)
        ls_echo_off(&screen->echo, fileno(screen->spec.out));
}

/* After SIGCONT the terminal shows output of others: draw below it. */
static void on_signal(void *self, int signal_number)
{
    struct ls_screen *screen = self;
    if (screen->is_ended)
        return;
    if (signal_number == SIGCONT) {
        picture_forget(screen);
        echo_renew(screen);
    }
    screen->is_stale = true;
    ls_screen_touch(screen);
}

/* Ctrl-Z and Ctrl-\: restores the terminal before they take effect. */
static void on_leave(void *self, int signal_number)
{
    struct ls_screen *screen = self;
    ls_echo_restore(&screen->echo);
    if (signal_number == SIGTSTP)
        raise(SIGSTOP);
    else
        ls_die_of(signal_number);
}

/* ---- beginning and end ---- */

struct ls_screen *ls_screen_new(const struct ls_show_spec *spec, ls_screen_draw_fn draw, void *self)
{
    LS_ASSERT(draw && spec->out);
    struct ls_screen *screen = LS_NEW(struct ls_screen);
    struct ls_err err = {0};
    *screen = (struct ls_screen){.spec = *spec, .draw = draw, .self = self, .drawn_ms = -1};
    screen->outlet.spec = &screen->spec;
    /* Without these signals the picture only follows later, and the echo stays on. */
    if (ls_loop_on_signal(spec->world->loop, SIGWINCH, on_signal, screen, &err) ||
        ls_loop_on_signal(spec->world->loop, SIGCONT, on_signal, screen, &err))
        ls_err_clear(&err);
    ls_timer_start(spec->world->loop, &screen->tick, LS_SCREEN_TICK_MS, on_tick, screen);
    return screen;
}

/* A signal that was ignored when we started stays so. */
static bool leaving_is_watched(struct ls_screen *screen)
{
    static const int numbers[] = {SIGTSTP, SIGQUIT};
    struct ls_err err = {0};
    for (size_t i = 0; i < LS_COUNT(numbers); i++)
        if (!ls_signal_is_ignored(numbers[i]) &&
            ls_loop_on_signal(screen->spec.world->loop, numbers[i], on_leave, screen, &err))
            return false;
    return true;
}

void ls_screen_stop_echo(struct ls_screen *screen)
{
    if (screen->is_ended || screen->stops_echo || !leaving_is_watched(screen))
        return;
    screen->stops_echo = true;
    echo_renew(screen);
}

void ls_screen_line(struct ls_screen *screen, const char *text)
{
    size_t width = 0;
    size_t height = 0;
    ls_terminal_size(fileno(screen->spec.out), &width, &height);
    cursor_back(screen, width, height);
    ls_width_fit(&screen->outlet.text, ls_slice_of(text), SIZE_MAX, screen->spec.is_ascii);
    ls_buf_add_text(&screen->outlet.text, "\x1b[K\r\n\x1b[J");
    ls_outlet_flush(&screen->outlet);
    picture_forget(screen);
    if (!screen->is_ended)
        screen_draw(screen);
}

void ls_screen_end(struct ls_screen *screen)
{
    if (screen->is_ended)
        return;
    screen->is_ended = true;
    ls_timer_stop(screen->spec.world->loop, &screen->redraw);
    ls_timer_stop(screen->spec.world->loop, &screen->tick);
    screen_draw(screen);
    ls_echo_restore(&screen->echo);
}

void ls_screen_free(struct ls_screen *screen)
{
    screen->is_ended = true; /* signals may still come, until the loop is gone */
    ls_echo_restore(&screen->echo);
    ls_timer_stop(screen->spec.world->loop, &screen->redraw);
    ls_timer_stop(screen->spec.world->loop, &screen->tick);
    ls_outlet_release(&screen->outlet);
    ls_buf_release(&screen->picture);
    ls_buf_release(&screen->next);
    ls_vec_release(&screen->line_widths);
    ls_free(screen);
}

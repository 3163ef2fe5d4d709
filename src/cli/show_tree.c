/* The live tree on a terminal (show.h, tree.h, screen.h). */
#include "cli/show.h"

#include "cli/screen.h"
#include "cli/tree.h"

struct tree {
    struct ls_show_spec spec;
    struct ls_screen *screen;
    struct ls_tally tally;
    struct ls_rows rows; /* as of the last event; count is NULL before it */
    struct ls_buf title;
    int64_t begun_ms;
};

static void tree_draw(void *self, size_t width, size_t height, struct ls_buf *out)
{
    struct tree *tree = self;
    if (tree->rows.count)
        ls_tally_take(&tree->tally, &tree->rows);
    struct ls_tree_options options = {
        .title = ls_buf_text(&tree->title),
        .width = width,
        .height = height,
        .now_ms = ls_clock_mono_ms(tree->spec.world->clock),
        .begun_ms = tree->begun_ms,
        .has_color = tree->spec.has_color,
        .is_ascii = tree->spec.is_ascii,
    };
    ls_tree_draw(&tree->tally, &tree->rows, &options, out);
}

static void title_set(struct tree *tree, const char *step)
{
    ls_buf_clear(&tree->title);
    ls_buf_printf(&tree->title, "%s: %s", tree->spec.set_name, step);
}

static void tree_event(void *self, const struct ls_rows *rows, const struct ls_run_event *event)
{
    struct tree *tree = self;
    tree->rows = *rows;
    ls_tally_take_event(&tree->tally, rows, event, ls_clock_mono_ms(tree->spec.world->clock));
    /* Only once the server has answered: a credential plugin may ask for input before. */
    if (tree->tally.count > 0)
        ls_screen_stop_echo(tree->screen);
    if (event->kind == LS_RUN_STEP)
        title_set(tree, ls_run_state_name(event->state));
    if (event->kind == LS_RUN_NOTE) {
        struct ls_buf note LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&note, "note: %s", event->text);
        ls_screen_line(tree->screen, ls_buf_text(&note));
    }
    ls_screen_touch(tree->screen);
}

static void tree_line(void *self, const char *text)
{
    struct tree *tree = self;
    ls_screen_line(tree->screen, text);
}

static void tree_end(void *self, const struct ls_rows *rows, const struct ls_show_end *end)
{
    struct tree *tree = self;
    tree->rows = *rows;
    title_set(tree, ls_run_end_name(end->end));
    ls_screen_end(tree->screen);
}

static void tree_free(void *self)
{
    struct tree *tree = self;
    ls_screen_free(tree->screen);
    ls_tally_release(&tree->tally);
    ls_buf_release(&tree->title);
    ls_free(tree);
}

struct ls_show ls_show_tree_new(const struct ls_show_spec *spec)
{
    struct tree *tree = LS_NEW(struct tree);
    tree->spec = *spec;
    tree->begun_ms = ls_clock_mono_ms(spec->world->clock);
    title_set(tree, "connecting");
    tree->screen = ls_screen_new(spec, tree_draw, tree);
    return (struct ls_show){tree, tree_event, tree_line, tree_end, tree_free};
}

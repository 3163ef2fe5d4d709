#include "cli/plan_print.h"

#include "cli/row_text.h"
#include "cli/show.h"
#include "cli/width.h"
#include "value/build.h"

/* clang-format off */
static const struct {
    const char *mark;
    const char *color;
} marks[LS_ACTION_COUNT] = {
    [LS_ACTION_NONE]     = {" ", ""},
    [LS_ACTION_CREATE]   = {"+", "\x1b[32m"},
    [LS_ACTION_CHANGE]   = {"~", "\x1b[33m"},
    [LS_ACTION_SAME]     = {"=", "\x1b[2m"},
    [LS_ACTION_ADOPT]    = {"&", "\x1b[33m"},
    [LS_ACTION_MOVE]     = {">", "\x1b[33m"},
    [LS_ACTION_REPLACE]  = {"/", "\x1b[31m"},
    [LS_ACTION_RELEASE]  = {"<", "\x1b[33m"},
    [LS_ACTION_DELETE]   = {"-", "\x1b[31m"},
    [LS_ACTION_AWAIT]    = {"+", "\x1b[33m"},
    [LS_ACTION_FINISHED] = {"=", "\x1b[2m"},
    [LS_ACTION_REFUSE]   = {"!", "\x1b[31m"},
};
/* clang-format on */

struct plan_print_printing {
    const struct ls_plan_options *options;
    struct ls_tally tally;
    struct ls_buf *out;
};

/* ---- for people ---- */

/* Rows of another phase or batch begin a new step. */
static bool is_step_end(const struct ls_row *row, const struct ls_row *next)
{
    return row->phase != next->phase || row->is_removal != next->is_removal ||
           row->batch != next->batch;
}

static void phase_head(struct plan_print_printing *printing, const struct ls_tally_phase *phase)
{
    ls_phase_print(printing->out, phase->number, phase->is_removal);
    ls_buf_printf(printing->out, "  %zu object%s\n", phase->count, phase->count == 1 ? "" : "s");
}

static void row_line(struct plan_print_printing *printing, const struct ls_row *row,
                     bool begins_step)
{
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    bool has_color = printing->options->has_color;
    LS_ASSERT(row->action < LS_ACTION_COUNT);
    ls_ref_print(&name, row->ref);
    if (begins_step)
        ls_buf_printf(printing->out, "%4u ", row->batch);
    else
        ls_buf_add_text(printing->out, "     ");
    ls_buf_printf(printing->out, "%s%s ", has_color ? marks[row->action].color : "",
                  marks[row->action].mark);
    ls_width_pad(printing->out, ls_buf_slice(&name), printing->tally.name_width,
                 printing->options->is_ascii);
    ls_buf_printf(printing->out, "  %s%s%s", ls_action_name(row->action),
                  has_color ? "\x1b[0m" : "", row->is_gate ? ", awaited" : "");
    if (row->reason && *row->reason) {
        ls_buf_add_text(printing->out, "  ");
        ls_width_fit(printing->out, ls_slice_of(row->reason), SIZE_MAX,
                     printing->options->is_ascii);
    }
    ls_buf_add_char(printing->out, '\n');
}

static void rows_print(struct plan_print_printing *printing, const struct ls_rows *rows,
                       const struct ls_tally_phase *phase)
{
    struct ls_row before = {0};
    phase_head(printing, phase);
    for (size_t i = phase->first; i < phase->first + phase->count; i++) {
        struct ls_row row;
        rows->at(rows->self, i, &row);
        row_line(printing, &row, i == phase->first || is_step_end(&before, &row));
        before = row;
    }
}

static void printing_release(struct plan_print_printing *printing)
{
    ls_tally_release(&printing->tally);
}

void ls_plan_print(const struct ls_rows *rows, const struct ls_run_counts *counts,
                   const struct ls_plan_options *options, struct ls_buf *out)
{
    struct plan_print_printing printing LS_AUTO(printing_release) = {.options = options,
                                                                     .out = out};
    ls_tally_take(&printing.tally, rows);
    for (size_t i = 0; i < printing.tally.phases.count; i++)
        rows_print(&printing, rows, &printing.tally.phases.at[i]);
    ls_buf_printf(out, "%s: ", options->set_name);
    ls_counts_print_plan(out, counts);
    ls_buf_add_char(out, '\n');
}

/* ---- for programs ---- */

void ls_plan_print_json(const struct ls_rows *rows, const struct ls_run_counts *counts,
                        const struct ls_plan_options *options, struct ls_buf *out)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_member_text(&build, "set", options->set_name);
    ls_build_member_text(&build, "namespace", options->parent_namespace);
    ls_show_json_counts(&build, counts);
    ls_build_key(&build, LS_SLICE("changes"));
    ls_build_bool(&build, ls_counts_has_work(counts));
    if (options->refusal)
        ls_build_member_text(&build, "refusal", options->refusal);
    ls_show_json_rows(&build, rows);
    ls_build_end(&build);
    ls_show_json_print(&build, out);
}

void ls_plan_print_refusal_json(const struct ls_ending *ending, struct ls_buf *out)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_member_text(&build, "set", ending->set_name);
    ls_show_json_word(&build, "result", ls_run_end_name(ending->end));
    ls_show_json_problems(&build, ending->problems);
    ls_build_end(&build);
    ls_show_json_print(&build, out);
}

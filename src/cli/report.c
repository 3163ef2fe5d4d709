#include "cli/report.h"

#include "cli/cell.h"
#include "cli/show.h"
#include "cli/tabs.h"
#include "value/build.h"

static const char *const findings[LS_REPORT_COUNT] = {
    [LS_REPORT_OK] = "ok",
    [LS_REPORT_PROBLEM] = "problem",
    [LS_REPORT_SKIPPED] = "skipped",
};

void ls_report_ok(struct ls_report *report, const char *step, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *detail = ls_arena_vprintf(&report->arena, format, args);
    va_end(args);
    ls_vec_push(&report->steps, (struct ls_report_step){step, LS_REPORT_OK, detail, NULL});
}

void ls_report_problem(struct ls_report *report, const char *step, const char *advice,
                       const char *format, ...)
{
    va_list args;
    va_start(args, format);
    const char *detail = ls_arena_vprintf(&report->arena, format, args);
    va_end(args);
    advice = ls_arena_dup(&report->arena, ls_slice_of(advice));
    ls_vec_push(&report->steps, (struct ls_report_step){step, LS_REPORT_PROBLEM, detail, advice});
}

void ls_report_skipped(struct ls_report *report, const char *step)
{
    ls_vec_push(&report->steps,
                (struct ls_report_step){step, LS_REPORT_SKIPPED, "an earlier step failed", NULL});
}

bool ls_report_is_well(const struct ls_report *report)
{
    for (size_t i = 0; i < report->steps.count; i++)
        if (report->steps.at[i].finding != LS_REPORT_OK)
            return false;
    return true;
}

void ls_report_print(const struct ls_report *report, struct ls_buf *out)
{
    struct ls_tabs tabs LS_AUTO(ls_tabs_release) = {0};
    struct ls_buf line LS_AUTO(ls_buf_release) = {0};
    ls_tabs_line(&tabs, LS_SLICE("STEP\tRESULT\tDETAIL"));
    for (size_t i = 0; i < report->steps.count; i++) {
        const struct ls_report_step *step = &report->steps.at[i];
        ls_buf_clear(&line);
        ls_buf_printf(&line, "%s\t%s\t", step->name, findings[step->finding]);
        ls_cell_print_text(&line, ls_slice_of(step->detail));
        ls_tabs_line(&tabs, ls_buf_slice(&line));
        if (!step->advice)
            continue;
        ls_buf_clear(&line);
        ls_buf_add_text(&line, "\t\tWhat to do: ");
        ls_cell_print_text(&line, ls_slice_of(step->advice));
        ls_tabs_line(&tabs, ls_buf_slice(&line));
    }
    ls_tabs_flush(&tabs, out);
}

void ls_report_print_json(const struct ls_report *report, struct ls_buf *out)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("ok"));
    ls_build_bool(&build, ls_report_is_well(report));
    ls_build_key(&build, LS_SLICE("steps"));
    ls_build_list(&build);
    for (size_t i = 0; i < report->steps.count; i++) {
        const struct ls_report_step *step = &report->steps.at[i];
        ls_build_map(&build);
        ls_build_member_text(&build, "step", step->name);
        ls_build_member_text(&build, "result", findings[step->finding]);
        ls_build_member_text(&build, "detail", step->detail);
        if (step->advice)
            ls_build_member_text(&build, "advice", step->advice);
        ls_build_end(&build);
    }
    ls_build_end(&build);
    ls_build_end(&build);
    ls_show_json_print(&build, out);
}

void ls_report_release(struct ls_report *report)
{
    ls_vec_release(&report->steps);
    ls_arena_release(&report->arena);
}

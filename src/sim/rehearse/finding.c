#include "sim/rehearse/finding.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "sim/rehearse/limits.h"

/* clang-format off */
static const struct ls_rehearse_finding_row rows[LS_REHEARSE_FINDING_COUNT] = {
    [LS_REHEARSE_FINDING_TOO_EARLY]      = {"too-early",        "an object that comes before its CustomResourceDefinition or Namespace", LS_SEVERITY_ERROR},
    [LS_REHEARSE_FINDING_TWICE]          = {"claimed-twice",    "an object that is claimed twice",                                       LS_SEVERITY_ERROR},
    [LS_REHEARSE_FINDING_REFUSED]        = {"refused",          "a manifest that is refused",                                            LS_SEVERITY_ERROR},
    [LS_REHEARSE_FINDING_GATE]           = {"gate-never-opens", "a gate that never opens",                                               LS_SEVERITY_ERROR},
    [LS_REHEARSE_FINDING_FAILS]          = {"fails",            "an object that fails",                                                  LS_SEVERITY_ERROR},
    [LS_REHEARSE_FINDING_RIGHT]          = {"right-missing",    "a right that is missing",                                               LS_SEVERITY_ERROR},
    [LS_REHEARSE_FINDING_JOB_AGAIN]      = {"job-runs-again",   "a Job that runs again",                                                 LS_SEVERITY_WARNING},
    [LS_REHEARSE_FINDING_WRITTEN_AGAIN]  = {"written-again",    "an object that every apply writes again",                               LS_SEVERITY_WARNING},
    [LS_REHEARSE_FINDING_TEARDOWN_HANGS] = {"teardown-hangs",   "a teardown that hangs",                                                 LS_SEVERITY_ERROR},
    [LS_REHEARSE_FINDING_TEARDOWN_ORDER] = {"teardown-order",   "a teardown in the wrong order",                                   LS_SEVERITY_WARNING},
    [LS_REHEARSE_FINDING_FAULT]          = {"fault",            "a fault that is not survived",                                          LS_SEVERITY_ERROR},
    [LS_REHEARSE_FINDING_KIND_ASSUMED]   = {"kind-assumed",     "a kind that is assumed to be there",                                    LS_SEVERITY_NOTE},
    [LS_REHEARSE_FINDING_NAMESPACE_ASSUMED] = {"namespace-assumed", "a namespace that is assumed to be there", LS_SEVERITY_NOTE},
};
/* clang-format on */

const struct ls_rehearse_finding_row *ls_rehearse_finding_row(enum ls_rehearse_finding_kind kind)
{
    LS_ASSERT(kind < LS_REHEARSE_FINDING_COUNT);
    return &rows[kind];
}

const char *ls_severity_name(enum ls_severity severity)
{
    static const char *const names[LS_SEVERITY_COUNT] = {
        [LS_SEVERITY_NOTE] = "note",
        [LS_SEVERITY_WARNING] = "warning",
        [LS_SEVERITY_ERROR] = "error",
    };
    LS_ASSERT(severity < LS_SEVERITY_COUNT);
    return names[severity];
}

void ls_rehearse_findings_release(struct ls_rehearse_findings *findings)
{
    ls_vec_release(&findings->list);
    ls_arena_release(&findings->arena);
    *findings = (struct ls_rehearse_findings){0};
}

static uint32_t line_of(const struct ls_rehearse_finding_spec *spec)
{
    struct ls_position position;
    if (spec->line > 0)
        return spec->line;
    if (!ls_node_is_absent(spec->value) &&
        ls_obj_position(spec->manifest->document, spec->value, &position))
        return position.line;
    return spec->manifest->line;
}

static bool is_known(const struct ls_rehearse_findings *findings,
                     const struct ls_rehearse_finding *wanted)
{
    for (size_t i = 0; i < findings->list.count; i++) {
        const struct ls_rehearse_finding *finding = &findings->list.at[i];
        bool is_same = finding->kind == wanted->kind && finding->line == wanted->line;
        if (!is_same || !finding->file != !wanted->file)
            continue;
        if (strcmp(wanted->file ? finding->file : finding->text,
                   wanted->file ? wanted->file : wanted->text) == 0)
            return true;
    }
    return false;
}

void ls_rehearse_findings_add(struct ls_rehearse_findings *findings,
                              const struct ls_rehearse_finding_spec *spec, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    struct ls_rehearse_finding finding = {
        .kind = spec->kind,
        .object = ls_arena_dup(&findings->arena, ls_slice_of(spec->object)),
        .text = ls_arena_vprintf(&findings->arena, format, args),
        .number = findings->count,
    };
    va_end(args);
    if (spec->manifest) {
        finding.file = ls_arena_dup(&findings->arena, ls_slice_of(spec->manifest->file));
        finding.line = line_of(spec);
    }
    if (is_known(findings, &finding))
        return;
    findings->count++;
    findings->by_severity[ls_rehearse_finding_row(spec->kind)->severity]++;
    if (findings->list.count < LS_REHEARSE_FINDINGS_MAX)
        ls_vec_push(&findings->list, finding);
}

static int compare_findings(const void *left, const void *right)
{
    const struct ls_rehearse_finding *a = left, *b = right;
    int order = (int)ls_rehearse_finding_row(b->kind)->severity -
                (int)ls_rehearse_finding_row(a->kind)->severity;
    if (order != 0)
        return order;
    if (!a->file != !b->file)
        return a->file ? -1 : 1;
    order = a->file ? strcmp(a->file, b->file) : 0;
    if (order != 0)
        return order;
    if (a->line != b->line)
        return a->line < b->line ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

void ls_rehearse_findings_sort(struct ls_rehearse_findings *findings)
{
    if (findings->list.count > 0)
        qsort(findings->list.at, findings->list.count, sizeof *findings->list.at, compare_findings);
}

enum ls_severity ls_rehearse_findings_worst(const struct ls_rehearse_findings *findings)
{
    for (unsigned i = LS_SEVERITY_COUNT; i-- > 0;) {
        if (findings->by_severity[i] > 0)
            return (enum ls_severity)i;
    }
    return LS_SEVERITY_NOTE;
}

void ls_rehearse_finding_print_place(const struct ls_rehearse_finding *finding, struct ls_buf *out)
{
    if (finding->file)
        ls_buf_printf(out, "%s:%u",
                      strcmp(finding->file, "-") == 0 ? "standard input" : finding->file,
                      finding->line);
}

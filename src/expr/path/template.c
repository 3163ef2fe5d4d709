/* Runs a template (template.h): its parts in order, ranges as loops up to their end. */
#include "expr/path/template.h"

#include "expr/limits.h"
#include "expr/path/print.h"
#include "expr/path/run.h"

/* ---- parts ---- */

static enum ls_code parts_find(struct jsonpath_run *run, const struct jsonpath_part *first,
                               struct jsonpath_value value);

/* Runs once without a value to find the end of the range; the results are dropped. */
static enum ls_code range_skip(struct jsonpath_run *run, const struct jsonpath_part *body)
{
    size_t value_count = run->found.at.count;
    size_t end_count = run->ends.count;
    struct jsonpath_value nothing = {LS_ABSENT, JSONPATH_OF_NOTHING};
    if (parts_find(run, body, nothing))
        return run->err->code;
    run->found.at.count = value_count;
    run->ends.count = end_count;
    return LS_OK;
}

static enum ls_code range_turns(struct jsonpath_run *run, const struct jsonpath_part *body,
                                const struct jsonpath_values *over)
{
    if (over->at.count == 0)
        return range_skip(run, body);
    for (size_t i = 0; i < over->at.count; i++) {
        struct jsonpath_value value = over->at.at[i];
        if (ls_node_is_null(value.node))
            value = (struct jsonpath_value){LS_ABSENT, JSONPATH_OF_NOTHING};
        if (parts_find(run, body, value))
            return run->err->code;
    }
    return LS_OK;
}

static enum ls_code range_run(struct jsonpath_run *run, const struct jsonpath_part *body,
                              const struct jsonpath_values *over)
{
    if (run->open >= LS_JSONPATH_DEPTH_MAX)
        return ls_fail(run->err, LS_E_TOO_BIG, "JSONPath: ranges are more than %d deep",
                       LS_JSONPATH_DEPTH_MAX);
    run->begun--;
    run->open++;
    if (range_turns(run, body, over))
        return run->err->code;
    run->open--;
    return LS_OK;
}

/* The part at which the range ended. A range without an end continues right after its beginning, as
 * in client-go: its parts run once more. */
static const struct jsonpath_part *range_end(const struct jsonpath_run *run,
                                             const struct jsonpath_part *begin)
{
    for (const struct jsonpath_part *part = begin->next; part; part = part->next) {
        if (part == run->last_end)
            return part;
    }
    return begin;
}

static void found_add(struct jsonpath_run *run, const struct jsonpath_values *values)
{
    for (size_t i = 0; i < values->at.count; i++)
        ls_vec_push(&run->found.at, values->at.at[i]);
    ls_vec_push(&run->ends, run->found.at.count);
}

static enum ls_code parts_find(struct jsonpath_run *run, const struct jsonpath_part *first,
                               struct jsonpath_value value)
{
    struct jsonpath_values root LS_AUTO(ls_jsonpath_values_release) = {0};
    ls_vec_push(&root.at, value);
    for (const struct jsonpath_part *part = first; part; part = part->next) {
        struct jsonpath_values values LS_AUTO(ls_jsonpath_values_release) = {0};
        if (ls_jsonpath_walk(run, &part->nodes, &root, &values))
            return run->err->code;
        if (run->ended > 0 && run->ended <= run->open) {
            run->ended--;
            run->last_end = part;
            return LS_OK;
        }
        if (run->begun == 0) {
            found_add(run, &values);
            continue;
        }
        if (range_run(run, part->next, &values))
            return run->err->code;
        part = range_end(run, part);
    }
    return LS_OK;
}

/* ---- runs ---- */

static void run_release(struct jsonpath_run *run)
{
    ls_jsonpath_values_release(&run->found);
    ls_vec_release(&run->ends);
}

static enum ls_code run_begin(struct jsonpath_run *run, const struct ls_jsonpath_template *source,
                              struct ls_node root, const struct ls_jsonpath_options *options,
                              size_t *mistake_at)
{
    run->refuses_missing = options && options->refuses_missing;
    run->work_max = options && options->work_max ? options->work_max : LS_JSONPATH_WORK_MAX;
    run->work_left = run->work_max;
    struct jsonpath_value value = {root, JSONPATH_OF_OBJECT};
    if (ls_node_is_absent(root) || ls_node_is_null(root))
        value = (struct jsonpath_value){LS_ABSENT, JSONPATH_OF_NOTHING};
    enum ls_code code = parts_find(run, source->first, value);
    if (code && mistake_at)
        *mistake_at = run->mistake_at;
    return code;
}

enum ls_code ls_jsonpath_template_find(const struct ls_jsonpath_template *source,
                                       struct ls_node root,
                                       const struct ls_jsonpath_options *options,
                                       ls_jsonpath_result_fn fn, void *self, size_t *mistake_at,
                                       struct ls_err *err)
{
    LS_ASSERT(fn);
    struct ls_err own = {0};
    struct jsonpath_run run LS_AUTO(run_release) = {.err = err ? err : &own};
    if (run_begin(&run, source, root, options, mistake_at))
        return run.err->code;
    size_t at = 0;
    for (size_t part = 0; part < run.ends.count; part++) {
        for (; at < run.ends.at[part]; at++)
            fn(self, part, run.found.at.at[at].node);
    }
    return LS_OK;
}

/* Printing counts as work: a small template can print a large value many times. */
static enum ls_code found_print(struct jsonpath_run *run, bool is_json, struct ls_buf *out)
{
    size_t at = 0;
    for (size_t part = 0; part < run->ends.count; part++) {
        size_t end = run->ends.at[part];
        for (size_t i = at; i < end; i++) {
            if (ls_jsonpath_charge(run, ls_node_words(run->found.at.at[i].node) / 16))
                return run->err->code;
        }
        const struct jsonpath_value *values = end > at ? &run->found.at.at[at] : NULL;
        if (is_json)
            ls_jsonpath_print_json(out, values, end - at);
        else
            ls_jsonpath_print_text(out, values, end - at);
        at = end;
    }
    return LS_OK;
}

enum ls_code ls_jsonpath_template_print(const struct ls_jsonpath_template *source,
                                        struct ls_node root,
                                        const struct ls_jsonpath_options *options,
                                        struct ls_buf *out, size_t *mistake_at, struct ls_err *err)
{
    struct ls_err own = {0};
    struct jsonpath_run run LS_AUTO(run_release) = {.err = err ? err : &own};
    size_t before = out->len;
    if (run_begin(&run, source, root, options, mistake_at))
        return run.err->code;
    enum ls_code code = found_print(&run, options && options->is_json, out);
    if (code && out->at) {
        out->len = before;
        out->at[before] = '\0';
    }
    return code;
}

/* ---- questions about texts ---- */

bool ls_jsonpath_template_is_path(const struct ls_jsonpath_template *source, size_t *at)
{
    static const bool is_step[] = {
        [JSONPATH_FIELD] = true,       [JSONPATH_SLICE] = true,   [JSONPATH_FILTER] = true,
        [JSONPATH_WILDCARD] = true,    [JSONPATH_DESCENT] = true, [JSONPATH_UNION] = true,
        [JSONPATH_IDENTIFIER] = false,
    };
    *at = 0;
    if (!source->first)
        return false;
    for (const struct jsonpath_part *part = source->first; part; part = part->next) {
        const struct jsonpath_node *node = part->nodes.first;
        while (node && is_step[node->kind])
            node = node->next;
        if (node)
            *at = node->at;
        if (node)
            return false;
    }
    return source->first->next == NULL;
}

enum ls_code ls_jsonpath_template_relax(struct ls_arena *arena, struct ls_slice text,
                                        struct ls_slice *out, struct ls_err *err)
{
    struct ls_slice inside = text;
    if (inside.len >= 2 && *inside.at == '{' && inside.at[inside.len - 1] == '}')
        inside = (struct ls_slice){inside.at + 1, inside.len - 2};
    struct ls_slice path =
        ls_slice_starts(inside, ".") && inside.len > 1 ? ls_slice_from(inside, 1) : inside;
    bool is_path = path.len > 0 && ls_slice_find(path, '{') == SIZE_MAX &&
                   ls_slice_find(path, '}') == SIZE_MAX;
    if (text.len > 0 && !is_path)
        return ls_fail(err, LS_E_INVALID,
                       "unexpected path string, expected a 'name1.name2' or '.name1.name2' or "
                       "'{name1.name2}' or '{.name1.name2}'");
    *out = text;
    if (text.len > 0)
        *out = ls_slice_of(ls_arena_printf(arena, "{.%.*s}", LS_ARG(path)));
    return LS_OK;
}

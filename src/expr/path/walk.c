/* Evaluates the nodes of a template (run.h). All values of one step come before the next step, as
 * in client-go, since a missing key or an index out of bounds is judged over all of them. */
#include "expr/path/run.h"

#include "value/go_text.h"

void ls_jsonpath_values_release(struct jsonpath_values *values)
{
    ls_vec_release(&values->at);
}

enum ls_code ls_jsonpath_charge(struct jsonpath_run *run, size_t steps)
{
    LS_ASSERT(run->work_left <= run->work_max);
    if (steps > run->work_left)
        return ls_fail(
            run->err, LS_E_TOO_BIG,
            "JSONPath takes more than %zu steps on this object: name what is wanted more "
            "closely, with fewer `..`, `*` and unions",
            run->work_max);
    run->work_left -= steps;
    return LS_OK;
}

static enum ls_code fail(struct jsonpath_run *run, const struct jsonpath_node *node,
                         const char *format, ...) LS_FORMAT(3, 4);
static enum ls_code fail(struct jsonpath_run *run, const struct jsonpath_node *node,
                         const char *format, ...)
{
    run->mistake_at = node->at;
    va_list args;
    va_start(args, format);
    enum ls_code code = ls_fail_v(run->err, LS_E_INVALID, format, args);
    va_end(args);
    return code;
}

static void push(struct jsonpath_values *values, struct ls_node node)
{
    ls_vec_push(&values->at, (struct jsonpath_value){node, JSONPATH_OF_OBJECT});
}

static void add_all(struct jsonpath_values *to, const struct jsonpath_values *from)
{
    for (size_t i = 0; i < from->at.count; i++)
        ls_vec_push(&to->at, from->at.at[i]);
}

/* What a failed step returns in client-go. */
static void give_back(struct jsonpath_values *out, const struct jsonpath_values *in)
{
    ls_vec_clear(&out->at);
    add_all(out, in);
}

/* Finding a key or an item costs more in a large map or list. */
static size_t find_steps(struct ls_node node)
{
    return 1 + ls_node_words(node) / 64;
}

/* ---- fields, children ---- */

static enum ls_code walk_field(struct jsonpath_run *run, const struct jsonpath_node *node,
                               const struct jsonpath_values *in, struct jsonpath_values *out)
{
    for (size_t i = 0; i < in->at.count; i++) {
        struct ls_node map = in->at.at[i].node;
        if (ls_jsonpath_charge(run, find_steps(map)))
            return run->err->code;
        struct ls_node value = ls_node_get(map, node->name);
        if (!ls_node_is_absent(value))
            push(out, value);
    }
    if (in->at.count > 0 && out->at.count == 0 && run->refuses_missing)
        return fail(run, node, "%.*s is not found", LS_ARG(node->name));
    return LS_OK;
}

/* The bytes of a string, out of the list of all there are. */
static enum ls_code walk_bytes(struct jsonpath_run *run, struct ls_node all, struct ls_slice text,
                               struct jsonpath_values *out)
{
    if (ls_jsonpath_charge(run, text.len))
        return run->err->code;
    for (size_t i = 0; i < text.len; i++) {
        struct ls_node byte = ls_node_item(all, (unsigned char)text.at[i]);
        ls_vec_push(&out->at, (struct jsonpath_value){byte, JSONPATH_OF_STRING});
    }
    return LS_OK;
}

static enum ls_code walk_wildcard(struct jsonpath_run *run, const struct jsonpath_node *node,
                                  const struct jsonpath_values *in, struct jsonpath_values *out)
{
    for (size_t i = 0; i < in->at.count; i++) {
        struct ls_node value = in->at.at[i].node;
        if (ls_jsonpath_charge(run, 1) ||
            walk_bytes(run, node->value.node, ls_node_string(value), out))
            return run->err->code;
        LS_EACH (it, value) {
            if (ls_jsonpath_charge(run, 1))
                return run->err->code;
            push(out, it.value);
        }
    }
    return LS_OK;
}

/* The value first, then its children; empty values, numbers and bools are left out. */
static enum ls_code descend(struct jsonpath_run *run, struct jsonpath_value value,
                            struct jsonpath_values *out)
{
    if (ls_jsonpath_charge(run, 1))
        return run->err->code;
    if (ls_node_count(value.node) == 0 && ls_node_string(value.node).len == 0)
        return LS_OK;
    ls_vec_push(&out->at, value);
    LS_EACH (it, value.node) {
        if (descend(run, (struct jsonpath_value){it.value, JSONPATH_OF_OBJECT}, out))
            return run->err->code;
    }
    return LS_OK;
}

static enum ls_code walk_descent(struct jsonpath_run *run, const struct jsonpath_values *in,
                                 struct jsonpath_values *out)
{
    for (size_t i = 0; i < in->at.count; i++) {
        if (descend(run, in->at.at[i], out))
            return run->err->code;
    }
    return LS_OK;
}

/* ---- slices ---- */

static const char *type_of(struct jsonpath_value value)
{
    bool is_int = ls_node_type(value.node) == LS_TYPE_INT;
    if (is_int && value.origin == JSONPATH_OF_TEMPLATE)
        return "int";
    if (value.origin == JSONPATH_OF_STRING)
        return "uint8";
    return value.origin == JSONPATH_OF_NOTHING ? "nothing"
                                               : ls_go_type_name(ls_node_type(value.node));
}

struct walk_span {
    int64_t from;
    int64_t to;
};

static struct walk_span span_of(const struct jsonpath_bound bounds[JSONPATH_BOUNDS], int64_t count)
{
    const struct jsonpath_bound *from = &bounds[JSONPATH_FROM], *to = &bounds[JSONPATH_TO];
    struct walk_span span = {from->is_known ? from->value : 0, to->is_known ? to->value : count};
    if (span.from < 0)
        span.from += count;
    if (span.to < 0 || (span.to == 0 && to->is_derived))
        span.to += count;
    return span;
}

static enum ls_code span_check(struct jsonpath_run *run, const struct jsonpath_node *node,
                               struct walk_span span, int64_t count)
{
    const struct jsonpath_bound *by = &node->bounds[JSONPATH_BY];
    if (span.from >= count || span.from < 0)
        return fail(run, node, "array index out of bounds: index %lld, length %lld",
                    (long long)span.from, (long long)count);
    if (span.to > count || span.to < 0)
        return fail(run, node, "array index out of bounds: index %lld, length %lld",
                    (long long)((uint64_t)span.to - 1), (long long)count);
    if (span.from > span.to)
        return fail(run, node, "starting index %lld is greater than ending index %lld",
                    (long long)span.from, (long long)span.to);
    if (by->is_known && by->value <= 0)
        return fail(run, node, "step must be > 0");
    return LS_OK;
}

static enum ls_code span_take(struct jsonpath_run *run, struct ls_node list, struct walk_span span,
                              int64_t by, struct jsonpath_values *out)
{
    int64_t at = 0;
    if (ls_jsonpath_charge(run, find_steps(list)))
        return run->err->code;
    LS_EACH (it, list) {
        if (at >= span.to)
            break;
        if (at >= span.from && (at - span.from) % by == 0) {
            if (ls_jsonpath_charge(run, 1))
                return run->err->code;
            push(out, it.value);
        }
        at++;
    }
    return LS_OK;
}

static enum ls_code walk_slice(struct jsonpath_run *run, const struct jsonpath_node *node,
                               const struct jsonpath_values *in, struct jsonpath_values *out)
{
    const struct jsonpath_bound *by = &node->bounds[JSONPATH_BY];
    for (size_t i = 0; i < in->at.count; i++) {
        struct jsonpath_value value = in->at.at[i];
        if (ls_node_is_null(value.node))
            continue;
        if (!ls_node_is_list(value.node)) {
            give_back(out, in);
            return fail(run, node, "%s is not array or slice", type_of(value));
        }
        int64_t count = (int64_t)ls_node_count(value.node);
        struct walk_span span = span_of(node->bounds, count);
        /* An empty range ends the step for the remaining lists too. */
        if (span.from == span.to)
            return LS_OK;
        if (span_check(run, node, span, count)) {
            give_back(out, in);
            return run->err->code;
        }
        if (span_take(run, value.node, span, by->is_known ? by->value : 1, out))
            return run->err->code;
    }
    return LS_OK;
}

/* ---- unions, filters ---- */

static enum ls_code walk_union(struct jsonpath_run *run, const struct jsonpath_node *node,
                               const struct jsonpath_values *in, struct jsonpath_values *out)
{
    for (size_t i = 0; i < node->list_count; i++) {
        struct jsonpath_values member LS_AUTO(ls_jsonpath_values_release) = {0};
        if (ls_jsonpath_charge(run, 1))
            return run->err->code;
        if (ls_jsonpath_walk(run, &node->lists[i], in, &member)) {
            give_back(out, in);
            return run->err->code;
        }
        if (ls_jsonpath_charge(run, member.at.count))
            return run->err->code;
        add_all(out, &member);
    }
    return LS_OK;
}

static enum ls_code one_of(struct jsonpath_run *run, const struct jsonpath_node *node,
                           const struct jsonpath_values *values)
{
    if (values->at.count > 1)
        return fail(run, node, "can only compare one element at a time");
    return LS_OK;
}

/* A side that fails holds its input, so that `[?(@.a[9])]` finds lists that have no tenth item:
 * client-go checks only the values. */
static enum ls_code item_exists(struct jsonpath_run *run, const struct jsonpath_node *node,
                                const struct jsonpath_values *item, bool *out)
{
    struct jsonpath_values left LS_AUTO(ls_jsonpath_values_release) = {0};
    if (ls_jsonpath_walk(run, &node->lists[0], item, &left) == LS_E_TOO_BIG)
        return LS_E_TOO_BIG;
    *out = left.at.count > 0;
    return LS_OK;
}

static enum ls_code item_passes(struct jsonpath_run *run, const struct jsonpath_node *node,
                                const struct jsonpath_values *item, bool *out)
{
    struct jsonpath_values left LS_AUTO(ls_jsonpath_values_release) = {0};
    struct jsonpath_values right LS_AUTO(ls_jsonpath_values_release) = {0};
    *out = false;
    if (ls_slice_is(node->name, "exists"))
        return item_exists(run, node, item, out);
    if (ls_jsonpath_walk(run, &node->lists[0], item, &left) || one_of(run, node, &left))
        return run->err->code;
    if (left.at.count == 0)
        return LS_OK;
    if (ls_jsonpath_walk(run, &node->lists[1], item, &right) || one_of(run, node, &right))
        return run->err->code;
    if (right.at.count == 0)
        return LS_OK;
    run->mistake_at = node->at;
    return ls_jsonpath_compare(node->name, left.at.at[0], right.at.at[0], out, run->err);
}

static enum ls_code filter_list(struct jsonpath_run *run, const struct jsonpath_node *node,
                                struct ls_node list, struct jsonpath_values *out)
{
    LS_EACH (it, list) {
        struct jsonpath_values item LS_AUTO(ls_jsonpath_values_release) = {0};
        bool passes = false;
        push(&item, it.value);
        if (ls_jsonpath_charge(run, 1) || item_passes(run, node, &item, &passes))
            return run->err->code;
        if (passes)
            push(out, it.value);
    }
    return LS_OK;
}

static enum ls_code walk_filter(struct jsonpath_run *run, const struct jsonpath_node *node,
                                const struct jsonpath_values *in, struct jsonpath_values *out)
{
    for (size_t i = 0; i < in->at.count; i++) {
        struct jsonpath_value value = in->at.at[i];
        enum ls_code code = LS_OK;
        /* client-go prints the value itself here: it may be a secret. */
        if (ls_node_is_list(value.node))
            code = filter_list(run, node, value.node, out);
        else
            code =
                fail(run, node, "%s is not array or slice and cannot be filtered", type_of(value));
        if (code) {
            give_back(out, in);
            return code;
        }
    }
    return LS_OK;
}

/* ---- all of them ---- */

static enum ls_code walk_identifier(struct jsonpath_run *run, const struct jsonpath_node *node,
                                    const struct jsonpath_values *in, struct jsonpath_values *out)
{
    if (ls_slice_is(node->name, "end")) {
        if (run->open == 0)
            return fail(run, node, "not in range, nothing to end");
        run->ended++;
        return LS_OK;
    }
    give_back(out, in);
    if (!ls_slice_is(node->name, "range"))
        return fail(run, node, "unrecognized identifier %.*s", LS_ARG(node->name));
    run->begun++;
    return LS_OK;
}

static enum ls_code walk_literal(struct jsonpath_run *run, const struct jsonpath_node *node,
                                 const struct jsonpath_values *in, struct jsonpath_values *out)
{
    if (ls_jsonpath_charge(run, in->at.count))
        return run->err->code;
    for (size_t i = 0; i < in->at.count; i++)
        ls_vec_push(&out->at, node->value);
    return LS_OK;
}

static enum ls_code walk_node(struct jsonpath_run *run, const struct jsonpath_node *node,
                              const struct jsonpath_values *in, struct jsonpath_values *out)
{
    switch (node->kind) {
    case JSONPATH_TEXT:
        ls_vec_push(&out->at, node->value);
        return LS_OK;
    case JSONPATH_LITERAL:
        return walk_literal(run, node, in, out);
    case JSONPATH_FIELD:
        return walk_field(run, node, in, out);
    case JSONPATH_SLICE:
        return walk_slice(run, node, in, out);
    case JSONPATH_FILTER:
        return walk_filter(run, node, in, out);
    case JSONPATH_WILDCARD:
        return walk_wildcard(run, node, in, out);
    case JSONPATH_DESCENT:
        return walk_descent(run, in, out);
    case JSONPATH_UNION:
        return walk_union(run, node, in, out);
    case JSONPATH_IDENTIFIER:
        return walk_identifier(run, node, in, out);
    }
    LS_ASSERT(node->kind <= JSONPATH_IDENTIFIER);
    return LS_OK;
}

enum ls_code ls_jsonpath_walk(struct jsonpath_run *run, const struct jsonpath_list *list,
                              const struct jsonpath_values *in, struct jsonpath_values *out)
{
    struct jsonpath_values now LS_AUTO(ls_jsonpath_values_release) = {0};
    enum ls_code code = ls_jsonpath_charge(run, 1);
    give_back(&now, in);
    for (const struct jsonpath_node *node = list->first; node && !code; node = node->next) {
        struct jsonpath_values next = {0};
        code = walk_node(run, node, &now, &next);
        ls_jsonpath_values_release(&now);
        now = next;
    }
    give_back(out, &now);
    return code;
}

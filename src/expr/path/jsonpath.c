#include "expr/path/jsonpath.h"

#include "expr/path/jsonpath_steps.h"

struct walker {
    const struct ls_jsonpath *path;
    ls_jsonpath_fn fn;
    void *self;
    size_t found;
    bool is_past; /* an index led past the end of a list, or into what is no list */
};

static void walk(struct walker *walker, size_t i, struct ls_node node);

static void walk_all(struct walker *walker, size_t i, struct ls_node node)
{
    LS_EACH (it, node)
        walk(walker, i, it.value);
}

static void walk_range(struct walker *walker, size_t i, const struct jsonpath_range *range,
                       struct ls_node node)
{
    if (!ls_node_is_list(node)) {
        walker->is_past = walker->is_past || !ls_node_is_null(node);
        return;
    }
    int64_t count = (int64_t)ls_node_count(node);
    int64_t from = range->from < 0 ? range->from + count : range->from;
    int64_t to = count;
    if (range->is_index)
        to = from + 1;
    else if (range->has_to)
        to = range->to < 0 ? range->to + count : range->to;
    if (from < 0 || from >= count || to > count) {
        walker->is_past = true;
        return; /* out of bounds: the API server finds nothing then */
    }
    int64_t at = 0;
    LS_EACH (it, node) {
        if (at >= from && at < to && (at - from) % range->by == 0)
            walk(walker, i, it.value);
        at++;
    }
}

static bool is_number(struct ls_node node)
{
    return ls_node_type(node) == LS_TYPE_INT || ls_node_type(node) == LS_TYPE_NUMBER;
}

/* Below, at or above zero; false: the two cannot be compared. */
static bool order_of(struct ls_node a, struct ls_node b, int *out)
{
    if (ls_node_is_string(a) && ls_node_is_string(b)) {
        *out = ls_slice_compare(ls_node_string(a), ls_node_string(b));
        return true;
    }
    if (!is_number(a) || !is_number(b))
        return false;
    if (ls_node_equal(a, b))
        *out = 0;
    else
        *out = ls_node_double(a, 0) < ls_node_double(b, 0) ? -1 : 1;
    return true;
}

static bool holds(enum jsonpath_compare compare, struct ls_node a, struct ls_node b)
{
    int order = 0;
    switch (compare) {
    case JSONPATH_EXISTS:
        return true;
    case JSONPATH_EQUAL:
        return ls_node_equal(a, b);
    case JSONPATH_NOT_EQUAL:
        return !ls_node_equal(a, b);
    case JSONPATH_LESS:
        return order_of(a, b, &order) && order < 0;
    case JSONPATH_LESS_OR_EQUAL:
        return order_of(a, b, &order) && order <= 0;
    case JSONPATH_GREATER:
        return order_of(a, b, &order) && order > 0;
    case JSONPATH_GREATER_OR_EQUAL:
        return order_of(a, b, &order) && order >= 0;
    }
    return false;
}

static bool filter_passes(const struct jsonpath_filter *filter, struct ls_node item)
{
    struct ls_node left = ls_jsonpath_first(filter->left, item);
    struct ls_node right = filter->value;
    if (ls_node_is_absent(left))
        return false;
    if (filter->right != NULL)
        right = ls_jsonpath_first(filter->right, item);
    if (filter->compare != JSONPATH_EXISTS && ls_node_is_absent(right))
        return false;
    return holds(filter->compare, left, right);
}

static void walk_filter(struct walker *walker, size_t i, const struct jsonpath_filter *filter,
                        struct ls_node node)
{
    if (!ls_node_is_list(node))
        return;
    LS_EACH (it, node) {
        if (filter_passes(filter, it.value))
            walk(walker, i, it.value);
    }
}

static void walk_down(struct walker *walker, size_t i, struct ls_node node)
{
    if (ls_node_count(node) == 0)
        return;
    walk(walker, i, node);
    LS_EACH (it, node)
        walk_down(walker, i, it.value);
}

static void walk(struct walker *walker, size_t i, struct ls_node node)
{
    if (ls_node_is_absent(node))
        return;
    if (i == walker->path->count) {
        walker->found++;
        walker->fn(walker->self, node);
        return;
    }
    const struct jsonpath_step *step = &walker->path->steps[i];
    switch (step->kind) {
    case JSONPATH_FIELD:
        walk(walker, i + 1, ls_node_get(node, step->name));
        break;
    case JSONPATH_ALL:
        walk_all(walker, i + 1, node);
        break;
    case JSONPATH_RANGE:
        walk_range(walker, i + 1, &step->range, node);
        break;
    case JSONPATH_FILTER:
        walk_filter(walker, i + 1, &step->filter, node);
        break;
    case JSONPATH_DESCEND:
        walk_down(walker, i + 1, node);
        break;
    }
}

size_t ls_jsonpath_each_within(const struct ls_jsonpath *path, struct ls_node root,
                               ls_jsonpath_fn fn, void *self, bool *is_past)
{
    struct walker walker = {.path = path, .fn = fn, .self = self};
    walk(&walker, 0, root);
    *is_past = walker.is_past;
    return walker.found;
}

size_t ls_jsonpath_each(const struct ls_jsonpath *path, struct ls_node root, ls_jsonpath_fn fn,
                        void *self)
{
    bool is_past;
    return ls_jsonpath_each_within(path, root, fn, self, &is_past);
}

static void keep_first(void *self, struct ls_node value)
{
    struct ls_node *first = self;
    if (ls_node_is_absent(*first))
        *first = value;
}

struct ls_node ls_jsonpath_first(const struct ls_jsonpath *path, struct ls_node root)
{
    struct ls_node first = LS_ABSENT;
    (void)ls_jsonpath_each(path, root, keep_first, &first);
    return first;
}

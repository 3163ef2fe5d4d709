/*
 * Costs of functions that Kubernetes adds, and of cel-go's lists and sets. A change here changes
 * which rules a CustomResourceDefinition may carry: numbers are kube-apiserver's of 1.36.
 */
#include "expr/check/cost_impl.h"

#include <math.h>

/* The size that kube-apiserver assumes for the pattern of a named format, and for its name. */
enum { FORMAT_PATTERN_BYTES = 128, FORMAT_BYTES_MAX = 64 };

/* Bytes of an address: four or sixteen. */
static const struct ls_cel_estimate address_size = {4, 16};

static struct ls_cel_estimate size_of(const struct cost_call *call,
                                      const struct cost_operand *operand)
{
    if (operand->size.is_known)
        return operand->size.size;
    return ls_cost_bounds(ls_cost_path_size(call->estimator, operand->path));
}

static bool answer_is(struct cost_answer *out, struct ls_cel_estimate cost)
{
    *out = (struct cost_answer){.cost = cost};
    return true;
}

static bool answer_sized(struct cost_answer *out, struct ls_cel_estimate cost,
                         struct ls_cel_estimate size)
{
    *out = (struct cost_answer){.cost = cost, .result = ls_cost_known(size)};
    return true;
}

static struct ls_cel_estimate traversal(struct ls_cel_estimate size)
{
    return ls_estimate_scale(size, COST_TRAVERSAL);
}

/* The items of a list; what has no items has no type. A map counts by its keys. */
struct items {
    const struct ls_cel_type *type;
    struct ls_cel_estimate size;
};

static struct items items_of(const struct cost_call *call, const struct cost_operand *operand)
{
    const struct ls_cel_type *type = operand->type;
    struct items items = {NULL, ls_estimate_unknown()};
    if (type->kind == LS_CEL_MAP)
        items.type = type->key;
    else if (type->kind == LS_CEL_LIST || type->kind == LS_CEL_OPTIONAL ||
             type->kind == LS_CEL_TYPE)
        items.type = type->item;
    if (!items.type || operand->path.count == 0)
        return items;
    /* A copy: this path shares no memory with others. */
    struct cost_path path = {NULL, 0, 0};
    for (size_t i = 0; i < operand->path.count; i++)
        path = ls_cost_path_add(call->estimator, path, operand->path.steps[i]);
    path = ls_cost_path_add(call->estimator, path, LS_SLICE("@items"));
    items.size = ls_cost_bounds(ls_cost_path_size(call->estimator, path));
    return items;
}

/* isSorted, sum, min, max, indexOf: one pass over all items and their characters. */
static bool list_scan(const struct cost_call *call, struct cost_answer *out)
{
    if (!call->target)
        return false;
    struct ls_cel_estimate size = size_of(call, call->target);
    struct items items = items_of(call, call->target);
    if (!items.type)
        return answer_is(out, traversal(size));
    struct ls_cel_estimate item = ls_estimate_exactly(1);
    if (items.type->kind == LS_CEL_STRING || items.type->kind == LS_CEL_BYTES)
        item = ls_estimate_add(item, traversal(items.size));
    return answer_is(out, ls_estimate_multiply(size, item));
}

static bool text_made(const struct cost_call *call, struct cost_answer *out)
{
    if (!call->target)
        return false;
    struct ls_cel_estimate size = size_of(call, call->target);
    return answer_sized(out, traversal(size), size);
}

static bool url_read(const struct cost_call *call, struct cost_answer *out)
{
    if (call->arg_count != 1)
        return false;
    struct ls_cel_estimate size = size_of(call, &call->args[0]);
    return answer_sized(out, traversal(size), size);
}

/* As Go converts float64 to uint64 on amd64. */
static uint64_t quotient(uint64_t a, uint64_t b)
{
    double value = ceil((double)a / (double)b);
    return value >= 18446744073709551616.0 ? UINT64_C(1) << 63 : (uint64_t)value;
}

static uint64_t one_more(uint64_t value)
{
    return value < UINT64_MAX ? value + 1 : value;
}

/* An empty text is replaced around every character; else the longest result has the shortest text
 * replaced by the longest, the shortest the other way round. */
static void replace_counts(struct ls_cel_estimate text, struct ls_cel_estimate from,
                           struct ls_cel_estimate to, struct ls_cel_estimate *count,
                           struct ls_cel_estimate *kept)
{
    if (from.min == 0) {
        count->max = one_more(text.max);
        kept->max = text.max;
    } else if (to.max <= from.min) {
        kept->max = text.max;
    } else {
        count->max = quotient(text.max, from.min);
    }
    if (from.max == 0) {
        count->min = one_more(text.min);
        kept->min = text.min;
    } else if (from.max <= to.min) {
        kept->min = text.min;
    } else {
        count->min = quotient(text.min, from.max);
    }
}

static bool text_replace(const struct cost_call *call, struct cost_answer *out)
{
    if (!call->target || call->arg_count < 2)
        return false;
    struct ls_cel_estimate count = {0, 0}, kept = {0, 0};
    struct ls_cel_estimate text = size_of(call, call->target);
    struct ls_cel_estimate to = size_of(call, &call->args[1]);
    replace_counts(text, size_of(call, &call->args[0]), to, &count, &kept);
    return answer_sized(out, ls_estimate_scale(text, 2 * COST_TRAVERSAL),
                        ls_estimate_add(ls_estimate_multiply(count, to), kept));
}

static bool int_literal(const struct cost_operand *operand, int64_t *out)
{
    if (operand->node->kind != LS_CEL_NODE_LITERAL || operand->node->literal.kind != LS_TERM_INT)
        return false;
    *out = operand->node->literal.integer;
    return true;
}

static bool text_split(const struct cost_call *call, struct cost_answer *out)
{
    if (!call->target)
        return false;
    struct ls_cel_estimate text = size_of(call, call->target);
    int64_t limit;
    uint64_t max = text.max;
    if (call->arg_count > 1 && int_literal(&call->args[1], &limit))
        max = (uint64_t)limit;
    return answer_sized(out, ls_estimate_scale(text, 2 * COST_TRAVERSAL), ls_estimate_of(0, max));
}

static bool list_join(const struct cost_call *call, struct cost_answer *out)
{
    if (!call->target)
        return false;
    struct ls_cel_estimate count = size_of(call, call->target);
    struct items items = items_of(call, call->target);
    struct ls_cel_estimate size = {0, 0};
    if (items.type)
        size = ls_estimate_multiply(count, items.size);
    if (call->arg_count > 0) {
        struct ls_cel_estimate gaps = {count.min > 0 ? count.min - 1 : 0,
                                       count.max > 0 ? count.max - 1 : 0};
        size = ls_estimate_add(size, ls_estimate_multiply(size_of(call, &call->args[0]), gaps));
    }
    return answer_sized(out, traversal(size), size);
}

static bool pattern_find(const struct cost_call *call, struct cost_answer *out)
{
    if (!call->target || call->arg_count < 1)
        return false;
    struct ls_cel_estimate text = size_of(call, call->target);
    struct ls_cel_estimate passes = traversal(ls_estimate_add(text, ls_estimate_exactly(1)));
    struct ls_cel_estimate pattern = ls_estimate_scale(size_of(call, &call->args[0]), COST_REGEX);
    return answer_sized(out, ls_estimate_multiply(passes, pattern), ls_estimate_of(0, text.max));
}

static bool text_read(const struct cost_call *call, struct cost_answer *out)
{
    if (call->arg_count < 1)
        return false;
    return answer_is(out, traversal(size_of(call, &call->args[0])));
}

static bool ip_read(const struct cost_call *call, struct cost_answer *out)
{
    if (ls_slice_is(call->overload, "cidr_ip"))
        return answer_is(out, ls_estimate_exactly(1));
    return text_read(call, out);
}

static bool ip_canonical(const struct cost_call *call, struct cost_answer *out)
{
    if (call->arg_count < 1)
        return false;
    return answer_is(out, ls_estimate_scale(size_of(call, &call->args[0]), 2 * COST_TRAVERSAL));
}

/* Text is parsed into an address first. */
static struct ls_cel_estimate contains_cost(const struct cost_call *call, const char *of_text)
{
    struct ls_cel_estimate cost = traversal(ls_estimate_add(address_size, address_size));
    if (ls_slice_is(call->overload, of_text))
        cost = ls_estimate_add(cost, traversal(size_of(call, &call->args[0])));
    return cost;
}

static bool contains_ip(const struct cost_call *call, struct cost_answer *out)
{
    return call->arg_count >= 1 && answer_is(out, contains_cost(call, "cidr_contains_ip_string"));
}

static bool contains_cidr(const struct cost_call *call, struct cost_answer *out)
{
    if (call->arg_count < 1)
        return false;
    struct ls_cel_estimate mask = ls_estimate_add(traversal(address_size), ls_estimate_exactly(1));
    return answer_is(out, ls_estimate_add(contains_cost(call, "cidr_contains_cidr_string"), mask));
}

static bool format_validate(const struct cost_call *call, struct cost_answer *out)
{
    if (call->arg_count < 1)
        return false;
    struct ls_cel_estimate passes = traversal(size_of(call, &call->args[0]));
    return answer_is(out, ls_estimate_scale(passes, FORMAT_PATTERN_BYTES * COST_REGEX));
}

static struct ls_cel_estimate up_to(uint64_t max)
{
    return traversal(ls_estimate_of(1, max));
}

/* Values of Kubernetes' own types are compared in one step; formats and URLs by their text. */
static bool own_equal(const struct cost_call *call, struct cost_answer *out)
{
    static const char *const at_once[] = {"net.IP", "net.CIDR", "kubernetes.Quantity",
                                          "kubernetes.Semver"};
    const struct ls_cel_type *type = call->args[0].type;
    const struct cost_operand *right = &call->args[1];
    if (type->kind != LS_CEL_OPAQUE || !ls_cel_type_equal(type, right->type))
        return false;
    struct ls_slice name = ls_slice_of(type->name);
    if (ls_slice_is_any(name, at_once, LS_COUNT(at_once)))
        return answer_is(out, ls_estimate_exactly(1));
    if (ls_slice_is(name, "kubernetes.NamedFormat"))
        return answer_is(out, up_to(FORMAT_BYTES_MAX));
    if (ls_slice_is(name, "kubernetes.URL"))
        return answer_is(out, up_to(right->size.is_known ? right->size.size.max : 1));
    return false;
}

/* A new list, with `factor` units per item. */
static bool list_made(struct cost_answer *out, double factor, struct ls_cel_estimate size)
{
    struct ls_cel_estimate cost =
        ls_estimate_add(ls_estimate_scale(size, factor), ls_estimate_exactly(1 + COST_LIST));
    return answer_sized(out, cost, size);
}

static uint64_t literal_or(const struct cost_operand *operand, uint64_t otherwise)
{
    int64_t value;
    if (!int_literal(operand, &value))
        return otherwise;
    return value < 0 ? 0 : (uint64_t)value;
}

static bool list_slice(const struct cost_call *call, struct cost_answer *out)
{
    uint64_t start = literal_or(&call->args[0], 0);
    uint64_t end = literal_or(&call->args[1], size_of(call, call->target).max);
    return list_made(out, 1, ls_estimate_exactly(end - start));
}

static bool list_flatten(const struct cost_call *call, struct cost_answer *out)
{
    uint64_t depth = call->arg_count == 1 ? literal_or(&call->args[0], UINT64_MAX) : 1;
    return list_made(out, (double)depth, size_of(call, call->target));
}

static bool list_range(const struct cost_call *call, struct cost_answer *out)
{
    return list_made(out, 1, ls_estimate_exactly(literal_or(&call->args[0], UINT64_MAX)));
}

static bool list_reverse(const struct cost_call *call, struct cost_answer *out)
{
    return list_made(out, 1, size_of(call, call->target));
}

static struct ls_cel_estimate squared(struct ls_cel_estimate size)
{
    return ls_estimate_multiply(size, size);
}

static bool list_distinct(const struct cost_call *call, struct cost_answer *out)
{
    return list_made(out, 2, squared(size_of(call, call->target)));
}

static double sort_factor(const struct cost_call *call)
{
    bool is_text = ls_slice_starts(call->overload, "list_string_") ||
                   ls_slice_starts(call->overload, "list_bytes_");
    return is_text ? 2 + COST_TRAVERSAL : 2;
}

static bool list_sort(const struct cost_call *call, struct cost_answer *out)
{
    return list_made(out, sort_factor(call), squared(size_of(call, call->target)));
}

static bool list_sort_by(const struct cost_call *call, struct cost_answer *out)
{
    return list_made(out, sort_factor(call), squared(size_of(call, &call->args[0])));
}

static bool sets_compare(const struct cost_call *call, struct cost_answer *out, double factor)
{
    struct ls_cel_estimate pairs =
        ls_estimate_multiply(size_of(call, &call->args[0]), size_of(call, &call->args[1]));
    return answer_is(out,
                     ls_estimate_add(ls_estimate_scale(pairs, factor), ls_estimate_exactly(1)));
}

static bool sets_one_way(const struct cost_call *call, struct cost_answer *out)
{
    return sets_compare(call, out, 1);
}

static bool sets_both_ways(const struct cost_call *call, struct cost_answer *out)
{
    return sets_compare(call, out, 2);
}

/* By the beginning of an overload's id where it is set, else by the function's name. Functions of
 * constant cost need no row. */
static const struct {
    const char *function;
    const char *overload;
    bool (*fn)(const struct cost_call *call, struct cost_answer *out);
} extensions[] = {
    {"slice", "list_slice", list_slice},
    {"flatten", "list_flatten", list_flatten},
    {"lists.range", "lists_range", list_range},
    {"reverse", "list_reverse", list_reverse},
    {"distinct", "list_distinct", list_distinct},
    {"sort", "list_", list_sort},
    {"@sortByAssociatedKeys", "list_", list_sort_by},
    {"sets.contains", "list_sets_", sets_one_way},
    {"sets.intersects", "list_sets_", sets_one_way},
    {"sets.equivalent", "list_sets_", sets_both_ways},
    {"isSorted", "", list_scan},
    {"sum", "", list_scan},
    {"max", "", list_scan},
    {"min", "", list_scan},
    {"indexOf", "", list_scan},
    {"lastIndexOf", "", list_scan},
    {"url", "", url_read},
    {"lowerAscii", "", text_made},
    {"upperAscii", "", text_made},
    {"substring", "", text_made},
    {"trim", "", text_made},
    {"replace", "", text_replace},
    {"split", "", text_split},
    {"join", "", list_join},
    {"find", "", pattern_find},
    {"findAll", "", pattern_find},
    {"cidr", "", text_read},
    {"isIP", "", text_read},
    {"isCIDR", "", text_read},
    {"quantity", "", text_read},
    {"isQuantity", "", text_read},
    {"semver", "", text_read},
    {"isSemver", "", text_read},
    {"ip", "", ip_read},
    {"ip.isCanonical", "", ip_canonical},
    {"containsIP", "", contains_ip},
    {"containsCIDR", "", contains_cidr},
    {"validate", "", format_validate},
    {"_==_", "", own_equal},
};

bool ls_cost_extension(const struct cost_call *call, struct cost_answer *out)
{
    for (size_t i = 0; i < LS_COUNT(extensions); i++) {
        if (ls_slice_is(call->function, extensions[i].function) &&
            ls_slice_starts(call->overload, extensions[i].overload))
            return extensions[i].fn(call, out);
    }
    return false;
}

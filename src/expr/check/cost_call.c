/* Estimates calls: the range over all overloads that may apply, and the standard functions. */
#include "expr/check/cost_impl.h"

static struct ls_cel_estimate cost_args(const struct cost_call *call)
{
    struct ls_cel_estimate sum = ls_estimate_exactly(0);
    for (size_t i = 0; i < call->arg_count; i++)
        sum = ls_estimate_add(sum, call->arg_costs[i]);
    return sum;
}

static struct ls_cel_estimate bounds(const struct cost_operand *operand)
{
    return ls_cost_bounds(operand->size);
}

static struct ls_cel_estimate traversal(const struct cost_operand *operand)
{
    return ls_estimate_scale(bounds(operand), COST_TRAVERSAL);
}

static struct cost_answer plain(const struct cost_call *call, struct ls_cel_estimate cost)
{
    return (struct cost_answer){.cost = ls_estimate_add(cost, cost_args(call))};
}

static struct cost_answer sized(const struct cost_call *call, struct ls_cel_estimate cost,
                                struct ls_cel_estimate size)
{
    struct cost_answer answer = plain(call, cost);
    answer.result = ls_cost_known(size);
    return answer;
}

static struct cost_answer cost_format(const struct cost_call *call)
{
    return plain(call, traversal(call->target));
}

/* Products overflow where cel-go's do. */
static struct cost_answer cost_to_bytes(const struct cost_call *call)
{
    struct ls_cel_estimate size = bounds(&call->args[0]);
    return sized(call, traversal(&call->args[0]), ls_estimate_of(size.min, size.max * 4));
}

static struct cost_answer cost_to_string(const struct cost_call *call)
{
    struct ls_cel_estimate size = bounds(&call->args[0]);
    return sized(call, traversal(&call->args[0]), ls_estimate_of(size.min / 4, size.max));
}

static struct cost_answer cost_quote(const struct cost_call *call)
{
    struct ls_cel_estimate size = bounds(&call->args[0]);
    return sized(call, traversal(&call->args[0]), ls_estimate_of(size.min + 2, size.max * 2 + 2));
}

static struct cost_answer cost_affix(const struct cost_call *call)
{
    return plain(call, traversal(&call->args[0]));
}

static struct cost_answer cost_in_list(const struct cost_call *call)
{
    return plain(call, ls_estimate_scale(bounds(&call->args[1]), 1));
}

/* One more than the length of the text, so that a costly pattern on an empty text is not free. */
static struct cost_answer cost_matches(const struct cost_call *call)
{
    struct ls_cel_estimate text = ls_estimate_add(bounds(call->target), ls_estimate_exactly(1));
    return plain(call, ls_estimate_multiply(ls_estimate_scale(text, COST_TRAVERSAL),
                                            ls_estimate_scale(bounds(&call->args[0]), COST_REGEX)));
}

static struct cost_answer cost_contains(const struct cost_call *call)
{
    return plain(call, ls_estimate_multiply(traversal(call->target), traversal(&call->args[0])));
}

/* The right side may never be evaluated. */
static struct cost_answer cost_logic(const struct cost_call *call)
{
    struct ls_cel_estimate both = ls_estimate_add(call->arg_costs[0], call->arg_costs[1]);
    return (struct cost_answer){.cost = ls_estimate_of(call->arg_costs[0].min, both.max)};
}

static struct cost_entries entries_union(struct cost_entries a, struct cost_entries b)
{
    return (struct cost_entries){.is_known = a.is_known && b.is_known,
                                 .is_list = a.is_list,
                                 .key = ls_estimate_union(a.key, b.key),
                                 .value = ls_estimate_union(a.value, b.value)};
}

static void entries_join(const struct cost_call *call, const struct cost_operand *a,
                         const struct cost_operand *b)
{
    struct cost_entries joined = entries_union(ls_cost_entries(call->estimator, a->node),
                                               ls_cost_entries(call->estimator, b->node));
    if (joined.is_known)
        call->estimator->entries[call->node->id] = joined;
}

static struct cost_answer cost_ternary(const struct cost_call *call)
{
    struct ls_cel_estimate size = ls_estimate_union(bounds(&call->args[1]), bounds(&call->args[2]));
    struct ls_cel_estimate branch = ls_estimate_union(call->arg_costs[1], call->arg_costs[2]);
    entries_join(call, &call->args[1], &call->args[2]);
    return (struct cost_answer){.cost = ls_estimate_add(call->arg_costs[0], branch),
                                .result = ls_cost_known(size)};
}

static struct cost_answer cost_add(const struct cost_call *call)
{
    struct ls_cel_estimate size = ls_estimate_add(bounds(&call->args[0]), bounds(&call->args[1]));
    entries_join(call, &call->args[0], &call->args[1]);
    bool is_list = ls_slice_is(call->overload, "add_list");
    return sized(call, is_list ? ls_estimate_exactly(1) : ls_estimate_scale(size, COST_TRAVERSAL),
                 size);
}

static struct cost_answer cost_compare(const struct cost_call *call)
{
    uint64_t max = LS_MIN(bounds(&call->args[0]).max, bounds(&call->args[1]).max);
    struct ls_cel_estimate shorter = ls_estimate_of(max > 0 ? 1 : 0, max);
    return plain(call, ls_estimate_scale(shorter, COST_TRAVERSAL));
}

/* Overloads whose cost depends on the sizes of their arguments; all others cost one. */
static const struct {
    const char *overload;
    struct cost_answer (*fn)(const struct cost_call *call);
} standard[] = {
    {"string_format", cost_format},
    {"string_to_bytes", cost_to_bytes},
    {"bytes_to_string", cost_to_string},
    {"strings_quote", cost_quote},
    {"starts_with_string", cost_affix},
    {"ends_with_string", cost_affix},
    {"in_list", cost_in_list},
    {"matches_string", cost_matches},
    {"contains_string", cost_contains},
    {"logical_or", cost_logic},
    {"logical_and", cost_logic},
    {"conditional", cost_ternary},
    {"add_string", cost_add},
    {"add_bytes", cost_add},
    {"add_list", cost_add},
    {"less_string", cost_compare},
    {"greater_string", cost_compare},
    {"less_equals_string", cost_compare},
    {"greater_equals_string", cost_compare},
    {"less_bytes", cost_compare},
    {"greater_bytes", cost_compare},
    {"less_equals_bytes", cost_compare},
    {"greater_equals_bytes", cost_compare},
    {"equals", cost_compare},
    {"not_equals", cost_compare},
};

/* The cost of a call with its arguments, by the standard library. */
static struct cost_answer cost_standard(const struct cost_call *call)
{
    for (size_t i = 0; i < LS_COUNT(standard); i++) {
        if (ls_slice_is(call->overload, standard[i].overload))
            return standard[i].fn(call);
    }
    return plain(call, ls_estimate_exactly(1));
}

static struct cost_answer overload_cost(const struct cost_call *call)
{
    struct cost_answer answer = {.result = {.is_known = false}};
    if (!ls_cost_extension(call, &answer))
        return cost_standard(call);
    answer.cost = ls_estimate_add(answer.cost, cost_args(call));
    return answer;
}

static struct cost_operand operand_of(struct estimator *estimator, const struct ls_cel_node *node)
{
    return (struct cost_operand){.node = node,
                                 .type = estimator->checked->types[node->id],
                                 .path = ls_cost_path(estimator, node),
                                 .size = ls_cost_size(estimator, node)};
}

/* An item of a list or a map is followed by its path, or has the size of what a literal holds. */
static void index_follow(const struct cost_call *call, struct cost_size *result)
{
    struct estimator *estimator = call->estimator;
    bool is_list = ls_slice_is(call->overload, "index_list");
    if (!is_list && !ls_slice_is(call->overload, "index_map"))
        return;
    const struct ls_cel_node *of = call->args[0].node;
    struct cost_entries entries = ls_cost_entries(estimator, of);
    *result = (struct cost_size){entries.is_known, entries.value};
    estimator->paths[call->node->id] = ls_cost_path_add(
        estimator, ls_cost_path(estimator, of), is_list ? LS_SLICE("@items") : LS_SLICE("@values"));
}

static void result_widen(struct cost_size *result, struct cost_size size)
{
    if (!size.is_known)
        return;
    *result =
        ls_cost_known(result->is_known ? ls_estimate_union(result->size, size.size) : size.size);
}

/* The range that covers all overloads of the call. */
static struct ls_cel_estimate overloads_cost(struct cost_call *call,
                                             const struct ls_cel_overload *const *overloads)
{
    struct ls_cel_estimate cost = ls_estimate_of(UINT64_MAX, 0);
    struct cost_size result = {.is_known = false};
    for (; *overloads; overloads++) {
        call->function = ls_slice_of((*overloads)->name);
        call->overload = ls_slice_of((*overloads)->id);
        struct cost_answer answer = overload_cost(call);
        cost = ls_estimate_union(cost, answer.cost);
        result_widen(&result, answer.result);
        index_follow(call, &result);
        if (!result.is_known)
            result = ls_cost_size(call->estimator, call->node);
    }
    if (result.is_known)
        call->estimator->sizes[call->node->id] = result;
    return cost;
}

/* dyn() changes only the type: the argument keeps its size. */
static struct ls_cel_estimate cost_dyn(struct estimator *estimator, const struct ls_cel_node *node)
{
    const struct ls_cel_node *arg = node->call.args[0];
    struct ls_cel_estimate cost =
        ls_estimate_add(ls_cost_node(estimator, arg), ls_estimate_exactly(1));
    struct cost_size size = ls_cost_size(estimator, arg);
    struct cost_entries entries = ls_cost_entries(estimator, arg);
    if (size.is_known)
        estimator->sizes[node->id] = size;
    if (entries.is_known)
        estimator->entries[node->id] = entries;
    return cost;
}

/* operand.?name is no call of a table. */
static const struct ls_cel_overload optional_field = {.name = LS_CEL_OP_OPT_FIELD,
                                                      .id = "select_optional_field"};

struct ls_cel_estimate ls_cost_call(struct estimator *estimator, const struct ls_cel_node *node)
{
    LS_ASSERT(node->kind == LS_CEL_NODE_CALL);
    static const struct ls_cel_overload *const field_overloads[] = {&optional_field, NULL};
    if (ls_slice_is(node->call.name, "dyn"))
        return cost_dyn(estimator, node);
    size_t count = node->call.arg_count;
    struct cost_operand *args = LS_ARENA_ARRAY(estimator->arena, struct cost_operand, count + 1);
    struct ls_cel_estimate *costs =
        LS_ARENA_ARRAY(estimator->arena, struct ls_cel_estimate, count + 1);
    const struct ls_cel_node *target = node->call.target;
    struct cost_call call = {
        .estimator = estimator, .node = node, .args = args, .arg_costs = costs, .arg_count = count};
    bool is_field = ls_slice_is(node->call.name, LS_CEL_OP_OPT_FIELD);
    for (size_t i = 0; i < count; i++) {
        costs[i] = ls_cost_node(estimator, node->call.args[i]);
        args[i] = operand_of(estimator, node->call.args[i]);
    }
    struct ls_cel_estimate sum = ls_estimate_exactly(0);
    /* The target of a function with a dotted name is part of the name. */
    if (target && estimator->checked->types[target->id]) {
        sum = ls_cost_node(estimator, target);
        args[count] = operand_of(estimator, target);
        call.target = &args[count];
    }
    const struct ls_cel_overload *const *overloads =
        is_field ? field_overloads : estimator->checked->overloads[node->id];
    return ls_estimate_add(sum, overloads_cost(&call, overloads));
}

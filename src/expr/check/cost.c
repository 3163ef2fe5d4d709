/* Estimates the cost of a checked tree by a walk that follows sizes through it. */
#include "expr/check/cost_impl.h"

#include <string.h>

#include "expr/lib/characters.h"

struct cost_size ls_cost_known(struct ls_cel_estimate size)
{
    return (struct cost_size){true, size};
}

struct ls_cel_estimate ls_cost_bounds(struct cost_size size)
{
    return size.is_known ? size.size : ls_estimate_unknown();
}

struct cost_path ls_cost_path_add(struct estimator *estimator, struct cost_path path,
                                  struct ls_slice step)
{
    LS_ASSERT(path.count <= path.cap);
    if (path.count == path.cap) {
        size_t cap = path.cap ? path.cap * 2 : 1;
        struct ls_slice *steps = LS_ARENA_ARRAY(estimator->arena, struct ls_slice, cap);
        if (path.count > 0)
            memcpy(steps, path.steps, path.count * sizeof *steps);
        path = (struct cost_path){steps, path.count, cap};
    }
    path.steps[path.count++] = step;
    return path;
}

/* The type one step below; NULL: there is none. */
static const struct ls_cel_type *type_below(const struct ls_cel_type *type, struct ls_slice step)
{
    bool is_list = type->kind == LS_CEL_LIST, is_map = type->kind == LS_CEL_MAP;
    if (ls_slice_is(step, "@items") || ls_slice_is(step, "@values"))
        return is_list || is_map ? type->item : NULL;
    if (ls_slice_is(step, "@keys"))
        return is_map ? type->key : NULL;
    const struct ls_cel_field *field =
        type->kind == LS_CEL_OBJECT ? ls_cel_field_find(type, step) : NULL;
    return field && ls_slice_is(step, field->name) ? field->type : NULL;
}

struct cost_size ls_cost_path_size(const struct estimator *estimator, struct cost_path path)
{
    const struct ls_cel_type *type = path.count > 0 ? estimator->root : NULL;
    for (size_t i = 1; type && i < path.count; i++)
        type = type_below(type, path.steps[i]);
    if (!type)
        return (struct cost_size){.is_known = false};
    return ls_cost_known(ls_estimate_of(0, type->size_max));
}

/* A plain name: an identifier, or a.b.c where that is the name of a variable. */
static bool is_name(const struct estimator *estimator, const struct ls_cel_node *node)
{
    return node->kind == LS_CEL_NODE_IDENT || estimator->checked->variables[node->id] ||
           estimator->checked->constants[node->id];
}

static const struct cost_local *local_find(const struct estimator *estimator,
                                           const struct ls_cel_node *node)
{
    if (node->kind != LS_CEL_NODE_IDENT)
        return NULL;
    for (const struct cost_local *local = estimator->locals; local; local = local->outer) {
        if (ls_slice_equal(local->name, node->name))
            return local;
    }
    return NULL;
}

struct cost_path ls_cost_path(const struct estimator *estimator, const struct ls_cel_node *node)
{
    const struct cost_local *local = local_find(estimator, node);
    return local ? local->path : estimator->paths[node->id];
}

struct cost_entries ls_cost_entries(const struct estimator *estimator,
                                    const struct ls_cel_node *node)
{
    const struct cost_local *local = local_find(estimator, node);
    if (local && !estimator->entries[node->id].is_known)
        return local->entries;
    return estimator->entries[node->id];
}

static struct cost_size literal_size(const struct ls_cel_node *node)
{
    const struct ls_term *literal = &node->literal;
    if (node->kind == LS_CEL_NODE_LIST || node->kind == LS_CEL_NODE_MAP)
        return ls_cost_known(ls_estimate_exactly(node->entries.count));
    if (node->kind != LS_CEL_NODE_LITERAL)
        return (struct cost_size){.is_known = false};
    if (literal->kind == LS_TERM_STRING)
        return ls_cost_known(ls_estimate_exactly(ls_cel_characters(literal->text)));
    if (literal->kind == LS_TERM_BYTES)
        return ls_cost_known(ls_estimate_exactly(literal->text.len));
    return ls_cost_known(ls_estimate_exactly(1));
}

/* Have all values of the type the same size? */
static bool is_scalar(const struct ls_cel_type *type)
{
    while (type->kind == LS_CEL_OPTIONAL)
        type = type->item;
    switch (type->kind) {
    case LS_CEL_BOOL:
    case LS_CEL_DOUBLE:
    case LS_CEL_DURATION:
    case LS_CEL_INT:
    case LS_CEL_TIMESTAMP:
    case LS_CEL_UINT:
        return true;
    default:
        return false;
    }
}

struct cost_size ls_cost_size(struct estimator *estimator, const struct ls_cel_node *node)
{
    LS_ASSERT(node->id > 0);
    struct cost_size *kept = &estimator->sizes[node->id];
    if (kept->is_known)
        return *kept;
    struct cost_size size = literal_size(node);
    if (size.is_known)
        return size;
    *kept = ls_cost_path_size(estimator, ls_cost_path(estimator, node));
    if (kept->is_known)
        return *kept;
    if (is_scalar(estimator->checked->types[node->id]))
        return ls_cost_known(ls_estimate_exactly(1));
    const struct cost_local *local = local_find(estimator, node);
    return local ? local->size : *kept;
}

static void size_keep(struct estimator *estimator, const struct ls_cel_node *node,
                      struct cost_size size)
{
    if (size.is_known)
        estimator->sizes[node->id] = size;
}

static void entries_keep(struct estimator *estimator, const struct ls_cel_node *node,
                         struct cost_entries entries)
{
    if (entries.is_known)
        estimator->entries[node->id] = entries;
}

static struct ls_cel_estimate cost_name(struct estimator *estimator, const struct ls_cel_node *node)
{
    const struct cost_local *local = local_find(estimator, node);
    const struct ls_cel_variable *variable = estimator->checked->variables[node->id];
    struct ls_slice name = variable ? variable->name : LS_SLICE("");
    estimator->paths[node->id] =
        local ? local->path : ls_cost_path_add(estimator, (struct cost_path){0}, name);
    return ls_estimate_exactly(1);
}

/* has() costs nothing in Kubernetes beyond its operand. */
static struct ls_cel_estimate cost_select(struct estimator *estimator,
                                          const struct ls_cel_node *node)
{
    const struct ls_cel_node *operand = node->select.operand;
    struct ls_cel_estimate sum = ls_cost_node(estimator, operand);
    if (node->select.is_test)
        return sum;
    enum ls_cel_kind kind = estimator->checked->types[operand->id]->kind;
    if (kind == LS_CEL_MAP || kind == LS_CEL_OBJECT)
        sum = ls_estimate_add(sum, ls_estimate_exactly(1));
    estimator->paths[node->id] =
        ls_cost_path_add(estimator, ls_cost_path(estimator, operand), node->select.name);
    return sum;
}

/* Adds the cost of one part of a literal, and widens the bounds of such parts. */
static void part_add(struct estimator *estimator, const struct ls_cel_node *part,
                     struct ls_cel_estimate *sum, struct ls_cel_estimate *bounds)
{
    *sum = ls_estimate_add(*sum, ls_cost_node(estimator, part));
    *bounds = ls_estimate_union(*bounds, ls_cost_bounds(ls_cost_size(estimator, part)));
}

static struct ls_cel_estimate cost_entries(struct estimator *estimator,
                                           const struct ls_cel_node *node)
{
    bool is_list = node->kind == LS_CEL_NODE_LIST;
    struct ls_cel_estimate sum = ls_estimate_exactly(is_list ? COST_LIST : COST_MAP);
    /* The bounds of an empty literal. */
    struct ls_cel_estimate none = {node->entries.count > 0 ? UINT64_MAX : 0, 0};
    struct cost_entries entries = {true, is_list, is_list ? ls_estimate_exactly(1) : none, none};
    for (size_t i = 0; i < node->entries.count; i++) {
        if (!is_list)
            part_add(estimator, node->entries.at[i].key, &sum, &entries.key);
        part_add(estimator, node->entries.at[i].value, &sum, &entries.value);
    }
    entries_keep(estimator, node, entries);
    return sum;
}

/* The variable of a loop: what the range holds, under a path of its own. */
static struct cost_local loop_variable(struct estimator *estimator, const struct ls_cel_fold *fold,
                                       struct ls_slice name, bool is_second,
                                       const struct cost_local *outer)
{
    struct cost_entries entries = ls_cost_entries(estimator, fold->range);
    bool is_list = entries.is_known
                       ? entries.is_list
                       : estimator->checked->types[fold->range->id]->kind == LS_CEL_LIST;
    bool is_value = is_second || (is_list && fold->var2.len == 0);
    const char *step =
        is_list ? (is_value ? "@items" : "@indices") : (is_value ? "@values" : "@keys");
    struct cost_path path =
        ls_cost_path_add(estimator, ls_cost_path(estimator, fold->range), ls_slice_of(step));
    struct cost_size size = {entries.is_known, is_value ? entries.value : entries.key};
    return (struct cost_local){.name = name, .path = path, .size = size, .outer = outer};
}

static struct cost_local accumulator(struct estimator *estimator, const struct ls_cel_fold *fold)
{
    return (struct cost_local){.name = fold->accu,
                               .path = ls_cost_path(estimator, fold->init),
                               .size = ls_cost_size(estimator, fold->init),
                               .entries = ls_cost_entries(estimator, fold->init),
                               .outer = estimator->locals};
}

/* The condition and the step of one round. */
static struct ls_cel_estimate cost_round(struct estimator *estimator,
                                         const struct ls_cel_fold *fold,
                                         const struct cost_local *accu)
{
    bool has_two = fold->var2.len > 0;
    struct cost_local var = loop_variable(estimator, fold, fold->var, false, accu);
    struct cost_local var2;
    estimator->locals = &var;
    if (has_two) {
        var2 = loop_variable(estimator, fold, fold->var2, true, &var);
        estimator->locals = &var2;
    }
    struct ls_cel_estimate cost = ls_cost_node(estimator, fold->condition);
    cost = ls_estimate_add(cost, ls_cost_node(estimator, fold->step));
    estimator->locals = accu;
    return cost;
}

/* The result of a loop is as large as its initial value, or as its range. */
static void fold_size_keep(struct estimator *estimator, const struct ls_cel_node *node,
                           struct ls_cel_estimate rounds)
{
    const struct ls_cel_fold *fold = node->fold;
    if (fold->init->kind == LS_CEL_NODE_LITERAL)
        size_keep(estimator, node, ls_cost_size(estimator, fold->init));
    if (fold->init->kind != LS_CEL_NODE_LIST && fold->init->kind != LS_CEL_NODE_MAP)
        return;
    size_keep(estimator, node, ls_cost_known(rounds));
    entries_keep(estimator, node, ls_cost_entries(estimator, fold->step));
}

static struct ls_cel_estimate cost_fold(struct estimator *estimator, const struct ls_cel_node *node)
{
    const struct ls_cel_fold *fold = node->fold;
    const struct cost_local *outside = estimator->locals;
    struct ls_cel_estimate sum = ls_cost_node(estimator, fold->range);
    sum = ls_estimate_add(sum, ls_cost_node(estimator, fold->init));
    struct cost_local accu = accumulator(estimator, fold);
    struct ls_cel_estimate round = cost_round(estimator, fold, &accu);
    sum = ls_estimate_add(sum, ls_cost_node(estimator, fold->result));
    estimator->locals = outside;
    struct ls_cel_estimate rounds = ls_cost_bounds(ls_cost_size(estimator, fold->range));
    fold_size_keep(estimator, node, rounds);
    return ls_estimate_add(sum, ls_estimate_multiply(rounds, round));
}

/* cel.bind() is a loop over nothing that gives its accumulator a name. */
static bool is_bind(const struct ls_cel_fold *fold)
{
    const struct ls_cel_node *range = fold->range, *condition = fold->condition;
    return range->kind == LS_CEL_NODE_LIST && range->entries.count == 0 &&
           condition->kind == LS_CEL_NODE_LITERAL && condition->literal.kind == LS_TERM_BOOL &&
           !condition->literal.truth;
}

static struct ls_cel_estimate cost_bind(struct estimator *estimator, const struct ls_cel_node *node)
{
    const struct ls_cel_fold *fold = node->fold;
    const struct cost_local *outside = estimator->locals;
    struct ls_cel_estimate sum = ls_cost_node(estimator, fold->range);
    sum = ls_estimate_add(sum, ls_cost_node(estimator, fold->init));
    struct cost_local accu = accumulator(estimator, fold);
    estimator->locals = &accu;
    sum = ls_estimate_add(sum, ls_cost_node(estimator, fold->result));
    estimator->locals = outside;
    size_keep(estimator, node, ls_cost_size(estimator, fold->result));
    entries_keep(estimator, node, ls_cost_entries(estimator, fold->result));
    return sum;
}

/* Recursion is limited by the parser: LS_CEL_DEPTH_MAX. */
struct ls_cel_estimate ls_cost_node(struct estimator *estimator, const struct ls_cel_node *node)
{
    if (is_name(estimator, node))
        return cost_name(estimator, node);
    switch (node->kind) {
    case LS_CEL_NODE_SELECT:
        return cost_select(estimator, node);
    case LS_CEL_NODE_CALL:
        return ls_cost_call(estimator, node);
    case LS_CEL_NODE_LIST:
    case LS_CEL_NODE_MAP:
        return cost_entries(estimator, node);
    case LS_CEL_NODE_FOLD:
        return is_bind(node->fold) ? cost_bind(estimator, node) : cost_fold(estimator, node);
    default:
        return ls_estimate_exactly(0);
    }
}

struct ls_cel_estimate ls_cel_cost_estimate(const struct ls_cel_env *env,
                                            const struct ls_cel_tree *tree,
                                            const struct ls_cel_checked *checked,
                                            struct ls_arena *arena)
{
    LS_ASSERT(tree->root);
    LS_ASSERT(checked->types);
    size_t count = (size_t)tree->node_count + 1;
    struct estimator estimator = {
        .arena = arena,
        .checked = checked,
        .root = env->variable_count > 0 ? env->variables[0].type : NULL,
        .sizes = LS_ARENA_ARRAY(arena, struct cost_size, count),
        .entries = LS_ARENA_ARRAY(arena, struct cost_entries, count),
        .paths = LS_ARENA_ARRAY(arena, struct cost_path, count),
    };
    return ls_cost_node(&estimator, tree->root);
}

/* Macros beyond the standard ones: cel.bind, optMap, two variables, math.greatest, sortBy. */
#include "expr/syntax/macro.h"

#define INSERT "cel.@mapInsert"

static const struct ls_cel_node *wrong_at(const struct ls_cel_macro_call *call,
                                          const struct ls_cel_node *node, const char *text)
{
    return ls_cel_build_wrong(call->builder, node->offset, "%s", text);
}

static bool is_in(const struct ls_cel_macro_call *call, const char *space)
{
    return call->target->kind == LS_CEL_NODE_IDENT && ls_slice_is(call->target->name, space);
}

const struct ls_cel_node *ls_cel_macro_bind(const struct ls_cel_macro_call *call,
                                            const struct ls_cel_node *nothing, struct ls_slice var,
                                            const struct ls_cel_node *init,
                                            const struct ls_cel_node *body)
{
    struct ls_cel_fold fold = {
        .range = nothing, .var = LS_SLICE("#unused"), .accu = var, .init = init, .result = body};
    fold.condition = ls_cel_macro_bool(call, false);
    fold.step = ls_cel_macro_ident(call, var);
    return ls_cel_macro_fold(call, fold);
}

static const struct ls_cel_node *expand_bind(const struct ls_cel_macro_call *call)
{
    const struct ls_cel_node *var = call->args.at[0];
    if (!is_in(call, "cel"))
        return NULL;
    if (var->kind != LS_CEL_NODE_IDENT)
        return wrong_at(call, var, "cel.bind() variable names must be simple identifiers");
    return ls_cel_macro_bind(call, ls_cel_macro_list(call, NULL), var->name, call->args.at[1],
                             call->args.at[2]);
}

/* target.name() */
static const struct ls_cel_node *asked(const struct ls_cel_macro_call *call,
                                       const struct ls_cel_node *target, const char *name)
{
    struct ls_cel_nodes none = {0};
    return ls_cel_build_call(call->builder, ls_cel_mark(call->builder, call->offset),
                             ls_slice_of(name), target, none);
}

static const struct ls_cel_node *optional_bound(const struct ls_cel_macro_call *call)
{
    const struct ls_cel_node *nothing = ls_cel_macro_list(call, NULL);
    const struct ls_cel_node *value =
        asked(call, ls_cel_build_copy(call->builder, call->target), "value");
    return ls_cel_macro_bind(call, nothing, call->args.at[0]->name, value, call->args.at[1]);
}

static const struct ls_cel_node *expand_opt_map(const struct ls_cel_macro_call *call)
{
    if (call->args.at[0]->kind != LS_CEL_NODE_IDENT)
        return wrong_at(call, call->args.at[0],
                        "optMap() variable name must be a simple identifier");
    const struct ls_cel_node *is_there = asked(call, call->target, "hasValue");
    const struct ls_cel_node *some =
        ls_cel_macro_of(call, "optional.of", optional_bound(call), NULL, NULL);
    const struct ls_cel_node *none = ls_cel_macro_of(call, "optional.none", NULL, NULL, NULL);
    return ls_cel_macro_of(call, LS_CEL_OP_TERNARY, is_there, some, none);
}

static const struct ls_cel_node *expand_opt_flat_map(const struct ls_cel_macro_call *call)
{
    if (call->args.at[0]->kind != LS_CEL_NODE_IDENT)
        return wrong_at(call, call->args.at[0],
                        "optFlatMap() variable name must be a simple identifier");
    const struct ls_cel_node *is_there = asked(call, call->target, "hasValue");
    const struct ls_cel_node *some = optional_bound(call);
    const struct ls_cel_node *none = ls_cel_macro_of(call, "optional.none", NULL, NULL, NULL);
    return ls_cel_macro_of(call, LS_CEL_OP_TERNARY, is_there, some, none);
}

/* Checks the two variables of a loop; NULL when they are valid. */
static const struct ls_cel_node *wrong_vars(const struct ls_cel_macro_call *call)
{
    const struct ls_cel_node *const *args = call->args.at;
    for (size_t i = 0; i < 2; i++) {
        if (args[i]->kind != LS_CEL_NODE_IDENT)
            return wrong_at(call, args[i], "argument must be a simple name");
    }
    if (ls_slice_equal(args[0]->name, args[1]->name))
        return ls_cel_build_wrong(call->builder, args[1]->offset, "duplicate variable name: %.*s",
                                  LS_ARG(args[0]->name));
    for (size_t i = 0; i < 2; i++) {
        if (ls_cel_macro_is_accu(args[i]->name))
            return wrong_at(call, args[i], "iteration variable overwrites accumulator variable");
    }
    return NULL;
}

static struct ls_cel_fold two_var_fold(const struct ls_cel_macro_call *call)
{
    return (struct ls_cel_fold){.range = call->target,
                                .var = call->args.at[0]->name,
                                .var2 = call->args.at[1]->name,
                                .accu = LS_CEL_ACCU};
}

typedef void (*fold_fn)(const struct ls_cel_macro_call *call, const struct ls_cel_node *condition,
                        struct ls_cel_fold *fold);

static const struct ls_cel_node *expand_test(const struct ls_cel_macro_call *call, fold_fn fill)
{
    const struct ls_cel_node *wrong = wrong_vars(call);
    if (wrong != NULL)
        return wrong;
    struct ls_cel_fold fold = two_var_fold(call);
    fill(call, call->args.at[2], &fold);
    return ls_cel_macro_fold(call, fold);
}

static const struct ls_cel_node *expand_all(const struct ls_cel_macro_call *call)
{
    return expand_test(call, ls_cel_macro_all);
}

static const struct ls_cel_node *expand_exists(const struct ls_cel_macro_call *call)
{
    return expand_test(call, ls_cel_macro_exists);
}

static const struct ls_cel_node *expand_exists_one(const struct ls_cel_macro_call *call)
{
    return expand_test(call, ls_cel_macro_exists_one);
}

static const struct ls_cel_node *list_step(const struct ls_cel_macro_call *call,
                                           const struct ls_cel_node *item)
{
    const struct ls_cel_node *accu = ls_cel_macro_accu(call);
    return ls_cel_macro_of(call, "_+_", accu, ls_cel_macro_list(call, item), NULL);
}

static const struct ls_cel_node *map_step(const struct ls_cel_macro_call *call,
                                          const struct ls_cel_node *value)
{
    const struct ls_cel_node *accu = ls_cel_macro_accu(call);
    const struct ls_cel_node *key = ls_cel_macro_ident(call, call->args.at[0]->name);
    return ls_cel_macro_of(call, INSERT, accu, key, value);
}

static const struct ls_cel_node *entry_step(const struct ls_cel_macro_call *call,
                                            const struct ls_cel_node *entry)
{
    return ls_cel_macro_of(call, INSERT, ls_cel_macro_accu(call), entry, NULL);
}

typedef const struct ls_cel_node *(*step_fn)(const struct ls_cel_macro_call *call,
                                             const struct ls_cel_node *value);

static const struct ls_cel_node *expand_transform(const struct ls_cel_macro_call *call,
                                                  enum ls_cel_node_kind into, step_fn step)
{
    const struct ls_cel_node *wrong = wrong_vars(call);
    if (wrong != NULL)
        return wrong;
    struct ls_cel_fold fold = two_var_fold(call);
    bool has_filter = call->args.count == 4;
    fold.step = step(call, call->args.at[has_filter ? 3 : 2]);
    fold.step = ls_cel_macro_filtered(call, has_filter ? call->args.at[2] : NULL, fold.step);
    struct ls_cel_entries none = {0};
    fold.init = ls_cel_build_entries(call->builder, ls_cel_mark(call->builder, call->offset), into,
                                     LS_SLICE(""), none);
    fold.condition = ls_cel_macro_bool(call, true);
    fold.result = ls_cel_macro_accu(call);
    return ls_cel_macro_fold(call, fold);
}

static const struct ls_cel_node *expand_transform_list(const struct ls_cel_macro_call *call)
{
    return expand_transform(call, LS_CEL_NODE_LIST, list_step);
}

static const struct ls_cel_node *expand_transform_map(const struct ls_cel_macro_call *call)
{
    return expand_transform(call, LS_CEL_NODE_MAP, map_step);
}

static const struct ls_cel_node *expand_transform_entry(const struct ls_cel_macro_call *call)
{
    return expand_transform(call, LS_CEL_NODE_MAP, entry_step);
}

/* May it evaluate to a number? */
static bool may_be_number(const struct ls_cel_node *node)
{
    switch (node->kind) {
    case LS_CEL_NODE_LITERAL:
        return node->literal.kind == LS_TERM_INT || node->literal.kind == LS_TERM_UINT ||
               node->literal.kind == LS_TERM_DOUBLE;
    case LS_CEL_NODE_LIST:
    case LS_CEL_NODE_MAP:
    case LS_CEL_NODE_STRUCT:
        return false;
    default:
        return true;
    }
}

static bool is_list_of_numbers(const struct ls_cel_node *node)
{
    if (node->kind != LS_CEL_NODE_LIST || node->entries.count == 0)
        return false;
    for (size_t i = 0; i < node->entries.count; i++) {
        if (!may_be_number(node->entries.at[i].value))
            return false;
    }
    return true;
}

static const struct ls_cel_node *list_of_args(const struct ls_cel_macro_call *call)
{
    struct ls_cel_entries entries = {0};
    for (size_t i = 0; i < call->args.count; i++)
        ls_cel_entries_add(call->builder, &entries,
                           (struct ls_cel_entry){.value = call->args.at[i]});
    return ls_cel_build_entries(call->builder, ls_cel_mark(call->builder, call->offset),
                                LS_CEL_NODE_LIST, LS_SLICE(""), entries);
}

static const struct ls_cel_node *expand_extreme(const struct ls_cel_macro_call *call,
                                                const char *name, const char *function)
{
    struct ls_cel_builder *builder = call->builder;
    const struct ls_cel_node *const *args = call->args.at;
    if (!is_in(call, "math"))
        return NULL;
    if (call->args.count == 0)
        return ls_cel_build_wrong(builder, call->target->offset,
                                  "%s requires at least one argument", name);
    if (call->args.count == 1) {
        if (!is_list_of_numbers(args[0]) && !may_be_number(args[0]))
            return ls_cel_build_wrong(builder, args[0]->offset, "%s invalid single argument value",
                                      name);
        return ls_cel_macro_of(call, function, args[0], NULL, NULL);
    }
    for (size_t i = 0; i < call->args.count; i++) {
        if (!may_be_number(args[i]))
            return ls_cel_build_wrong(builder, args[i]->offset,
                                      "%s simple literal arguments must be numeric", name);
    }
    if (call->args.count == 2)
        return ls_cel_macro_of(call, function, args[0], args[1], NULL);
    return ls_cel_macro_of(call, function, list_of_args(call), NULL, NULL);
}

static const struct ls_cel_node *expand_least(const struct ls_cel_macro_call *call)
{
    return expand_extreme(call, "math.least()", "math.@min");
}

static const struct ls_cel_node *expand_greatest(const struct ls_cel_macro_call *call)
{
    return expand_extreme(call, "math.greatest()", "math.@max");
}

static bool may_be_list(const struct ls_cel_node *node)
{
    return node->kind != LS_CEL_NODE_LITERAL && node->kind != LS_CEL_NODE_MAP &&
           node->kind != LS_CEL_NODE_STRUCT;
}

/* The keys are computed once per item, then sorted with the list. */
static const struct ls_cel_node *expand_sort_by(const struct ls_cel_macro_call *call)
{
    static const char refusal[] = "sortBy can only be applied to a list, identifier, "
                                  "comprehension, call or select expression";
    struct ls_slice input = LS_SLICE("@__sortBy_input__");
    const struct ls_cel_node *var = ls_cel_macro_ident(call, input);
    if (!may_be_list(call->target))
        return wrong_at(call, call->target, refusal);
    const struct ls_cel_node *keys = ls_cel_macro_map(call, ls_cel_build_copy(call->builder, var));
    if (keys->kind != LS_CEL_NODE_FOLD)
        return keys;
    struct ls_cel_nodes args = {0};
    ls_cel_nodes_add(call->builder, &args, keys);
    const struct ls_cel_node *target = ls_cel_build_copy(call->builder, var);
    const struct ls_cel_node *sorted =
        ls_cel_build_call(call->builder, ls_cel_mark(call->builder, call->offset),
                          LS_SLICE("@sortByAssociatedKeys"), target, args);
    struct ls_cel_fold fold = {.var = LS_SLICE("#unused"),
                               .accu = input,
                               .init = call->target,
                               .step = var,
                               .result = sorted};
    fold.range = ls_cel_macro_list(call, NULL);
    fold.condition = ls_cel_macro_bool(call, false);
    return ls_cel_macro_fold(call, fold);
}

const struct ls_cel_macro ls_cel_macros_extra[] = {
    {"bind", 3, true, LS_CEL_MACROS_BIND, expand_bind},
    {"optMap", 2, true, LS_CEL_MACROS_OPTIONAL, expand_opt_map},
    {"optFlatMap", 2, true, LS_CEL_MACROS_OPTIONAL, expand_opt_flat_map},
    {"all", 3, true, LS_CEL_MACROS_TWO_VAR, expand_all},
    {"exists", 3, true, LS_CEL_MACROS_TWO_VAR, expand_exists},
    {"exists_one", 3, true, LS_CEL_MACROS_TWO_VAR, expand_exists_one},
    {"existsOne", 3, true, LS_CEL_MACROS_TWO_VAR, expand_exists_one},
    {"transformList", 3, true, LS_CEL_MACROS_TWO_VAR, expand_transform_list},
    {"transformList", 4, true, LS_CEL_MACROS_TWO_VAR, expand_transform_list},
    {"transformMap", 3, true, LS_CEL_MACROS_TWO_VAR, expand_transform_map},
    {"transformMap", 4, true, LS_CEL_MACROS_TWO_VAR, expand_transform_map},
    {"transformMapEntry", 3, true, LS_CEL_MACROS_TWO_VAR, expand_transform_entry},
    {"transformMapEntry", 4, true, LS_CEL_MACROS_TWO_VAR, expand_transform_entry},
    {"greatest", SIZE_MAX, true, LS_CEL_MACROS_MATH, expand_greatest},
    {"least", SIZE_MAX, true, LS_CEL_MACROS_MATH, expand_least},
    {"sortBy", 2, true, LS_CEL_MACROS_SORT_BY, expand_sort_by},
    {0},
};

#include "expr/syntax/macro.h"

const struct ls_cel_node *ls_cel_macro_bool(const struct ls_cel_macro_call *call, bool truth)
{
    struct ls_term term = {.kind = LS_TERM_BOOL, .truth = truth};
    return ls_cel_build_literal(call->builder, ls_cel_mark(call->builder, call->offset), term);
}

static const struct ls_cel_node *macro_int(const struct ls_cel_macro_call *call, int64_t integer)
{
    struct ls_term term = {.kind = LS_TERM_INT, .integer = integer};
    return ls_cel_build_literal(call->builder, ls_cel_mark(call->builder, call->offset), term);
}

const struct ls_cel_node *ls_cel_macro_ident(const struct ls_cel_macro_call *call,
                                             struct ls_slice name)
{
    return ls_cel_build_ident(call->builder, ls_cel_mark(call->builder, call->offset), name);
}

const struct ls_cel_node *ls_cel_macro_accu(const struct ls_cel_macro_call *call)
{
    return ls_cel_macro_ident(call, LS_CEL_ACCU);
}

const struct ls_cel_node *ls_cel_macro_of(const struct ls_cel_macro_call *call, const char *name,
                                          const struct ls_cel_node *a, const struct ls_cel_node *b,
                                          const struct ls_cel_node *c)
{
    const struct ls_cel_node *const given[] = {a, b, c};
    struct ls_cel_nodes args = {0};
    for (size_t i = 0; i < LS_COUNT(given) && given[i] != NULL; i++)
        ls_cel_nodes_add(call->builder, &args, given[i]);
    struct ls_cel_mark mark = ls_cel_mark(call->builder, call->offset);
    return ls_cel_build_call(call->builder, mark, ls_slice_of(name), NULL, args);
}

const struct ls_cel_node *ls_cel_macro_list(const struct ls_cel_macro_call *call,
                                            const struct ls_cel_node *item)
{
    struct ls_cel_entries entries = {0};
    if (item != NULL)
        ls_cel_entries_add(call->builder, &entries, (struct ls_cel_entry){.value = item});
    return ls_cel_build_entries(call->builder, ls_cel_mark(call->builder, call->offset),
                                LS_CEL_NODE_LIST, LS_SLICE(""), entries);
}

const struct ls_cel_node *ls_cel_macro_fold(const struct ls_cel_macro_call *call,
                                            struct ls_cel_fold fold)
{
    return ls_cel_build_fold(call->builder, ls_cel_mark(call->builder, call->offset), fold);
}

const struct ls_cel_node *ls_cel_macro_filtered(const struct ls_cel_macro_call *call,
                                                const struct ls_cel_node *filter,
                                                const struct ls_cel_node *step)
{
    LS_ASSERT(step);
    if (filter == NULL)
        return step;
    return ls_cel_macro_of(call, LS_CEL_OP_TERNARY, filter, step, ls_cel_macro_accu(call));
}

bool ls_cel_macro_is_accu(struct ls_slice name)
{
    return ls_slice_equal(name, LS_CEL_ACCU) || ls_slice_is(name, "__result__");
}

/* The variable of a loop; on failure *wrong replaces the whole call. */
static bool loop_var(const struct ls_cel_macro_call *call, const char *what, struct ls_slice *out,
                     const struct ls_cel_node **wrong)
{
    const struct ls_cel_node *arg = call->args.at[0];
    if (arg->kind != LS_CEL_NODE_IDENT) {
        *wrong = ls_cel_build_wrong(call->builder, arg->offset, "%s", what);
        return false;
    }
    if (ls_cel_macro_is_accu(arg->name)) {
        *wrong = ls_cel_build_wrong(call->builder, arg->offset,
                                    "iteration variable overwrites accumulator variable");
        return false;
    }
    *out = arg->name;
    return true;
}

static const struct ls_cel_node *expand_has(const struct ls_cel_macro_call *call)
{
    const struct ls_cel_node *arg = call->args.at[0];
    if (arg->kind != LS_CEL_NODE_SELECT)
        return ls_cel_build_wrong(call->builder, arg->offset, "invalid argument to has() macro");
    return ls_cel_build_select(call->builder, ls_cel_mark(call->builder, call->offset),
                               arg->select.operand, arg->select.name, true);
}

void ls_cel_macro_all(const struct ls_cel_macro_call *call, const struct ls_cel_node *condition,
                      struct ls_cel_fold *fold)
{
    fold->init = ls_cel_macro_bool(call, true);
    fold->condition =
        ls_cel_macro_of(call, LS_CEL_OP_NOT_FALSE, ls_cel_macro_accu(call), NULL, NULL);
    fold->step = ls_cel_macro_of(call, LS_CEL_OP_AND, ls_cel_macro_accu(call), condition, NULL);
    fold->result = ls_cel_macro_accu(call);
}

void ls_cel_macro_exists(const struct ls_cel_macro_call *call, const struct ls_cel_node *condition,
                         struct ls_cel_fold *fold)
{
    fold->init = ls_cel_macro_bool(call, false);
    const struct ls_cel_node *none_yet =
        ls_cel_macro_of(call, LS_CEL_OP_NOT, ls_cel_macro_accu(call), NULL, NULL);
    fold->condition = ls_cel_macro_of(call, LS_CEL_OP_NOT_FALSE, none_yet, NULL, NULL);
    fold->step = ls_cel_macro_of(call, LS_CEL_OP_OR, ls_cel_macro_accu(call), condition, NULL);
    fold->result = ls_cel_macro_accu(call);
}

void ls_cel_macro_exists_one(const struct ls_cel_macro_call *call,
                             const struct ls_cel_node *condition, struct ls_cel_fold *fold)
{
    fold->init = macro_int(call, 0);
    fold->condition = ls_cel_macro_bool(call, true);
    const struct ls_cel_node *accu = ls_cel_macro_accu(call);
    const struct ls_cel_node *one_more =
        ls_cel_macro_of(call, "_+_", accu, macro_int(call, 1), NULL);
    fold->step = ls_cel_macro_filtered(call, condition, one_more);
    accu = ls_cel_macro_accu(call);
    fold->result = ls_cel_macro_of(call, "_==_", accu, macro_int(call, 1), NULL);
}

typedef void (*quantifier_fn)(const struct ls_cel_macro_call *call,
                              const struct ls_cel_node *condition, struct ls_cel_fold *fold);

static const struct ls_cel_node *expand_quantifier(const struct ls_cel_macro_call *call,
                                                   quantifier_fn quantifier)
{
    struct ls_cel_fold fold = {.range = call->target, .accu = LS_CEL_ACCU};
    const struct ls_cel_node *wrong = NULL;
    if (!loop_var(call, "argument must be a simple name", &fold.var, &wrong))
        return wrong;
    quantifier(call, call->args.at[1], &fold);
    return ls_cel_macro_fold(call, fold);
}

static const struct ls_cel_node *expand_all(const struct ls_cel_macro_call *call)
{
    return expand_quantifier(call, ls_cel_macro_all);
}

static const struct ls_cel_node *expand_exists(const struct ls_cel_macro_call *call)
{
    return expand_quantifier(call, ls_cel_macro_exists);
}

static const struct ls_cel_node *expand_exists_one(const struct ls_cel_macro_call *call)
{
    return expand_quantifier(call, ls_cel_macro_exists_one);
}

/* accu + [item] */
static const struct ls_cel_node *appended(const struct ls_cel_macro_call *call,
                                          const struct ls_cel_node *item)
{
    const struct ls_cel_node *accu = ls_cel_macro_accu(call);
    return ls_cel_macro_of(call, "_+_", accu, ls_cel_macro_list(call, item), NULL);
}

/* A loop that adds the items that pass the filter to a list. */
static const struct ls_cel_node *collect(const struct ls_cel_macro_call *call,
                                         const struct ls_cel_node *range,
                                         const struct ls_cel_node *filter,
                                         const struct ls_cel_node *item)
{
    struct ls_cel_fold fold = {.range = range, .accu = LS_CEL_ACCU};
    const struct ls_cel_node *wrong = NULL;
    if (!loop_var(call, "argument is not an identifier", &fold.var, &wrong))
        return wrong;
    fold.init = ls_cel_macro_list(call, NULL);
    fold.condition = ls_cel_macro_bool(call, true);
    fold.step = ls_cel_macro_filtered(call, filter, appended(call, item));
    fold.result = ls_cel_macro_accu(call);
    return ls_cel_macro_fold(call, fold);
}

const struct ls_cel_node *ls_cel_macro_map(const struct ls_cel_macro_call *call,
                                           const struct ls_cel_node *range)
{
    bool has_filter = call->args.count == 3;
    return collect(call, range, has_filter ? call->args.at[1] : NULL,
                   call->args.at[has_filter ? 2 : 1]);
}

static const struct ls_cel_node *expand_map(const struct ls_cel_macro_call *call)
{
    return ls_cel_macro_map(call, call->target);
}

static const struct ls_cel_node *expand_filter(const struct ls_cel_macro_call *call)
{
    return collect(call, call->target, call->args.at[1], call->args.at[0]);
}

static const struct ls_cel_macro standard[] = {
    {"has", 1, false, 0, expand_has},
    {"all", 2, true, 0, expand_all},
    {"exists", 2, true, 0, expand_exists},
    {"exists_one", 2, true, 0, expand_exists_one},
    {"existsOne", 2, true, LS_CEL_MACROS_EXISTS_ONE, expand_exists_one},
    {"map", 2, true, 0, expand_map},
    {"map", 3, true, 0, expand_map},
    {"filter", 2, true, 0, expand_filter},
    {0},
};

static const struct ls_cel_macro *macro_find(const struct ls_cel_macro *table, unsigned sets,
                                             const struct ls_cel_macro_call *call)
{
    for (; table->name != NULL; table++) {
        bool is_on = table->set == 0 || (table->set & sets) != 0;
        bool fits = table->arg_count == SIZE_MAX || table->arg_count == call->args.count;
        if (is_on && fits && table->is_member == (call->target != NULL) &&
            ls_slice_is(call->name, table->name))
            return table;
    }
    return NULL;
}

const struct ls_cel_node *ls_cel_macro_expand(unsigned sets, const struct ls_cel_macro_call *call)
{
    const struct ls_cel_macro *const tables[] = {standard, ls_cel_macros_extra,
                                                 ls_cel_macros_block};
    for (size_t i = 0; i < LS_COUNT(tables); i++) {
        const struct ls_cel_macro *macro = macro_find(tables[i], sets, call);
        if (macro != NULL)
            return macro->fn(call);
    }
    return NULL;
}

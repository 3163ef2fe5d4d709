/* Macros of cel.block([a, b ...], body), which names shared parts: cel.index(0) is a, and b may use
 * it. They expand to nested bindings. */
#include "expr/syntax/macro.h"

static bool is_cel(const struct ls_cel_macro_call *call)
{
    return call->target->kind == LS_CEL_NODE_IDENT && ls_slice_is(call->target->name, "cel");
}

static bool is_number(const struct ls_cel_node *node)
{
    return node->kind == LS_CEL_NODE_LITERAL && node->literal.kind == LS_TERM_INT &&
           node->literal.integer >= 0;
}

static struct ls_slice index_name(const struct ls_cel_macro_call *call, int64_t index)
{
    return ls_slice_of(
        ls_arena_printf(call->builder->issues->arena, "@index%lld", (long long)index));
}

static const struct ls_cel_node *expand_block(const struct ls_cel_macro_call *call)
{
    const struct ls_cel_node *parts = call->args.at[0];
    if (!is_cel(call))
        return NULL;
    if (parts->kind != LS_CEL_NODE_LIST)
        return ls_cel_build_wrong(call->builder, parts->offset,
                                  "cel.block requires the first arg to be a list literal");
    const struct ls_cel_node *body = call->args.at[1];
    for (size_t i = parts->entries.count; i > 0; i--)
        body =
            ls_cel_macro_bind(call, ls_cel_macro_list(call, NULL), index_name(call, (int64_t)i - 1),
                              parts->entries.at[i - 1].value, body);
    return body;
}

static const struct ls_cel_node *expand_index(const struct ls_cel_macro_call *call)
{
    const struct ls_cel_node *index = call->args.at[0];
    if (!is_cel(call))
        return NULL;
    if (!is_number(index))
        return ls_cel_build_wrong(call->builder, index->offset,
                                  "cel.index requires a single non-negative int constant arg");
    return ls_cel_macro_ident(call, index_name(call, index->literal.integer));
}

/* A variable of a loop by the loop's depth and its own number. */
static const struct ls_cel_node *expand_var(const struct ls_cel_macro_call *call,
                                            const char *prefix)
{
    const struct ls_cel_node *const *args = call->args.at;
    if (!is_cel(call))
        return NULL;
    for (size_t i = 0; i < 2; i++) {
        if (!is_number(args[i]))
            return ls_cel_build_wrong(call->builder, args[i]->offset,
                                      "cel.%.*s requires two non-negative int constant args",
                                      LS_ARG(call->name));
    }
    char *name =
        ls_arena_printf(call->builder->issues->arena, "%s:%lld:%lld", prefix,
                        (long long)args[0]->literal.integer, (long long)args[1]->literal.integer);
    return ls_cel_macro_ident(call, ls_slice_of(name));
}

static const struct ls_cel_node *expand_iter_var(const struct ls_cel_macro_call *call)
{
    return expand_var(call, "@it");
}

static const struct ls_cel_node *expand_accu_var(const struct ls_cel_macro_call *call)
{
    return expand_var(call, "@ac");
}

const struct ls_cel_macro ls_cel_macros_block[] = {
    {"block", 2, true, LS_CEL_MACROS_BLOCK, expand_block},
    {"index", 1, true, LS_CEL_MACROS_BLOCK, expand_index},
    {"iterVar", 2, true, LS_CEL_MACROS_BLOCK, expand_iter_var},
    {"accuVar", 2, true, LS_CEL_MACROS_BLOCK, expand_accu_var},
    {0},
};

/* Checks calls: which overloads of a function take these arguments, and the type of the result. */
#include "expr/check/check_impl.h"

/* One call while its overload is searched. */
struct overload_attempt {
    const struct ls_cel_node *node;
    const struct check_function *function;
    const struct ls_cel_node *target; /* NULL: none */
    const struct ls_cel_type **args;  /* types, the target's first */
    size_t arg_count;
    const struct ls_cel_overload **fit; /* those that take them */
    size_t fit_count;
    const struct ls_cel_type *result; /* NULL: none fits yet */
};

/* Several overloads that fit give dyn, unless they agree. */
static void result_join(struct check *check, struct overload_attempt *attempt,
                        const struct ls_cel_type *type)
{
    if (!attempt->result)
        attempt->result = type;
    else if (!ls_type_is_dyn(attempt->result) &&
             !ls_unify_is_exact(&check->unify, type, attempt->result, false))
        attempt->result = &ls_cel_dyn;
}

static void overload_try(struct check *check, struct overload_attempt *attempt, size_t i)
{
    const struct ls_cel_signature *signature = &attempt->function->signatures[i];
    if (signature->is_member != (attempt->target != NULL))
        return;
    if (!check->has_mixed_compare && attempt->function->overloads.at[i]->is_mixed)
        return;
    struct ls_unify_params params = {.count = 0};
    const struct ls_cel_type *wanted[LS_CEL_ARGS_MAX];
    const struct ls_cel_type *result =
        ls_unify_instantiate(&check->unify, &params, signature->result);
    for (size_t a = 0; a < signature->arg_count; a++)
        wanted[a] = ls_unify_instantiate(&check->unify, &params, signature->args[a]);
    if (signature->arg_count != attempt->arg_count ||
        !ls_unify_assignable_all(&check->unify, attempt->args, wanted, attempt->arg_count))
        return;
    attempt->fit[attempt->fit_count++] = attempt->function->overloads.at[i];
    result_join(check, attempt, ls_unify_substitute(&check->unify, result, false));
}

/* The type of an argument as far as it is known. */
static void arg_print(struct check *check, struct ls_buf *out, const struct ls_cel_type *type)
{
    if (!ls_unify_is_large(type))
        type = ls_unify_substitute(&check->unify, type, true);
    ls_buf_add_text(out, ls_check_type_text(check, type));
}

static void no_overload(struct check *check, const struct overload_attempt *attempt)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    size_t first = attempt->target ? 1 : 0;
    if (attempt->target) {
        arg_print(check, &text, attempt->args[0]);
        ls_buf_add_char(&text, '.');
    }
    ls_buf_add_char(&text, '(');
    for (size_t i = first; i < attempt->arg_count; i++) {
        if (i > first)
            ls_buf_add_text(&text, ", ");
        arg_print(check, &text, attempt->args[i]);
    }
    ls_buf_add_char(&text, ')');
    ls_cel_issue_add(check->issues, attempt->node->offset,
                     "found no matching overload for '%.*s' applied to '%s'",
                     LS_ARG(attempt->function->name), ls_buf_text(&text));
}

static void attempt_args(struct check *check, struct overload_attempt *attempt)
{
    const struct ls_cel_node *node = attempt->node;
    attempt->args =
        LS_ARENA_ARRAY(check->arena, const struct ls_cel_type *, node->call.arg_count + 1);
    if (attempt->target)
        attempt->args[attempt->arg_count++] = ls_check_type(check, attempt->target);
    for (size_t i = 0; i < node->call.arg_count; i++)
        attempt->args[attempt->arg_count++] = ls_check_type(check, node->call.args[i]);
}

/* The error of && and || names the side that is no bool. */
static bool logic_holds(struct check *check, const struct overload_attempt *attempt)
{
    bool holds = true;
    for (size_t i = 0; i < attempt->arg_count; i++) {
        if (ls_unify_assignable(&check->unify, attempt->args[i], &ls_cel_bool))
            continue;
        ls_check_mismatch(check, attempt->node->call.args[i], &ls_cel_bool, attempt->args[i]);
        holds = false;
    }
    return holds;
}

static void logic_resolve(struct check *check, struct overload_attempt *attempt)
{
    if (!logic_holds(check, attempt))
        return;
    attempt->fit[attempt->fit_count++] = attempt->function->overloads.at[0];
    attempt->result = &ls_cel_bool;
}

static void overloads_resolve(struct check *check, struct overload_attempt *attempt)
{
    for (size_t i = 0; i < attempt->function->overloads.count; i++)
        overload_try(check, attempt, i);
    if (!attempt->result && !check->unify.is_over)
        no_overload(check, attempt);
}

static void resolve(struct check *check, const struct ls_cel_node *node,
                    const struct check_function *function, const struct ls_cel_node *target)
{
    struct overload_attempt attempt = {.node = node, .function = function, .target = target};
    attempt_args(check, &attempt);
    attempt.fit =
        LS_ARENA_ARRAY(check->arena, const struct ls_cel_overload *, function->overloads.count + 1);
    if (ls_slice_is(function->name, LS_CEL_OP_AND) || ls_slice_is(function->name, LS_CEL_OP_OR))
        logic_resolve(check, &attempt);
    else
        overloads_resolve(check, &attempt);
    check->out->overloads[node->id] = attempt.result ? attempt.fit : NULL;
    ls_check_set_type(check, node, attempt.result ? attempt.result : &ls_unify_error_type);
}

/* operand.?name, which the parser wrote as a call with the name as a literal. */
static void check_optional_field(struct check *check, const struct ls_cel_node *node)
{
    LS_ASSERT(node->call.arg_count == 2 && node->call.args[1]->kind == LS_CEL_NODE_LITERAL);
    struct ls_slice name = node->call.args[1]->literal.text;
    const struct ls_cel_type *type = ls_check_field(check, node, node->call.args[0], name, true);
    ls_check_set_type(check, node, ls_unify_substitute(&check->unify, type, false));
}

/* The function a.b.c of a call written a.b.c(...), if there is one. */
static const struct check_function *namespaced(struct check *check, const struct ls_cel_node *node)
{
    struct ls_slice name;
    if (!ls_check_qualified(check, node->call.target, &name))
        return NULL;
    char *text = ls_arena_printf(check->arena, "%.*s.%.*s", LS_ARG(name), LS_ARG(node->call.name));
    return ls_check_function(check, ls_slice_of(text));
}

void ls_check_call(struct check *check, const struct ls_cel_node *node)
{
    LS_ASSERT(node->kind == LS_CEL_NODE_CALL);
    if (ls_slice_is(node->call.name, LS_CEL_OP_OPT_FIELD)) {
        check_optional_field(check, node);
        return;
    }
    for (size_t i = 0; i < node->call.arg_count; i++)
        ls_check_node(check, node->call.args[i]);
    const struct ls_cel_node *target = node->call.target;
    const struct check_function *function = target ? namespaced(check, node) : NULL;
    if (function) {
        resolve(check, node, function, NULL);
        return;
    }
    if (target)
        ls_check_node(check, target);
    function = ls_check_function(check, node->call.name);
    if (function) {
        resolve(check, node, function, target);
        return;
    }
    ls_check_undeclared(check, node, node->call.name);
    ls_check_set_type(check, node, &ls_unify_error_type);
}

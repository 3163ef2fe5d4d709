/* Plans calls: which overloads may apply, their cost, and what can be computed before a run. */
#include "expr/cel/planner.h"

#include <string.h>

#include "expr/cel/cost.h"

/* The kinds of terms that a parameter of this type accepts. */
static uint16_t kinds_of(const struct ls_cel_type *type)
{
    static const uint16_t kinds[LS_CEL_KIND_COUNT] = {
        [LS_CEL_NULL] = LS_BIT(LS_TERM_NULL),
        [LS_CEL_BOOL] = LS_BIT(LS_TERM_BOOL),
        [LS_CEL_INT] = LS_BIT(LS_TERM_INT),
        [LS_CEL_UINT] = LS_BIT(LS_TERM_UINT),
        [LS_CEL_DOUBLE] = LS_BIT(LS_TERM_DOUBLE),
        [LS_CEL_STRING] = LS_BIT(LS_TERM_STRING),
        [LS_CEL_BYTES] = LS_BIT(LS_TERM_BYTES),
        [LS_CEL_TIMESTAMP] = LS_BIT(LS_TERM_TIMESTAMP),
        [LS_CEL_DURATION] = LS_BIT(LS_TERM_DURATION),
        [LS_CEL_LIST] = LS_BIT(LS_TERM_LIST),
        [LS_CEL_MAP] = LS_BIT(LS_TERM_MAP),
        [LS_CEL_OBJECT] = LS_BIT(LS_TERM_MAP),
        [LS_CEL_TYPE] = LS_BIT(LS_TERM_TYPE),
        [LS_CEL_OPTIONAL] = LS_BIT(LS_TERM_OPTIONAL),
        [LS_CEL_OPAQUE] = LS_BIT(LS_TERM_OPAQUE),
    };
    return kinds[type->kind] ? kinds[type->kind] : UINT16_MAX;
}

static struct plan_row row_of(const struct ls_cel_overload *overload,
                              const struct ls_cel_signature *signature)
{
    struct plan_row row = {.overload = overload};
    for (size_t i = 0; i < signature->arg_count; i++) {
        row.kinds[i] = kinds_of(signature->args[i]);
        if (signature->args[i]->kind == LS_CEL_OPAQUE)
            row.opaques[i] = signature->args[i];
    }
    return row;
}

/* The function of a call as the tables name it, and whether the target is a value or only the first
 * part of a name such as math.abs. */
struct callee {
    struct ls_slice name;
    struct ls_cel_overloads overloads;
    bool is_member;
};

static struct ls_cel_overloads checked_overloads(const struct ls_cel_overload *const *at)
{
    struct ls_cel_overloads overloads = {.at = at};
    while (at && at[overloads.count])
        overloads.count++;
    return overloads;
}

static bool is_member_row(struct ls_arena *arena, const struct ls_cel_overload *overload)
{
    struct ls_cel_signature signature;
    ls_cel_signature_read(arena, overload->signature, &signature);
    return signature.is_member;
}

static struct callee checked_callee(struct planner *planner, const struct ls_cel_node *node)
{
    struct callee callee = {.name = node->call.name};
    callee.overloads = checked_overloads(planner->program->checked.overloads[node->id]);
    callee.is_member = node->call.target != NULL;
    if (callee.overloads.count > 0) {
        callee.name = ls_slice_of(callee.overloads.at[0]->name);
        callee.is_member = is_member_row(planner->arena, callee.overloads.at[0]);
    }
    return callee;
}

/* A function of this name in one of the containers. */
static bool function_find(struct planner *planner, struct ls_slice name, struct callee *out)
{
    struct ls_slice candidate;
    for (size_t i = 0; ls_plan_candidate(planner, name, i, &candidate); i++) {
        struct ls_cel_overloads overloads =
            ls_cel_overloads_find(planner->arena, planner->env->libraries, candidate);
        if (overloads.count > 0) {
            *out = (struct callee){.name = candidate, .overloads = overloads};
            return true;
        }
    }
    return false;
}

static struct callee unchecked_callee(struct planner *planner, const struct ls_cel_node *node)
{
    struct callee callee = {.name = node->call.name};
    struct ls_slice front;
    if (!node->call.target) {
        function_find(planner, node->call.name, &callee);
        return callee;
    }
    if (ls_plan_dotted(planner, node->call.target, &front)) {
        const char *whole =
            ls_arena_printf(planner->arena, "%.*s.%.*s", LS_ARG(front), LS_ARG(node->call.name));
        if (function_find(planner, ls_slice_of(whole), &callee))
            return callee;
    }
    callee.is_member = true;
    callee.overloads =
        ls_cel_overloads_find(planner->arena, planner->env->libraries, node->call.name);
    return callee;
}

static void args_plan(struct planner *planner, const struct ls_cel_node *node, bool is_member,
                      struct plan_call *call)
{
    const struct plan **args =
        LS_ARENA_ARRAY(planner->arena, const struct plan *, node->call.arg_count + 1);
    if (is_member)
        args[call->arg_count++] = ls_plan_node(planner, node->call.target);
    for (size_t i = 0; i < node->call.arg_count; i++)
        args[call->arg_count++] = ls_plan_node(planner, node->call.args[i]);
    call->args = args;
}

static bool rows_have(const struct plan_call *call, const struct ls_cel_overload *overload)
{
    for (size_t i = 0; i < call->row_count; i++) {
        if (call->rows[i].overload == overload)
            return true;
    }
    return false;
}

static void rows_add(struct planner *planner, const struct callee *callee,
                     struct ls_cel_overloads overloads, struct plan_call *call)
{
    struct plan_row *rows =
        LS_ARENA_ARRAY(planner->arena, struct plan_row, call->row_count + overloads.count + 1);
    if (call->row_count > 0)
        memcpy(rows, call->rows, call->row_count * sizeof *rows);
    call->rows = rows;
    for (size_t i = 0; i < overloads.count; i++) {
        struct ls_cel_signature signature;
        ls_cel_signature_read(planner->arena, overloads.at[i]->signature, &signature);
        if (signature.is_member == callee->is_member && signature.arg_count == call->arg_count &&
            !rows_have(call, overloads.at[i]))
            rows[call->row_count++] = row_of(overloads.at[i], &signature);
    }
}

/* The overloads that the checker chose come first. It may have ruled out one that a value of type
 * dyn needs (self['a'] + self.b); cel-go decides by the value then. */
static void rows_plan(struct planner *planner, const struct callee *callee, struct plan_call *call)
{
    rows_add(planner, callee, callee->overloads, call);
    if (planner->program->is_checked)
        rows_add(planner, callee,
                 ls_cel_overloads_find(planner->arena, planner->env->libraries, callee->name),
                 call);
}

/* A literal pattern is compiled here, once. A wrong one is left for the run, which reports it at
 * each call. */
static struct ls_cel_regex_slot *regex_plan(struct planner *planner, const struct plan_call *call)
{
    if (call->row_count == 0 || !call->rows[0].overload->has_pattern || call->arg_count < 2)
        return NULL;
    const struct plan *pattern = call->args[1];
    if (pattern->kind != PLAN_CONST || pattern->constant.kind != LS_TERM_STRING)
        return NULL;
    struct plan_regex *regex = LS_ARENA_NEW(planner->arena, struct plan_regex);
    struct ls_cel_call probe = {.arena = planner->arena, .slot = &regex->slot};
    struct ls_term mistake;
    const struct ls_regex *compiled = ls_cel_regex_of(&probe, pattern->constant.text, &mistake);
    if (!compiled)
        return NULL;
    ls_cel_regex_done(&probe, compiled);
    regex->next = planner->program->regexes;
    planner->program->regexes = regex;
    return &regex->slot;
}

/* Conversions of literals are done at compile time, as in cel-go: they cost nothing. */
static bool is_conversion(struct ls_slice name)
{
    static const char *const names[] = {"bool", "bytes",  "double",    "duration", "dyn",
                                        "int",  "string", "timestamp", "type",     "uint"};
    return ls_slice_is_any(name, names, LS_COUNT(names));
}

static bool row_takes(const struct plan_row *row, const struct ls_term *args, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!(row->kinds[i] & LS_BIT(args[i].kind)) || row->opaques[i])
            return false;
    }
    return true;
}

static const struct plan *converted(struct planner *planner, const struct ls_cel_node *node,
                                    const struct plan_call *call)
{
    if (call->arg_count != 1 || call->args[0]->kind != PLAN_CONST || !is_conversion(call->name))
        return NULL;
    for (size_t i = 0; i < call->row_count; i++) {
        if (!call->rows[i].overload->fn || !row_takes(&call->rows[i], &call->args[0]->constant, 1))
            continue;
        struct ls_cel_call probe = {.arena = planner->arena,
                                    .overload = call->rows[i].overload,
                                    .libraries = planner->env->libraries};
        struct ls_term term = call->rows[i].overload->fn(&probe, &call->args[0]->constant, 1);
        return ls_term_is_error(term) ? NULL : ls_plan_const(planner, node, term);
    }
    return NULL;
}

static bool is_plain(struct ls_term term)
{
    return term.kind == LS_TERM_BOOL || term.kind == LS_TERM_INT || term.kind == LS_TERM_UINT ||
           term.kind == LS_TERM_DOUBLE || term.kind == LS_TERM_STRING;
}

/* x in [1, 2, 3] finds x in a table and costs nothing, as in cel-go. */
static const struct plan *membership(struct planner *planner, const struct ls_cel_node *node,
                                     const struct plan_call *call)
{
    LS_ASSERT(call->row_count > 0);
    if (!call->rows[0].overload->id || strcmp(call->rows[0].overload->id, "in_list") != 0 ||
        call->args[1]->kind != PLAN_CONST)
        return NULL;
    struct ls_term list = call->args[1]->constant, found;
    if (list.kind != LS_TERM_LIST)
        return NULL;
    if (ls_term_count(list) == 0)
        return ls_plan_const(planner, node, ls_term_bool(false));
    struct ls_term set = ls_term_map(planner->arena, NULL, NULL, 0);
    for (struct ls_term_iter it = ls_term_iter(list); ls_term_next(&it);) {
        if (!is_plain(it.value))
            return NULL;
        if (!ls_term_find(set, it.value, &found))
            set = ls_term_insert(planner->arena, set, it.value, ls_term_bool(true));
    }
    struct plan *plan = ls_plan_new(planner, PLAN_MEMBER, node);
    plan->member.item = call->args[0];
    plan->member.set = set;
    return plan;
}

static const struct plan *function_plan(struct planner *planner, const struct ls_cel_node *node)
{
    bool is_checked = planner->program->is_checked;
    struct callee callee =
        is_checked ? checked_callee(planner, node) : unchecked_callee(planner, node);
    struct plan_call call = {.name = callee.name,
                             .is_search = ls_slice_is(callee.name, LS_CEL_OP_IN)};
    args_plan(planner, node, callee.is_member, &call);
    if (call.arg_count <= LS_CEL_ARGS_MAX)
        rows_plan(planner, &callee, &call);
    /* cel-go counts by an overload's own rule where the checker left only one. */
    bool has_one_overload = is_checked && callee.overloads.count == 1 && call.row_count > 0;
    call.cost = ls_cel_cost_rule(callee.name, has_one_overload ? call.rows[0].overload->id : "");
    const struct plan *early = converted(planner, node, &call);
    if (!early && has_one_overload)
        early = membership(planner, node, &call);
    if (early)
        return early;
    call.slot = regex_plan(planner, &call);
    struct plan *plan = ls_plan_new(planner, PLAN_CALL, node);
    plan->call = call;
    return plan;
}

static const struct plan *pair_plan(struct planner *planner, const struct ls_cel_node *node,
                                    enum plan_kind kind)
{
    LS_ASSERT(node->call.arg_count > 0);
    struct plan *plan = ls_plan_new(planner, kind, node);
    plan->pair.left = ls_plan_node(planner, node->call.args[0]);
    if (node->call.arg_count > 1)
        plan->pair.right = ls_plan_node(planner, node->call.args[1]);
    return plan;
}

static const struct plan *optional_or_plan(struct planner *planner, const struct ls_cel_node *node)
{
    LS_ASSERT(node->call.arg_count == 1);
    struct plan *plan = ls_plan_new(planner, PLAN_OPTIONAL_OR, node);
    plan->pair.left = ls_plan_node(planner, node->call.target);
    plan->pair.right = ls_plan_node(planner, node->call.args[0]);
    plan->pair.is_value = ls_slice_is(node->call.name, "orValue");
    return plan;
}

static bool is_optional_or(const struct planner *planner, const struct ls_cel_node *node)
{
    return node->call.target && node->call.arg_count == 1 &&
           (planner->env->libraries & LS_CEL_LIBS(LS_CEL_LIB_OPTIONAL)) &&
           (ls_slice_is(node->call.name, "or") || ls_slice_is(node->call.name, "orValue"));
}

const struct plan *ls_plan_call(struct planner *planner, const struct ls_cel_node *node)
{
    static const struct {
        const char *name;
        enum plan_kind kind;
    } pairs[] = {
        {LS_CEL_OP_AND, PLAN_AND}, {LS_CEL_OP_OR, PLAN_OR},  {LS_CEL_OP_NOT_FALSE, PLAN_NOT_FALSE},
        {"_==_", PLAN_EQUAL},      {"_!=_", PLAN_NOT_EQUAL},
    };
    for (size_t i = 0; i < LS_COUNT(pairs); i++) {
        if (ls_slice_is(node->call.name, pairs[i].name))
            return pair_plan(planner, node, pairs[i].kind);
    }
    if (ls_slice_is(node->call.name, LS_CEL_OP_TERNARY))
        return ls_plan_choice(planner, node);
    if (ls_slice_is(node->call.name, LS_CEL_OP_INDEX))
        return ls_plan_index(planner, node, false);
    if (ls_slice_is(node->call.name, LS_CEL_OP_OPT_INDEX) ||
        ls_slice_is(node->call.name, LS_CEL_OP_OPT_FIELD))
        return ls_plan_index(planner, node, true);
    if (is_optional_or(planner, node))
        return optional_or_plan(planner, node);
    return function_plan(planner, node);
}

/* Plans names, selections, indexes and choices. */
#include "expr/cel/planner.h"

#include <string.h>

static const struct scope *scope_find(const struct planner *planner, struct ls_slice name)
{
    for (const struct scope *scope = planner->scope; scope; scope = scope->outer) {
        if (ls_slice_equal(scope->name, name))
            return scope;
    }
    return NULL;
}

static struct ls_slice joined(struct ls_arena *arena, struct ls_slice a, struct ls_slice b)
{
    return ls_slice_of(ls_arena_printf(arena, "%.*s.%.*s", LS_ARG(a), LS_ARG(b)));
}

bool ls_plan_candidate(struct planner *planner, struct ls_slice name, size_t i,
                       struct ls_slice *out)
{
    struct ls_slice container = planner->env->container;
    if (ls_slice_starts(name, ".")) {
        *out = ls_slice_from(name, 1);
        return i == 0;
    }
    for (; i > 0 && container.len > 0; i--) {
        while (container.len > 0 && container.at[--container.len] != '.')
            continue;
    }
    *out = container.len > 0 ? joined(planner->arena, container, name) : name;
    return i == 0;
}

bool ls_plan_dotted(struct planner *planner, const struct ls_cel_node *node, struct ls_slice *out)
{
    if (node->kind == LS_CEL_NODE_IDENT) {
        *out = node->name;
        return !scope_find(planner, node->name);
    }
    struct ls_slice operand;
    if (node->kind != LS_CEL_NODE_SELECT || node->select.is_test ||
        !ls_plan_dotted(planner, node->select.operand, &operand))
        return false;
    *out = joined(planner->arena, operand, node->select.name);
    return true;
}

static const struct plan *chain_of(struct planner *planner, const struct ls_cel_node *node,
                                   struct plan_chain chain)
{
    struct plan *plan = ls_plan_new(planner, PLAN_CHAIN, node);
    plan->chain = chain;
    return plan;
}

static const struct plan *variable_plan(struct planner *planner, const struct ls_cel_node *node,
                                        const struct ls_cel_variable *variable)
{
    LS_ASSERT(variable >= planner->env->variables);
    LS_ASSERT(variable < planner->env->variables + planner->env->variable_count);
    return chain_of(planner, node,
                    (struct plan_chain){.root = ROOT_VARIABLE,
                                        .variable = (size_t)(variable - planner->env->variables)});
}

/* A variable or a type of this name in one of the containers; NULL: neither. */
static const struct plan *global_plan(struct planner *planner, const struct ls_cel_node *node,
                                      struct ls_slice name)
{
    const struct ls_cel_env *env = planner->env;
    struct ls_slice candidate;
    for (size_t i = 0; ls_plan_candidate(planner, name, i, &candidate); i++) {
        for (size_t v = 0; v < env->variable_count; v++) {
            if (ls_slice_equal(env->variables[v].name, candidate))
                return variable_plan(planner, node, &env->variables[v]);
        }
        const struct ls_cel_type *type = ls_cel_type_named(candidate, env->libraries);
        if (type)
            return ls_plan_const(planner, node, ls_term_type(type));
    }
    return NULL;
}

/* What a node names according to the checker; NULL: nothing, or there was no check. */
static const struct plan *checked_plan(struct planner *planner, const struct ls_cel_node *node)
{
    const struct ls_cel_checked *checked = &planner->program->checked;
    if (!planner->program->is_checked)
        return NULL;
    if (checked->variables[node->id])
        return variable_plan(planner, node, checked->variables[node->id]);
    if (checked->constants[node->id])
        return ls_plan_const(planner, node, ls_term_type(checked->constants[node->id]));
    return NULL;
}

const struct plan *ls_plan_ident(struct planner *planner, const struct ls_cel_node *node)
{
    const struct scope *local = scope_find(planner, node->name);
    if (local)
        return chain_of(planner, node, (struct plan_chain){.root = ROOT_SLOT, .slot = local->slot});
    const struct plan *plan = checked_plan(planner, node);
    if (!plan)
        plan = global_plan(planner, node, node->name);
    if (!plan)
        plan =
            chain_of(planner, node, (struct plan_chain){.root = ROOT_UNKNOWN, .name = node->name});
    return plan;
}

static void step_ready(struct plan_step *step)
{
    step->is_plain =
        !step->index && !step->is_optional && !step->is_test && step->at.kind == LS_TERM_STRING;
    if (!step->is_plain)
        return;
    ls_keys_ready();
    step->key = ls_key_probe(step->at.text);
}

/* A step after an operand: added to the operand's chain, or the start of a new one. */
static const struct plan *step_behind(struct planner *planner, const struct ls_cel_node *node,
                                      const struct plan *operand, struct plan_step step)
{
    struct plan_chain chain = {.root = ROOT_OPERAND, .operand = operand};
    if (operand->kind == PLAN_CHAIN)
        chain = operand->chain;
    struct plan_step *steps =
        LS_ARENA_ARRAY(planner->arena, struct plan_step, chain.step_count + 1);
    if (chain.step_count > 0)
        memcpy(steps, chain.steps, chain.step_count * sizeof *steps);
    step.offset = node->offset;
    step_ready(&step);
    steps[chain.step_count++] = step;
    chain.steps = steps;
    return chain_of(planner, node, chain);
}

/* a.b.c may be a field of a.b, of a, or a variable of that very name: the longest name wins. */
const struct plan *ls_plan_select(struct planner *planner, const struct ls_cel_node *node)
{
    const struct plan *plan = checked_plan(planner, node);
    struct ls_slice name;
    if (!plan && !planner->program->is_checked && ls_plan_dotted(planner, node, &name))
        plan = global_plan(planner, node, name);
    if (plan)
        return plan;
    const struct plan *operand = ls_plan_node(planner, node->select.operand);
    return step_behind(planner, node, operand,
                       (struct plan_step){.at = ls_term_string(node->select.name),
                                          .is_test = node->select.is_test});
}

const struct plan *ls_plan_index(struct planner *planner, const struct ls_cel_node *node,
                                 bool is_optional)
{
    LS_ASSERT(node->call.arg_count == 2);
    const struct plan *operand = ls_plan_node(planner, node->call.args[0]);
    const struct plan *index = ls_plan_node(planner, node->call.args[1]);
    struct plan_step step = {.is_optional = is_optional};
    if (index->kind == PLAN_CONST)
        step.at = index->constant;
    else
        step.index = index;
    return step_behind(planner, node, operand, step);
}

const struct plan *ls_plan_choice(struct planner *planner, const struct ls_cel_node *node)
{
    LS_ASSERT(node->call.arg_count == 3);
    struct plan_chain chain = {.root = ROOT_CHOICE};
    chain.choice.condition = ls_plan_node(planner, node->call.args[0]);
    chain.choice.truthy = ls_plan_node(planner, node->call.args[1]);
    chain.choice.falsy = ls_plan_node(planner, node->call.args[2]);
    return chain_of(planner, node, chain);
}

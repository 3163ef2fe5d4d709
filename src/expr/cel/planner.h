#pragma once
/* The planner's own types, private to this folder. */
#include "expr/cel/plan.h"

/* A name that the expression declares: a linked list on the stack, innermost first. */
struct scope {
    struct ls_slice name;
    size_t slot;
    const struct scope *outer;
};

struct planner {
    struct ls_arena *arena;
    const struct ls_cel_env *env;
    struct ls_cel_program *program;
    struct ls_cel_issues *issues;
    const struct scope *scope;
};

/* Never NULL; a tree that cannot be planned has an issue. */
const struct plan *ls_plan_node(struct planner *planner, const struct ls_cel_node *node);
struct plan *ls_plan_new(struct planner *planner, enum plan_kind kind,
                         const struct ls_cel_node *node);
const struct plan *ls_plan_const(struct planner *planner, const struct ls_cel_node *node,
                                 struct ls_term term);

const struct plan *ls_plan_ident(struct planner *planner, const struct ls_cel_node *node);
const struct plan *ls_plan_select(struct planner *planner, const struct ls_cel_node *node);
/* operand[at] as one more step of the operand's chain. */
const struct plan *ls_plan_index(struct planner *planner, const struct ls_cel_node *node,
                                 bool is_optional);
const struct plan *ls_plan_choice(struct planner *planner, const struct ls_cel_node *node);
/* "math.abs" for selections of names that no comprehension declares; false for anything else. */
bool ls_plan_dotted(struct planner *planner, const struct ls_cel_node *node, struct ls_slice *out);
/* Name i in the containers, inner ones first (a.b.NAME, a.NAME, NAME); false: no more. */
bool ls_plan_candidate(struct planner *planner, struct ls_slice name, size_t i,
                       struct ls_slice *out);

const struct plan *ls_plan_call(struct planner *planner, const struct ls_cel_node *node);

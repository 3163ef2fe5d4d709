/* Evaluates a program (cel.h): operators here, calls, chains and folds in the other eval_*.c. */
#include "expr/cel/cel.h"

#include "expr/cel/run.h"

static struct ls_term run_over(void)
{
    static const struct ls_cel_failure over = {
        .text = "operation cancelled: actual cost limit exceeded", .is_over_cost = true};
    return (struct ls_term){.kind = LS_TERM_ERROR, .failure = &over};
}

struct ls_term ls_run_error_placed(struct run *run, struct ls_term error, uint32_t offset)
{
    LS_ASSERT(error.kind == LS_TERM_ERROR);
    LS_ASSERT(error.failure);
    if (error.failure->has_place)
        return error;
    if (error.failure->is_over_cost)
        run->is_over = true;
    struct ls_cel_failure *placed = LS_ARENA_NEW(run->arena, struct ls_cel_failure);
    *placed = *error.failure;
    placed->offset = offset;
    placed->has_place = true;
    error.failure = placed;
    return error;
}

/* The error for an operand of && or || that is no bool. */
static struct ls_term not_a_truth(struct run *run, struct ls_term term, uint32_t offset)
{
    if (!ls_term_is_error(term))
        term = ls_term_no_overload(run->arena);
    return ls_run_placed(run, term, offset);
}

/* Either side may decide alone, even when the other one is an error. */
static struct ls_term logic_eval(struct run *run, const struct plan *plan)
{
    bool decisive = plan->kind == PLAN_OR;
    struct ls_term left = ls_run_eval(run, plan->pair.left);
    if (left.kind == LS_TERM_BOOL && left.truth == decisive)
        return left;
    struct ls_term right = ls_run_eval(run, plan->pair.right);
    if (right.kind == LS_TERM_BOOL && (right.truth == decisive || left.kind == LS_TERM_BOOL))
        return right;
    return not_a_truth(run, left.kind == LS_TERM_BOOL ? right : left, plan->offset);
}

static struct ls_term not_false_eval(struct run *run, const struct plan *plan)
{
    struct ls_term term = ls_run_eval(run, plan->pair.left);
    ls_run_charge(run, 1);
    return term.kind == LS_TERM_BOOL ? term : ls_term_bool(true);
}

static struct ls_term not_eval(struct run *run, const struct plan *plan)
{
    struct ls_term term = ls_run_eval(run, plan->pair.left);
    ls_run_charge(run, 1);
    if (LS_LIKELY(term.kind == LS_TERM_BOOL))
        return ls_term_bool(!term.truth);
    return not_a_truth(run, term, plan->offset);
}

static bool terms_equal(struct run *run, struct ls_term a, struct ls_term b)
{
    if (a.kind == LS_TERM_STRING && b.kind == LS_TERM_STRING)
        return ls_slice_equal(a.text, b.text);
    bool is_equal = ls_term_equal_within(a, b, &run->steps_left);
    if (run->steps_left == 0)
        run->is_over = true;
    return is_equal;
}

static struct ls_term equal_eval(struct run *run, const struct plan *plan)
{
    bool is_not = plan->kind == PLAN_NOT_EQUAL;
    struct ls_term left = ls_run_eval(run, plan->pair.left);
    struct ls_term right = ls_run_eval(run, plan->pair.right);
    ls_run_charge(run, ls_cel_cost_equal(left, right, is_not));
    if (ls_term_is_error(left))
        return left;
    if (ls_term_is_error(right))
        return right;
    return ls_term_bool(terms_equal(run, left, right) != is_not);
}

static struct ls_term optional_or_eval(struct run *run, const struct plan *plan)
{
    struct ls_term left = ls_run_eval(run, plan->pair.left);
    if (ls_term_is_error(left))
        return left;
    if (left.kind != LS_TERM_OPTIONAL)
        return ls_run_placed(run, ls_term_no_overload(run->arena), plan->offset);
    if (left.optional)
        return plan->pair.is_value ? *left.optional : left;
    struct ls_term right = ls_run_eval(run, plan->pair.right);
    if (plan->pair.is_value || right.kind == LS_TERM_OPTIONAL || ls_term_is_error(right))
        return right;
    return ls_run_placed(run, ls_term_no_overload(run->arena), plan->offset);
}

static struct ls_term member_eval(struct run *run, const struct plan *plan)
{
    struct ls_term item = ls_run_eval(run, plan->member.item), found;
    if (ls_term_is_error(item))
        return item;
    return ls_term_bool(ls_term_find(plan->member.set, item, &found));
}

struct ls_term ls_run_eval(struct run *run, const struct plan *plan)
{
    if (LS_UNLIKELY(run->is_over))
        return run_over();
    switch (plan->kind) {
    case PLAN_CONST:
        return plan->constant;
    case PLAN_CHAIN:
        return ls_run_chain(run, plan);
    case PLAN_AND:
    case PLAN_OR:
        return logic_eval(run, plan);
    case PLAN_NOT:
        return not_eval(run, plan);
    case PLAN_NOT_FALSE:
        return not_false_eval(run, plan);
    case PLAN_EQUAL:
    case PLAN_NOT_EQUAL:
        return equal_eval(run, plan);
    case PLAN_CALL:
        return ls_run_call(run, plan);
    case PLAN_OPTIONAL_OR:
        return optional_or_eval(run, plan);
    case PLAN_MEMBER:
        return member_eval(run, plan);
    case PLAN_LIST:
        return ls_run_list(run, plan);
    case PLAN_MAP:
        return ls_run_map(run, plan);
    case PLAN_FOLD:
        return ls_run_fold(run, plan);
    }
    LS_ASSERT(plan->kind <= PLAN_FOLD);
    return run_over();
}

/* The result, checked against the type that the environment wants where the checker could not. */
static struct ls_term result_of(const struct ls_cel_program *program, struct run *run,
                                struct ls_term term)
{
    const struct ls_cel_type *wanted = program->result;
    if (!wanted || wanted->kind == LS_CEL_DYN || ls_term_is_error(term))
        return term;
    const struct ls_cel_type *found = ls_term_type_of(term);
    if (found->kind == wanted->kind || (wanted->kind == LS_CEL_OBJECT && found->kind == LS_CEL_MAP))
        return term;
    return ls_term_error(run->arena, "the expression came to a value of type %s, it must be %s",
                         ls_cel_type_text(run->arena, found), ls_cel_type_text(run->arena, wanted));
}

struct ls_term ls_cel_eval(const struct ls_cel_program *program, struct ls_cel_run *asked)
{
    LS_ASSERT(asked->arena);
    LS_ASSERT(program->variable_count == 0 || asked->values);
    LS_ASSERT(program->root);
    uint64_t cost_max = asked->cost_max ? asked->cost_max : LS_CEL_COST_MAX;
    struct run run = {
        .program = program,
        .arena = asked->arena,
        .values = asked->values,
        .cost_max = cost_max,
        .work_left = cost_max,
        .steps_left = LS_TERM_STEPS_MAX,
        .bytes_max = asked->arena->used_bytes + LS_CEL_RUN_BYTES_MAX,
    };
    run.call = (struct ls_cel_call){
        .arena = run.arena, .libraries = program->libraries, .cost_left = &run.work_left};
    if (program->slot_count > 0)
        run.slots = LS_ARENA_ARRAY(run.arena, struct slot, program->slot_count);
    struct ls_term term = ls_run_eval(&run, program->root);
    asked->cost = run.cost;
    if (run.is_over)
        return run_over();
    return result_of(program, &run, term);
}

/* Evaluates chains: a root and the fields and indexes selected from it. */
#include "expr/cel/run.h"

#include "expr/lib/index.h"

static struct ls_term variable_eval(struct run *run, const struct plan *plan)
{
    size_t at = plan->chain.variable;
    LS_ASSERT(at < run->program->variable_count);
    struct ls_term term = run->values[at];
    if (LS_LIKELY(term.kind != LS_TERM_ERROR) || term.failure)
        return term;
    return ls_term_error(run->arena, "no such attribute(s): %.*s",
                         LS_ARG(run->program->variables[at].name));
}

static struct ls_term slot_eval(struct run *run, struct slot *slot)
{
    if (LS_UNLIKELY(slot->init != NULL)) {
        const struct plan *init = slot->init;
        slot->init = NULL;
        slot->value = ls_run_eval(run, init);
    }
    return slot->value;
}

static struct ls_term chain_eval(struct run *run, const struct plan *plan, bool is_branch);

/* A branch of a chain: naming a variable there costs nothing. */
static struct ls_term branch_eval(struct run *run, const struct plan *plan)
{
    return plan->kind == PLAN_CHAIN ? chain_eval(run, plan, true) : ls_run_eval(run, plan);
}

static struct ls_term choice_eval(struct run *run, const struct plan *plan)
{
    struct ls_term condition = ls_run_eval(run, plan->chain.choice.condition);
    if (condition.kind == LS_TERM_BOOL)
        return branch_eval(run,
                           condition.truth ? plan->chain.choice.truthy : plan->chain.choice.falsy);
    return ls_term_is_error(condition) ? condition : ls_term_no_overload(run->arena);
}

static struct ls_term root_eval(struct run *run, const struct plan *plan)
{
    switch (plan->chain.root) {
    case ROOT_VARIABLE:
        return variable_eval(run, plan);
    case ROOT_SLOT:
        LS_ASSERT(plan->chain.slot < run->program->slot_count);
        return slot_eval(run, &run->slots[plan->chain.slot]);
    case ROOT_OPERAND:
        return ls_run_eval(run, plan->chain.operand);
    case ROOT_CHOICE:
        return choice_eval(run, plan);
    case ROOT_UNKNOWN:
        break;
    }
    return ls_term_error(run->arena, "no such attribute(s): %.*s", LS_ARG(plan->chain.name));
}

/* The value of a step as an optional; none where there is no value. */
static struct ls_term step_if_present(struct run *run, struct ls_term of, struct ls_term at)
{
    bool is_container = of.kind == LS_TERM_MAP || of.kind == LS_TERM_LIST;
    if (!is_container && run->program->is_presence_strict)
        return ls_cel_index(run->arena, of, at);
    if (at.kind == LS_TERM_STRING && of.kind != LS_TERM_LIST)
        return ls_cel_field_optional(run->arena, of, at.text);
    return ls_cel_index_optional(run->arena, of, at);
}

/* Fields of maps first; the index reports everything else. */
static struct ls_term step_plain(struct run *run, struct ls_term of, struct ls_term at)
{
    struct ls_term found;
    if (at.kind == LS_TERM_STRING && of.kind == LS_TERM_MAP && ls_term_field(of, at.text, &found))
        return found;
    return ls_cel_index(run->arena, of, at);
}

/* The slot of this node, or the least used one: nodes that are read often stay. */
static struct run_cached *cached_slot(struct run_cached *slots, const uint32_t *word)
{
    struct run_cached *least = slots;
    for (struct run_cached *slot = slots; slot < slots + RUN_CACHED_SLOTS; slot++) {
        if (slot->word == word)
            return slot;
        if (slot->times < least->times)
            least = slot;
    }
    *least = (struct run_cached){.word = word};
    return least;
}

struct ls_term ls_run_cached(struct run *run, struct ls_term of)
{
    if (!of.is_from_node || (of.kind != LS_TERM_LIST && of.kind != LS_TERM_MAP))
        return of;
    if (!run->cached)
        run->cached = LS_ARENA_ARRAY(run->arena, struct run_cached, RUN_CACHED_SLOTS);
    struct run_cached *cached = cached_slot(run->cached, of.from.node.word);
    if (++cached->times < RUN_CACHED_AFTER)
        return of;
    if (cached->times == RUN_CACHED_AFTER)
        cached->loaded = ls_term_loaded(run->arena, of);
    return cached->loaded;
}

static bool is_large(struct ls_node node)
{
    return LS_UNLIKELY(ls_node_words(node) >= RUN_LARGE_WORDS);
}

struct ls_term ls_run_cached_if_large(struct run *run, struct ls_term of)
{
    bool is_container = of.kind == LS_TERM_LIST || of.kind == LS_TERM_MAP;
    return is_container && of.is_from_node && is_large(of.from.node) ? ls_run_cached(run, of) : of;
}

/* The state of a chain: its value, and whether an optional was met on the way. */
struct eval_chain_walk {
    struct ls_term value;
    bool is_optional;
    bool is_done; /* the value is the result: an error, none, or the answer of has() */
};

static void test_step(struct run *run, struct eval_chain_walk *walk, struct ls_term at)
{
    struct ls_term found = step_if_present(run, walk->value, at);
    ls_run_charge(run, 1);
    walk->is_done = true;
    walk->value = ls_term_is_error(found) ? found : ls_term_bool(found.optional != NULL);
}

static void optional_step(struct run *run, struct eval_chain_walk *walk, struct ls_term at)
{
    struct ls_term found = step_if_present(run, walk->value, at);
    walk->is_done = ls_term_is_error(found) || !found.optional;
    walk->value = walk->is_done ? found : *found.optional;
    walk->is_optional = true;
    if (!walk->is_done)
        ls_run_charge(run, 1);
}

static void plain_step(struct run *run, struct eval_chain_walk *walk, struct ls_term at)
{
    walk->value = step_plain(run, walk->value, at);
    ls_run_charge(run, 1);
    walk->is_done = ls_term_is_error(walk->value);
}

static void step_take(struct run *run, struct eval_chain_walk *walk, const struct plan_step *step)
{
    bool is_optional = step->is_optional || walk->is_optional;
    /* The cost of an index is part of its step's cost. */
    struct ls_term at = step->index ? branch_eval(run, step->index) : step->at;
    if (LS_UNLIKELY(ls_term_is_error(at))) {
        *walk = (struct eval_chain_walk){.value = at, .is_done = true};
        if (!is_optional)
            ls_run_charge(run, 1);
        return;
    }
    walk->value =
        step->index ? ls_run_cached(run, walk->value) : ls_run_cached_if_large(run, walk->value);
    if (step->is_test)
        test_step(run, walk, at);
    else if (is_optional)
        optional_step(run, walk, at);
    else
        plain_step(run, walk, at);
    walk->value = ls_term_plain(run->arena, walk->value);
    walk->value = ls_run_placed(run, walk->value, step->offset);
}

/* Steps after an optional apply to the value inside it. */
static void walk_unwrap(struct eval_chain_walk *walk)
{
    if (walk->value.kind != LS_TERM_OPTIONAL)
        return;
    walk->is_optional = true;
    walk->is_done = !walk->value.optional;
    if (!walk->is_done)
        walk->value = *walk->value.optional;
}

/* Follows field names on a tape without a schema; the values between become no terms. Returns how
 * many steps were taken; the caller takes the rest, and reports errors. */
static size_t tape_steps(struct run *run, const struct plan_chain *chain,
                         struct eval_chain_walk *walk)
{
    if (walk->value.kind != LS_TERM_MAP || !walk->value.is_from_node || walk->value.from.lens)
        return 0;
    struct ls_node node = walk->value.from.node;
    size_t taken = 0;
    for (; taken < chain->step_count && chain->steps[taken].is_plain && !is_large(node); taken++) {
        struct ls_node next = ls_node_get_probed(node, &chain->steps[taken].key);
        if (ls_node_is_absent(next))
            break;
        node = next;
    }
    if (taken > 0)
        walk->value = ls_term_of_node(node, NULL);
    ls_run_charge(run, taken);
    return taken;
}

static struct ls_term chain_eval(struct run *run, const struct plan *plan, bool is_branch)
{
    const struct plan_chain *chain = &plan->chain;
    struct eval_chain_walk walk = {.value = root_eval(run, plan)};
    bool is_test = chain->step_count > 0 && chain->steps[chain->step_count - 1].is_test;
    /* has() costs only the way to the field; a choice costs what it chose. */
    if (!is_branch && !is_test && chain->root != ROOT_CHOICE)
        ls_run_charge(run, 1);
    if (chain->step_count == 0 || ls_term_is_error(walk.value))
        return ls_run_placed(run, walk.value, plan->offset);
    walk_unwrap(&walk);
    size_t taken = walk.is_optional ? 0 : tape_steps(run, chain, &walk);
    for (size_t i = taken; i < chain->step_count && !walk.is_done && !run->is_over; i++)
        step_take(run, &walk, &chain->steps[i]);
    if (is_test && walk.value.kind == LS_TERM_OPTIONAL)
        return ls_term_bool(false);
    if (walk.is_optional && !walk.is_done)
        return ls_term_some(run->arena, walk.value);
    return walk.value;
}

struct ls_term ls_run_chain(struct run *run, const struct plan *plan)
{
    return chain_eval(run, plan, false);
}

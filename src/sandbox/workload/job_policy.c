#include "sandbox/workload/job_policy.h"

#include "sandbox/workload/facts.h"

static bool values_hold(struct ls_node values, int64_t code)
{
    LS_EACH (it, values) {
        if (ls_node_int(it.value, -1) == code)
            return true;
    }
    return false;
}

/* The container whose exit code the rule is about; absent: none. */
static struct ls_node codes_match(struct ls_node rule, struct ls_node pod)
{
    struct ls_node codes = ls_node_at(rule, "onExitCodes");
    struct ls_node name = ls_node_at(codes, "containerName");
    bool wants_in = ls_node_string_is(ls_node_at(codes, "operator"), "In");
    if (ls_node_is_absent(codes))
        return LS_ABSENT;
    LS_EACH (it, ls_node_at(pod, "status.containerStatuses")) {
        struct ls_node code = ls_node_at(it.value, "state.terminated.exitCode");
        int64_t number = ls_node_int(code, 0);
        if (!number ||
            (ls_node_is_string(name) && !ls_node_equal(name, ls_node_at(it.value, "name"))))
            continue;
        if (values_hold(ls_node_at(codes, "values"), number) == wants_in)
            return it.value;
    }
    return LS_ABSENT;
}

/* The pod's condition that the rule is about; absent: none. */
static struct ls_node condition_match(struct ls_node rule, struct ls_node pod)
{
    LS_EACH (it, ls_node_at(rule, "onPodConditions")) {
        struct ls_node found = ls_fact_condition(pod, ls_node_text(ls_node_at(it.value, "type")));
        struct ls_node status = ls_node_at(it.value, "status");
        const char *wanted = ls_node_is_string(status) ? ls_node_text(status) : "True";
        if (ls_node_string_is(ls_node_at(found, "status"), wanted))
            return found;
    }
    return LS_ABSENT;
}

struct match {
    struct ls_node rule; /* absent: no rule is about this pod */
    size_t index;
    struct ls_node container;
    struct ls_node condition;
};

static struct match rules_match(struct ls_node rules, struct ls_node pod)
{
    size_t index = 0;
    LS_EACH (rule, rules) {
        struct match match = {rule.value, index++, codes_match(rule.value, pod),
                              condition_match(rule.value, pod)};
        if (!ls_node_is_absent(match.container) || !ls_node_is_absent(match.condition))
            return match;
    }
    return (struct match){.rule = LS_ABSENT};
}

const char *ls_job_policy_failure(struct ls_arena *arena, struct ls_node rules, struct ls_node pod)
{
    struct match match = rules_match(rules, pod);
    const char *namespace_name = ls_node_text(ls_node_at(pod, "metadata.namespace"));
    const char *name = ls_fact_name(pod);
    if (!ls_pod_phase_is(pod, "Failed") ||
        !ls_node_string_is(ls_node_at(match.rule, "action"), "FailJob"))
        return NULL;
    if (!ls_node_is_absent(match.container))
        return ls_arena_printf(
            arena,
            "Container %s for pod %s/%s failed with exit code %lld matching FailJob rule at index "
            "%zu",
            ls_node_text(ls_node_at(match.container, "name")), namespace_name, name,
            (long long)ls_node_int(ls_node_at(match.container, "state.terminated.exitCode"), 0),
            match.index);
    return ls_arena_printf(arena, "Pod %s/%s has condition %s matching FailJob rule at index %zu",
                           namespace_name, name, ls_node_text(ls_node_at(match.condition, "type")),
                           match.index);
}

static bool policy_says(struct ls_node rules, struct ls_node pod, const char *action)
{
    return ls_pod_phase_is(pod, "Failed") &&
           ls_node_string_is(ls_node_at(rules_match(rules, pod).rule, "action"), action);
}

bool ls_job_policy_fails_index(struct ls_node rules, struct ls_node pod)
{
    return policy_says(rules, pod, "FailIndex");
}

bool ls_job_policy_ignores(struct ls_node rules, struct ls_node pod)
{
    return policy_says(rules, pod, "Ignore");
}

static bool success_rule_is_met(struct ls_node rule, const struct ls_indexes *indexes)
{
    struct ls_node wanted = ls_node_at(rule, "succeededIndexes");
    struct ls_node count = ls_node_at(rule, "succeededCount");
    bool are_all_done = false;
    int64_t done = indexes->done;
    if (ls_node_is_string(wanted))
        done = ls_indexes_done_among(indexes, ls_node_string(wanted), &are_all_done);
    return ls_node_is_absent(count) ? are_all_done : done >= ls_node_int(count, 0);
}

const char *ls_job_success(struct ls_arena *arena, struct ls_node rules,
                           const struct ls_indexes *indexes)
{
    if (!indexes->done)
        return NULL;
    for (size_t i = 0; i < ls_node_count(rules); i++) {
        if (success_rule_is_met(ls_node_item(rules, i), indexes))
            return ls_arena_printf(arena, "Matched rules at index %zu", i);
    }
    return NULL;
}

/* Validation of affinity, tolerations and topology spread of a pod. */
#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/limits.h"
#include "sandbox/kinds/pod_validate.h"

enum { WEIGHT_MAX = 100 };

static void toleration_value_check(const struct ls_spot *toleration)
{
    static const char *const operators[] = {"Equal", "Exists"};
    struct ls_spot op = ls_spot_at(toleration, "operator");
    struct ls_spot shown =
        ls_spot_showing(toleration, "operator", ls_node_get(toleration->value, LS_SLICE("value")));
    struct ls_slice word = ls_spot_text(&op);
    if (word.len == 0 || ls_slice_is(word, "Equal"))
        ls_spot_follows(&shown, LS_TEXT_LABEL_VALUE);
    else if (!ls_slice_is(word, "Exists"))
        LS_SPOT_CHOICE(&op, operators);
    else if (ls_spot_text(&shown).len > 0)
        ls_spot_invalid(&shown, "value must be empty when `operator` is 'Exists'");
}

static void toleration_check(const struct ls_spot *toleration)
{
    static const char *const effects[] = {"NoSchedule", "PreferNoSchedule", "NoExecute"};
    struct ls_spot key = ls_spot_at(toleration, "key");
    struct ls_spot op = ls_spot_at(toleration, "operator");
    struct ls_spot effect = ls_spot_at(toleration, "effect");
    struct ls_spot seconds = ls_spot_at(toleration, "tolerationSeconds");
    const char *quoted =
        ls_arena_printf(toleration->errors->arena, "\"%.*s\"", LS_ARG(ls_spot_text(&op)));
    ls_spot_optional_text(&key, LS_TEXT_LABEL_KEY);
    if (ls_spot_text(&key).len == 0 && !ls_node_string_is(op.value, "Exists"))
        ls_spot_invalid_as(&op, quoted,
                           "operator must be Exists when `key` is empty, which means \"match all "
                           "values and all keys\"");
    if (ls_spot_is_there(&seconds) && !ls_node_string_is(effect.value, "NoExecute"))
        ls_spot_invalid_as(
            &effect,
            ls_arena_printf(toleration->errors->arena, "\"%.*s\"", LS_ARG(ls_spot_text(&effect))),
            "effect must be 'NoExecute' when `tolerationSeconds` is set");
    toleration_value_check(toleration);
    LS_SPOT_OPTIONAL_CHOICE(&effect, effects);
}

void ls_tolerations_check(const struct ls_spot *tolerations)
{
    LS_EACH_ITEM (toleration, tolerations)
        toleration_check(&toleration);
}

/* Preferred terms may use values that no label can have. */
static void node_term_check(const struct ls_spot *term, bool is_required)
{
    struct ls_spot op = ls_spot_at(term, "operator");
    struct ls_spot values = ls_spot_at(term, "values");
    bool compares = ls_node_string_is(op.value, "Gt") || ls_node_string_is(op.value, "Lt");
    if (compares && ls_node_count(values.value) != 1)
        ls_spot_required(&values, "must be specified single value when `operator` is 'Lt' or 'Gt'");
    if (!compares && !ls_set_operator_check(term))
        ls_spot_invalid(&op, "not a valid selector operator");
    ls_spot_follows(LS_SPOT_AT(term, "key"), LS_TEXT_LABEL_KEY);
    LS_EACH_ITEM (value, &values) {
        if (is_required)
            ls_spot_follows(&value, LS_TEXT_LABEL_VALUE);
    }
}

static void node_terms_check(const struct ls_spot *selector, bool is_required)
{
    struct ls_spot expressions = ls_spot_at(selector, "matchExpressions");
    LS_EACH_ITEM (expression, &expressions)
        node_term_check(&expression, is_required);
}

void ls_node_selector_check(const struct ls_spot *selector)
{
    struct ls_spot terms = ls_spot_at(selector, "nodeSelectorTerms");
    if (ls_node_count(terms.value) == 0)
        ls_spot_required(&terms, "must have at least one node selector term");
    LS_EACH_ITEM (term, &terms)
        node_terms_check(&term, true);
}

static void weight_check(const struct ls_spot *term)
{
    struct ls_spot weight = ls_spot_at(term, "weight");
    int64_t value = ls_node_int(weight.value, 0);
    if (value <= 0 || value > WEIGHT_MAX)
        ls_spot_invalid(&weight, "must be in the range 1-100");
}

static void node_affinity_check(const struct ls_spot *affinity)
{
    struct ls_spot required =
        ls_spot_at(affinity, "requiredDuringSchedulingIgnoredDuringExecution");
    struct ls_spot preferred =
        ls_spot_at(affinity, "preferredDuringSchedulingIgnoredDuringExecution");
    if (ls_spot_is_there(&required))
        ls_node_selector_check(&required);
    LS_EACH_ITEM (term, &preferred) {
        weight_check(&term);
        node_terms_check(LS_SPOT_AT(&term, "preference"), false);
    }
}

static void pod_term_check(const struct ls_spot *term)
{
    struct ls_spot topology = ls_spot_at(term, "topologyKey");
    ls_label_selector_check(LS_SPOT_AT(term, "labelSelector"));
    ls_label_selector_check(LS_SPOT_AT(term, "namespaceSelector"));
    if (ls_spot_text(&topology).len == 0)
        ls_spot_required(&topology, "can not be empty");
    ls_spot_follows(&topology, LS_TEXT_LABEL_KEY);
}

static void pod_affinity_check(const struct ls_spot *affinity)
{
    struct ls_spot required =
        ls_spot_at(affinity, "requiredDuringSchedulingIgnoredDuringExecution");
    struct ls_spot preferred =
        ls_spot_at(affinity, "preferredDuringSchedulingIgnoredDuringExecution");
    LS_EACH_ITEM (term, &required)
        pod_term_check(&term);
    LS_EACH_ITEM (weighted, &preferred) {
        struct ls_spot term = ls_spot_at(&weighted, "podAffinityTerm");
        weight_check(&weighted);
        pod_term_check(&term);
    }
}

void ls_affinity_check(const struct ls_spot *affinity)
{
    node_affinity_check(LS_SPOT_AT(affinity, "nodeAffinity"));
    pod_affinity_check(LS_SPOT_AT(affinity, "podAffinity"));
    pod_affinity_check(LS_SPOT_AT(affinity, "podAntiAffinity"));
}

/* Does a later constraint have the same topologyKey and whenUnsatisfiable? */
static bool is_repeated(const struct ls_spot *constraints, const struct ls_spot *constraint)
{
    struct ls_node key = ls_node_get(constraint->value, LS_SLICE("topologyKey"));
    struct ls_node unmet = ls_node_get(constraint->value, LS_SLICE("whenUnsatisfiable"));
    size_t i = 0;
    LS_EACH (it, constraints->value) {
        if (i++ > constraint->index &&
            ls_slice_equal(ls_node_string(ls_node_get(it.value, LS_SLICE("topologyKey"))),
                           ls_node_string(key)) &&
            ls_slice_equal(ls_node_string(ls_node_get(it.value, LS_SLICE("whenUnsatisfiable"))),
                           ls_node_string(unmet)))
            return true;
    }
    return false;
}

static void constraint_check(const struct ls_spot *constraints, const struct ls_spot *constraint,
                             bool is_compared)
{
    static const char *const answers[] = {"DoNotSchedule", "ScheduleAnyway"};
    static const char *const policies[] = {"Honor", "Ignore"};
    struct ls_spot skew = ls_spot_at(constraint, "maxSkew");
    struct ls_spot key = ls_spot_at(constraint, "topologyKey");
    struct ls_spot unmet = ls_spot_at(constraint, "whenUnsatisfiable");
    struct ls_spot both = ls_spot_at(constraint, "{topologyKey, whenUnsatisfiable}");
    if (ls_node_int(skew.value, 0) <= 0)
        ls_spot_invalid(&skew, "must be greater than zero");
    if (ls_spot_text(&key).len == 0)
        ls_spot_required(&key, "can not be empty");
    LS_SPOT_CHOICE(&unmet, answers);
    if (is_compared && is_repeated(constraints, constraint))
        ls_spot_duplicate_as(&both,
                             ls_arena_printf(both.errors->arena, "\"{%s, %s}\"",
                                             ls_node_text(key.value), ls_node_text(unmet.value)));
    LS_SPOT_OPTIONAL_CHOICE(LS_SPOT_AT(constraint, "nodeAffinityPolicy"), policies);
    LS_SPOT_OPTIONAL_CHOICE(LS_SPOT_AT(constraint, "nodeTaintsPolicy"), policies);
    ls_label_selector_check(LS_SPOT_AT(constraint, "labelSelector"));
}

void ls_topology_check(const struct ls_spot *constraints)
{
    bool is_compared = ls_node_count(constraints->value) <= LS_COMPARED_MAX;
    LS_EACH_ITEM (constraint, constraints)
        constraint_check(constraints, &constraint, is_compared);
}

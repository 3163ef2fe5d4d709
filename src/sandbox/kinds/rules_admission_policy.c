/* Rules of ValidatingAdmissionPolicy, MutatingAdmissionPolicy and their bindings. */
#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/rule_validate.h"
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/seen.h"
#include "sandbox/kinds/shape.h"
#include "sandbox/kinds/workload_validate.h"

static const struct ls_default policy_defaults[] = {LS_DEFAULT_TEXT("failurePolicy", "Fail")};
static const struct ls_default match_defaults[] = {
    LS_DEFAULT_TEXT("matchPolicy", "Equivalent"),
    LS_DEFAULT_MAP("namespaceSelector"),
    LS_DEFAULT_MAP("objectSelector"),
};
static const struct ls_default rule_defaults[] = {LS_DEFAULT_TEXT("scope", "*")};

static void match_default(struct ls_shape match)
{
    static const char *const lists[] = {"resourceRules", "excludeResourceRules"};
    ls_shape_fill(match, match_defaults);
    for (size_t i = 0; i < LS_COUNT(lists); i++) {
        struct ls_shape rules = ls_shape_at(match, lists[i]);
        LS_EACH_SHAPE (rule, rules)
            ls_shape_fill(rule, rule_defaults);
    }
}

static void policy_default(const struct ls_admission *admission)
{
    struct ls_shape spec = ls_shape_made(ls_shape_of(admission), "spec");
    ls_shape_fill(spec, policy_defaults);
    match_default(ls_shape_at(spec, "matchConstraints"));
}

static void binding_default(const struct ls_admission *admission)
{
    struct ls_shape spec = ls_shape_at(ls_shape_of(admission), "spec");
    match_default(ls_shape_at(spec, "matchResources"));
}

static void match_check(const struct ls_spot *match, bool needs_rules)
{
    static const char *const policies[] = {"Equivalent", "Exact"};
    struct ls_spot excluded = ls_spot_at(match, "excludeResourceRules");
    struct ls_spot rules = ls_spot_at(match, "resourceRules");
    LS_SPOT_OPTIONAL_CHOICE(LS_SPOT_AT(match, "matchPolicy"), policies);
    ls_label_selector_check(LS_SPOT_AT(match, "namespaceSelector"));
    ls_label_selector_check(LS_SPOT_AT(match, "objectSelector"));
    LS_EACH_ITEM (rule, &rules)
        ls_resource_rule_check(&rule);
    LS_EACH_ITEM (rule, &excluded)
        ls_resource_rule_check(&rule);
    if (needs_rules && ls_node_count(rules.value) == 0)
        ls_spot_required(&rules, "%s", "");
}

static void expression_check(const struct ls_spot *holder, const char *name)
{
    struct ls_spot expression = ls_spot_at(holder, name);
    if (ls_slice_trim(ls_spot_text(&expression)).len == 0)
        ls_spot_required(&expression, "%s is not specified", name);
}

static void variables_check(const struct ls_spot *spec)
{
    struct ls_spot variables = ls_spot_at(spec, "variables");
    LS_EACH_ITEM (variable, &variables) {
        struct ls_spot name = ls_spot_at(&variable, "name");
        if (ls_slice_trim(ls_spot_text(&name)).len == 0)
            ls_spot_required(&name, "name is not specified");
        else if (ls_text_flaws(LS_TEXT_C_IDENTIFIER, ls_spot_text(&name)).count > 0)
            ls_spot_invalid(&name, "must be a valid CEL identifier");
        expression_check(&variable, "expression");
    }
}

/* The key of an audit annotation is prefixed with the name of the policy. */
static void annotation_key_check(const struct ls_spot *annotation, struct ls_slice policy_name)
{
    struct ls_spot key = ls_spot_at(annotation, "key");
    struct ls_arena *arena = annotation->errors->arena;
    const char *whole =
        ls_arena_printf(arena, "%.*s/%.*s", LS_ARG(policy_name), LS_ARG(ls_spot_text(&key)));
    struct ls_text_flaws flaws = ls_text_flaws(LS_TEXT_LABEL_KEY, ls_slice_of(whole));
    for (size_t i = 0; i < flaws.count; i++)
        ls_spot_invalid_as(&key, ls_arena_printf(arena, "\"%s\"", whole), "%s", flaws.at[i]);
}

static void validations_check(const struct ls_spot *spec, struct ls_slice policy_name)
{
    static const char words[] = "validations or auditAnnotations must contain at least one item";
    struct ls_spot validations = ls_spot_at(spec, "validations");
    struct ls_spot annotations = ls_spot_at(spec, "auditAnnotations");
    if (ls_node_count(validations.value) == 0 && ls_node_count(annotations.value) == 0) {
        ls_spot_required(&validations, "%s", words);
        ls_spot_required(&annotations, "%s", words);
    }
    LS_EACH_ITEM (validation, &validations)
        expression_check(&validation, "expression");
    LS_EACH_ITEM (annotation, &annotations) {
        annotation_key_check(&annotation, policy_name);
        expression_check(&annotation, "valueExpression");
    }
}

/* A mutation by one patch type; the other type must be unset. */
static void mutation_check(const struct ls_spot *mutation)
{
    static const char *const types[] = {"ApplyConfiguration", "JSONPatch"};
    static const char *const members[] = {"applyConfiguration", "jsonPatch"};
    struct ls_spot type = ls_spot_at(mutation, "patchType");
    if (!LS_SPOT_NEEDED_CHOICE(&type, types))
        return;
    size_t i = ls_node_string_is(type.value, types[0]) ? 0 : 1;
    struct ls_spot meant = ls_spot_at(mutation, members[i]);
    struct ls_spot other = ls_spot_at(mutation, members[1 - i]);
    struct ls_spot expression = ls_spot_at(&meant, "expression");
    if (!ls_spot_is_there(&meant))
        ls_spot_required(&meant, "must be specified when patchType is %s", types[i]);
    else if (ls_slice_trim(ls_spot_text(&expression)).len == 0)
        ls_spot_required(&expression, "%s", "");
    if (ls_spot_is_there(&other))
        ls_spot_invalid_as(&other, ls_arena_printf(other.errors->arena, "\"{%s}\"", members[1 - i]),
                           "must not be specified when patchType is %s", types[i]);
}

/* A mutating policy cannot match deletes. */
static void mutated_operations_check(const struct ls_spot *spec)
{
    static const char *const operations[] = {"*", "CONNECT", "CREATE", "UPDATE"};
    struct ls_node rules = ls_node_at(spec->value, "matchConstraints.resourceRules");
    LS_EACH (rule, rules) {
        LS_EACH (it, ls_node_get(rule.value, LS_SLICE("operations"))) {
            struct ls_spot place =
                ls_spot_showing(spec, "matchConstraints.resourceRules.operations", it.value);
            LS_SPOT_CHOICE(&place, operations);
        }
    }
}

static void mutations_check(const struct ls_spot *spec)
{
    static const char *const policies[] = {"IfNeeded", "Never"};
    struct ls_spot mutations = ls_spot_at(spec, "mutations");
    if (ls_node_count(mutations.value) == 0)
        ls_spot_required(&mutations, "mutations must contain at least one item");
    LS_EACH_ITEM (mutation, &mutations)
        mutation_check(&mutation);
    LS_SPOT_NEEDED_CHOICE(LS_SPOT_AT(spec, "reinvocationPolicy"), policies);
}

static void policy_validate(const struct ls_admission *admission, struct ls_node object,
                            struct ls_field_errors *errors)
{
    static const char *const policies[] = {"Fail", "Ignore"};
    struct ls_spot policy = ls_spot_root(object, errors);
    struct ls_spot spec = ls_spot_at(&policy, "spec");
    struct ls_spot match = ls_spot_at(&spec, "matchConstraints");
    bool is_validating = ls_slice_starts(ls_slice_of(admission->kind->resource.kind), "Validating");
    if (!ls_writes_object(admission))
        return;
    LS_SPOT_OPTIONAL_CHOICE(LS_SPOT_AT(&spec, "failurePolicy"), policies);
    if (ls_spot_is_there(&match))
        match_check(&match, true);
    else
        ls_spot_required(&match, "%s", "");
    if (!is_validating)
        mutated_operations_check(&spec);
    ls_match_conditions_check(LS_SPOT_AT(&spec, "matchConditions"));
    variables_check(&spec);
    if (is_validating)
        validations_check(&spec, ls_node_string(ls_node_at(object, "metadata.name")));
    else
        mutations_check(&spec);
}

static void parameters_check(const struct ls_spot *reference)
{
    static const char *const actions[] = {"Deny", "Allow"};
    static const char either[] = "name and selector are mutually exclusive";
    struct ls_spot name = ls_spot_at(reference, "name");
    struct ls_spot selector = ls_spot_at(reference, "selector");
    bool has_name = ls_spot_text(&name).len > 0;
    bool has_selector = ls_spot_is_there(&selector);
    if (!ls_spot_is_there(reference))
        return;
    ls_spot_optional_text(&name, LS_TEXT_PATH_SEGMENT);
    if (has_name && has_selector)
        ls_spot_forbidden(&name, "%s", either);
    ls_label_selector_check(&selector);
    if (has_name && has_selector)
        ls_spot_forbidden(&selector, "%s", either);
    if (!has_name && !has_selector)
        ls_spot_required(reference, "one of name or selector must be specified");
    LS_SPOT_NEEDED_CHOICE(LS_SPOT_AT(reference, "parameterNotFoundAction"), actions);
}

static void actions_check(const struct ls_spot *actions)
{
    static const char *const known[] = {"Audit", "Deny", "Warn"};
    bool has_deny = false;
    bool has_warn = false;
    struct ls_seen seen LS_AUTO(ls_seen_release) = {.count = 0};
    LS_EACH_ITEM (action, actions) {
        if (LS_SPOT_CHOICE(&action, known) && !ls_seen_add(&seen, ls_spot_text(&action)))
            ls_spot_duplicate(&action);
        has_deny |= ls_node_string_is(action.value, "Deny");
        has_warn |= ls_node_string_is(action.value, "Warn");
    }
    if (has_deny && has_warn)
        ls_spot_invalid(actions,
                        "must not contain both Deny and Warn (repeating the same validation "
                        "failure information in the API response and headers serves no purpose)");
    if (ls_node_count(actions->value) == 0)
        ls_spot_required(actions, "at least one validation action is required");
}

static void policy_binding_validate(const struct ls_admission *admission, struct ls_node object,
                                    struct ls_field_errors *errors)
{
    struct ls_spot binding = ls_spot_root(object, errors);
    struct ls_spot spec = ls_spot_at(&binding, "spec");
    bool is_validating = ls_slice_starts(ls_slice_of(admission->kind->resource.kind), "Validating");
    ls_spot_needed_text(LS_SPOT_AT(&spec, "policyName"), LS_TEXT_DNS_SUBDOMAIN);
    parameters_check(LS_SPOT_AT(&spec, "paramRef"));
    match_check(LS_SPOT_AT(&spec, "matchResources"), false);
    if (is_validating)
        actions_check(LS_SPOT_AT(&spec, "validationActions"));
}

const struct ls_kind_rules ls_rules_admission_policy = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
    .defaults = policy_default,
    .validate = policy_validate,
};

const struct ls_kind_rules ls_rules_admission_policy_binding = {
    .generation = LS_GENERATION_SPEC,
    .defaults = binding_default,
    .validate = policy_binding_validate,
};

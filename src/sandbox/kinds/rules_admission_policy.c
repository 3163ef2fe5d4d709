#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/shape.h"

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

const struct ls_kind_rules ls_rules_admission_policy = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
    .defaults = policy_default,
};

const struct ls_kind_rules ls_rules_admission_policy_binding = {
    .generation = LS_GENERATION_SPEC,
    .defaults = binding_default,
};

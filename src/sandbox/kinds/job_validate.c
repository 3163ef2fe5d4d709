#include "sandbox/kinds/job_validate.h"

#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/pod_validate.h"

enum {
    INDEXED_MAX = 100000, /* pods of an indexed Job at a time */
};

static void numbers_check(const struct ls_spot *spec)
{
    static const char *const names[] = {"parallelism",
                                        "completions",
                                        "activeDeadlineSeconds",
                                        "backoffLimit",
                                        "ttlSecondsAfterFinished",
                                        "backoffLimitPerIndex",
                                        "maxFailedIndexes"};
    for (size_t i = 0; i < LS_COUNT(names); i++) {
        struct ls_spot number = ls_spot_at(spec, names[i]);
        ls_spot_not_negative(&number);
    }
}

static void indexed_check(const struct ls_spot *spec)
{
    struct ls_spot completions = ls_spot_at(spec, "completions");
    struct ls_spot parallelism = ls_spot_at(spec, "parallelism");
    struct ls_spot failed = ls_spot_at(spec, "maxFailedIndexes");
    if (!ls_spot_is_there(&completions))
        ls_spot_required(&completions, "when completion mode is Indexed");
    if (ls_node_int(parallelism.value, 0) > INDEXED_MAX)
        ls_spot_invalid(&parallelism,
                        "must be less than or equal to %d when completion mode is Indexed",
                        INDEXED_MAX);
    if (ls_spot_is_there(&completions) && ls_spot_is_there(&failed) &&
        ls_node_int(failed.value, 0) > ls_node_int(completions.value, 0))
        ls_spot_invalid(&failed, "must be less than or equal to completions");
}

static void completion_mode_check(const struct ls_spot *spec)
{
    static const char *const modes[] = {"NonIndexed", "Indexed"};
    static const char *const indexed_only[] = {"backoffLimitPerIndex", "maxFailedIndexes"};
    struct ls_spot mode = ls_spot_at(spec, "completionMode");
    LS_SPOT_OPTIONAL_CHOICE(&mode, modes);
    if (ls_node_string_is(mode.value, "Indexed"))
        indexed_check(spec);
    if (ls_spot_is_there(&mode) && !ls_node_string_is(mode.value, "NonIndexed"))
        return;
    for (size_t i = 0; i < LS_COUNT(indexed_only); i++) {
        struct ls_spot member = ls_spot_at(spec, indexed_only[i]);
        if (ls_spot_is_there(&member))
            ls_spot_invalid(&member, "requires indexed completion mode");
    }
}

static void conditions_check(const struct ls_spot *conditions)
{
    static const char *const statuses[] = {"False", "True", "Unknown"};
    LS_EACH_ITEM (condition, conditions) {
        struct ls_spot type = ls_spot_at(&condition, "type");
        struct ls_spot status = ls_spot_at(&condition, "status");
        ls_spot_follows(&type, LS_TEXT_LABEL_KEY);
        LS_SPOT_CHOICE(&status, statuses);
    }
}

static void exit_codes_check(const struct ls_spot *codes)
{
    static const char *const operators[] = {"In", "NotIn"};
    struct ls_spot op = ls_spot_at(codes, "operator");
    struct ls_spot values = ls_spot_at(codes, "values");
    if (ls_spot_text(&op).len == 0)
        ls_spot_required(&op, "valid values: [\"In\" \"NotIn\"]");
    else
        LS_SPOT_CHOICE(&op, operators);
    if (ls_node_count(values.value) == 0)
        ls_spot_invalid(&values, "at least one value is required");
    LS_EACH_ITEM (value, &values) {
        if (ls_node_string_is(op.value, "In") && ls_node_int(value.value, 0) == 0)
            ls_spot_invalid(&value, "must not be 0 for the In operator");
    }
}

static void failure_rule_check(const struct ls_spot *spec, const struct ls_spot *rule)
{
    static const char *const actions[] = {"Count", "FailIndex", "FailJob", "Ignore"};
    struct ls_spot action = ls_spot_at(rule, "action");
    struct ls_spot codes = ls_spot_at(rule, "onExitCodes");
    struct ls_spot conditions = ls_spot_at(rule, "onPodConditions");
    bool has_conditions = ls_node_count(conditions.value) > 0;
    struct ls_node per_index = ls_node_get(spec->value, LS_SLICE("backoffLimitPerIndex"));
    if (ls_spot_text(&action).len == 0)
        ls_spot_required(&action, "valid values: [\"Count\" \"FailIndex\" \"FailJob\" \"Ignore\"]");
    else if (ls_node_string_is(action.value, "FailIndex") && ls_node_is_absent(per_index))
        ls_spot_invalid(&action, "requires the backoffLimitPerIndex to be set");
    else
        LS_SPOT_CHOICE(&action, actions);
    if (ls_spot_is_there(&codes))
        exit_codes_check(&codes);
    conditions_check(&conditions);
    if (ls_spot_is_there(&codes) && has_conditions)
        ls_spot_invalid_as(rule, NULL,
                           "specifying both OnExitCodes and OnPodConditions is not supported");
    if (!ls_spot_is_there(&codes) && !has_conditions)
        ls_spot_invalid_as(rule, NULL,
                           "specifying one of OnExitCodes and OnPodConditions is required");
}

static void replacement_check(const struct ls_spot *spec)
{
    static const char *const policies[] = {"Failed", "TerminatingOrFailed"};
    struct ls_spot policy = ls_spot_at(spec, "podReplacementPolicy");
    bool has_failure_policy =
        !ls_node_is_absent(ls_node_get(spec->value, LS_SLICE("podFailurePolicy")));
    if (ls_spot_is_there(&policy))
        ls_spot_choice(&policy, policies, has_failure_policy ? 1 : LS_COUNT(policies));
}

static void restart_check(const struct ls_spot *spec)
{
    static const char *const policies[] = {"OnFailure", "Never"};
    struct ls_spot restart = ls_spot_at(spec, "template.spec.restartPolicy");
    bool has_failure_policy =
        !ls_node_is_absent(ls_node_get(spec->value, LS_SLICE("podFailurePolicy")));
    if (ls_spot_text(&restart).len == 0 || ls_node_string_is(restart.value, "Always"))
        ls_spot_required(&restart, "valid values: \"OnFailure\", \"Never\"");
    else if (LS_SPOT_CHOICE(&restart, policies) && has_failure_policy &&
             !ls_node_string_is(restart.value, "Never"))
        ls_spot_invalid(&restart, "only \"Never\" is supported when podFailurePolicy is specified");
}

void ls_job_spec_check(const struct ls_spot *spec)
{
    struct ls_spot failed = ls_spot_at(spec, "maxFailedIndexes");
    struct ls_spot per_index = ls_spot_at(spec, "backoffLimitPerIndex");
    struct ls_spot managed = ls_spot_at(spec, "managedBy");
    struct ls_spot rules = ls_spot_at(spec, "podFailurePolicy.rules");
    struct ls_spot pod_template = ls_spot_at(spec, "template");
    numbers_check(spec);
    if (ls_spot_is_there(&failed) && !ls_spot_is_there(&per_index))
        ls_spot_required(&per_index, "when maxFailedIndexes is specified");
    if (ls_spot_is_there(&managed))
        ls_domain_path_check(&managed);
    completion_mode_check(spec);
    LS_EACH_ITEM (rule, &rules)
        failure_rule_check(spec, &rule);
    replacement_check(spec);
    ls_pod_template_check(&pod_template);
    restart_check(spec);
}

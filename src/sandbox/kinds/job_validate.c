#include "sandbox/kinds/job_validate.h"

#include "sandbox/kinds/checks.h"
#include "sandbox/kinds/pod_validate.h"

enum {
    INDEXED_MAX = 100000, /* parallelism of an indexed Job */
    FAILED_MAX = 100000,
    MANY_COMPLETIONS = 100000, /* above this, backoffLimitPerIndex has lower limits */
    MANY_MAX = 10000,
    MANAGER_BYTES_MAX = 63,
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

static void many_completions_check(const struct ls_spot *parallelism, const struct ls_spot *failed)
{
    static const char words[] = "must be less than or equal to %d when completions are above %d "
                                "and used with backoff limit per index";
    if (!ls_spot_is_there(failed))
        ls_spot_required(failed, "must be specified when completions is above %d",
                         MANY_COMPLETIONS);
    if (ls_node_int(parallelism->value, 0) > MANY_MAX)
        ls_spot_invalid(parallelism, words, MANY_MAX, MANY_COMPLETIONS);
    if (ls_node_int(failed->value, 0) > MANY_MAX)
        ls_spot_invalid(failed, words, MANY_MAX, MANY_COMPLETIONS);
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
    if (ls_node_int(failed.value, 0) > FAILED_MAX)
        ls_spot_invalid(&failed, "must be less than or equal to %d", FAILED_MAX);
    if (ls_node_int(completions.value, 0) > MANY_COMPLETIONS &&
        !ls_node_is_absent(ls_node_get(spec->value, LS_SLICE("backoffLimitPerIndex"))))
        many_completions_check(&parallelism, &failed);
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
    struct ls_spot per_index = ls_spot_at(spec, "backoffLimitPerIndex");
    struct ls_spot managed = ls_spot_at(spec, "managedBy");
    numbers_check(spec);
    if (ls_spot_is_there(LS_SPOT_AT(spec, "maxFailedIndexes")) && !ls_spot_is_there(&per_index))
        ls_spot_required(&per_index, "when maxFailedIndexes is specified");
    if (ls_spot_is_there(&managed)) {
        ls_domain_path_check(&managed);
        if (ls_spot_text(&managed).len > MANAGER_BYTES_MAX)
            ls_spot_too_long(&managed, MANAGER_BYTES_MAX);
    }
    completion_mode_check(spec);
    ls_job_failure_policy_check(spec);
    ls_job_success_policy_check(spec);
    replacement_check(spec);
    ls_pod_template_check(LS_SPOT_AT(spec, "template"));
    restart_check(spec);
}

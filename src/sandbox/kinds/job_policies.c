/* Validation of podFailurePolicy and successPolicy of a Job. */
#include "sandbox/kinds/job_validate.h"

enum {
    RULES_MAX = 20,
    CONDITIONS_MAX = 20,  /* per rule */
    EXIT_CODES_MAX = 255, /* per rule */
    INDEXES_BYTES_MAX = 64 * 1024,
};

static void conditions_check(const struct ls_spot *conditions)
{
    static const char *const statuses[] = {"False", "True", "Unknown"};
    ls_spot_at_most(conditions, CONDITIONS_MAX);
    LS_EACH_ITEM (condition, conditions) {
        ls_spot_follows(LS_SPOT_AT(&condition, "type"), LS_TEXT_LABEL_KEY);
        LS_SPOT_CHOICE(LS_SPOT_AT(&condition, "status"), statuses);
    }
}

static bool has_container(struct ls_node containers, struct ls_slice name)
{
    LS_EACH (it, containers) {
        if (ls_slice_equal(ls_node_string(ls_node_get(it.value, LS_SLICE("name"))), name))
            return true;
    }
    return false;
}

static void container_name_check(const struct ls_spot *spec, const struct ls_spot *name)
{
    struct ls_node pod = ls_node_at(spec->value, "template.spec");
    struct ls_slice text = ls_spot_text(name);
    if (!ls_spot_is_there(name) || has_container(ls_node_get(pod, LS_SLICE("containers")), text) ||
        has_container(ls_node_get(pod, LS_SLICE("initContainers")), text))
        return;
    ls_spot_invalid(name, "must be one of the container or initContainer names in the pod "
                          "template");
}

static bool has_before(struct ls_node list, size_t index, int64_t number)
{
    LS_ASSERT(index <= ls_node_count(list));
    size_t i = 0;
    LS_EACH (it, list) {
        if (i++ >= index)
            break;
        if (ls_node_int(it.value, 0) == number)
            return true;
    }
    return false;
}

static void exit_values_check(const struct ls_spot *values, bool is_in)
{
    int64_t last = INT64_MIN;
    bool is_ordered = true;
    if (ls_node_count(values->value) > EXIT_CODES_MAX)
        return;
    LS_EACH_ITEM (value, values) {
        int64_t number = ls_node_int(value.value, 0);
        if (is_in && number == 0)
            ls_spot_invalid(&value, "must not be 0 for the In operator");
        if (has_before(values->value, value.index, number))
            ls_spot_duplicate(&value);
        is_ordered = is_ordered && last <= number;
        last = number;
    }
    if (!is_ordered)
        ls_spot_invalid(values, "must be ordered");
}

static void exit_codes_check(const struct ls_spot *spec, const struct ls_spot *codes)
{
    static const char *const operators[] = {"In", "NotIn"};
    struct ls_spot op = ls_spot_at(codes, "operator");
    struct ls_spot values = ls_spot_at(codes, "values");
    if (ls_spot_text(&op).len == 0)
        ls_spot_required(&op, "valid values: [\"In\" \"NotIn\"]");
    else
        LS_SPOT_CHOICE(&op, operators);
    container_name_check(spec, LS_SPOT_AT(codes, "containerName"));
    if (ls_node_count(values.value) == 0)
        ls_spot_invalid(&values, "at least one value is required");
    ls_spot_at_most(&values, EXIT_CODES_MAX);
    exit_values_check(&values, ls_node_string_is(op.value, "In"));
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
        exit_codes_check(spec, &codes);
    conditions_check(&conditions);
    if (ls_spot_is_there(&codes) && has_conditions)
        ls_spot_invalid_as(rule, NULL,
                           "specifying both OnExitCodes and OnPodConditions is not supported");
    if (!ls_spot_is_there(&codes) && !has_conditions)
        ls_spot_invalid_as(rule, NULL,
                           "specifying one of OnExitCodes and OnPodConditions is required");
}

void ls_job_failure_policy_check(const struct ls_spot *spec)
{
    struct ls_spot rules = ls_spot_at(spec, "podFailurePolicy.rules");
    ls_spot_at_most(&rules, RULES_MAX);
    LS_EACH_ITEM (rule, &rules)
        failure_rule_check(spec, &rule);
}

/* ---- success ---- */

struct indexes {
    struct ls_arena *arena;
    int64_t completions;
    int64_t last; /* the highest index so far; -1: none */
    int64_t total;
    const char *flaw; /* NULL: none so far */
};

static int64_t index_read(struct indexes *indexes, struct ls_slice text)
{
    int64_t index = 0;
    if (!ls_slice_to_i64(text, &index))
        indexes->flaw = ls_arena_printf(
            indexes->arena, "cannot convert string to integer for index: \"%.*s\"", LS_ARG(text));
    else if (index >= indexes->completions)
        indexes->flaw = ls_arena_printf(indexes->arena, "too large index: \"%.*s\"", LS_ARG(text));
    return index;
}

static void order_check(struct indexes *indexes, int64_t last, int64_t now)
{
    if (!indexes->flaw && last >= now)
        indexes->flaw =
            ls_arena_printf(indexes->arena, "non-increasing order, previous: %lld, current: %lld",
                            (long long)last, (long long)now);
}

/* "3" or "5-7". */
static void interval_read(struct indexes *indexes, struct ls_slice text)
{
    struct ls_slice high_text;
    struct ls_slice low_text = ls_slice_cut(text, '-', &high_text);
    bool has_high = low_text.len < text.len;
    if (ls_slice_find(high_text, '-') != SIZE_MAX) {
        indexes->flaw = ls_arena_printf(indexes->arena,
                                        "the fragment \"%.*s\" violates the requirement that an "
                                        "index interval can have at most two parts separated by "
                                        "'-'",
                                        LS_ARG(text));
        return;
    }
    int64_t low = index_read(indexes, low_text);
    int64_t high = has_high && !indexes->flaw ? index_read(indexes, high_text) : low;
    if (has_high)
        order_check(indexes, low, high);
    if (indexes->last >= 0)
        order_check(indexes, indexes->last, low);
    indexes->total += high - low + 1;
    indexes->last = high;
}

static int64_t indexes_check(const struct ls_spot *spot, int64_t completions)
{
    struct indexes indexes = {spot->errors->arena, completions, -1, 0, NULL};
    struct ls_slice rest = ls_spot_text(spot);
    bool has_more = rest.len > 0;
    if (rest.len > INDEXES_BYTES_MAX) {
        ls_spot_too_long(spot, INDEXES_BYTES_MAX);
        return 0;
    }
    while (has_more && !indexes.flaw) {
        has_more = ls_slice_find(rest, ',') != SIZE_MAX;
        interval_read(&indexes, ls_slice_cut(rest, ',', &rest));
    }
    if (!indexes.flaw)
        return indexes.total;
    ls_spot_invalid(spot, "error parsing succeededIndexes: %s", indexes.flaw);
    return 0;
}

static void success_rule_check(const struct ls_spot *rule, int64_t completions)
{
    struct ls_spot count = ls_spot_at(rule, "succeededCount");
    struct ls_spot indexes = ls_spot_at(rule, "succeededIndexes");
    int64_t wanted = ls_node_int(count.value, 0);
    int64_t total = INT64_MAX;
    if (!ls_spot_is_there(&count) && !ls_spot_is_there(&indexes))
        ls_spot_required(rule,
                         "at least one of succeededCount or succeededIndexes must be specified");
    if (ls_spot_is_there(&indexes))
        total = indexes_check(&indexes, completions);
    ls_spot_not_negative(&count);
    if (wanted > completions)
        ls_spot_invalid(&count,
                        "must be less than or equal to %lld (the number of specified completions)",
                        (long long)completions);
    if (wanted > total)
        ls_spot_invalid(&count,
                        "must be less than or equal to %lld (the number of indexes in the "
                        "specified succeededIndexes field)",
                        (long long)total);
}

void ls_job_success_policy_check(const struct ls_spot *spec)
{
    struct ls_spot policy = ls_spot_at(spec, "successPolicy");
    struct ls_spot rules = ls_spot_at(&policy, "rules");
    struct ls_node mode = ls_node_get(spec->value, LS_SLICE("completionMode"));
    struct ls_node completions = ls_node_get(spec->value, LS_SLICE("completions"));
    if (!ls_spot_is_there(&policy))
        return;
    if (!ls_node_string_is(mode, "Indexed")) {
        ls_spot_invalid(&policy, "requires indexed completion mode");
        return;
    }
    if (ls_node_count(rules.value) == 0)
        ls_spot_required(&rules, "at least one rules must be specified when the successPolicy is "
                                 "specified");
    ls_spot_at_most(&rules, RULES_MAX);
    LS_EACH_ITEM (rule, &rules)
        success_rule_check(&rule, ls_node_int(completions, 0));
}

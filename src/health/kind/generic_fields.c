/* What the other fields of a status mean: phases and states, switches, counts, errors. */
#include "health/kind/generic.h"

#include <string.h>

/* ---- words ---- */

/* Keys that hold a word about the whole, by their end: phase, currentState, jobStatus. */
static const char *const word_keys[] = {"phase", "state",     "status", "health",
                                        "stage", "compliant", "result", "verdict"};
/* Keys about another time, or about a wanted state. */
static const char *const other_times[] = {"last",   "previous", "prev",    "desired",
                                          "target", "expected", "initial", "old"};
/* Keys whose name is the word: ready: true. */
static const char *const truth_keys[] = {"ready",      "available", "healthy", "synced",
                                         "readyToUse", "succeeded", "valid",   "isReady"};
/* For these false is an error, not something to wait for. */
static const char *const strict_keys[] = {"healthy", "valid"};
static const char *const error_keys[] = {
    "error",  "errorMessage",   "errorReason",   "errorDescription",
    "errMsg", "failureMessage", "failureReason", "lastError",
    "errors", "lastErrors",     "failures",      "validationErrors"};

static bool ends_nocase(struct ls_slice text, const char *end)
{
    size_t len = strlen(end);
    return text.len >= len &&
           ls_slice_is_nocase((struct ls_slice){text.at + text.len - len, len}, end);
}

/* As a word: `initialState`, not `initialized`. */
static bool begins_with_word(struct ls_slice key, const char *word)
{
    size_t len = strlen(word);
    return ls_slice_starts(key, word) && (key.len == len || key.at[len] < 'a' || key.at[len] > 'z');
}

static bool is_of_another_time(struct ls_slice key)
{
    for (size_t i = 0; i < LS_COUNT(other_times); i++)
        if (begins_with_word(key, other_times[i]))
            return true;
    return false;
}

static bool is_word_key(struct ls_slice key)
{
    size_t i = 0;
    while (i < LS_COUNT(word_keys) && !ends_nocase(key, word_keys[i]))
        i++;
    return i < LS_COUNT(word_keys) && !is_of_another_time(key);
}

static enum ls_sign_rank word_rank(const struct ls_signs *signs, struct ls_slice word)
{
    static const enum ls_sign_rank ranks[] = {
        [LS_SENSE_NONE] = LS_SIGN_RANKS,           [LS_SENSE_READY] = LS_SIGN_WORD_READY,
        [LS_SENSE_PROGRESS] = LS_SIGN_WORD_WORK,   [LS_SENSE_SUSPENDED] = LS_SIGN_HELD,
        [LS_SENSE_MISSING] = LS_SIGN_WORD_MISSING, [LS_SENSE_UNKNOWN] = LS_SIGN_WORD_UNKNOWN,
        [LS_SENSE_FAILED] = LS_SIGN_WORD_FAILED,
    };
    /* For a kind that runs to an end these words mean that it has begun. */
    static const char *const begun[] = {"running", "active", "started", "scheduled", "created"};
    enum ls_sense sense = ls_words_sense(word);
    bool is_begun = false;
    for (size_t i = 0; i < LS_COUNT(begun) && sense == LS_SENSE_READY; i++)
        is_begun = is_begun || ends_nocase(word, begun[i]);
    if (is_begun && ls_words_kind_ends(ls_node_string(ls_node_at(signs->object, "kind"))))
        return LS_SIGN_WORD_WORK;
    return ranks[sense];
}

static void field_add(struct ls_signs *signs, enum ls_sign_rank rank, const struct ls_iter *it)
{
    if (rank != LS_SIGN_RANKS)
        ls_signs_add(signs, rank, (struct ls_sign){.field = it->key, .value = it->value});
}

/* `1/3` pods are ready. */
static bool is_part_of(struct ls_slice text)
{
    struct ls_slice whole, part = ls_slice_cut(text, '/', &whole);
    int64_t have, want;
    if (whole.at == NULL)
        return false;
    return ls_slice_to_i64(part, &have) && ls_slice_to_i64(whole, &want) && have < want;
}

/* updateAvailable: false is an offer, not a state. */
static bool is_offer(struct ls_slice key)
{
    return begins_with_word(key, "update") || begins_with_word(key, "upgrade") ||
           begins_with_word(key, "new");
}

/* infrastructureReady: false, degraded: true: a key that is named like a condition. */
static enum ls_sign_rank flag_rank(struct ls_slice key, bool is_true)
{
    switch (ls_words_polarity(key)) {
    case LS_POLARITY_SUMMARY:
        return is_true ? LS_SIGN_READY : LS_SIGN_WORD_WORK;
    case LS_POLARITY_PART:
        if (is_offer(key))
            return LS_SIGN_RANKS;
        return is_true ? LS_SIGN_PART_READY : LS_SIGN_PART_NOT_READY;
    case LS_POLARITY_TROUBLE:
        return is_true ? LS_SIGN_NOT_READY_ERROR : LS_SIGN_RANKS;
    case LS_POLARITY_WORK:
        return is_true ? LS_SIGN_WORD_WORK : LS_SIGN_RANKS;
    case LS_POLARITY_HELD:
        return is_true ? LS_SIGN_HELD : LS_SIGN_RANKS;
    case LS_POLARITY_NONE:
        break;
    }
    return LS_SIGN_RANKS;
}

static void truth_read(struct ls_signs *signs, const struct ls_iter *it, bool is_true)
{
    if (!ls_slice_is_any(it->key, truth_keys, LS_COUNT(truth_keys))) {
        if (!is_of_another_time(it->key))
            field_add(signs, flag_rank(it->key, is_true), it);
        return;
    }
    if (is_true)
        field_add(signs, LS_SIGN_READY, it);
    else if (ls_slice_is_any(it->key, strict_keys, LS_COUNT(strict_keys)))
        field_add(signs, LS_SIGN_WORD_FAILED, it);
    else
        field_add(signs, LS_SIGN_WORD_WORK, it);
}

/* jobStatus: {state: RUNNING}, health: {status: green} */
static void nested_read(struct ls_signs *signs, struct ls_node map)
{
    LS_EACH (it, map)
        if (ls_node_is_string(it.value) && ls_slice_is_any(it.key, word_keys, LS_COUNT(word_keys)))
            field_add(signs, word_rank(signs, ls_node_string(it.value)), &it);
}

static void inner_word_read(struct ls_signs *signs, struct ls_slice inside,
                            const struct ls_iter *it)
{
    struct ls_sign sign = {.field = it->key, .inside = inside, .value = it->value};
    struct ls_slice text = ls_node_string(it->value);
    if (is_part_of(text))
        ls_signs_add(signs, LS_SIGN_INNER_WORK, sign);
    if (!ls_slice_is_any(it->key, word_keys, LS_COUNT(word_keys)))
        return;
    enum ls_sign_rank rank = word_rank(signs, text);
    if (rank == LS_SIGN_WORD_FAILED)
        ls_signs_add(signs, LS_SIGN_INNER_FAILED, sign);
    else if (rank == LS_SIGN_WORD_WORK)
        ls_signs_add(signs, LS_SIGN_INNER_WORK, sign);
}

/* lifecycle: {state: error} is about a part of the object: only trouble counts. A part that is idle
 * or switched off means nothing. A controller's last operation is its current one. */
static void inner_read(struct ls_signs *signs, const struct ls_iter *map)
{
    if (is_of_another_time(map->key) && !ls_slice_is(map->key, "lastOperation"))
        return;
    LS_EACH (it, map->value)
        if (ls_node_is_string(it.value))
            inner_word_read(signs, map->key, &it);
}

/* conditions: {Ready: {status: "False"}}, or {Ready: false}. */
static void condition_map_read(struct ls_signs *signs, struct ls_node map)
{
    LS_EACH (it, map) {
        struct ls_node value = ls_node_is_map(it.value) ? ls_node_at(it.value, "status") : it.value;
        bool is_true = ls_node_bool(value, false) || ls_node_string_is(value, "True");
        bool is_said =
            is_true || ls_node_type(value) == LS_TYPE_BOOL || ls_node_string(value).len > 0;
        enum ls_sign_rank rank = is_said ? flag_rank(it.key, is_true) : LS_SIGN_RANKS;
        if (rank != LS_SIGN_RANKS)
            ls_signs_add(signs, rank,
                         (struct ls_sign){
                             .field = it.key, .inside = ls_slice_of("conditions"), .value = value});
    }
}

/* members: [{name: a, health: Unhealthy}]. Parts of an earlier time do not count. */
static void parts_read(struct ls_signs *signs, const struct ls_iter *list)
{
    static const char *const no_parts[] = {"conditions", "history", "events", "versions"};
    if (is_of_another_time(list->key) || ls_slice_is_any(list->key, no_parts, LS_COUNT(no_parts)))
        return;
    LS_EACH (one, list->value)
        if (ls_node_is_map(one.value))
            inner_read(signs, &(struct ls_iter){.key = list->key, .value = one.value});
}

/* The text of an error that is a map, or the first entry of a list. */
static struct ls_node error_text(struct ls_node error)
{
    static const char *const texts[] = {"message", "description", "reason"};
    if (ls_node_is_list(error))
        LS_EACH (one, error)
            return ls_node_is_map(one.value) ? error_text(one.value) : one.value;
    for (size_t i = 0; i < LS_COUNT(texts); i++)
        if (ls_node_string(ls_node_at(error, texts[i])).len > 0)
            return ls_node_at(error, texts[i]);
    return (struct ls_node){0};
}

static bool is_error_read(struct ls_signs *signs, const struct ls_iter *it)
{
    struct ls_node text = error_text(it->value);
    bool is_error =
        ls_slice_is_any(it->key, error_keys, LS_COUNT(error_keys)) && ls_node_string(text).len > 0;
    if (is_error)
        ls_signs_add(signs, LS_SIGN_ERROR_TEXT, (struct ls_sign){.field = it->key, .value = text});
    return is_error;
}

static void map_read(struct ls_signs *signs, const struct ls_iter *it)
{
    if (ls_slice_is(it->key, "conditions"))
        condition_map_read(signs, it->value);
    else if (is_word_key(it->key))
        nested_read(signs, it->value);
    else if (is_error_read(signs, it))
        return;
    else if (ls_slice_is(it->key, "statuses"))
        LS_EACH (one, it->value)
            nested_read(signs, one.value);
    else
        inner_read(signs, it);
}

/* error, lastError, syncError; not errors of another time. */
static bool is_error_key(struct ls_slice key)
{
    return ls_slice_is_any(key, error_keys, LS_COUNT(error_keys)) ||
           (ls_slice_ends(key, "Error") && !is_of_another_time(key));
}

static void string_read(struct ls_signs *signs, const struct ls_iter *it)
{
    struct ls_slice text = ls_node_string(it->value);
    bool is_true = ls_slice_is_nocase(text, "true");
    if (is_true || ls_slice_is_nocase(text, "false"))
        truth_read(signs, it, is_true);
    else if (is_part_of(text))
        field_add(signs, LS_SIGN_COUNT_BEHIND, it);
    else if (is_word_key(it->key))
        field_add(signs, word_rank(signs, text), it);
    else if (text.len > 0 && is_error_key(it->key))
        field_add(signs, LS_SIGN_ERROR_TEXT, it);
}

static bool is_count_key(struct ls_slice key)
{
    return ls_slice_ends(key, "Replicas") || ls_slice_starts(key, "number") ||
           ls_slice_is(key, "currentHealthy") || ls_slice_starts(key, "ready");
}

static void status_read(struct ls_signs *signs)
{
    LS_EACH (it, signs->status) {
        enum ls_type type = ls_node_type(it.value);
        if (type == LS_TYPE_INT && is_count_key(it.key))
            signs->has_counts = true;
        if (type == LS_TYPE_STRING)
            string_read(signs, &it);
        else if (type == LS_TYPE_MAP)
            map_read(signs, &it);
        else if (type == LS_TYPE_LIST && !is_error_read(signs, &it))
            parts_read(signs, &it);
        else if (type == LS_TYPE_BOOL)
            truth_read(signs, &it, ls_node_bool(it.value, false));
    }
}

/* ---- switches and counts ---- */

static void switches_read(struct ls_signs *signs, struct ls_node spec)
{
    static const char *const switches[] = {"paused", "suspend", "suspended", "pause", "hibernated"};
    LS_EACH (it, spec)
        if (ls_node_bool(it.value, false) && ls_slice_is_any(it.key, switches, LS_COUNT(switches)))
            field_add(signs, LS_SIGN_SWITCHED_OFF, &it);
}

/* How many there should be, and how many there are. A count that is missing does not count. */
static const struct {
    bool is_wish;       /* from the spec; else the status has both */
    const char *wanted; /* how many */
    const char *have;   /* NULL: there should be none */
} counts[] = {
    {true, "replicas", "readyReplicas"},
    {true, "replicas", "availableReplicas"},
    {true, "replicas", "updatedReplicas"},
    {false, "replicas", "readyReplicas"},
    {false, "replicas", "updatedReadyReplicas"},
    {false, "desiredNumberScheduled", "numberReady"},
    {false, "desiredNumberScheduled", "numberAvailable"},
    {false, "desiredHealthy", "currentHealthy"},
    {false, "desiredReplicas", "readyReplicas"},
    {true, "instances", "readyInstances"},
    {false, "instances", "readyInstances"},
    {true, "members", "readyMembers"},
    {false, "size", "ready"},
    {false, "desired", "ready"},
    {false, "total", "ready"},
    {false, "unavailableReplicas", NULL},
};

static void counts_read(struct ls_signs *signs, struct ls_node spec)
{
    for (size_t i = 0; i < LS_COUNT(counts); i++) {
        struct ls_slice key = ls_slice_of(counts[i].wanted);
        struct ls_node have = ls_node_get(counts[i].is_wish ? spec : signs->status, key);
        int64_t count = 0, wanted = ls_node_int(have, 0);
        if (wanted <= 0)
            continue;
        if (counts[i].have) {
            key = ls_slice_of(counts[i].have);
            have = ls_node_get(signs->status, key);
            count = ls_node_int(have, wanted);
        }
        if (count < wanted)
            ls_signs_add(signs, LS_SIGN_COUNT_BEHIND,
                         (struct ls_sign){.field = key, .value = have});
    }
}

void ls_signs_fields(struct ls_signs *signs)
{
    struct ls_node spec = ls_node_at(signs->object, "spec");
    switches_read(signs, spec);
    status_read(signs);
    if (signs->has_counts)
        counts_read(signs, spec);
}

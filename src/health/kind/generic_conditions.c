/* What conditions mean, whatever their types are called. */
#include "health/kind/generic.h"
#include "health/word/condition.h"

/* `Progressing` stays True with these reasons: a habit of Deployments that others copied. */
static const char *const done_reasons[] = {"NewReplicaSetAvailable", "AsExpected"};

static bool begins_with_error(struct ls_slice message)
{
    struct ls_slice rest;
    return ls_words_sense(ls_slice_cut(message, ' ', &rest)) == LS_SENSE_FAILED;
}

/* Why is a condition not as it should be? The reason says so, else the message. */
static enum ls_sense why_of(struct ls_node condition)
{
    struct ls_slice message = ls_node_string(ls_node_at(condition, "message"));
    enum ls_sense sense = ls_words_sense(ls_node_string(ls_node_at(condition, "reason")));
    if (sense == LS_SENSE_MISSING)
        return LS_SENSE_FAILED;
    if (sense == LS_SENSE_PROGRESS)
        return begins_with_error(message) ? LS_SENSE_FAILED : sense;
    if (sense == LS_SENSE_FAILED || sense == LS_SENSE_SUSPENDED)
        return sense;
    if (ls_words_type_is_verdict(ls_node_string(ls_node_at(condition, "type"))))
        return LS_SENSE_FAILED;
    return ls_words_mean_trouble(message) ? LS_SENSE_FAILED : LS_SENSE_NONE;
}

struct fine_ranks {
    enum ls_sign_rank error, not_ready, bare, ready;
};
static const struct fine_ranks whole = {LS_SIGN_NOT_READY_ERROR, LS_SIGN_NOT_READY,
                                        LS_SIGN_NOT_READY_BARE, LS_SIGN_READY};
static const struct fine_ranks part = {LS_SIGN_PART_ERROR, LS_SIGN_PART_NOT_READY,
                                       LS_SIGN_PART_NOT_READY, LS_SIGN_PART_READY};

/* Completed is True with the reason Failed: it has ended, but without success. */
static bool is_sad_end(struct ls_node condition)
{
    static const char *const ends[] = {"Complete", "Completed", "Finished", "Done"};
    return ls_slice_is_any(ls_node_string(ls_node_at(condition, "type")), ends, LS_COUNT(ends)) &&
           ls_words_sense(ls_node_string(ls_node_at(condition, "reason"))) == LS_SENSE_FAILED;
}

/* A condition that should be True. Unknown is never an error: its controller has not decided
 * yet. */
static enum ls_sign_rank fine_rank(enum ls_condition_is is, struct ls_node condition,
                                   const struct fine_ranks *ranks)
{
    if (is == LS_CONDITION_TRUE)
        return is_sad_end(condition) ? LS_SIGN_TROUBLE : ranks->ready;
    enum ls_sense why = is == LS_CONDITION_STALE ? LS_SENSE_PROGRESS : why_of(condition);
    if (why == LS_SENSE_SUSPENDED && is != LS_CONDITION_UNKNOWN)
        return LS_SIGN_HELD;
    if (is == LS_CONDITION_FALSE && why == LS_SENSE_FAILED)
        return ranks->error;
    return is == LS_CONDITION_FALSE && why == LS_SENSE_NONE ? ranks->bare : ranks->not_ready;
}

/* A condition about work: True while it continues; not True with an error once it was given up. */
static enum ls_sign_rank work_rank(enum ls_condition_is is, struct ls_node condition)
{
    struct ls_slice reason = ls_node_string(ls_node_at(condition, "reason"));
    enum ls_sense sense = ls_words_sense(reason);
    if (is == LS_CONDITION_TRUE)
        return ls_slice_is_any(reason, done_reasons, LS_COUNT(done_reasons)) ? LS_SIGN_RANKS
                                                                             : LS_SIGN_WORK;
    if (is == LS_CONDITION_FALSE && sense == LS_SENSE_FAILED)
        return LS_SIGN_TROUBLE;
    return is == LS_CONDITION_UNKNOWN && sense == LS_SENSE_SUSPENDED ? LS_SIGN_HELD : LS_SIGN_RANKS;
}

/* `NotReady` is True both during a start and after a failure: only the reason shows which. */
static enum ls_sign_rank trouble_rank(enum ls_condition_is is, struct ls_node condition)
{
    bool is_on_its_way =
        ls_words_sense(ls_node_string(ls_node_at(condition, "type"))) == LS_SENSE_PROGRESS &&
        why_of(condition) != LS_SENSE_FAILED;
    if (is == LS_CONDITION_TRUE)
        return is_on_its_way ? LS_SIGN_WORK : LS_SIGN_TROUBLE;
    return is == LS_CONDITION_FALSE ? LS_SIGN_NO_TROUBLE : LS_SIGN_RANKS;
}

/* LS_SIGN_RANKS: the condition means nothing to us. */
static enum ls_sign_rank condition_rank(struct ls_node object, struct ls_node condition)
{
    enum ls_condition_is is = ls_condition_read(object, condition);
    struct ls_slice type = ls_node_string(ls_node_at(condition, "type"));
    if (ls_slice_is(type, "Running") &&
        ls_words_kind_ends(ls_node_string(ls_node_at(object, "kind"))))
        return work_rank(is, condition);
    switch (ls_words_polarity(type)) {
    case LS_POLARITY_SUMMARY:
        return fine_rank(is, condition, &whole);
    case LS_POLARITY_PART:
        return fine_rank(is, condition, &part);
    case LS_POLARITY_TROUBLE:
        return trouble_rank(is, condition);
    case LS_POLARITY_WORK:
        return work_rank(is, condition);
    case LS_POLARITY_HELD:
        return is == LS_CONDITION_TRUE ? LS_SIGN_HELD : LS_SIGN_RANKS;
    case LS_POLARITY_NONE:
        break;
    }
    /* Types in -able (Upgradeable, LiveMigratable) are abilities, not a report on the object's
     * state. */
    bool is_ability = ls_slice_ends(ls_node_string(ls_node_at(condition, "type")), "able");
    bool is_error = is == LS_CONDITION_FALSE && why_of(condition) == LS_SENSE_FAILED;
    return is_error && !is_ability ? LS_SIGN_ODD_ERROR : LS_SIGN_RANKS;
}

static void list_read(struct ls_signs *signs, struct ls_node conditions)
{
    if (!ls_node_is_list(conditions))
        return;
    LS_EACH (it, conditions) {
        enum ls_sign_rank rank = condition_rank(signs->object, it.value);
        if (rank != LS_SIGN_RANKS)
            ls_signs_add(signs, rank, (struct ls_sign){.condition = it.value});
    }
}

/* Fields with one report each: routes per gateway, policies per target, a gateway per listener. */
static const char *const holders[] = {"parents", "ancestors", "listeners", "ingress",
                                      "controllers"};

void ls_signs_conditions(struct ls_signs *signs)
{
    LS_EACH (it, signs->status) {
        if (ls_slice_is(it.key, "conditions"))
            list_read(signs, it.value);
        else if (ls_slice_is(it.key, "conditionedStatus"))
            list_read(signs, ls_node_at(it.value, "conditions"));
        else if (ls_slice_is_any(it.key, holders, LS_COUNT(holders)))
            LS_EACH (one, it.value)
                list_read(signs, ls_node_at(one.value, "conditions"));
    }
}

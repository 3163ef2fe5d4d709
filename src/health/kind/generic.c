/*
 * Kinds without a rule of their own. A controller that reports in the customary ways is believed.
 * One that does not report at all does not block for long: the object exists, and nothing says what
 * else to wait for. The figures behind the order of signs: docs/design/health.md.
 */
#include "health/kind/generic.h"

#include "health/kind/kinds.h"
#include "health/word/condition.h"
#include "health/word/grace.h"
#include "health/word/quote.h"

void ls_signs_add(struct ls_signs *signs, enum ls_sign_rank rank, struct ls_sign sign)
{
    LS_ASSERT(rank < LS_SIGN_RANKS);
    if (signs->at[rank].is_there)
        return;
    signs->at[rank] = sign;
    signs->at[rank].is_there = true;
}

/* ---- what a sign means ---- */

static const struct {
    enum ls_verdict_kind kind;
    enum ls_nuance nuance;
    bool is_graced; /* it may recover by itself */
} answers[LS_SIGN_RANKS] = {
    [LS_SIGN_TROUBLE] = {LS_VERDICT_FAILED, LS_NUANCE_NONE, false},
    [LS_SIGN_SWITCHED_OFF] = {LS_VERDICT_READY, LS_NUANCE_SUSPENDED, false},
    [LS_SIGN_HELD] = {LS_VERDICT_IN_PROGRESS, LS_NUANCE_SUSPENDED, false},
    [LS_SIGN_NOT_READY_ERROR] = {LS_VERDICT_FAILED, LS_NUANCE_NONE, true},
    [LS_SIGN_WORD_FAILED] = {LS_VERDICT_FAILED, LS_NUANCE_NONE, false},
    [LS_SIGN_ERROR_TEXT] = {LS_VERDICT_FAILED, LS_NUANCE_NONE, true},
    [LS_SIGN_WORD_MISSING] = {LS_VERDICT_IN_PROGRESS, LS_NUANCE_MISSING, false},
    [LS_SIGN_WORK] = {LS_VERDICT_IN_PROGRESS, LS_NUANCE_NONE, false},
    [LS_SIGN_NOT_READY] = {LS_VERDICT_IN_PROGRESS, LS_NUANCE_NONE, false},
    [LS_SIGN_NOT_READY_BARE] = {LS_VERDICT_IN_PROGRESS, LS_NUANCE_NONE, false},
    [LS_SIGN_WORD_WORK] = {LS_VERDICT_IN_PROGRESS, LS_NUANCE_NONE, false},
    [LS_SIGN_WORD_UNKNOWN] = {LS_VERDICT_UNKNOWN, LS_NUANCE_NONE, false},
    [LS_SIGN_COUNT_BEHIND] = {LS_VERDICT_IN_PROGRESS, LS_NUANCE_NONE, false},
    [LS_SIGN_READY] = {LS_VERDICT_READY, LS_NUANCE_NONE, false},
    [LS_SIGN_PART_ERROR] = {LS_VERDICT_FAILED, LS_NUANCE_NONE, true},
    [LS_SIGN_PART_NOT_READY] = {LS_VERDICT_IN_PROGRESS, LS_NUANCE_NONE, false},
    [LS_SIGN_WORD_READY] = {LS_VERDICT_READY, LS_NUANCE_NONE, false},
    [LS_SIGN_NO_TROUBLE] = {LS_VERDICT_READY, LS_NUANCE_NONE, false},
    [LS_SIGN_PART_READY] = {LS_VERDICT_READY, LS_NUANCE_NONE, false},
    [LS_SIGN_INNER_FAILED] = {LS_VERDICT_FAILED, LS_NUANCE_NONE, true},
    [LS_SIGN_INNER_WORK] = {LS_VERDICT_IN_PROGRESS, LS_NUANCE_NONE, false},
    [LS_SIGN_ODD_ERROR] = {LS_VERDICT_FAILED, LS_NUANCE_NONE, true},
};

/* The strongest sign between two ranks, the first included. */
static enum ls_sign_rank first_sign(const struct ls_signs *signs, enum ls_sign_rank rank,
                                    enum ls_sign_rank end)
{
    LS_ASSERT(end <= LS_SIGN_RANKS);
    while (rank < end && !signs->at[rank].is_there)
        rank++;
    return rank;
}

static bool says_ready(const struct ls_signs *signs)
{
    return signs->at[LS_SIGN_READY].is_there || signs->at[LS_SIGN_WORD_READY].is_there;
}

static enum ls_sign_rank strongest(const struct ls_signs *signs)
{
    enum ls_sign_rank rank = first_sign(signs, 0, LS_SIGN_RANKS);
    /* An error text that is still in the status does not count against an object that is ready. */
    if (rank == LS_SIGN_ERROR_TEXT && says_ready(signs))
        rank = first_sign(signs, rank + 1, LS_SIGN_RANKS);
    if (rank != LS_SIGN_NOT_READY_BARE)
        return rank;
    if (signs->at[LS_SIGN_PART_ERROR].is_there)
        return LS_SIGN_PART_ERROR;
    return signs->at[LS_SIGN_ODD_ERROR].is_there ? LS_SIGN_ODD_ERROR : rank;
}

/* ---- the reason ---- */

static const char *value_text(struct ls_arena *arena, struct ls_node value)
{
    switch (ls_node_type(value)) {
    case LS_TYPE_BOOL:
        return ls_node_bool(value, false) ? "true" : "false";
    case LS_TYPE_INT:
        return ls_arena_printf(arena, "%lld", (long long)ls_node_int(value, 0));
    default:
        return ls_health_quote(arena, ls_node_string(value));
    }
}

/* The fields that controllers put beside a word to explain it. */
static const char *beside_text(struct ls_arena *arena, struct ls_node object)
{
    static const char *const beside[] = {"status.message", "status.reason", "status.errorMessage",
                                         "status.error", "status.failureMessage"};
    for (size_t i = 0; i < LS_COUNT(beside); i++) {
        const char *text = ls_health_quote_at(arena, object, beside[i]);
        if (*text)
            return text;
    }
    return "";
}

/* `lifecycle.state` */
static const char *field_name(struct ls_arena *arena, const struct ls_sign *sign)
{
    const char *name = ls_health_quote(arena, sign->field);
    if (sign->inside.len == 0)
        return name;
    return ls_arena_printf(arena, "%s.%s", ls_health_quote(arena, sign->inside), name);
}

static const char *field_text(const struct ls_health_input *input, enum ls_sign_rank rank,
                              const struct ls_sign *sign)
{
    const char *field = field_name(input->arena, sign);
    const char *value = value_text(input->arena, sign->value);
    if (rank == LS_SIGN_SWITCHED_OFF)
        return ls_arena_printf(input->arena, "held by spec.%s; it is not waited for", field);
    if (rank == LS_SIGN_COUNT_BEHIND)
        return ls_arena_printf(input->arena, "%s is %s", field, value);
    const char *beside = rank == LS_SIGN_ERROR_TEXT ? "" : beside_text(input->arena, input->object);
    return ls_arena_printf(input->arena, "%s is %s%s%s", field, value, *beside ? ": " : "", beside);
}

static struct ls_verdict sign_verdict(const struct ls_health_input *input,
                                      const struct ls_sign *sign, enum ls_sign_rank rank)
{
    LS_ASSERT(rank < LS_SIGN_RANKS);
    LS_ASSERT(sign->is_there);
    struct ls_verdict verdict = {.kind = answers[rank].kind, .reason = ""};
    if (verdict.kind == LS_VERDICT_READY && answers[rank].nuance == LS_NUANCE_NONE)
        return verdict;
    verdict.reason = ls_node_is_absent(sign->condition)
                         ? field_text(input, rank, sign)
                         : ls_condition_text(input->arena, input->object, sign->condition);
    /* A final error from before may be fixed by now. */
    bool is_old = verdict.kind == LS_VERDICT_FAILED && !ls_node_is_absent(sign->condition) &&
                  ls_grace_is_from_before(input, sign->condition);
    if (answers[rank].is_graced || is_old)
        return ls_grace_reported(input, sign->condition, verdict.reason);
    return ls_verdict_as(verdict, answers[rank].nuance);
}

/* ---- objects without a report ---- */

/* Kinds of Kubernetes itself have a rule in C or need none. */
static bool is_custom(struct ls_node object)
{
    struct ls_slice group = ls_health_group(object);
    return ls_slice_find(group, '.') != SIZE_MAX &&
           !ls_slice_ends(group, ".authorization.k8s.io") &&
           !ls_slice_is(group, "networking.k8s.io");
}

static bool is_empty(struct ls_node value)
{
    switch (ls_node_type(value)) {
    case LS_TYPE_STRING:
        return ls_node_string(value).len == 0;
    case LS_TYPE_LIST:
    case LS_TYPE_MAP:
        return ls_node_count(value) == 0;
    case LS_TYPE_INT:
        return ls_node_int(value, 0) == 0;
    default:
        return ls_node_type(value) <= LS_TYPE_NULL;
    }
}

/* Has the controller reported anything? Conditions of unknown types are the beginning of a report;
 * any other status is taken for a complete one. */
static bool has_reported(struct ls_node object)
{
    struct ls_node status = ls_node_at(object, "status");
    if (ls_node_is_list(ls_node_at(status, "conditions")))
        return false;
    LS_EACH (it, status)
        if (!is_empty(it.value) && !ls_slice_is(it.key, "observedGeneration"))
            return true;
    return false;
}

static struct ls_verdict silent_judge(const struct ls_health_input *input)
{
    struct ls_node object = input->object;
    bool is_plain = ls_words_kind_is_plain(ls_node_string(ls_node_at(object, "kind")));
    if (!is_custom(object) || is_plain || has_reported(object))
        return ls_verdict_ready();
    const char *what = ls_node_count(ls_node_at(object, "status")) > 0
                           ? "does not say whether it is ready"
                           : "has no status";
    return ls_verdict_as(ls_verdict_ready_as(input->arena, "%s; it is not waited for", what),
                         LS_NUANCE_SILENT);
}

static struct ls_signs signs_of(struct ls_node object)
{
    struct ls_signs signs = {.object = object, .status = ls_node_at(object, "status")};
    ls_signs_conditions(&signs);
    ls_signs_fields(&signs);
    return signs;
}

struct ls_verdict ls_generic_judge(const struct ls_health_input *input)
{
    if (!ls_health_is_observed(input->object))
        return ls_health_unobserved(input->arena, input->object);
    struct ls_signs signs = signs_of(input->object);
    enum ls_sign_rank rank = strongest(&signs);
    return rank == LS_SIGN_RANKS ? silent_judge(input) : sign_verdict(input, &signs.at[rank], rank);
}

const char *ls_generic_reason(const struct ls_health_input *input)
{
    struct ls_signs signs = signs_of(input->object);
    enum ls_sign_rank rank = first_sign(&signs, 0, LS_SIGN_RANKS);
    while (rank < LS_SIGN_RANKS && answers[rank].kind == LS_VERDICT_READY)
        rank = first_sign(&signs, rank + 1, LS_SIGN_RANKS);
    return rank == LS_SIGN_RANKS ? "" : sign_verdict(input, &signs.at[rank], rank).reason;
}

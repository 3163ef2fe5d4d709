/* ls_health_judge(): which rule answers for an object (the annotation, a user's rule, the kind's
 * rule in C, a compiled-in rule, or the generic one). */
#include "health/health.h"

#include "base/buf.h"
#include "health/kind/rows.h"
#include "health/limits.h"
#include "health/rule/rules.h"
#include "health/word/condition.h"
#include "health/word/quote.h"

void ls_health_companions(struct ls_arena *arena, struct ls_node object, struct ls_companions *out)
{
    const struct ls_health_row *row = ls_health_row_of(object);
    *out = (struct ls_companions){.count = 0};
    LS_ASSERT(arena);
    if (row->ask)
        row->ask(&(struct ls_companion_query){arena, object, out});
}

static const char *finalizers_text(const struct ls_health_input *input)
{
    struct ls_node finalizers = ls_node_at(input->object, "metadata.finalizers");
    struct ls_buf names LS_AUTO(ls_buf_release) = {0};
    size_t named = 0, count = ls_node_count(finalizers);
    LS_EACH (it, finalizers) {
        if (named == LS_HEALTH_FINALIZERS_MAX)
            break;
        ls_buf_printf(&names, "%s%s", named++ ? ", " : "",
                      ls_health_quote(input->arena, ls_node_string(it.value)));
    }
    if (named == 0)
        return "";
    return ls_arena_printf(input->arena, "; held by finalizer%s %s%s", count > 1 ? "s" : "",
                           ls_buf_text(&names), count > named ? " and others" : "");
}

/* Only Namespaces have conditions that name what is left in them. */
static struct ls_verdict going_judge(const struct ls_health_input *input)
{
    const char *remains = ls_namespace_remains(input);
    return ls_verdict_in_progress(input->arena, "is being deleted%s%s%s", finalizers_text(input),
                                  remains[0] ? "; " : "", remains);
}

/* A rule that gives no reason gets the one that the object itself states. */
static struct ls_verdict ruled(const struct ls_health_input *input, const struct ls_ruling *ruling)
{
    struct ls_verdict verdict = ruling->verdict;
    if (verdict.kind != LS_VERDICT_READY && verdict.reason[0] == '\0')
        verdict.reason = ls_generic_reason(input);
    return verdict;
}

/* Rules read the status; a status of an earlier generation does not count. */
static bool may_ask_rules(const struct ls_health_input *input)
{
    return input->rules && ls_health_is_observed(input->object);
}

static struct ls_ruling user_ruling(const struct ls_health_input *input)
{
    struct ls_ruling none = {.is_decided = false};
    bool has_any = input->rules && ls_rules_has_user(input->rules);
    return has_any && may_ask_rules(input) ? ls_rules_judge_user(input) : none;
}

/* Kinds without a rule in C: first the compiled-in rules, then the generic rule. */
static struct ls_verdict other_judge(const struct ls_health_input *input,
                                     const struct ls_ruling *user)
{
    struct ls_ruling ruling = {.is_decided = false};
    if (!user->replaces && may_ask_rules(input))
        ruling = ls_rules_judge_builtin(input);
    if (ruling.is_decided)
        return ruled(input, &ruling);
    struct ls_verdict verdict = ls_generic_judge(input);
    bool is_silent = verdict.nuance == LS_NUANCE_SILENT ||
                     ls_node_count(ls_node_at(input->object, "status")) == 0;
    if (is_silent && (ruling.reports || user->reports))
        return ls_verdict_in_progress(input->arena, "its controller has not reported yet");
    return verdict;
}

/* The annotation says that existing is enough. */
static bool is_ready_existing(struct ls_node object)
{
    struct ls_node notes = ls_node_at(object, "metadata.annotations");
    return ls_node_string_is(ls_node_get(notes, LS_SLICE(LS_NOTE_READY)), LS_NOTE_READY_EXISTS);
}

static struct ls_verdict object_judge(const struct ls_health_input *input)
{
    const struct ls_health_row *row = ls_health_row_of(input->object);
    if (!ls_node_is_map(input->object))
        return ls_verdict_unknown(input->arena, "it is not an object");
    if (!ls_node_is_absent(ls_node_at(input->object, "metadata.deletionTimestamp")))
        return going_judge(input);
    if (is_ready_existing(input->object))
        return ls_verdict_ready_as(input->arena, "exists (%s)", LS_NOTE_READY);
    struct ls_ruling user = user_ruling(input);
    if (user.is_decided)
        return ruled(input, &user);
    return row->judge && !user.replaces ? row->judge(input) : other_judge(input, &user);
}

struct ls_verdict ls_health_judge(const struct ls_health_input *input)
{
    LS_ASSERT(input->arena);
    LS_ASSERT(input->now_ms >= 0);
    LS_ASSERT(input->grace_ms >= LS_HEALTH_NO_GRACE);
    LS_ASSERT(input->grace_ms <= LS_GRACE_MAX_MS);
    struct ls_verdict verdict = object_judge(input);
    LS_ASSERT(verdict.kind < LS_VERDICT_COUNT);
    LS_ASSERT(verdict.reason);
    LS_ASSERT(verdict.fails_at_ms == 0 || verdict.kind == LS_VERDICT_IN_PROGRESS);
    return verdict;
}

bool ls_health_has_rule(struct ls_slice group, struct ls_slice kind)
{
    ls_judge_fn judge = ls_health_row_find(group, kind)->judge;
    return judge && judge != ls_plain_judge;
}

bool ls_health_is_finished(struct ls_node object)
{
    const struct ls_health_row *row = ls_health_row_of(object);
    return row->is_finished && row->is_finished(object);
}

bool ls_health_owns_pods(struct ls_slice group, struct ls_slice kind)
{
    return ls_health_row_find(group, kind)->owns_pods;
}

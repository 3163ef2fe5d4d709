#include "health/word/condition.h"

#include <inttypes.h>

#include "base/defect.h"
#include "health/word/quote.h"

struct ls_slice ls_health_group(struct ls_node object)
{
    struct ls_slice version;
    struct ls_slice group =
        ls_slice_cut(ls_node_string(ls_node_at(object, "apiVersion")), '/', &version);
    return version.at ? group : LS_SLICE("");
}

/* Some custom kinds write the number as a string. */
static int64_t generation_read(struct ls_node node)
{
    int64_t number = -1;
    if (ls_node_is_string(node) && ls_slice_to_i64(ls_node_string(node), &number))
        return number;
    return ls_node_int(node, -1);
}

int64_t ls_health_observed(struct ls_node object)
{
    return generation_read(ls_node_at(object, "status.observedGeneration"));
}

int64_t ls_health_status_generation(struct ls_node object)
{
    int64_t newest = ls_health_observed(object);
    if (newest >= 0)
        return newest;
    LS_EACH (it, ls_node_at(object, "status.conditions")) {
        int64_t observed = generation_read(ls_node_at(it.value, "observedGeneration"));
        if (observed <= 0)
            return -1;
        newest = LS_MAX(newest, observed);
    }
    return newest;
}

static int64_t generation_of(struct ls_node object)
{
    return ls_node_int(ls_node_at(object, "metadata.generation"), 0);
}

bool ls_health_is_observed(struct ls_node object)
{
    int64_t observed = ls_health_observed(object);
    return observed < 0 || observed >= generation_of(object) || LS_DEFECT(stale_generation);
}

struct ls_verdict ls_health_unobserved(struct ls_arena *arena, struct ls_node object)
{
    int64_t observed = ls_health_observed(object), generation = generation_of(object);
    if (observed <= 0)
        return ls_verdict_in_progress(arena, "its controller has not observed it yet");
    return ls_verdict_in_progress(
        arena, "its controller has observed generation %" PRId64 ", not yet %" PRId64, observed,
        generation);
}

struct ls_node ls_health_condition(struct ls_node object, const char *type)
{
    return ls_node_find(ls_node_at(object, "status.conditions"), "type", ls_slice_of(type));
}

bool ls_condition_is_stale(struct ls_node object, struct ls_node condition)
{
    int64_t observed = generation_read(ls_node_at(condition, "observedGeneration"));
    return observed > 0 && observed < generation_of(object);
}

enum ls_condition_is ls_condition_read(struct ls_node object, struct ls_node condition)
{
    struct ls_node status = ls_node_at(condition, "status");
    struct ls_slice text = ls_node_string(status);
    if (ls_node_is_absent(condition))
        return LS_CONDITION_ABSENT;
    if (ls_condition_is_stale(object, condition))
        return LS_CONDITION_STALE;
    if (ls_slice_is_nocase(text, "true") || ls_node_bool(status, false))
        return LS_CONDITION_TRUE;
    if (ls_slice_is_nocase(text, "false") || !ls_node_bool(status, true))
        return LS_CONDITION_FALSE;
    return LS_CONDITION_UNKNOWN;
}

enum ls_condition_is ls_health_condition_is(struct ls_node object, const char *type)
{
    return ls_condition_read(object, ls_health_condition(object, type));
}

static const char *typed_text(struct ls_arena *arena, struct ls_node object,
                              struct ls_node condition, const char *type)
{
    static const char *const names[] = {
        [LS_CONDITION_ABSENT] = "not reported",
        [LS_CONDITION_STALE] = "still about an earlier generation",
        [LS_CONDITION_FALSE] = "False",
        [LS_CONDITION_UNKNOWN] = "Unknown",
        [LS_CONDITION_TRUE] = "True",
    };
    enum ls_condition_is is = ls_condition_read(object, condition);
    LS_ASSERT(is < LS_COUNT(names));
    const char *why = "";
    if (is != LS_CONDITION_STALE)
        why = ls_health_quote_why(arena, ls_node_string(ls_node_at(condition, "reason")),
                                  ls_node_string(ls_node_at(condition, "message")));
    return ls_arena_printf(arena, "condition %s is %s%s%s", type, names[is], *why ? ": " : "", why);
}

const char *ls_health_condition_text(struct ls_arena *arena, struct ls_node object,
                                     const char *type)
{
    return typed_text(arena, object, ls_health_condition(object, type), type);
}

const char *ls_condition_text(struct ls_arena *arena, struct ls_node object,
                              struct ls_node condition)
{
    return typed_text(arena, object, condition, ls_health_quote_at(arena, condition, "type"));
}

bool ls_health_condition_says(struct ls_node object, const char *type, const char *reason)
{
    return ls_node_string_is(ls_node_at(ls_health_condition(object, type), "reason"), reason);
}

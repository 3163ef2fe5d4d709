/* The verdict of a member at its gate: health, then the properties that are waited for. */
#include <inttypes.h>

#include "base/defect.h"
#include "base/utf8.h"
#include "health/word/condition.h"
#include "phase/own/limits.h"
#include "phase/own/project.h"
#include "value/edit.h"

/* What a path prints now, for people: cut, and never the content of a Secret. */
static const char *shown_now(struct ls_arena *arena, const struct ls_property *property,
                             struct ls_node object)
{
    struct ls_buf text LS_AUTO(ls_buf_wipe) = {0};
    struct ls_err err = {0};
    enum ls_code code = ls_property_print(property, object, &text, &err);
    if (code == LS_E_TOO_BIG)
        return ls_arena_printf(arena, "not known: %s", err.text);
    if (code)
        return "not there yet";
    if (ls_node_string_is(ls_node_at(object, "kind"), "Secret") && !LS_DEFECT(secret_shown))
        return "something else";
    if (text.len == 0)
        return "empty";
    struct ls_slice front = ls_utf8_front(ls_buf_slice(&text), LS_REASON_VALUE_BYTES_MAX);
    return ls_arena_printf(arena, "%.*s%s", LS_ARG(front), front.len < text.len ? "..." : "");
}

static struct ls_verdict unmet_verdict(struct ls_arena *arena, const struct ls_property *unmet,
                                       struct ls_node object)
{
    bool is_secret = ls_node_string_is(ls_node_at(object, "kind"), "Secret");
    struct ls_slice value = is_secret ? LS_SLICE("...") : unmet->value;
    return ls_verdict_in_progress(arena, "waits for %.*s=%.*s, which is %s",
                                  LS_ARG(unmet->path_text), LS_ARG(value),
                                  shown_now(arena, unmet, object));
}

/* ---- a status from before the object was changed ---- */

static int64_t generation_of(struct ls_node object)
{
    return ls_node_int(ls_node_at(object, "metadata.generation"), 0);
}

static bool status_is_stale(struct ls_node object)
{
    int64_t observed = ls_health_status_generation(object);
    return observed >= 0 && observed < generation_of(object) && !LS_DEFECT(stale_generation);
}

/* Of conditions that are about an earlier generation none counts; NULL: there are none. */
static const struct ls_obj *without_stale_conditions(struct ls_arena *arena, struct ls_node object)
{
    struct ls_node conditions = ls_node_at(object, "status.conditions");
    size_t count = ls_node_is_list(conditions) ? ls_node_count(conditions) : 0;
    struct ls_edit *edits = LS_ARENA_ARRAY(arena, struct ls_edit, count + 1);
    size_t stale = 0;
    for (size_t i = 0; i < count; i++) {
        if (!ls_condition_is_stale(object, ls_node_item(conditions, i)))
            continue;
        struct ls_path_step *steps = LS_ARENA_ARRAY(arena, struct ls_path_step, 3);
        steps[0] = (struct ls_path_step){.key = LS_SLICE("status")};
        steps[1] = (struct ls_path_step){.key = LS_SLICE("conditions")};
        steps[2] = (struct ls_path_step){.index = i};
        edits[stale++] = (struct ls_edit){.path = {steps, 3}};
    }
    const struct ls_obj *out = NULL;
    struct ls_err unused;
    if (stale == 0 || ls_edit_apply(object, edits, stale, &out, &unused))
        return NULL;
    return out;
}

static struct ls_verdict judge_properties(struct ls_arena *arena, const struct ls_wishes *wishes,
                                          struct ls_node object)
{
    const struct ls_property *unmet = NULL;
    if (!wishes || wishes->property_count == 0)
        return ls_verdict_ready();
    if (status_is_stale(object))
        return ls_verdict_in_progress(
            arena, "its status is of generation %" PRId64 ", the object is at %" PRId64,
            ls_health_status_generation(object), generation_of(object));
    if (!ls_properties_hold(wishes, object, &unmet))
        return unmet_verdict(arena, unmet, object);
    const struct ls_obj *fresh LS_AUTO(ls_obj_unref_at) = without_stale_conditions(arena, object);
    if (!fresh || ls_properties_hold(wishes, ls_obj_root(fresh), &unmet))
        return ls_verdict_ready();
    return ls_verdict_in_progress(arena,
                                  "waits for %.*s, which a condition of an earlier generation "
                                  "says; the object is at %" PRId64,
                                  LS_ARG(unmet->path_text), generation_of(object));
}

struct ls_verdict ls_judge(struct ls_arena *arena, const struct ls_question *question,
                           struct ls_node object, const struct ls_companion_objects *company)
{
    const struct ls_health_input look = {
        .arena = arena,
        .object = object,
        .companions = company,
        .rules = question->rules,
        .now_ms = question->now_ms,
        .grace_ms = question->grace_ms,
        .from_ms = question->from_ms,
    };
    struct ls_verdict health =
        question->judges_health ? ls_health_judge(&look) : ls_verdict_ready();
    if (health.kind != LS_VERDICT_READY)
        return health;
    struct ls_verdict properties = judge_properties(arena, question->wishes, object);
    return properties.kind == LS_VERDICT_READY ? health : properties;
}

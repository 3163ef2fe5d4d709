#include "base/utf8.h"
#include "phase/own/limits.h"
#include "phase/own/project.h"

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
    if (ls_node_string_is(ls_node_at(object, "kind"), "Secret"))
        return "something else";
    if (text.len == 0)
        return "empty";
    struct ls_slice front = ls_utf8_front(ls_buf_slice(&text), LS_REASON_VALUE_BYTES_MAX);
    return ls_arena_printf(arena, "%.*s%s", LS_ARG(front), front.len < text.len ? "..." : "");
}

static struct ls_verdict judge_properties(struct ls_arena *arena, const struct ls_wishes *wishes,
                                          struct ls_node object)
{
    const struct ls_property *unmet = NULL;
    if (!wishes || ls_properties_hold(wishes, object, &unmet))
        return ls_verdict_ready();
    LS_ASSERT(unmet);
    bool is_secret = ls_node_string_is(ls_node_at(object, "kind"), "Secret");
    struct ls_slice value = is_secret ? LS_SLICE("...") : unmet->value;
    return ls_verdict_in_progress(arena, "waits for %.*s=%.*s, which is %s",
                                  LS_ARG(unmet->path_text), LS_ARG(value),
                                  shown_now(arena, unmet, object));
}

struct ls_verdict ls_judge(struct ls_arena *arena, const struct ls_question *question,
                           struct ls_node object, const struct ls_company *company)
{
    const struct ls_look look = {
        .arena = arena,
        .object = object,
        .company = company,
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

#include "health/word/companion.h"

#include "health/word/grace.h"
#include "health/word/quote.h"
#include "value/time.h"

/* ---- asking ---- */

void ls_companion_query_for(struct ls_companion_query *ask, const char *group, const char *kind,
                            const char *labels, const char *fields)
{
    struct ls_companions *out = ask->out;
    LS_ASSERT(out->count <= LS_COMPANIONS_MAX);
    LS_ASSERT(kind[0] != '\0');
    if (out->count == LS_COMPANIONS_MAX) {
        out->left_out++;
        return;
    }
    out->at[out->count++] = (struct ls_companion){
        .group = group,
        .kind = kind,
        .namespace_name = ls_node_text(ls_node_at(ask->object, "metadata.namespace")),
        .labels = labels,
        .fields = fields,
    };
}

void ls_companion_query_own_events(struct ls_companion_query *ask)
{
    const char *uid = ls_node_text(ls_node_at(ask->object, "metadata.uid"));
    if (*uid)
        ls_companion_query_for(ask, "", "Event", NULL,
                               ls_arena_printf(ask->arena, "involvedObject.uid=%s", uid));
}

bool ls_health_selector(struct ls_arena *arena, struct ls_node object, struct ls_selector *out)
{
    struct ls_node selector = ls_node_at(object, "spec.selector");
    struct ls_node kind = ls_node_at(object, "kind");
    bool is_plain =
        ls_node_string_is(kind, "Service") || ls_node_string_is(kind, "ReplicationController");
    struct ls_err err;
    enum ls_code code = is_plain ? ls_selector_from_labels(arena, selector, out, &err)
                                 : ls_selector_from_node(arena, selector, out, &err);
    return !code && !out->is_nothing && !ls_selector_is_everything(out);
}

void ls_companion_query_selected(struct ls_companion_query *ask, const char *group,
                                 const char *kind)
{
    struct ls_selector selector;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (!ls_health_selector(ask->arena, ask->object, &selector))
        return;
    ls_selector_print(&text, &selector);
    ls_companion_query_for(ask, group, kind, ls_arena_dup(ask->arena, ls_buf_slice(&text)), NULL);
}

void ls_companion_query_pods(struct ls_companion_query *ask)
{
    size_t before = ask->out->count;
    ls_companion_query_selected(ask, "", "Pod");
    if (ask->out->count > before)
        ls_companion_query_for(ask, "", "Event", NULL, "involvedObject.kind=Pod,type=Warning");
}

/* ---- finding ---- */

struct ls_node ls_companion_next(const struct ls_companion_objects *companions, const char *kind,
                                 size_t *at)
{
    LS_ASSERT(!companions || *at <= companions->count);
    while (companions && *at < companions->count) {
        struct ls_node one = companions->at[(*at)++];
        if (ls_node_string_is(ls_node_at(one, "kind"), kind))
            return one;
    }
    return LS_ABSENT;
}

static bool event_is_about(struct ls_node event, struct ls_slice uid)
{
    struct ls_node about = ls_node_at(event, "involvedObject.uid");
    if (ls_node_is_absent(about))
        about = ls_node_at(event, "regarding.uid"); /* events.k8s.io */
    return uid.len > 0 && ls_slice_equal(ls_node_string(about), uid);
}

/* When it was last seen; the epoch when it does not say. */
static struct ls_time event_time(struct ls_node event)
{
    static const char *const places[] = {"series.lastObservedTime", "lastTimestamp",
                                         "deprecatedLastTimestamp", "eventTime",
                                         "metadata.creationTimestamp"};
    struct ls_time time = {0};
    struct ls_err err;
    for (size_t i = 0; i < LS_COUNT(places); i++)
        if (!ls_time_parse(ls_node_string(ls_node_at(event, places[i])), &time, &err))
            break;
    return time;
}

/* The later of two; in the same second the one with the greater name, so that the result does not
 * depend on their order. */
static bool event_is_later(struct ls_node a, struct ls_node b)
{
    int order = ls_time_compare(event_time(a), event_time(b));
    if (order == 0)
        order = ls_slice_compare(ls_node_string(ls_node_at(a, "metadata.name")),
                                 ls_node_string(ls_node_at(b, "metadata.name")));
    return order > 0;
}

/* type NULL: any. */
static struct ls_node event_latest(const struct ls_health_input *input, struct ls_slice uid,
                                   const char *type)
{
    struct ls_node latest = LS_ABSENT, event;
    for (size_t at = 0;
         !ls_node_is_absent(event = ls_companion_next(input->companions, "Event", &at));) {
        if ((type && !ls_node_string_is(ls_node_at(event, "type"), type)) ||
            !event_is_about(event, uid))
            continue;
        if (ls_node_is_absent(latest) || event_is_later(event, latest))
            latest = event;
    }
    return latest;
}

static struct ls_slice own_uid(const struct ls_health_input *input)
{
    return ls_node_string(ls_node_at(input->object, "metadata.uid"));
}

const char *ls_companion_event_text(struct ls_arena *arena, struct ls_node event)
{
    struct ls_node message = ls_node_at(event, "message");
    if (ls_node_is_absent(message))
        message = ls_node_at(event, "note"); /* events.k8s.io */
    return ls_arena_printf(arena, "%s (%s)", ls_health_quote(arena, ls_node_string(message)),
                           ls_health_quote_at(arena, event, "reason"));
}

struct ls_node ls_companion_warning_event(const struct ls_health_input *input, struct ls_slice uid)
{
    return event_latest(input, uid, "Warning");
}

const char *ls_companion_own_warning(const struct ls_health_input *input)
{
    struct ls_node event = ls_companion_warning_event(input, own_uid(input));
    return ls_node_is_absent(event) ? "" : ls_companion_event_text(input->arena, event);
}

struct ls_node ls_companion_own_event(const struct ls_health_input *input)
{
    return event_latest(input, own_uid(input), NULL);
}

int64_t ls_companion_event_ms(struct ls_node event)
{
    return ls_time_ms(event_time(event));
}

/* When an event was first seen. */
static int64_t event_first_ms(struct ls_node event)
{
    static const char *const places[] = {"firstTimestamp", "deprecatedFirstTimestamp", "eventTime"};
    int64_t first = 0;
    for (size_t i = 0; first == 0 && i < LS_COUNT(places); i++)
        first = ls_health_time_ms(ls_node_at(event, places[i]));
    return first ? first : ls_companion_event_ms(event);
}

static bool event_says(struct ls_node event, const char *reason)
{
    return ls_node_string_is(ls_node_at(event, "reason"), reason);
}

/* When any other event about the object was last seen. */
static int64_t otherwise_ms(const struct ls_health_input *input, const char *reason)
{
    int64_t latest = 0;
    struct ls_node event;
    for (size_t at = 0;
         !ls_node_is_absent(event = ls_companion_next(input->companions, "Event", &at));)
        if (event_is_about(event, own_uid(input)) && !event_says(event, reason))
            latest = LS_MAX(latest, ls_companion_event_ms(event));
    return latest;
}

int64_t ls_companion_reported_since_ms(const struct ls_health_input *input, const char *reason)
{
    int64_t since = INT64_MAX, otherwise = otherwise_ms(input, reason);
    struct ls_node event;
    for (size_t at = 0;
         !ls_node_is_absent(event = ls_companion_next(input->companions, "Event", &at));)
        if (event_is_about(event, own_uid(input)) && event_says(event, reason) &&
            ls_companion_event_ms(event) >= otherwise)
            since = LS_MIN(since, LS_MAX(event_first_ms(event), otherwise));
    return since == INT64_MAX ? 0 : since;
}

/* Events of events.k8s.io as a view of those of the core group, which are stored. */
#include "sandbox/kinds/rules.h"

#include "value/build.h"

/* The names of a field in both groups; fields not listed have the same name in both. */
static const struct {
    const char *core;
    const char *events;
} names[] = {
    {"involvedObject", "regarding"},
    {"message", "note"},
    {"source", "deprecatedSource"},
    {"firstTimestamp", "deprecatedFirstTimestamp"},
    {"lastTimestamp", "deprecatedLastTimestamp"},
    {"count", "deprecatedCount"},
    {"reportingComponent", "reportingController"},
};

static struct ls_slice renamed(struct ls_slice key, bool to_core)
{
    for (size_t i = 0; i < LS_COUNT(names); i++) {
        if (ls_slice_is(key, to_core ? names[i].events : names[i].core))
            return ls_slice_of(to_core ? names[i].core : names[i].events);
    }
    return key;
}

/* The core group writes empty reporting fields; events.k8s.io leaves them out. */
static bool is_left_out(struct ls_slice key, struct ls_node value, bool to_core)
{
    bool is_reporter =
        ls_slice_is(key, "reportingComponent") || ls_slice_is(key, "reportingInstance");
    return !to_core && is_reporter && ls_node_string_is(value, "");
}

static struct ls_node event_convert(struct ls_arena *arena, struct ls_node event,
                                    const char *api_version, bool to_core)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_reserve(&build, ls_node_words(event) + LS_COUNT(names));
    ls_build_map(&build);
    LS_EACH (it, event) {
        if (is_left_out(it.key, it.value, to_core))
            continue;
        ls_build_key(&build, renamed(it.key, to_core));
        if (ls_slice_is(it.key, "apiVersion"))
            ls_build_text(&build, api_version);
        else
            ls_build_node(&build, it.value);
    }
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

static struct ls_node event_show(struct ls_arena *arena, const struct ls_kind *kind,
                                 struct ls_node stored)
{
    return event_convert(arena, stored, kind->api_version, false);
}

static struct ls_node event_store(struct ls_arena *arena, const struct ls_kind *kind,
                                  struct ls_node shown)
{
    (void)kind;
    return event_convert(arena, shown, "v1", true);
}

const struct ls_kind_view ls_event_v1_view = {.show = event_show, .store = event_store};

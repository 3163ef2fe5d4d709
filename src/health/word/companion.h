#pragma once
/*
 * Companions: how a kind asks for them, and how it finds its own among those that were read.
 */
#include "health/word/input.h"
#include "value/selector.h"

/* Collects what a kind asks for. */
struct ls_companion_query {
    struct ls_arena *arena;
    struct ls_node object;
    struct ls_companions *out;
};

/* In the object's own namespace; past LS_COMPANIONS_MAX the request is only counted. */
void ls_companion_query_for(struct ls_companion_query *ask, const char *group, const char *kind,
                            const char *labels, const char *fields);
/* Events about the object itself; nothing before it has a uid. */
void ls_companion_query_own_events(struct ls_companion_query *ask);
/* Objects that spec.selector matches. Nothing without a selector. */
void ls_companion_query_selected(struct ls_companion_query *ask, const char *group,
                                 const char *kind);
/* Pods that spec.selector matches, and warnings about any pod of the namespace: the pods' uids are
 * not known here, and the server selects events by kind and type. Nothing without a selector. */
void ls_companion_query_pods(struct ls_companion_query *ask);
/* The pods that the object selects, by labels (a Service) or by a LabelSelector; false: none. */
bool ls_health_selector(struct ls_arena *arena, struct ls_node object, struct ls_selector *out);

/* The next companion of a kind from *at on; absent after the last. */
struct ls_node ls_companion_next(const struct ls_companion_objects *companions, const char *kind,
                                 size_t *at);
/* The latest warning about the uid; absent for none. */
struct ls_node ls_companion_warning_event(const struct ls_health_input *input, struct ls_slice uid);
/* About the object itself: `MESSAGE (REASON)`; "" for none. */
const char *ls_companion_own_warning(const struct ls_health_input *input);
/* The latest event about the object itself, of any type; absent for none. */
struct ls_node ls_companion_own_event(const struct ls_health_input *input);
/* Since when events about the object give only this reason, Unix milliseconds; 0: another came
 * later, or there is none. */
int64_t ls_companion_reported_since_ms(const struct ls_health_input *input, const char *reason);
/* When an event was last seen, Unix milliseconds; 0: unknown. */
int64_t ls_companion_event_ms(struct ls_node event);
/* `MESSAGE (REASON)` of an event. */
const char *ls_companion_event_text(struct ls_arena *arena, struct ls_node event);

#pragma once
/*
 * The recorder: Events as components of a cluster write them. The same event again counts up on the
 * one that is there; after ten that differ in their message alone the next are combined into one; a
 * component that records too many about one object is ignored for a while. The newest
 * LS_EVENTS_KEPT_MAX of these Events stay in the store.
 */
#include "base/arena.h"
#include "sandbox/kinds/cluster.h"
#include "value/node.h"

struct ls_recorder;

struct ls_recorder *ls_recorder_new(struct ls_cluster *cluster);
void ls_recorder_free(struct ls_recorder *recorder);

struct ls_event {
    const char *component;     /* "kubelet" */
    const char *field_manager; /* who owns the Event's fields */
    struct ls_slice host;      /* of the component; "" when it does not say */
    const char *api_version;   /* of the object it is about */
    const char *kind;
    struct ls_node regarding;
    const char *field_path; /* "spec.containers{web}"; NULL: none */
    const char *reason;
    const char *text;
    const char *action; /* NULL: written the old way, with counts; else as the scheduler's */
    bool is_warning;
    bool is_combined; /* set by the recorder */
};
void ls_recorder_record(struct ls_recorder *recorder, struct ls_arena *arena,
                        const struct ls_event *event);

#pragma once
/*
 * What a simulated controller sees, and what it decides: the two sides of every decide function.
 *
 * A view is one object with what belongs to it, at one moment. A decision is a list of acts in
 * order and the time of the next pass. Decide functions are pure: they read the view, allocate in
 * its arena, and write the decision; the manager (manager.h) gathers views and carries decisions
 * out.
 */
#include <stdint.h>

#include "base/arena.h"
#include "sandbox/store/store.h"
#include "sandbox/workload/workload_kind.h"
#include "value/build.h"
#include "value/node.h"

struct ls_nodes {
    struct ls_node *at;
    size_t count;
    size_t cap;
};
void ls_nodes_add(struct ls_arena *arena, struct ls_nodes *nodes, struct ls_node node);

/* What pods ask of a node, or a node has to give. */
struct ls_node_load {
    int64_t pods;
    int64_t cpu_milli;
    int64_t memory_bytes;
};

struct ls_object_key ls_object_key_of(struct ls_node object); /* borrows from it */

struct ls_controller_view {
    struct ls_arena *arena;
    int64_t now_ms; /* wall time */
    struct ls_object_key key;
    struct ls_node object;     /* absent: it is gone */
    struct ls_nodes pods;      /* it controls, could adopt, or selects */
    struct ls_nodes sets;      /* ReplicaSets of a Deployment, Jobs of a CronJob */
    struct ls_nodes revisions; /* ControllerRevisions; EndpointSlices of a Service */
    struct ls_nodes claims;    /* volume claims */
    struct ls_nodes volumes;   /* PersistentVolumes, StorageClasses */
    struct ls_nodes nodes;
    struct ls_node related;           /* the one object it refers to: Endpoints, a scale target */
    const struct ls_node_load *loads; /* what runs on each of the nodes */
    void *memory;                     /* what the controller remembers of this object */
    uint32_t serial;                  /* of the memory: counts those the controller has had */
    const char *last_error;           /* why a write of the last pass was refused; NULL */
};

enum ls_act_type {
    LS_ACT_CREATE, /* body: the object */
    LS_ACT_UPDATE, /* body: the object with its changes */
    LS_ACT_STATUS, /* body: the object with its new status */
    LS_ACT_PATCH,  /* body: a merge patch */
    LS_ACT_BIND,   /* name: of the node */
    LS_ACT_DELETE,
    LS_ACT_EVENT,
};

/* The Event about the view's object that an act leaves. */
struct ls_act_event {
    const char *reason; /* NULL: no Event */
    const char *text;
    bool is_warning;
    bool names_object; /* the name of what was created or deleted goes to the end of the text */
};

struct ls_act {
    enum ls_act_type type;
    enum ls_workload_kind kind;
    struct ls_node object; /* what is changed or deleted, as it was seen */
    struct ls_node body;
    const char *name;           /* BIND: the node */
    bool is_scale;              /* PATCH: through the scale subresource */
    int64_t grace_s;            /* DELETE: -1 is the object's own */
    struct ls_act_event done;   /* when it succeeded; of LS_ACT_EVENT itself */
    struct ls_act_event failed; /* when it was refused: the reason is added */
    const char *action;         /* of the event; NULL: none */
    const char *field_path;     /* of the event: which part of the object; NULL: all */
    bool stops_at_failure;      /* what follows would be refused as well */
};

struct ls_controller_decision {
    struct ls_arena *arena;
    struct ls_act *acts;
    size_t act_count;
    size_t act_cap;
    int64_t wake_at_ms; /* wall time; 0: only when something changes */
};

/* The act that was added, for what the short forms do not set. */
struct ls_act *ls_decide_create(struct ls_controller_decision *decision, enum ls_workload_kind kind,
                                struct ls_node body);
struct ls_act *ls_decide_delete(struct ls_controller_decision *decision, enum ls_workload_kind kind,
                                struct ls_node object);
struct ls_act *ls_decide_patch(struct ls_controller_decision *decision, enum ls_workload_kind kind,
                               struct ls_node object, struct ls_node patch);
struct ls_act *ls_decide_update(struct ls_controller_decision *decision, enum ls_workload_kind kind,
                                struct ls_node object, struct ls_node changed);
/* Nothing when the object has this status already (then NULL). */
struct ls_act *ls_decide_status(struct ls_controller_decision *decision, enum ls_workload_kind kind,
                                struct ls_node object, struct ls_node status);
struct ls_act *ls_decide_event(struct ls_controller_decision *decision, const char *reason,
                               const char *format, ...) LS_FORMAT(3, 4);
struct ls_act *ls_decide_warning(struct ls_controller_decision *decision, const char *reason,
                                 const char *format, ...) LS_FORMAT(3, 4);
/* The earliest time of all calls counts; 0 is none. */
void ls_decide_wake(struct ls_controller_decision *decision, int64_t at_ms);
/* The object with another value at a path of plain names ("status", "spec.replicas"). */
struct ls_node ls_node_with(struct ls_arena *arena, struct ls_node object, const char *path,
                            struct ls_node value);

#pragma once
/*
 * The controller manager: runs the simulated controllers of one cluster.
 *
 *     events of the store -> queue of keys -> gather a view -> decide -> acts through ops
 *
 * A key is queued once, in order of arrival. All work is done in one task of the loop, in small
 * portions; views are never older than the last write, because the store is in the same process. A
 * key is reconciled again when an object that concerns it has changed, or at the time that its
 * decision asked for. Nothing polls.
 */
#include "sandbox/kinds/cluster.h"
#include "sandbox/store/store.h"
#include "sandbox/workload/decision.h"

struct ls_manager;

struct ls_controller {
    const char *name;           /* as Events call it: "replicaset-controller" */
    const char *field_manager;  /* who owns the fields it writes: "kube-controller-manager" */
    enum ls_workload_kind kind; /* what its keys name */
    /* Reconciled only when no other key waits, so that many changes make one pass. */
    bool is_low_priority;
    bool sees_deleted; /* decides for deleted objects too: the view's object is absent */
    /* The memory of each object, kept until it is deleted; starts as zeroes. */
    size_t memory_bytes;
    void (*forget)(void *memory); /* releases what the memory holds; may be NULL */
    /* The state of the controller, one for all objects; starts as zeroes. */
    size_t state_bytes;
    /* Empties it, at the end, and before all events are read again; may be NULL. */
    void (*forget_state)(void *state);
    /* Fills in what the decision needs besides the object; may be NULL. */
    void (*gather)(struct ls_manager *manager, struct ls_controller_view *view);
    void (*decide)(const struct ls_controller_view *view, struct ls_controller_decision *decision);
    /* Every event of every kind, to enqueue keys beyond the object itself and its controller; may
     * be NULL. */
    void (*on_event)(struct ls_manager *manager, const struct ls_controller *controller,
                     enum ls_workload_kind kind, const struct ls_collection_event *event);
};

/* The table of controllers is borrowed for life. What is in the store already counts as new. */
struct ls_manager *ls_manager_new(struct ls_cluster *cluster,
                                  const struct ls_controller *const *controllers,
                                  size_t controller_count);
void ls_manager_free(struct ls_manager *manager);

/* The controller will reconcile the key. */
void ls_manager_enqueue(struct ls_manager *manager, const struct ls_controller *controller,
                        struct ls_object_key key);

/* state_bytes of the controller's own. */
void *ls_manager_state(struct ls_manager *manager, const struct ls_controller *controller);
/* For gather and on_event. Nodes are valid until the pass ends. */
struct ls_node ls_manager_get(struct ls_manager *manager, enum ls_workload_kind kind,
                              struct ls_object_key key);
void ls_manager_controlled(struct ls_manager *manager, const struct ls_controller_view *view,
                           enum ls_workload_kind kind,
                           struct ls_nodes *out); /* by the view's object */
void ls_manager_orphans(struct ls_manager *manager, const struct ls_controller_view *view,
                        enum ls_workload_kind kind,
                        struct ls_nodes *out); /* in the namespace of the view's object */
/* Namespace empty: all of them. */
void ls_manager_all(struct ls_manager *manager, const struct ls_controller_view *view,
                    enum ls_workload_kind kind, struct ls_slice namespace_name,
                    struct ls_nodes *out);
/* Enqueues each object of the controller's kind that `owner` controls. */
void ls_manager_enqueue_controlled(struct ls_manager *manager,
                                   const struct ls_controller *controller, struct ls_node owner);
/* Enqueues each object of the controller's kind in the namespace (empty: all) that passes the test.
 */
typedef bool (*ls_manager_test)(struct ls_node object, struct ls_node other);
void ls_manager_enqueue_where(struct ls_manager *manager, const struct ls_controller *controller,
                              struct ls_slice namespace_name, ls_manager_test test,
                              struct ls_node other);
/* For on_event: when the object of the event is an orphan, enqueues those that may adopt it. */
void ls_manager_enqueue_adopters(struct ls_manager *manager, const struct ls_controller *controller,
                                 const struct ls_collection_event *event,
                                 ls_manager_test may_adopt);
/* Carries one act out at once, in the name of a controller: for objects made at the start. */
void ls_manager_act(struct ls_manager *manager, const struct ls_controller *controller,
                    const struct ls_act *act);

#pragma once
/*
 * From templates to objects: owner references, pods of a template, and the short hash by which
 * templates differ.
 */
#include "sandbox/workload/decision.h"

/* ownerReferences with one entry: the controller. */
void ls_put_owner(struct ls_build *build, enum ls_workload_kind kind, struct ls_node owner);

/* Ten or so characters that stand in names and labels; differs with the collision count. */
const char *ls_template_hash(struct ls_arena *arena, struct ls_node template_node,
                             int64_t collision_count);
/* Equal but for the label pod-template-hash. */
bool ls_templates_equal(struct ls_arena *arena, struct ls_node a, struct ls_node b);

/* What a pod has beyond its template. */
struct ls_pod_extra {
    const char *name;      /* NULL: the server makes one */
    const char *base_name; /* generateName; NULL: NAME-OF-OWNER- */
    const char *finalizer; /* NULL: none */
    struct ls_node labels; /* a map that goes over the template's; may be absent */
    struct ls_node annotations;
    struct ls_node spec; /* takes the place of the template's; absent: that */
};
struct ls_node ls_pod_from_template(struct ls_arena *arena, enum ls_workload_kind kind,
                                    struct ls_node owner, struct ls_node template_node,
                                    const struct ls_pod_extra *extra);

/* Merges two maps, the second one's members over the first's; either may be absent. */
void ls_put_merged(struct ls_build *build, const char *key, struct ls_node first,
                   struct ls_node second);

/* A merge patch that takes one finalizer off. */
struct ls_node ls_patch_without_finalizer(struct ls_arena *arena, struct ls_node object,
                                          const char *finalizer);

/* What a PersistentVolumeClaim has beyond its template. */
struct ls_claim_extra {
    const char *name;
    struct ls_node labels; /* as of pods */
    enum ls_workload_kind owner_kind;
    bool is_owned; /* by the view's object */
};
struct ls_act *ls_decide_create_claim(const struct ls_controller_view *view,
                                      struct ls_node template_node,
                                      const struct ls_claim_extra *extra,
                                      struct ls_controller_decision *decision);
/* Creates or deletes a pod of the view's object, with the Events of kube-controller-manager. */
struct ls_act *ls_decide_create_pod(struct ls_controller_decision *decision, struct ls_node body);
struct ls_act *ls_decide_delete_pod(struct ls_controller_decision *decision, struct ls_node pod);

/* Is the pod available? One that is only ready wakes the controller when it will be. */
bool ls_decide_available(const struct ls_controller_view *view, struct ls_node pod,
                         int64_t min_ready_s, struct ls_controller_decision *decision);

/* The owner becomes the controller of an object that has none. */
void ls_decide_adopt(struct ls_controller_decision *decision, enum ls_workload_kind kind,
                     struct ls_node object, enum ls_workload_kind owner_kind, struct ls_node owner);

/*
 * Those of the pods that belong to the owner: it controls them and its selector matches, or nobody
 * controls them and it adopts them. Acts for adoption and release are added. An owner that is being
 * deleted adopts nobody.
 */
void ls_claim_pods(const struct ls_controller_view *view, enum ls_workload_kind kind,
                   struct ls_controller_decision *decision, struct ls_nodes *out);

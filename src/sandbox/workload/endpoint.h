#pragma once
/*
 * The pods behind a Service: which they are, in which state, on which ports. What EndpointSlices
 * and Endpoints have in common.
 */
#include "sandbox/workload/decision.h"

struct ls_backend {
    struct ls_node pod;
    struct ls_slice ip;
    bool is_ready;
    bool is_serving;
    bool is_terminating;
};

struct ls_backends {
    struct ls_backend *at; /* by name of the pod */
    size_t count;
};

/* Of the view's Service; none when it selects nothing. */
struct ls_backends ls_backends_of(const struct ls_controller_view *view);
/* The member `ports` of the open map, as the first pod resolves them. */
void ls_backends_put_ports(struct ls_build *build, const struct ls_controller_view *view,
                           const struct ls_backends *backends);
/* targetRef and nodeName. */
void ls_backend_put_target(struct ls_build *build, const struct ls_backend *backend);
/* Labels of the Service that go over to what is made of it, with one of our own. */
void ls_backends_put_labels(struct ls_build *build, const struct ls_controller_view *view,
                            const char *key, const char *value, bool names_service);
/* Since when the pods are as they are now that were not so in `known`: backends as a list of
 * targets (maps with targetRef) that were ready. At the first time the Service itself counts too.
 * Goes into the annotation by which kube-proxy measures itself; 0: no pod has come or changed. */
int64_t ls_backends_trigger_ms(const struct ls_controller_view *view,
                               const struct ls_backends *backends,
                               const struct ls_nodes *known_ready, bool is_first);
void ls_backends_put_trigger(struct ls_build *build, int64_t trigger_ms);
bool ls_service_has_backends(struct ls_node service); /* a selector, and not ExternalName */

/* For controllers of Services: enqueues those that select the pod of the event. */
struct ls_manager;
struct ls_controller;
struct ls_collection_event;
void ls_service_on_event(struct ls_manager *manager, const struct ls_controller *controller,
                         enum ls_workload_kind kind, const struct ls_collection_event *event);
void ls_service_gather_pods(struct ls_manager *manager, struct ls_controller_view *view);

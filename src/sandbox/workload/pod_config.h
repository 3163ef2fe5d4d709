#pragma once
/*
 * ConfigMaps and Secrets that a pod cannot start without: what is missing, in kubelet's words. A
 * rollout that creates things in the wrong order shows here as it would on a real node.
 */
#include "sandbox/workload/decision.h"

struct ls_manager;

/* Adds what the pod refers to, as far as it is there, to the view's sets. */
void ls_pod_config_gather(struct ls_manager *manager, struct ls_controller_view *view);
/* Why the first volume that cannot be mounted cannot; NULL: all can. */
const char *ls_pod_mount_error(const struct ls_controller_view *view);
/* Why a container cannot be configured; NULL: it can. */
const char *ls_container_config_error(const struct ls_controller_view *view,
                                      struct ls_node container);

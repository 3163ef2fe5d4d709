#pragma once
/*
 * Validation of a pod spec, in a pod or in a template. The order of the checks and the texts of the
 * errors are kube-apiserver's.
 */
#include "sandbox/kinds/seen.h"
#include "sandbox/kinds/spot.h"

struct ls_admission;

/* `spec` of a pod or of a template; pods are checked more strictly (images, addresses, ...). */
void ls_pod_spec_check(const struct ls_spot *spec, bool is_pod);
/* Labels, annotations and spec of a template. */
void ls_pod_template_check(const struct ls_spot *pod_template);
/* What an update of a pod may not change. */
void ls_pod_update_check(const struct ls_spot *spec, struct ls_node old_spec);
/* What the subresources ephemeralcontainers and resize may change, and the result. */
void ls_pod_part_check(const struct ls_spot *pod, struct ls_node old, struct ls_slice subresource);

/* Parts of the spec, each in a file of its own. */
struct ls_pod_frame {
    bool is_pod;
    struct ls_node spec;
    struct ls_seen *volumes; /* names of the valid ones */
    int64_t grace_s;
};
void ls_pod_volumes_check(const struct ls_spot *volumes, struct ls_pod_frame *frame);
/* One volume source by its name, also of a PersistentVolume. */
void ls_volume_source_check(const struct ls_spot *source);
void ls_containers_check(const struct ls_spot *containers, const struct ls_pod_frame *frame);
void ls_init_containers_check(const struct ls_spot *containers, const struct ls_pod_frame *frame);
void ls_env_check(const struct ls_spot *env);
void ls_env_from_check(const struct ls_spot *sources);
void ls_field_ref_check(const struct ls_spot *reference, bool is_volume);
void ls_resource_ref_check(const struct ls_spot *reference, bool is_volume);
/* Resources of a container, or of the pod as a whole. */
void ls_resources_check(const struct ls_spot *resources);
void ls_probe_check(const struct ls_spot *container, const char *name,
                    const struct ls_pod_frame *frame);
void ls_lifecycle_check(const struct ls_spot *lifecycle, const struct ls_pod_frame *frame);
void ls_security_context_check(const struct ls_spot *context);
void ls_pod_security_context_check(const struct ls_spot *context);
/* Scheduling: node selector, affinity, tolerations, topology spread. */
void ls_tolerations_check(const struct ls_spot *tolerations);
void ls_affinity_check(const struct ls_spot *affinity);
void ls_topology_check(const struct ls_spot *constraints);
void ls_node_selector_check(const struct ls_spot *selector);
/* The spec of a PersistentVolumeClaim. */
void ls_claim_spec_check(const struct ls_spot *spec);

#pragma once
/*
 * What kube-apiserver fills into pod specs, wherever they stand: in pods and in the templates of
 * everything that makes pods.
 */
#include "sandbox/kinds/shape.h"

void ls_pod_spec_default(struct ls_shape spec);
/* metadata and spec of a template; the spec is made when it is missing. */
void ls_pod_template_default(struct ls_shape pod_template);
/* The spec of a PersistentVolumeClaim, of one's own or in a template. */
void ls_claim_spec_default(struct ls_shape spec);
/* "Always" for images without a tag or tagged latest, else "IfNotPresent". */
const char *ls_image_pull_policy(struct ls_slice image);

#pragma once
/*
 * Defaults of pod specs, in pods and in pod templates.
 */
#include "sandbox/kinds/shape.h"

void ls_pod_spec_default(struct ls_shape spec);
/* metadata and spec of a template; a missing spec is made. */
void ls_pod_template_default(struct ls_shape pod_template);
/* spec[`member`], an update strategy: its type, and rollingUpdate with `rows` if it has this type.
 */
void ls_strategy_default(struct ls_shape spec, const char *member, const struct ls_default *rows,
                         size_t row_count);
/* The spec of a PersistentVolumeClaim or of a claim template. */
void ls_claim_spec_default(struct ls_shape spec);
/* "Always" for images without a tag or tagged latest, else "IfNotPresent". */
const char *ls_image_pull_policy(struct ls_slice image);

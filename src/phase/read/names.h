#pragma once
/*
 * Names, labels and references that no server accepts, found with their file and line before
 * anything is sent. What servers differ in is left to them. For this room alone.
 */
#include "kube/resource.h"
#include "source/problems.h"

/* metadata.name by the rule of its kind; nothing longer than the kind may have. */
void ls_name_check(const struct ls_manifest *manifest, const struct ls_resource *resource,
                   struct ls_problems *problems);
/* All else in metadata, whatever the kind: namespace, labels, keys and size of annotations,
 * finalizers, ownerReferences; labels and annotations of pod templates too. */
void ls_metadata_check(const struct ls_manifest *manifest, struct ls_problems *problems);

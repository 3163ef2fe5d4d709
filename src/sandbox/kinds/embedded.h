#pragma once
/*
 * Embedded resources: objects inside custom objects that the schema marks with
 * x-kubernetes-embedded-resource. They need apiVersion and kind, and metadata that could be some
 * object's.
 */
#include "sandbox/status/complaints.h"
#include "value/schema.h"

void ls_embedded_validate(struct ls_arena *arena, const struct ls_schema *schema,
                          struct ls_node object, struct ls_complaints *complaints);

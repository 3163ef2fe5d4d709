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

/* For merge types: does the OpenAPI mark any, and the same OpenAPI with what they all have
 * declared. Their metadata is merged as an unknown value would be: maps part by part, lists whole.
 */
bool ls_embedded_is_used(struct ls_node openapi);
struct ls_node ls_embedded_declare(struct ls_arena *arena, struct ls_node openapi);

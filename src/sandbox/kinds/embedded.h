#pragma once
/*
 * Embedded resources: objects inside custom objects that the schema marks with x-kubernetes-
 * embedded-resource. They need apiVersion, kind and valid metadata.
 */
#include "sandbox/status/field_errors.h"
#include "value/schema.h"

void ls_embedded_validate(struct ls_arena *arena, const struct ls_schema *schema,
                          struct ls_node object, struct ls_field_errors *errors);

/* For merge types: whether the OpenAPI marks any embedded resource, and the OpenAPI with
 * apiVersion, kind and metadata declared in each. Their metadata is merged as an unknown value:
 * maps member by member, lists as a whole. */
bool ls_embedded_is_used(struct ls_node openapi);
struct ls_node ls_embedded_declare(struct ls_arena *arena, struct ls_node openapi);

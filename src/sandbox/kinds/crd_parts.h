#pragma once
/* Parts of the validation of CustomResourceDefinitions. */
#include "sandbox/kinds/spot.h"

/* A spot whose value is not below its parent's value: kube-apiserver reports a schema that all
 * versions share as spec.validation. */
struct ls_spot ls_crd_spot(const struct ls_spot *parent, const char *name, struct ls_node value);
/* The same for a member of the parent's value. */
struct ls_spot ls_crd_member(const struct ls_spot *schema, const char *name);

/* Parts of a version other than its schema. */
void ls_crd_check_subresources(const struct ls_spot *subresources);
void ls_crd_check_columns(const struct ls_spot *columns);
void ls_crd_check_selectable(const struct ls_spot *fields, struct ls_node schema);
void ls_crd_check_deprecation(const struct ls_spot *version);

/* openAPIV3Schema of one version. has_status: the version has the status subresource. is_as_before:
 * an update did not change the schema, so the cost of single rules is not checked. */
void ls_crd_check_schema(const struct ls_spot *schema, bool has_status, bool is_as_before);
/* The schema is structural: complete types, and only value validation below anyOf and the like. */
void ls_crd_check_structure(const struct ls_spot *schema);
/* Defaults are valid themselves, by rules too. */
void ls_crd_check_defaults(const struct ls_spot *schema);

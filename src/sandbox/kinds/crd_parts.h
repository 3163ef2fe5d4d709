#pragma once
/* The parts of the validation of definitions, which share spots and nothing else. */
#include "sandbox/kinds/spot.h"

/* A spot whose value does not stand below its parent's: kube-apiserver reports a schema that all
 * versions share as spec.validation. */
struct ls_spot ls_crd_spot(const struct ls_spot *parent, const char *name, struct ls_node value);
/* All flaws of a text as one complaint, with commas between; true: none. */
bool ls_crd_follows(const struct ls_spot *spot, enum ls_text_rule rule, struct ls_slice text,
                    const char *before);

/* What a version declares besides its schema. */
void ls_crd_check_subresources(const struct ls_spot *subresources);
void ls_crd_check_columns(const struct ls_spot *columns);
void ls_crd_check_selectable(const struct ls_spot *fields, struct ls_node schema);
void ls_crd_check_deprecation(const struct ls_spot *version);

/* openAPIV3Schema of one version; `has_status`: with the status subresource; `is_as_before`: an
 * update left it alone, so what a single rule costs is not held against it. */
void ls_crd_check_schema(const struct ls_spot *schema, bool has_status, bool is_as_before);
/* What the OpenAPI of custom kinds may hold, wherever it stands. NULL: rules are not compiled. */
struct ls_crd_rules;
void ls_crd_check_openapi(const struct ls_spot *schema, struct ls_crd_rules *rules);
/* That it is structural: complete types, nothing but value validation below anyOf and the like. */
void ls_crd_check_structure(const struct ls_spot *schema);
/* That defaults are valid themselves, by rules too. */
void ls_crd_check_defaults(const struct ls_spot *schema);

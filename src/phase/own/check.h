#pragma once
/*
 * Check: fields that a kind does not have, found before anything is written.
 *
 * Built-in kinds are checked by tables that the caller brings; kinds of the set's own CRDs by their
 * schema; other custom kinds by the server's OpenAPI document of their group version. What the
 * tables find is a suspicion when the server may be newer than they are: the server itself is then
 * asked by a dry run, and its word counts.
 */
#include "phase/own/intent.h"

/* What somebody who has tables says about an object. */
enum ls_check_word {
    LS_CHECK_UNKNOWN, /* no table for this kind */
    LS_CHECK_CLEAN,
    LS_CHECK_STRAYS, /* fields that the kind does not have: paths were printed */
};
struct ls_field_tables {
    void *self;
    /* Prints a line for each field that the kind does not have or that is of another type, as in
     * phase/own/stray.h; `status` at the root and nulls are not applied and not looked at. */
    enum ls_check_word (*check)(void *self, struct ls_node object, struct ls_buf *out);
};

/* By a CRD of the set: `crd` is its manifest's object, the version that of the custom object. */
enum ls_check_word ls_check_by_crd(struct ls_node crd, struct ls_node object, struct ls_buf *out);
/* By the OpenAPI v3 document of the object's group version. */
enum ls_check_word ls_check_by_openapi(struct ls_node document, struct ls_node object,
                                       struct ls_buf *out);
/* Does the server refuse a dry run for a field that the kind does not have, or a value of another
 * type? Its words differ between an apply and other writes. */
bool ls_check_is_about_fields(const char *message);
/* A problem for each of `paths`, the lines printed above, at the place of the field itself:
 * `FILE:LINE: StatefulSet postgresql: it has no field spec.strategy; did you mean
 * spec.updateStrategy?` */
void ls_check_tell(const struct ls_member *member, const char *paths, struct ls_problems *problems);

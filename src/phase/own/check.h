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
#include "value/schema.h"

/* What somebody who has tables says about an object. */
enum ls_check_word {
    LS_CHECK_UNKNOWN, /* no table for this kind */
    LS_CHECK_CLEAN,
    LS_CHECK_STRAYS, /* fields that the kind does not have: paths were printed */
};
struct ls_field_tables {
    void *self;
    /* Prints one path a line, as `spec.strategy`, for each field that the kind does not have; and
     * `spec.replicas: expected integer, got string` for one of another type. */
    enum ls_check_word (*check)(void *self, struct ls_node object, struct ls_buf *out);
};

/* By a CRD of the set: `crd` is its manifest's object, the version that of the custom object. */
enum ls_check_word ls_check_by_crd(struct ls_arena *arena, struct ls_node crd,
                                   struct ls_node object, struct ls_buf *out);
/* By the OpenAPI v3 document of the object's group version. */
enum ls_check_word ls_check_by_openapi(struct ls_arena *arena, struct ls_node document,
                                       struct ls_node object, struct ls_buf *out);
/* `FILE:LINE: StatefulSet postgresql: it has no field spec.strategy` with the place of the field
 * itself; takes the first of `paths`, and says how many more there are. */
enum ls_code ls_check_fail(const struct ls_member *member, const char *paths, struct ls_err *err);

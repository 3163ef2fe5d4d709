#pragma once
/*
 * One step of a field path, and whole paths, as managedFields has them.
 *
 *     kind    in fieldsV1            for people        selects
 *     FIELD   f:spec                 .spec             the member of a map
 *     KEY     k:{"name":"web"}       [name="web"]      the item of a list whose fields are these
 *     VALUE   v:"blue"               [="blue"]         the item of a set
 *     INDEX   i:0                    [0]               the item of a list by its place
 *
 * Elements are ordered by kind as above, then by content; the order, and the text, are those of
 * sigs.k8s.io/structured-merge-diff, so that what we print is what the API server prints. Values
 * are scalars: maps and lists as keys or set items are refused when read.
 *
 * An element borrows the names and nodes it was made from.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"
#include "value/node.h"

enum ls_field_kind {
    LS_FIELD_NAME,
    LS_FIELD_KEY,
    LS_FIELD_VALUE,
    LS_FIELD_INDEX,
};

struct ls_field_key {
    struct ls_slice name;
    struct ls_node value;
};

struct ls_field_element {
    enum ls_field_kind kind;
    uint32_t key_count;
    union {
        struct ls_slice name;            /* NAME */
        const struct ls_field_key *keys; /* KEY: key_count of them, sorted by name */
        struct ls_node value;            /* VALUE */
        int64_t index;                   /* INDEX */
    };
};

struct ls_field_path {
    const struct ls_field_element *at;
    size_t count;
};

struct ls_field_element ls_field_name(struct ls_slice name);
int ls_field_element_compare(const struct ls_field_element *a, const struct ls_field_element *b);

/* The form in fieldsV1. LS_E_UNSUPPORTED: a kind that we do not know, which readers skip. */
enum ls_code ls_field_element_parse(struct ls_arena *arena, struct ls_slice text,
                                    struct ls_field_element *out, struct ls_err *err);
void ls_field_element_print(struct ls_buf *out, const struct ls_field_element *element);

/* The form for people, as in `.spec.containers[name="web"].image`. */
void ls_field_element_show(struct ls_buf *out, const struct ls_field_element *element);
void ls_field_path_show(struct ls_buf *out, struct ls_field_path path);

#pragma once
/*
 * Types of CEL: for the checker, and for reading values of a tape.
 *
 * JSON has one kind of number and writes times as text; a schema has more kinds. So a type is also
 * a lens through which a value is read: ls_term_of_node() reads an integer where the schema says
 * int, a timestamp where it says date-time, and fields by their escaped names. Types are immutable
 * and borrowed; the plain ones are constants of this header, all others live in an arena or a
 * table.
 */
#include "base/arena.h"
#include "base/buf.h"

enum ls_cel_kind {
    LS_CEL_DYN, /* any type; known at run time */
    LS_CEL_NULL,
    LS_CEL_BOOL,
    LS_CEL_INT,
    LS_CEL_UINT,
    LS_CEL_DOUBLE,
    LS_CEL_STRING,
    LS_CEL_BYTES,
    LS_CEL_TIMESTAMP,
    LS_CEL_DURATION,
    LS_CEL_LIST,
    LS_CEL_MAP,
    LS_CEL_OBJECT,   /* named, with declared fields */
    LS_CEL_TYPE,     /* the type of a type */
    LS_CEL_OPTIONAL, /* optional_type(T) */
    LS_CEL_OPAQUE,   /* a library's own: kubernetes.Quantity, net.IP ... */
    LS_CEL_PARAM,    /* A in list(A): stands for any one type */
    LS_CEL_ERROR,    /* of an expression that has an issue; fits every type */
    LS_CEL_KIND_COUNT
};

/* x-kubernetes-list-type: sets and maps are equal and added without regard to order. */
enum ls_cel_list_as { LS_CEL_LIST_ATOMIC, LS_CEL_LIST_SET, LS_CEL_LIST_KEYED };

struct ls_cel_type {
    enum ls_cel_kind kind;
    const char *name; /* OBJECT, OPAQUE, PARAM */
    const struct ls_cel_type
        *item; /* LIST, OPTIONAL, TYPE (NULL: of no one type); values of a MAP */
    const struct ls_cel_type *key;     /* MAP */
    const struct ls_cel_field *fields; /* OBJECT, in the order of their names */
    size_t field_count;
    enum ls_cel_list_as list_as;
    const char *const *list_keys; /* of a KEYED list */
    size_t list_key_count;
    /* The most characters, bytes, items or members a value can have; UINT64_MAX: no bound known.
     * Only estimates of cost read these two. */
    uint64_t size_max;
    uint64_t bytes_min; /* the fewest bytes a value takes as JSON; of types made from a schema */
};

struct ls_cel_field {
    const char *name;    /* as expressions write it: foo__dash__bar */
    struct ls_slice key; /* as the value has it: foo-bar */
    const struct ls_cel_type *type;
};

extern const struct ls_cel_type ls_cel_dyn, ls_cel_null, ls_cel_bool, ls_cel_int, ls_cel_uint,
    ls_cel_double, ls_cel_string, ls_cel_bytes, ls_cel_timestamp, ls_cel_duration, ls_cel_any_list,
    ls_cel_any_map, ls_cel_any_type, ls_cel_any_optional;

const struct ls_cel_type *ls_cel_list_of(struct ls_arena *arena, const struct ls_cel_type *item);
const struct ls_cel_type *ls_cel_map_of(struct ls_arena *arena, const struct ls_cel_type *key,
                                        const struct ls_cel_type *value);
const struct ls_cel_type *ls_cel_optional_of(struct ls_arena *arena,
                                             const struct ls_cel_type *item);
/* By its escaped name. A reserved word may be used unescaped: self.namespace is __namespace__. */
const struct ls_cel_field *ls_cel_field_find(const struct ls_cel_type *object,
                                             struct ls_slice name);
bool ls_cel_type_equal(const struct ls_cel_type *a, const struct ls_cel_type *b);
/* The name that type() prints: null_type, list, google.protobuf.Timestamp. */
const char *ls_cel_type_name(const struct ls_cel_type *type);
/* As cel-go words it: int, list(string), map(string, dyn), kubernetes.Quantity. */
void ls_cel_type_print(struct ls_buf *out, const struct ls_cel_type *type);
const char *ls_cel_type_text(struct ls_arena *arena, const struct ls_cel_type *type);

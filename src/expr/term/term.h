#pragma once
/*
 * A term: one value of CEL at run time.
 *
 * 24 bytes, passed by value. Lists and maps are either a node of a tape, read item by item on
 * access (nothing is copied), or built by an expression in the arena of its run. All access goes
 * through the functions below, which hide the difference.
 *
 * An error is a term too: CEL's && and
 *
 *
 * ignore it where the other side decides. A function that gets an error returns it.
 */
#include "expr/term/type.h"
#include "value/node.h"
#include "value/time.h"

enum ls_term_kind {
    LS_TERM_NULL,
    LS_TERM_BOOL,
    LS_TERM_INT,
    LS_TERM_UINT,
    LS_TERM_DOUBLE,
    LS_TERM_STRING,
    LS_TERM_BYTES,
    LS_TERM_TIMESTAMP,
    LS_TERM_DURATION,
    LS_TERM_LIST,
    LS_TERM_MAP, /* objects with declared fields too */
    LS_TERM_TYPE,
    LS_TERM_OPTIONAL,
    LS_TERM_OPAQUE,
    LS_TERM_ERROR,
    LS_TERM_KIND_COUNT
};

/* What went wrong in an evaluation. The evaluator sets the place. */
struct ls_cel_failure {
    const char *text; /* "no such key: foo", as cel-go words it where it has the error */
    uint32_t offset;  /* of the expression, in bytes */
    bool has_place;   /* the offset is set */
    bool is_over_cost;
};

/* Values of a library's own type; one table of functions per type. */
struct ls_opaque_class {
    const struct ls_cel_type *type; /* kind OPAQUE, with its name */
    bool (*equal)(const void *a, const void *b);
    void (*print)(struct ls_buf *out, const void *value); /* for people */
    /* The size that costs are counted by: bytes of an address, the longest pattern of a format;
     * NULL: 1. */
    uint64_t (*size)(const void *value);
};

struct ls_term {
    uint8_t kind;      /* enum ls_term_kind */
    bool is_from_node; /* LIST, MAP: `node` holds it; BYTES: `text` is base64 as the tape has it */
    union {
        bool truth;
        int64_t integer;
        uint64_t natural;
        double real;
        struct ls_slice text; /* STRING, UTF-8; BYTES, any */
        struct ls_time time;
        int64_t duration_ns;
        struct {
            struct ls_node node;
            const struct ls_cel_type *lens; /* NULL: as JSON says */
        } from;
        const struct ls_term_list *list;
        const struct ls_term_map *map;
        const struct ls_cel_type *type;
        const struct ls_term *optional; /* NULL: optional.none() */
        struct {
            const struct ls_opaque_class *class_;
            const void *value;
        } opaque;
        const struct ls_cel_failure *failure;
    };
};

struct ls_term_list {
    const struct ls_term *at;
    size_t count;
    const struct ls_cel_type *lens; /* of a list that was made from one with a lens; else NULL */
    struct ls_term_store *store;    /* its storage, see ls_term_concat(); NULL: none */
};
struct ls_term_map {
    const struct ls_term *keys; /* in the order of the expression; unique */
    const struct ls_term *values;
    size_t count;
    struct ls_term_index *index; /* of more than a few keys; NULL: walk them */
};

struct ls_term ls_term_null(void);
struct ls_term ls_term_bool(bool truth);
struct ls_term ls_term_int(int64_t integer);
struct ls_term ls_term_uint(uint64_t natural);
struct ls_term ls_term_double(double real);
struct ls_term ls_term_string(struct ls_slice text); /* borrows it */
struct ls_term ls_term_bytes(struct ls_slice bytes); /* borrows it */
struct ls_term ls_term_timestamp(struct ls_time time);
struct ls_term ls_term_duration(int64_t ns);
struct ls_term ls_term_type(const struct ls_cel_type *type);
struct ls_term ls_term_list(struct ls_arena *arena, const struct ls_term *at,
                            size_t count); /* borrows at */
/* Borrows both; an error when a key is there twice. */
struct ls_term ls_term_map(struct ls_arena *arena, const struct ls_term *keys,
                           const struct ls_term *values, size_t count);
struct ls_term ls_term_none(void);
struct ls_term ls_term_some(struct ls_arena *arena, struct ls_term term);
struct ls_term ls_term_opaque(const struct ls_opaque_class *class_, const void *value);
/* An error; the text is printed into the arena. */
struct ls_term ls_term_error(struct ls_arena *arena, const char *format, ...) LS_FORMAT(2, 3);

/* Two lists as one, as + makes it, also by the rules of a set or a keyed list. A list that grows
 * item by item costs one step per item, since the lists share their storage: older ones see only
 * their own part. */
struct ls_term ls_term_concat(struct ls_arena *arena, struct ls_term a, struct ls_term b);
/* A map with one more entry, in the same way; an error when the key is there already. */
struct ls_term ls_term_insert(struct ls_arena *arena, struct ls_term map, struct ls_term key,
                              struct ls_term value);

/* What a tape holds, read through the lens (NULL: JSON's own types, whole numbers as int). A value
 * that the lens does not fit is read by its own type. Absent gives an error. */
struct ls_term ls_term_of_node(struct ls_node node, const struct ls_cel_type *lens);
/* The JSON of a term (bytes are base64, times are text); false when a part has none and was built
 * as null, or when two keys of a map have the same text. */
struct ls_build;
bool ls_term_build(struct ls_build *out, struct ls_term term);

static inline bool ls_term_is_error(struct ls_term term)
{
    return term.kind == LS_TERM_ERROR;
}
/* Bytes that are still base64 of a tape are decoded; any other term is returned as it is. The
 * evaluator does this to every argument of a function. */
struct ls_term ls_term_decoded(struct ls_arena *arena, struct ls_term bytes);
static inline struct ls_term ls_term_plain(struct ls_arena *arena, struct ls_term term)
{
    return term.kind == LS_TERM_BYTES && term.is_from_node ? ls_term_decoded(arena, term) : term;
}
/* "no such overload": the error of a function that does not take these arguments. */
struct ls_term ls_term_no_overload(struct ls_arena *arena);

size_t ls_term_count(struct ls_term list_or_map); /* 0 for anything else */
/* Walks a list (key: its index as int) or a map in order. */
struct ls_term_iter {
    struct ls_term key, value;
    struct ls_term of;
    struct ls_iter inner;
    size_t at;
};
struct ls_term_iter ls_term_iter(struct ls_term list_or_map);
bool ls_term_next(struct ls_term_iter *iter);
/* Item i of a list; an error term past its end. A walk through indexes of a list on a tape costs i
 * steps each: use the iterator. */
struct ls_term ls_term_item(struct ls_arena *arena, struct ls_term list, size_t i);
/* The value of a key; numbers are equal across kinds ({1: x}[1.0]); false: there is none. */
bool ls_term_find(struct ls_term map, struct ls_term key, struct ls_term *out);
/* The same list or map, prepared for many accesses: items by place, keys by hash. Objects with
 * declared fields, and built values, are returned as they are. */
struct ls_term ls_term_loaded(struct ls_arena *arena, struct ls_term term);
/* A field by its escaped name; without a lens the name is the key. */
bool ls_term_field(struct ls_term map, struct ls_slice name, struct ls_term *out);

/* CEL's ==: numbers by value across kinds, NaN unequal to itself, lists in order (sets and keyed
 * lists of a schema in any order), maps in any order. Never an error. */
bool ls_term_equal(struct ls_term a, struct ls_term b);
/* The same within a number of steps: one per visited term and one per 64 bytes of text. With no
 * steps left the result is not valid. */
bool ls_term_equal_within(struct ls_term a, struct ls_term b, uint64_t *steps_left);
/* Below, at or above zero; false: these two have no order (NaN, kinds that differ). */
bool ls_term_compare(struct ls_term a, struct ls_term b, int *out);
/* What type() returns: list(dyn), map(dyn, dyn) for built ones. */
const struct ls_cel_type *ls_term_type_of(struct ls_term term);
/* The value as an expression would write it: "a", 1u, b"\xff", [1, 2], {"k": true}. For people. */
void ls_term_print(struct ls_buf *out, struct ls_term term);
/* A duration as JSON of Protocol Buffers has it, to the nanosecond: 3601.5s. */
void ls_term_print_seconds(struct ls_buf *out, int64_t ns);

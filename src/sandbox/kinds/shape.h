#pragma once
/*
 * A shape: a map or list inside an object that is being written, for rules that fill in defaults.
 * Reaching into a missing member gives the missing shape, on which every function does nothing, so
 * rules need no checks of their own.
 *
 *     static const struct ls_default probe_defaults[] = {
 *         LS_DEFAULT_INT("timeoutSeconds", 1),
 *         LS_DEFAULT_INT("periodSeconds", 10),
 *     };
 *     ls_shape_fill(ls_shape_at(container, "livenessProbe"), probe_defaults);
 */
#include "value/draft.h"

struct ls_admission;

struct ls_shape {
    struct ls_draft_space *space;
    struct ls_draft *draft; /* NULL: missing */
};

struct ls_default {
    const char *key;
    enum ls_type type; /* LS_TYPE_MAP: an empty one */
    const char *text;
    int64_t number;
};
#define LS_DEFAULT_TEXT(name, value)                                                               \
    {                                                                                              \
        .key = (name), .type = LS_TYPE_STRING, .text = (value)                                     \
    }
#define LS_DEFAULT_INT(name, value)                                                                \
    {                                                                                              \
        .key = (name), .type = LS_TYPE_INT, .number = (value)                                      \
    }
#define LS_DEFAULT_BOOL(name, value)                                                               \
    {                                                                                              \
        .key = (name), .type = LS_TYPE_BOOL, .number = (value)                                     \
    }
#define LS_DEFAULT_MAP(name)                                                                       \
    {                                                                                              \
        .key = (name), .type = LS_TYPE_MAP                                                         \
    }

struct ls_shape ls_shape_of(const struct ls_admission *admission); /* the object itself */
bool ls_shape_is_there(struct ls_shape shape);
struct ls_shape ls_shape_at(struct ls_shape map, const char *key);   /* null counts as missing */
struct ls_shape ls_shape_made(struct ls_shape map, const char *key); /* an empty map if missing */
size_t ls_shape_count(struct ls_shape shape);
struct ls_shape ls_shape_item(struct ls_shape list, size_t i);
/* Walks a list: LS_EACH_SHAPE(port, ports) { ... } */
#define LS_EACH_SHAPE(shape, list)                                                                 \
    for (size_t at_##shape = 0, count_##shape = ls_shape_count(list); at_##shape < count_##shape;  \
         at_##shape = count_##shape)                                                               \
        for (struct ls_shape shape;                                                                \
             at_##shape < count_##shape && (shape = ls_shape_item(list, at_##shape), true);        \
             at_##shape++)

/* The value of a member: always of a scalar; of a list or map only while it is unchanged, else
 * absent. */
struct ls_node ls_shape_get(struct ls_shape map, const char *key);
bool ls_shape_has(struct ls_shape map, const char *key); /* and it is not null */
/* The current content of the shape, in the arena of the draft. */
struct ls_node ls_shape_value(struct ls_shape shape);

/* Here and in ls_shape_append() an absent value changes nothing. */
void ls_shape_set(struct ls_shape map, const char *key, struct ls_node value);
void ls_shape_set_text(struct ls_shape map, const char *key, struct ls_slice text);
void ls_shape_set_int(struct ls_shape map, const char *key, int64_t value);
void ls_shape_set_bool(struct ls_shape map, const char *key, bool value);
void ls_shape_set_empty(struct ls_shape map, const char *key, enum ls_type type);
void ls_shape_drop(struct ls_shape map, const char *key);
void ls_shape_append_text(struct ls_shape list, const char *text);
void ls_shape_append(struct ls_shape list, struct ls_node value);

/* The members of both maps, in the arena of the draft; those of `over` win. Linear in their number,
 * unlike setting one by one. Either may be absent. */
struct ls_node ls_shape_merged(struct ls_draft_space *space, struct ls_node under,
                               struct ls_node over);
/* Sets missing members. An empty text or a 0 counts as present: the round trip has removed those
 * that Go leaves out. */
void ls_shape_fill_rows(struct ls_shape map, const struct ls_default *rows, size_t row_count);
#define ls_shape_fill(map, table) ls_shape_fill_rows((map), (table), LS_COUNT(table))

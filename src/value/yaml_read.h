#pragma once
/*
 * The inside of the YAML reader, only for the yaml_*.c files: it builds a tape from the events of
 * libyaml, and keeps the values of anchors until the document ends. err is never NULL here.
 */
#include <yaml.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/vec.h"
#include "value/build.h"
#include "value/yaml.h"

/* A finished value taken out of a build, with its positions. Its memory is in an arena. */
struct ls_yaml_piece {
    const uint32_t *words;
    const uint32_t *positions; /* triples as in a build, words counted from the piece's first */
    size_t position_count;
};

struct ls_yaml_anchor {
    struct ls_yaml_piece piece; /* empty while the value is still being read */
    size_t depth;               /* maps and lists inside one another */
    uint64_t values;            /* in it, with those that aliases brought */
};

/* What the innermost map or list waits for. */
enum ls_yaml_turn {
    LS_YAML_KEY,
    LS_YAML_VALUE,
    LS_YAML_ITEM,
    LS_YAML_MERGE,      /* the value of "<<" */
    LS_YAML_MERGE_ITEM, /* one of the maps in a list that is the value of "<<" */
};

struct ls_yaml_frame {
    enum ls_yaml_turn turn;
    size_t start;                  /* its first word in the build */
    struct ls_yaml_anchor *anchor; /* that names it, or NULL */
    uint64_t values_before;
    struct ls_map *keys;    /* key to line, when keys must not repeat */
    struct ls_build *outer; /* not NULL: a merge value, built separately from this build */
};

struct ls_yaml {
    struct ls_slice text;
    struct ls_yaml_options options;
    size_t read_bytes; /* of the text, given to libyaml */
    yaml_parser_t parser;
    uint64_t seed; /* 0: not made yet */
    bool is_started;
    bool is_ended;
    uint32_t line;
    size_t document_count; /* empty ones as well */
    size_t empty_count;
    /* Of the document that is being read. */
    struct ls_build build;
    LS_VEC(struct ls_yaml_frame) frames;
    struct ls_map *anchors; /* NULL before the first one */
    struct ls_arena pieces;
    struct ls_buf scratch;
    yaml_mark_t key_mark; /* of the key that came last */
    uint64_t values;      /* read or copied */
    uint64_t alias_values;
    /* Of the stream: what anchors and aliases have copied. */
    uint64_t alias_bytes;
};

/* Errors that name a place: `NAME:LINE:COLUMN: sentence`. */
enum ls_code ls_yaml_fail(const struct ls_yaml *yaml, yaml_mark_t mark, enum ls_code code,
                          struct ls_err *err, const char *format, ...) LS_FORMAT(5, 6);
/* The same for what libyaml found wrong. */
enum ls_code ls_yaml_fail_syntax(const struct ls_yaml *yaml, struct ls_err *err);
/* The same for a map or list in the place of a key. */
enum ls_code ls_yaml_fail_key(const struct ls_yaml *yaml, const yaml_event_t *event,
                              struct ls_err *err);
/* A seed that depends on all of the text, so that nobody can choose keys that collide. */
uint64_t ls_yaml_seed(struct ls_yaml *yaml);
/* The document has more %TAG lines than LS_YAML_TAG_LINES_MAX. */
bool ls_yaml_has_many_tag_lines(const struct ls_yaml *yaml);

/* One event inside a document: a scalar, an alias, the start or end of a map or list. */
enum ls_code ls_yaml_take_event(struct ls_yaml *yaml, const yaml_event_t *event,
                                struct ls_err *err);

/* A scalar as the next value of a build. */
enum ls_code ls_yaml_put_scalar(struct ls_yaml *yaml, const yaml_event_t *event,
                                struct ls_build *build, struct ls_err *err);
/* A scalar as a key; *out is good until the next call. */
enum ls_code ls_yaml_key_of_scalar(struct ls_yaml *yaml, const yaml_event_t *event,
                                   struct ls_slice *out, struct ls_err *err);
enum ls_code ls_yaml_key_of_alias(struct ls_yaml *yaml, const yaml_event_t *event,
                                  struct ls_slice *out, struct ls_err *err);

/* Anchors. A name may be given again; aliases mean the last one before them. */
struct ls_yaml_anchor *ls_yaml_anchor_open(struct ls_yaml *yaml, const yaml_char_t *name);
/* The value that begins at word `start` of the build is complete: keeps a copy. */
enum ls_code ls_yaml_anchor_close(struct ls_yaml *yaml, struct ls_yaml_anchor *anchor,
                                  const struct ls_build *build, size_t start,
                                  const yaml_event_t *event, struct ls_err *err);
/* The value of an alias, if it may still be copied. */
enum ls_code ls_yaml_alias_find(struct ls_yaml *yaml, const yaml_event_t *event,
                                const struct ls_yaml_anchor **out, struct ls_err *err);

/* Counts bytes that anchors and aliases copy, and fails above the limit. */
enum ls_code ls_yaml_count_copy(struct ls_yaml *yaml, size_t bytes, const yaml_event_t *event,
                                struct ls_err *err);

size_t ls_yaml_piece_measure(const struct ls_build *build, size_t start); /* bytes it will take */
struct ls_yaml_piece ls_yaml_piece_of(struct ls_arena *arena, const struct ls_build *build,
                                      size_t start);
size_t ls_yaml_piece_bytes(const struct ls_yaml_piece *piece);
struct ls_node ls_yaml_piece_root(const struct ls_yaml_piece *piece);
/* Copies a node of the piece as the next value. */
void ls_yaml_piece_put(struct ls_build *build, const struct ls_yaml_piece *piece,
                       struct ls_node node);
/* The whole piece, with the position of its alias; the values inside keep their own. */
void ls_yaml_piece_put_alias(struct ls_build *build, const struct ls_yaml_piece *piece,
                             yaml_mark_t mark);

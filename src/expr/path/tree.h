#pragma once
/*
 * A compiled template, private to this folder.
 *
 * A template is a list of parts: text, or the content of one pair of braces. A part is a list of
 * nodes; each takes the values of the node before it and gives its own. The kinds and their rules
 * are those of client-go's parser, so that results are identical.
 */
#include "expr/path/template.h"

enum jsonpath_kind {
    JSONPATH_TEXT,       /* "x", and text outside of braces: one value, whatever came in */
    JSONPATH_LITERAL,    /* 1, 1.5, true: one for each value that came in */
    JSONPATH_FIELD,      /* .name */
    JSONPATH_SLICE,      /* [2], [-1], [1:3], [0:9:2], [*] */
    JSONPATH_FILTER,     /* [?(@.a=="b")] */
    JSONPATH_WILDCARD,   /* .* */
    JSONPATH_DESCENT,    /* .. : the value and everything below it */
    JSONPATH_UNION,      /* ['a','b'], [0,2] */
    JSONPATH_IDENTIFIER, /* range, end */
};

/* Where a value comes from: messages and comparisons depend on it. */
enum jsonpath_origin {
    JSONPATH_OF_OBJECT,
    JSONPATH_OF_TEMPLATE, /* an integer there is of another type than one in an object */
    JSONPATH_OF_STRING,   /* one byte of a string, as an integer */
    JSONPATH_OF_NOTHING,  /* the one turn of a range without results, or over null */
};

struct jsonpath_value {
    struct ls_node node;
    enum jsonpath_origin origin;
};

enum { JSONPATH_FROM, JSONPATH_TO, JSONPATH_BY, JSONPATH_BOUNDS };
struct jsonpath_bound {
    int64_t value;
    bool is_known;
    bool is_derived; /* the end of [2], which is [2:3] */
};

struct jsonpath_node;
struct jsonpath_list {
    struct jsonpath_node *first;
    struct jsonpath_node *last;
};

struct jsonpath_node {
    enum jsonpath_kind kind;
    size_t at;                   /* byte of the template */
    struct ls_slice name;        /* FIELD, IDENTIFIER; the operator of a FILTER, "exists" too */
    struct jsonpath_value value; /* TEXT, LITERAL; of a WILDCARD, all bytes as a list */
    struct jsonpath_bound bounds[JSONPATH_BOUNDS]; /* SLICE */
    const struct jsonpath_list *lists;             /* UNION: all; FILTER: left and right */
    size_t list_count;
    struct jsonpath_node *next;
};

struct jsonpath_part {
    struct jsonpath_list nodes;
    struct jsonpath_part *next;
};

struct ls_jsonpath_template {
    const struct jsonpath_part *first;
};

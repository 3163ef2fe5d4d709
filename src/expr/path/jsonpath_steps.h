#pragma once
/* A compiled JSONPath from inside: what its reader makes and its walker follows. */
#include "expr/path/jsonpath.h"

enum jsonpath_kind {
    JSONPATH_FIELD,
    JSONPATH_ALL,     /* [*], .* */
    JSONPATH_RANGE,   /* [2], [-1], [1:3], [0:9:2] */
    JSONPATH_FILTER,  /* [?(@.a=="b")] */
    JSONPATH_DESCEND, /* .. : the value and everything below it */
};

enum jsonpath_compare {
    JSONPATH_EXISTS,
    JSONPATH_EQUAL,
    JSONPATH_NOT_EQUAL,
    JSONPATH_LESS,
    JSONPATH_LESS_OR_EQUAL,
    JSONPATH_GREATER,
    JSONPATH_GREATER_OR_EQUAL,
};

struct jsonpath_filter {
    enum jsonpath_compare compare;
    const struct ls_jsonpath *left;
    const struct ls_jsonpath *right; /* NULL: `value` */
    struct ls_node value;
};

struct jsonpath_range {
    int64_t from;
    int64_t to; /* used when has_to; below zero: from the end */
    int64_t by;
    bool has_to;
    bool is_index; /* one item, at `from` */
};

struct jsonpath_step {
    enum jsonpath_kind kind;
    struct ls_slice name;          /* FIELD */
    struct jsonpath_range range;   /* RANGE */
    struct jsonpath_filter filter; /* FILTER */
};

struct ls_jsonpath {
    const struct jsonpath_step *steps;
    size_t count;
};

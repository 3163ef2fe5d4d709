#pragma once
/*
 * Label selectors: which objects are meant, by their labels.
 *
 *     app=web,tier in (front,back),!legacy,generation>3
 *
 * All terms must hold. Syntax, canonical print and matching are those of kube-apiserver; keys and
 * values are checked as it does. A selector is immutable and lives in the arena it was made in.
 */
#include "value/node.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"

enum ls_selector_op {
    LS_SELECTOR_EXISTS,
    LS_SELECTOR_ABSENT,
    LS_SELECTOR_EQUAL,
    LS_SELECTOR_EQUAL_TWICE, /* `==`: the same, but prints as it was written */
    LS_SELECTOR_UNEQUAL,     /* also without the label */
    LS_SELECTOR_IN,
    LS_SELECTOR_NOT_IN, /* also without the label */
    LS_SELECTOR_GREATER,
    LS_SELECTOR_LESS,
    LS_SELECTOR_OP_COUNT
};

struct ls_selector_term {
    struct ls_slice key;
    enum ls_selector_op op;
    size_t value_count;
    const struct ls_slice *values; /* sorted, each once */
    int64_t number;                /* GREATER and LESS: the value */
    size_t order;                  /* place among the terms as given */
};

struct ls_selector {
    bool is_nothing; /* matches no object; else no terms match every object */
    size_t term_count;
    const struct ls_selector_term *terms; /* by key */
};

/* From text; an empty one selects everything. Errors say at which character and what was expected.
 */
enum ls_code ls_selector_parse(struct ls_arena *arena, struct ls_slice text,
                               struct ls_selector *out, struct ls_err *err);
/* From a LabelSelector (matchLabels, matchExpressions): absent or null selects nothing, an empty
 * one everything. */
enum ls_code ls_selector_from_node(struct ls_arena *arena, struct ls_node selector,
                                   struct ls_selector *out, struct ls_err *err);
/* From a plain map of labels, as a Service has: absent or empty selects nothing. */
enum ls_code ls_selector_from_labels(struct ls_arena *arena, struct ls_node labels,
                                     struct ls_selector *out, struct ls_err *err);

/* Labels are a map of strings; absent is no labels. */
bool ls_selector_match(const struct ls_selector *selector, struct ls_node labels);
bool ls_selector_is_everything(const struct ls_selector *selector);
/* Canonical text, for requests; nothing and everything both print as the empty text. */
void ls_selector_print(struct ls_buf *out, const struct ls_selector *selector);

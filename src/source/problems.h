#pragma once
/*
 * Problems: everything that prevents a rollout, each with its place, so that people
 * can fix all of it at once. Added in any order, reported in the order of the manifests and their
 * lines; problems without a manifest come last.
 */
#include "source/source.h"

/* What kind of mistake it is, for whoever treats some of them differently. */
enum ls_problem_kind {
    LS_PROBLEM_OTHER,
    LS_PROBLEM_TOO_EARLY, /* an object goes out before its CRD or its Namespace */
    LS_PROBLEM_TWICE,     /* the same object at two places */
};

struct ls_problem {
    enum ls_problem_kind kind;
    const struct ls_manifest *manifest; /* NULL: it belongs to none */
    uint32_t line;                      /* in its file; 0 without a manifest */
    enum ls_code code;
    size_t number;    /* in the order of adding */
    const char *text; /* the sentence, with its place in front */
};

struct ls_problems { /* {0} is empty; the texts live in the arena */
    struct ls_arena arena;
    LS_VEC(struct ls_problem) list;
    size_t count;     /* found; of more than LS_PROBLEMS_MAX the list has the first ones */
    const char *noun; /* what follows their number; NULL: "problems in the manifests" */
};
void ls_problems_release(struct ls_problems *problems);
void ls_problems_clear(struct ls_problems *problems);

/* Adds an error. Its line is known when ls_manifest_context() gave it a place. All manifests of one
 * list come from the same struct ls_manifests: their addresses are their order. */
void ls_problems_add(struct ls_problems *problems, const struct ls_manifest *manifest,
                     const struct ls_err *err);
/* ls_manifest_fail() and ls_problems_add() in one. */
void ls_problems_fail(struct ls_problems *problems, const struct ls_manifest *manifest,
                      struct ls_node value, const char *format, ...) LS_FORMAT(4, 5);
/* The same for a mistake of a known kind. */
void ls_problems_fail_as(struct ls_problems *problems, enum ls_problem_kind kind,
                         const struct ls_manifest *manifest, const char *format, ...)
    LS_FORMAT(4, 5);
const char *ls_problems_noun(const struct ls_problems *problems);
/* All of them as one error: the sentence of the only one, else how many there are and the first.
 * LS_OK: there is none. Sorts. */
enum ls_code ls_problems_err(struct ls_problems *problems, struct ls_err *err);

#pragma once
/*
 * Outcomes: what becomes of an object, where the simulated world cannot know it, or where the user
 * wants to see what follows: `--outcome KIND[/NAME]=ready|never|fail`.
 *
 * Custom resources have no operator in the simulated world: without an outcome of their own they
 * are assumed ready. An outcome of a name counts before one of its kind, and of two of the same
 * the last one.
 */
#include "sim/rehearse/assume.h"

enum ls_expected_kind {
    LS_EXPECTED_SIMULATED, /* what the simulated world makes of it */
    LS_EXPECTED_READY,     /* assumed */
    LS_EXPECTED_NEVER,     /* in progress for ever */
    LS_EXPECTED_FAIL,
    LS_EXPECTED_COUNT
};

struct ls_expected {
    struct ls_slice kind; /* as a manifest writes it */
    struct ls_slice name; /* empty: all of the kind */
    enum ls_expected_kind outcome;
};

/* LS_E_USAGE: another form. Borrows the text. */
enum ls_code ls_expected_parse(struct ls_slice text, struct ls_expected *out, struct ls_err *err);

struct ls_expected_list {
    const struct ls_expected *at;
    size_t count;
};
/* LS_E_USAGE for an outcome that no manifest has an object for. */
enum ls_code ls_expected_list_check(struct ls_expected_list outcomes,
                                    const struct ls_manifests *manifests, struct ls_err *err);
enum ls_expected_kind ls_expected_of(struct ls_expected_list outcomes,
                                     const struct ls_assumptions *assumed, struct ls_node object);
/* Health rules (health/rule/rules.h) by which a run judges the objects so, as JSON; nothing when
 * there is nothing to say. */
void ls_expected_list_print_rules(struct ls_expected_list outcomes,
                                  const struct ls_assumptions *assumed,
                                  const struct ls_manifests *manifests, struct ls_buf *out);

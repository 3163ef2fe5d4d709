#pragma once
/*
 * A failure: the refusal of a request, before it is written as a Status object.
 *
 * Whatever may refuse a request returns `const struct ls_failure *`, NULL when it did not. Failures
 * live in the arena of the request; code, reason, message and details are those of kube-apiserver,
 * since clients match on them.
 */
#include "base/arena.h"
#include "base/slice.h"
#include "value/build.h"

struct ls_failure_cause {
    const char *reason;  /* "FieldValueInvalid"; "" is left out */
    const char *message; /* what follows the field in the message */
    const char *field;   /* "spec.replicas"; "" is left out */
};

struct ls_failure {
    int code;           /* HTTP status */
    const char *reason; /* "NotFound"; "": the Status has none */
    const char *message;
    /* details; "" and 0 are left out, and so is details itself when all are empty, unless
     * has_details (some answers carry `"details":{}`) */
    const char *name;
    const char *group;
    const char *kind; /* plural or Kind, whichever kube-apiserver writes in this case */
    const char *uid;
    const struct ls_failure_cause *causes;
    size_t cause_count;
    int retry_after_s;
    bool has_details;
    const char *continue_token; /* in metadata: where a list may continue; NULL: none */
};

/* The object or resource that a failure names; borrowed, the functions below copy it. */
struct ls_about {
    const char *group;
    const char *plural;
    const char *kind;
    struct ls_slice name;
};

/* Frequent failures, in kube-apiserver's words. */
const struct ls_failure *ls_failure_not_found(struct ls_arena *arena, struct ls_about about);
const struct ls_failure *ls_failure_exists(struct ls_arena *arena, struct ls_about about);
/* 409 "Operation cannot be fulfilled on PLURAL "NAME": WHY" */
const struct ls_failure *ls_failure_conflict(struct ls_arena *arena, struct ls_about about,
                                             const char *why);
/* 403 "PLURAL "NAME" is forbidden: WHY" */
const struct ls_failure *ls_failure_forbidden(struct ls_arena *arena, struct ls_about about,
                                              const char *why);
const struct ls_failure *ls_failure_bad_request(struct ls_arena *arena, const char *format, ...)
    LS_FORMAT(2, 3);
const struct ls_failure *ls_failure_internal(struct ls_arena *arena, const char *format, ...)
    LS_FORMAT(2, 3);
/* Any code and reason, without details. */
const struct ls_failure *ls_failure_new(struct ls_arena *arena, int code, const char *reason,
                                        const char *format, ...) LS_FORMAT(4, 5);

/* The Status object alone: kind and apiVersion first. */
void ls_failure_build(struct ls_build *build, const struct ls_failure *failure);

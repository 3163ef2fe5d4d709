#pragma once
/*
 * Complaints: the field errors that validation finds in one object, in the order in which they were
 * found, and the 422 that they become. The wording of each type is kube-apiserver's (package
 * field):
 *
 *     spec.replicas: Invalid value: -1: must be greater than or equal to 0
 *
 * At most LS_COMPLAINTS_MAX are kept, and none once they hold LS_COMPLAINTS_BYTES_MAX of text,
 * because each of them may print a long list again. Field paths are printed as users read them:
 * `spec.containers[0].name`, `metadata.labels`, `data[a.b]`.
 */
#include "base/arena.h"
#include "sandbox/status/failure.h"
#include "value/node.h"

enum ls_complaint_type {
    LS_COMPLAINT_REQUIRED,      /* "Required value" */
    LS_COMPLAINT_INVALID,       /* "Invalid value" */
    LS_COMPLAINT_TYPE_INVALID,  /* "Invalid value" with reason FieldValueTypeInvalid */
    LS_COMPLAINT_NOT_SUPPORTED, /* "Unsupported value" */
    LS_COMPLAINT_FORBIDDEN,     /* "Forbidden" */
    LS_COMPLAINT_DUPLICATE,     /* "Duplicate value" */
    LS_COMPLAINT_TOO_LONG,      /* "Too long" */
    LS_COMPLAINT_TOO_MANY,      /* "Too many" */
    LS_COMPLAINT_NOT_FOUND,     /* "Not found" */
    LS_COMPLAINT_INTERNAL,      /* "Internal error" */
    LS_COMPLAINT_TOO_FEW,       /* "Too few" */
    LS_COMPLAINT_TOO_SHORT,     /* "Too short" */
    LS_COMPLAINT_COUNT
};

struct ls_complaints {
    struct ls_arena *arena;
    struct ls_failure_cause *at;
    size_t count;
    size_t cap;
    size_t bytes; /* of the messages */
};

/* The general form. value_text is printed as it is after the type (`"x"`, `-1`); NULL: no value.
 * Required, Forbidden, Too long, Too short and Internal error never show a value. An empty sentence
 * is left out. */
void ls_complain(struct ls_complaints *complaints, enum ls_complaint_type type, const char *field,
                 const char *value_text, const char *format, ...) LS_FORMAT(5, 6);
/* The same with a value of an object: strings are printed as by %q, numbers and booleans bare,
 * anything else as JSON, an absent value as null. */
void ls_complain_about(struct ls_complaints *complaints, enum ls_complaint_type type,
                       const char *field, struct ls_node value, const char *format, ...)
    LS_FORMAT(5, 6);
/* `Unsupported value: "x": supported values: "a", "b"` */
void ls_complain_choice(struct ls_complaints *complaints, const char *field, struct ls_node value,
                        const char *const *choices, size_t choice_count);
/* Appends all complaints of another list. */
void ls_complaints_append(struct ls_complaints *complaints, const struct ls_complaints *more);
/* A path below another: ls_field(arena, "spec", "replicas"), ls_field_index(arena, "spec.x", 2). An
 * empty parent is the object itself. */
const char *ls_field(struct ls_arena *arena, const char *parent, const char *child);
const char *ls_field_index(struct ls_arena *arena, const char *parent, size_t i);

/* NULL when there are none; else 422 `Kind.group "name" is invalid: ...`, several in brackets, each
 * with a cause. A complaint that occurs twice is printed once in the message, as kube-apiserver
 * does. */
const struct ls_failure *ls_complaints_failure(const struct ls_complaints *complaints,
                                               struct ls_about about);

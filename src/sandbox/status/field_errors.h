#pragma once
/*
 * The field errors that validation finds in one object, in the order in which they were
 * found, and the 422 that they become. The wording of each type is kube-apiserver's (package
 * field):
 *
 *     spec.replicas: Invalid value: -1: must be greater than or equal to 0
 *
 * At most LS_FIELD_ERRORS_MAX are kept, and none once they hold LS_FIELD_ERRORS_BYTES_MAX of text,
 * because each of them may print a long list again. Field paths are printed as users read them:
 * `spec.containers[0].name`, `metadata.labels`, `data[a.b]`.
 */
#include "base/arena.h"
#include "sandbox/status/failure.h"
#include "value/node.h"

enum ls_field_error_type {
    LS_FIELD_ERROR_REQUIRED,      /* "Required value" */
    LS_FIELD_ERROR_INVALID,       /* "Invalid value" */
    LS_FIELD_ERROR_TYPE_INVALID,  /* "Invalid value" with reason FieldValueTypeInvalid */
    LS_FIELD_ERROR_NOT_SUPPORTED, /* "Unsupported value" */
    LS_FIELD_ERROR_FORBIDDEN,     /* "Forbidden" */
    LS_FIELD_ERROR_DUPLICATE,     /* "Duplicate value" */
    LS_FIELD_ERROR_TOO_LONG,      /* "Too long" */
    LS_FIELD_ERROR_TOO_MANY,      /* "Too many" */
    LS_FIELD_ERROR_NOT_FOUND,     /* "Not found" */
    LS_FIELD_ERROR_INTERNAL,      /* "Internal error" */
    LS_FIELD_ERROR_TOO_FEW,       /* "Too few" */
    LS_FIELD_ERROR_TOO_SHORT,     /* "Too short" */
    LS_FIELD_ERROR_COUNT
};

struct ls_field_errors {
    struct ls_arena *arena;
    struct ls_failure_cause *at;
    size_t count;
    size_t cap;
    size_t bytes; /* of the messages */
};

/* The general form. value_text is printed as it is after the type (`"x"`, `-1`); NULL: no value.
 * Required, Forbidden, Too long, Too short and Internal error never show a value. An empty sentence
 * is left out. */
void ls_field_error_add(struct ls_field_errors *errors, enum ls_field_error_type type,
                        const char *field, const char *value_text, const char *format, ...)
    LS_FORMAT(5, 6);
/* The same with a value of an object: strings are printed as by %q, numbers and booleans bare,
 * anything else as JSON, an absent value as null. */
void ls_field_error_add_value(struct ls_field_errors *errors, enum ls_field_error_type type,
                              const char *field, struct ls_node value, const char *format, ...)
    LS_FORMAT(5, 6);
/* `Unsupported value: "x": supported values: "a", "b"` */
void ls_field_error_add_choice(struct ls_field_errors *errors, const char *field,
                               struct ls_node value, const char *const *choices,
                               size_t choice_count);
/* Appends all errors of another list. */
void ls_field_errors_append(struct ls_field_errors *errors, const struct ls_field_errors *more);
/* A path below another: ls_field(arena, "spec", "replicas"), ls_field_index(arena, "spec.x", 2). An
 * empty parent is the object itself. */
const char *ls_field(struct ls_arena *arena, const char *parent, const char *child);
const char *ls_field_index(struct ls_arena *arena, const char *parent, size_t i);

/* NULL when there are none; else 422 `Kind.group "name" is invalid: ...`, several in brackets, each
 * with a cause. An error that occurs twice is printed once in the message, as kube-apiserver
 * does. */
const struct ls_failure *ls_field_errors_failure(const struct ls_field_errors *errors,
                                                 struct ls_about about);

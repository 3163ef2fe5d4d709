#pragma once
/*
 * The round trip of a value through the Go type of its kind and back: unknown members are removed,
 * empty ones too where Go omits them; numbers, quantities and times get their canonical text;
 * members get the order of the type. kube-apiserver does this to every built-in object, so the
 * result is what it stores and compares.
 */
#include "base/arena.h"
#include "base/err.h"
#include "sandbox/types/api_type.h"
#include "value/node.h"

/* The errors of strict decoding, in kube-apiserver's words: `unknown field "spec.bogus"`,
 * `duplicate field "data.a"`; for YAML `line 4: key "a" already set in map`. Each is kept once, and
 * at most LS_STRICT_ERRORS_MAX are kept. Each is the text of one warning. */
struct ls_strict_errors {
    struct ls_arena *arena;
    const char **at;
    size_t count;
    size_t cap;
    bool is_sorted; /* unknown fields by name: after YAML Go knows no other order */
};
void ls_strict_errors_add(struct ls_strict_errors *strict, const char *format, ...) LS_FORMAT(2, 3);
/* All errors in one message, for the 400 of strict validation: `strict decoding error: unknown
 * field "a", unknown field "b"`. There is at least one. */
const char *ls_strict_errors_sentence(const struct ls_strict_errors *strict);

/* The error is Go's: `json: cannot unmarshal string into Go struct field
 * DeploymentSpec.spec.replicas of type int32`, `quantities must match the regular expression ...`.
 * The caller prepends `Deployment in version "v1" cannot be handled as a Deployment: `. `strict`
 * may be NULL. The result may share memory with `value`. */
enum ls_code ls_round_trip(struct ls_arena *arena, struct ls_node value,
                           const struct ls_api_type *type, struct ls_strict_errors *strict,
                           struct ls_node *out, struct ls_err *err);

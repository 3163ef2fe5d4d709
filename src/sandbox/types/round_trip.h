#pragma once
/*
 * What becomes of a value that goes through the Go type of its kind and back: unknown members are
 * gone, empty ones too where Go leaves them out, numbers, quantities and times have their canonical
 * text, members stand in the order of the type. kube-apiserver does this to every built-in object,
 * so what it stores and what it compares is the outcome.
 */
#include "base/arena.h"
#include "base/err.h"
#include "sandbox/types/api_type.h"
#include "value/node.h"

/* What strict decoding objects to, as kube-apiserver words it: `unknown field "spec.bogus"`,
 * `duplicate field "data.a"`; of YAML `line 4: key "a" already set in map`. Each is kept once, at
 * most LS_STRAYS_MAX are kept. Each is the text of one warning. */
struct ls_strays {
    struct ls_arena *arena;
    const char **at;
    size_t count;
    size_t cap;
    bool is_sorted; /* unknown fields are told by name: Go has no other order after YAML */
};
void ls_strays_add(struct ls_strays *strays, const char *format, ...) LS_FORMAT(2, 3);
/* All in one sentence, for the 400 of strict validation: `strict decoding error: unknown field
 * "a", unknown field "b"`. There is at least one. */
const char *ls_strays_sentence(const struct ls_strays *strays);

/* The error is Go's: `json: cannot unmarshal string into Go struct field
 * DeploymentSpec.spec.replicas of type int32`, `quantities must match the regular expression ...`.
 * The caller puts `Deployment in version "v1" cannot be handled as a Deployment: ` in front. strays
 * may be NULL. The value may share memory with what was given. */
enum ls_code ls_round_trip(struct ls_arena *arena, struct ls_node value,
                           const struct ls_api_type *type, struct ls_strays *strays,
                           struct ls_node *out, struct ls_err *err);

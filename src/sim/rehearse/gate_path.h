#pragma once
/*
 * The path of an awaited property as a place that can be written: what an operator would have to
 * set so that the gate opens.
 *
 *     .status.phase                                     fields
 *     .status.conditions[?(@.type=="Ready")].status     the item of a list that has a member
 *     .status.addresses[0].ip                           an index
 *
 * Other JSONPath (wildcards, slices, unions, descents) names no single place.
 */
#include "base/arena.h"
#include "base/err.h"
#include "value/obj.h"

struct ls_gate_step {
    struct ls_slice key;    /* of a field, or of the filter */
    struct ls_slice wanted; /* of a filter: the value of the key */
    size_t index;
    enum ls_gate_step_kind { LS_GATE_FIELD, LS_GATE_FILTER, LS_GATE_INDEX } kind;
};

struct ls_gate_path {
    struct ls_gate_step *steps;
    size_t count;
};

/* False: the text names no single place. Slices are borrowed from the text. */
bool ls_gate_path_parse(struct ls_arena *arena, struct ls_slice text, struct ls_gate_path *out);
/* Does it begin in this field of the object, as "status"? */
bool ls_gate_path_is_in(const struct ls_gate_path *path, const char *field);
/* The object with the value there; lists and maps on the way are made. The caller unrefs *out. */
enum ls_code ls_gate_path_set(struct ls_node object, const struct ls_gate_path *path,
                              struct ls_node value, const struct ls_obj **out, struct ls_err *err);

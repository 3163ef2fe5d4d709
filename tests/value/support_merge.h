#pragma once
/* A small type with one of everything, and field sets from text, for the tests of merging. */
#include "support_value.h"
#include "base/arena.h"
#include "value/field_set.h"
#include "value/type_schema.h"

/*
 * name: string            labels: map of string          limits: atomic map
 * count: number           args: atomic list              tags: set of string
 * ready: bool             ports: list map by port, protocol (TCP by default)
 * any: deduced            items: list map by name, of name, value, sub (struct of a, b), list (set)
 * spec: struct of a, b    fixed: atomic struct of a, b   amount: any scalar
 */
extern const struct ls_type_schema thing_type;

/* A value that lives in the arena. */
struct ls_node node_in(struct ls_arena *arena, const char *json);
struct ls_field_set set_in(struct ls_arena *arena, const char *fields_v1);
void set_print(struct ls_buf *out, struct ls_field_set set);
const char *set_text(struct ls_field_set set); /* the last four answers stay good */

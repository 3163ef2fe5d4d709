#pragma once
/*
 * One validation rule of a custom resource (an item of x-kubernetes-validations), compiled where it
 * stands: `self` and `oldSelf` are of the type that its schema gives them. What is wrong with a
 * rule is part of the result, in kube-apiserver's words, since it is told in two places: when the
 * definition is written, and when one of its defaults meets the rule.
 */
#include "base/arena.h"
#include "expr/cel/cel.h"
#include "sandbox/status/complaints.h"

/* Where a rule stands. */
struct ls_custom_scope {
    struct ls_node schema;          /* OpenAPI; borrowed for the life of the rules */
    const struct ls_cel_type *type; /* of self */
    bool is_estimated;              /* costs are wanted */
};

struct ls_custom_rule {
    struct ls_slice text;                 /* the rule, without blanks around it */
    struct ls_slice message;              /* empty: none */
    struct ls_slice message_expression;   /* as written; empty: none */
    const char *path;                     /* fieldPath as complaints tell it; NULL: none */
    enum ls_complaint_type reason;        /* INVALID when none is given */
    const struct ls_cel_program *program; /* NULL: nothing to run */
    const char *mistake;                  /* why not; NULL: none */
    const struct ls_cel_program *message_program;
    const char *message_mistake;
    bool uses_old;        /* speaks of oldSelf: a transition rule */
    bool has_old_choice;  /* optionalOldSelf is written down */
    bool is_old_optional; /* oldSelf is an optional, and the rule runs without one too */
    uint64_t cost_max, message_cost_max; /* 0 unless estimated */
};

void ls_custom_rule_compile(struct ls_arena *arena, const struct ls_custom_scope *scope,
                            struct ls_node source, struct ls_custom_rule *out);
void ls_custom_rule_release(struct ls_custom_rule *rule);
/* What people are told of a rule that has no message expression. */
struct ls_slice ls_custom_rule_name(const struct ls_custom_rule *rule);

bool ls_custom_program_uses_old(const struct ls_cel_program *program);
/* Literal patterns and conversions of literals are worked out with the rule, so one that fails is a
 * mistake of the rule: `before: why`. NULL: none. */
const char *ls_custom_program_mistake(struct ls_arena *arena, const char *before,
                                      const struct ls_cel_program *program);

/* fieldPath (`.a.b`, `['x'].c`) along a schema, as complaints tell it: `a.b`. NULL: it leads to no
 * field that the schema declares. */
const char *ls_custom_field_path(struct ls_arena *arena, struct ls_slice path,
                                 struct ls_node schema);

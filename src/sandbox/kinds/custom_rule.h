#pragma once
/*
 * One validation rule of a custom resource (an item of x-kubernetes-validations), compiled for its
 * place in the schema: `self` and `oldSelf` have the type that the schema gives them. A mistake in
 * a rule is part of the result, in kube-apiserver's words, since it is reported in two places: when
 * the definition is written, and when one of its defaults is checked.
 */
#include "base/arena.h"
#include "expr/cel/cel.h"
#include "sandbox/status/field_errors.h"

/* The place of a rule. */
struct ls_custom_scope {
    struct ls_node schema;          /* OpenAPI; borrowed for the life of the rules */
    const struct ls_cel_type *type; /* of self */
    bool is_estimated;              /* costs are needed */
};

struct ls_custom_rule {
    struct ls_slice text;                 /* the rule, trimmed */
    struct ls_slice message;              /* empty: none */
    struct ls_slice message_expression;   /* as written; empty: none */
    const char *path;                     /* fieldPath as errors show it; NULL: none */
    enum ls_field_error_type reason;      /* INVALID when none is given */
    const struct ls_cel_program *program; /* NULL: cannot run */
    const char *mistake;                  /* why not; NULL: none */
    const struct ls_cel_program *message_program;
    const char *message_mistake;
    bool uses_old;        /* names oldSelf: a transition rule */
    bool has_old_choice;  /* the definition sets optionalOldSelf */
    bool is_old_optional; /* oldSelf is an optional, and the rule runs without one too */
    uint64_t cost_max, message_cost_max; /* 0 unless estimated */
};

void ls_custom_rule_compile(struct ls_arena *arena, const struct ls_custom_scope *scope,
                            struct ls_node source, struct ls_custom_rule *out);
void ls_custom_rule_release(struct ls_custom_rule *rule);
/* The message of a rule that has no message expression. */
struct ls_slice ls_custom_rule_name(const struct ls_custom_rule *rule);

bool ls_custom_program_uses_old(const struct ls_cel_program *program);
/* Literal patterns and conversions of literals are evaluated when the rule is compiled; one that
 * fails is a mistake in the rule: `before: why`. NULL: none. */
const char *ls_custom_program_mistake(struct ls_arena *arena, const char *before,
                                      const struct ls_cel_program *program);

/* Resolves fieldPath (`.a.b`, `['x'].c`) in a schema, as errors show it: `a.b`. NULL: the
 * schema declares no such field. */
const char *ls_custom_field_path(struct ls_arena *arena, struct ls_slice path,
                                 struct ls_node schema);

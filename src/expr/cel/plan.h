#pragma once
/*
 * A program as the planner makes it and the evaluator runs it.
 *
 * Names are resolved: a variable is an index, a variable of a comprehension a slot. A chain such as
 * self.spec.ports[0].name is one list of steps behind one root, since optional access (a.?b.c)
 * applies to the whole chain, and since costs are counted by chain.
 */
#include "expr/cel/cel.h"
#include "expr/lib/regex.h"
#include "value/keys.h"

enum plan_kind {
    PLAN_CONST,
    PLAN_CHAIN,
    PLAN_AND,
    PLAN_OR,
    PLAN_NOT,
    PLAN_NOT_FALSE,
    PLAN_EQUAL,
    PLAN_NOT_EQUAL,
    PLAN_CALL,
    PLAN_OPTIONAL_OR, /* a.or(b), a.orValue(b): b only when a is empty */
    PLAN_MEMBER,      /* x in [literals] */
    PLAN_LIST,
    PLAN_MAP,
    PLAN_FOLD,
};

enum plan_root {
    ROOT_VARIABLE,
    ROOT_SLOT,
    ROOT_OPERAND,
    ROOT_CHOICE,  /* condition ? truthy : falsy */
    ROOT_UNKNOWN, /* an unchecked name that means nothing */
};

/* One of .name, [at], [index], ?.name; has() ends with one that is_test. */
struct plan_step {
    struct ls_term at;        /* a literal */
    const struct plan *index; /* any other expression */
    struct ls_key_probe key;  /* of is_plain: `at`, prepared for tapes */
    uint32_t offset;
    bool is_optional;
    bool is_test;
    bool is_plain; /* .name and no more */
};

struct plan_chain {
    enum plan_root root;
    union {
        size_t variable;
        size_t slot;
        const struct plan *operand;
        struct {
            const struct plan *condition, *truthy, *falsy;
        } choice;
        struct ls_slice name; /* UNKNOWN */
    };
    const struct plan_step *steps;
    size_t step_count;
};

/* An overload in the form that is compared with arguments. */
struct plan_row {
    const struct ls_cel_overload *overload;
    uint16_t kinds[LS_CEL_ARGS_MAX];                    /* bits of enum ls_term_kind */
    const struct ls_cel_type *opaques[LS_CEL_ARGS_MAX]; /* which one, where it is an opaque */
};

struct plan_call {
    struct ls_slice name;
    const struct plan *const *args;
    size_t arg_count;
    const struct plan_row *rows;
    size_t row_count;
    unsigned cost;                  /* of ls_cel_cost_rule() */
    bool is_search;                 /* x in m */
    struct ls_cel_regex_slot *slot; /* holds the pattern, where it is a literal; else NULL */
};

struct plan_entry {
    const struct plan *key, *value; /* no key: an item of a list */
    bool is_optional;
};

struct plan_fold {
    const struct plan *range, *init, *condition, *step, *result;
    size_t accu, var, var2; /* slots */
    bool has_var2;
};

struct plan {
    enum plan_kind kind;
    uint32_t offset;
    union {
        struct ls_term constant;
        struct plan_chain chain;
        struct {
            const struct plan *left, *right; /* of NOT and NOT_FALSE only the left */
            bool is_value;                   /* orValue */
        } pair;
        struct {
            const struct plan *item;
            struct ls_term set; /* a map whose keys are what it holds */
        } member;
        struct plan_call call;
        struct {
            const struct plan_entry *at;
            size_t count;
        } entries; /* LIST MAP */
        const struct plan_fold *fold;
    };
};

struct ls_cel_program {
    struct ls_cel_tree tree;
    struct ls_cel_checked checked;
    bool is_checked;
    bool is_presence_strict;
    uint64_t libraries;
    const struct ls_cel_type *result; /* NULL: anything */
    const struct ls_cel_variable *variables;
    size_t variable_count;
    const struct plan *root;
    size_t slot_count;
    struct plan_regex *regexes; /* newest first */
};

struct plan_regex {
    struct ls_cel_regex_slot slot;
    struct plan_regex *next;
};

/* Fails with issues. Everything lives in the arena. */
enum ls_code ls_cel_plan(struct ls_arena *arena, const struct ls_cel_env *env,
                         struct ls_cel_program *program, struct ls_cel_issues *issues);

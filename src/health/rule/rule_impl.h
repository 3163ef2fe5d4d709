#pragma once
/* What a file of rules is parsed into; private to this folder. */
#include "base/vec.h"
#include "expr/cel/cel.h"
#include "health/rule/rules.h"
#include "value/obj.h"

/* The variables of an expression, in the order of their values. */
enum ls_rule_variable {
    LS_RULE_SELF,
    LS_RULE_STATUS,
    LS_RULE_SPEC,
    LS_RULE_CONDITIONS,
    LS_RULE_VARIABLES
};

/* An answer that a case may give. */
struct ls_rule_answer {
    const char *key; /* "in-progress" */
    enum ls_verdict_kind kind;
    enum ls_nuance nuance;
};

struct ls_rule_expression {
    struct ls_node text;                  /* absent: there is none */
    const struct ls_cel_program *program; /* NULL until compiled */
};

struct ls_rule_case {
    const struct ls_rule_answer *answer;
    struct ls_rule_expression when;
    struct ls_rule_expression because;
    const char *reason; /* a fixed text; NULL: none */
    bool is_final;      /* a failure without grace */
};

/* One item of a file. */
struct ls_rule {
    const struct ls_rule_file *file;
    struct ls_slice group; /* with a leading * for any prefix */
    struct ls_node kinds;  /* list of names, a * at one end or alone */
    bool reports, replaces, is_compiled;
    struct ls_rule_case *cases;
    size_t case_count;
};

struct ls_rule_file {
    const char *name;
    struct ls_slice text;
    const struct ls_obj *document; /* with positions */
    struct ls_arena arena;         /* rules, cases, programs, and name and text of a user's file */
    LS_VEC(struct ls_rule *) rules;
};
void ls_rule_file_free(struct ls_rule_file *file);

/* rule_read.c: everything but the expressions themselves. */
enum ls_code ls_rule_file_read(struct ls_rule_file *file, struct ls_err *err);
bool ls_rule_matches(const struct ls_rule *rule, struct ls_slice group, struct ls_slice kind);

/* rule_place.c: `FILE:LINE:COLUMN: ` of a node, moved by an offset inside its text. */
enum ls_code ls_rule_fail(const struct ls_rule_file *file, struct ls_node node, size_t offset,
                          struct ls_err *err, const char *format, ...) LS_FORMAT(5, 6);
/* The same for a member that is not allowed: the position of its key. */
enum ls_code ls_rule_fail_member(const struct ls_rule_file *file, const struct ls_iter *member,
                                 struct ls_err *err, const char *format, ...) LS_FORMAT(4, 5);

/* rule_run.c */
enum ls_code ls_rule_compile(struct ls_rule_file *file, struct ls_rule *rule, struct ls_err *err);
void ls_rule_release(struct ls_rule *rule);
/* The values of the variables, built once for all rules of an object. */
struct ls_rule_values {
    struct ls_term at[LS_RULE_VARIABLES];
};
void ls_rule_values_make(struct ls_arena *arena, struct ls_node object, struct ls_rule_values *out);
/* The first case that is true; false: none is. */
bool ls_rule_judge(const struct ls_rule *rule, const struct ls_health_input *input,
                   const struct ls_rule_values *values, struct ls_verdict *out);

/* Generated from health/rules/ by cmake/HealthRules.cmake: the files, and the groups of each. */
struct ls_rule_text {
    const char *name;
    const unsigned char *text;
    size_t bytes;
};
struct ls_rule_index {
    const char *group;
    uint32_t file;
};
extern const struct ls_rule_text ls_rule_texts[];
extern const size_t ls_rule_text_count;
extern const struct ls_rule_index ls_rule_index[];
extern const size_t ls_rule_index_count;

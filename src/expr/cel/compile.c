/* Compiles an expression: parse, check, plan (cel.h). */
#include "expr/cel/cel.h"

#include "expr/cel/plan.h"

static bool has_library(const struct ls_cel_env *env, enum ls_cel_library library)
{
    return (env->libraries & LS_CEL_LIBS(library)) != 0;
}

static struct ls_cel_syntax syntax_of(const struct ls_cel_env *env)
{
    static const struct {
        enum ls_cel_library library;
        unsigned macros;
    } rows[] = {
        {LS_CEL_LIB_BINDINGS, LS_CEL_MACROS_BIND},
        {LS_CEL_LIB_TWO_VAR, LS_CEL_MACROS_TWO_VAR},
        {LS_CEL_LIB_OPTIONAL, LS_CEL_MACROS_OPTIONAL},
        {LS_CEL_LIB_MATH_0, LS_CEL_MACROS_MATH},
        {LS_CEL_LIB_BLOCK, LS_CEL_MACROS_BLOCK | LS_CEL_MACROS_EXISTS_ONE},
        {LS_CEL_LIB_LISTS, LS_CEL_MACROS_SORT_BY},
    };
    struct ls_cel_syntax syntax = {.has_optional = env->has_optional,
                                   .has_quoted_names = env->has_quoted_names};
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        if (has_library(env, rows[i].library))
            syntax.macros |= rows[i].macros;
    }
    return syntax;
}

static const struct ls_cel_variable *variables_copy(struct ls_arena *arena,
                                                    const struct ls_cel_env *env)
{
    struct ls_cel_variable *copy =
        LS_ARENA_ARRAY(arena, struct ls_cel_variable, env->variable_count + 1);
    for (size_t i = 0; i < env->variable_count; i++) {
        copy[i].name = ls_arena_slice(arena, env->variables[i].name);
        copy[i].type = env->variables[i].type;
    }
    return copy;
}

enum ls_code ls_cel_compile(struct ls_arena *arena, const struct ls_cel_env *env,
                            struct ls_slice text, const struct ls_cel_program **out,
                            struct ls_cel_issues *issues)
{
    LS_ASSERT(env->variable_count == 0 || env->variables);
    struct ls_cel_syntax syntax = syntax_of(env);
    struct ls_cel_program *program = LS_ARENA_NEW(arena, struct ls_cel_program);
    struct ls_arena *asked = issues->arena;
    /* Tree, types and messages live as long as the program. */
    issues->arena = asked ? asked : arena;
    enum ls_code code = ls_cel_parse(text, &syntax, &program->tree, issues);
    program->is_checked = !env->is_unchecked;
    program->is_presence_strict = env->is_presence_strict;
    program->libraries = env->libraries;
    program->result = env->result;
    program->variables = variables_copy(arena, env);
    program->variable_count = env->variable_count;
    if (!code && program->is_checked)
        code = ls_cel_check(env, &program->tree, &program->checked, issues);
    if (!code)
        code = ls_cel_plan(arena, env, program, issues);
    if (code) {
        ls_cel_release(program);
        return code;
    }
    *out = program;
    return LS_OK;
}

void ls_cel_release(const struct ls_cel_program *program)
{
    for (struct plan_regex *regex = program ? program->regexes : NULL; regex; regex = regex->next)
        ls_cel_regex_slot_release(&regex->slot);
}

const struct ls_cel_type *ls_cel_program_type(const struct ls_cel_program *program)
{
    return program->is_checked ? program->checked.type : &ls_cel_dyn;
}

const struct ls_cel_tree *ls_cel_program_tree(const struct ls_cel_program *program)
{
    return &program->tree;
}

const struct ls_cel_checked *ls_cel_program_checked(const struct ls_cel_program *program)
{
    return program->is_checked ? &program->checked : NULL;
}

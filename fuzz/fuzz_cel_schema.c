/* Rules over schemas: the first line is an OpenAPI schema, the rest an expression over it. Whatever
 * compiles has a type that prints and one estimate, and reading a value through the type of the
 * schema does no harm. */
#include "expr/cel/cel.h"
#include "expr/check/cost.h"
#include "expr/check/schema_type.h"
#include "value/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { COST_MAX = 20000 };

static struct ls_cel_estimate estimate(struct ls_arena *arena, const struct ls_cel_env *env,
                                       const struct ls_cel_program *program)
{
    return ls_cel_cost_estimate(env, ls_cel_program_tree(program), ls_cel_program_checked(program),
                                arena);
}

static void program_try(struct ls_arena *arena, const struct ls_cel_env *env,
                        const struct ls_cel_program *program, struct ls_node value)
{
    struct ls_cel_estimate cost = estimate(arena, env, program);
    struct ls_cel_estimate again = estimate(arena, env, program);
    LS_ASSERT(cost.min == again.min && cost.max == again.max);
    LS_ASSERT(ls_cel_type_text(arena, ls_cel_program_type(program))[0]);
    struct ls_term values[] = {ls_term_of_node(value, env->variables[0].type)};
    struct ls_cel_run run = {.arena = arena, .values = values, .cost_max = COST_MAX};
    (void)ls_cel_eval(program, &run);
}

/* The schema itself is the value: it has members and lists of all kinds. */
static void schema_try(struct ls_arena *arena, struct ls_node schema, struct ls_slice text)
{
    const struct ls_cel_type *self = ls_cel_type_of_schema(arena, schema, true, "self");
    if (!self)
        return;
    LS_ASSERT(ls_cel_cardinality_max(self) <= (uint64_t)LS_CEL_REQUEST_BYTES_MAX);
    struct ls_cel_env env;
    struct ls_cel_variable variable = {LS_SLICE("self"), self};
    struct ls_cel_issues issues = {.arena = arena, .source = text};
    const struct ls_cel_program *program = NULL;
    ls_cel_env_kubernetes(&env);
    env.variables = &variable;
    env.variable_count = 1;
    if (ls_cel_compile(arena, &env, text, &program, &issues)) {
        LS_ASSERT(issues.count > 0);
        return;
    }
    program_try(arena, &env, program, schema);
    ls_cel_release(program);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    const struct ls_obj *openapi LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err;
    struct ls_slice rest, text = {(const char *)data, size};
    struct ls_slice first = ls_slice_cut(text, '\n', &rest);
    if (!ls_json_parse(first, NULL, &openapi, &err))
        schema_try(&arena, ls_obj_root(openapi), rest);
    return 0;
}

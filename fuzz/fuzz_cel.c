/* CEL: the first byte picks an environment, the rest is an expression. Whatever it holds, it is
 * compiled or refused with issues inside the text; what compiles gives the same answer twice and
 * ends within its cost; the answer prints. */
#include <string.h>

#include "expr/cel/cel.h"
#include "expr/check/cost.h"
#include "value/build.h"
#include "value/json.h"

enum { COST_MAX = 20000 };

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void pick_env(uint8_t choice, struct ls_cel_env *out)
{
    switch (choice % 3) {
    case 0:
        ls_cel_env_full(out);
        break;
    case 1:
        ls_cel_env_kubernetes(out);
        break;
    default:
        ls_cel_env_probe(out);
    }
    out->is_unchecked = choice / 3 % 4 == 3;
}

static void check_issues(const struct ls_cel_issues *issues, size_t size)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    LS_ASSERT(issues->count > 0);
    for (size_t i = 0; i < issues->count; i++)
        LS_ASSERT(issues->at[i].offset <= size || issues->at[i].offset == LS_CEL_NOWHERE);
    ls_cel_issues_print(&text, issues);
    LS_ASSERT(text.len > 0);
}

static void answer(const struct ls_cel_program *program, const struct ls_term *values,
                   struct ls_buf *out)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_cel_run run = {.arena = &arena, .values = values, .cost_max = COST_MAX};
    struct ls_term term = ls_cel_eval(program, &run);
    if (ls_term_is_error(term)) {
        LS_ASSERT(term.failure->is_over_cost || run.cost <= COST_MAX);
        ls_buf_printf(out, "%u %s", term.failure->offset, term.failure->text);
        return;
    }
    LS_ASSERT(run.cost <= COST_MAX);
    ls_term_print(out, term);
    (void)ls_term_build(&build, term);
    ls_buf_printf(out, " %llu", (unsigned long long)run.cost);
}

static void run_twice(const struct ls_cel_program *program, const struct ls_term *values)
{
    struct ls_buf one LS_AUTO(ls_buf_release) = {0}, two LS_AUTO(ls_buf_release) = {0};
    answer(program, values, &one);
    answer(program, values, &two);
    LS_ASSERT(one.len == two.len && strcmp(ls_buf_text(&one), ls_buf_text(&two)) == 0);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_cel_program *program = NULL;
    struct ls_cel_issues issues = {.arena = &arena};
    struct ls_cel_env env;
    struct ls_err err;
    struct ls_slice json = LS_SLICE("{\"i\":1,\"d\":2.5,\"s\":\"text\",\"n\":null,\"b\":true,"
                                    "\"l\":[3,1,2],\"m\":{\"k\":\"v\"},\"t\":\"2024-05-01\"}");
    if (size == 0)
        return 0;
    LS_ASSERT(ls_json_parse(json, NULL, &object, &err) == LS_OK);
    const struct ls_term values[] = {ls_term_of_node(ls_obj_root(object), NULL)};
    const struct ls_cel_variable variables[] = {{LS_SLICE("self"), &ls_cel_dyn}};
    pick_env(data[0], &env);
    env.variables = variables;
    env.variable_count = 1;
    struct ls_slice text = {(const char *)data + 1, size - 1};
    if (ls_cel_compile(&arena, &env, text, &program, &issues)) {
        check_issues(&issues, text.len);
        return 0;
    }
    const struct ls_cel_checked *checked = ls_cel_program_checked(program);
    if (checked != NULL)
        (void)ls_cel_cost_estimate(&env, ls_cel_program_tree(program), checked, &arena);
    run_twice(program, values);
    ls_cel_release(program);
    return 0;
}

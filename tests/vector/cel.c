#include "vector.h"

#include "expr/cel/cel.h"
#include "value/json.h"

/* One case while it runs. */
struct attempt {
    struct ls_arena *arena;
    struct ls_cel_env env;
    const struct ls_term *values;
};

/* Every bound variable is dyn for the checker: a case gives values, not types. */
static enum ls_code bind(struct attempt *attempt, struct ls_node bindings, struct ls_err *err)
{
    size_t count = ls_node_count(bindings), i = 0;
    struct ls_cel_variable *variables =
        LS_ARENA_ARRAY(attempt->arena, struct ls_cel_variable, count + 1);
    struct ls_term *values = LS_ARENA_ARRAY(attempt->arena, struct ls_term, count + 1);
    LS_EACH (it, bindings) {
        variables[i].name = it.key;
        variables[i].type = &ls_cel_dyn;
        if (vector_term_read(attempt->arena, it.value, &values[i++], err))
            return ls_context(err, "binding %.*s", LS_ARG(it.key));
    }
    attempt->env.variables = variables;
    attempt->env.variable_count = count;
    attempt->values = values;
    return LS_OK;
}

/* The answer, or an error term with the issues for its text. */
static struct ls_term evaluate(struct attempt *attempt, struct ls_slice text)
{
    const struct ls_cel_program *program = NULL;
    struct ls_cel_issues issues = {.arena = attempt->arena};
    if (ls_cel_compile(attempt->arena, &attempt->env, text, &program, &issues)) {
        struct ls_buf printed LS_AUTO(ls_buf_release) = {0};
        ls_cel_issues_print(&printed, &issues);
        return ls_term_error(attempt->arena, "%s", ls_buf_text(&printed));
    }
    struct ls_cel_run run = {.arena = attempt->arena, .values = attempt->values};
    struct ls_term answer = ls_cel_eval(program, &run);
    ls_cel_release(program);
    return answer;
}

static void got_print(struct ls_buf *out, struct ls_arena *arena, struct ls_term got)
{
    if (ls_term_is_error(got)) {
        ls_buf_printf(out, "error: %s", got.failure->text);
        return;
    }
    ls_term_print(out, got);
    ls_buf_printf(out, " (%s)", ls_cel_type_text(arena, ls_term_type_of(got)));
}

enum ls_code vector_cel_run(struct ls_arena *arena, struct ls_node line, struct vector_answer *out,
                            struct ls_err *err)
{
    struct attempt attempt = {.arena = arena};
    struct ls_node want = ls_node_at(line, "want");
    struct ls_node value = ls_node_at(want, "value");
    struct ls_term wanted = {.kind = LS_TERM_ERROR};
    bool wants_error = ls_node_is_absent(value);
    if (wants_error && !ls_node_bool(ls_node_at(want, "error"), false))
        return ls_fail(err, LS_E_INVALID, "\"want\" has neither a value nor an error");
    if (!wants_error && vector_term_read(arena, value, &wanted, err))
        return ls_context(err, "\"want\"");
    ls_cel_env_full(&attempt.env);
    attempt.env.container = ls_node_string(ls_node_at(line, "container"));
    attempt.env.is_unchecked = ls_node_bool(ls_node_at(line, "disable_check"), false);
    if (bind(&attempt, ls_node_at(line, "bindings"), err))
        return err->code;
    struct ls_term got = evaluate(&attempt, ls_node_string(ls_node_at(line, "expr")));
    out->is_right = wants_error ? ls_term_is_error(got) : vector_term_same(got, wanted);
    if (wants_error)
        ls_buf_add_text(&out->want, "an error");
    else
        got_print(&out->want, arena, wanted);
    got_print(&out->got, arena, got);
    return LS_OK;
}

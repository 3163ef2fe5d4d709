#include "support_rows.h"

#include <stdio.h>

#include "check.h"
#include "value/json.h"

static void term_say(struct ls_term term, char *out, size_t out_bytes)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (ls_term_is_error(term))
        ls_buf_printf(&text, "error: %s", term.failure->text);
    else
        ls_term_print(&text, term);
    snprintf(out, out_bytes, "%s", ls_buf_text(&text));
}

static const struct ls_cel_variable self_variable = {{"self", 4}, &ls_cel_dyn};

/* The answer to one expression, or the error of the parser or checker. */
static bool evaluate(const char *text, struct ls_term self, bool is_checked, uint64_t cost_max,
                     char *out, size_t out_bytes)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_cel_issues issues = {.arena = &arena};
    const struct ls_cel_program *program = NULL;
    struct ls_cel_env env;
    ls_cel_env_full(&env);
    env.is_unchecked = !is_checked;
    env.variables = &self_variable;
    env.variable_count = 1;
    if (ls_cel_compile(&arena, &env, ls_slice_of(text), &program, &issues)) {
        snprintf(out, out_bytes, "refused: %s", issues.at[0].text);
        return false;
    }
    struct ls_cel_run run = {.arena = &arena, .values = &self, .cost_max = cost_max};
    struct ls_term term = ls_cel_eval(program, &run);
    term_say(term, out, out_bytes);
    ls_cel_release(program);
    return ls_term_is_error(term) && term.failure->is_over_cost;
}

static void rows_walk(const struct answer_row *rows, size_t count, struct ls_term self,
                      bool is_checked)
{
    for (size_t i = 0; i < count; i++) {
        char answer[2000];
        char line[4200];
        char wanted[4200];
        evaluate(rows[i].text, self, is_checked, 0, answer, sizeof answer);
        snprintf(line, sizeof line, "%s\n  gives %s", rows[i].text, answer);
        snprintf(wanted, sizeof wanted, "%s\n  gives %s", rows[i].text, rows[i].answer);
        CHECK_STR(line, wanted);
    }
}

void answers_check(const struct answer_row *rows, size_t count)
{
    rows_walk(rows, count, ls_term_null(), false);
}

void answers_check_typed(const struct answer_row *rows, size_t count)
{
    rows_walk(rows, count, ls_term_null(), true);
}

void answers_check_on(const char *json, const struct answer_row *rows, size_t count)
{
    answers_check_through(json, NULL, rows, count);
}

void answers_check_through(const char *json, const struct ls_cel_type *lens,
                           const struct answer_row *rows, size_t count)
{
    const struct ls_obj *obj = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_json_parse(ls_slice_of(json), NULL, &obj, &err), err);
    rows_walk(rows, count, ls_term_of_node(ls_obj_root(obj), lens), false);
    ls_obj_unref(obj);
}

bool answer_within(const char *text, uint64_t cost_max, char *out, size_t out_bytes)
{
    return evaluate(text, ls_term_null(), false, cost_max, out, out_bytes);
}

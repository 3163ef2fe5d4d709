/* `lockstep eval --cel`. */
#include "cli/eval.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "expr/cel/cel.h"
#include "value/build.h"
#include "value/json.h"

enum { VARIABLES_MAX = 3 };

struct cel_trial {
    struct ls_arena arena; /* of the program */
    const struct ls_cel_program *program;
    struct ls_cel_variable variables[VARIABLES_MAX];
    size_t variable_count;
};

static void cel_release(void *prepared)
{
    struct cel_trial *trial = prepared;
    ls_cel_release(trial->program);
    ls_arena_release(&trial->arena);
    ls_free(trial);
}

static void declare(struct cel_trial *trial, const char *name)
{
    trial->variables[trial->variable_count++] =
        (struct ls_cel_variable){.name = ls_slice_of(name), .type = &ls_cel_dyn};
}

/* What is not given cannot be named: the checker then says so. */
static void variables_declare(struct cel_trial *trial, const struct ls_eval *eval)
{
    if (eval->has_object) {
        declare(trial, "self");
        declare(trial, "object");
    }
    if (!ls_node_is_absent(eval->old))
        declare(trial, "oldSelf");
}

static void env_fill(struct ls_cel_env *env, const struct ls_args *args)
{
    if (ls_args_is(args, "env", "kubernetes"))
        ls_cel_env_kubernetes(env);
    else if (ls_args_is(args, "env", "probe"))
        ls_cel_env_probe(env);
    else
        ls_cel_env_full(env);
}

static void issues_print(const struct ls_eval *eval, const struct ls_cel_issues *issues)
{
    for (size_t i = 0; i < issues->count; i++) {
        const struct ls_cel_issue *issue = &issues->at[i];
        char place[64] = "--cel";
        uint32_t line = 0, column = 0;
        if (issue->offset != LS_CEL_NOWHERE) {
            ls_cel_place(eval->text, issue->offset, &line, &column);
            snprintf(place, sizeof place, "--cel:%" PRIu32 ":%" PRIu32, line, column);
        }
        ls_eval_report_error(
            eval, place, issue->offset == LS_CEL_NOWHERE ? LS_EVAL_NOWHERE : (int64_t)issue->offset,
            issue->text);
    }
}

/* The likeliest reason why there is no such name. */
static void hint_print(const struct ls_eval *eval, const struct ls_cel_issues *issues)
{
    for (size_t i = 0; i < issues->count && !eval->has_object; i++) {
        if (ls_slice_starts(ls_slice_of(issues->at[i].text), "undeclared reference to 'self'")) {
            ls_eval_report_error(eval, "", LS_EVAL_NOWHERE,
                                 "`self` is the document that -f FILE gives");
            return;
        }
    }
}

static void *cel_prepare(const struct ls_eval *eval)
{
    struct cel_trial *trial = LS_NEW(struct cel_trial);
    struct ls_cel_issues issues = {.arena = &trial->arena};
    struct ls_cel_env env;
    env_fill(&env, eval->args);
    variables_declare(trial, eval);
    env.variables = trial->variables;
    env.variable_count = trial->variable_count;
    if (ls_cel_compile(&trial->arena, &env, eval->text, &trial->program, &issues)) {
        issues_print(eval, &issues);
        hint_print(eval, &issues);
        cel_release(trial);
        return NULL;
    }
    return trial;
}

/* After the value, as a comment: type and cost, if asked for. */
static void notes_print(struct ls_buf *out, const struct ls_eval *eval, const char *type,
                        uint64_t cost)
{
    bool has_type = ls_args_is_on(eval->args, "type"), has_cost = ls_args_is_on(eval->args, "cost");
    if (!has_type && !has_cost)
        return;
    ls_buf_printf(out, "  // %s%s", has_type ? type : "", has_type && has_cost ? ", " : "");
    if (has_cost)
        ls_buf_printf(out, "cost %" PRIu64, cost);
}

/* {"value": ..., "type": ..., "cost": ...}, the value alone unless more was asked for. */
static bool json_print(struct ls_buf *out, const struct ls_eval *eval, struct ls_term term,
                       const char *type, uint64_t cost)
{
    bool has_type = ls_args_is_on(eval->args, "type"), has_cost = ls_args_is_on(eval->args, "cost");
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    if (!ls_term_build(&build, term))
        return false;
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = ls_build_obj(&build);
    if (!has_type && !has_cost) {
        ls_json_print(out, ls_obj_root(obj), LS_JSON_COMPACT);
        return true;
    }
    ls_buf_add_text(out, "{\"value\":");
    ls_json_print(out, ls_obj_root(obj), LS_JSON_COMPACT);
    if (has_type)
        ls_buf_printf(out, ",\"type\":\"%s\"", type);
    if (has_cost)
        ls_buf_printf(out, ",\"cost\":%" PRIu64, cost);
    ls_buf_add_char(out, '}');
    return true;
}

/* The error; for a limit also its number, which kube-apiserver's text leaves out. */
static void failure_print(const struct ls_eval *eval, const struct ls_cel_failure *failure,
                          const char *place)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, failure->text);
    if (ls_slice_ends(ls_slice_of(failure->text), "cost limit exceeded"))
        ls_buf_printf(&text, ": it is %" PRIu64 " units", LS_CEL_COST_MAX);
    ls_eval_report_error(eval, place, failure->offset, ls_buf_text(&text));
}

/* The value where it is there, else where in the expression it went wrong. */
static bool term_print(const struct ls_eval *eval, struct ls_term term, const char *type,
                       uint64_t cost, const char *place)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    if (ls_term_is_error(term)) {
        failure_print(eval, term.failure, place);
        return false;
    }
    if (!eval->is_json) {
        ls_term_print(&out, term);
        notes_print(&out, eval, type, cost);
    } else if (!json_print(&out, eval, term, type, cost)) {
        ls_buf_printf(&out,
                      "the answer is of type %s, which JSON has nothing for; leave out -o "
                      "json",
                      type);
        ls_eval_report_error(eval, place, LS_EVAL_NOWHERE, ls_buf_text(&out));
        return false;
    }
    puts(ls_buf_text(&out));
    return true;
}

static bool cel_answer(void *prepared, const struct ls_eval *eval, struct ls_node object,
                       const char *place)
{
    const struct cel_trial *trial = prepared;
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_term values[VARIABLES_MAX];
    size_t count = 0;
    if (eval->has_object) {
        values[count++] = ls_term_of_node(object, NULL);
        values[count++] = ls_term_of_node(object, NULL);
    }
    if (!ls_node_is_absent(eval->old))
        values[count++] = ls_term_of_node(eval->old, NULL);
    LS_ASSERT(count == trial->variable_count);
    struct ls_cel_run run = {.arena = &arena, .values = values};
    struct ls_term term = ls_cel_eval(trial->program, &run);
    const struct ls_cel_type *type = ls_cel_program_type(trial->program);
    if (type->kind == LS_CEL_DYN && !ls_term_is_error(term))
        type = ls_term_type_of(term);
    return term_print(eval, term, ls_cel_type_text(&arena, type), run.cost, place);
}

const struct ls_eval_language ls_eval_cel = {"cel", cel_prepare, cel_answer, cel_release};

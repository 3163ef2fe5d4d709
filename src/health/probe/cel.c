/* `cel`: an expression over `self`, the object, that must be true. */
#include "health/probe/kinds.h"

#include "expr/cel/cel.h"

struct cel {
    const struct ls_cel_program *program;
    struct ls_slice message;
};

static enum ls_code rule_fail(const struct ls_probe_make *make, const struct ls_cel_issues *issues,
                              struct ls_err *err)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_cel_issues_print(&text, issues);
    return ls_fail(err, LS_E_INVALID, "%s.rule: compiling CEL: %s", make->place,
                   ls_buf_text(&text));
}

/* Only an expression of type bool: a field of the object has no known type. */
static enum ls_code cel_compile(const struct ls_probe_make *make, const void **out,
                                struct ls_err *err)
{
    static const struct ls_cel_variable self_variable = {{"self", 4}, &ls_cel_dyn};
    struct ls_cel_issues issues = {.arena = make->arena};
    struct cel *self = LS_ARENA_NEW(make->arena, struct cel);
    struct ls_cel_env env = {0};
    struct ls_slice rule;
    if (ls_probe_text(make, "rule", &rule, err) ||
        ls_probe_text(make, "message", &self->message, err))
        return err->code;
    ls_cel_env_probe(&env);
    env.result = NULL; /* the required type is reported below, in Package Operator's words */
    env.variables = &self_variable;
    env.variable_count = 1;
    if (ls_cel_compile(make->arena, &env, rule, &self->program, &issues))
        return rule_fail(make, &issues, err);
    if (ls_cel_program_type(self->program)->kind != LS_CEL_BOOL) {
        ls_cel_release(self->program);
        return ls_fail(err, LS_E_INVALID, "%s.rule: cel expression must evaluate to a bool",
                       make->place);
    }
    *out = self;
    return LS_OK;
}

static void cel_release(const void *of)
{
    const struct cel *self = of;
    ls_cel_release(self->program);
}

static struct ls_probe_answer cel_ask(const void *of, struct ls_arena *arena, struct ls_node object)
{
    const struct cel *self = of;
    const struct ls_term values[] = {ls_term_of_node(object, NULL)};
    struct ls_cel_run run = {.arena = arena, .values = values};
    struct ls_term answer = ls_cel_eval(self->program, &run);
    if (ls_term_is_error(answer))
        return ls_probe_says(LS_PROBE_UNKNOWN, arena, "CEL program failed: %s",
                             answer.failure->text);
    if (answer.kind != LS_TERM_BOOL)
        return ls_probe_says(LS_PROBE_UNKNOWN, arena, "CEL program failed: not a bool");
    if (answer.truth)
        return (struct ls_probe_answer){LS_PROBE_TRUE, NULL};
    return ls_probe_says(LS_PROBE_FALSE, arena, "%.*s", LS_ARG(self->message));
}

const struct ls_probe_kind ls_probe_cel = {
    .member = "cel", .compile = cel_compile, .release = cel_release, .ask = cel_ask};

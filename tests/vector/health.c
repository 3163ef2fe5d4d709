#include "vector.h"

#include "health/health.h"
#include "health/rule/rules.h"

/* Judges by the object alone, without grace, as `lockstep health --profile argo -f FILE` does. */
enum ls_code vector_health_run(struct ls_arena *arena, struct ls_node line,
                               struct vector_answer *out, struct ls_err *err)
{
    struct ls_slice want = ls_node_string(ls_node_at(line, "want"));
    struct ls_node object = ls_node_at(line, "object");
    if (want.len == 0 || !ls_node_is_map(object))
        return ls_fail(err, LS_E_INVALID,
                       "a health case has an \"object\" and a word it \"want\"s");
    struct ls_rules *rules LS_AUTO(ls_rules_free_at) = ls_rules_new();
    struct ls_health_input input = {.arena = arena,
                                    .object = object,
                                    .rules = rules,
                                    .grace_ms = LS_HEALTH_NO_GRACE,
                                    .is_alone = true};
    struct ls_verdict verdict = ls_health_judge(&input);
    const char *word = ls_verdict_argo(verdict);
    out->is_right = ls_slice_is(want, word);
    ls_buf_add_slice(&out->want, want);
    ls_buf_printf(&out->got, "%s: %s", word, verdict.reason);
    return LS_OK;
}

/*
 * Kinds without a rule of their own. A controller that reports in the customary ways is believed;
 * one that does not report at all never blocks: the object has been read back, and nobody can say
 * what else to wait for.
 */
#include "health/word/condition.h"
#include "health/kind/kinds.h"

struct ls_verdict ls_generic_judge(const struct ls_look *look)
{
    struct ls_node object = look->object;
    if (!ls_health_is_observed(object))
        return ls_health_unobserved(look->arena, object);
    /* With both set the controller still works on it. */
    if (ls_health_condition_is(object, "Reconciling") == LS_CONDITION_TRUE)
        return ls_verdict_in_progress(look->arena, "%s",
                                      ls_health_condition_text(look->arena, object, "Reconciling"));
    if (ls_health_condition_is(object, "Stalled") == LS_CONDITION_TRUE)
        return ls_verdict_failed(look->arena, "%s",
                                 ls_health_condition_text(look->arena, object, "Stalled"));
    switch (ls_health_condition_is(object, "Ready")) {
    case LS_CONDITION_ABSENT:
    case LS_CONDITION_TRUE:
        return ls_verdict_ready();
    case LS_CONDITION_STALE:
    case LS_CONDITION_FALSE:
    case LS_CONDITION_UNKNOWN:
        break;
    }
    return ls_verdict_in_progress(look->arena, "%s",
                                  ls_health_condition_text(look->arena, object, "Ready"));
}

#include "health/kind/kinds.h"
#include "health/word/quote.h"

/* Set on a claim once a pod that uses it has been given a node. */
static bool claim_has_consumer(struct ls_node claim)
{
    struct ls_node notes = ls_node_at(claim, "metadata.annotations");
    return !ls_node_is_absent(ls_node_get(notes, LS_SLICE("volume.kubernetes.io/selected-node")));
}

/* A claim whose class binds with the first consumer stays pending until a pod uses it. If it held a
 * gate shut, a pod of a later phase would never come: while its controller says that it waits for a
 * pod it counts as ready, and says so. */
static bool claim_waits_for_pod(struct ls_node claim, struct ls_node event)
{
    struct ls_node reason = ls_node_at(event, "reason");
    return !claim_has_consumer(claim) && (ls_node_string_is(reason, "WaitForFirstConsumer") ||
                                          ls_node_string_is(reason, "WaitForPodScheduled"));
}

struct ls_verdict ls_claim_judge(const struct ls_look *look)
{
    struct ls_slice phase = ls_node_string(ls_node_at(look->object, "status.phase"));
    if (ls_slice_is(phase, "Bound"))
        return ls_verdict_ready();
    if (ls_slice_is(phase, "Lost"))
        return ls_verdict_failed(look->arena, "its volume %s is lost",
                                 ls_health_quote_at(look->arena, look->object, "spec.volumeName"));
    struct ls_node event = ls_company_own_event(look);
    if (claim_waits_for_pod(look->object, event))
        return ls_verdict_ready_as(look->arena, "is bound when the first pod uses it");
    if (ls_node_is_absent(event))
        return ls_verdict_in_progress(look->arena, "is not bound yet");
    return ls_verdict_in_progress(look->arena, "is not bound yet: %s",
                                  ls_company_event_text(look->arena, event));
}

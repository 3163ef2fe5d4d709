/* PersistentVolumeClaim, PersistentVolume and VolumeAttachment. */
#include "health/kind/kinds.h"
#include "health/word/condition.h"
#include "health/word/grace.h"
#include "health/word/quote.h"

/* Set on a claim once a pod that uses it has a node. */
static bool claim_has_consumer(struct ls_node claim)
{
    struct ls_node notes = ls_node_at(claim, "metadata.annotations");
    return !ls_node_is_absent(ls_node_get(notes, LS_SLICE("volume.kubernetes.io/selected-node")));
}

/* A claim whose class binds on the first consumer stays pending until a pod uses it. Waiting for it
 * would block the phase that brings that pod: while its controller reports that it waits for a pod,
 * it counts as ready, with that reason. */
static bool claim_waits_for_pod(struct ls_node claim, struct ls_node event)
{
    struct ls_node reason = ls_node_at(event, "reason");
    return !claim_has_consumer(claim) && (ls_node_string_is(reason, "WaitForFirstConsumer") ||
                                          ls_node_string_is(reason, "WaitForPodScheduled"));
}

static bool has_reason(struct ls_node conditions, const char *reason)
{
    return !ls_node_is_absent(ls_node_find(conditions, "reason", ls_slice_of(reason)));
}

/* Usable as it is; the reason states what a resize still needs. */
static struct ls_verdict claim_bound(const struct ls_health_input *input)
{
    static const char *const resizes[] = {"FileSystemResizePending", "Resizing"};
    static const char *const errors[] = {"ControllerResizeError", "NodeResizeError",
                                         "ModifyVolumeError"};
    for (size_t i = 0; i < LS_COUNT(errors); i++)
        if (ls_health_condition_is(input->object, errors[i]) == LS_CONDITION_TRUE)
            return ls_verdict_as(ls_verdict_ready_as(input->arena, "%s",
                                                     ls_health_condition_text(
                                                         input->arena, input->object, errors[i])),
                                 LS_NUANCE_IMPAIRED);
    for (size_t i = 0; i < LS_COUNT(resizes); i++)
        if (ls_health_condition_is(input->object, resizes[i]) == LS_CONDITION_TRUE)
            return ls_verdict_ready_as(
                input->arena, "%s",
                ls_health_condition_text(input->arena, input->object, resizes[i]));
    return ls_verdict_ready();
}

/* Why it is not bound: the latest event about it. */
static struct ls_verdict claim_pending(const struct ls_health_input *input, struct ls_node event)
{
    int64_t since = ls_companion_reported_since_ms(input, "ProvisioningFailed");
    return ls_grace_verdict(
        input, since ? LS_GRACE_CLAIM : LS_GRACE_NEVER, since, "is not bound yet%s%s",
        ls_node_is_absent(event) ? "" : ": ",
        ls_node_is_absent(event) ? "" : ls_companion_event_text(input->arena, event));
}

static struct ls_verdict claim_lost(const struct ls_health_input *input)
{
    const char *volume = ls_health_quote_at(input->arena, input->object, "spec.volumeName");
    return ls_verdict_failed(input->arena, "its volume%s%s is lost", *volume ? " " : "", volume);
}

struct ls_verdict ls_claim_judge(const struct ls_health_input *input)
{
    struct ls_slice phase = ls_node_string(ls_node_at(input->object, "status.phase"));
    if (ls_slice_is(phase, "Bound"))
        return claim_bound(input);
    if (ls_slice_is(phase, "Lost"))
        return claim_lost(input);
    struct ls_node event = ls_companion_own_event(input);
    if (claim_waits_for_pod(input->object, event) ||
        has_reason(ls_node_at(input->object, "status.conditions"), "WaitForFirstConsumer"))
        return ls_verdict_ready_as(input->arena, "is bound when the first pod uses it");
    return claim_pending(input, event);
}

/* ---- volumes and their attachments ---- */

/* A released volume is not given to another claim until it is reclaimed. */
struct ls_verdict ls_volume_judge(const struct ls_health_input *input)
{
    struct ls_slice phase = ls_node_string(ls_node_at(input->object, "status.phase"));
    const char *message = ls_health_quote_at(input->arena, input->object, "status.message");
    if (ls_slice_is(phase, "Available") || ls_slice_is(phase, "Bound"))
        return ls_verdict_ready();
    if (ls_slice_is(phase, "Failed"))
        return ls_verdict_failed(input->arena, "cannot be reclaimed%s%s", *message ? ": " : "",
                                 message);
    if (ls_slice_is(phase, "Released"))
        return ls_verdict_in_progress(
            input->arena, "was released by claim %s and is not reclaimed yet",
            ls_health_quote_at(input->arena, input->object, "spec.claimRef.name"));
    return ls_verdict_in_progress(input->arena, "is not available yet");
}

struct ls_verdict ls_attachment_judge(const struct ls_health_input *input)
{
    static const char *const errors[] = {"status.attachError", "status.detachError"};
    if (ls_node_bool(ls_node_at(input->object, "status.attached"), false))
        return ls_verdict_ready();
    for (size_t i = 0; i < LS_COUNT(errors); i++) {
        struct ls_node error = ls_node_at(input->object, errors[i]);
        if (!ls_node_is_absent(error))
            return ls_grace_verdict(
                input, LS_GRACE_CLAIM, ls_health_time_ms(ls_node_at(error, "time")),
                "is not attached to node %s: %s",
                ls_health_quote_at(input->arena, input->object, "spec.nodeName"),
                ls_health_quote_at(input->arena, error, "message"));
    }
    return ls_verdict_in_progress(input->arena, "is not attached to node %s yet",
                                  ls_health_quote_at(input->arena, input->object, "spec.nodeName"));
}

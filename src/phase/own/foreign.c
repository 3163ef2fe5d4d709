#include "phase/own/foreign.h"

#include "base/defect.h"
#include "base/macros.h"
#include "phase/own/refusal.h"

#define DO(rule) LS_FOREIGN_##rule

/* clang-format off */
/* An object that would be adopted was set up by others: what they own is theirs. */
static const enum ls_foreign on_others[LS_HOLD_COUNT][LS_DRIFT_MODE_COUNT] = {
    /*                        repair       keep-foreign  force-conflicts */
    [LS_HOLD_UPDATE]      = {DO(REFUSE),  DO(REFUSE),   DO(TAKE)},
    [LS_HOLD_SUBRESOURCE] = {DO(REFUSE),  DO(REFUSE),   DO(TAKE)},
    [LS_HOLD_APPLY]       = {DO(REFUSE),  DO(REFUSE),   DO(TAKE)},
};

static const enum ls_foreign on_ours[LS_HOLD_COUNT][LS_DRIFT_MODE_COUNT] = {
    /*                        repair       keep-foreign  force-conflicts */
    [LS_HOLD_UPDATE]      = {DO(TAKE),    DO(REFUSE),   DO(TAKE)},
    [LS_HOLD_SUBRESOURCE] = {DO(LEAVE),   DO(LEAVE),    DO(TAKE)},
    [LS_HOLD_APPLY]       = {DO(LEAVE),   DO(LEAVE),    DO(TAKE)},
};
/* clang-format on */

enum ls_hold ls_hold_of(const struct ls_owner *owner)
{
    if (owner->version.len == 0)
        return LS_HOLD_APPLY;
    /* A status is written by whoever watches the object: what it changes besides is a plain write.
     */
    bool is_plain = owner->subresource.len == 0 || ls_slice_is(owner->subresource, "status");
    return is_plain ? LS_HOLD_UPDATE : LS_HOLD_SUBRESOURCE;
}

enum ls_foreign ls_foreign_decide(bool is_ours, enum ls_hold hold, enum ls_drift_mode mode)
{
    LS_ASSERT(hold < LS_HOLD_COUNT && mode < LS_DRIFT_MODE_COUNT);
    return is_ours ? on_ours[hold][mode] : on_others[hold][mode];
}

struct ls_owner ls_owner_of_entry(struct ls_node entry)
{
    bool is_apply = ls_node_string_is(ls_node_at(entry, "operation"), "Apply");
    struct ls_owner owner = {
        .manager = ls_node_string(ls_node_at(entry, "manager")),
        .subresource = ls_node_string(ls_node_at(entry, "subresource")),
    };
    if (!is_apply)
        owner.version = ls_node_string(ls_node_at(entry, "apiVersion"));
    return owner;
}

static enum ls_foreign on_cause(struct ls_node cause, const struct ls_claim *claim)
{
    struct ls_owner owner = {0};
    bool is_known = ls_owner_parse(ls_node_string(ls_node_at(cause, "message")), &owner);
    if (is_known && claim->from.len > 0 && ls_slice_equal(owner.manager, claim->from))
        return LS_FOREIGN_TAKE;
    if (ls_cause_is_label(cause))
        return claim->is_label_lost ? LS_FOREIGN_TAKE : LS_FOREIGN_REFUSE;
    /* An owner that cannot be read may be anybody. */
    if (!is_known)
        return claim->mode == LS_DRIFT_FORCE ? LS_FOREIGN_TAKE : LS_FOREIGN_REFUSE;
    return ls_foreign_decide(claim->is_ours, ls_hold_of(&owner), claim->mode);
}

enum ls_foreign ls_foreign_of_status(struct ls_node status, const struct ls_claim *claim)
{
    enum ls_foreign worst = LS_FOREIGN_TAKE;
    LS_EACH (it, ls_node_at(status, "details.causes")) {
        if (!ls_cause_is_conflict(it.value) || LS_DEFECT(fields_always_taken))
            continue;
        enum ls_foreign rule = on_cause(it.value, claim);
        worst = LS_MAX(worst, rule);
    }
    return worst;
}

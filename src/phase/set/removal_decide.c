#include "phase/set/removal_decide.h"

static const struct ls_uid no_uid;

static bool has_identity(const struct ls_facts *facts)
{
    return !ls_uid_equal(facts->uid, no_uid) && facts->version != 0;
}

enum ls_action ls_removal_action(const struct ls_facts *facts, const struct ls_leaver_notes *notes,
                                 const struct ls_removal_manners *manners)
{
    enum ls_action action = ls_action_unwanted(facts, &manners->manners);
    if (action == LS_ACTION_DELETE && notes->must_stay)
        return LS_ACTION_RELEASE;
    return action;
}

static bool is_held(const struct ls_leaver_notes *notes, const struct ls_removal_manners *manners)
{
    return notes->is_refused || (notes->foreign_count > 0 && !manners->deletes_instances);
}

enum ls_removal_state ls_removal_state_of(const struct ls_facts *facts,
                                          const struct ls_leaver_notes *notes,
                                          const struct ls_removal_manners *manners)
{
    if (notes->is_sent)
        return LS_REMOVAL_SENT;
    if (facts->presence == LS_PRESENCE_UNSEEN)
        return notes->is_refused ? LS_REMOVAL_HELD : LS_REMOVAL_UNSEEN;
    enum ls_action action = ls_removal_action(facts, notes, manners);
    if (facts->presence == LS_PRESENCE_ABSENT || action == LS_ACTION_SAME)
        return LS_REMOVAL_DONE;
    if (action == LS_ACTION_AWAIT)
        return LS_REMOVAL_GOING;
    LS_ASSERT(action == LS_ACTION_DELETE || action == LS_ACTION_RELEASE);
    if (notes->is_refused || (action == LS_ACTION_DELETE && is_held(notes, manners)))
        return LS_REMOVAL_HELD;
    return LS_REMOVAL_WANTS;
}

static enum ls_removal_step delete_step(const struct ls_ref *ref, const struct ls_facts *facts,
                                        const struct ls_leaver_notes *notes,
                                        const struct ls_removal_manners *manners)
{
    if (ls_resource_is_crd(ref->resource) && !notes->is_counted && !manners->deletes_instances)
        return LS_REMOVAL_STEP_COUNT;
    return has_identity(facts) ? LS_REMOVAL_STEP_DELETE : LS_REMOVAL_STEP_READ;
}

enum ls_removal_step ls_removal_step_of(const struct ls_ref *ref, const struct ls_facts *facts,
                                        const struct ls_leaver_notes *notes,
                                        const struct ls_removal_manners *manners)
{
    enum ls_removal_state state = ls_removal_state_of(facts, notes, manners);
    if (state == LS_REMOVAL_UNSEEN)
        return LS_REMOVAL_STEP_READ;
    if (state != LS_REMOVAL_WANTS)
        return LS_REMOVAL_STEP_NONE;
    if (ls_removal_action(facts, notes, manners) == LS_ACTION_DELETE)
        return delete_step(ref, facts, notes, manners);
    bool is_ready = notes->patch && has_identity(facts) && notes->patch_version == facts->version;
    return is_ready ? LS_REMOVAL_STEP_RELEASE : LS_REMOVAL_STEP_READ;
}

void ls_removal_intent(enum ls_removal_step step, const struct ls_leaver *leaver,
                       const struct ls_facts *facts, const struct ls_leaver_notes *notes,
                       const char *field_manager, struct ls_intent *out)
{
    static const enum ls_intent_kind kinds[] = {
        [LS_REMOVAL_STEP_READ] = LS_INTENT_READ,
        [LS_REMOVAL_STEP_DELETE] = LS_INTENT_DELETE,
        [LS_REMOVAL_STEP_RELEASE] = LS_INTENT_PATCH,
    };
    LS_ASSERT(step != LS_REMOVAL_STEP_NONE && step != LS_REMOVAL_STEP_COUNT);
    *out = (struct ls_intent){.kind = kinds[step], .item = leaver->item, .ref = leaver->ref};
    if (step == LS_REMOVAL_STEP_READ)
        return;
    LS_ASSERT(has_identity(facts));
    LS_ASSERT(facts->holder == LS_HOLDER_US);
    out->uid = facts->uid;
    out->version = facts->version;
    if (step == LS_REMOVAL_STEP_DELETE) {
        out->propagation = ls_removal_propagation(&leaver->ref);
        return;
    }
    LS_ASSERT(notes->patch && notes->patch_version == facts->version);
    out->body = notes->patch;
    out->field_manager = field_manager;
}

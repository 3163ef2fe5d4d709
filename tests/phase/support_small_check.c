/* What must hold whenever a run sends something: against what the server holds, not only against
 * what the run knows. */
#include "support_small_impl.h"

/* A run whose first reads were old acts on them until the server refuses: by versions it harms
 * nothing. Nor does any run know what its watches have not told yet. */
static bool is_excused(const struct small_state *state, unsigned number, unsigned object)
{
    return state->runs[number].is_stale || state->objects[object].known[number].has_news;
}

static void lock_check(struct small_model *model, const struct small_state *state, unsigned number)
{
    if (state->parent.holder != number + 1)
        small_violate(model, "a run wrote without the lock");
}

static void gates_check(struct small_model *model, const struct small_state *state, unsigned number,
                        uint32_t cell)
{
    const struct small_plan *plan = &model->plans[state->goal];
    for (uint32_t i = 0; plan->revision && i < plan->revision->member_count; i++) {
        unsigned at = plan->object_of[i];
        const struct small_object *object = &state->objects[at];
        bool is_met = object->was_ready && object->written == small_content_of(state->goal);
        if (plan->revision->members[i].gate < cell && !is_met && !is_excused(state, number, at))
            small_violate(model, "a write went out before an earlier gate was met");
    }
}

void small_write_check(struct small_model *model, const struct small_state *state, unsigned number,
                       uint32_t cell)
{
    lock_check(model, state, number);
    gates_check(model, state, number, cell);
}

void small_delete_check(struct small_model *model, const struct small_state *state, unsigned number,
                        unsigned object)
{
    for (unsigned i = 0; i < model->object_count; i++) {
        struct small_snap now = state->objects[i].now;
        bool is_later = small_phase_of(model, i) > small_phase_of(model, object);
        if (is_later && !small_is_wanted(model, state->goal, i) && now.presence != SMALL_NONE &&
            !now.is_unlabeled && !is_excused(state, number, i))
            small_violate(model, "an object was removed before one of a later phase was gone");
    }
}

/* What a run says at its end is true, but for what it has not heard yet. */
void small_done_check(struct small_model *model, const struct small_state *state, unsigned number)
{
    for (unsigned i = 0; i < model->object_count; i++) {
        bool is_watched = state->objects[i].known[number].is_watched;
        if (is_watched && !is_excused(state, number, i) && !small_is_as_wanted(model, state, i))
            small_violate(model, "a run ended as done while an object is not as wanted");
    }
}

/* Requests of runs that are gone are carried out, or lost, before the next run ends. */
static void late_drop(struct small_state *state)
{
    for (int i = 0; i < SMALL_OBJECTS_MAX; i++)
        state->objects[i].late = (struct small_request){0};
    state->late = (struct small_parent){0};
    state->late_kind = SMALL_PARENT_NO_REQUEST;
}

/* Whoever comes next finds members by what the parent lists. */
void small_end_check(struct small_model *model, struct small_state *state, unsigned number,
                     bool lists_all)
{
    bool is_deleted = state->goal == SMALL_TEARDOWN;
    late_drop(state);
    for (unsigned i = 0; i < model->object_count; i++) {
        struct small_snap now = state->objects[i].now;
        if (now.presence == SMALL_NONE || now.is_unlabeled || is_excused(state, number, i))
            continue;
        if (is_deleted)
            small_violate(model, "the parent is deleted while an object of the set is there");
        else if (small_is_left_out(model, i) && !lists_all &&
                 !small_is_wanted(model, state->goal, i))
            small_violate(model, "the parent does not list an object of the set any more");
    }
}

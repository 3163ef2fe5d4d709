/* The server of a small world: it carries out one request at a time, with the preconditions that
 * the API has. What a write must not do is checked here. */
#include "support_small_impl.h"

/* ---- numbers that are free ---- */

/* After a state was made canonical its uids are the lowest ones. */
static unsigned uid_fresh(const struct small_object *object)
{
    unsigned used = LS_MAX(object->now.uid, object->frozen.uid);
    used = LS_MAX(used, object->late.uid);
    for (int i = 0; i < SMALL_RUNS_MAX; i++) {
        const struct small_known *known = &object->known[i];
        used = LS_MAX(used, known->seen.uid);
        used = LS_MAX(used, known->between.uid);
        used = LS_MAX(used, known->reply.uid);
        used = LS_MAX(used, known->request.uid);
        used = LS_MAX(used, known->gone);
        used = LS_MAX(used, known->watched);
        used = LS_MAX(used, known->left);
    }
    LS_ASSERT(used < SMALL_UIDS);
    return used + 1;
}

/* Newer than all that anybody knows of. */
static unsigned version_fresh(const struct small_object *object)
{
    unsigned used = LS_MAX(object->now.version, object->frozen.version);
    used = LS_MAX(used, object->late.version);
    for (int i = 0; i < SMALL_RUNS_MAX; i++) {
        const struct small_known *known = &object->known[i];
        used = LS_MAX(used, known->seen.version);
        used = LS_MAX(used, known->between.version);
        used = LS_MAX(used, known->reply.version);
        used = LS_MAX(used, known->request.version);
    }
    LS_ASSERT(used < SMALL_VERSIONS);
    return used + 1;
}

static unsigned parent_uid_fresh(const struct small_state *state)
{
    unsigned used = LS_MAX(state->frozen.uid, state->late.uid);
    for (int i = 0; i < SMALL_RUNS_MAX; i++) {
        const struct small_run *run = &state->runs[i];
        used = LS_MAX(used, run->parent.uid);
        used = LS_MAX(used, run->asked.uid);
        used = LS_MAX(used, run->reply.uid);
        used = LS_MAX(used, run->key);
    }
    LS_ASSERT(used < SMALL_UIDS);
    return used + 1;
}

/* ---- objects ---- */

void small_object_set(struct small_state *state, unsigned object, struct small_snap now)
{
    struct small_object *own = &state->objects[object];
    for (int i = 0; i < SMALL_RUNS_MAX; i++) {
        struct small_known *known = &own->known[i];
        if (!known->is_watched)
            continue;
        /* Of several events that wait the first and the latest are kept: a watch that breaks off
         * loses what is between them. */
        if (known->has_news && !known->has_between) {
            known->has_between = 1;
            known->between = own->now;
        }
        known->has_news = 1;
    }
    if (now.presence != SMALL_NONE)
        now.version = version_fresh(own) & 15;
    own->now = now;
}

static bool meets(const struct small_request *request, struct small_snap now)
{
    return now.presence != SMALL_NONE && request->uid == now.uid && request->version == now.version;
}

static bool is_idle(const struct small_request *request, struct small_snap now)
{
    return now.presence == SMALL_THERE && now.content == request->content && !now.is_touched &&
           !now.is_unlabeled;
}

static enum small_code apply(struct small_model *model, struct small_state *state, unsigned object,
                             const struct small_request *request)
{
    struct small_object *own = &state->objects[object];
    struct small_snap now = own->now;
    bool is_create = request->uid == 0;
    if (is_create ? now.presence != SMALL_NONE : !meets(request, now))
        return SMALL_CONFLICT;
    if (!is_create && is_idle(request, now))
        small_violate(model, "a write was carried out that changes nothing");
    if (is_create)
        now = (struct small_snap){.presence = SMALL_THERE, .uid = uid_fresh(own) & 3};
    now.content = request->content;
    now.status = now.status == SMALL_UNREADY ? SMALL_UNREADY : SMALL_OUTDATED;
    now.is_touched = now.is_unlabeled = 0;
    small_object_set(state, object, now);
    own->was_ready = 0;
    own->written = request->content;
    return SMALL_OK;
}

static enum small_code delete (struct small_model *model, struct small_state *state,
                               unsigned object, struct small_request *request, bool is_slow) {
    struct small_object *own = &state->objects[object]; struct small_snap now = own->now;
    bool is_unconditional = request->uid == 0;
    if (now.presence == SMALL_NONE) return SMALL_NOT_FOUND;
    if (is_unconditional) small_violate(model, "a delete went out without uid and version");
    else if (!meets(request, now)) return SMALL_CONFLICT;
    bool is_going = now.presence == SMALL_GOING;
    request->is_status = !is_going && !is_slow;
    if (is_going) return SMALL_OK;
    now.presence = SMALL_GOING;
    small_object_set(state, object, is_slow ? now : (struct small_snap){0});
    own->was_ready = 0;
    own->written = SMALL_OTHER;
    return SMALL_OK;
}

void small_request_carry_out(struct small_model *model, struct small_state *state, unsigned object,
                             struct small_request *request, struct small_snap *reply, bool is_slow)
{
    unsigned kind = request->is_settling ? SMALL_READ : request->kind;
    enum small_code code = SMALL_OK;
    if (kind == SMALL_APPLY)
        code = apply(model, state, object, request);
    else if (kind == SMALL_DELETE)
        code = delete (model, state, object, request, is_slow);
    else if (state->objects[object].now.presence == SMALL_NONE)
        code = SMALL_NOT_FOUND;
    request->code = code;
    request->is_answered = 1;
    *reply = (struct small_snap){0};
    if (code == SMALL_OK && !request->is_status)
        *reply = state->objects[object].now;
}

void small_late_carry_out(struct small_model *model, struct small_state *state, unsigned object)
{
    struct small_request late = state->objects[object].late;
    struct small_snap reply;
    state->objects[object].late = (struct small_request){0};
    small_request_carry_out(model, state, object, &late, &reply, false);
}

/* ---- the parent ---- */

/* Another parent has another uid, by which hashes are keyed: no object carries one of it yet. */
static void hashes_outdate(struct small_state *state)
{
    for (unsigned i = 0; i < SMALL_OBJECTS_MAX; i++) {
        struct small_snap now = state->objects[i].now;
        if (now.presence == SMALL_NONE)
            continue;
        now.content = SMALL_OTHER;
        state->objects[i].now = now;
    }
}

static enum small_code parent_apply(struct small_state *state, struct small_parent asked)
{
    struct small_parent *parent = &state->parent;
    bool is_create = asked.uid == 0;
    if (is_create ? parent->exists
                  : !parent->exists || parent->uid != asked.uid || parent->version != asked.version)
        return SMALL_CONFLICT;
    asked.uid = is_create ? parent_uid_fresh(state) & 3 : parent->uid;
    asked.version = (parent->version + 1u) & 15;
    asked.exists = 1;
    LS_ASSERT(asked.version < SMALL_VERSIONS);
    state->parent = asked;
    if (is_create)
        hashes_outdate(state);
    return SMALL_OK;
}

static enum small_code parent_delete(struct small_state *state, struct small_parent asked)
{
    struct small_parent parent = state->parent;
    if (!parent.exists)
        return SMALL_NOT_FOUND;
    if (parent.uid != asked.uid || parent.version != asked.version)
        return SMALL_CONFLICT;
    state->parent = (struct small_parent){0};
    return SMALL_OK;
}

static enum small_code parent_do(struct small_state *state, unsigned kind,
                                 struct small_parent asked)
{
    if (kind == SMALL_PARENT_APPLY)
        return parent_apply(state, asked);
    if (kind == SMALL_PARENT_DELETE)
        return parent_delete(state, asked);
    return state->parent.exists ? SMALL_OK : SMALL_NOT_FOUND;
}

void small_parent_carry_out(struct small_state *state, struct small_run *run)
{
    unsigned kind = run->is_settling ? SMALL_PARENT_READ : run->kind;
    run->code = parent_do(state, kind, run->asked);
    run->is_answered = 1;
    run->reply = run->code == SMALL_OK ? state->parent : (struct small_parent){0};
}

void small_late_parent_carry_out(struct small_state *state)
{
    struct small_parent late = state->late;
    unsigned kind = state->late_kind;
    state->late = (struct small_parent){0};
    state->late_kind = SMALL_PARENT_NO_REQUEST;
    (void)parent_do(state, kind, late);
}

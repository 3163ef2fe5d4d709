/* What a run knows of an object, kept in a state as bits, loaded into the engine's own book and
 * removal when something is learnt or decided, and read back. */
#include "support_small_impl.h"

enum {
    UID_BEFORE = SMALL_UIDS + 1, /* of nobody: whoever was in the book's place before */
    EPOCH_VERSIONS = SMALL_VERSIONS + 1,
};

/* ---- into the book ---- */

static struct ls_facts facts_of(const struct small_model *model, const struct small_state *state,
                                unsigned object, struct small_snap snap, bool is_partial)
{
    enum small_role role = small_role_of(model, state->goal, object);
    unsigned shape = small_shape(snap);
    struct ls_facts facts = is_partial ? model->metadata[role][shape] : model->facts[role][shape];
    facts.uid = (struct ls_uid){model->epoch, snap.uid};
    facts.version = model->epoch * EPOCH_VERSIONS + snap.version;
    return facts;
}

static void note_absent(struct small_model *model, unsigned object)
{
    const struct ls_facts absent = {.presence = LS_PRESENCE_ABSENT, .reason = ""};
    (void)ls_book_note(model->book, object, &absent);
}

/* By a new epoch nothing that was loaded before is known any more, and who was here before is who
 * was noted last. */
static void gone_load(struct small_model *model, unsigned object, unsigned uid)
{
    model->epoch++;
    struct ls_facts facts = {.presence = LS_PRESENCE_THERE,
                             .holder = LS_HOLDER_US,
                             .version = model->epoch * EPOCH_VERSIONS,
                             .reason = "",
                             .uid = {model->epoch, uid != 0 ? uid : UID_BEFORE}};
    bool is_noted = ls_book_note(model->book, object, &facts);
    LS_ASSERT(is_noted);
}

static void known_load(struct small_model *model, const struct small_state *state, unsigned object,
                       const struct small_known *known)
{
    struct small_snap seen = known->seen;
    if (known->presence == LS_PRESENCE_ABSENT || seen.uid == 0) {
        note_absent(model, object);
    } else {
        bool is_whole = known->presence != LS_PRESENCE_UNSEEN;
        if (!is_whole)
            seen.presence = SMALL_THERE;
        struct ls_facts facts = facts_of(model, state, object, seen, is_whole && known->is_partial);
        bool is_noted = ls_book_note(model->book, object, &facts);
        LS_ASSERT(is_noted);
    }
    if (known->presence == LS_PRESENCE_UNSEEN)
        ls_book_doubt(model->book, object);
}

void small_book_load(struct small_model *model, const struct small_state *state, unsigned run,
                     unsigned object)
{
    const struct small_known *known = &state->objects[object].known[run];
    gone_load(model, object, known->gone);
    known_load(model, state, object, known);
}

/* ---- out of it ---- */

static void seen_set(struct small_known *known, struct small_snap seen)
{
    if (known->seen.uid != 0 && known->seen.uid != seen.uid)
        known->gone = known->seen.uid;
    known->seen = seen;
}

void small_book_read(struct small_model *model, struct small_state *state, unsigned run,
                     unsigned object)
{
    struct small_known *known = &state->objects[object].known[run];
    const struct ls_facts *facts = ls_book_facts(model->book, object);
    known->presence = facts->presence & 3u;
    if (facts->presence == LS_PRESENCE_ABSENT) {
        seen_set(known, (struct small_snap){0});
        known->is_partial = 0;
    } else if (facts->presence == LS_PRESENCE_UNSEEN) {
        known->seen = (struct small_snap){.uid = known->seen.uid, .version = known->seen.version};
        known->is_partial = 0;
    }
}

/* ---- observing ---- */

static void order_check(struct small_model *model, const struct small_known *known,
                        struct small_snap snap)
{
    bool is_older = snap.version < known->seen.version;
    if (is_older || known->gone == snap.uid)
        small_violate(model, "facts went back to an older version of an object");
}

static void take(struct small_model *model, struct small_state *state, unsigned run,
                 unsigned object, struct small_snap snap, bool is_partial)
{
    struct small_known *known = &state->objects[object].known[run];
    struct ls_facts facts;
    small_book_load(model, state, run, object);
    facts = facts_of(model, state, object, snap, is_partial);
    bool is_taken = ls_book_note(model->book, object, &facts) || model->rules.takes_older;
    if (!is_taken)
        return;
    order_check(model, known, snap);
    seen_set(known, snap);
    known->presence = facts.presence & 3u;
    known->is_partial = is_partial;
    /* No selected watch tells of it: it gets one of its own, which begins with a list. */
    if (snap.presence == SMALL_GOING && snap.is_unlabeled && !known->is_named)
        known->is_named = known->is_watched = known->has_news = 1;
}

static bool is_echo(const struct small_known *known, struct small_snap snap)
{
    return known->presence >= LS_PRESENCE_THERE && !known->is_partial &&
           known->seen.version == snap.version && known->seen.uid == snap.uid;
}

void small_observe(struct small_model *model, struct small_state *state, unsigned run,
                   unsigned object, struct small_snap snap)
{
    if (!is_echo(&state->objects[object].known[run], snap))
        take(model, state, run, object, snap, false);
}

void small_observe_metadata(struct small_model *model, struct small_state *state, unsigned run,
                            unsigned object, struct small_snap snap)
{
    const struct small_known *known = &state->objects[object].known[run];
    if (known->presence == LS_PRESENCE_UNSEEN && snap.is_unlabeled)
        take(model, state, run, object, snap, true);
}

void small_observe_absent(struct small_model *model, struct small_state *state, unsigned run,
                          unsigned object)
{
    small_book_load(model, state, run, object);
    note_absent(model, object);
    small_book_read(model, state, run, object);
}

void small_doubt(struct small_model *model, struct small_state *state, unsigned run,
                 unsigned object)
{
    small_book_load(model, state, run, object);
    ls_book_doubt(model->book, object);
    small_book_read(model, state, run, object);
}

/* ---- the removal ---- */

static struct small_removal *removal_make(struct small_model *model, unsigned goal, unsigned mask)
{
    struct small_removal *removal = LS_ARENA_NEW(&model->arena, struct small_removal);
    struct ls_leaver leavers[SMALL_OBJECTS_MAX];
    size_t count = 0;
    for (unsigned i = 0; i < model->object_count; i++) {
        if (mask >> i & 1)
            leavers[count++] = (struct ls_leaver){
                .item = i, .ref = model->refs[i], .order = model->orders[i], .has_order = true};
    }
    ls_removal_make(&model->arena, leavers, count, &removal->plan);
    const struct ls_leaving_options options = {.field_manager = "lockstep:shop/web",
                                               .wanted = model->plans[goal].revision};
    removal->leaving = ls_leaving_new(&removal->plan, model->book, &options);
    return removal;
}

static unsigned leaver_mask(const struct small_model *model, const struct small_state *state,
                            unsigned run)
{
    unsigned mask = 0;
    for (unsigned i = 0; i < model->object_count; i++)
        mask |= (unsigned)state->objects[i].known[run].is_leaver << i;
    return mask;
}

/* What the removal remembers of a leaver besides facts: is a request of it in flight, and did it
 * leave its watch since. */
static void row_load(struct small_model *model, const struct small_state *state, unsigned run,
                     struct ls_leaving *leaving, unsigned object)
{
    const struct small_known *known = &state->objects[object].known[run];
    const struct ls_intent read = {.kind = LS_INTENT_READ, .item = object};
    struct ls_err none = {0};
    struct ls_intent intent;
    ls_leaving_answered(leaving, &(struct ls_result){.intent = &read, .code = LS_OK, .err = &none});
    gone_load(model, object, known->gone);
    ls_leaving_note(leaving, object);
    if (known->request.kind != SMALL_NO_REQUEST) {
        enum ls_removal_step step =
            ls_leaving_next(leaving, ls_leaving_of(leaving, object), &intent);
        LS_ASSERT(step == LS_REMOVAL_STEP_DELETE);
        if (known->has_left)
            ls_leaving_left(leaving, object);
        if (known->was_told)
            ls_leaving_told(leaving, object);
    }
    known_load(model, state, object, known);
    ls_leaving_note(leaving, object);
}

struct ls_leaving *small_leaving_load(struct small_model *model, const struct small_state *state,
                                      unsigned run)
{
    unsigned mask = leaver_mask(model, state, run);
    struct small_removal **slot =
        &model->removals[(unsigned)state->goal << SMALL_OBJECTS_MAX | mask];
    if (!*slot)
        *slot = removal_make(model, state->goal, mask);
    for (unsigned i = 0; i < model->object_count; i++) {
        if (mask >> i & 1)
            row_load(model, state, run, (*slot)->leaving, i);
    }
    return (*slot)->leaving;
}

void small_left(struct small_model *model, struct small_state *state, unsigned run, unsigned object,
                unsigned uid)
{
    struct small_known *known = &state->objects[object].known[run];
    if (known->seen.uid != uid)
        return;
    if (model->rules.takes_left_as_gone) {
        small_observe_absent(model, state, run, object);
    } else if (known->is_leaver) {
        ls_leaving_left(small_leaving_load(model, state, run), object);
        known->has_left = known->request.kind != SMALL_NO_REQUEST;
        small_book_read(model, state, run, object);
    } else if (known->request.kind != SMALL_NO_REQUEST) {
        known->left = uid & 3;
    } else {
        small_doubt(model, state, run, object);
    }
}

void small_leaver_answered(struct small_model *model, struct small_state *state, unsigned run,
                           unsigned object, const struct ls_result *result)
{
    struct small_known *known = &state->objects[object].known[run];
    struct ls_leaving *leaving = small_leaving_load(model, state, run);
    struct ls_intent intent = *result->intent;
    struct ls_result heard = *result;
    intent.uid = (struct ls_uid){ls_book_facts(model->book, object)->uid.high, known->request.uid};
    heard.intent = &intent;
    ls_leaving_answered(leaving, &heard);
    known->request = (struct small_request){0};
    known->reply = (struct small_snap){0};
    known->has_left = known->was_told = 0;
    small_book_read(model, state, run, object);
}

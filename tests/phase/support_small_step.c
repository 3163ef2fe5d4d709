/* What can happen in a small world: a table of steps. Each can happen or not in a state; when it
 * can, it changes the state in one way. */
#include "support_small_impl.h"

#include <string.h>

enum { STEP_PARENT = SMALL_OBJECTS_MAX }; /* in place of an object */

struct args {
    unsigned kind;
    unsigned run;
    unsigned object;
    unsigned way;
};

static small_step step_of(struct args args)
{
    return (small_step)(args.kind << 6 | args.run << 5 | args.object << 2 | args.way);
}

static struct args args_of(small_step step)
{
    return (struct args){step >> 6, step >> 5 & 1, step >> 2 & 7, step & 3};
}

/* ---- the user ---- */

/* Whoever held the lock under this name is dead from now on. */
static void holder_bury(struct small_state *state, unsigned number)
{
    struct small_parent *all[3 + 3 * SMALL_RUNS_MAX] = {&state->parent, &state->frozen,
                                                        &state->late};
    size_t count = 3;
    for (int i = 0; i < SMALL_RUNS_MAX; i++) {
        all[count++] = &state->runs[i].parent;
        all[count++] = &state->runs[i].asked;
        all[count++] = &state->runs[i].reply;
    }
    for (size_t i = 0; i < count; i++) {
        if (all[i]->holder == number + 1)
            all[i]->holder = SMALL_DEAD;
    }
}

static bool start_can(const struct small_model *model, const struct small_state *state,
                      struct args args)
{
    const struct small_run *run = &state->runs[args.run];
    if (run->stage != SMALL_OFF)
        return false;
    if (args.way != state->goal)
        return state->left.turns > 0;
    return run->end == SMALL_NO_END || !small_is_satisfied(model, state);
}

static void start_do(struct small_model *model, struct small_state *state, struct args args)
{
    static const char *const goals[] = {"apply", "apply of the second manifests", "delete"};
    small_tell(model, "The user starts a run: %s.", goals[args.way]);
    if (args.way != state->goal)
        state->left.turns--;
    state->goal = args.way & 3;
    holder_bury(state, args.run);
    small_run_begin(model, state, args.run);
}

/* ---- a run reads and decides ---- */

static bool is_stale_allowed(const struct small_state *state, const struct small_run *run)
{
    return state->is_frozen && (state->left.stales > 0 || run->is_stale);
}

static void stale_take(struct small_model *model, struct small_state *state, struct small_run *run)
{
    small_tell(model, " An earlier revision is served.");
    if (!run->is_stale)
        state->left.stales--;
    run->is_stale = 1;
}

static bool read_parent_can(const struct small_model *model, const struct small_state *state,
                            struct args args)
{
    (void)model;
    const struct small_run *run = &state->runs[args.run];
    return run->stage == SMALL_START && (args.way == 0 || is_stale_allowed(state, run));
}

static void read_parent_do(struct small_model *model, struct small_state *state, struct args args)
{
    struct small_parent parent = args.way ? state->frozen : state->parent;
    small_tell(model, "It reads the parent.");
    if (args.way)
        stale_take(model, state, &state->runs[args.run]);
    small_run_read_parent(model, state, args.run, parent);
}

static bool list_can(const struct small_model *model, const struct small_state *state,
                     struct args args)
{
    (void)model;
    const struct small_run *run = &state->runs[args.run];
    return run->stage == SMALL_LISTING && (args.way == 0 || is_stale_allowed(state, run));
}

static void frozen_drop(struct small_state *state)
{
    state->is_frozen = 0;
    state->frozen = (struct small_parent){0};
    for (int i = 0; i < SMALL_OBJECTS_MAX; i++)
        state->objects[i].frozen = (struct small_snap){0};
}

static void list_do(struct small_model *model, struct small_state *state, struct args args)
{
    small_tell(model, "It lists the objects.");
    if (args.way)
        stale_take(model, state, &state->runs[args.run]);
    small_run_list(model, state, args.run, args.way);
    if (state->left.stales == 0)
        frozen_drop(state);
}

static bool complete_can(const struct small_model *model, const struct small_state *state,
                         struct args args)
{
    (void)model;
    return state->runs[args.run].stage == SMALL_VIEW;
}

static void complete_do(struct small_model *model, struct small_state *state, struct args args)
{
    small_tell(model, "It has read everything.");
    small_run_complete(model, state, args.run);
}

/* Of what leaves and an old list did not show at all the watch has told before anything is decided:
 * a run that never heard of an object cannot but leave it behind. */
static bool decide_can(const struct small_model *model, const struct small_state *state,
                       struct args args)
{
    const struct small_run *run = &state->runs[args.run];
    for (unsigned i = 0; run->is_stale && i < model->object_count; i++) {
        const struct small_known *known = &state->objects[i].known[args.run];
        bool is_unheard = known->seen.uid == 0 && known->gone == 0 && known->has_news;
        if (is_unheard && !small_is_wanted(model, state->goal, i))
            return false;
    }
    return run->stage == SMALL_WORK;
}

static void decide_do(struct small_model *model, struct small_state *state, struct args args)
{
    small_tell(model, "It decides:");
    small_run_decide(model, state, args.run);
}

/* ---- requests ---- */

static const struct small_request *request_at(const struct small_state *state, struct args args)
{
    return &state->objects[args.object].known[args.run].request;
}

static bool is_on_its_way(const struct small_state *state, struct args args, bool is_answered)
{
    const struct small_run *run = &state->runs[args.run];
    if (args.object == STEP_PARENT)
        return run->kind != SMALL_PARENT_NO_REQUEST && run->is_answered == is_answered;
    const struct small_request *request = request_at(state, args);
    return request->kind != SMALL_NO_REQUEST && request->is_answered == is_answered;
}

/* Watches are not behind for ever: before the last write of a run is carried out it has been told
 * of all that leaves, and, where its first reads were old, of everything. */
static bool is_lagging(const struct small_model *model, const struct small_state *state,
                       struct args args)
{
    const struct small_run *run = &state->runs[args.run];
    bool is_last = args.object == STEP_PARENT && run->is_closing;
    for (unsigned i = 0; is_last && i < model->object_count; i++) {
        bool counts = run->is_stale || !small_is_wanted(model, state->goal, i);
        if (counts && state->objects[i].known[args.run].has_news)
            return true;
    }
    return false;
}

/* Way 1: a delete that is accepted, and waits for finalizers. */
static bool commit_can(const struct small_model *model, const struct small_state *state,
                       struct args args)
{
    if (!is_on_its_way(state, args, false) || is_lagging(model, state, args))
        return false;
    bool is_delete = args.object != STEP_PARENT && request_at(state, args)->kind == SMALL_DELETE &&
                     !request_at(state, args)->is_settling;
    return args.way == 0 || is_delete;
}

static void name_tell(struct small_model *model, const char *format, struct args args)
{
    char name[3];
    if (!model->tale)
        return;
    if (args.object != STEP_PARENT)
        small_name(model, args.object, name);
    const char *at = strstr(format, "%s");
    LS_ASSERT(at);
    ls_buf_printf(model->tale, "%.*s%s%s", (int)(at - format), format,
                  args.object != STEP_PARENT ? name : "the parent", at + 2);
}

static void commit_do(struct small_model *model, struct small_state *state, struct args args)
{
    static const char *const codes[] = {"done", "refused, conflict", "not found"};
    unsigned code;
    name_tell(model, "The server carries out the request about %s: ", args);
    if (args.object == STEP_PARENT) {
        small_parent_carry_out(state, &state->runs[args.run]);
        code = state->runs[args.run].code;
    } else {
        struct small_known *known = &state->objects[args.object].known[args.run];
        struct small_request request = known->request;
        struct small_snap reply;
        small_request_carry_out(model, state, args.object, &request, &reply, args.way);
        known->request = request;
        known->reply = reply;
        code = request.code;
    }
    small_tell(model, "%s%s.", codes[code], args.way ? ", it waits for finalizers" : "");
}

static bool reply_can(const struct small_model *model, const struct small_state *state,
                      struct args args)
{
    (void)model;
    return is_on_its_way(state, args, true);
}

static void reply_do(struct small_model *model, struct small_state *state, struct args args)
{
    static const enum ls_code codes[] = {
        [SMALL_OK] = LS_OK, [SMALL_CONFLICT] = LS_E_CONFLICT, [SMALL_NOT_FOUND] = LS_E_NOT_FOUND};
    name_tell(model, "The answer about %s arrives.", args);
    if (args.object == STEP_PARENT)
        small_run_parent_answered(model, state, args.run, codes[state->runs[args.run].code]);
    else
        small_run_answered(model, state, args.run, args.object,
                           codes[request_at(state, args)->code]);
}

/* ---- what is lost ---- */

static bool is_write_out(const struct small_state *state, struct args args)
{
    if (!is_on_its_way(state, args, false))
        return false;
    if (args.object == STEP_PARENT)
        return !state->runs[args.run].is_settling &&
               state->runs[args.run].kind != SMALL_PARENT_READ;
    return !request_at(state, args)->is_settling && request_at(state, args)->kind != SMALL_READ;
}

/* Way 1: it is carried out later, when nobody waits for it any more. */
static bool lose_can(const struct small_model *model, const struct small_state *state,
                     struct args args)
{
    (void)model;
    if (state->left.losses == 0)
        return false;
    if (args.way == 0)
        return is_on_its_way(state, args, false) || is_on_its_way(state, args, true);
    return state->left.lates > 0 && is_write_out(state, args);
}

static void late_keep(struct small_state *state, unsigned number, unsigned object)
{
    struct small_run *run = &state->runs[number];
    if (object == STEP_PARENT) {
        state->late = run->asked;
        state->late_kind = run->kind;
    } else {
        state->objects[object].late = state->objects[object].known[number].request;
    }
}

static void lose_do(struct small_model *model, struct small_state *state, struct args args)
{
    bool is_reply = is_on_its_way(state, args, true);
    name_tell(model, is_reply ? "The answer about %s is lost" : "The request about %s is lost",
              args);
    small_tell(model, "%s.", args.way ? ", but will be carried out" : "");
    state->left.losses--;
    if (args.way) {
        state->left.lates--;
        late_keep(state, args.run, args.object);
    }
    if (args.object == STEP_PARENT)
        small_run_parent_answered(model, state, args.run, LS_E_UNKNOWN_RESULT);
    else
        small_run_answered(model, state, args.run, args.object, LS_E_UNKNOWN_RESULT);
}

static bool late_can(const struct small_model *model, const struct small_state *state,
                     struct args args)
{
    (void)model;
    if (args.object == STEP_PARENT)
        return state->late_kind != SMALL_PARENT_NO_REQUEST;
    return state->objects[args.object].late.kind != SMALL_NO_REQUEST;
}

static void late_do(struct small_model *model, struct small_state *state, struct args args)
{
    name_tell(model, "The server carries out a late request about %s.", args);
    if (args.object == STEP_PARENT)
        small_late_parent_carry_out(state);
    else
        small_late_carry_out(model, state, args.object);
}

/* Way 1: what it had sent is carried out later. */
static bool crash_can(const struct small_model *model, const struct small_state *state,
                      struct args args)
{
    if (state->left.crashes == 0 || state->runs[args.run].stage == SMALL_OFF)
        return false;
    if (args.way == 0)
        return true;
    if (state->left.lates == 0)
        return false;
    for (args.object = 0; args.object <= STEP_PARENT; args.object++) {
        bool is_there = args.object < model->object_count || args.object == STEP_PARENT;
        if (is_there && is_write_out(state, args))
            return true;
    }
    return false;
}

static void crash_do(struct small_model *model, struct small_state *state, struct args args)
{
    small_tell(model, "The run is killed%s.", args.way ? "; what it sent will be carried out" : "");
    state->left.crashes--;
    if (args.way) {
        state->left.lates--;
        for (args.object = 0; args.object <= STEP_PARENT; args.object++) {
            bool is_there = args.object < model->object_count || args.object == STEP_PARENT;
            if (is_there && is_write_out(state, args))
                late_keep(state, args.run, args.object);
        }
    }
    small_run_forget(state, args.run);
    memset(&state->runs[args.run], 0, sizeof state->runs[args.run]);
    holder_bury(state, args.run);
}

/* ---- events ---- */

static bool event_can(const struct small_model *model, const struct small_state *state,
                      struct args args)
{
    (void)model;
    const struct small_run *run = &state->runs[args.run];
    if (args.object != STEP_PARENT)
        return state->objects[args.object].known[args.run].has_news && run->stage >= SMALL_VIEW;
    bool is_same = run->parent.exists == state->parent.exists &&
                   run->parent.uid == state->parent.uid &&
                   run->parent.version == state->parent.version;
    return run->is_lock_watched && !is_same;
}

static void event_do(struct small_model *model, struct small_state *state, struct args args)
{
    name_tell(model, "The watch tells of %s.", args);
    if (args.object == STEP_PARENT)
        small_run_parent_event(model, state, args.run);
    else
        small_run_event(model, state, args.run, args.object);
}

static bool break_can(const struct small_model *model, const struct small_state *state,
                      struct args args)
{
    (void)model;
    return state->left.losses > 0 && state->objects[args.object].known[args.run].has_between;
}

static void break_do(struct small_model *model, struct small_state *state, struct args args)
{
    struct small_known *known = &state->objects[args.object].known[args.run];
    name_tell(model, "The watch of %s breaks off; an event is lost.", args);
    state->left.losses--;
    known->has_between = 0;
    known->between = (struct small_snap){0};
}

/* ---- the cluster and other people ---- */

static struct small_snap now_of(const struct small_state *state, struct args args)
{
    return state->objects[args.object].now;
}

static bool ready_can(const struct small_model *model, const struct small_state *state,
                      struct args args)
{
    (void)model;
    struct small_snap now = now_of(state, args);
    return now.presence == SMALL_THERE && now.status != SMALL_READY;
}

static void ready_do(struct small_model *model, struct small_state *state, struct args args)
{
    struct small_object *object = &state->objects[args.object];
    struct small_snap now = object->now;
    name_tell(model, "%s becomes ready.", args);
    now.status = SMALL_READY;
    small_object_set(state, args.object, now);
    object->was_ready |= now.content == object->written && !now.is_touched;
}

static bool unready_can(const struct small_model *model, const struct small_state *state,
                        struct args args)
{
    (void)model;
    struct small_snap now = now_of(state, args);
    return state->left.unreadies > 0 && now.presence == SMALL_THERE && now.status == SMALL_READY;
}

static void unready_do(struct small_model *model, struct small_state *state, struct args args)
{
    struct small_snap now = now_of(state, args);
    name_tell(model, "%s is not ready any more.", args);
    state->left.unreadies--;
    now.status = SMALL_UNREADY;
    small_object_set(state, args.object, now);
}

static bool finalize_can(const struct small_model *model, const struct small_state *state,
                         struct args args)
{
    (void)model;
    return now_of(state, args).presence == SMALL_GOING;
}

static void finalize_do(struct small_model *model, struct small_state *state, struct args args)
{
    name_tell(model, "The finalizers of %s are gone, and with them the object.", args);
    small_object_set(state, args.object, (struct small_snap){0});
}

/* Way 1: the label. */
static bool edit_can(const struct small_model *model, const struct small_state *state,
                     struct args args)
{
    (void)model;
    struct small_snap now = now_of(state, args);
    return state->left.edits > 0 && now.presence == SMALL_THERE &&
           !(args.way ? now.is_unlabeled : now.is_touched);
}

static void edit_do(struct small_model *model, struct small_state *state, struct args args)
{
    struct small_snap now = now_of(state, args);
    name_tell(model,
              args.way ? "Somebody takes the label off %s." : "Somebody changes a field of %s.",
              args);
    state->left.edits--;
    if (args.way) {
        now.is_unlabeled = 1;
    } else {
        now.is_touched = 1;
        now.status = now.status == SMALL_UNREADY ? SMALL_UNREADY : SMALL_OUTDATED;
    }
    small_object_set(state, args.object, now);
}

static bool delete_can(const struct small_model *model, const struct small_state *state,
                       struct args args)
{
    (void)model;
    return state->left.deletions > 0 && now_of(state, args).presence != SMALL_NONE;
}

static void delete_do(struct small_model *model, struct small_state *state, struct args args)
{
    name_tell(model, "Somebody deletes %s.", args);
    state->left.deletions--;
    small_object_set(state, args.object, (struct small_snap){0});
}

/* ---- time ---- */

static bool tick_can(const struct small_model *model, const struct small_state *state,
                     struct args args)
{
    (void)model;
    const struct small_run *run = &state->runs[args.run];
    bool is_counting = run->lock == LS_LOCK_OURS || run->kind == SMALL_PARENT_APPLY;
    return state->left.ticks > 0 && run->stage == SMALL_WORK && is_counting;
}

static void tick_do(struct small_model *model, struct small_state *state, struct args args)
{
    struct small_run *run = &state->runs[args.run];
    small_tell(model, "Time passes for the holder of the lock.");
    state->left.ticks--;
    if (run->lock == LS_LOCK_OURS)
        run->age = LS_MIN(run->age + 1u, SMALL_LAPSED) & 3;
    if (run->kind == SMALL_PARENT_APPLY)
        run->sent_age = LS_MIN(run->sent_age + 1u, SMALL_LAPSED) & 3;
}

/* A holder has counted longer than whoever watches it: it began when it sent the text. */
static bool silence_can(const struct small_model *model, const struct small_state *state,
                        struct args args)
{
    (void)model;
    const struct small_run *run = &state->runs[args.run];
    unsigned holder = run->parent.holder;
    if (run->stage != SMALL_WORK || run->lock != LS_LOCK_HELD || run->is_silent || holder == 0)
        return false;
    if (holder == SMALL_DEAD)
        return true;
    const struct small_run *other = &state->runs[holder - 1];
    bool is_renewing = other->kind == SMALL_PARENT_APPLY && other->sent_age != SMALL_LAPSED;
    return other->stage == SMALL_WORK && other->lock == LS_LOCK_OURS &&
           other->age == SMALL_LAPSED && !is_renewing;
}

static void silence_do(struct small_model *model, struct small_state *state, struct args args)
{
    small_tell(model, "The holder of the lock has not been heard of for long enough.");
    state->runs[args.run].is_silent = 1;
}

static bool freeze_can(const struct small_model *model, const struct small_state *state,
                       struct args args)
{
    (void)model;
    (void)args;
    return state->left.stales > 0 && !state->is_frozen;
}

static void freeze_do(struct small_model *model, struct small_state *state, struct args args)
{
    (void)args;
    small_tell(model, "(This revision will be served later.)");
    state->is_frozen = 1;
    state->frozen = state->parent;
    for (unsigned i = 0; i < model->object_count; i++)
        state->objects[i].frozen = state->objects[i].now;
}

/* ---- the table ---- */

struct step_row {
    bool (*can)(const struct small_model *model, const struct small_state *state, struct args args);
    void (*act)(struct small_model *model, struct small_state *state, struct args args);
    uint8_t rank; /* on the way to the end without faults; 0: it is one */
    uint8_t ways;
    bool has_run;
    bool has_object;
    bool has_parent;
};

/* clang-format off */
static const struct step_row rows[] = {
    /*                              rank ways  run    object parent */
    {reply_can, reply_do,             1, 1, true,  true,  true},
    {commit_can, commit_do,           2, 2, true,  true,  true},
    {event_can, event_do,             3, 1, true,  true,  true},
    {read_parent_can, read_parent_do, 4, 2, true,  false, false},
    {list_can, list_do,               5, 2, true,  false, false},
    {complete_can, complete_do,       6, 1, true,  false, false},
    {decide_can, decide_do,           7, 1, true,  false, false},
    {late_can, late_do,               8, 1, false, true,  true},
    {finalize_can, finalize_do,       9, 1, false, true,  false},
    {ready_can, ready_do,            10, 1, false, true,  false},
    {silence_can, silence_do,        11, 1, true,  false, false},
    {start_can, start_do,            12, 3, true,  false, false},
    {crash_can, crash_do,             0, 2, true,  false, false},
    {lose_can, lose_do,               0, 2, true,  true,  true},
    {break_can, break_do,             0, 1, true,  true,  false},
    {edit_can, edit_do,               0, 2, false, true,  false},
    {delete_can, delete_do,           0, 1, false, true,  false},
    {unready_can, unready_do,         0, 1, false, true,  false},
    {tick_can, tick_do,               0, 1, true,  false, false},
    {freeze_can, freeze_do,           0, 1, false, false, false},
};
/* clang-format on */

static size_t objects_add(const struct small_model *model, struct args args, size_t count,
                          small_step out[SMALL_STEPS_MAX])
{
    const struct step_row *row = &rows[args.kind];
    unsigned objects = row->has_object ? model->object_count : 1;
    for (args.object = 0; args.object < objects; args.object++)
        out[count++] = step_of(args);
    args.object = STEP_PARENT;
    if (row->has_parent)
        out[count++] = step_of(args);
    LS_ASSERT(count < SMALL_STEPS_MAX - SMALL_OBJECTS_MAX - 1);
    return count;
}

size_t small_steps_make(const struct small_model *model, small_step out[SMALL_STEPS_MAX])
{
    size_t count = 0;
    for (unsigned kind = 0; kind < LS_COUNT(rows); kind++) {
        unsigned runs = rows[kind].has_run ? model->bounds.runs : 1;
        for (unsigned i = 0; i < runs * rows[kind].ways; i++)
            count = objects_add(
                model, (struct args){.kind = kind, .run = i % runs, .way = i / runs}, count, out);
    }
    return count;
}

bool small_step_take(struct small_model *model, const struct small_state *from, small_step step,
                     struct small_state *to)
{
    struct args args = args_of(step);
    const struct step_row *row = &rows[args.kind];
    if (!row->can(model, from, args))
        return false;
    memcpy(to, from, sizeof *to);
    if (row->has_run && model->bounds.runs > 1)
        small_tell(model, "[run %u] ", args.run + 1);
    row->act(model, to, args);
    return model->violation || memcmp(from, to, sizeof *to) != 0;
}

unsigned small_step_rank(small_step step)
{
    return rows[args_of(step).kind].rank;
}

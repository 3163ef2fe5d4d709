/* What does not change in a small world: manifests, their cells, and what the engine makes of each
 * shape of an object. All of it is made by the engine, from texts. */
#include "support_small_impl.h"

#include <stdarg.h>
#include <string.h>

#include "base/world.h"
#include "kube/resource.h"
#include "phase/words.h"
#include "value/json.h"

#define MANAGER "lockstep:shop/web"
#define SET_ID  "applyset-ours-v1"

static const struct ls_stamp stamp = {SET_ID, {"uid-of-parent", 13}};

const struct small_rules small_rules_real = {.decide = ls_decide};

void small_violate(struct small_model *model, const char *what)
{
    if (!model->violation)
        model->violation = what;
}

void small_tell(struct small_model *model, const char *format, ...)
{
    if (!model->tale)
        return;
    va_list args;
    va_start(args, format);
    ls_buf_vprintf(model->tale, format, args);
    va_end(args);
}

/* ---- which object is what ---- */

unsigned small_phase_of(const struct small_model *model, unsigned object)
{
    return object / model->bounds.width;
}

void small_name(const struct small_model *model, unsigned object, char out[3])
{
    if (model->names)
        object = model->names[object];
    out[0] = (char)('a' + object % model->bounds.width);
    out[1] = (char)('1' + small_phase_of(model, object));
    out[2] = '\0';
}

bool small_is_left_out(const struct small_model *model, unsigned object)
{
    return model->bounds.width > 1 && object == model->bounds.width - 1u;
}

bool small_is_wanted(const struct small_model *model, unsigned goal, unsigned object)
{
    return goal != SMALL_TEARDOWN && !(goal == SMALL_CHANGE && small_is_left_out(model, object));
}

enum small_role small_role_of(const struct small_model *model, unsigned goal, unsigned object)
{
    if (!small_is_wanted(model, goal, object))
        return SMALL_UNWANTED;
    return goal == SMALL_ROLLOUT ? SMALL_WANTS_FIRST : SMALL_WANTS_SECOND;
}

unsigned small_content_of(unsigned goal)
{
    return goal == SMALL_ROLLOUT ? SMALL_FIRST : SMALL_SECOND;
}

bool small_is_as_wanted(const struct small_model *model, const struct small_state *state,
                        unsigned object)
{
    struct small_snap now = state->objects[object].now;
    if (!small_is_wanted(model, state->goal, object))
        return now.presence == SMALL_NONE || now.is_unlabeled;
    return now.presence == SMALL_THERE && now.content == small_content_of(state->goal) &&
           !now.is_touched && !now.is_unlabeled && now.status == SMALL_READY;
}

bool small_is_satisfied(const struct small_model *model, const struct small_state *state)
{
    for (unsigned i = 0; i < model->object_count; i++) {
        if (!small_is_as_wanted(model, state, i))
            return false;
    }
    if (state->goal == SMALL_TEARDOWN)
        return !state->parent.exists;
    return state->parent.exists && state->parent.holder == 0;
}

unsigned small_shape(struct small_snap snap)
{
    unsigned shape = snap.presence;
    shape = shape * SMALL_CONTENT_COUNT + snap.content;
    shape = shape * SMALL_STATUS_COUNT + snap.status;
    return shape * 4 + snap.is_touched * 2 + snap.is_unlabeled;
}

/* ---- manifests ---- */

static void manifests_print(const struct small_model *model, enum small_goal goal,
                            struct ls_buf *out)
{
    char name[3];
    for (unsigned i = 0; i < model->object_count; i++) {
        if (!small_is_wanted(model, goal, i))
            continue;
        small_name(model, i, name);
        ls_buf_printf(out,
                      "---\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: %s\n"
                      "  annotations:\n    " LS_NOTE_CREATION_PHASE ": \"%u\"\n"
                      "spec:\n  minReadySeconds: %u\n",
                      name, small_phase_of(model, i) + 1, small_content_of(goal) + 1);
    }
}

static void plan_number(struct small_model *model, struct small_plan *plan, uint32_t member)
{
    const struct ls_member *row = &plan->revision->members[member];
    LS_ASSERT(row->gate != LS_NO_CELL);
    ls_ledger_add(plan->writes, member, row->cell);
    ls_ledger_add(plan->gates, member, row->gate);
    for (unsigned i = 0; i < model->object_count; i++) {
        if (strcmp(model->refs[i].name, row->ref.name) != 0)
            continue;
        plan->member_of[i] = member;
        plan->object_of[member] = i;
        model->orders[i] = row->order;
    }
}

static void plan_make(struct small_model *model, enum small_goal goal)
{
    struct small_plan *plan = &model->plans[goal];
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_problems problems LS_AUTO(ls_problems_release) = {0};
    struct ls_err err;
    memset(plan->member_of, 0xff, sizeof plan->member_of);
    if (goal == SMALL_TEARDOWN)
        return;
    manifests_print(model, goal, &text);
    enum ls_code code =
        ls_source_read_text(&plan->manifests, "small.yaml", ls_buf_slice(&text), &err);
    LS_ASSERT(code == LS_OK);
    size_t count = plan->manifests.list.count;
    struct ls_entry *entries = LS_ARENA_ARRAY(&model->arena, struct ls_entry, count);
    for (size_t i = 0; i < count; i++) {
        const struct ls_manifest *manifest = &plan->manifests.list.at[i];
        const char *name = ls_node_text(ls_node_at(manifest->object, "metadata.name"));
        entries[i] =
            (struct ls_entry){.manifest = manifest, .ref = {&model->resource, "shop", name}};
    }
    plan->revision = ls_revision_make(&model->arena, entries, count, LS_WAIT_ALL, &problems);
    LS_ASSERT(problems.count == 0 && plan->revision->member_count == count);
    plan->writes = ls_ledger_new(plan->revision->cell_count, LS_WRITE_COUNT);
    plan->gates = ls_ledger_new(plan->revision->cell_count, LS_GATE_COUNT);
    for (uint32_t i = 0; i < plan->revision->member_count; i++)
        plan_number(model, plan, i);
}

/* ---- objects ---- */

struct asked { /* a role's question with all it borrows */
    struct ls_question question;
    const struct ls_obj *intent;
    char applied[LS_APPLIED_BYTES];
};

static void asked_make(struct small_model *model, enum small_role role, struct asked *out)
{
    struct ls_err err;
    *out = (struct asked){.question = {.set_id = LS_SLICE(SET_ID), .manager = LS_SLICE(MANAGER)}};
    if (role == SMALL_UNWANTED)
        return;
    const struct small_plan *plan =
        &model->plans[role == SMALL_WANTS_FIRST ? SMALL_ROLLOUT : SMALL_CHANGE];
    const struct ls_member *member = &plan->revision->members[0];
    enum ls_code code = ls_intent_make(member, &stamp, false, &out->intent, &err);
    LS_ASSERT(code == LS_OK);
    ls_intent_applied(ls_obj_root(out->intent), &stamp, out->applied);
    out->question.wishes = &member->wishes;
    out->question.intent = out->intent;
    out->question.applied = out->applied;
    out->question.stamp = &stamp;
    out->question.judges = out->question.judges_health = true;
}

static const struct ls_obj *parse(const char *json)
{
    const struct ls_obj *obj = NULL;
    struct ls_err err;
    enum ls_code code = ls_json_parse(ls_slice_of(json), NULL, &obj, &err);
    LS_ASSERT(code == LS_OK);
    return obj;
}

/* As the server would hold it. A status is of the generation before where the shape says so. */
static const struct ls_obj *object_make(const struct asked *asked, struct small_snap snap)
{
    struct ls_buf json LS_AUTO(ls_buf_release) = {0};
    const char *applied = snap.content == SMALL_OTHER ? "v1:0" : asked[snap.content].applied;
    bool is_ready = snap.status != SMALL_UNREADY;
    ls_buf_printf(&json, "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{"
                         "\"name\":\"a1\",\"namespace\":\"shop\",\"resourceVersion\":\"7\","
                         "\"uid\":\"00000000-0000-0000-0000-000000000007\",\"generation\":3");
    if (!snap.is_unlabeled)
        ls_buf_printf(&json, ",\"labels\":{\"" LS_LABEL_PART_OF "\":\"" SET_ID "\"}");
    if (snap.presence == SMALL_GOING)
        ls_buf_printf(&json, ",\"deletionTimestamp\":\"2026-01-01T00:00:00Z\","
                             "\"finalizers\":[\"foregroundDeletion\"]");
    ls_buf_printf(
        &json,
        ",\"annotations\":{\"" LS_NOTE_APPLIED "\":\"%s\"},\"managedFields\":["
        "{\"manager\":\"" MANAGER "\",\"operation\":\"Apply\",\"apiVersion\":\"apps/v1\","
        "\"fieldsV1\":{"
        "\"f:metadata\":{%s\"f:annotations\":{\"f:" LS_NOTE_APPLIED "\":{},"
        "\"f:" LS_NOTE_ORDER "\":{},\"f:" LS_NOTE_CREATION_PHASE "\":{}}}%s}}%s]}",
        applied, snap.is_unlabeled ? "" : "\"f:labels\":{\"f:" LS_LABEL_PART_OF "\":{}},",
        snap.is_touched ? "" : ",\"f:spec\":{\"f:minReadySeconds\":{}}",
        snap.is_touched
            ? ",{\"manager\":\"kubectl-edit\",\"operation\":\"Update\","
              "\"apiVersion\":\"apps/v1\",\"fieldsV1\":{\"f:spec\":{\"f:minReadySeconds\":{}}}}"
            : "");
    ls_buf_printf(&json,
                  ",\"spec\":{\"replicas\":1,\"minReadySeconds\":%u},\"status\":{"
                  "\"observedGeneration\":%d,\"replicas\":1,\"updatedReplicas\":1,"
                  "\"readyReplicas\":%d,\"availableReplicas\":%d}}",
                  snap.is_touched ? 9 : snap.content + 1, snap.status == SMALL_OUTDATED ? 2 : 3,
                  is_ready, is_ready);
    return parse(ls_buf_text(&json));
}

/* What the rest of the model takes for granted. */
static void facts_check(enum small_role role, struct small_snap snap, const struct ls_facts *facts)
{
    bool is_there = snap.presence == SMALL_THERE;
    bool is_content = role != SMALL_UNWANTED && snap.content == (unsigned)role;
    LS_ASSERT(facts->presence == (is_there ? LS_PRESENCE_THERE : LS_PRESENCE_GOING));
    LS_ASSERT(facts->holder == LS_HOLDER_US);
    LS_ASSERT(!(facts->flags & LS_FACT_UNLABELED) == !snap.is_unlabeled);
    bool is_same = is_content && !snap.is_touched && !snap.is_unlabeled;
    LS_ASSERT(!(facts->flags & LS_FACT_SAME) == !is_same);
    bool is_ready = is_there && is_content && snap.status == SMALL_READY;
    LS_ASSERT((facts->verdict == LS_VERDICT_READY) == is_ready);
}

static void shape_project(struct small_model *model, struct asked *asked, struct small_snap snap)
{
    unsigned shape = small_shape(snap);
    model->objects[shape] = object_make(asked, snap);
    struct ls_node object = ls_obj_root(model->objects[shape]);
    for (int role = 0; role < SMALL_ROLE_COUNT; role++) {
        struct ls_facts *facts = &model->facts[role][shape];
        struct ls_facts *metadata = &model->metadata[role][shape];
        ls_project(&model->arena, &asked[role].question, object, NULL, facts);
        ls_project_metadata(&model->arena, &asked[role].question, object, metadata);
        facts_check((enum small_role)role, snap, facts);
        facts->reason = metadata->reason = "";
        bool is_said_ready = snap.presence == SMALL_THERE && snap.status == SMALL_OUTDATED &&
                             !(facts->flags & LS_FACT_OTHER_HASH);
        if (is_said_ready && model->rules.takes_stale_status)
            facts->verdict = LS_VERDICT_READY;
    }
}

static void shapes_project(struct small_model *model)
{
    struct asked asked[SMALL_ROLE_COUNT];
    for (int role = 0; role < SMALL_ROLE_COUNT; role++)
        asked_make(model, (enum small_role)role, &asked[role]);
    for (unsigned bits = 0; bits < SMALL_SHAPES; bits++) {
        struct small_snap snap = {.is_unlabeled = bits & 1, .is_touched = bits >> 1 & 1};
        snap.status = bits / 4 % SMALL_STATUS_COUNT & 3;
        snap.content = bits / 4 / SMALL_STATUS_COUNT % SMALL_CONTENT_COUNT & 3;
        snap.presence = bits / 4 / SMALL_STATUS_COUNT / SMALL_CONTENT_COUNT & 3;
        if (snap.presence != SMALL_NONE)
            shape_project(model, asked, snap);
    }
    for (int role = 0; role < SMALL_ROLE_COUNT; role++)
        ls_obj_unref(asked[role].intent);
}

/* ---- the lock ---- */

/* Holder 0: nobody; 1: we; 2: another run. */
static void locks_make(struct small_model *model)
{
    struct ls_lock_name names[2] = {{.host = "here", .boot = "b", .pid = 7, .start = 1},
                                    {.host = "there", .boot = "b", .pid = 8, .start = 1}};
    for (int holder = 0; holder < 3; holder++) {
        struct ls_buf text LS_AUTO(ls_buf_release) = {0};
        if (holder > 0)
            ls_lock_print(&text, &names[holder - 1], 0);
        for (int bits = 0; bits < 4; bits++) {
            struct ls_lock_sight sight = {0};
            int64_t again_ms;
            bool is_dead = bits & 1;
            (void)ls_lock_decide(&sight, ls_buf_slice(&text), &names[0], false, 0, &again_ms);
            model->locks[holder][is_dead][bits >> 1] =
                ls_lock_decide(&sight, ls_buf_slice(&text), &names[0], is_dead,
                               bits >> 1 ? LS_LOCK_STALE_MS : 1, &again_ms);
        }
    }
}

/* ---- life ---- */

static void refs_make(struct small_model *model)
{
    model->resource = (struct ls_resource){.group = "apps",
                                           .version = "v1",
                                           .kind = "Deployment",
                                           .plural = "deployments",
                                           .is_namespaced = true};
    model->book = ls_book_new(model->world, NULL, NULL);
    for (unsigned i = 0; i < model->object_count; i++) {
        char *name = ls_arena_alloc(&model->arena, 3);
        small_name(model, i, name);
        model->refs[i] = (struct ls_ref){&model->resource, "shop", name};
        uint32_t item = ls_book_add(model->book, &model->refs[i]);
        LS_ASSERT(item == i);
    }
}

void small_model_init(struct small_model *model, const struct small_bounds *bounds,
                      const struct small_rules *rules)
{
    LS_ASSERT(bounds->phases >= 1 && bounds->phases <= SMALL_PHASES_MAX);
    LS_ASSERT(bounds->width >= 1 && bounds->width <= SMALL_WIDTH_MAX);
    LS_ASSERT(bounds->runs >= 1 && bounds->runs <= SMALL_RUNS_MAX);
    *model = (struct small_model){.bounds = *bounds, .rules = *rules};
    model->object_count = bounds->phases * bounds->width;
    model->world = ls_world_new_virtual(1, 0);
    refs_make(model);
    for (int goal = 0; goal < SMALL_GOAL_COUNT; goal++)
        plan_make(model, (enum small_goal)goal);
    shapes_project(model);
    locks_make(model);
    model->status = parse("{\"apiVersion\":\"v1\",\"kind\":\"Status\",\"status\":\"Success\"}");
}

void small_model_release(struct small_model *model)
{
    for (size_t i = 0; i < LS_COUNT(model->removals); i++) {
        if (model->removals[i])
            ls_leaving_free(model->removals[i]->leaving);
    }
    for (size_t i = 0; i < LS_COUNT(model->objects); i++)
        ls_obj_unref(model->objects[i]);
    ls_obj_unref(model->status);
    for (int goal = 0; goal < SMALL_GOAL_COUNT; goal++) {
        ls_ledger_free(model->plans[goal].writes);
        ls_ledger_free(model->plans[goal].gates);
        ls_manifests_release(&model->plans[goal].manifests);
    }
    ls_book_free(model->book);
    ls_world_free(model->world);
    ls_arena_release(&model->thinking);
    ls_arena_release(&model->arena);
}

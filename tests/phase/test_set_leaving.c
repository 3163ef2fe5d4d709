/*
 * Whole removals against a server of a few lines: objects with uid, version, label and finalizers
 * that answer deletes, patches and reads as kube-apiserver does. What is sent is decided by the
 * real rules, object by object and cell by cell.
 */
#include "phase/set/leaving.h"

#include <stdio.h>
#include <string.h>

#include "base/world.h"
#include "check.h"
#include "phase/set/decide.h"
#include "phase/words.h"
#include "value/json.h"

#define OUR_ID "applyset-ours-v1"

enum { OBJECTS_MAX = 40, STEPS_MAX = 4000 };

static const struct ls_resource kinds[] = {
    {.group = "", .version = "v1", .kind = "ConfigMap", .plural = "configmaps"},
    {.group = "apps", .version = "v1", .kind = "Deployment", .plural = "deployments"},
    {.group = "example.com", .version = "v1", .kind = "Widget", .plural = "widgets"},
    {.group = "apiextensions.k8s.io",
     .version = "v1",
     .kind = "CustomResourceDefinition",
     .plural = "customresourcedefinitions"},
    {.group = "", .version = "v1", .kind = "Namespace", .plural = "namespaces"},
};
enum { MAP, DEPLOYMENT, WIDGET, CRD, SPACE };

struct object {
    const struct ls_resource *resource;
    const char *space;
    char name[32];
    char order[32];
    const char *part_of; /* "": none */
    bool is_there;
    bool is_adopted;
    bool is_kept;
    bool is_guarded; /* a finalizer holds it once it is deleted */
    bool is_going;
    bool is_echoed; /* a delete answers with the object, though it is gone, as of Services */
    bool is_refused;
    unsigned uid;
    unsigned version;
    unsigned deletes; /* that were carried out */
    unsigned reads;
    unsigned patches;
};

struct stage {
    struct ls_world *world;
    struct ls_arena arena;
    struct ls_book *book;
    struct ls_removal plan;
    struct ls_leaving *leaving;
    struct object objects[OBJECTS_MAX];
    size_t count;
    unsigned version;
    struct ls_random random;
    struct ls_leaving_options options;
    struct ls_intent flying[OBJECTS_MAX]; /* sent, not answered */
    size_t flying_count;
    struct ls_decision decision;
    struct ls_arena looks;
};

static void on_change(void *self, uint32_t item)
{
    struct stage *stage = self;
    if (stage->leaving)
        ls_leaving_note(stage->leaving, item);
}

static void stage_init(struct stage *stage, uint64_t seed)
{
    *stage = (struct stage){.world = ls_world_new_virtual(seed, 0), .version = 100};
    stage->book = ls_book_new(stage->world, on_change, stage);
    stage->options.field_manager = "lockstep:set/shop";
    ls_random_init(&stage->random, seed);
}

static void stage_release(struct stage *stage)
{
    ls_leaving_free(stage->leaving);
    ls_book_free(stage->book);
    ls_arena_release(&stage->arena);
    ls_arena_release(&stage->looks);
    ls_world_free(stage->world);
}

static struct object *add(struct stage *stage, int kind, const char *space, const char *name,
                          const char *order)
{
    LS_ASSERT(stage->count < OBJECTS_MAX);
    struct object *object = &stage->objects[stage->count++];
    *object = (struct object){.resource = &kinds[kind],
                              .space = space,
                              .part_of = OUR_ID,
                              .is_there = true,
                              .uid = (unsigned)stage->count,
                              .version = ++stage->version};
    (void)snprintf(object->name, sizeof object->name, "%s", name);
    (void)snprintf(object->order, sizeof object->order, "%s", order);
    return object;
}

static struct ls_ref ref_of(const struct object *object)
{
    return (struct ls_ref){object->resource, object->space, object->name};
}

static const struct ls_obj *json_of(const struct object *object)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&text,
                  "{\"kind\":\"%s\",\"metadata\":{\"name\":\"%s\",\"uid\":\"%08u-0000-4000-8000-"
                  "000000000000\",\"resourceVersion\":\"%u\"",
                  object->resource->kind, object->name, object->uid, object->version);
    if (object->is_going)
        ls_buf_add_text(&text, ",\"deletionTimestamp\":\"2026-01-01T00:00:00Z\"");
    if (object->is_guarded)
        ls_buf_add_text(&text, ",\"finalizers\":[\"example.com/guard\"]");
    ls_buf_printf(&text, ",\"annotations\":{\"%s\":\"%s\",\"%s\":\"v1:a\"", LS_NOTE_ORDER,
                  object->order, LS_NOTE_APPLIED);
    if (object->is_adopted)
        ls_buf_add_text(&text, ",\"" LS_NOTE_ADOPTED "\":\"true\"");
    if (object->is_kept)
        ls_buf_add_text(&text, ",\"" LS_NOTE_KEEP "\":\"true\"");
    ls_buf_add_text(&text, "}");
    if (object->part_of[0])
        ls_buf_printf(&text, ",\"labels\":{\"" LS_LABEL_PART_OF "\":\"%s\"}", object->part_of);
    ls_buf_add_text(&text, "}}");
    const struct ls_obj *obj = NULL;
    struct ls_err err;
    CHECK_OK(ls_json_parse(ls_buf_slice(&text), NULL, &obj, &err), err);
    return obj;
}

/* What a watch or a reply shows. */
static void observe(struct stage *stage, uint32_t item, const struct ls_obj *obj)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    const struct ls_question question = {.set_id = LS_SLICE(OUR_ID)};
    struct ls_facts facts;
    ls_project(&arena, &question, ls_obj_root(obj), NULL, &facts);
    (void)ls_book_note(stage->book, item, &facts);
}

static void show(struct stage *stage, const struct object *object)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = json_of(object);
    struct ls_ref ref = ref_of(object);
    observe(stage, ls_book_add(stage->book, &ref), obj);
}

/* All that is there is seen, then it begins. */
static void begin(struct stage *stage)
{
    struct ls_leaver leavers[OBJECTS_MAX] = {0};
    for (size_t i = 0; i < stage->count; i++) {
        const struct object *object = &stage->objects[i];
        show(stage, object);
        leavers[i].ref = ref_of(object);
        leavers[i].item = ls_book_find(stage->book, &leavers[i].ref);
        leavers[i].has_order = ls_order_parse(ls_slice_of(object->order), &leavers[i].order);
    }
    ls_removal_make(&stage->arena, leavers, stage->count, &stage->plan);
    stage->leaving = ls_leaving_new(&stage->plan, stage->book, &stage->options);
}

/* ---- the server ---- */

static struct object *find(struct stage *stage, const struct ls_ref *ref)
{
    for (size_t i = 0; i < stage->count; i++) {
        struct ls_ref own = ref_of(&stage->objects[i]);
        if (ls_ref_equal(&own, ref))
            return &stage->objects[i];
    }
    return NULL;
}

static uint32_t item_of(const struct stage *stage, const struct object *object)
{
    struct ls_ref ref = ref_of(object);
    return ls_book_find(stage->book, &ref);
}

static uint32_t leaver_of(const struct stage *stage, const struct object *object)
{
    return ls_leaving_of(stage->leaving, item_of(stage, object));
}

/* Is it gone, or not ours any more? */
static bool is_away(const struct object *object)
{
    return !object->is_there || strcmp(object->part_of, OUR_ID) != 0;
}

static void touch(struct stage *stage, struct object *object)
{
    object->version = ++stage->version;
}

/* It leaves the selection of the watch. */
static void leave(struct stage *stage, const struct object *object)
{
    ls_leaving_left(stage->leaving, item_of(stage, object));
}

struct answer {
    enum ls_code code;
    const struct ls_obj *obj;
    const char *text;
};

static const struct ls_obj *success(void)
{
    const struct ls_obj *obj = NULL;
    struct ls_err err;
    CHECK_OK(
        ls_json_parse(LS_SLICE("{\"kind\":\"Status\",\"status\":\"Success\"}"), NULL, &obj, &err),
        err);
    return obj;
}

static struct answer serve_delete(struct stage *stage, struct object *object,
                                  const struct ls_intent *intent)
{
    char uid[37];
    char own_uid[40];
    ls_uid_print(intent->uid, uid);
    (void)snprintf(own_uid, sizeof own_uid, "%08u-0000-4000-8000-000000000000", object->uid);
    CHECK(intent->version != 0);
    if (object->is_refused)
        return (struct answer){LS_E_FORBIDDEN, NULL, "a webhook says no"};
    if (strcmp(uid, own_uid) != 0 || intent->version != object->version)
        return (struct answer){LS_E_CONFLICT, NULL, "the object has been modified"};
    CHECK(!object->is_adopted || stage->options.manners.manners.deletes_adopted);
    CHECK(!object->is_kept);
    CHECK_STR(object->part_of, OUR_ID);
    object->deletes++;
    touch(stage, object);
    object->is_there = object->is_guarded;
    object->is_going = object->is_guarded;
    bool has_object = object->is_guarded || object->is_echoed;
    return (struct answer){LS_OK, has_object ? json_of(object) : success(), ""};
}

static struct answer serve_patch(struct stage *stage, struct object *object,
                                 const struct ls_intent *intent)
{
    object->patches++;
    if (intent->version != object->version || object->is_refused)
        return (struct answer){LS_E_INVALID, NULL, "the server rejected our request"};
    object->part_of = "";
    touch(stage, object);
    return (struct answer){LS_OK, json_of(object), ""};
}

static struct answer serve(struct stage *stage, const struct ls_intent *intent)
{
    struct object *object = find(stage, &intent->ref);
    object->reads += intent->kind == LS_INTENT_READ;
    if (!object->is_there)
        return (struct answer){LS_E_NOT_FOUND, NULL, "not found"};
    if (intent->kind == LS_INTENT_DELETE)
        return serve_delete(stage, object, intent);
    if (intent->kind == LS_INTENT_PATCH)
        return serve_patch(stage, object, intent);
    return (struct answer){LS_OK, json_of(object), ""};
}

/* The answer to a flying intent comes; what the watch tells of it comes first or after. */
static void answer_one(struct stage *stage, size_t at, bool is_watch_first)
{
    struct ls_intent intent = stage->flying[at];
    struct object *object = find(stage, &intent.ref);
    stage->flying[at] = stage->flying[--stage->flying_count];
    struct answer answer = serve(stage, &intent);
    bool has_left = is_away(object) && intent.kind != LS_INTENT_READ;
    if (has_left && is_watch_first)
        leave(stage, object);
    struct ls_err err = {.code = answer.code};
    (void)snprintf(err.text, sizeof err.text, "%s", answer.text);
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = answer.obj;
    if (obj && !ls_node_string_is(ls_node_at(ls_obj_root(obj), "kind"), "Status"))
        observe(stage, intent.item, obj);
    ls_leaving_answered(
        stage->leaving,
        &(struct ls_result){.intent = &intent, .code = answer.code, .err = &err, .obj = obj});
    if (has_left && !is_watch_first)
        leave(stage, object);
}

/* ---- the loop ---- */

static void check_turn(struct stage *stage, uint32_t leaver)
{
    for (uint32_t i = 0; i < stage->plan.count; i++) {
        if (stage->plan.cells[i] < stage->plan.cells[leaver])
            CHECK(is_away(find(stage, &stage->plan.leavers[i].ref)));
    }
}

static void count_instances(struct stage *stage, uint32_t leaver)
{
    struct ls_instances instances = {.names = "Widget shop/theirs"};
    for (size_t i = 0; i < stage->count; i++) {
        const struct object *object = &stage->objects[i];
        struct ls_ref ref = ref_of(object);
        if (object->resource == &kinds[WIDGET] && object->is_there &&
            !ls_leaving_deletes(stage->leaving, &ref))
            instances.count++;
    }
    ls_leaving_counted(stage->leaving, leaver, &instances);
}

static void look(struct stage *stage)
{
    struct ls_view view = {.goal = LS_GOAL_TEARDOWN,
                           .leaving = ls_leaving_ledger(stage->leaving),
                           .is_parent_there = true,
                           .lock = LS_LOCK_OURS,
                           .renew_ms = LS_NEVER_MS,
                           .lapse_ms = LS_NEVER_MS,
                           .deadline_ms = LS_NEVER_MS,
                           .give_up_ms = LS_NEVER_MS,
                           .room = 8 - LS_MIN(stage->flying_count, 8)};
    ls_arena_reset(&stage->looks);
    ls_decide(&stage->looks, &view, &stage->decision);
    for (size_t i = 0; i < stage->decision.deed_count; i++) {
        const struct ls_deed *deed = &stage->decision.deeds[i];
        struct ls_intent intent;
        if (deed->kind != LS_DEED_REMOVE && deed->kind != LS_DEED_CONFIRM)
            continue;
        check_turn(stage, deed->number);
        enum ls_removal_step step = ls_leaving_next(stage->leaving, deed->number, &intent);
        CHECK(step != LS_REMOVAL_STEP_NONE);
        if (step == LS_REMOVAL_STEP_COUNT)
            count_instances(stage, deed->number);
        else
            stage->flying[stage->flying_count++] = intent;
    }
}

static void run(struct stage *stage)
{
    for (size_t i = 0; i < STEPS_MAX; i++) {
        look(stage);
        if (stage->flying_count == 0)
            look(stage); /* instances that were counted */
        if (stage->flying_count == 0)
            return;
        answer_one(stage, ls_random_below(&stage->random, stage->flying_count),
                   ls_random_below(&stage->random, 2));
    }
    fail_msg("it never ends");
}

static bool is_over(const struct stage *stage)
{
    return stage->decision.step != LS_RUN_STATE_REMOVING;
}

static void check_state(const struct stage *stage, const struct object *object,
                        enum ls_removal_state state)
{
    CHECK_INT(ls_ledger_state(ls_leaving_ledger(stage->leaving), leaver_of(stage, object)), state);
}

static const char *reason_of(const struct stage *stage, const struct object *object)
{
    return ls_leaving_reason(stage->leaving, leaver_of(stage, object));
}

/* ---- one rule a test ---- */

TEST(a_delete_that_succeeds_is_the_end_of_it)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 1);
    struct object *map = add(&stage, MAP, "shop", "a", "0/0/1000000");
    begin(&stage);
    run(&stage);
    CHECK(is_over(&stage) && !map->is_there);
    CHECK_INT(map->deletes, 1);
    CHECK_INT(map->reads, 0);
}

TEST(a_delete_answered_with_the_object_is_confirmed_by_one_read)
{
    for (unsigned watch_first = 0; watch_first < 2; watch_first++) {
        struct stage stage LS_AUTO(stage_release);
        stage_init(&stage, 1);
        struct object *map = add(&stage, MAP, "shop", "a", "0/0/1000000");
        map->is_echoed = true;
        begin(&stage);
        look(&stage);
        answer_one(&stage, 0, watch_first);
        check_state(&stage, map, LS_REMOVAL_UNSEEN);
        run(&stage);
        CHECK(is_over(&stage));
        CHECK_INT(map->deletes, 1);
        CHECK_INT(map->reads, 1);
    }
}

TEST(what_a_finalizer_holds_is_waited_for_and_named)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 1);
    struct object *web = add(&stage, DEPLOYMENT, "shop", "web", "0/0/2800000");
    struct object *map = add(&stage, MAP, "shop", "a", "0/0/1000000");
    web->is_guarded = true;
    begin(&stage);
    run(&stage);
    check_state(&stage, web, LS_REMOVAL_GOING);
    CHECK_HAS(reason_of(&stage, web), "example.com/guard");
    CHECK_INT(stage.decision.blocking, leaver_of(&stage, web));
    CHECK_INT(map->deletes, 0);
    web->is_there = false; /* the finalizer is gone */
    leave(&stage, web);
    run(&stage);
    CHECK(is_over(&stage) && !map->is_there);
    CHECK_INT(web->reads, 1);
}

TEST(the_event_before_the_answer_is_not_forgotten)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 1);
    struct object *web = add(&stage, DEPLOYMENT, "shop", "web", "0/0/2800000");
    begin(&stage);
    look(&stage);
    web->is_guarded = true;
    struct ls_intent intent = stage.flying[0];
    struct answer answer = serve(&stage, &intent); /* says: it is going */
    web->is_there = false;                         /* and then it has gone */
    leave(&stage, web);
    struct ls_err err = {0};
    observe(&stage, intent.item, answer.obj);
    stage.flying_count = 0;
    ls_leaving_answered(stage.leaving,
                        &(struct ls_result){.intent = &intent, .err = &err, .obj = answer.obj});
    ls_obj_unref(answer.obj);
    run(&stage);
    CHECK(is_over(&stage));
    check_state(&stage, web, LS_REMOVAL_DONE);
}

/* The answer of the delete is lost; what a read shows is older than what the watch tells. */
TEST(an_object_that_left_after_it_was_read_is_read_again)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 1);
    struct object *map = add(&stage, MAP, "shop", "a", "0/0/1000000");
    begin(&stage);
    look(&stage);
    struct ls_intent intent = stage.flying[0];
    const struct ls_obj *going = json_of(map);
    leave(&stage, map);
    struct ls_err err = {0};
    observe(&stage, intent.item, going);
    stage.flying_count = 0;
    ls_leaving_answered(
        stage.leaving,
        &(struct ls_result){.intent = &intent, .err = &err, .obj = going, .is_read = true});
    ls_obj_unref(going);
    check_state(&stage, map, LS_REMOVAL_UNSEEN);
}

TEST(an_answer_that_it_is_absent_may_be_older_than_what_a_watch_tells)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 1);
    struct object *map = add(&stage, MAP, "shop", "a", "0/0/1000000");
    begin(&stage);
    leave(&stage, map);
    look(&stage); /* reads it */
    struct ls_intent intent = stage.flying[0];
    CHECK_INT(intent.kind, LS_INTENT_READ);
    ls_leaving_told(stage.leaving, intent.item);
    struct ls_err err = {0};
    stage.flying_count = 0;
    ls_leaving_answered(
        stage.leaving, &(struct ls_result){.intent = &intent, .code = LS_E_NOT_FOUND, .err = &err});
    check_state(&stage, map, LS_REMOVAL_UNSEEN);
    run(&stage);
    CHECK(is_over(&stage) && !map->is_there);
}

TEST(leaving_the_selection_is_not_being_gone)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 1);
    struct object *map = add(&stage, MAP, "shop", "a", "0/0/1000000");
    begin(&stage);
    leave(&stage, map); /* the watch was confused: it is there and ours */
    check_state(&stage, map, LS_REMOVAL_UNSEEN);
    run(&stage);
    CHECK(!map->is_there);
    CHECK_INT(map->reads, 1);
}

TEST(an_object_whose_label_somebody_took_is_left_alone)
{
    static const char *const holders[] = {"", "applyset-theirs-v1"};
    for (size_t i = 0; i < LS_COUNT(holders); i++) {
        struct stage stage LS_AUTO(stage_release);
        stage_init(&stage, 1);
        struct object *map = add(&stage, MAP, "shop", "a", "0/0/1000000");
        begin(&stage);
        map->part_of = holders[i];
        touch(&stage, map);
        leave(&stage, map);
        run(&stage);
        CHECK(is_over(&stage) && map->is_there);
        CHECK_INT(map->deletes + map->patches, 0);
    }
}

TEST(a_conflict_is_read_and_decided_anew)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 1);
    struct object *map = add(&stage, MAP, "shop", "a", "0/0/1000000");
    begin(&stage);
    look(&stage);
    touch(&stage, map); /* changed by somebody before the delete arrives */
    run(&stage);
    CHECK(is_over(&stage) && !map->is_there);
    CHECK_INT(map->deletes, 1);
    CHECK_INT(map->reads, 1);
}

TEST(a_namesake_that_is_not_ours_survives)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 1);
    struct object *map = add(&stage, MAP, "shop", "a", "0/0/1000000");
    begin(&stage);
    look(&stage);
    map->uid = 77;
    map->part_of = "";
    touch(&stage, map);
    run(&stage);
    CHECK(is_over(&stage) && map->is_there);
    CHECK_INT(map->deletes, 0);
}

TEST(a_refusal_holds_and_is_quoted)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 1);
    struct object *web = add(&stage, DEPLOYMENT, "shop", "web", "0/0/2800000");
    struct object *api = add(&stage, DEPLOYMENT, "shop", "api", "0/0/2800000");
    struct object *map = add(&stage, MAP, "shop", "a", "0/0/1000000");
    web->is_refused = true;
    begin(&stage);
    run(&stage);
    check_state(&stage, web, LS_REMOVAL_HELD);
    CHECK_STR(reason_of(&stage, web), "a webhook says no");
    CHECK(!api->is_there && map->is_there); /* its own stretch goes, later ones do not */
    CHECK_INT(stage.decision.cause, LS_END_CAUSE_HELD);
    CHECK_INT(stage.decision.blocking, leaver_of(&stage, web));
}

TEST(adopted_objects_are_released_and_kept_ones_always)
{
    for (unsigned deletes = 0; deletes < 2; deletes++) {
        struct stage stage LS_AUTO(stage_release);
        stage_init(&stage, 1);
        stage.options.manners.manners.deletes_adopted = deletes;
        struct object *adopted = add(&stage, MAP, "shop", "adopted", "0/0/1000000");
        struct object *kept = add(&stage, MAP, "shop", "kept", "0/0/1000000");
        adopted->is_adopted = true;
        kept->is_kept = true;
        begin(&stage);
        CHECK_INT(ls_leaving_action(stage.leaving, leaver_of(&stage, kept)), LS_ACTION_RELEASE);
        CHECK_STR(reason_of(&stage, kept), "it is to be kept");
        CHECK_STR(reason_of(&stage, adopted), deletes ? "" : "it was there before the set");
        run(&stage);
        CHECK(is_over(&stage) && kept->is_there);
        CHECK_INT(adopted->is_there, !deletes);
        CHECK_STR(kept->part_of, "");
        CHECK_INT(kept->patches, 1);
        CHECK_INT(kept->reads, 1);
    }
}

TEST(a_release_that_meets_a_change_is_made_anew)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 1);
    struct object *kept = add(&stage, MAP, "shop", "kept", "0/0/1000000");
    kept->is_kept = true;
    begin(&stage);
    look(&stage);
    answer_one(&stage, 0, false); /* read */
    look(&stage);
    touch(&stage, kept); /* before the patch arrives */
    run(&stage);
    CHECK(is_over(&stage));
    CHECK_STR(kept->part_of, "");
    CHECK_INT(kept->patches, 2);
}

TEST(a_release_that_is_refused_as_it_stands_holds)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 1);
    struct object *kept = add(&stage, MAP, "shop", "kept", "0/0/1000000");
    kept->is_kept = true;
    kept->is_refused = true;
    begin(&stage);
    run(&stage);
    check_state(&stage, kept, LS_REMOVAL_HELD);
    CHECK_HAS(reason_of(&stage, kept), "rejected");
    CHECK_INT(kept->patches, 1);
}

TEST(a_crd_with_instances_of_others_is_held_and_they_are_named)
{
    for (unsigned deletes = 0; deletes < 2; deletes++) {
        struct stage stage LS_AUTO(stage_release);
        stage_init(&stage, 1);
        stage.options.manners.deletes_instances = deletes;
        struct object *crd = add(&stage, CRD, "", "widgets.example.com", "0/0/1400000");
        struct object *widget = add(&stage, WIDGET, "shop", "ours", "0/0/9900000");
        struct object *kept = add(&stage, WIDGET, "shop", "kept", "0/0/9900000");
        kept->is_kept = true;
        begin(&stage);
        run(&stage);
        CHECK(!widget->is_there);
        CHECK_INT(crd->is_there, !deletes);
        if (deletes)
            continue;
        check_state(&stage, crd, LS_REMOVAL_HELD);
        CHECK_STR(reason_of(&stage, crd),
                  "1 object of its kind that does not leave would be deleted with it: Widget "
                  "shop/theirs; delete it first, or allow it with --delete-instances");
    }
}

TEST(a_crd_whose_instances_are_all_gone_goes)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 1);
    struct object *crd = add(&stage, CRD, "", "widgets.example.com", "0/0/1400000");
    struct object *widget = add(&stage, WIDGET, "shop", "ours", "0/0/9900000");
    begin(&stage);
    run(&stage);
    CHECK(is_over(&stage) && !crd->is_there && !widget->is_there);
}

TEST(instances_that_cannot_be_counted_hold_a_crd)
{
    struct stage stage LS_AUTO(stage_release);
    struct ls_intent unused;
    struct ls_err err;
    stage_init(&stage, 1);
    struct object *crd = add(&stage, CRD, "", "widgets.example.com", "0/0/1400000");
    begin(&stage);
    CHECK_INT(ls_leaving_next(stage.leaving, 0, &unused), LS_REMOVAL_STEP_COUNT);
    check_state(&stage, crd, LS_REMOVAL_SENT);
    (void)ls_fail(&err, LS_E_FORBIDDEN, "list widgets: may not");
    ls_leaving_count_failed(stage.leaving, 0, &err);
    check_state(&stage, crd, LS_REMOVAL_HELD);
    CHECK_HAS(reason_of(&stage, crd), "list widgets: may not; --delete-instances");
}

TEST(a_kind_that_went_with_its_crd_has_no_objects_left)
{
    for (unsigned is_ours = 0; is_ours < 2; is_ours++) {
        struct stage stage LS_AUTO(stage_release);
        stage_init(&stage, 1);
        struct object *crd = add(&stage, CRD, "", "widgets.example.com", "0/-1/1400000");
        struct object *widget = add(&stage, WIDGET, "shop", "ours", "0/0/9900000");
        if (!is_ours)
            (void)snprintf(crd->name, sizeof crd->name, "gadgets.example.com");
        begin(&stage);
        look(&stage); /* counts */
        look(&stage);
        answer_one(&stage, 0, false); /* the CRD is gone */
        look(&stage);
        CHECK_INT(stage.flying_count, 1);
        struct ls_err err;
        (void)ls_fail(&err, LS_E_NOT_FOUND, "the server has no such kind");
        ls_leaving_answered(stage.leaving, &(struct ls_result){.intent = &stage.flying[0],
                                                               .code = LS_E_NOT_FOUND,
                                                               .err = &err,
                                                               .is_kind_unknown = true});
        check_state(&stage, widget, is_ours ? LS_REMOVAL_DONE : LS_REMOVAL_HELD);
    }
}

TEST(a_namespace_in_which_something_stays_is_released)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 1);
    struct object *space = add(&stage, SPACE, "", "shop", "0/0/100000");
    struct object *other = add(&stage, SPACE, "", "other", "0/0/100000");
    struct object *kept = add(&stage, MAP, "shop", "kept", "0/0/1000000");
    kept->is_kept = true;
    begin(&stage);
    CHECK_INT(ls_leaving_action(stage.leaving, leaver_of(&stage, space)), LS_ACTION_RELEASE);
    CHECK_INT(ls_leaving_action(stage.leaving, leaver_of(&stage, other)), LS_ACTION_DELETE);
    CHECK_STR(reason_of(&stage, space), "ConfigMap shop/kept in it stays");
    CHECK_STR(reason_of(&stage, other), "whatever else is in it goes with it");
    run(&stage);
    CHECK(is_over(&stage) && space->is_there && kept->is_there && !other->is_there);
    CHECK_STR(space->part_of, "");
}

TEST(a_kept_object_that_somebody_deletes_lets_its_namespace_go)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 1);
    struct object *space = add(&stage, SPACE, "", "shop", "0/0/100000");
    struct object *kept = add(&stage, MAP, "shop", "kept", "0/0/1000000");
    kept->is_kept = true;
    begin(&stage);
    kept->is_there = false;
    leave(&stage, kept);
    run(&stage);
    CHECK(is_over(&stage) && !space->is_there);
}

TEST(a_namespace_that_members_still_live_in_is_released)
{
    struct stage stage LS_AUTO(stage_release);
    static const struct ls_member members[] = {{.ref = {&kinds[MAP], "shop", "stays"}},
                                               {.ref = {&kinds[MAP], "shop", "too"}}};
    static const struct ls_revision wanted = {.members = members, .member_count = 2};
    stage_init(&stage, 1);
    stage.options.wanted = &wanted;
    struct object *space = add(&stage, SPACE, "", "shop", "0/0/100000");
    begin(&stage);
    CHECK_STR(reason_of(&stage, space), "ConfigMap shop/too and 1 more in it stay");
    run(&stage);
    CHECK(is_over(&stage) && space->is_there);
    CHECK_STR(space->part_of, "");
}

TEST(items_that_do_not_leave_are_passed_over)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 1);
    add(&stage, MAP, "shop", "a", "0/0/1000000");
    begin(&stage);
    uint32_t later = ls_book_add(stage.book, &(struct ls_ref){&kinds[MAP], "shop", "later"});
    CHECK_INT(ls_leaving_of(stage.leaving, later), LS_NO_ITEM);
    ls_leaving_note(stage.leaving, later);
    ls_leaving_left(stage.leaving, later);
}

/* ---- any set, any disturbance ---- */

static void scatter(struct stage *stage)
{
    size_t count = 1 + ls_random_below(&stage->random, 20);
    for (size_t i = 0; i < count; i++) {
        char name[32];
        char order[32];
        int kind = (int)ls_random_below(&stage->random, 3);
        unsigned deletion = (unsigned)ls_random_below(&stage->random, 4);
        (void)snprintf(name, sizeof name, "o%zu", i);
        (void)snprintf(order, sizeof order, "0/%u/%u", deletion,
                       kind == WIDGET ? 9900000 : 1000000);
        bool is_lost = ls_random_below(&stage->random, 8) == 0;
        struct object *object = add(stage, kind, "shop", name, is_lost ? "" : order);
        object->is_adopted = ls_random_below(&stage->random, 5) == 0;
        object->is_kept = ls_random_below(&stage->random, 5) == 0;
        object->is_guarded = ls_random_below(&stage->random, 5) == 0;
        object->is_echoed = ls_random_below(&stage->random, 3) == 0;
    }
    if (ls_random_below(&stage->random, 2))
        add(stage, SPACE, "", "shop", "0/4/100000");
}

/* Somebody else does something, and the watch tells of it. */
static void disturb(struct stage *stage)
{
    struct object *object = &stage->objects[ls_random_below(&stage->random, stage->count)];
    if (!object->is_there || is_away(object))
        return;
    switch (ls_random_below(&stage->random, 4)) {
    case 0: /* a change, seen or not */
        touch(stage, object);
        if (ls_random_below(&stage->random, 2))
            show(stage, object);
        break;
    case 1:
        object->part_of = "applyset-theirs-v1";
        touch(stage, object);
        leave(stage, object);
        break;
    case 2:
        object->is_there = false;
        touch(stage, object);
        leave(stage, object);
        break;
    default: /* a finalizer lets go */
        if (!object->is_going)
            break;
        object->is_there = false;
        leave(stage, object);
    }
}

static void let_all_go(struct stage *stage)
{
    for (size_t i = 0; i < stage->count; i++) {
        struct object *object = &stage->objects[i];
        if (!object->is_going || !object->is_there)
            continue;
        object->is_there = false;
        leave(stage, object);
    }
}

TEST(any_set_leaves_in_order_whatever_others_do)
{
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        struct stage stage LS_AUTO(stage_release);
        stage_init(&stage, seed);
        scatter(&stage);
        begin(&stage);
        for (size_t i = 0; i < 60; i++) {
            look(&stage);
            if (ls_random_below(&stage.random, 4) == 0)
                disturb(&stage);
            if (stage.flying_count > 0)
                answer_one(&stage, ls_random_below(&stage.random, stage.flying_count),
                           ls_random_below(&stage.random, 2));
        }
        for (size_t i = 0; i < OBJECTS_MAX && (i == 0 || !is_over(&stage)); i++) {
            let_all_go(&stage);
            run(&stage);
        }
        if (!is_over(&stage))
            printf("seed %llu\n", (unsigned long long)seed);
        CHECK(is_over(&stage));
        for (size_t i = 0; i < stage.count; i++) {
            CHECK(is_away(&stage.objects[i]));
            CHECK(stage.objects[i].deletes <= 1);
        }
    }
}

#include "phase/set/instances.h"

#include "../kube/support_fake.h"
#include "check.h"
#include "phase/words.h"

#define OUR_ID "applyset-ours-v1"
#define ITEM(space, name)                                                                          \
    "{\"metadata\":{\"namespace\":\"" space "\",\"name\":\"" name "\",\"uid\":\"u-" space name     \
    "\",\"resourceVersion\":\"5\"}}"
#define LIST(items)                                                                                \
    "{\"kind\":\"PartialObjectMetadataList\",\"apiVersion\":\"meta.k8s.io/v1\",\"metadata\":{"     \
    "\"resourceVersion\":\"9\"},\"items\":[" items "]}"

static const struct ls_resource crds = {.group = "apiextensions.k8s.io",
                                        .version = "v1",
                                        .kind = "CustomResourceDefinition",
                                        .plural = "customresourcedefinitions"};
static const struct ls_resource widgets = {.group = "example.com",
                                           .version = "v1",
                                           .kind = "Widget",
                                           .plural = "widgets",
                                           .singular = "widget",
                                           .can = LS_CAN_LIST,
                                           .is_namespaced = true};

struct stage {
    struct fake *fake;
    struct ls_catalog *catalog;
    struct ls_arena arena;
    struct ls_book *book;
    struct ls_removal plan;
    struct ls_leaving *leaving;
    struct ls_instance_count *count;
    unsigned done;
};

static uint32_t note_ours(struct stage *stage, const struct ls_ref *ref)
{
    uint32_t item = ls_book_add(stage->book, ref);
    const struct ls_facts facts = {.uid = {item + 1, 1},
                                   .version = 5,
                                   .presence = LS_PRESENCE_THERE,
                                   .holder = LS_HOLDER_US,
                                   .reason = ""};
    CHECK(ls_book_note(stage->book, item, &facts));
    return item;
}

/* The CRD of widgets and one widget of ours leave. */
static void stage_init(struct stage *stage, bool is_served)
{
    static const struct ls_ref refs[] = {{&widgets, "shop", "ours"},
                                         {&crds, "", "widgets.example.com"}};
    struct ls_leaver leavers[2] = {{0}, {0}};
    struct ls_err err;
    *stage = (struct stage){.fake = fake_new(), .catalog = ls_catalog_new()};
    stage->book = ls_book_new(stage->fake->world, NULL, NULL);
    for (size_t i = 0; i < 2; i++)
        leavers[i] = (struct ls_leaver){.item = note_ours(stage, &refs[i]), .ref = refs[i]};
    ls_removal_make(&stage->arena, leavers, 2, &stage->plan);
    stage->leaving = ls_leaving_new(&stage->plan, stage->book,
                                    &(struct ls_leaving_options){.field_manager = ""});
    ls_catalog_draft(stage->catalog);
    if (is_served)
        CHECK_OK(ls_catalog_add(stage->catalog, &widgets, &err), err);
    ls_catalog_publish(stage->catalog);
}

static void stage_release(struct stage *stage)
{
    ls_instance_count_free(stage->count);
    ls_leaving_free(stage->leaving);
    ls_book_free(stage->book);
    ls_catalog_free(stage->catalog);
    ls_arena_release(&stage->arena);
    fake_free(stage->fake);
}

static void on_done(void *self, uint32_t leaver)
{
    struct stage *stage = self;
    CHECK_INT(leaver, 1);
    stage->done++;
}

static void count(struct stage *stage)
{
    struct ls_intent unused;
    CHECK_INT(ls_leaving_next(stage->leaving, 1, &unused), LS_REMOVAL_STEP_COUNT);
    stage->count = ls_instance_count_new(stage->fake->client, stage->catalog, stage->leaving, 1,
                                         on_done, stage);
    CHECK_INT(stage->done, 0);
    fake_run_ms(stage->fake, 10);
    CHECK_INT(stage->done, 1);
    CHECK(fake_is_exhausted(stage->fake));
}

static void check_state(const struct stage *stage, enum ls_removal_state state)
{
    CHECK_INT(ls_ledger_state(ls_leaving_ledger(stage->leaving), 1), state);
}

TEST(those_that_leave_do_not_count)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, true);
    ON(stage.fake, "GET /apis/example.com/v1/widgets*", .body = LIST(ITEM("shop", "ours")));
    count(&stage);
    check_state(&stage, LS_REMOVAL_WANTS);
}

TEST(the_others_are_counted_and_the_first_are_named)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, true);
    ON(stage.fake, "GET /apis/example.com/v1/widgets*",
       .body = LIST(ITEM("a", "1") "," ITEM("a", "2") "," ITEM("shop", "ours") "," ITEM(
           "a", "3") "," ITEM("a", "4") "," ITEM("b", "5") "," ITEM("b", "6") "," ITEM("b", "7")));
    count(&stage);
    check_state(&stage, LS_REMOVAL_HELD);
    CHECK_STR(ls_leaving_reason(stage.leaving, 1),
              "7 objects of its kind that do not leave would be deleted with it: Widget a/1, "
              "Widget a/2, Widget a/3, Widget a/4, Widget b/5 and 2 more; delete them first, or "
              "allow it with --delete-instances");
}

TEST(a_kind_that_is_not_served_has_none)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, false);
    count(&stage);
    check_state(&stage, LS_REMOVAL_WANTS);
}

TEST(a_kind_that_has_just_gone_has_none)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, true);
    ON(stage.fake, "GET /apis/example.com/v1/widgets*", .status = 404,
       .body = "404 page not found");
    count(&stage);
    check_state(&stage, LS_REMOVAL_WANTS);
}

TEST(a_list_that_is_forbidden_holds_the_crd)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, true);
    ON(stage.fake, "GET /apis/example.com/v1/widgets*", .status = 403,
       .body = "{\"kind\":\"Status\",\"status\":\"Failure\",\"reason\":\"Forbidden\",\"message\":"
               "\"widgets.example.com is forbidden\",\"code\":403}");
    count(&stage);
    check_state(&stage, LS_REMOVAL_HELD);
    CHECK_HAS(ls_leaving_reason(stage.leaving, 1), "widgets.example.com is forbidden");
}

TEST(a_count_may_be_dropped_at_any_time)
{
    struct stage stage LS_AUTO(stage_release);
    struct ls_intent unused;
    stage_init(&stage, true);
    ON(stage.fake, "GET /apis/example.com/v1/widgets*", .end = FAKE_HANGS);
    CHECK_INT(ls_leaving_next(stage.leaving, 1, &unused), LS_REMOVAL_STEP_COUNT);
    stage.count =
        ls_instance_count_new(stage.fake->client, stage.catalog, stage.leaving, 1, on_done, &stage);
    fake_run_ms(stage.fake, 10);
    check_state(&stage, LS_REMOVAL_SENT);
}

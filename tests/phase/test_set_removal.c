#include "phase/set/removal.h"

#include <string.h>

#include "check.h"
#include "phase/set/removal_decide.h"
#include "phase/words.h"
#include "value/json.h"
#include "value/json_patch.h"

static const struct ls_resource maps = {.group = "", .kind = "ConfigMap"};
static const struct ls_resource deployments = {.group = "apps", .kind = "Deployment"};
static const struct ls_resource widgets = {.group = "example.com", .kind = "Widget"};
static const struct ls_resource namespaces = {.group = "", .kind = "Namespace"};
static const struct ls_resource crds = {.group = "apiextensions.k8s.io",
                                        .kind = "CustomResourceDefinition"};

/* ---- order ---- */

struct row {
    const struct ls_resource *resource;
    const char *name;
    const char *order; /* "": none that reads */
    uint32_t cell;     /* where it must be */
};

/* Rows in the order in which they leave; given to the removal the other way round. */
static void check_order(const struct row *rows, size_t count)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_leaver leavers[16];
    struct ls_removal removal;
    CHECK(count <= LS_COUNT(leavers));
    for (size_t i = 0; i < count; i++) {
        const struct row *row = &rows[count - 1 - i];
        leavers[i] =
            (struct ls_leaver){.item = (uint32_t)i, .ref = {row->resource, "shop", row->name}};
        leavers[i].has_order = ls_order_parse(ls_slice_of(row->order), &leavers[i].order);
    }
    ls_removal_make(&arena, leavers, count, &removal);
    CHECK_INT(removal.count, count);
    for (size_t i = 0; i < count; i++) {
        CHECK_STR(removal.leavers[i].ref.name, rows[i].name);
        CHECK_INT(removal.cells[i], rows[i].cell);
    }
    CHECK_INT(removal.cell_count, count ? rows[count - 1].cell + 1 : 0);
}

TEST(deletion_phases_then_stretches_backwards_then_the_ground)
{
    static const struct row rows[] = {
        {&deployments, "early", "5/-2/2800000", 0},
        {&widgets, "custom", "0/0/9900000", 1},
        {&deployments, "web", "0/0/2800001", 2},
        {&deployments, "api", "0/0/2800000", 3},
        {&deployments, "db", "0/0/2800000", 3},
        {&maps, "settings", "0/0/1000000", 4},
        {&crds, "widgets.example.com", "0/0/1400000", 5},
        {&namespaces, "shop", "0/0/100000", 6},
        {&maps, "late", "0/7/1000000", 7},
    };
    check_order(rows, LS_COUNT(rows));
    check_order(rows, 0);
}

TEST(members_whose_order_does_not_read_leave_first_but_for_the_ground)
{
    static const struct row rows[] = {
        {&widgets, "lost-widget", "", 0},          {&deployments, "lost-web", "1/2", 1},
        {&maps, "lost-map", "nonsense", 2},        {&maps, "first", "0/-9999/1000000", 3},
        {&namespaces, "last", "0/9999/100000", 4}, {&crds, "lost-crd", "", 5},
        {&namespaces, "lost-space", "", 6},
    };
    check_order(rows, LS_COUNT(rows));
}

TEST(kinds_that_own_pods_take_them_along_first)
{
    CHECK_INT(ls_removal_propagation(&(struct ls_ref){&deployments, "", "a"}),
              LS_PROPAGATION_FOREGROUND);
    CHECK_INT(ls_removal_propagation(&(struct ls_ref){&maps, "", "a"}), LS_PROPAGATION_BACKGROUND);
    CHECK_INT(ls_removal_propagation(&(struct ls_ref){&crds, "", "a"}), LS_PROPAGATION_BACKGROUND);
}

/* ---- release ---- */

#define OBJECT(labels, notes)                                                                      \
    "{\"metadata\":{\"uid\":\"u-1\",\"resourceVersion\":\"7\",\"labels\":{" labels                 \
    "},\"annotations\":{" notes "}}}"

static const struct ls_obj *json(const char *text)
{
    const struct ls_obj *obj = NULL;
    struct ls_err err;
    CHECK_OK(ls_json_parse(ls_slice_of(text), NULL, &obj, &err), err);
    return obj;
}

static void check_patch(const char *object, const char *expected)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = json(object);
    const struct ls_obj *patch LS_AUTO(ls_obj_unref_at) = ls_release_patch(ls_obj_root(obj));
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (patch)
        ls_json_print(&text, ls_obj_root(patch), LS_JSON_COMPACT);
    CHECK_STR(ls_buf_text(&text), expected);
}

#define TESTS                                                                                      \
    "{\"op\":\"test\",\"path\":\"/metadata/uid\",\"value\":\"u-1\"},"                              \
    "{\"op\":\"test\",\"path\":\"/metadata/resourceVersion\",\"value\":\"7\"}"
#define REMOVE(path) ",{\"op\":\"remove\",\"path\":\"/metadata/" path "\"}"

TEST(a_release_takes_our_marks_and_nothing_else)
{
    check_patch(
        OBJECT("\"app\":\"x\",\"" LS_LABEL_PART_OF "\":\"id\"",
               "\"" LS_NOTE_ORDER "\":\"0/0/0\",\"note\":\"theirs\",\"" LS_NOTE_APPLIED
               "\":\"v1:a\",\"" LS_NOTE_ADOPTED "\":\"true\",\"" LS_NOTE_KEEP "\":\"true\""),
        "[" TESTS REMOVE("labels/applyset.kubernetes.io~1part-of")
            REMOVE("annotations/lockstep.dev~1order") REMOVE("annotations/lockstep.dev~1applied")
                REMOVE("annotations/lockstep.dev~1adopted") "]");
    check_patch(OBJECT("\"" LS_LABEL_PART_OF "\":\"id\"", ""),
                "[" TESTS REMOVE("labels/applyset.kubernetes.io~1part-of") "]");
}

TEST(what_carries_no_mark_or_no_identity_is_not_patched)
{
    check_patch(OBJECT("", ""), "");
    check_patch("{\"metadata\":{\"uid\":\"u-1\",\"resourceVersion\":\"7\"}}", "");
    check_patch("{\"metadata\":{\"labels\":{\"" LS_LABEL_PART_OF "\":\"id\"}}}", "");
    check_patch("{}", "");
}

TEST(a_release_does_what_it_says)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) =
        json(OBJECT("\"" LS_LABEL_PART_OF "\":\"id\"", "\"" LS_NOTE_APPLIED "\":\"v1:a\""));
    const struct ls_obj *patch LS_AUTO(ls_obj_unref_at) = ls_release_patch(ls_obj_root(obj));
    const struct ls_obj *after LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_json_patch_apply(ls_obj_root(obj), ls_obj_root(patch), &after, &err), err);
    CHECK_INT(ls_node_count(ls_node_at(ls_obj_root(after), "metadata.labels")), 0);
    CHECK_INT(ls_node_count(ls_node_at(ls_obj_root(after), "metadata.annotations")), 0);
}

/* ---- where a leaver stands: the whole table ---- */

static struct ls_facts facts_of(enum ls_presence presence, enum ls_holder holder, uint32_t flags)
{
    return (struct ls_facts){.uid = {1, 2},
                             .version = 7,
                             .flags = flags,
                             .presence = (uint8_t)presence,
                             .holder = (uint8_t)holder,
                             .reason = ""};
}

TEST(only_what_is_ours_and_there_is_ever_touched)
{
    const struct ls_removal_manners plain = {0};
    const struct ls_leaver_notes notes = {0};
    static const enum ls_removal_state expected[LS_PRESENCE_COUNT] = {
        [LS_PRESENCE_UNSEEN] = LS_REMOVAL_UNSEEN,
        [LS_PRESENCE_ABSENT] = LS_REMOVAL_DONE,
        [LS_PRESENCE_THERE] = LS_REMOVAL_WANTS,
        [LS_PRESENCE_GOING] = LS_REMOVAL_GOING,
    };
    for (unsigned presence = 0; presence < LS_PRESENCE_COUNT; presence++) {
        for (unsigned holder = 0; holder < LS_HOLDER_COUNT; holder++) {
            struct ls_facts facts = facts_of(presence, holder, 0);
            enum ls_removal_state wanted = holder == LS_HOLDER_US || presence == LS_PRESENCE_UNSEEN
                                               ? expected[presence]
                                               : LS_REMOVAL_DONE;
            CHECK_INT(ls_removal_state_of(&facts, &notes, &plain), wanted);
        }
    }
}

TEST(notes_hold_up_what_facts_would_let_go)
{
    const struct ls_removal_manners plain = {0};
    const struct ls_removal_manners instances = {.deletes_instances = true};
    struct ls_facts facts = facts_of(LS_PRESENCE_THERE, LS_HOLDER_US, 0);
    struct ls_leaver_notes notes = {.is_sent = true};
    CHECK_INT(ls_removal_state_of(&facts, &notes, &plain), LS_REMOVAL_SENT);
    notes = (struct ls_leaver_notes){.is_refused = true};
    CHECK_INT(ls_removal_state_of(&facts, &notes, &plain), LS_REMOVAL_HELD);
    notes = (struct ls_leaver_notes){.is_counted = true, .foreign_count = 1};
    CHECK_INT(ls_removal_state_of(&facts, &notes, &plain), LS_REMOVAL_HELD);
    CHECK_INT(ls_removal_state_of(&facts, &notes, &instances), LS_REMOVAL_WANTS);
    notes = (struct ls_leaver_notes){.is_refused = true};
    facts.presence = LS_PRESENCE_UNSEEN; /* a read that is refused is not asked for ever */
    CHECK_INT(ls_removal_state_of(&facts, &notes, &plain), LS_REMOVAL_HELD);
    facts.presence = LS_PRESENCE_ABSENT; /* gone by somebody else's hand: all the better */
    CHECK_INT(ls_removal_state_of(&facts, &notes, &plain), LS_REMOVAL_DONE);
}

static enum ls_removal_step step(const struct ls_resource *resource, uint32_t flags,
                                 const struct ls_leaver_notes *notes,
                                 const struct ls_removal_manners *manners)
{
    struct ls_facts facts = facts_of(LS_PRESENCE_THERE, LS_HOLDER_US, flags);
    struct ls_ref ref = {resource, "shop", "a"};
    return ls_removal_step_of(&ref, &facts, notes, manners);
}

TEST(adopted_and_kept_objects_are_released_after_a_read)
{
    const struct ls_removal_manners plain = {0};
    const struct ls_removal_manners all = {.manners.deletes_adopted = true};
    struct ls_leaver_notes notes = {0};
    CHECK_INT(step(&maps, 0, &notes, &plain), LS_REMOVAL_STEP_DELETE);
    CHECK_INT(step(&maps, LS_FACT_ADOPTED, &notes, &plain), LS_REMOVAL_STEP_READ);
    CHECK_INT(step(&maps, LS_FACT_ADOPTED, &notes, &all), LS_REMOVAL_STEP_DELETE);
    CHECK_INT(step(&maps, LS_FACT_KEPT, &notes, &all), LS_REMOVAL_STEP_READ);
    const struct ls_obj *patch LS_AUTO(ls_obj_unref_at) = json("[]");
    notes.patch = patch;
    notes.patch_version = 6; /* it has changed since */
    CHECK_INT(step(&maps, LS_FACT_KEPT, &notes, &plain), LS_REMOVAL_STEP_READ);
    notes.patch_version = 7;
    CHECK_INT(step(&maps, LS_FACT_KEPT, &notes, &plain), LS_REMOVAL_STEP_RELEASE);
    notes.must_stay = true;
    CHECK_INT(step(&namespaces, 0, &notes, &all), LS_REMOVAL_STEP_RELEASE);
}

TEST(a_crd_is_counted_before_it_goes)
{
    const struct ls_removal_manners plain = {0};
    const struct ls_removal_manners instances = {.deletes_instances = true};
    struct ls_leaver_notes notes = {0};
    CHECK_INT(step(&crds, 0, &notes, &plain), LS_REMOVAL_STEP_COUNT);
    CHECK_INT(step(&crds, 0, &notes, &instances), LS_REMOVAL_STEP_DELETE);
    CHECK_INT(step(&crds, LS_FACT_ADOPTED, &notes, &plain), LS_REMOVAL_STEP_READ);
    notes.is_counted = true;
    CHECK_INT(step(&crds, 0, &notes, &plain), LS_REMOVAL_STEP_DELETE);
    notes.foreign_count = 2;
    CHECK_INT(step(&crds, 0, &notes, &plain), LS_REMOVAL_STEP_NONE);
}

TEST(a_delete_names_the_very_object)
{
    struct ls_facts facts = facts_of(LS_PRESENCE_THERE, LS_HOLDER_US, 0);
    const struct ls_leaver leaver = {.item = 3, .ref = {&deployments, "shop", "web"}};
    const struct ls_leaver_notes notes = {0};
    struct ls_intent intent;
    ls_removal_intent(LS_REMOVAL_STEP_DELETE, &leaver, &facts, &notes, "m", &intent);
    CHECK_INT(intent.kind, LS_INTENT_DELETE);
    CHECK_INT(intent.item, 3);
    CHECK_INT(intent.uid.high, 1);
    CHECK_INT(intent.version, 7);
    CHECK_INT(intent.propagation, LS_PROPAGATION_FOREGROUND);
    /* Of one whose version is not known the object is read first. */
    const struct ls_removal_manners plain = {0};
    facts.version = 0;
    CHECK_INT(ls_removal_step_of(&leaver.ref, &facts, &notes, &plain), LS_REMOVAL_STEP_READ);
}

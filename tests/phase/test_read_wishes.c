/* Annotations of manifests: what is read from each value, and what is told of the others. */
#include "phase/read/wishes.h"

#include <string.h>

#include "check.h"
#include "phase/read/limits.h"
#include "health/word/grace.h"
#include "phase/words.h"

struct page {
    struct ls_manifests manifests;
    struct ls_arena arena;
    struct ls_wishes wishes;
    struct ls_err err;
    enum ls_code code;
};

static void page_release(struct page *page)
{
    ls_manifests_release(&page->manifests);
    ls_arena_release(&page->arena);
}

/* A Pod whose annotations are this text, as it stands behind the colon. */
static struct page page_of(const char *annotations)
{
    struct page page = {0};
    const char *text = ls_arena_printf(
        &page.arena, "kind: Pod\nmetadata:\n  name: a\n  annotations:%s\n", annotations);
    CHECK_OK(ls_source_read_text(&page.manifests, "f", ls_slice_of(text), &page.err), page.err);
    struct ls_problems problems LS_AUTO(ls_problems_release) = {0};
    ls_wishes_read(&page.arena, &page.manifests.list.at[0], &page.wishes, &problems);
    page.code = ls_problems_err(&problems, &page.err);
    return page;
}

static struct page page_of_one(const char *name, const char *value)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    return page_of(ls_arena_printf(&arena, "\n    %s: %s", name, value));
}

/* clang-format off */
static const struct { const char *value; int32_t phase; } phases[] = {
    {"'0'", 0}, {"'1'", 1}, {"\"-1\"", -1}, {"'+1'", 1}, {"'01'", 1}, {"'-0'", 0}, {"'9999'", 9999},
    {"'-9999'", -9999}, {"'-0001'", -1}, {"'+09'", 9},
};
static const char *const bad_phases[] = {
    "''", "' 1'", "'1 '", "'1.0'", "'1e3'", "'0x1'", "'10000'", "'-10000'", "'+-1'", "'-'", "'+'",
    "'invalid'", "'99999999999999999999'", "'1_000'", "",
};
/* clang-format on */

TEST(phases_are_read_as_kots_reads_them)
{
    for (size_t i = 0; i < LS_COUNT(phases); i++) {
        struct page a LS_AUTO(page_release) = page_of_one(LS_NOTE_CREATION_PHASE, phases[i].value);
        struct page b LS_AUTO(page_release) = page_of_one(LS_NOTE_DELETION_PHASE, phases[i].value);
        CHECK_OK(a.code, a.err);
        CHECK_OK(b.code, b.err);
        CHECK_INT(a.wishes.creation_phase, phases[i].phase);
        CHECK(a.wishes.has_creation_phase && !a.wishes.has_deletion_phase);
        CHECK_INT(b.wishes.deletion_phase, phases[i].phase);
        CHECK(b.wishes.has_deletion_phase && !b.wishes.has_creation_phase);
    }
}

TEST(what_kots_took_for_phase_0_is_refused_with_the_form_to_write)
{
    for (size_t i = 0; i < LS_COUNT(bad_phases); i++) {
        struct page page LS_AUTO(page_release) = page_of_one(LS_NOTE_CREATION_PHASE, bad_phases[i]);
        CHECK_CODE(page.code, LS_E_INVALID, page.err);
        CHECK_HAS(page.err.text, "f:5: Pod a: kots.io/creation-phase is \"");
        CHECK_HAS(page.err.text, "\": write an integer from -9999 to 9999 in quotes, as in "
                                 "kots.io/creation-phase: \"1\"");
    }
}

/* clang-format off */
static const struct { const char *annotations, *error; } refused[] = {
    {"\n    kots.io/creation-phase: 1",
     "f:5: Pod a: the annotation kots.io/creation-phase must be a text: put its value in quotes, "
     "kots.io/creation-phase: \"1\""},
    {"\n    kots.io/deletion-phase: -5",
     "f:5: Pod a: the annotation kots.io/deletion-phase must be a text: put its value in quotes, "
     "kots.io/deletion-phase: \"-5\""},
    {"\n    kots.io/wait-for-ready: true",
     "f:5: Pod a: the annotation kots.io/wait-for-ready must be a text: put its value in quotes, "
     "kots.io/wait-for-ready: \"true\""},
    {"\n    example.com/port: 8080",
     "f:5: Pod a: the annotation example.com/port must be a text: put its value in quotes, "
     "example.com/port: \"8080\""},
    {"\n    example.com/x: 1.5",
     "f:5: Pod a: the annotation example.com/x must be a text: put its value in quotes, "
     "example.com/x: \"1.5\""},
    {"\n    fine: 'yes'\n    example.com/x: yes",
     "f:6: Pod a: the annotation example.com/x must be a text: put its value in quotes, "
     "example.com/x: \"true\""},
    {"\n    example.com/x: [a]",
     "f:5: Pod a: the annotation example.com/x is of type list: write a text in quotes"},
    {" [a]",
     "f:4: Pod a: metadata.annotations must be a map of names and texts, it is of type list"},
    {"\n    kots.io/wait-for-ready: 'True'",
     "f:5: Pod a: kots.io/wait-for-ready is \"True\": write kots.io/wait-for-ready: \"true\" or "
     "\"false\""},
    {"\n    kots.io/wait-for-ready: ''",
     "f:5: Pod a: kots.io/wait-for-ready is \"\": write kots.io/wait-for-ready: \"true\" or "
     "\"false\""},
    {"\n    kots.io/wait-for-ready: '1'",
     "f:5: Pod a: kots.io/wait-for-ready is \"1\": write kots.io/wait-for-ready: \"true\" or "
     "\"false\""},
    {"\n    kots.io/keep: 'yes'",
     "f:5: Pod a: kots.io/keep is \"yes\": write kots.io/keep: \"true\" or \"false\""},
    {"\n    lockstep.dev/keep: 'on'",
     "f:5: Pod a: lockstep.dev/keep is \"on\": write lockstep.dev/keep: \"true\" or \"false\""},
    {"\n    lockstep.dev/replace: TRUE",
     "f:5: Pod a: the annotation lockstep.dev/replace must be a text: put its value in quotes, "
     "lockstep.dev/replace: \"true\""},
    {"\n    lockstep.dev/moved-from: a/b/c",
     "f:5: Pod a: lockstep.dev/moved-from is \"a/b/c\": write the set that the object comes from, "
     "as in lockstep.dev/moved-from: \"shop\" or \"NAMESPACE/shop\""},
    {"\n    lockstep.dev/moved-from: /b",
     "f:5: Pod a: lockstep.dev/moved-from is \"/b\": write the set that the object comes from, as in "
     "lockstep.dev/moved-from: \"shop\" or \"NAMESPACE/shop\""},
    {"\n    lockstep.dev/origin: x",
     "f:5: Pod a: the annotation lockstep.dev/origin is written by lockstep itself: leave it out"},
    {"\n    lockstep.dev/replace: never",
     "f:5: Pod a: lockstep.dev/replace is \"never\": write lockstep.dev/replace: \"true\" or "
     "\"false\""},
    {"\n    lockstep.dev/ready: there",
     "f:5: Pod a: lockstep.dev/ready is \"there\": write lockstep.dev/ready: exists, for an object "
     "that is ready once it can be read, or leave it out"},
    {"\n    lockstep.dev/ready: true",
     "f:5: Pod a: the annotation lockstep.dev/ready must be a text: put its value in quotes, "
     "lockstep.dev/ready: \"true\""},
    {"\n    lockstep.dev/kepe: 'true'",
     "f:5: Pod a: the annotation lockstep.dev/kepe is not known, and lockstep.dev/ is lockstep's "
     "own: the nearest one is lockstep.dev/keep"},
    {"\n    lockstep.dev/time-out: '5m'",
     "f:5: Pod a: the annotation lockstep.dev/time-out is not known, and lockstep.dev/ is "
     "lockstep's own: the nearest one is lockstep.dev/timeout"},
    {"\n    lockstep.dev/: x",
     "f:5: Pod a: the annotation lockstep.dev/ is not known, and lockstep.dev/ is lockstep's own: the "
     "nearest one is lockstep.dev/keep"},
    {"\n    kots.io/creation-phaze: '1'",
     "f:5: Pod a: the annotation kots.io/creation-phaze is not known to KOTS nor to lockstep: the "
     "nearest one is kots.io/creation-phase"},
    {"\n    kots.io/wait-for-property: .status.ready=true",
     "f:5: Pod a: the annotation kots.io/wait-for-property is not known to KOTS nor to lockstep: the "
     "nearest one is kots.io/wait-for-properties"},
    {"\n    kots.io/creationphase: '1'",
     "f:5: Pod a: the annotation kots.io/creationphase is not known to KOTS nor to lockstep: the "
     "nearest one is kots.io/creation-phase"},
    {"\n    kots.io/when: '{{repl ConfigOptionEquals \"db\" \"1\" }}'",
     "f:5: Pod a: kots.io/when is a template of KOTS that was not rendered, \"{{repl "
     "ConfigOptionEquals \"db\" \"1\" }}\": render it, or write \"true\" or \"false\""},
    {"\n    kots.io/exclude: 'yes'",
     "f:5: Pod a: kots.io/exclude is \"yes\": write kots.io/exclude: \"true\" or \"false\""},
    {"\n    lockstep.dev/kep: x\n    kots.io/wait-for-ready: maybe",
     "2 problems in the manifests, the first: f:5: Pod a: the annotation lockstep.dev/kep is not "
     "known, and lockstep.dev/ is lockstep's own: the nearest one is lockstep.dev/keep"},
    {"\n    kots.io/wait-for-readyy: 'true'",
     "f:5: Pod a: the annotation kots.io/wait-for-readyy is not known to KOTS nor to lockstep: the "
     "nearest one is kots.io/wait-for-ready"},
    {"\n    lockstep.dev/order: 0/0/0",
     "f:5: Pod a: the annotation lockstep.dev/order is written by lockstep itself: leave it out"},
    {"\n    lockstep.dev/applied: v1:00",
     "f:5: Pod a: the annotation lockstep.dev/applied is written by lockstep itself: leave it out"},
    {"\n    lockstep.dev/adopted: 'true'",
     "f:5: Pod a: the annotation lockstep.dev/adopted is written by lockstep itself: leave it out"},
    {"\n    kots.io/wait-for-properties: status.ready=true",
     "f:5: Pod a: kots.io/wait-for-properties: a path begins with a dot: .status.ready=true"},
};
static const char *const bad_timeouts[] = {"''", "'0'", "'-1'", "'0s'", "'-5m'", "'5 m'",
    "5d", "'1us'", "'604801'", "'169h'", "'9999999999999999999'", "1e3s"};
static const struct { const char *value; int64_t ms; } timeouts[] = {
    {"'1'", 1000}, {"'300'", 300000}, {"5m", 300000}, {"1h30m", 5400000}, {"1.5s", 1500},
    {"1ms", 1}, {"168h", LS_NOTE_TIMEOUT_MAX_MS}, {"'604800'", LS_NOTE_TIMEOUT_MAX_MS},
};
/* clang-format on */

TEST(each_refusal_names_the_annotation_and_what_to_write)
{
    for (size_t i = 0; i < LS_COUNT(refused); i++) {
        struct page page LS_AUTO(page_release) = page_of(refused[i].annotations);
        CHECK_CODE(page.code, LS_E_INVALID, page.err);
        CHECK_STR(page.err.text, refused[i].error);
    }
}

TEST(graces_are_durations_or_seconds_and_may_be_none)
{
    static const char *const good[] = {"'0'", "5m", "'300'", "168h", "0s"};
    static const char *const bad[] = {"''",   "'-1'", "soon",
                                      "169h", "5 m",  "'99999999999999999999'"};
    for (size_t i = 0; i < LS_COUNT(good); i++) {
        struct page page LS_AUTO(page_release) = page_of_one(LS_NOTE_GRACE, good[i]);
        CHECK_OK(page.code, page.err);
    }
    for (size_t i = 0; i < LS_COUNT(bad); i++) {
        struct page page LS_AUTO(page_release) = page_of_one(LS_NOTE_GRACE, bad[i]);
        CHECK_CODE(page.code, LS_E_INVALID, page.err);
        CHECK_HAS(page.err.text, "lockstep.dev/grace: \"5m\", or seconds, as in \"300\"");
    }
}

TEST(timeouts_are_durations_or_seconds)
{
    for (size_t i = 0; i < LS_COUNT(timeouts); i++) {
        struct page page LS_AUTO(page_release) = page_of_one(LS_NOTE_TIMEOUT, timeouts[i].value);
        CHECK_OK(page.code, page.err);
        CHECK_INT(page.wishes.timeout_ms, timeouts[i].ms);
    }
    for (size_t i = 0; i < LS_COUNT(bad_timeouts); i++) {
        struct page page LS_AUTO(page_release) = page_of_one(LS_NOTE_TIMEOUT, bad_timeouts[i]);
        CHECK_CODE(page.code, LS_E_INVALID, page.err);
        CHECK_HAS(page.err.text, "\": write a duration above 0 and up to 168 hours, as in "
                                 "lockstep.dev/timeout: \"5m\", or seconds, as in \"300\"");
    }
}

TEST(truths)
{
    struct page page LS_AUTO(page_release) =
        page_of("\n    kots.io/wait-for-ready: 'true'\n    lockstep.dev/replace: 'true'\n"
                "    lockstep.dev/keep: 'false'\n    kots.io/keep: 'true'");
    CHECK_OK(page.code, page.err);
    CHECK(page.wishes.waits_ready && page.wishes.is_replaced && page.wishes.is_kept);
    CHECK(ls_wishes_has_wait(&page.wishes));
    struct page other LS_AUTO(page_release) =
        page_of("\n    kots.io/wait-for-ready: 'false'\n    lockstep.dev/replace: 'false'\n"
                "    kots.io/keep: 'true'\n    lockstep.dev/keep: 'false'");
    CHECK_OK(other.code, other.err);
    CHECK(!other.wishes.waits_ready && !other.wishes.is_replaced && other.wishes.is_kept);
    CHECK(!ls_wishes_has_wait(&other.wishes));
}

/* KOTS's own unit tests of ShouldWaitForReady, ShouldWaitForProperties, GetWaitForProperties. */
TEST(who_waits_as_in_kots)
{
    static const struct {
        const char *annotations;
        bool is_waiting;
    } rows[] = {
        {"", false},
        {" {}", false},
        {"\n    other: x", false},
        {"\n    kots.io/wait-for-ready: 'false'", false},
        {"\n    kots.io/wait-for-ready: 'true'", true},
        {"\n    kots.io/wait-for-properties: ''", false},
        {"\n    kots.io/wait-for-properties:", false},
        {"\n    kots.io/wait-for-properties: .status.ready=true,.status.something-else=1", true},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct page page LS_AUTO(page_release) = page_of(rows[i].annotations);
        CHECK_OK(page.code, page.err);
        CHECK_INT(ls_wishes_has_wait(&page.wishes), rows[i].is_waiting);
    }
}

TEST(annotations_of_others_and_the_other_ones_of_kots_are_not_refused)
{
    struct page page LS_AUTO(page_release) = page_of(
        "\n    kots.io/app-slug: x\n    kots.io/when: 'true'\n    kots.io/exclude: 'false'\n"
        "    kots.io/hook-delete-policy: hook-succeeded\n    kots.io/placeholder: a b\n"
        "    kots.io/installer-only: 'true'\n    example.com/creation-phase: a\n    empty:\n    y: "
        "''");
    struct ls_buf names LS_AUTO(ls_buf_release) = {0};
    CHECK_OK(page.code, page.err);
    CHECK(!page.wishes.has_creation_phase && !ls_wishes_has_wait(&page.wishes));
    ls_wishes_idle_print(ls_wishes_idle(&page.manifests.list.at[0]), &names);
    CHECK_STR(ls_buf_text(&names), "kots.io/hook-delete-policy, kots.io/installer-only, "
                                   "kots.io/placeholder, kots.io/app-*");
}

/* As KOTS reads both; of the two exclude counts. */
TEST(who_is_excluded_as_in_kots)
{
    static const struct {
        const char *annotations;
        bool is_excluded;
    } rows[] = {
        {"", false},
        {"\n    kots.io/exclude: 'true'", true},
        {"\n    kots.io/exclude: 'false'", false},
        {"\n    kots.io/exclude: '1'", true},
        {"\n    kots.io/when: 'true'", false},
        {"\n    kots.io/when: 'false'", true},
        {"\n    kots.io/when: F", true},
        {"\n    kots.io/when: error", false},
        {"\n    kots.io/exclude: 'false'\n    kots.io/when: 'false'", false},
        {"\n    kots.io/exclude: 'true'\n    kots.io/when: 'true'", true},
        {"\n    kots.io/exclude: error\n    kots.io/when: 'false'", false},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct page page LS_AUTO(page_release) = page_of(rows[i].annotations);
        CHECK_INT(ls_wishes_is_excluded(&page.manifests.list.at[0]), rows[i].is_excluded);
    }
}

TEST(a_live_object_is_never_refused)
{
    struct page page LS_AUTO(page_release) = {0};
    static const char text[] =
        "kind: Pod\nmetadata:\n  name: a\n  annotations:\n    kots.io/creation-phase: x\n"
        "    kots.io/deletion-phase: '4'\n    kots.io/wait-for-properties: 'x=1'\n"
        "    lockstep.dev/timeout: never\n    kots.io/keep: 'true'\n    lockstep.dev/order: 1/2/3\n"
        "    lockstep.dev/new: x\n    lockstep.dev/keep: 7\n    kots.io/wait-for-ready: 'True'\n";
    CHECK_OK(ls_source_read_text(&page.manifests, "f", ls_slice_of(text), &page.err), page.err);
    ls_wishes_of_live(&page.arena, page.manifests.list.at[0].object, &page.wishes);
    CHECK(!page.wishes.has_creation_phase && page.wishes.has_deletion_phase);
    CHECK_INT(page.wishes.deletion_phase, 4);
    CHECK(page.wishes.is_kept && !page.wishes.waits_ready);
    CHECK_INT(page.wishes.property_count, 0);
    CHECK_INT(page.wishes.timeout_ms, 0);
    ls_wishes_of_live(&page.arena, LS_ABSENT, &page.wishes);
    CHECK(!page.wishes.is_kept);
}

TEST(the_set_that_an_object_comes_from_is_a_name_or_a_namespace_and_a_name)
{
    struct page page LS_AUTO(page_release) = page_of("\n    lockstep.dev/moved-from: shop.v2\n");
    CHECK_OK(page.code, page.err);
    CHECK_STR(page.wishes.moved_from, "shop.v2");
    CHECK(page.wishes.moved_from_namespace == NULL);
    struct page far LS_AUTO(page_release) = page_of("\n    lockstep.dev/moved-from: sets/shop\n");
    CHECK_OK(far.code, far.err);
    CHECK_STR(far.wishes.moved_from, "shop");
    CHECK_STR(far.wishes.moved_from_namespace, "sets");
}

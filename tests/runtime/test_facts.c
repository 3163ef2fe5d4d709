#include "runtime/facts.h"

#include <malloc.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "base/world.h"
#include "check.h"
#include "runtime/limits.h"

static const struct ls_resource pods = {
    .group = "", .version = "v1", .kind = "Pod", .plural = "pods", .is_namespaced = true};
static const struct ls_resource jobs = {
    .group = "batch", .version = "v1", .kind = "Job", .plural = "jobs", .is_namespaced = true};

struct stage {
    struct ls_world *world;
    struct ls_book *book;
    size_t changes;
    uint32_t last;
};

static void on_change(void *self, uint32_t item)
{
    struct stage *stage = self;
    stage->changes++;
    stage->last = item;
}

static void stage_init(struct stage *stage)
{
    *stage = (struct stage){.world = ls_world_new_virtual(7, 0)};
    stage->book = ls_book_new(stage->world, on_change, stage);
}

static void stage_release(struct stage *stage)
{
    ls_book_free(stage->book);
    ls_world_free(stage->world);
}

static uint32_t add(struct stage *stage, const char *space, const char *name)
{
    return ls_book_add(stage->book, &(struct ls_ref){&pods, space, name});
}

static struct ls_facts there(uint64_t uid, uint64_t version)
{
    return (struct ls_facts){.uid = {uid, ~uid},
                             .version = version,
                             .presence = LS_PRESENCE_THERE,
                             .verdict = LS_VERDICT_IN_PROGRESS,
                             .reason = "0 of 1 pods ready"};
}

static const struct ls_facts absent = {.presence = LS_PRESENCE_ABSENT};

TEST(an_object_has_one_number_and_begins_unseen)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    char name[] = "web";
    uint32_t web = add(&stage, "shop", name);
    name[0] = 'x'; /* the book has its own copy */
    CHECK_STR(ls_book_ref(stage.book, web)->name, "web");
    CHECK_INT(add(&stage, "shop", "web"), web);
    CHECK(add(&stage, "other", "web") != web);
    CHECK(ls_book_add(stage.book, &(struct ls_ref){&jobs, "shop", "web"}) != web);
    CHECK_INT(ls_book_count(stage.book), 3);
    CHECK_INT(ls_book_find(stage.book, &(struct ls_ref){&pods, "shop", "nobody"}), LS_NO_ITEM);
    const struct ls_facts *facts = ls_book_facts(stage.book, web);
    CHECK_INT(facts->presence, LS_PRESENCE_UNSEEN);
    CHECK_STR(facts->reason, "");
    CHECK_INT(stage.changes, 0);
}

TEST(news_are_taken_and_told)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    uint32_t web = add(&stage, "shop", "web");
    struct ls_facts news = there(1, 10);
    CHECK(ls_book_note(stage.book, web, &news));
    CHECK_INT(stage.changes, 1);
    CHECK_INT(stage.last, web);
    CHECK_STR(ls_book_facts(stage.book, web)->reason, "0 of 1 pods ready");
    CHECK(!ls_book_note(stage.book, web, &news)); /* nothing new */
    CHECK_INT(stage.changes, 1);
}

TEST(each_member_alone_is_a_change)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    uint32_t web = add(&stage, "shop", "web");
    struct ls_facts news = there(1, 10);
    CHECK(ls_book_note(stage.book, web, &news));
    news.version = 11;
    CHECK(ls_book_note(stage.book, web, &news));
    news.generation = 2;
    CHECK(ls_book_note(stage.book, web, &news));
    news.flags = 4;
    CHECK(ls_book_note(stage.book, web, &news));
    news.holder = 1;
    CHECK(ls_book_note(stage.book, web, &news));
    news.reason = "";
    CHECK(ls_book_note(stage.book, web, &news));
    news.verdict = LS_VERDICT_READY;
    CHECK(ls_book_note(stage.book, web, &news));
    news.presence = LS_PRESENCE_GOING;
    CHECK(ls_book_note(stage.book, web, &news));
    CHECK_INT(stage.changes, 8);
}

TEST(an_older_version_of_the_same_object_is_refused)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    uint32_t web = add(&stage, "shop", "web");
    struct ls_facts news = there(1, 10), older = there(1, 9), unversioned = there(1, 0);
    older.verdict = LS_VERDICT_READY;
    unversioned.verdict = LS_VERDICT_FAILED;
    CHECK(ls_book_note(stage.book, web, &news));
    CHECK(!ls_book_note(stage.book, web, &older));
    CHECK_INT(ls_book_facts(stage.book, web)->verdict, LS_VERDICT_IN_PROGRESS);
    CHECK(ls_book_note(stage.book, web, &unversioned)); /* nothing says that it is older */
    struct ls_facts namesake = there(2, 5);
    CHECK(ls_book_note(stage.book, web, &namesake));
    CHECK_INT(ls_book_facts(stage.book, web)->version, 5);
}

/* An event that tells of one who was here before, and of whom nobody knew, comes late. */
TEST(a_namesake_from_before_is_refused)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    uint32_t web = add(&stage, "shop", "web");
    struct ls_facts news = there(2, 12), before = there(1, 11);
    CHECK(ls_book_note(stage.book, web, &news));
    CHECK(!ls_book_note(stage.book, web, &before));
    ls_book_doubt(stage.book, web);
    CHECK(!ls_book_note(stage.book, web, &before));
    CHECK(ls_book_note(stage.book, web, &news));
    CHECK(ls_uid_equal(ls_book_facts(stage.book, web)->uid, news.uid));
}

TEST(what_is_gone_never_comes_back)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    uint32_t web = add(&stage, "shop", "web");
    struct ls_facts news = there(1, 10), echo = there(1, 11), namesake = there(2, 12);
    CHECK(ls_book_note(stage.book, web, &news));
    struct ls_facts gone = absent;
    gone.uid = news.uid; /* what is absent has no uid, whatever it says */
    CHECK(ls_book_note(stage.book, web, &gone));
    CHECK(ls_uid_equal(ls_book_facts(stage.book, web)->uid, (struct ls_uid){0, 0}));
    CHECK(!ls_book_note(stage.book, web, &echo));
    CHECK_INT(ls_book_facts(stage.book, web)->presence, LS_PRESENCE_ABSENT);
    CHECK(ls_book_note(stage.book, web, &namesake));
    CHECK(!ls_book_note(stage.book, web, &echo));
    CHECK(ls_uid_equal(ls_book_facts(stage.book, web)->uid, namesake.uid));
}

/* By the newest version an answer from before a restore of the server is told. */
TEST(the_newest_version_of_a_name_is_remembered)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    uint32_t web = add(&stage, "shop", "web");
    CHECK_INT(ls_book_newest(stage.book, web), 0);
    struct ls_facts news = there(1, 10), older = there(1, 9), namesake = there(2, 12);
    CHECK(ls_book_note(stage.book, web, &news));
    CHECK(!ls_book_note(stage.book, web, &older));
    CHECK_INT(ls_book_newest(stage.book, web), 10);
    ls_book_doubt(stage.book, web);
    CHECK_INT(ls_book_newest(stage.book, web), 10);
    CHECK(ls_book_note(stage.book, web, &absent));
    CHECK_INT(ls_book_newest(stage.book, web), 11); /* the deletion */
    CHECK(ls_book_note(stage.book, web, &namesake));
    CHECK_INT(ls_book_newest(stage.book, web), 12);
}

TEST(since_moves_with_presence_and_verdict_alone)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    uint32_t web = add(&stage, "shop", "web");
    struct ls_facts news = there(1, 10);
    ls_virtual_clock_advance_ms(&stage.world->virtual_clock, 1000);
    CHECK(ls_book_note(stage.book, web, &news));
    CHECK_INT(ls_book_facts(stage.book, web)->since_ms, 1000);
    ls_virtual_clock_advance_ms(&stage.world->virtual_clock, 1000);
    news.version = 11;
    news.reason = "1 of 2 pods ready";
    CHECK(ls_book_note(stage.book, web, &news));
    CHECK_INT(ls_book_facts(stage.book, web)->since_ms, 1000);
    news.verdict = LS_VERDICT_READY;
    CHECK(ls_book_note(stage.book, web, &news));
    CHECK_INT(ls_book_facts(stage.book, web)->since_ms, 2000);
    ls_virtual_clock_advance_ms(&stage.world->virtual_clock, 1000);
    CHECK(ls_book_note(stage.book, web, &absent));
    CHECK_INT(ls_book_facts(stage.book, web)->since_ms, 3000);
}

TEST(a_doubt_forgets_all_but_how_old_it_was)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    uint32_t web = add(&stage, "shop", "web");
    ls_book_doubt(stage.book, web); /* nothing to forget */
    CHECK_INT(stage.changes, 0);
    struct ls_facts news = there(1, 10), older = there(1, 9);
    CHECK(ls_book_note(stage.book, web, &news));
    ls_book_doubt(stage.book, web);
    CHECK_INT(stage.changes, 2);
    const struct ls_facts *facts = ls_book_facts(stage.book, web);
    CHECK_INT(facts->presence, LS_PRESENCE_UNSEEN);
    CHECK_INT(facts->verdict, LS_VERDICT_UNKNOWN);
    CHECK_STR(facts->reason, "");
    CHECK(ls_uid_equal(facts->uid, news.uid));
    CHECK(!ls_book_note(stage.book, web, &older));
    CHECK(ls_book_note(stage.book, web, &news)); /* the same version, read again */
}

TEST(a_long_reason_is_cut_between_characters)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    uint32_t web = add(&stage, "shop", "web");
    char reason[LS_REASON_BYTES_MAX + 64];
    memset(reason, 'x', sizeof reason);
    memcpy(reason + LS_REASON_BYTES_MAX - 1, "\xc3\xa4", 2);
    reason[sizeof reason - 1] = '\0';
    struct ls_facts news = there(1, 10);
    news.reason = reason;
    CHECK(ls_book_note(stage.book, web, &news));
    CHECK_INT(strlen(ls_book_facts(stage.book, web)->reason), LS_REASON_BYTES_MAX - 1);
    CHECK(!ls_book_note(stage.book, web, &news));
    struct ls_facts own = *ls_book_facts(stage.book, web); /* its own text comes back */
    own.flags = 1;
    CHECK(ls_book_note(stage.book, web, &own));
    CHECK_INT(strlen(ls_book_facts(stage.book, web)->reason), LS_REASON_BYTES_MAX - 1);
}

TEST(facts_handed_out_are_counted)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    uint32_t web = add(&stage, "shop", "web");
    struct ls_facts news = there(1, 10);
    ls_book_note(stage.book, web, &news);
    ls_book_find(stage.book, ls_book_ref(stage.book, web));
    CHECK_INT(ls_book_visits(stage.book), 0);
    ls_book_facts(stage.book, web);
    ls_book_facts(stage.book, web);
    CHECK_INT(ls_book_visits(stage.book), 2);
}

/* Many objects that come, go and are made anew, against a plain array. */
TEST(ten_thousand_objects_are_found_as_they_come_and_go)
{
    enum { OBJECTS = 10000, STEPS = 60000 };
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    uint64_t *uids = LS_NEW_ARRAY(uint64_t, OBJECTS); /* 0: absent */
    char name[32];
    for (uint32_t i = 0; i < OBJECTS; i++) {
        snprintf(name, sizeof name, "pod-%u", (unsigned)i);
        CHECK_INT(add(&stage, i % 2 ? "shop" : "other", name), i);
    }
    struct ls_random *random = &stage.world->random;
    for (uint64_t step = 1; step <= STEPS; step++) {
        uint32_t item = (uint32_t)ls_random_below(random, OBJECTS);
        bool is_gone = uids[item] && ls_random_below(random, 2);
        struct ls_facts news = is_gone ? absent : there(step, step);
        CHECK(ls_book_note(stage.book, item, &news));
        uids[item] = is_gone ? 0 : step;
    }
    for (uint32_t i = 0; i < OBJECTS; i++) {
        CHECK_INT(ls_book_find(stage.book, ls_book_ref(stage.book, i)), i);
        struct ls_uid uid = uids[i] ? (struct ls_uid){uids[i], ~uids[i]} : (struct ls_uid){0, 0};
        CHECK(ls_uid_equal(ls_book_facts(stage.book, i)->uid, uid));
    }
    ls_free(uids);
}

/* The budget: about a hundred bytes an object, and the texts of its name. */
TEST(an_object_costs_little_more_than_a_hundred_bytes)
{
    enum { OBJECTS = 50000, BUDGET_BYTES = 124 };
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    size_t before = mallinfo2().uordblks + mallinfo2().hblkhd;
    size_t text_bytes = 0;
    for (uint32_t i = 0; i < OBJECTS; i++) {
        char name[32];
        snprintf(name, sizeof name, "pod-%05u", (unsigned)i);
        text_bytes += 16; /* nine characters and a NUL, as the arena rounds them */
        struct ls_facts news = there(i + 1, i + 1);
        news.reason = "";
        ls_book_note(stage.book, add(&stage, "shop", name), &news);
    }
    size_t grown = mallinfo2().uordblks + mallinfo2().hblkhd - before;
    if (grown < text_bytes)
        return; /* the allocators of sanitizers do not count */
    size_t each = (grown - text_bytes) / OBJECTS;
    print_message("%zu bytes an object\n", each);
    CHECK(each <= BUDGET_BYTES);
}

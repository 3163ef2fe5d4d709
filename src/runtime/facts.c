#include "runtime/facts.h"

#include <string.h>

#include "base/arena.h"
#include "base/map.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "base/world.h"
#include "runtime/item_table.h"
#include "runtime/limits.h"

enum { CHUNK_ITEMS = 128 };

struct item {
    struct ls_ref ref;
    struct ls_facts facts;
    struct ls_uid gone; /* who was here last: uids never come back */
    uint64_t newest;    /* version that was seen, of whoever had the name */
};

/* Items stand in chunks, so that they never move. */
struct chunk {
    struct item items[CHUNK_ITEMS];
};

struct ls_book {
    struct ls_world *world;
    ls_book_fn on_change;
    void *self;
    LS_VEC(struct chunk *) chunks;
    size_t count;
    struct ls_item_table by_ref;
    struct ls_arena texts; /* of the refs */
    uint64_t seed;
    uint64_t *visits; /* of its own memory: reading is no change of the book */
};

static const struct ls_uid no_uid;

static struct item *item_at(const struct ls_book *book, uint32_t item)
{
    LS_ASSERT(item < book->count);
    return &book->chunks.at[item / CHUNK_ITEMS]->items[item % CHUNK_ITEMS];
}

/* ---- finding ---- */

static uint64_t text_hash(uint64_t seed, const char *text)
{
    return ls_hash_bytes(seed, text, strlen(text));
}

static uint64_t ref_hash(const struct ls_book *book, const struct ls_ref *ref)
{
    uint64_t kind = text_hash(text_hash(book->seed, ref->resource->group), ref->resource->kind);
    return text_hash(text_hash(kind, ref->namespace_name), ref->name);
}

static uint64_t item_ref_hash(const void *self, uint32_t item)
{
    const struct ls_book *book = self;
    return ref_hash(book, &item_at(book, item)->ref);
}

uint32_t ls_book_find(const struct ls_book *book, const struct ls_ref *ref)
{
    uint64_t hash = ref_hash(book, ref);
    size_t at = SIZE_MAX;
    for (;;) {
        uint32_t item = ls_item_table_next(&book->by_ref, hash, &at);
        if (item == LS_NO_ITEM || ls_ref_equal(&item_at(book, item)->ref, ref))
            return item;
    }
}

/* ---- the book ---- */

struct ls_book *ls_book_new(struct ls_world *world, ls_book_fn on_change, void *self)
{
    struct ls_book *book = LS_NEW(struct ls_book);
    book->world = world;
    book->on_change = on_change;
    book->self = self;
    book->seed = ls_random_u64(&world->random);
    book->by_ref = (struct ls_item_table){.hash = item_ref_hash, .self = book};
    book->visits = LS_NEW(uint64_t);
    return book;
}

static void reason_drop(struct item *item)
{
    if (item->facts.reason && item->facts.reason[0])
        ls_free((char *)item->facts.reason);
    item->facts.reason = "";
}

void ls_book_free(struct ls_book *book)
{
    if (!book)
        return;
    for (uint32_t i = 0; i < book->count; i++)
        reason_drop(item_at(book, i));
    for (size_t i = 0; i < book->chunks.count; i++)
        ls_free(book->chunks.at[i]);
    ls_vec_release(&book->chunks);
    ls_item_table_release(&book->by_ref);
    ls_arena_release(&book->texts);
    ls_free(book->visits);
    ls_free(book);
}

/* Neighbours mostly share their namespace. */
static const char *space_copy(struct ls_book *book, const char *space)
{
    if (space[0] == '\0')
        return "";
    if (book->count > 0) {
        const char *last = item_at(book, (uint32_t)book->count - 1)->ref.namespace_name;
        if (strcmp(last, space) == 0)
            return last;
    }
    return ls_arena_dup(&book->texts, ls_slice_of(space));
}

uint32_t ls_book_add(struct ls_book *book, const struct ls_ref *ref)
{
    uint32_t known = ls_book_find(book, ref);
    if (known != LS_NO_ITEM)
        return known;
    LS_ASSERT(book->count < LS_NO_ITEM);
    struct ls_ref copy = {
        .resource = ref->resource,
        .namespace_name = space_copy(book, ref->namespace_name),
        .name = ls_arena_dup(&book->texts, ls_slice_of(ref->name)),
    };
    if (book->count % CHUNK_ITEMS == 0)
        ls_vec_push(&book->chunks, LS_NEW(struct chunk));
    uint32_t item = (uint32_t)book->count++;
    *item_at(book, item) = (struct item){.ref = copy, .facts.reason = ""};
    item_at(book, item)->facts.since_ms = ls_clock_mono_ms(book->world->clock);
    ls_item_table_add(&book->by_ref, item);
    return item;
}

size_t ls_book_count(const struct ls_book *book)
{
    return book->count;
}

const struct ls_ref *ls_book_ref(const struct ls_book *book, uint32_t item)
{
    return &item_at(book, item)->ref;
}

const struct ls_facts *ls_book_facts(const struct ls_book *book, uint32_t item)
{
    ++*book->visits;
    return &item_at(book, item)->facts;
}

uint64_t ls_book_newest(const struct ls_book *book, uint32_t item)
{
    return item_at(book, item)->newest;
}

uint64_t ls_book_visits(const struct ls_book *book)
{
    return *book->visits;
}

/* ---- taking news in ---- */

static bool has_uid(struct ls_uid uid)
{
    return !ls_uid_equal(uid, no_uid);
}

static bool is_outdated(const struct item *item, const struct ls_facts *news)
{
    if (!has_uid(news->uid))
        return false;
    if (ls_uid_equal(news->uid, item->gone))
        return true;
    /* Versions of one kind have one order: with a lower one, a namesake is one from before. */
    return news->version != 0 && news->version < item->facts.version;
}

static struct ls_slice reason_front(const char *reason)
{
    return ls_utf8_front(ls_slice_of(reason), LS_REASON_BYTES_MAX);
}

/* a is what the book keeps. */
static bool is_same(const struct ls_facts *a, const struct ls_facts *b)
{
    return ls_uid_equal(a->uid, b->uid) && a->version == b->version &&
           a->generation == b->generation && a->flags == b->flags && a->presence == b->presence &&
           a->verdict == b->verdict && a->holder == b->holder && a->fails_at_ms == b->fails_at_ms &&
           ls_slice_is(reason_front(b->reason), a->reason);
}

static void newest_raise(struct item *item, uint64_t version)
{
    item->newest = LS_MAX(item->newest, version);
}

/* A deletion has a version of its own, after the last one of the object. */
static void uid_set(struct item *item, struct ls_uid uid)
{
    if (has_uid(item->facts.uid) && !ls_uid_equal(item->facts.uid, uid)) {
        item->gone = item->facts.uid;
        newest_raise(item, item->facts.version ? item->facts.version + 1 : 0);
    }
    item->facts.uid = uid;
}

static void reason_set(struct item *item, const char *reason)
{
    struct ls_slice front = reason_front(reason);
    if (ls_slice_is(front, item->facts.reason))
        return;
    const char *copy = front.len ? ls_strndup(front.at, front.len) : "";
    reason_drop(item);
    item->facts.reason = copy;
}

static void facts_take(struct ls_book *book, uint32_t number, const struct ls_facts *news)
{
    struct item *item = item_at(book, number);
    bool is_turn = item->facts.presence != news->presence || item->facts.verdict != news->verdict;
    uid_set(item, news->uid);
    newest_raise(item, news->version);
    reason_set(item, news->reason);
    struct ls_facts taken = *news;
    taken.reason = item->facts.reason;
    taken.since_ms = is_turn ? ls_clock_mono_ms(book->world->clock) : item->facts.since_ms;
    item->facts = taken;
    if (book->on_change)
        book->on_change(book->self, number);
}

bool ls_book_note(struct ls_book *book, uint32_t item, const struct ls_facts *facts)
{
    LS_ASSERT(facts->presence < LS_PRESENCE_COUNT && facts->verdict < LS_VERDICT_COUNT);
    struct ls_facts news = *facts;
    if (!news.reason)
        news.reason = "";
    if (news.presence == LS_PRESENCE_ABSENT)
        news.uid = no_uid;
    const struct item *known = item_at(book, item);
    if (is_outdated(known, &news) || is_same(&known->facts, &news))
        return false;
    facts_take(book, item, &news);
    return true;
}

void ls_book_doubt(struct ls_book *book, uint32_t item)
{
    const struct ls_facts *known = &item_at(book, item)->facts;
    if (known->presence == LS_PRESENCE_UNSEEN)
        return;
    struct ls_facts doubt = {.uid = known->uid, .version = known->version, .reason = ""};
    facts_take(book, item, &doubt);
}

#pragma once
/*
 * Facts: what is remembered of an observed object, about a hundred bytes, never the object.
 *
 * A book holds the facts of many objects under dense numbers. It is the one place that takes news
 * in: an older version of the same object is refused there, a change is told to whoever keeps
 * counters, and every fact that is read is counted, so that a test can say what a decision looked
 * at.
 */
#include "health/word/verdict.h"
#include "kube/known.h"
#include "runtime/ref.h"

struct ls_world;

enum ls_presence {
    LS_PRESENCE_UNSEEN, /* nobody has looked yet, or what was seen answers another question */
    LS_PRESENCE_ABSENT,
    LS_PRESENCE_THERE,
    LS_PRESENCE_GOING, /* there, with a deletionTimestamp */
    LS_PRESENCE_COUNT
};

struct ls_facts {
    struct ls_uid uid;
    uint64_t version;    /* resourceVersion; 0: none */
    int64_t generation;  /* 0: the kind has none */
    int64_t since_ms;    /* mono clock: since when presence and verdict are what they are */
    int64_t fails_at_ms; /* wall clock: in progress, and failed from then on; 0: no such time */
    const char *reason;  /* of the verdict; the book keeps its own copy; never NULL once noted */
    uint32_t flags;      /* what the projection found; its meaning is the projection's */
    uint8_t presence;    /* enum ls_presence */
    uint8_t verdict;     /* enum ls_verdict_kind */
    uint8_t holder;      /* whose it is, by the projection's own enum */
};

struct ls_book;
#define LS_NO_ITEM UINT32_MAX

typedef void (*ls_book_fn)(void *self, uint32_t item);
/* on_change (may be NULL) runs inside ls_book_note() and ls_book_doubt(), after the facts have
 * changed. */
struct ls_book *ls_book_new(struct ls_world *world, ls_book_fn on_change, void *self);
void ls_book_free(struct ls_book *book);

/* The number of an object; a new one is unseen. Copies the ref's texts, borrows its resource. What
 * ls_book_ref() and ls_book_facts() point at stays in its place as long as the book lives. */
uint32_t ls_book_add(struct ls_book *book, const struct ls_ref *ref);
uint32_t ls_book_find(const struct ls_book *book, const struct ls_ref *ref); /* LS_NO_ITEM */
size_t ls_book_count(const struct ls_book *book);
const struct ls_ref *ls_book_ref(const struct ls_book *book, uint32_t item);
const struct ls_facts *ls_book_facts(const struct ls_book *book, uint32_t item);

/* Takes new facts. False: nothing changed, or they are older than what is known: an older version
 * of the object or of a namesake from before it, or an object that is known to be gone. What is
 * absent has no uid. since_ms is the book's to fill in; reasons are cut at LS_REASON_BYTES_MAX. */
bool ls_book_note(struct ls_book *book, uint32_t item, const struct ls_facts *facts);
/* Forgets what was seen: unseen until the object is read again, as old as it was or newer. */
void ls_book_doubt(struct ls_book *book, uint32_t item);

/* The newest version that was seen under this name, whoever had it; one more than the last version
 * of an object that is gone. A later answer of the server that is older shows that the server was
 * set back to an earlier state. 0: none was seen. */
uint64_t ls_book_newest(const struct ls_book *book, uint32_t item);

uint64_t ls_book_visits(const struct ls_book *book); /* facts handed out so far */

#pragma once
/*
 * List-watch: keeps a selection of objects in view and tells what changes, for as long as it lives.
 *
 * It begins with the most recent state, then follows. A streaming list is asked for; where the
 * server has none, pages and then a watch. Whatever breaks is repaired here: a stream that ends is
 * resumed from the last revision seen, an expired revision leads to a new list not older than what
 * was seen, a failing server is asked again after growing pauses.
 *
 * What is told:
 *   SYNC_BEGIN   a list begins, or begins anew
 *   HEAD         of a table: its columns, before rows that have them
 *   OBJECT       an object is new in view or has changed; never the same version twice
 *   GONE         an object left the view: deleted, or no longer selected
 *   SYNCED       the list is complete; all that was told before and is not there was told GONE
 *   TROUBLE      something stands in the way, and when it is tried again; the view may be old
 * No change is lost: what happens while nobody listens shows up at the latest with the next SYNCED.
 * States that an object passed through meanwhile may be skipped. Between a deletion and a
 * namesake's creation that both went unseen, OBJECT of the new one may come before GONE of the old
 * one: the uid tells them apart.
 *
 * Memory: 32 bytes an object (kube/known.h) and the largest single object, never the list. Watches
 * carry no deadline of ours; a dead connection is the wire's to find.
 */
#include "kube/client.h"
#include "kube/known.h"
#include "kube/list.h"

struct ls_list_watch;

enum ls_news_kind {
    LS_NEWS_SYNC_BEGIN,
    LS_NEWS_HEAD,
    LS_NEWS_OBJECT,
    LS_NEWS_GONE,
    LS_NEWS_SYNCED,
    LS_NEWS_TROUBLE,
    LS_NEWS_COUNT
};

/* All valid during the call. */
struct ls_news {
    enum ls_news_kind kind;
    /* HEAD: the table. OBJECT: the object; of a table the row, by itself or in a table of one.
     * GONE: as it was at its end; NULL when it vanished unseen. */
    const struct ls_obj *obj;
    struct ls_uid uid;            /* of OBJECT and GONE */
    struct ls_slice key;          /* GONE: "namespace/name" or "name", when names are kept */
    struct ls_slice version;      /* SYNCED: the revision the view has reached */
    bool is_initial;              /* OBJECT, GONE: part of a list, not a change seen live */
    const struct ls_err *trouble; /* TROUBLE: what, for people */
    int64_t retry_in_ms;          /* TROUBLE: until the next try; 0: still waiting for this one */
};
typedef void (*ls_news_fn)(void *self, const struct ls_news *news);

struct ls_list_watch_options {
    bool keeps_names;        /* so that GONE always has its key; costs the names' memory */
    bool is_without_streams; /* pages and watch, without asking for a streaming list first */
};

/* Copies the selection's texts; its resource and the client must outlive it. options may be NULL.
 * The first request goes out soon, never inside this call. Fails with LS_E_INVALID when namespace
 * or selectors cannot stand in a request. */
enum ls_code ls_list_watch_start(struct ls_client *client, const struct ls_selection *selection,
                                 const struct ls_list_watch_options *options, ls_news_fn fn,
                                 void *self, struct ls_list_watch **out, struct ls_err *err);
/* Silent from here on; may be called from fn. NULL does nothing. */
void ls_list_watch_free(struct ls_list_watch *watch);

bool ls_list_watch_is_synced(const struct ls_list_watch *watch); /* ever; never goes back */
/* The revision up to which everything was told; empty before the first SYNCED. Moves with bookmarks
 * too. Borrowed until the loop runs on. */
struct ls_slice ls_list_watch_version(const struct ls_list_watch *watch);
size_t ls_list_watch_count(const struct ls_list_watch *watch);      /* objects in view */
const char *ls_list_watch_state(const struct ls_list_watch *watch); /* "Watching" */

struct ls_machine;
/* Its life as a table, for those who check tables. */
const struct ls_machine *ls_list_watch_machine(void);

#pragma once
/*
 * List-watch: reports a selection of objects and all later changes, for as long as it lives.
 *
 * It begins with the most recent state, then follows changes: by a streaming list or, where the
 * server has none, by pages and then a watch. It recovers from every failure: a stream that ends is
 * resumed from the last revision seen, an expired revision leads to a new list not older than that,
 * a failing server is retried with backoff.
 *
 * Events:
 *   SYNC_BEGIN   a list begins or restarts
 *   HEAD         of a table: its columns, before rows that have them
 *   OBJECT       an object is new or has changed; never the same version twice
 *   GONE         an object was deleted, or is no longer selected
 *   SYNCED       the list is complete; all objects that are missing in it were reported as GONE
 *   TROUBLE      a failure, and when the next try is; the state may be old
 * No change is lost: what happens during an interruption is reported at the latest before the next
 * SYNCED. Intermediate states of an object may be skipped. After an unseen deletion and creation
 * under the same name, OBJECT of the new one may come before GONE of the old one: compare the uid.
 * A server that was set back to an earlier state (a restore of etcd) is recognised by a list that
 * is older than what was seen before; its objects are reported with their older versions.
 *
 * Memory: 32 bytes per object (kube/known.h) and the largest single object, never the list. Watches
 * have no deadline; the wire detects a dead connection.
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
    /* HEAD: the table. OBJECT: the object; for a table the row, alone or in a table of one. GONE:
     * its last state; NULL when the deletion was not seen. */
    const struct ls_obj *obj;
    struct ls_uid uid;       /* of OBJECT and GONE */
    struct ls_slice key;     /* GONE: "namespace/name" or "name", when names are kept */
    struct ls_slice version; /* SYNCED: the revision that was reached */
    struct ls_slice
        set_back_from; /* SYNCED: what was reached before, if that is newer; else empty */
    bool is_initial;   /* OBJECT, GONE: part of a list, not a change of a watch */
    const struct ls_err *trouble; /* TROUBLE: the failure, for people */
    int64_t retry_in_ms;          /* TROUBLE: until the next try; 0: still waiting for this one */
};
typedef void (*ls_news_fn)(void *self, const struct ls_news *news);

struct ls_list_watch_options {
    bool keeps_names;        /* so that GONE always has its key; costs the names' memory */
    bool is_without_streams; /* pages and watch, without trying a streaming list first */
};

/* Copies the selection's texts; its resource and the client must outlive it. options may be NULL.
 * The first request goes out soon, never inside this call. Fails with LS_E_INVALID when namespace
 * or selectors are not valid in a request. */
enum ls_code ls_list_watch_start(struct ls_client *client, const struct ls_selection *selection,
                                 const struct ls_list_watch_options *options, ls_news_fn fn,
                                 void *self, struct ls_list_watch **out, struct ls_err *err);
/* fn is not called after this; may be called from fn. NULL does nothing. */
void ls_list_watch_free(struct ls_list_watch *watch);
/* The revision up to which everything was reported; empty before the first SYNCED. Moves with
 * bookmarks too. Borrowed until the loop runs. */
struct ls_slice ls_list_watch_version(const struct ls_list_watch *watch);

#pragma once
/* Shared by the two sources of the list-watch: its life cycle (list_watch.c) and the reading of
 * what the server sends (list_watch_read.c). */
#include "base/machine.h"
#include "base/map.h"
#include "kube/attempt.h"
#include "kube/backoff.h"
#include "kube/list_watch.h"

enum watch_state {
    WATCH_IDLE,
    WATCH_LISTING, /* a stream that begins with all objects and an end mark */
    WATCH_PAGING,  /* a list in pages, where there are no such streams */
    WATCH_WATCHING,
    WATCH_LIST_LATER,
    WATCH_WATCH_LATER,
    WATCH_STATE_COUNT
};
extern const struct ls_machine ls_list_watch_machine;

/* What moves it from one state to the next. */
enum watch_trigger {
    WATCH_STARTED,
    WATCH_MARKED,     /* the initial objects of the stream are complete */
    WATCH_LISTED,     /* the pages are complete */
    WATCH_ENDED,      /* the server closed the stream normally */
    WATCH_SHORT,      /* so soon and with so little that an immediate retry would flood the
                       * server */
    WATCH_EXPIRED,    /* our revision is too old for the server */
    WATCH_TOO_NEW,    /* our revision is newer than the server */
    WATCH_NO_STREAMS, /* the server has no streaming lists */
    WATCH_TROUBLED,   /* any other failure */
    WATCH_LOST,       /* the same event could not be read twice: skip it by a list */
    WATCH_PAUSED,     /* the pause is over */
    WATCH_TRIGGER_COUNT
};

struct ls_list_watch {
    struct ls_client *client;
    struct ls_selection selection; /* with texts of its own */
    struct ls_buf path;            /* of the selection */
    struct ls_buf what;            /* "watch pods": context of errors */
    struct ls_list_watch_options options;
    ls_news_fn fn;
    void *self;
    bool *is_cut; /* set when freed inside fn */

    enum watch_state state;
    enum watch_trigger trigger;
    struct ls_err trouble; /* what the next pause is for */
    bool has_no_streams;
    bool is_synced;
    struct ls_buf version;    /* everything up to here was reported */
    bool must_be_most_recent; /* the next list gives no revision */
    enum ls_freshness freshness;

    struct ls_known *known;
    struct ls_map *names; /* uid bytes to key, or NULL */

    struct ls_attempt *attempt;
    struct ls_split split;
    struct ls_list list;
    struct ls_api_call proof;
    struct ls_backoff backoff;
    struct ls_task start;
    struct ls_timer pause;
    struct ls_timer mark_timer;
    struct ls_timer proof_timer;
    int64_t opened_at_ms;
    uint64_t byte_count;  /* of the open stream */
    uint64_t noted_count; /* of them, at the last note about a missing mark */
    unsigned silent_notes;
    uint64_t event_count;       /* of the open stream */
    unsigned unmarked_count;    /* streaming lists in a row that ended before their mark */
    unsigned unreadable_count;  /* streams in a row that failed at the same place */
    unsigned turned_back_count; /* watches in a row that led to a list, without an event */
    bool is_version_unknown;    /* the open stream said so */
    bool is_error_event;        /* the open stream ended with an ERROR */
};

/* False: the callee freed the list-watch, it must not be touched. */
bool ls_list_watch_report(struct ls_list_watch *watch, const struct ls_news *news);
/* The columns of a table. */
bool ls_list_watch_head(struct ls_list_watch *watch, const struct ls_obj *head);
/* A list begins: objects that are not in it will be reported as gone. */
bool ls_list_watch_begin(struct ls_list_watch *watch);
bool ls_list_watch_see(struct ls_list_watch *watch, const struct ls_obj *obj, bool is_initial);
/* A list without a revision cannot be followed: later deletions would never be reported. */
enum ls_code ls_list_watch_version_check(struct ls_slice version, struct ls_err *err);
/* A list is complete at `version`: reports what vanished, then SYNCED. */
bool ls_list_watch_complete(struct ls_list_watch *watch, struct ls_slice version);
/* One event of the stream (an ls_split_fn). */
enum ls_code ls_list_watch_event(void *self, struct ls_slice envelope, struct ls_slice item,
                                 struct ls_err *err);
void ls_list_watch_names_free(struct ls_list_watch *watch);
/* The initial objects of a stream are complete. */
void ls_list_watch_marked(struct ls_list_watch *watch);

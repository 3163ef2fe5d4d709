#pragma once
/*
 * A wire that fails on purpose. It stands in front of another one, writes every request down, and
 * does one thing wrong: to the n-th request, to the n-th write, or to the n-th event of a watch.
 *
 * It outlives the clients that speak through it: a crash makes it deaf and dumb until the next
 * client is let in, and the log goes on.
 */
#include "base/vec.h"
#include "net/wire.h"

struct ls_world;

enum fault_kind {
    FAULT_NONE,
    FAULT_CRASH_BEFORE,  /* the process dies before it sends this */
    FAULT_CRASH_AFTER,   /* carried out; the process dies before it hears of it */
    FAULT_CRASH_HEARD,   /* the process hears the reply and dies before it says anything more */
    FAULT_NOT_SENT,      /* never leaves, and the client knows */
    FAULT_NO_REPLY,      /* never arrives, and the client cannot know */
    FAULT_LOST,          /* carried out, the reply is lost */
    FAULT_STATUS,        /* refused with a status instead of being carried out */
    FAULT_STATUS_AFTER,  /* carried out, then answered with a status */
    FAULT_SLOW,          /* the reply comes delay_ms later */
    FAULT_HANG,          /* nothing ever comes */
    FAULT_EVENT_DELAYED, /* of a watch: this event and those behind it come delay_ms later */
    FAULT_EVENT_DOUBLED,
    FAULT_EVENT_DROPPED, /* and the watch breaks off, as it does when something is lost */
    FAULT_KIND_COUNT
};
const char *fault_name(enum fault_kind kind);

struct fault {
    enum fault_kind kind;
    bool is_of_writes; /* count writes, not requests; events are counted among events */
    size_t nth;        /* from 1; 0: none */
    size_t times;      /* so many in a row; 0: one */
    int status;        /* 429 comes with Retry-After: 1 */
    int64_t delay_ms;
    const char *path; /* only requests with this part in their path; NULL: all; counted are all */
};

struct fault_entry {
    char *method;
    char *path;  /* without the query */
    char *query; /* without '?'; "" when there is none */
    int64_t at_ms;
    int status;      /* that the client heard, or would have; 0: none yet */
    unsigned client; /* which one, from 1 */
    bool is_write;   /* changes something: no dry run */
    bool is_watch;
};

struct fault_wire {
    struct ls_wire interface;
    struct ls_world *world;
    struct ls_wire *inner;
    struct fault fault;
    bool is_crashed;
    bool is_struck; /* the fault has happened */
    unsigned client;
    size_t request_count; /* since the fault was set */
    size_t write_count;
    size_t event_count;
    void (*on_cut)(void *self); /* an event was dropped, its watch breaks off next; may be NULL */
    void *cut_self;
    LS_VEC(struct fault_entry) log;
    struct fault_pass *passes;
};

void fault_wire_init(struct fault_wire *wire, struct ls_world *world);
void fault_wire_release(struct fault_wire *wire);
/* A client begins, on its own inner wire, which is borrowed until the client ends. */
void fault_wire_open(struct fault_wire *wire, struct ls_wire *inner);
/* The client is gone: nothing of it is left. */
void fault_wire_close(struct fault_wire *wire);
/* Sets what goes wrong, counted from now. */
void fault_wire_set(struct fault_wire *wire, struct fault fault);
/* Breaks all watches off that are open now; returns how many. */
size_t fault_wire_cut(struct fault_wire *wire);

/* How many requests of the log, from entry `from` on: by method (NULL: any) and a part of the path
 * (NULL: any). */
size_t fault_wire_count(const struct fault_wire *wire, size_t from, const char *method,
                        const char *path_part);
size_t fault_wire_writes(const struct fault_wire *wire, size_t from);
/* Paths that were created (201) more than once with no delete between; the first is named in
 * *path. */
size_t fault_wire_doubles(const struct fault_wire *wire, size_t from, const char **path);

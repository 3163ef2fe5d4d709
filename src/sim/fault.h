#pragma once
/*
 * A fault: one thing that goes wrong between a process and the API server, and where.
 *
 * Kinds, places and the values they take are rows of one table. A fault has a text form, which is
 * how a failing case is printed and how it is repeated from the command line:
 *
 *     KIND[:VALUE]@PLACE:N[,times=N|all][,process=N][,path=PART]
 *
 *     lost@write:3                         the third write is carried out, its reply is lost
 *     status:503@request:7,times=3         requests 7, 8 and 9 are refused
 *     crash-after@write:2,process=1        the first process dies at its second write
 *     drop@event:9                         the ninth event is lost with its watch
 *     cut:512@watch:1                      the first watch breaks off after 512 bytes
 *     restart-stale:40@start:2             the second process first reads revision 40
 *
 * What is parsed and printed again gives the same text.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/slice.h"

struct ls_buf;

enum ls_sim_fault_kind {
    LS_SIM_FAULT_NONE,
    /* Of a process, at a request. */
    LS_SIM_FAULT_CRASH_BEFORE, /* it dies before it sends the request */
    LS_SIM_FAULT_CRASH_AFTER,  /* carried out; it dies before it receives the reply */
    LS_SIM_FAULT_CRASH_HEARD,  /* it receives the reply and dies before it sends anything more */
    /* Of a request. */
    LS_SIM_FAULT_NOT_SENT,     /* never leaves, and the client knows */
    LS_SIM_FAULT_NO_REPLY,     /* never arrives, and the client cannot know */
    LS_SIM_FAULT_LOST,         /* carried out, the reply is lost; a watch: as no reply */
    LS_SIM_FAULT_RESET,        /* the connection is reset under all requests of its lane */
    LS_SIM_FAULT_GOAWAY,       /* the server says that it did not process it */
    LS_SIM_FAULT_STATUS,       /* refused with the HTTP status in value; 429 has a Retry-After */
    LS_SIM_FAULT_STATUS_AFTER, /* carried out, then answered with the status in value */
    LS_SIM_FAULT_HALF_BODY,    /* the reply, or the first event of a watch, breaks off half-way */
    LS_SIM_FAULT_CUT,          /* the reply or the watch breaks off after as many bytes as value */
    LS_SIM_FAULT_BAD_JSON, /* complete as HTTP, but half a document, or an event with a bad byte */
    LS_SIM_FAULT_SLOW,     /* the reply comes value milliseconds later */
    LS_SIM_FAULT_SLOW_BYTES, /* the body comes one byte each value milliseconds */
    LS_SIM_FAULT_HANG,       /* nothing ever comes */
    LS_SIM_FAULT_EXPIRED,    /* of a watch: an ERROR event with status 410, as after compaction */
    /* Of an event of a watch. Order inside one stream is always kept. */
    LS_SIM_FAULT_DELAY,  /* this event and those behind it come value milliseconds later */
    LS_SIM_FAULT_LATE,   /* they come after the next two events of the same process */
    LS_SIM_FAULT_DOUBLE, /* it comes twice */
    LS_SIM_FAULT_DROP,   /* it is lost, and the watch breaks off, as nothing is lost otherwise */
    /* Of a process that starts; not of the wire. */
    LS_SIM_FAULT_RESTART_STALE, /* its first reads are served from the revision in value */
    LS_SIM_FAULT_KIND_COUNT
};

/* What the number of a fault counts. */
enum ls_sim_place {
    LS_SIM_PLACE_REQUEST,
    LS_SIM_PLACE_WRITE,  /* requests that change something: no dry run, no access review */
    LS_SIM_PLACE_WATCH,  /* requests that begin a watch */
    LS_SIM_PLACE_RESUME, /* of these, the ones that go on from a resourceVersion */
    LS_SIM_PLACE_EVENT,  /* events of all watches of the process, as the server sends them */
    LS_SIM_PLACE_START,  /* processes, as they start */
    LS_SIM_PLACE_COUNT
};

enum {
    LS_SIM_FAULT_PATH_BYTES = 160, /* of the part of a path, with its NUL */
    LS_SIM_FAULT_TEXT_BYTES_MAX = 400,
    LS_SIM_FAULT_LATE_EVENTS = 2,      /* that overtake a late event ... */
    LS_SIM_FAULT_LATE_MS = 30 * 1000,  /* ... unless none come for so long */
    LS_SIM_FAULT_SLOW_BYTES_MAX = 300, /* after so many slow bytes the rest comes at once */
};
#define LS_SIM_FAULT_TIMES_ALL SIZE_MAX

/* Zero means "not given" for each member but kind and nth; a value of 0 is the kind's default. */
struct ls_sim_fault {
    enum ls_sim_fault_kind kind;
    enum ls_sim_place place; /* kinds that strike at one place only need not be given it */
    size_t nth;              /* from 1, counted from the moment the fault is set; 0: never */
    size_t times;            /* so many in a row; 0: one */
    int64_t value;           /* a status, milliseconds, a byte or a revision: see the kind */
    unsigned process;        /* only of the process with this number, from 1; 0: of any */
    char path[LS_SIM_FAULT_PATH_BYTES]; /* strikes only requests with this part in their path,
                                         * counts all; "": any path */
};

/* A list of faults, for ls_vec_push(). */
struct ls_sim_faults {
    struct ls_sim_fault *at;
    size_t count;
    size_t cap;
};
void ls_sim_faults_release(struct ls_sim_faults *faults);

const char *ls_sim_fault_word(enum ls_sim_fault_kind kind);     /* "crash-before" */
const char *ls_sim_fault_sentence(enum ls_sim_fault_kind kind); /* for people: "reply lost" */
const char *ls_sim_place_word(enum ls_sim_place place);         /* "write" */
/* May a fault of this kind stand at this place? */
bool ls_sim_fault_fits(enum ls_sim_fault_kind kind, enum ls_sim_place place);
bool ls_sim_fault_is_crash(enum ls_sim_fault_kind kind);
/* The same fault with defaults filled in: place, times and value. A value that the kind does not
 * take is a mistake of the caller (asserted). */
struct ls_sim_fault ls_sim_fault_filled(struct ls_sim_fault fault);

enum ls_code ls_sim_fault_parse(struct ls_slice text, struct ls_sim_fault *out, struct ls_err *err);
void ls_sim_fault_print(struct ls_buf *out, const struct ls_sim_fault *fault);

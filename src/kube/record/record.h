#pragma once
/*
 * A record: what happened in a run, one JSON value per line, in a file that only its owner may
 * read.
 *
 * Every entry is written at once, so that a process that is killed leaves all that came before, at
 * worst with a torn last line. Secrets are masked (mask.h) before they reach the file. A record is
 * bounded: at three quarters of its bytes objects are no longer kept but named, at the limit
 * nothing more is written but its end. Either is said by an entry of its own, and what is left out
 * is counted. A file that cannot be written any more ends the record, not the run.
 *
 * The first line is the header: {"lockstep":"record","version":1,...}. Each further one has `at`,
 * milliseconds since the beginning, and `type`; docs/manual/record.md has them all.
 */
#include "base/err.h"
#include "base/world.h"
#include "kube/record/mask.h"

enum { LS_RECORD_VERSION = 1 };

struct ls_record;

struct ls_record_options { /* zero: the limits of kube/record/limits.h */
    uint64_t bytes_max;
    uint64_t entries_max;
};

/* Makes the file; one that is there already is never overwritten. Borrows world for life; options
 * may be NULL. The header is the first entry, up to the caller: LS_RECORD_HEADER. */
enum ls_code ls_record_open(struct ls_world *world, const char *path,
                            const struct ls_record_options *options, struct ls_record **out,
                            struct ls_err *err);
void ls_record_close(struct ls_record *record); /* NULL does nothing */

struct ls_mask *ls_record_mask(struct ls_record *record);
/* Why nothing more is written, as "No space left on device"; NULL: all is well. */
const char *ls_record_trouble(const struct ls_record *record);

/* ---- one entry ---- */

enum ls_record_type {
    LS_RECORD_HEADER,
    LS_RECORD_MANIFEST, /* what is wanted, as it was read */
    LS_RECORD_SERVER,   /* its version */
    LS_RECORD_REQUEST,  /* sent */
    LS_RECORD_REPLY,    /* its head and, unless it is a list or a watch, its body */
    LS_RECORD_ITEM,     /* one object of a list */
    LS_RECORD_EVENT,    /* one event of a watch */
    LS_RECORD_CLOSED,   /* a watch that ended, or a request that did not come to its end: why */
    LS_RECORD_DECISION, /* what the run does next, and why */
    LS_RECORD_OBJECT,   /* an object of the set changed its state */
    LS_RECORD_PHASE,    /* one begins, or is done */
    LS_RECORD_NOTE,     /* a line that people saw */
    LS_RECORD_LIMIT,    /* what is left out from here on */
    LS_RECORD_RESULT,   /* how the run ended; the last one */
    LS_RECORD_TYPE_COUNT
};
const char *ls_record_type_name(enum ls_record_type type); /* "request" */

/* Members go between begin and end, in order. */
void ls_record_begin(struct ls_record *record, enum ls_record_type type);
void ls_record_add_int(struct ls_record *record, const char *key, int64_t value);
void ls_record_add_bool(struct ls_record *record, const char *key, bool value);
/* A name or a word: written as it is. */
void ls_record_add_text(struct ls_record *record, const char *key, struct ls_slice text);
/* A sentence or anything else from outside: secrets that are known are masked. */
void ls_record_add_sentence(struct ls_record *record, const char *key, const char *text);
/* An object, masked; one that is too large, or comes too late, is named only. */
void ls_record_add_object(struct ls_record *record, const char *key, struct ls_node object,
                          enum ls_mask_subject subject);
void ls_record_open_map(struct ls_record *record, const char *key); /* key NULL: an item */
void ls_record_open_list(struct ls_record *record, const char *key);
void ls_record_shut(struct ls_record *record); /* the innermost map or list */
void ls_record_end(struct ls_record *record);

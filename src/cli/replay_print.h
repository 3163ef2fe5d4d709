#pragma once
/*
 * Entries of a record (kube/record/record.h) in words, for `lockstep replay`.
 */
#include "base/vec.h"
#include "kube/record/record_read.h"

/* What each request asked for, by its number, for the lines about its answers. */
struct ls_replay_requests { /* {0} is empty */
    LS_VEC(struct ls_replay_request) list;
};
struct ls_replay_request {
    char *what; /* "PATCH secrets default/db" */
    char *kind; /* "secrets"; "" when it is about no objects */
    char *name; /* "db"; "" for a collection */
};
void ls_replay_requests_release(struct ls_replay_requests *requests);
/* Takes in what a request asked for; other entries are passed over. */
void ls_replay_requests_take(struct ls_replay_requests *requests,
                             const struct ls_record_entry *entry);

/* The lines about the record as a whole. */
void ls_replay_print_header(struct ls_buf *out, const struct ls_record_entry *header);
/* One line about what was seen, without time and line break. */
void ls_replay_print_seen(struct ls_buf *out, const struct ls_replay_requests *requests,
                          const struct ls_record_entry *entry);
/* What was decided, a line each: state, intents, what is waited for and why, the end. */
void ls_replay_print_decision(struct ls_buf *out, const struct ls_record_entry *entry);
void ls_replay_print_result(struct ls_buf *out, const struct ls_record_entry *entry);
/* "  1.250s" */
void ls_replay_print_time(struct ls_buf *out, int64_t at_ms);

/* --object KIND/NAME: is this entry about that object? */
struct ls_replay_object {
    struct ls_slice kind; /* empty: any object */
    struct ls_slice name;
};
enum ls_code ls_replay_object_read(const char *text, struct ls_replay_object *out,
                                   struct ls_err *err);
bool ls_replay_is_about(const struct ls_record_entry *entry,
                        const struct ls_replay_requests *requests,
                        const struct ls_replay_object *object);

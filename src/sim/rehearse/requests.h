#pragma once
/*
 * The requests of a rehearsed run: each with its verb, counted by verb. Verbs are those of RBAC,
 * and some more for what needs no right of its own.
 */
#include "base/arena.h"
#include "base/vec.h"

enum ls_request_verb {
    LS_REQUEST_DISCOVER, /* which kinds there are */
    LS_REQUEST_REVIEW,   /* may we? */
    LS_REQUEST_DRY_RUN,
    LS_REQUEST_GET,
    LS_REQUEST_LIST,
    LS_REQUEST_WATCH,
    LS_REQUEST_CREATE,
    LS_REQUEST_UPDATE,
    LS_REQUEST_PATCH, /* server-side apply too */
    LS_REQUEST_DELETE,
    LS_REQUEST_VERB_COUNT
};
const char *ls_request_verb_name(enum ls_request_verb verb);
bool ls_request_verb_is_write(enum ls_request_verb verb);
/* `target` is path and query. */
enum ls_request_verb ls_request_verb_of(struct ls_slice method, struct ls_slice target);

struct ls_rehearsal_request {
    enum ls_request_verb verb;
    const char *method;
    const char *target;
    int64_t at_ms;   /* since the run began */
    bool is_created; /* the server answered that it is new */
};

struct ls_rehearsal_requests { /* {0} is empty */
    struct ls_arena arena;
    LS_VEC(struct ls_rehearsal_request) list; /* the first LS_REHEARSE_REQUESTS_MAX */
    size_t count;
    size_t by_verb[LS_REQUEST_VERB_COUNT];
};
void ls_rehearsal_requests_release(struct ls_rehearsal_requests *requests);
/* Copies the texts; the verb is found here. */
void ls_rehearsal_requests_add(struct ls_rehearsal_requests *requests,
                               const struct ls_rehearsal_request *request);
size_t ls_rehearsal_requests_writes(const struct ls_rehearsal_requests *requests);

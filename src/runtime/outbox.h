#pragma once
/*
 * Outbox: writes that were decided on, on their way. The only place that sends any.
 *
 * At most one intent of an object is in flight; so many objects at once as the options say. What
 * happens to a write that does not simply succeed is one table (runtime/outbox_rules.h):
 *   - never reached the server, or it asked for patience: sent again after a growing pause;
 *   - sent and not answered, or answered by an error that says nothing of what was done: settled by
 *     reading the object, and the result carries what was read;
 *   - a kind that the server does not serve yet, when the intent says so, or a namespace without
 *     its default service account yet: again for LS_KIND_PATIENCE_MS;
 *   - a delete of what is not there: success;
 *   - everything else is the decision's to judge: the result carries code, sentence and Status.
 * Every result is an observation: it comes back once, with the object as it is now where known. An
 * object whose writes end in doubt again and again is written to after a growing pause.
 *
 * Each single request has the client's timeout; how long to try at all is the caller's to say, by
 * ls_outbox_free().
 */
#include "kube/client.h"
#include "kube/known.h"
#include "runtime/ref.h"

struct ls_outbox;

enum ls_intent_kind {
    LS_INTENT_APPLY, /* server-side apply, fieldValidation=Strict */
    LS_INTENT_PATCH, /* JSON patch */
    LS_INTENT_DELETE,
    LS_INTENT_READ, /* a GET that settles a doubt */
    LS_INTENT_COUNT
};

/* Nothing here need outlive ls_outbox_put() but the ref's texts, body and field_manager. */
struct ls_intent {
    enum ls_intent_kind kind;
    uint32_t item; /* the caller's number of the object, from 0 and dense; back in the result */
    struct ls_ref ref;
    const struct ls_obj *body; /* apply, patch; the outbox takes a reference */
    const char *field_manager;
    bool is_forced;
    bool is_dry_run;
    bool awaits_kind;  /* the kind comes with a CRD that has just been established */
    struct ls_uid uid; /* delete: only this very object ... (asserted: none goes without) */
    uint64_t version;  /* ... in this very version */
    enum ls_propagation propagation;
    uint64_t seen_version; /* the newest that the caller has seen of it; 0: none */
};

/* Valid during the call. */
struct ls_result {
    const struct ls_intent *intent; /* body is gone from it */
    enum ls_code code;
    /* Never NULL. When the object, or its absence, was read: why the write's own answer was not
     * enough; its code is then that of the write. */
    const struct ls_err *err;
    /* The object after the write, or as read; on a refusal the server's Status. May be NULL. Of a
     * delete: a Status (gone), the object (going), NULL (it was not there). */
    const struct ls_obj *obj;
    int http_status;
    /* The write's own answer was lost or said nothing: obj, or LS_E_NOT_FOUND, is what a GET saw;
     * whether the write was carried out is to be seen in it. Of a delete LS_OK with another uid in
     * obj, or without obj, is gone. */
    bool is_read;
    bool is_kind_unknown; /* a 404 about the kind: nothing is known about the object */
    /* The object in obj is older than the intent's seen_version, though it was asked for later: the
     * server was set back to an earlier state. */
    bool is_set_back;
};
typedef void (*ls_result_fn)(void *self, const struct ls_result *result);

struct ls_outbox_options {
    size_t in_flight_max; /* 0: LS_OUTBOX_IN_FLIGHT */
};
/* Borrows the client. options may be NULL. */
struct ls_outbox *ls_outbox_new(struct ls_client *client, const struct ls_outbox_options *options,
                                ls_result_fn fn, void *self);
/* At any time, also inside fn. What is in flight is not told of any more. */
void ls_outbox_free(struct ls_outbox *box);

/* The object must not be in flight, and there must be room (asserted). */
void ls_outbox_put(struct ls_outbox *box, const struct ls_intent *intent);
/* Of what is on its way now nothing is sent again: what is in a pause is dropped and not told of,
 * what is in flight is told of as the server answers. What is put later is repeated as ever. */
void ls_outbox_wind_up(struct ls_outbox *box);
size_t ls_outbox_room(const struct ls_outbox *box); /* how many more may be put now */
size_t ls_outbox_in_flight(const struct ls_outbox *box);
bool ls_outbox_has(const struct ls_outbox *box, uint32_t item);
/* What the outbox waits for at the moment, for people: "connection refused, next try in 2 s"; ""
 * when all goes well. */
const char *ls_outbox_trouble(const struct ls_outbox *box);
/* Why an intent that is not answered yet had to be repeated, for those who end here; "" when none
 * had. */
const char *ls_outbox_last_words(const struct ls_outbox *box);

struct ls_outbox_counts {
    uint64_t sent[LS_INTENT_COUNT]; /* requests handed to the client, by kind of intent */
    uint64_t repeats;               /* of them, sent again */
    uint64_t reads;                 /* besides them: GETs to settle an unknown result */
};
struct ls_outbox_counts ls_outbox_counts(const struct ls_outbox *box);

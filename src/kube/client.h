#pragma once
/*
 * The Kubernetes client: calls to an API server over a wire.
 *
 * A client knows paths, verbs, media types, typed errors, warnings and when a request may be
 * retried (kube/retry.h). It knows no credentials: the wire it is given adds them. It holds no
 * objects. Any number of calls may be open at once; none of them blocks.
 *
 * Threads: all on the loop of the world. Time: only from the world's clock.
 */
#include "base/loop.h"
#include "base/world.h"
#include "kube/path.h"
#include "kube/warning.h"
#include "net/wire.h"
#include "value/obj.h"

struct ls_client;

enum { LS_NO_TIMEOUT = -1 };

struct ls_client_options {
    const char *field_manager;  /* of writes that name none; NULL: "lockstep" */
    int64_t request_timeout_ms; /* of a call with all its tries; 0: the default; LS_NO_TIMEOUT */
    ls_warning_fn on_warning;   /* called once with each distinct warning of the server; may be
                                 * NULL */
    void *warning_self;
};

/* Borrows world and wire for life; options may be NULL. */
struct ls_client *ls_client_new(struct ls_world *world, struct ls_wire *wire,
                                const struct ls_client_options *options);
void ls_client_free(struct ls_client *client); /* after its calls, lists and watches */
struct ls_world *ls_client_world(const struct ls_client *client);

struct ls_client_counts {
    uint64_t requests; /* handed to the wire, repeated ones included */
    uint64_t repeats;  /* of them, retries */
};
struct ls_client_counts ls_client_counts(const struct ls_client *client);

/* ---- the request ---- */

enum ls_verb {
    LS_VERB_GET,
    LS_VERB_LIST, /* one page as one object; kube/list.h reads all pages, object by object */
    LS_VERB_CREATE,
    LS_VERB_UPDATE,
    LS_VERB_APPLY, /* server-side apply: creates or merges, with owners of fields */
    LS_VERB_MERGE_PATCH,
    LS_VERB_JSON_PATCH,
    LS_VERB_DELETE,
    LS_VERB_DELETE_COLLECTION,
    LS_VERB_COUNT
};

/* The form of the server's answer. */
enum ls_form {
    LS_FORM_FULL,
    LS_FORM_METADATA, /* PartialObjectMetadata: names, labels, owners, no spec and no status */
    LS_FORM_TABLE,    /* columns and rows for people; a server without tables answers in full */
};

enum ls_validation { /* of fields that the server does not know */
                     LS_VALIDATION_DEFAULT,
                     LS_VALIDATION_IGNORE,
                     LS_VALIDATION_WARN,
                     LS_VALIDATION_STRICT,
};

enum ls_propagation {
    LS_PROPAGATION_DEFAULT,
    LS_PROPAGATION_BACKGROUND,
    LS_PROPAGATION_FOREGROUND,
    LS_PROPAGATION_ORPHAN,
};

/* One request. Zero means "not given" for each member; nothing here needs to outlive
 * ls_api_call_start(). */
struct ls_call_spec {
    enum ls_verb verb;
    struct ls_place place;
    const char *raw_target; /* GET this path and query instead of place: "/version" */
    enum ls_form form;
    const char *accept; /* instead of the form's media type; must outlive the call */
    enum ls_lane lane;
    int64_t timeout_ms; /* instead of the client's */
    bool is_single_try; /* never retried, even if the server asks for it */

    struct ls_node body;       /* of create, update, apply and patches; printed as JSON */
    struct ls_slice body_text; /* the same as JSON text */

    const char *labels; /* selectors of list and deletecollection */
    const char *fields;
    const char *resource_version; /* of get and list: not older than this */
    const char *continue_token;
    int64_t limit;

    const char *field_manager; /* writes */
    enum ls_validation validation;
    bool is_dry_run;
    bool is_forced; /* apply: take over fields that others own */

    const char *if_uid;              /* delete: only the object with this uid ... */
    const char *if_resource_version; /* ... and this version */
    enum ls_propagation propagation;
    bool has_grace;
    int64_t grace_seconds;
};

/* ---- the answer ---- */

/* Valid during the call of done; ls_obj_ref() keeps the object. */
struct ls_answer {
    enum ls_code code;
    const struct ls_err *err; /* never NULL; the sentence, and retry_after_ms */
    /* The object or page; on failure the server's Status if it sent one. NULL when the reply was no
     * JSON, which is a failure except for raw targets. */
    const struct ls_obj *obj;
    struct ls_slice body; /* the reply as received */
    int http_status;      /* 0: no answer */
    unsigned repeats;     /* tries beyond the first */
    bool is_kind_unknown; /* a 404 about the kind: nothing is known about the object */
    struct ls_warnings warnings;
};
typedef void (*ls_answer_fn)(void *self, const struct ls_answer *answer);

/*
 * One call, in the caller's memory, zeroed before first use. done runs exactly once, never inside
 * start, unless the call is cancelled; in it the memory is the caller's again.
 *
 * Writes are retried only when the server asks for it. A write that was sent and not answered ends
 * with LS_E_UNKNOWN_RESULT, also when a success arrived without its object: read the object to find
 * out. LS_E_TIMEOUT and LS_E_SERVER of a write come from the server; it may have been carried out.
 */
struct ls_api_call {
    struct ls_attempt *attempt; /* private from here on */
    struct ls_client *client;
    ls_answer_fn done;
    void *self;
    struct ls_buf target;
    struct ls_buf body;
    const char *accept;
    enum ls_verb verb;
    enum ls_lane lane;
    bool is_raw;
    bool is_single_try;
    int64_t deadline_ms; /* on the mono clock; -1: none */
    unsigned repeats;
    struct ls_timer timer;
    struct ls_task task;
    struct ls_buf what; /* "get configmaps \"a\" in namespace \"b\"": context of errors */
    struct ls_err *refused;
};

void ls_api_call_start(struct ls_client *client, struct ls_api_call *call,
                       const struct ls_call_spec *ask, ls_answer_fn done, void *self);
void ls_api_call_cancel(
    struct ls_api_call *call); /* done is not called; does nothing when no call is open */

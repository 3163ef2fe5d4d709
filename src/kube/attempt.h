#pragma once
/*
 * One try of a request: sends it, distinguishes success from refusal, collects what must be
 * complete (errors, single objects) up to its limit, passes the bytes of a stream on as they
 * arrive, reads Retry-After and warnings. Shared by calls, lists and watches; it does not decide
 * about retries.
 */
#include "base/arena.h"
#include "kube/client.h"

struct ls_attempt;

struct ls_attempt_hooks {
    void *self;
    /* Bytes of a successful reply. NULL: they are collected. A failure ends the attempt with it. */
    enum ls_code (*data)(void *self, struct ls_slice chunk, struct ls_err *err);
    /* The end, exactly once unless cancelled. The attempt is freed after it returns. */
    void (*end)(void *self, const struct ls_attempt *attempt);
};

struct ls_attempt {
    struct ls_reply_sink sink; /* private up to is_cut */
    struct ls_client *client;
    struct ls_attempt_hooks hooks;
    bool is_write;
    bool is_open; /* the wire still knows the sink */
    bool is_body_dropped;
    bool *is_cut; /* set when cancelled inside its own data hook */
    /* Read by the end hook. */
    enum ls_code code; /* LS_OK: 2xx, and the reply is complete */
    struct ls_err err;
    struct ls_outcome outcome;
    bool is_broken_off; /* by our own limit or data hook: the next try would read the same */
    int http_status;
    int64_t retry_after_ms;   /* -1: not given */
    struct ls_buf body;       /* collected */
    const struct ls_obj *obj; /* of a refusal: its Status, if it sent JSON */
    struct ls_warnings warnings;
    struct ls_arena arena;
};

struct ls_attempt_spec {
    const char *method;
    struct ls_slice target;
    const char *accept;
    const char *content_type; /* with a body; may be NULL */
    struct ls_slice body;
    enum ls_lane lane;
    bool is_write;
    int64_t head_deadline_ms;
    int64_t total_deadline_ms;
    int64_t idle_deadline_ms; /* longest pause between chunks; 0: none */
};

struct ls_attempt *ls_attempt_new(struct ls_client *client, const struct ls_attempt_spec *spec,
                                  const struct ls_attempt_hooks *hooks);
/* No hook is called after this, and the attempt is freed. NULL does nothing. May be called from the
 * data hook; in the end hook there is nothing left to cancel. */
void ls_attempt_cancel(struct ls_attempt *attempt);

/* Parses JSON from the server. Malformed text is the server's fault: LS_E_PROTOCOL. err is
 * required. */
enum ls_code ls_reply_parse(struct ls_slice text, const struct ls_obj **out, struct ls_err *err);

/* What calls, lists and watches need from the client. */
struct ls_wire *ls_client_wire(const struct ls_client *client);
const char *ls_client_field_manager(const struct ls_client *client);
int64_t ls_client_timeout_ms(const struct ls_client *client); /* -1: none */
void ls_client_count(struct ls_client *client, bool is_repeat);
void ls_client_warn(struct ls_client *client, struct ls_warnings warnings);

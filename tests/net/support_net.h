#pragma once
/*
 * What the tests of net share: a sink that records its calls, and a service whose answers
 * are chosen by the path and which counts what it executed.
 */
#include "base/buf.h"
#include "base/world.h"
#include "net/service.h"
#include "net/wire.h"

struct catcher {
    struct ls_reply_sink sink;
    int status;
    size_t header_count;
    struct ls_buf headers; /* "name: value\n" each */
    struct ls_buf body;
    size_t chunk_count;
    size_t done_count;
    struct ls_outcome outcome;
    struct ls_err err;
    bool pauses;        /* answer every chunk with LS_FLOW_PAUSE */
    bool drops_body;    /* count, do not keep */
    size_t body_bytes;  /* counted in any case */
    size_t *done_total; /* also counted here; may be NULL */
    void (*on_done)(struct catcher *catcher, void *self); /* may be NULL */
    void *on_done_self;
};
void catcher_init(struct catcher *catcher);
void catcher_release(struct catcher *catcher);

/* GET, or POST when there is a body. */
void catcher_send(struct catcher *catcher, struct ls_wire *wire, const char *target,
                  struct ls_slice body);
/* Runs the loop until the call is done; fails the test when it never is. */
void catcher_wait(struct catcher *catcher, struct ls_world *world);
/* Runs the loop until *counter has reached the number; fails the test after a minute without. */
void world_run_until(struct ls_world *world, const size_t *counter, size_t number);

/*
 * The service, by path:
 *   /echo        200 with the request's body
 *   /bytes/N     200 with N bytes, length known
 *   /stream/N    200 with N bytes in one write, length not known
 *   /status/N    that status, no body
 *   /headers     200, the request's headers as text
 *   /open        200, head only; stays open until the test writes to or ends bench.open
 *   /silent      nothing; kept in bench.open as well
 *   /abort       aborts at once; /abort-late aborts after head and 10 bytes
 */
enum { BENCH_OPEN_MAX = 2048 };
struct bench {
    struct ls_service service;
    size_t executed; /* requests that reached serve() */
    size_t gone;     /* on_gone calls */
    size_t drained;
    struct ls_exchange *open[BENCH_OPEN_MAX];
    size_t open_count;
    char client_name[64]; /* of the last request */
};
void bench_init(struct bench *bench);
/* Takes an open exchange out of the list, for the test to end or abort. */
struct ls_exchange *bench_let_go(struct bench *bench, size_t at);
/* The byte that stands at `at` in every generated body. */
char bench_byte(size_t at);

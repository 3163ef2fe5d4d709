#pragma once
/*
 * A fake API server for tests: answers are programmed, requests are written down. It knows the
 * protocol's frames and nothing of Kubernetes. Server, memory wire, client and virtual clock live
 * in one world; time moves only when the test lets it.
 *
 * Programs are used up in order: a request takes the first program left whose `ask` fits it. A
 * request that none fits fails the test.
 */
#include "base/buf.h"
#include "base/vec.h"
#include "base/world.h"
#include "kube/client.h"
#include "kube/list_watch.h"
#include "net/memory_wire.h"

enum fake_end {
    FAKE_ENDS,   /* in good order, after the body */
    FAKE_OPEN,   /* stays open: fake_write() goes on */
    FAKE_ABORTS, /* breaks off after the body */
    FAKE_HANGS,  /* nothing is ever sent */
    FAKE_BREAKS, /* breaks off before a head: sent, result unknown */
};

struct fake_program {
    const char *ask; /* "GET /api/v1/pods?limit=500"; a '*' at its end fits any rest */
    int status;      /* 0: 200 */
    const char *headers[4][2];
    const char *body;
    size_t chunk_bytes; /* 0: all at once; else chunks of that size, one a millisecond */
    int64_t delay_ms;   /* before the head */
    enum fake_end end;
    unsigned times; /* 0: once */
};

struct fake_request {
    char *ask; /* "GET /path?query" */
    char *accept;
    char *content_type; /* "" when there was none */
    char *body;
    int64_t at_ms;
    bool is_gone; /* the client left before the end */
};

struct fake {
    struct ls_world *world;
    struct ls_memory_wire *wire;
    struct ls_client *client;
    LS_VEC(struct fake_program) programs;
    LS_VEC(struct fake_request) requests;
    LS_VEC(struct fake_exchange *) exchanges; /* all there ever were */
    struct ls_buf warnings;                   /* each with a bar after it */
    struct ls_buf news;                       /* one line each, see fake_news() */
    struct ls_list_watch *watch;
    size_t unexpected_count;
};

struct fake *fake_new(void);
void fake_free(struct fake *fake);
void fake_free_at(struct fake **fake);
void fake_program(struct fake *fake, const struct fake_program *program);
/* ON(fake, "GET /version", .body = "{}") */
#define ON(fake, asked, ...)                                                                       \
    fake_program((fake), &(struct fake_program){.ask = (asked), __VA_ARGS__})

/* Lets time pass: everything due within ms runs. */
void fake_run_ms(struct fake *fake, int64_t ms);
/* On the stream opened last. */
void fake_write(struct fake *fake, const char *text);
void fake_end(struct fake *fake);
void fake_abort(struct fake *fake);
/* Request i, counted from 0; "" past the end, so that a check shows what is missing. */
const char *fake_ask(const struct fake *fake, size_t i);
/* All programs were used, and nothing came that none was for. */
bool fake_is_exhausted(const struct fake *fake);

/* A list-watch that writes its news down: BEGIN, OBJECT ns/name@rv, GONE ns/name, SYNCED rv,
 * TROUBLE code. Objects and deletions that are part of a list carry a '*'. */
void fake_watch(struct fake *fake, const struct ls_selection *selection,
                const struct ls_list_watch_options *options);
void fake_news_add(void *self, const struct ls_news *news);
const char *fake_news(struct fake *fake); /* since the last call */

/* Texts of objects and events; "u-NAME" is the uid unless given. Valid until the buffer changes. */
const char *fake_pod(struct ls_buf *out, const char *name, const char *version);
const char *fake_event(struct ls_buf *out, const char *type, const char *name, const char *version);
const char *fake_bookmark(struct ls_buf *out, const char *version, bool is_mark);

extern const struct ls_resource fake_pods;
extern const struct ls_resource fake_configmaps;
extern const struct ls_selection fake_all_pods;

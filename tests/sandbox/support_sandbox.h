#pragma once
/*
 * A sandbox on a memory wire in a virtual world, for one request at a time.
 */
#include "base/buf.h"
#include "base/world.h"
#include "net/memory_wire.h"
#include "sandbox/sandbox.h"
#include "value/obj.h"

#define FRONT_TOKEN "front-token"
#define ADMIN       "authorization: Bearer " FRONT_TOKEN "\n"
#define JSON        "content-type: application/json\n"

struct answer {
    struct ls_reply_sink sink;
    int status;
    struct ls_buf headers; /* "name: value\n" each */
    struct ls_buf body;
    const struct ls_obj *value; /* the body, when it is JSON */
    bool is_done;
};

struct front {
    struct ls_world *world;
    struct ls_sandbox *sandbox;
    struct ls_memory_wire *memory;
    struct ls_wire *wire;
    struct answer answer; /* to the last request */
};

/* A bare API server whose token is FRONT_TOKEN; the clock stands at 2026-01-01T00:00:00Z. */
void front_init(struct front *front);
/* The same, and it enforces roles. */
void front_init_rbac(struct front *front);
void front_release(struct front *front);
/* Runs everything that is due now; time does not pass. */
void front_settle(struct front *front);

/* Sends a request with `headers` ("name: value\n" each, or NULL: as admin with a JSON body) and
 * waits for the response; returns its status. body may be NULL. */
int front_ask(struct front *front, const char *method, const char *target, const char *headers,
              const char *body);
int front_ask_bytes(struct front *front, const char *method, const char *target,
                    const char *headers, struct ls_slice body);
/* Of the last response: body, a header (lower-case name; "" when there is none), a string in it. */
const char *front_body(const struct front *front);
const char *front_header(struct front *front, const char *name);
struct ls_node front_at(const struct front *front, const char *path);
const char *front_text(const struct front *front, const char *path);

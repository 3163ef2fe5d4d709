#pragma once
/*
 * A sandbox on a memory wire in a virtual world, and one question at a time.
 */
#include "base/buf.h"
#include "base/world.h"
#include "net/memory_wire.h"
#include "sandbox/sandbox.h"
#include "value/obj.h"

#define STAGE_TOKEN "stage-token"
#define ADMIN       "authorization: Bearer " STAGE_TOKEN "\n"
#define JSON        "content-type: application/json\n"

struct answer {
    struct ls_reply_sink sink;
    int status;
    struct ls_buf headers; /* "name: value\n" each */
    struct ls_buf body;
    const struct ls_obj *value; /* the body, when it is JSON */
    bool is_done;
};

struct stage {
    struct ls_world *world;
    struct ls_sandbox *sandbox;
    struct ls_memory_wire *memory;
    struct ls_wire *wire;
    struct answer answer; /* to the last question */
};

/* A bare API server whose token is STAGE_TOKEN; the clock stands at 2026-01-01T00:00:00Z. */
void stage_init(struct stage *stage);
void stage_release(struct stage *stage);
/* Everything that can happen now, without time passing. */
void stage_settle(struct stage *stage);

/* Asks with `headers` ("name: value\n" each, or NULL: as admin with a JSON body) and waits for the
 * answer; returns its status. body may be NULL. */
int stage_ask(struct stage *stage, const char *method, const char *target, const char *headers,
              const char *body);
int stage_ask_bytes(struct stage *stage, const char *method, const char *target,
                    const char *headers, struct ls_slice body);
/* Of the last answer: body, a header (lower-case name; "" when there is none), a string in it. */
const char *stage_body(const struct stage *stage);
const char *stage_header(struct stage *stage, const char *name);
struct ls_node stage_at(const struct stage *stage, const char *path);
const char *stage_text(const struct stage *stage, const char *path);

#pragma once
/*
 * A model of what an API server guarantees to clients that list and watch. A sandbox on a memory
 * wire is checked against it while random clients write, watch, page, pause and leave, and history
 * is compacted.
 *
 * One watch per resource records every change, and is itself checked against the rules of single
 * objects (revisions, generations, deletion, owned fields). Every other watch and list must follow
 * from these changes. Everything depends on the seed only.
 */
#include "base/buf.h"
#include "base/random.h"
#include "base/vec.h"
#include "base/world.h"
#include "net/memory_wire.h"
#include "sandbox/sandbox.h"
#include "value/obj.h"

enum { MODEL_RESOURCES = 3, MODEL_STREAMS = 12, MODEL_WRITES = 4, MODEL_PAGINGS = 3 };

struct model_change {
    int64_t revision;
    char type; /* of A, M, D */
    char key[64];
    const struct ls_obj *object;
};

struct model_seen {
    int64_t revision;
    char type;
    char key[64];
};

struct model;

/* What a client asks of a resource: which objects, and in which form. */
struct model_view {
    size_t resource;
    const char *namespace_name; /* "": all */
    unsigned selector;
    unsigned form;
};

struct model_stream {
    struct ls_reply_sink sink;
    struct model *model;
    struct model_view view;
    bool is_beginning; /* what was there comes by key, not by revision */
    bool is_log;       /* records the changes */
    bool is_used, is_open, is_paused, has_timeout, has_begin, was_refused;
    int64_t start;  /* has all events up to this revision */
    int64_t newest; /* newest revision it was sent, by event or bookmark */
    struct ls_buf text;
    LS_VEC(struct model_seen) seen;
};

struct model_write {
    struct ls_reply_sink sink;
    size_t resource;
    bool is_used, is_done, is_dry;
    int status;
    struct ls_buf body;
};

struct model_paging {
    struct model_view view;
    bool is_used;
    int64_t revision;
    struct ls_buf token;
    LS_VEC(struct model_seen) seen;
};

struct model {
    struct ls_world *world;
    struct ls_sandbox *sandbox;
    struct ls_memory_wire *memory;
    struct ls_wire *wire;
    struct ls_random random;
    LS_VEC(struct model_change) changes[MODEL_RESOURCES];
    struct model_stream logs[MODEL_RESOURCES];
    struct model_stream streams[MODEL_STREAMS];
    struct model_write writes[MODEL_WRITES];
    struct model_paging pagings[MODEL_PAGINGS];
    int64_t compacted;                                          /* older revisions may be refused */
    size_t event_count, list_count, refused_count, write_count; /* number of checks */
};

void model_init(struct model *model, uint64_t seed, bool has_workloads);
/* One random action of a random client; most are finished when it returns. */
void model_step(struct model *model);
/* Runs everything that is due and checks every client against the changes. */
void model_check(struct model *model);
/* Frees everything in its current state: the client first, or the sandbox. */
void model_drop(struct model *model, bool is_sandbox_first);

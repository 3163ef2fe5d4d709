#pragma once
/*
 * The input of a verdict: everything it may be made from. A rule has no access to anything else (a
 * server, a clock, a file), so that the same input always gives the same verdict.
 */
#include "base/arena.h"
#include "value/node.h"

/* A selection of other objects that explain why an object is not ready. */
struct ls_companion {
    const char *group; /* "" for core */
    const char *kind;  /* "Pod", "EndpointSlice", "Service", "Event" */
    const char *namespace_name;
    const char *labels; /* a selector; NULL: none */
    const char *fields; /* a selector; NULL: none */
};
enum { LS_COMPANIONS_MAX = 8 }; /* selections of one object */

struct ls_companions {
    struct ls_companion at[LS_COMPANIONS_MAX];
    size_t count;
    size_t left_out; /* selections past the limit */
};

/* The objects that were found: of any of the selections, in any order, each with its kind. All
 * selections have been read once: what is not here does not exist. Objects of other selections are
 * ignored. */
struct ls_companion_objects {
    const struct ls_node *at;
    size_t count;
};

struct ls_rules;

struct ls_health_input {
    struct ls_arena *arena; /* for the reason and temporary values */
    struct ls_node object;
    const struct ls_companion_objects *companions; /* NULL: not known yet */
    struct ls_rules *rules; /* for kinds without a rule in C; NULL: read generically */
    int64_t now_ms;         /* since 1970; 0: not known, and then no grace period has ended */
    /* How long trouble may last (health/word/grace.h); 0: as the table says. */
    int64_t grace_ms;
    /* Trouble that began before this time counts from it: after a change its effect is waited for.
     * 0: from its beginning. */
    int64_t from_ms;
    /* Companions were not and will not be requested: those given are incomplete, and others may
     * exist. */
    bool is_alone;
};
#define LS_HEALTH_NO_GRACE INT64_C(-1) /* grace_ms: trouble is a failure at once */

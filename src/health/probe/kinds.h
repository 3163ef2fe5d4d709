#pragma once
/*
 * The kinds of probes, inside this room: each is compiled from its member of an entry and answers
 * for one object.
 */
#include "health/probe/probes.h"

struct ls_probe_answer {
    enum ls_probe_status status;
    const char *message; /* NULL: there is none */
};

/* The input of a compilation. */
struct ls_probe_make {
    struct ls_arena *arena; /* lives as long as the probes */
    const char *place;      /* `availabilityProbes[0].probes[1].condition`, for errors */
    struct ls_node spec;
};

struct ls_probe_kind {
    const char *member; /* of the entry: "condition" */
    enum ls_code (*compile)(const struct ls_probe_make *make, const void **out, struct ls_err *err);
    void (*release)(const void *self); /* NULL: nothing to release */
    struct ls_probe_answer (*ask)(const void *self, struct ls_arena *arena, struct ls_node object);
};

extern const struct ls_probe_kind ls_probe_fields_equal;
extern const struct ls_probe_kind ls_probe_condition;
extern const struct ls_probe_kind ls_probe_cel;

/* A member of the spec that must be a string. */
enum ls_code ls_probe_text(const struct ls_probe_make *make, const char *member,
                           struct ls_slice *out, struct ls_err *err);
struct ls_probe_answer ls_probe_says(enum ls_probe_status status, struct ls_arena *arena,
                                     const char *format, ...) LS_FORMAT(3, 4);
/* Is the number present, and different from the object's generation? */
bool ls_probe_is_outdated(struct ls_node observed, struct ls_node object);

#pragma once
/*
 * Projection: an observed object becomes facts, once, while its text is in hand.
 */
#include "health/health.h"
#include "phase/own/foreign.h"
#include "phase/own/intent.h"
#include "runtime/facts.h"

/* ls_facts.flags */
enum ls_flag_bit {
    LS_FACT_SAME = 1 << 0,        /* hash and cover say: as wanted */
    LS_FACT_OTHER_HASH = 1 << 1,  /* what was applied last is not what is wanted now */
    LS_FACT_TOUCHED = 1 << 2,     /* somebody took fields of ours */
    LS_FACT_ADOPTED = 1 << 3,     /* it was there before us */
    LS_FACT_KEPT = 1 << 4,        /* keep: never deleted, only released */
    LS_FACT_FINALIZERS = 1 << 5,  /* has any */
    LS_FACT_FINISHED = 1 << 6,    /* a Job that completed */
    LS_FACT_METADATA = 1 << 7,    /* only metadata was seen: no verdict, no cover */
    LS_FACT_UNLABELED = 1 << 8,   /* ours, but somebody took our label off or changed it */
    LS_FACT_MOVES = 1 << 9,       /* of the set that it is to come from */
    LS_FACT_HALF_MOVED = 1 << 10, /* ours, and the set that it came from still owns fields */
    LS_FACT_SETTLED = 1 << 11,    /* touched, but only as the reply to our own apply was */
    LS_FACT_FOREIGN = 1 << 12,    /* of what is to be written others own something */
};

struct ls_moved_from { /* the set that an object is to come from; empty: none */
    struct ls_slice set_id;
    const char *manager;
};

/* What is asked of an object. */
struct ls_question {
    const struct ls_wishes *wishes; /* NULL: only its health */
    const struct ls_obj *intent;    /* without ignored fields; NULL: it is not wanted any more */
    const char *applied;            /* of the intent */
    const struct ls_stamp *stamp;   /* of the hash; with an intent */
    enum ls_drift_mode mode;
    struct ls_slice set_id;
    struct ls_slice manager;
    struct ls_moved_from moved_from;
    bool judges; /* somebody waits for it: a verdict is worth its cost */
    /* wait-for-ready, or awaited by mode: health decides; else only the properties. */
    bool judges_health;
    struct ls_rules *rules; /* as in struct ls_look; NULL: none */
    int64_t now_ms;         /* wall clock, for grace periods; 0: none ends */
    int64_t grace_ms;       /* as in struct ls_look, and from_ms too */
    int64_t from_ms;
};

/* All but since_ms. The reason lives in the arena: of the verdict; of an object that is going, what
 * holds it up; of somebody else's object, who that is; of one that was touched, where. company may
 * be NULL. */
void ls_project(struct ls_arena *arena, const struct ls_question *question, struct ls_node object,
                const struct ls_companion_objects *company, struct ls_facts *out);
struct ls_drift;
/* The same, and what is to be sent to mend an object of ours (phase/own/drift.h); else it is empty.
 * The caller releases it. */
void ls_project_drift(struct ls_arena *arena, const struct ls_question *question,
                      struct ls_node object, const struct ls_companion_objects *company,
                      struct ls_facts *out, struct ls_drift *drift);
/* From PartialObjectMetadata. */
void ls_project_metadata(struct ls_arena *arena, const struct ls_question *question,
                         struct ls_node object, struct ls_facts *out);
/* The verdict of a member at its gate: properties, health, generation; what spec and manual say
 * about kinds without a rule. */
struct ls_verdict ls_judge(struct ls_arena *arena, const struct ls_question *question,
                           struct ls_node object, const struct ls_companion_objects *company);

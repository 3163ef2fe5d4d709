#pragma once
/*
 * Limits of a rehearsal.
 */
enum {
    LS_REHEARSE_LATENCY_MIN_MS = 1, /* of a request, a reply and an event, each way */
    LS_REHEARSE_LATENCY_MAX_MS = 5,
    LS_REHEARSE_HOUR_MS = 3600 * 1000,        /* a run takes its own timeout and this much */
    LS_REHEARSE_WITHOUT_TIMEOUT_MS = 1 << 30, /* a run without a timeout: twelve days */
    LS_REHEARSE_GATES_OPENED_MAX = 16,        /* rollouts that are tried to find one more gate */
    LS_REHEARSE_LATER_MS = 600 * 1000,        /* until the second apply, beyond the longest TTL */
    LS_REHEARSE_TTL_S_MAX = 366 * 86400,      /* a longer ttlSecondsAfterFinished counts as this */
    LS_REHEARSE_REQUESTS_MAX = 100000,        /* requests that are kept; the rest is counted */
    LS_REHEARSE_OUTCOMES_MAX = 32,            /* of --outcome, each a case of a health rule */
    LS_REHEARSE_PODS_PER_NODE = 50,           /* the simulated cluster grows with the set */
    LS_REHEARSE_PODS_MAX = 100000,            /* of one object, when pods are counted */
    LS_REHEARSE_NODES_MAX = 1000,
    LS_REHEARSE_START_MS = 5000,          /* made-up kinds are served by then */
    LS_REHEARSE_FOUND_MS = 120 * 1000,    /* until what was there before is running again */
    LS_REHEARSE_REFERENCES_DEEP_MAX = 64, /* levels of a manifest that are searched for names */
    LS_REHEARSE_FINDINGS_MAX = 1000,      /* kept; the rest is counted */
    LS_REHEARSE_RESTARTS_MAX = 4,         /* of a command that a fault ended */
    LS_REHEARSE_SETTLE_MS = 60 * 1000,    /* until two states are compared */
    LS_REHEARSE_SLOW_MS = 2000,           /* of every reply, when all are slow */
    LS_REHEARSE_DIFF_BYTES_MAX = 300,     /* of a state, in a sentence */
    LS_REHEARSE_TRIES_MAX = 100000,       /* of --faults=TRIES */
    LS_REHEARSE_TRIES_DEFAULT_MIN = 12,
    LS_REHEARSE_TRIES_DEFAULT_MAX = 200,
    LS_REHEARSE_FAULT_OBJECTS = 6000,  /* rolled out over all tries of --faults, about */
    LS_REHEARSE_RIGHT_NAMES_MAX = 200, /* objects that are asked about by name, a right */
    LS_REHEARSE_GATE_STEPS_MAX = 32,   /* of the path of a property that is made true */
    LS_REHEARSE_GATE_INDEX_MAX = 1000, /* of a list in such a path */
};

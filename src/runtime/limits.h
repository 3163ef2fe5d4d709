#pragma once
/*
 * What `runtime` keeps of what comes from outside, and how long it waits. Every bound of this
 * folder stands here.
 */

enum {
    LS_REASON_BYTES_MAX = 512, /* of a verdict, as facts keep it; more is cut */
};

/* The outbox. */
enum {
    LS_OUTBOX_IN_FLIGHT = 64,        /* intents on their way, unless told otherwise */
    LS_OUTBOX_IN_FLIGHT_MAX = 1024,  /* whatever is asked for */
    LS_OUTBOX_FREE_DOUBTS = 1,       /* settled writes of an object in a row that cost no pause */
    LS_KIND_PATIENCE_MS = 10 * 1000, /* for a kind, or a service account, that was just made */
    LS_KIND_PAUSE_MS = 100,          /* before the first new try at these, doubled ... */
    LS_KIND_PAUSE_MAX_MS = 1000,     /* ... up to this */
};

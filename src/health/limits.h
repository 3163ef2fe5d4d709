#pragma once
/* How much of anything that comes from outside this folder takes, by name. */

enum {
    /* One text quoted from the cluster (a message, an image, a name); the rest is cut. */
    LS_HEALTH_QUOTE_BYTES_MAX = 256,
    /* A whole reason. */
    LS_HEALTH_REASON_BYTES_MAX = 1024,
    /* Finalizers that are named when an object does not go. */
    LS_HEALTH_FINALIZERS_MAX = 4,
    /* Services behind one Ingress that are looked at; each takes one selection. */
    LS_HEALTH_BACKENDS_MAX = 6,
    /* The longest grace that can be asked for: a week. */
    LS_GRACE_MAX_MS = 7 * 24 * 60 * 60 * 1000,
};

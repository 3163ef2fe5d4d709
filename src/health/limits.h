#pragma once
/* The limits of everything that this folder takes from outside, by name. */

enum {
    /* One text quoted from the cluster (a message, an image, a name); the rest is cut. */
    LS_HEALTH_QUOTE_BYTES_MAX = 256,
    /* A whole reason. */
    LS_HEALTH_REASON_BYTES_MAX = 1024,
    /* Finalizers that are named when an object is not deleted yet. */
    LS_HEALTH_FINALIZERS_MAX = 4,
    /* Services behind one Ingress that are checked; each takes one selection. */
    LS_HEALTH_BACKENDS_MAX = 6,
    /* Parents of a route that are checked; the API itself allows 32. */
    LS_HEALTH_PARENTS_MAX = 64,
    /* Probes of one set, and the entries that hold them. */
    LS_PROBES_MAX = 1024,
    /* One of two values that a fieldsEqual probe finds to differ; the rest is cut. */
    LS_PROBE_VALUE_BYTES_MAX = 8192,
    /* The longest grace that can be asked for: a week. */
    LS_GRACE_MAX_MS = 7 * 24 * 60 * 60 * 1000,
    /* One file of health rules, the rules in it, their cases and kinds, and its depth. */
    LS_RULES_BYTES_MAX = 1 << 20,
    LS_RULES_MAX = 1000,
    LS_RULES_CASES_MAX = 64,
    LS_RULES_KINDS_MAX = 256,
    LS_RULES_DEPTH_MAX = 16,
    LS_RULES_FILES_MAX = 64,
    /* A group or kind, and how many kinds are kept with their rules. */
    LS_RULES_NAME_BYTES_MAX = 253,
    LS_RULES_KINDS_KEPT_MAX = 4096,
    /* Conditions of one object that rules see by their type. */
    LS_RULES_CONDITIONS_MAX = 64,
    /* Steps of one expression of a rule. */
    LS_RULES_COST_MAX = 100 * 1000,
};

#pragma once
/*
 * What this room accepts from outside.
 */

/* Annotations. */
enum {
    LS_PROPERTIES_MAX = 64,                           /* of one wait-for-properties */
    LS_PROPERTIES_BYTES_MAX = 16 << 10,               /* of its text */
    LS_NOTE_TIMEOUT_MAX_MS = 7 * 24 * 60 * 60 * 1000, /* of one object: a week */
    LS_IGNORED_MAX = 64,                              /* paths of one ignore-fields */
    LS_IGNORE_STEPS_MAX = 32,                         /* of one of them */
    LS_IGNORE_KEYS_MAX = 8,                           /* of one item of a list in it */
    LS_VALUE_SHOWN_BYTES_MAX = 80,                    /* of a value in an error; the rest is cut */
};

/* Names, as every Kubernetes API server has them. */
enum {
    LS_ANNOTATION_KEY_BYTES_MAX = 253 + 1 + 63,
    LS_ANNOTATIONS_BYTES_MAX = 256 << 10, /* keys and values of one object */
};

/* Kinds. */
enum {
    LS_OWN_KINDS_MAX = 5000,   /* kinds and versions that the CRDs of a set bring */
    LS_VERSIONS_SHOWN_MAX = 6, /* apiVersions that an error offers */
};

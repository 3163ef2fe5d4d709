#pragma once
/*
 * What this room accepts from outside.
 */

/* Annotations. */
enum {
    LS_PROPERTIES_MAX = 64,                           /* of one wait-for-properties */
    LS_PROPERTIES_BYTES_MAX = 16 << 10,               /* of its text */
    LS_NOTE_TIMEOUT_MAX_MS = 7 * 24 * 60 * 60 * 1000, /* of one object: a week */
    LS_SLIP_LETTERS_MAX = 2,       /* of a KOTS annotation, to be taken for a slip */
    LS_VALUE_SHOWN_BYTES_MAX = 80, /* of a value in an error; the rest is cut */
};

/* Kinds. */
enum {
    LS_OWN_KINDS_MAX = 5000,   /* kinds and versions that the CRDs of a set bring */
    LS_VERSIONS_SHOWN_MAX = 6, /* apiVersions that an error offers */
};

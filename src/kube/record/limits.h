#pragma once
/*
 * How much of a rollout a record keeps, and how much of a record is read.
 */
enum {
    LS_RECORD_BYTES_MAX = 64 << 20, /* of the file; at three quarters objects are named only */
    LS_RECORD_ENTRIES_MAX = 500000, /* lines */
    LS_RECORD_OBJECT_BYTES_MAX = 128 << 10, /* JSON of one object; a larger one is named only */
    LS_RECORD_BODY_BYTES_MAX = 4 << 20,     /* of a reply that is kept whole until it is complete */
    LS_RECORD_TEXT_BYTES_MAX = 4 << 10,     /* of a sentence, a target, a name */

    LS_RECORD_FILE_BYTES_MAX = LS_RECORD_BYTES_MAX + (1 << 20), /* that is read again */
    LS_RECORD_LINE_BYTES_MAX = 1 << 20,
    LS_RECORD_DEPTH_MAX = 128, /* maps and lists inside one another, in one line */

    LS_MASK_SECRETS_MAX = 20000,   /* values that are remembered; more are masked without number */
    LS_MASK_BYTES_MAX = 32 << 20,  /* of all of them */
    LS_MASK_TEXT_BYTES_MIN = 6,    /* shorter ones are not searched for in sentences ... */
    LS_MASK_OBJECT_BYTES_MIN = 12, /* ... and in the fields of other objects */
};

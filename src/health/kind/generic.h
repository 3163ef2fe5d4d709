#pragma once
/*
 * Signs: what an object of any kind reports about itself in the customary fields, ranked by
 * meaning. The first sign of each rank is kept; the strongest rank that is present decides
 * (generic.c).
 */
#include "health/word/input.h"
#include "health/word/words.h"

/* Strongest first. */
enum ls_sign_rank {
    LS_SIGN_TROUBLE,         /* a condition of trouble is True */
    LS_SIGN_SWITCHED_OFF,    /* spec.paused, spec.suspend */
    LS_SIGN_HELD,            /* a condition or a word says that it is on hold */
    LS_SIGN_NOT_READY_ERROR, /* a condition about the whole is False, with an error as the reason */
    LS_SIGN_WORD_FAILED,     /* phase: Failed */
    LS_SIGN_ERROR_TEXT,      /* status.error is there; counts only where nothing says ready */
    LS_SIGN_WORD_MISSING,    /* state: NotFound */
    LS_SIGN_WORK,            /* a condition of work is True */
    LS_SIGN_NOT_READY,       /* a condition about the whole is not True */
    LS_SIGN_NOT_READY_BARE,  /* the same without a reason: a part may give one */
    LS_SIGN_WORD_WORK,       /* phase: Creating */
    LS_SIGN_WORD_UNKNOWN,    /* phase: Unknown */
    LS_SIGN_COUNT_BEHIND,    /* fewer replicas than wanted */
    LS_SIGN_READY,           /* a condition about the whole is True, ready: true */
    LS_SIGN_PART_ERROR,      /* the same three for conditions about parts */
    LS_SIGN_PART_NOT_READY,
    LS_SIGN_WORD_READY,   /* phase: Running */
    LS_SIGN_INNER_FAILED, /* lifecycle: {state: error}, where nothing is reported about the whole */
    LS_SIGN_INNER_WORK,   /* lifecycle: {state: creating} */
    LS_SIGN_PART_READY,
    LS_SIGN_NO_TROUBLE, /* a condition of trouble is False */
    LS_SIGN_ODD_ERROR,  /* a condition of an unknown type is False with an error */
    LS_SIGN_RANKS
};

struct ls_sign {
    bool is_there;
    struct ls_node condition; /* absent: a field of the status */
    struct ls_slice field;    /* "phase" */
    struct ls_slice inside;   /* the map of the status that holds the field; empty: the status */
    struct ls_node value;     /* of the field */
};

struct ls_signs {
    struct ls_node object, status;
    bool has_counts; /* of replicas, in the status */
    struct ls_sign at[LS_SIGN_RANKS];
};

void ls_signs_add(struct ls_signs *signs, enum ls_sign_rank rank, struct ls_sign sign);
/* From status.conditions and the conditions of its parts (parents, ancestors, listeners). */
void ls_signs_conditions(struct ls_signs *signs);
/* From the other fields of the status, and from the switches and counts of the spec. */
void ls_signs_fields(struct ls_signs *signs);

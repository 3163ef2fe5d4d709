#pragma once
/*
 * What the words of controllers mean: `Provisioning`, `CREATE_FAILED`, `Waiting for Pods to be
 * ready`. There is no standard; the tables of words.c list what is customary.
 *
 * A text is read word by word, whether it is written as CamelCase, snake_case or a sentence. A word
 * of trouble outweighs one of work in progress, which outweighs one of success; `not` before a word
 * of success makes it work in progress.
 */
#include "base/slice.h"

enum ls_sense {
    LS_SENSE_NONE, /* means nothing: a name, a number, an unknown word */
    LS_SENSE_READY,
    LS_SENSE_PROGRESS,
    LS_SENSE_SUSPENDED,
    LS_SENSE_MISSING,
    LS_SENSE_UNKNOWN,
    LS_SENSE_FAILED,
};

/* The meaning of a phase, a state or a reason: a word or a short sentence. */
enum ls_sense ls_words_sense(struct ls_slice text);
/* Does a message for people report trouble? Only its beginning is read. */
bool ls_words_mean_trouble(struct ls_slice message);

/* What a condition of this type means when it is True. */
enum ls_polarity {
    LS_POLARITY_NONE,    /* not known */
    LS_POLARITY_SUMMARY, /* the object as a whole is fine: Ready, Available, Synced */
    LS_POLARITY_PART,    /* a part of it is fine: DatabaseReady, SecretsAvailable */
    LS_POLARITY_TROUBLE, /* something is wrong: Failed, Stalled, ReconcileError */
    LS_POLARITY_WORK,    /* something is being done: Reconciling, Progressing */
    LS_POLARITY_HELD,    /* it is held: Paused, Suspended */
};
enum ls_polarity ls_words_polarity(struct ls_slice condition_type);
/* Is False a final answer for this type: Accepted, Admitted, Valid? */
bool ls_words_type_is_verdict(struct ls_slice condition_type);

/* Does a kind of this name run to an end, so that `Running` is not its final state? BackupRun,
 * Workflow. */
bool ls_words_kind_ends(struct ls_slice kind);
/* Is a kind of this name only data for others, so that nobody reports on it? ProviderConfig. */
bool ls_words_kind_is_plain(struct ls_slice kind);

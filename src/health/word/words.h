#pragma once
/*
 * What the words of controllers mean: `Provisioning`, `CREATE_FAILED`, `Waiting for Pods to be
 * ready`. There is no standard; there are habits, and these are their tables (words.c).
 *
 * A text is read word by word, whether it is written as CamelCase, snake_case or a sentence. A word
 * of trouble outweighs one of work in progress, that outweighs one of success; `not` before a word
 * of success makes it work in progress.
 */
#include "base/slice.h"

enum ls_sense {
    LS_SENSE_NONE, /* says nothing: a name, a number, a word we do not know */
    LS_SENSE_READY,
    LS_SENSE_PROGRESS,
    LS_SENSE_SUSPENDED,
    LS_SENSE_MISSING,
    LS_SENSE_UNKNOWN,
    LS_SENSE_FAILED,
};

/* Of a phase, a state, a reason: a word or a short sentence. */
enum ls_sense ls_words_sense(struct ls_slice text);
/* Of a message for people: only whether it tells of trouble. The front of it is enough. */
bool ls_words_mean_trouble(struct ls_slice message);

/* What it means that a condition of this type is True. */
enum ls_polarity {
    LS_POLARITY_NONE,    /* not known */
    LS_POLARITY_SUMMARY, /* the object as a whole is fine: Ready, Available, Synced */
    LS_POLARITY_PART,    /* a part of it is fine: DatabaseReady, SecretsAvailable */
    LS_POLARITY_TROUBLE, /* something is wrong: Failed, Stalled, ReconcileError */
    LS_POLARITY_WORK,    /* something is being done: Reconciling, Progressing */
    LS_POLARITY_HELD,    /* it is held: Paused, Suspended */
};
enum ls_polarity ls_words_polarity(struct ls_slice condition_type);
/* Is False an answer where others have yet to come about: Accepted, Admitted, Valid? */
bool ls_words_type_is_verdict(struct ls_slice condition_type);

/* Does a kind of this name run to an end, so that `Running` is not its aim? BackupRun, Workflow. */
bool ls_words_kind_ends(struct ls_slice kind);
/* Is a kind of this name only read by others, so that nobody reports on it? ProviderConfig. */
bool ls_words_kind_is_plain(struct ls_slice kind);

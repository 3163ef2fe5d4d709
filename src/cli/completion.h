#pragma once
/*
 * Shell completion, printed from the rows of verbs and flags.
 *
 * For names of sets and kinds the script runs lockstep itself, with LS_COMPLETION_TIMEOUT and with
 * the flags of the line that name cluster, user and namespace.
 */
#include "base/buf.h"
#include "cli/verb.h"

#define LS_COMPLETION_TIMEOUT "2s"

/* What a value or a word may be. */
enum ls_completion_kind {
    LS_COMPLETES_NOTHING, /* any text */
    LS_COMPLETES_CHOICES, /* one of the words, as auto|always|never */
    LS_COMPLETES_FILES,
    LS_COMPLETES_SETS,
    LS_COMPLETES_KINDS,
    LS_COMPLETES_VERBS,
    LS_COMPLETES_COUNT
};
enum ls_completion_kind ls_completion_of_value(const char *value); /* of a flag's row */
enum ls_completion_kind ls_completion_of_words(const char *synopsis);
/* The arguments by which the program lists them: "list -o name"; NULL: it cannot. */
const char *ls_completion_lister(enum ls_completion_kind kind);

/* Words with spaces between: of `auto|always|never`, of all verbs. */
void ls_completion_choices(struct ls_buf *out, const char *choices);
void ls_completion_verbs(struct ls_buf *out);

/* The flags that name cluster, user and namespace, as the patterns of a `case`. */
enum ls_place_pattern {
    LS_PLACE_SWITCH, /* --sandbox, --sandbox=* */
    LS_PLACE_VALUE,  /* --context, -n: the value is the next word */
    LS_PLACE_JOINED, /* --context=*, -n*; behind those above */
    LS_PLACE_COUNT
};
/* `quote` is put around each pattern, `between` between two. */
void ls_completion_place(struct ls_buf *out, enum ls_place_pattern pattern, const char *quote,
                         const char *between);

void ls_completion_bash(struct ls_buf *out);
void ls_completion_zsh(struct ls_buf *out);
void ls_completion_fish(struct ls_buf *out);

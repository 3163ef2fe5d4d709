#pragma once
/*
 * Verbs: `lockstep VERB ...`. A verb is one row in verbs.c and one file. Its row holds all that
 * help, manual page and docs/manual/commands.md say about it.
 */
#include <stdio.h>

#include "cli/args.h"

struct ls_world;

enum ls_exit {
    LS_EXIT_DONE = 0,
    LS_EXIT_ERROR = 1,
    LS_EXIT_USAGE = 2,
    LS_EXIT_IN_PROGRESS = 3,
    LS_EXIT_FAILED = 4,
    LS_EXIT_SIGNAL = 128, /* plus the signal that ended the work; the program then dies of it */
};

struct ls_cli_verb {
    const char *name;
    const char *synopsis; /* what follows the verb: "KIND [NAME]" */
    const char *summary;  /* one line, for the list of verbs */
    const char *about;    /* paragraphs; lines of about 90 columns */
    const char *examples; /* lines of `command  # what it does` */
    const struct ls_flag_group *groups;
    enum ls_exit (*run)(const struct ls_args *args);
};

/* Every verb, in the order in which help lists them; ends with a NULL name. */
extern const struct ls_cli_verb ls_cli_verbs[];
const struct ls_cli_verb *ls_cli_verb_find(const char *name); /* NULL: no such verb */

/* The flags all verbs that talk to a server share. */
extern const struct ls_flag ls_connection_flags[];
/* --help, and --verbose for the log. */
extern const struct ls_flag ls_common_flags[];

/* The whole program: picks the verb, parses, runs. */
int ls_cli_main(int argc, const char *const *argv);

/* "lockstep VERB: sentence" on standard error; returns the exit code that goes with err. */
enum ls_exit ls_cli_fail(const char *verb, const struct ls_err *err);
/* The result of a verb that a signal may have ended (0: none has). */
enum ls_exit ls_cli_end(enum ls_exit result, int signal_number);
/* The same as ls_cli_fail() for a mistake in the command line, with a pointer to help. */
enum ls_exit ls_cli_usage(const char *verb, const char *format, ...) LS_FORMAT(2, 3);

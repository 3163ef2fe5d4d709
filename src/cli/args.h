#pragma once
/*
 * The command line: flags are rows of tables, from which parser, help, manual page and manual come.
 *
 * GNU order: flags may stand anywhere, `--` ends them. `--name value`, `--name=value`, `-n value`,
 * `-nvalue`; switches may be bundled (`-Aw`) and take `=true` or `=false`.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/err.h"
#include "base/nearest.h"

enum { LS_ARGS_FLAGS_MAX = 256, LS_ARGS_WORDS_MAX = 4096 };

struct ls_flag {
    const char *name; /* long form, without dashes; NULL ends a table */
    char letter;      /* 0: no short form */
    /* What stands for it in help, as NS or FILE; NULL: a switch. Lower-case words with | between
     * are all the values there are. A value in brackets, as [=a|b], may be left out, which gives
     * "", and follows = only. */
    const char *value;
    const char *doc; /* one sentence */
    bool repeats;    /* every occurrence counts, else the last one wins */
};

bool ls_flag_value_is_optional(const struct ls_flag *flag);

/* Tables that belong together, as "Connection": a verb names several. */
struct ls_flag_group {
    const char *title;
    const struct ls_flag *flags;
};

/* One parsed line. Borrows argv and the tables. {0} is empty. */
struct ls_args {
    struct {
        const struct ls_flag *flag;
        const char *value; /* "true" or "false" for switches */
    } given[LS_ARGS_FLAGS_MAX];
    size_t given_count;
    const char **words; /* what is no flag; owned */
    size_t word_count;
    size_t words_after_dashes; /* how many of them stood after `--` */
};

/* groups ends with a NULL title. Errors are LS_E_USAGE and name the nearest flag there is. */
enum ls_code ls_args_parse(struct ls_args *args, const struct ls_flag_group *groups, int argc,
                           const char *const *argv, struct ls_err *err);
void ls_args_release(struct ls_args *args);
/* The index of the first word that is neither a flag nor the value of one; argc: there is none. A
 * flag that is not in the groups counts as a switch. */
int ls_args_first_word(const struct ls_flag_group *groups, int argc, const char *const *argv);

const char *ls_args_text(const struct ls_args *args, const char *name); /* NULL: not given */
bool ls_args_is(const struct ls_args *args, const char *name, const char *value);
/* Which of `words` is the value, one of the choices of the flag; `count`: not given. */
size_t ls_args_choice(const struct ls_args *args, const char *name, const char *const *words,
                      size_t count);
bool ls_args_is_on(const struct ls_args *args, const char *name);
/* Occurrence i of a flag that repeats; NULL past the last. */
const char *ls_args_nth(const struct ls_args *args, const char *name, size_t i);

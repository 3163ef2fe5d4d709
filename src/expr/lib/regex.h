#pragma once
/* The regular expression of one call in a program, kept between runs: a literal pattern is compiled
 * once. {0} is empty and ready. A slot belongs to one thread at a time. */
#include "expr/lib/library.h"
#include "value/regex.h"

struct ls_cel_regex_slot {
    struct ls_regex *regex;
    char *pattern; /* the text of `regex` */
    size_t pattern_bytes;
};
void ls_cel_regex_slot_release(struct ls_cel_regex_slot *slot);

/* The pattern, compiled or from the slot. NULL: it is invalid, *mistake is the error in Go's words.
 * Return it with ls_cel_regex_done(). */
const struct ls_regex *ls_cel_regex_of(struct ls_cel_call *call, struct ls_slice pattern,
                                       struct ls_term *mistake);
void ls_cel_regex_done(struct ls_cel_call *call, const struct ls_regex *regex);

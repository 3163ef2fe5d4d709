#pragma once
/*
 * Regular expressions of one place in a program, kept between its runs: a pattern that is a literal
 * is compiled once. {0} is empty and ready. A slot belongs to one thread at a time.
 */
#include "expr/lib/library.h"
#include "value/regex.h"

struct ls_cel_regex_slot {
    struct ls_regex *regex;
    char *pattern; /* the one it was made of */
    size_t pattern_bytes;
};
void ls_cel_regex_slot_release(struct ls_cel_regex_slot *slot);

/* The pattern, compiled or from the slot. NULL: it is none, *mistake says why in Go's words. What
 * it returns is given back by ls_cel_regex_done(). */
const struct ls_regex *ls_cel_regex_of(struct ls_cel_call *call, struct ls_slice pattern,
                                       struct ls_term *mistake);
void ls_cel_regex_done(struct ls_cel_call *call, const struct ls_regex *regex);

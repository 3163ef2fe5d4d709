#pragma once
/*
 * What is wrong with an expression: sentences with their places, from the parser and the checker
 * alike. Printed as cel-go prints them, for kube-apiserver passes that text on:
 *
 *     ERROR: <input>:1:6: undefined field 'foo'
 *      | self.foo
 *      | .....^
 */
#include "base/arena.h"
#include "base/buf.h"

/* The place of an issue that has none: a limit that the whole expression exceeds. */
#define LS_CEL_NOWHERE UINT32_MAX

struct ls_cel_issue {
    uint32_t offset; /* in bytes, or LS_CEL_NOWHERE */
    const char *text;
};
struct ls_cel_issues {
    struct ls_arena *arena; /* set by the caller; holds everything below */
    struct ls_slice source; /* the expression; set by ls_cel_parse() */
    struct ls_cel_issue *at;
    size_t count, cap;
    size_t cut_count; /* how many came after the first LS_CEL_ISSUES_MAX */
};

void ls_cel_issue_add(struct ls_cel_issues *issues, uint32_t offset, const char *format, ...)
    LS_FORMAT(3, 4);
/* Line and column as cel-go counts them: from 1 and from 1, in characters. */
void ls_cel_place(struct ls_slice source, uint32_t offset, uint32_t *line, uint32_t *column);
/* All issues, in the order of their places, with a newline between. */
void ls_cel_issues_print(struct ls_buf *out, const struct ls_cel_issues *issues);
/* The source line and the caret below it, each ended by a newline. Nothing for LS_CEL_NOWHERE. */
void ls_cel_caret_print(struct ls_buf *out, struct ls_slice source, uint32_t offset);

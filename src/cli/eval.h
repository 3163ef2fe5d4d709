#pragma once
/*
 * `lockstep eval`: one expression, compiled once, evaluated on each document. A language is a table
 * of functions. Mistakes are printed on standard error with a caret under them.
 */
#include "base/buf.h"
#include "cli/verb.h"
#include "value/node.h"

struct ls_eval {
    const struct ls_args *args;
    struct ls_slice text; /* the expression */
    struct ls_node old;   /* --old; absent: none */
    bool has_object;      /* there will be documents */
    bool is_json;
};

struct ls_eval_language {
    const char *flag; /* "cel": the flag that gives the expression */
    /* Compiles the expression; NULL: an error was printed. */
    void *(*prepare)(const struct ls_eval *eval);
    /* Prints the answer for one document (absent: there is none); false: an error was printed. */
    bool (*answer)(void *prepared, const struct ls_eval *eval, struct ls_node object,
                   const char *place);
    void (*release)(void *prepared);
};
extern const struct ls_eval_language ls_eval_cel, ls_eval_jsonpath;

enum { LS_EVAL_NOWHERE = -1 };
/* "lockstep eval: PLACE: SENTENCE" on standard error, and the expression with a caret below the
 * byte at `offset`. */
void ls_eval_report_error(const struct ls_eval *eval, const char *place, int64_t offset,
                          const char *sentence);

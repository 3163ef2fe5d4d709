#pragma once
/* The values of literals, private to this folder. Each takes the text of a token; false, with a
 * reason in cel-go's words, for a token that the lexer accepts but that has no value. */
#include "expr/syntax/ast.h"

bool ls_cel_read_int(struct ls_slice text, bool is_negative, int64_t *out);
bool ls_cel_read_uint(struct ls_slice text, uint64_t *out); /* ends with u */
bool ls_cel_read_double(struct ls_slice text, bool is_negative, double *out);
/* With quotes and prefix; without escapes the result points into the text. */
bool ls_cel_unquote(struct ls_arena *arena, struct ls_slice text, bool is_bytes,
                    struct ls_slice *out, const char **why);

#pragma once
/* The values of literals, for this room alone. Each takes the text of a token; false, with a reason
 * in cel-go's words, for what the lexer lets through but no value has. */
#include "expr/syntax/ast.h"

bool ls_cel_read_int(struct ls_slice text, bool is_negative, int64_t *out);
bool ls_cel_read_uint(struct ls_slice text, uint64_t *out); /* with its u */
bool ls_cel_read_double(struct ls_slice text, bool is_negative, double *out);
/* Quotes, prefixes and all; without escapes the result points into the text. */
bool ls_cel_unquote(struct ls_arena *arena, struct ls_slice text, bool is_bytes,
                    struct ls_slice *out, const char **why);

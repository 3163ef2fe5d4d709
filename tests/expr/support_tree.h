#pragma once
/* Trees of CEL expressions as text, for tests: operators as calls, folds spelt out. */
#include "expr/syntax/parse.h"

/* With marks each node is followed by #id@offset. */
void tree_print(struct ls_buf *out, const struct ls_cel_node *node, bool has_marks);
/* The tree of an expression with every macro, or what is wrong with it as it is printed. */
const char *tree_of(struct ls_arena *arena, const char *text, bool has_marks);
const char *tree_of_slice(struct ls_arena *arena, struct ls_slice text,
                          const struct ls_cel_syntax *syntax, bool has_marks);

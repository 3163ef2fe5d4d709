#pragma once
/* Prints the results of one part of a template; private to this folder. */
#include "expr/path/tree.h"

/* Separated by spaces: strings bare, maps and lists as JSON with sorted keys. */
void ls_jsonpath_print_text(struct ls_buf *out, const struct jsonpath_value *values, size_t count);
/* As one JSON list with sorted keys, four spaces per level, and a line break. */
void ls_jsonpath_print_json(struct ls_buf *out, const struct jsonpath_value *values, size_t count);

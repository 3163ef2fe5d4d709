#pragma once
/* Results of one part of a template as text; for this room alone. */
#include "expr/path/tree.h"

/* With spaces between: strings bare, maps and lists as JSON with sorted keys. */
void ls_jsonpath_print_text(struct ls_buf *out, const struct jsonpath_value *values, size_t count);
/* As one JSON list with sorted keys and four spaces a level, and a line break. */
void ls_jsonpath_print_json(struct ls_buf *out, const struct jsonpath_value *values, size_t count);

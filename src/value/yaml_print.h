#pragma once
/*
 * The parts of the YAML printer. Only for the yaml_*.c files.
 */
#include <stdbool.h>

#include "base/buf.h"

enum {
    LS_YAML_INDENT = 2,
    LS_YAML_WIDTH = 80,           /* a line is broken at the first single space past this column */
    LS_YAML_SIMPLE_KEY_MAX = 128, /* bytes; longer keys stand behind "? " */
};

/* Where a string is printed. */
struct ls_yaml_place {
    size_t indent; /* of lines after the first */
    size_t column; /* of the first character */
    bool is_key;   /* stands before a colon: stays on one line */
};

/* The string in the quotes that it needs: none, '', "" or a block that starts with |. */
void ls_yaml_print_string(struct ls_buf *out, struct ls_slice text, struct ls_yaml_place place);

/* Order of keys: less than, equal to, greater than 0. */
int ls_yaml_key_compare(struct ls_slice a, struct ls_slice b);

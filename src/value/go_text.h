#pragma once
/*
 * Scalars as the API server's own language writes them, where bytes must agree: keys inside
 * fieldsV1, and paths in conflict messages. It escapes <, >, & and two separators in strings that
 * are values but not in names, and writes a number that is no integer in its shortest form.
 */
#include "base/buf.h"
#include "value/node.h"

/* Of a value that was read from JSON: "int64", "map[string]interface {}"; of null "<nil>". */
const char *ls_go_type_name(enum ls_type type);
void ls_go_print_name(struct ls_buf *out, struct ls_slice name);    /* a JSON string */
void ls_go_print_scalar(struct ls_buf *out, struct ls_node scalar); /* JSON */
void ls_go_quote_scalar(struct ls_buf *out, struct ls_node scalar); /* strings as by %q */
/* Any bytes as by %q: those that are no UTF-8 become \\xNN. */
void ls_go_quote(struct ls_buf *out, struct ls_slice text);
/* As by %v: `map[a:1 b:[x y]]`, keys sorted, strings bare, null as <nil>. */
void ls_go_print_words(struct ls_buf *out, struct ls_node node);
void ls_go_print_double(struct ls_buf *out, double number);     /* JSON; finite */
void ls_go_print_json(struct ls_buf *out, struct ls_node node); /* any value; absent is null */
/* The same with keys sorted at every depth, as its encoder writes a map. */
void ls_go_print_json_sorted(struct ls_buf *out, struct ls_node node);
void ls_go_show_double(struct ls_buf *out, double number); /* as by %v; finite */
/* The fewest digits that read back as the same number, never with an exponent; finite. */
void ls_go_print_positional(struct ls_buf *out, double number);
/* Any value as by %v (`map[a:1 b:[x y]]`), and as by %#v (`map[string]interface {}{"a":1}`). */
void ls_go_print_value(struct ls_buf *out, struct ls_node node);
void ls_go_print_syntax(struct ls_buf *out, struct ls_node node);

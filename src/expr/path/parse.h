#pragma once
/* The parser of templates, private to this folder: parse.c reads parts and the content of braces,
 * parse_bracket.c that of brackets. The content of brackets is itself parsed as a small template,
 * as in client-go, with the same odd results. */
#include "expr/path/tree.h"

/* Shared by the parsers of one template; made on first use. */
struct jsonpath_shared {
    struct ls_node bytes; /* all bytes as a list, for wildcards */
    struct ls_regex *digit;
    struct ls_regex *word;
};

struct jsonpath_parser {
    struct ls_arena *arena;
    struct ls_slice text;
    size_t at;       /* the next byte */
    ptrdiff_t shift; /* from a byte of `text` to that of the whole template */
    size_t end;      /* of the whole template */
    unsigned depth;
    struct jsonpath_shared *shared;
    struct jsonpath_part *first;
    struct jsonpath_part *last;
    size_t mistake_at;
    struct ls_err *err;
};

/* Notes where the mistake is; `at` counts in the parser's own text. */
enum ls_code ls_jsonpath_refuse(struct jsonpath_parser *parser, size_t at, const char *format, ...)
    LS_FORMAT(3, 4);
struct jsonpath_node *ls_jsonpath_append(struct jsonpath_parser *parser, struct jsonpath_list *list,
                                         enum jsonpath_kind kind, size_t at);

/* `{inside}` as a template of its own, with `prefix` and `suffix` around the text at `at` of
 * `outer`; gives its first part. */
struct jsonpath_inside {
    const char *prefix;
    struct ls_slice text; /* a piece of the outer text */
    const char *suffix;
};
enum ls_code ls_jsonpath_parse_inside(struct jsonpath_parser *outer,
                                      const struct jsonpath_inside *inside,
                                      struct jsonpath_list *out);

/* The parser stands at the `[` or `[?(`. */
enum ls_code ls_jsonpath_parse_array(struct jsonpath_parser *parser, struct jsonpath_list *list);
enum ls_code ls_jsonpath_parse_filter(struct jsonpath_parser *parser, struct jsonpath_list *list);

/* Text in quotes of either kind, with the escapes of Go. False: it is not quoted text, or not
 * UTF-8. */
bool ls_jsonpath_unquote(struct ls_arena *arena, struct ls_slice quoted, struct ls_slice *out);

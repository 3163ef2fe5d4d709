#pragma once
/*
 * The JSON reader's state, shared by json_parse.c (values) and json_string.c (strings).
 */
#include "base/buf.h"
#include "base/vec.h"
#include "value/build.h"
#include "value/json.h"

/* How far lines and columns have been counted; each byte of the text is counted once. */
struct ls_json_lines {
    const char *counted_to;
    uint32_t line;
    uint32_t column; /* in characters, as an editor shows it */
};

struct ls_json_reader {
    const char *at;
    const char *end;
    const char *begin;
    struct ls_json_options options; /* with the defaults filled in */
    unsigned depth;
    struct ls_build build;
    struct ls_buf unescaped;    /* the last string that had escapes */
    struct ls_json_lines lines; /* when positions are kept */
    LS_VEC(const char *)
    keys; /* the places of the keys of open maps, when duplicates are refused */
    struct ls_err *err;
};

struct ls_position ls_json_position(struct ls_json_lines *lines, const char *at);

/* Errors at a place of the text; lines are counted only now. */
enum ls_code ls_json_fail_at(struct ls_json_reader *in, const char *at, enum ls_code code,
                             const char *format, ...) LS_FORMAT(4, 5);
enum ls_code ls_json_fail(struct ls_json_reader *in, const char *sentence); /* here */
/* Says that `wanted` was expected, and what was found. */
enum ls_code ls_json_fail_expected(struct ls_json_reader *in, const char *wanted);

/* Reads the string after an opening quote, and the closing quote. Borrowed: from the text, or from
 * in->unescaped until the next string is read. */
enum ls_code ls_json_read_text(struct ls_json_reader *in, struct ls_slice *out);

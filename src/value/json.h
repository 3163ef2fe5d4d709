#pragma once
/*
 * JSON text to tape and back.
 *
 * Strict RFC 8259: UTF-8 checked (overlong forms, surrogates and bytes past U+10FFFF refused), no
 * comments, no trailing commas, nothing after the value. Numbers lose nothing. Of a key
 * given twice the last one wins, as in kube-apiserver; is_strict makes it an error that names key
 * and place.
 */
#include "base/buf.h"
#include "base/err.h"
#include "value/obj.h"

struct ls_json_options {
    size_t bytes_max;    /* 0: LS_JSON_BYTES_MAX */
    unsigned depth_max;  /* 0: LS_DEPTH_DEFAULT; never more than LS_DEPTH_MAX */
    bool is_strict;      /* duplicate keys are errors */
    bool keep_positions; /* for ls_obj_position() */
    bool *has_repeats;   /* set to true when a key was given twice; may be NULL */
    const char *name;    /* of the file, for errors; may be NULL */
    uint32_t first_line; /* of the text inside its file; 0: 1 */
};

/* Errors read `NAME:LINE:COLUMN: what is wrong`. options may be NULL for the defaults. */
enum ls_code ls_json_parse(struct ls_slice text, const struct ls_json_options *options,
                           const struct ls_obj **out, struct ls_err *err);

enum ls_json_form {
    LS_JSON_COMPACT, /* no white space, no escape that is not needed */
    /* As kubectl -o json: four spaces, <, > and & escaped for web pages. */
    LS_JSON_PRETTY,
    LS_JSON_SERVER, /* the same with two spaces, as kube-apiserver for people */
    LS_JSON_FORM_COUNT
};
/* An absent node prints as null. */
void ls_json_print(struct ls_buf *out, struct ls_node node, enum ls_json_form form);
void ls_json_print_string(struct ls_buf *out, struct ls_slice text); /* with its quotes */

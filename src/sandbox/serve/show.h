#pragma once
/*
 * Prints objects of a kind: whole, as a Table, or as PartialObjectMetadata. Everything is printed
 * as JSON on one line, straight from the tape; ls_show_convert() makes YAML or pretty JSON of it.
 */
#include "base/arena.h"
#include "base/buf.h"
#include "sandbox/kinds/kind.h"
#include "sandbox/serve/accept.h"
#include "value/node.h"

struct ls_showing {
    const struct ls_kind *kind;
    struct ls_response_form form;
    int64_t now_ms;   /* wall time, for ages */
    bool has_columns; /* Table: print columnDefinitions (in a watch only with the first event) */
};

/* Prints one stored object in the kind's version and the form; no line end. The arena is for
 * scratch. */
void ls_show(struct ls_buf *out, struct ls_arena *arena, const struct ls_showing *showing,
             struct ls_node stored);

/* The parts of a list before, between and after its items. */
struct ls_list_meta {
    int64_t revision;
    struct ls_slice continue_token; /* "" none */
    int64_t remaining;              /* -1: not known */
};
void ls_show_list_start(struct ls_buf *out, const struct ls_showing *showing,
                        const struct ls_list_meta *meta);
void ls_show_list_item(struct ls_buf *out, struct ls_arena *arena, const struct ls_showing *showing,
                       struct ls_node stored, bool is_first);
void ls_show_list_end(struct ls_buf *out, const struct ls_showing *showing);

/* Converts JSON on one line to the requested text, with a line end. */
void ls_show_convert(struct ls_buf *json, enum ls_response_form_text text);
const char *ls_show_content_type(enum ls_response_form_text text);

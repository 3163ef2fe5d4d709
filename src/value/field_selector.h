#pragma once
/*
 * Field selectors: which objects are meant, by their fields
 * (`metadata.name=web,status.phase!=Running`).
 *
 * In a value `\`, `,` and `=` are written with a
 * backslash in front. A field selector is immutable and lives in the arena it was made in.
 */
#include "value/node.h"
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"

struct ls_field_term {
    const char *field; /* a path with dots */
    struct ls_slice value;
    bool is_negated;
};

struct ls_field_selector {
    size_t term_count; /* 0 selects everything */
    const struct ls_field_term *terms;
};

enum ls_code ls_field_selector_parse(struct ls_arena *arena, struct ls_slice text,
                                     struct ls_field_selector *out, struct ls_err *err);
void ls_field_selector_print(struct ls_buf *out, const struct ls_field_selector *selector);

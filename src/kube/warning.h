#pragma once
/*
 * Warnings the server sends along with an answer (Warning: 299 - "unknown field \"spec.junk\""):
 * deprecated APIs, fields it dropped. A client reports each distinct one once.
 */
#include "base/arena.h"
#include "base/slice.h"

struct ls_header;

typedef void (*ls_warning_fn)(void *self, struct ls_slice text);

struct ls_warnings {
    struct ls_slice *at;
    size_t count;
};

/* The texts of all warnings with code 299, in order, each bounded; malformed ones end their header.
 */
struct ls_warnings ls_warnings_read(struct ls_arena *arena, const struct ls_header *headers,
                                    size_t header_count);

/* Reports each text once. */
struct ls_warning_reporter;
struct ls_warning_reporter *ls_warning_reporter_new(ls_warning_fn fn,
                                                    void *self); /* fn may be NULL */
void ls_warning_reporter_free(struct ls_warning_reporter *reporter);
void ls_warning_reporter_add(struct ls_warning_reporter *reporter, struct ls_warnings warnings);

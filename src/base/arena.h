#pragma once
/*
 * Arena: memory that is freed all at once, with one reconcile, one request or one parsed file.
 *
 * Allocation is a pointer bump; nothing is freed one by one. Memory is zeroed and aligned for any
 * type. An arena belongs to one thread at a time.
 */
#include <stdarg.h>
#include <stddef.h>

#include "base/slice.h"

struct ls_arena {
    struct ls_arena_block *block; /* the newest; {0} is an empty arena ready for use */
    size_t used_bytes;            /* over all blocks, for budgets and tests */
};

void ls_arena_release(struct ls_arena *arena);
void ls_arena_wipe(struct ls_arena *arena); /* overwrites the memory first: for secrets */
/* Forgets everything but keeps one block, so that a loop stops allocating after its first round. */
void ls_arena_reset(struct ls_arena *arena);

void *ls_arena_alloc(struct ls_arena *arena, size_t bytes);
/* count items of item_bytes each; a product that overflows aborts, as a failed allocation does. */
void *ls_arena_alloc_array(struct ls_arena *arena, size_t count, size_t item_bytes);
char *ls_arena_dup(struct ls_arena *arena, struct ls_slice text); /* NUL-terminated */
struct ls_slice ls_arena_slice(struct ls_arena *arena, struct ls_slice text);
char *ls_arena_printf(struct ls_arena *arena, const char *format, ...) LS_FORMAT(2, 3);
char *ls_arena_vprintf(struct ls_arena *arena, const char *format, va_list args) LS_FORMAT(2, 0);

#define LS_ARENA_NEW(arena, type) ((type *)ls_arena_alloc((arena), sizeof(type)))
#define LS_ARENA_ARRAY(arena, type, count)                                                         \
    ((type *)ls_arena_alloc_array((arena), (count), sizeof(type)))

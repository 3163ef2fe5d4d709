#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"

/* Under the address sanitizer the unused part of a block is poisoned and a gap follows every
 * allocation, so that an overrun inside a block is found as well. */
#if defined(__SANITIZE_ADDRESS__)
#define ARENA_IS_POISONED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_IS_POISONED 1
#endif
#endif
#ifndef ARENA_IS_POISONED
#define ARENA_IS_POISONED 0
#endif

#if ARENA_IS_POISONED
#include <sanitizer/asan_interface.h>
enum { ARENA_GAP_BYTES = 16 };
#else
#define ASAN_POISON_MEMORY_REGION(at, bytes)   ((void)(at), (void)(bytes))
#define ASAN_UNPOISON_MEMORY_REGION(at, bytes) ((void)(at), (void)(bytes))
enum { ARENA_GAP_BYTES = 0 };
#endif

enum {
    ARENA_ALIGN = alignof(max_align_t),
    ARENA_BLOCK_BYTES_FIRST = 4 * 1024,
    ARENA_BLOCK_BYTES_MAX = 1024 * 1024,
};

/* Bytes from `used` on are zero. */
struct ls_arena_block {
    struct ls_arena_block *older;
    size_t cap;
    size_t used;
    alignas(max_align_t) char at[];
};

static size_t block_room(const struct ls_arena_block *block)
{
    return block ? block->cap - block->used : 0;
}

static struct ls_arena_block *block_new(size_t cap)
{
    struct ls_arena_block *block = ls_alloc(sizeof *block + cap);
    block->cap = cap;
    ASAN_POISON_MEMORY_REGION(block->at, cap);
    return block;
}

static void block_free(struct ls_arena_block *block)
{
    ASAN_UNPOISON_MEMORY_REGION(block->at, block->cap);
    ls_free(block);
}

static void *block_take(struct ls_arena_block *block, size_t bytes, size_t step)
{
    char *memory = block->at + block->used;
    block->used += step;
    ASAN_UNPOISON_MEMORY_REGION(memory, bytes);
    return memory;
}

static size_t next_block_cap(const struct ls_arena *arena)
{
    if (!arena->block)
        return ARENA_BLOCK_BYTES_FIRST - sizeof(struct ls_arena_block);
    size_t doubled = 2 * (arena->block->cap + sizeof(struct ls_arena_block));
    return LS_MIN(doubled, (size_t)ARENA_BLOCK_BYTES_MAX) - sizeof(struct ls_arena_block);
}

static struct ls_arena_block *arena_add_block(struct ls_arena *arena, size_t step)
{
    size_t cap = next_block_cap(arena);
    struct ls_arena_block *block = block_new(LS_MAX(cap, step));
    /* A block for one large allocation goes behind the current one, which still has room. */
    if (block->cap - step < block_room(arena->block)) {
        block->older = arena->block->older;
        arena->block->older = block;
    } else {
        block->older = arena->block;
        arena->block = block;
    }
    return block;
}

void *ls_arena_alloc(struct ls_arena *arena, size_t bytes)
{
    if (bytes > SIZE_MAX / 2)
        ls_mem_exhausted(bytes);
    size_t step = (bytes + ARENA_GAP_BYTES + ARENA_ALIGN - 1) / ARENA_ALIGN * ARENA_ALIGN;
    struct ls_arena_block *block = arena->block;
    if (!block || block_room(block) < step)
        block = arena_add_block(arena, step);
    arena->used_bytes += bytes;
    return block_take(block, bytes, step);
}

void *ls_arena_alloc_array(struct ls_arena *arena, size_t count, size_t item_bytes)
{
    size_t bytes = 0;
    if (__builtin_mul_overflow(count, item_bytes, &bytes))
        ls_mem_exhausted(SIZE_MAX);
    return ls_arena_alloc(arena, bytes);
}

void ls_arena_wipe(struct ls_arena *arena)
{
    for (struct ls_arena_block *block = arena->block; block; block = block->older) {
        ASAN_UNPOISON_MEMORY_REGION(block->at, block->cap);
        ls_wipe(block->at, block->used);
    }
    ls_arena_release(arena);
}

void ls_arena_release(struct ls_arena *arena)
{
    while (arena->block) {
        struct ls_arena_block *older = arena->block->older;
        block_free(arena->block);
        arena->block = older;
    }
    arena->used_bytes = 0;
}

/* Takes the largest block out of the list. */
static struct ls_arena_block *arena_take_largest(struct ls_arena *arena)
{
    struct ls_arena_block **largest = &arena->block;
    for (struct ls_arena_block **at = &arena->block; *at; at = &(*at)->older) {
        if ((*at)->cap > (*largest)->cap)
            largest = at;
    }
    struct ls_arena_block *taken = *largest;
    *largest = taken->older;
    return taken;
}

void ls_arena_reset(struct ls_arena *arena)
{
    if (!arena->block)
        return;
    struct ls_arena_block *kept = arena_take_largest(arena);
    ls_arena_release(arena);
    ASAN_UNPOISON_MEMORY_REGION(kept->at, kept->used);
    memset(kept->at, 0, kept->used);
    ASAN_POISON_MEMORY_REGION(kept->at, kept->cap);
    kept->used = 0;
    kept->older = NULL;
    arena->block = kept;
}

char *ls_arena_dup(struct ls_arena *arena, struct ls_slice text)
{
    if (text.len == SIZE_MAX)
        ls_mem_exhausted(text.len);
    char *copy = ls_arena_alloc(arena, text.len + 1);
    if (text.len > 0)
        memcpy(copy, text.at, text.len);
    return copy;
}

struct ls_slice ls_arena_slice(struct ls_arena *arena, struct ls_slice text)
{
    return (struct ls_slice){ls_arena_dup(arena, text), text.len};
}

char *ls_arena_vprintf(struct ls_arena *arena, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    LS_ASSERT(len >= 0);
    char *text = ls_arena_alloc(arena, (size_t)len + 1);
    vsnprintf(text, (size_t)len + 1, format, again);
    va_end(again);
    return text;
}

char *ls_arena_printf(struct ls_arena *arena, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = ls_arena_vprintf(arena, format, args);
    va_end(args);
    return text;
}

#include "base/arena.h"

#include <stdalign.h>
#include <string.h>

#include "check.h"
#include "support_abort.h"

TEST(memory_is_zeroed_and_aligned_at_every_size)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    for (size_t bytes = 0; bytes < 3000; bytes++) {
        char *memory = ls_arena_alloc(&arena, bytes);
        CHECK_INT((uintptr_t)memory % alignof(max_align_t), 0);
        for (size_t i = 0; i < bytes; i++)
            CHECK_INT(memory[i], 0);
        memset(memory, 0xAA, bytes);
    }
}

TEST(allocations_do_not_overlap)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    enum { COUNT = 2000 };
    unsigned char *parts[COUNT];
    for (size_t i = 0; i < COUNT; i++) {
        parts[i] = ls_arena_alloc(&arena, 1 + i % 97);
        memset(parts[i], (int)(i & 0xFF), 1 + i % 97);
    }
    for (size_t i = 0; i < COUNT; i++) {
        for (size_t k = 0; k < 1 + i % 97; k++)
            CHECK_INT(parts[i][k], i & 0xFF);
    }
}

TEST(a_giant_leaves_the_current_block_in_use)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    char *before = ls_arena_alloc(&arena, 16);
    char *giant = ls_arena_alloc(&arena, 3 << 20);
    memset(giant, 1, 3 << 20);
    char *after = ls_arena_alloc(&arena, 16);
    CHECK(after > before && after - before < 4096);
}

TEST(used_bytes_are_those_asked_for)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    ls_arena_alloc(&arena, 5);
    CHECK(LS_ARENA_ARRAY(&arena, uint64_t, 10));
    CHECK_INT(arena.used_bytes, 85);
    ls_arena_reset(&arena);
    CHECK_INT(arena.used_bytes, 0);
    ls_arena_release(&arena);
    CHECK(!arena.block);
}

TEST(reset_keeps_the_largest_block_and_zeroes_it)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    ls_arena_reset(&arena);
    CHECK(!arena.block);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 100; i++)
            memset(ls_arena_alloc(&arena, 1000), 0xFF, 1000);
        ls_arena_reset(&arena);
    }
    struct ls_arena_block *kept = arena.block;
    for (int i = 0; i < 30; i++) {
        char *memory = ls_arena_alloc(&arena, 1000);
        CHECK_INT(memory[0], 0);
        CHECK_INT(memory[999], 0);
    }
    CHECK(arena.block == kept);
    ls_arena_reset(&arena);
    CHECK(arena.block == kept);
}

TEST(reset_keeps_even_a_giant)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    ls_arena_alloc(&arena, 16);
    char *giant = ls_arena_alloc(&arena, 3 << 20);
    memset(giant, 1, 3 << 20);
    ls_arena_alloc(&arena, 16);
    ls_arena_reset(&arena);
    char *again = ls_arena_alloc(&arena, 3 << 20);
    CHECK(again == giant);
    CHECK_INT(again[0], 0);
    CHECK_INT(again[(3 << 20) - 1], 0);
}

TEST(text_is_copied_and_ends_in_nul)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    char source[] = "phase";
    char *copy = ls_arena_dup(&arena, (struct ls_slice){source, 3});
    struct ls_slice slice = ls_arena_slice(&arena, ls_slice_of(source));
    source[0] = 'X';
    CHECK_STR(copy, "pha");
    CHECK(ls_slice_is(slice, "phase"));
    CHECK_STR(slice.at, "phase");
    CHECK_STR(ls_arena_dup(&arena, (struct ls_slice){0}), "");
    CHECK_STR(ls_arena_printf(&arena, "%s-%d", "deploy", 7), "deploy-7");
    CHECK_INT(strlen(ls_arena_printf(&arena, "%10000s", "")), 10000);
}

#ifdef __SANITIZE_ADDRESS__
int __asan_address_is_poisoned(void const volatile *address);

TEST(an_overrun_inside_a_block_is_seen)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    char *first = ls_arena_alloc(&arena, 24);
    ls_arena_alloc(&arena, 24);
    CHECK(!__asan_address_is_poisoned(first + 23));
    CHECK(__asan_address_is_poisoned(first + 24));
    ls_arena_reset(&arena);
    CHECK(__asan_address_is_poisoned(first));
}
#endif

static void ask_for_too_many(void)
{
    struct ls_arena arena = {0};
    volatile size_t count = SIZE_MAX / 4;
    LS_ARENA_ARRAY(&arena, uint64_t, count)[0] = 1;
}

static void ask_for_the_whole_space(void)
{
    struct ls_arena arena = {0};
    volatile size_t bytes = SIZE_MAX;
    ls_arena_alloc(&arena, bytes);
}

TEST(sizes_that_overflow_end_in_one_line)
{
    char text[4096];
    abort_text(ask_for_too_many, text, sizeof text);
    CHECK_HAS(text, "lockstep: out of memory");
    abort_text(ask_for_the_whole_space, text, sizeof text);
    CHECK_HAS(text, "lockstep: out of memory");
}

TEST(a_wiped_arena_is_empty_and_usable_again)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    ls_arena_wipe(&arena);
    for (int i = 0; i < 1000; i++)
        ls_arena_dup(&arena, LS_SLICE("a token that must not stay"));
    ls_arena_wipe(&arena);
    CHECK_INT(arena.used_bytes, 0);
    CHECK_STR(ls_arena_dup(&arena, LS_SLICE("next")), "next");
}

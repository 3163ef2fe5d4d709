#include "base/mem.h"

#include <stdint.h>
#include <string.h>

#include "check.h"
#include "support_abort.h"

TEST(memory_is_zeroed)
{
    char *memory LS_AUTO(ls_free_at) = ls_alloc(1000);
    for (size_t i = 0; i < 1000; i++)
        CHECK_INT(memory[i], 0);
    int *numbers LS_AUTO(ls_free_at) = LS_NEW_ARRAY(int, 7);
    for (size_t i = 0; i < 7; i++)
        CHECK_INT(numbers[i], 0);
}

TEST(nothing_is_still_something_to_free)
{
    void *none LS_AUTO(ls_free_at) = ls_alloc(0);
    CHECK(none);
    void *shrunk LS_AUTO(ls_free_at) = ls_realloc(ls_alloc(10), 0);
    CHECK(shrunk);
    ls_free(NULL);
}

TEST(growing_keeps_what_was_there)
{
    char *text = ls_strdup("phase");
    text = ls_realloc(text, 1000);
    CHECK_STR(text, "phase");
    ls_free(text);
}

TEST(a_copy_of_a_part_ends_in_nul)
{
    char *front LS_AUTO(ls_free_at) = ls_strndup("revision", 3);
    CHECK_STR(front, "rev");
    char *empty LS_AUTO(ls_free_at) = ls_strndup(NULL, 0);
    CHECK_STR(empty, "");
}

static char *stolen_text(void)
{
    char *text LS_AUTO(ls_free_at) = ls_strdup("kept");
    return ls_steal(&text);
}

TEST(what_is_stolen_outlives_its_scope)
{
    char *text = stolen_text();
    CHECK_STR(text, "kept");
    ls_free_at(&text);
    CHECK(!text);
}

TEST(wiping_leaves_zeros)
{
    char secret[] = "token";
    ls_wipe(secret, sizeof secret);
    CHECK_INT(memcmp(secret, (char[sizeof secret]){0}, sizeof secret), 0);
    ls_wipe(NULL, 0);
}

/* Kept from the compiler, which knows that no object is as large as this. */
static volatile size_t giant_bytes = SIZE_MAX / 2;

static void ask_for_too_much(void)
{
    ls_free(ls_alloc(giant_bytes));
}

static void grow_too_much(void)
{
    ls_free(ls_realloc(NULL, giant_bytes));
}

static void ask_for_too_many(void)
{
    ls_free(ls_alloc_array(giant_bytes, 3));
}

TEST(lack_of_memory_says_one_line_and_aborts)
{
    char text[4096];
    abort_text(ask_for_too_much, text, sizeof text);
    CHECK_HAS(text, "lockstep: out of memory: 9223372036854775807 bytes were asked for\n");
    abort_text(grow_too_much, text, sizeof text);
    CHECK_HAS(text, "lockstep: out of memory: 9223372036854775807 bytes were asked for\n");
    abort_text(ask_for_too_many, text, sizeof text);
    CHECK_HAS(text, "lockstep: out of memory: ");
}

static void assert_nonsense(void)
{
    LS_ASSERT(giant_bytes == 3);
}

TEST(a_broken_fact_names_file_line_and_fact)
{
    char text[4096];
    abort_text(assert_nonsense, text, sizeof text);
    CHECK_HAS(text, "test_mem.c:");
    CHECK_HAS(text, "assertion failed: giant_bytes == 3\n");
}

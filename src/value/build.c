#include "value/build.h"

#include <sys/mman.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/vec.h"
#include "value/limits.h"
#include "value/number.h"
#include "value/repeats.h"
#include "value/tape_write.h"

enum {
    WORDS_FIRST = 64,
    /* A tape of this size becomes the obj without a copy; a smaller one is copied, so that cached
     * objs have no unused memory and the build keeps its own. */
    ADOPTED_WORDS_MIN = 256 << 10,
    HUGE_PAGES_WORDS_MIN = 2 << 20,
};

static size_t block_bytes(size_t words)
{
    return sizeof(struct ls_obj) + words * sizeof(uint32_t);
}

/* Reading a List of 50 MB makes ten thousand page faults, a quarter of the time; with huge pages,
 * twenty. Without huge pages in the kernel nothing changes. */
static void ask_for_huge_pages(void *block, size_t bytes)
{
    uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
    uintptr_t begin = ((uintptr_t)block + page - 1) / page * page;
    uintptr_t end = ((uintptr_t)block + bytes) / page * page;
    (void)madvise((void *)begin, end - begin, MADV_HUGEPAGE);
}

void ls_build_reserve(struct ls_build *build, size_t words)
{
    if (build->cap >= words)
        return;
    ls_keys_ready();
    build->block = ls_realloc(build->block, block_bytes(words));
    build->cap = words;
    if (words >= HUGE_PAGES_WORDS_MIN)
        ask_for_huge_pages(build->block, block_bytes(words));
}

void ls_build_grow(struct ls_build *build, size_t words)
{
    LS_ASSERT(build->count + words <= LS_TAPE_WORDS_MAX);
    size_t wanted = LS_MAX(build->count + words, build->cap * 2);
    ls_build_reserve(build, LS_MAX(wanted, (size_t)WORDS_FIRST));
}

/* The members of the innermost open map. */
static struct ls_repeats build_members(const struct ls_build *build)
{
    LS_ASSERT(build->depth > 0);
    LS_ASSERT(build->open[build->depth - 1].is_map);
    const uint32_t *words = build->block->words;
    const uint32_t *first = words + build->open[build->depth - 1].start + 1;
    return ls_repeats_of(first, words + build->count);
}

void ls_build_drop_repeats(struct ls_build *build)
{
    struct ls_repeats repeats LS_AUTO(ls_repeats_release) = build_members(build);
    if (!ls_repeats_find_all(&repeats))
        return;
    build->had_repeats = true;
    uint32_t base = build->open[build->depth - 1].start + 1;
    build->position_count =
        ls_repeats_move_positions(&repeats, base, build->positions, build->position_count);
    build->count = base + ls_repeats_compact(&repeats, build->block->words + base);
}

static bool has_hash(const struct ls_build *build, const struct ls_build_frame *frame,
                     uint32_t hash)
{
    for (size_t i = frame->hash_base; i < build->hash_count; i++) {
        if (build->hashes[i] == hash)
            return true;
    }
    return false;
}

void ls_build_check_repeat(struct ls_build *build, uint32_t hash)
{
    LS_ASSERT(build->depth > 0);
    struct ls_build_frame *frame = &build->open[build->depth - 1];
    frame->may_repeat =
        build->hash_count - frame->hash_base >= LS_BUILD_HASHES_MAX || has_hash(build, frame, hash);
}

void ls_build_grow_hashes(struct ls_build *build)
{
    build->hashes =
        ls_vec_grow(build->hashes, build->hash_count, &build->hash_cap, sizeof *build->hashes);
}

void ls_build_grow_open(struct ls_build *build)
{
    build->open = ls_vec_grow(build->open, build->depth, &build->open_cap, sizeof *build->open);
}

void ls_build_release(struct ls_build *build)
{
    ls_free(build->block);
    ls_free(build->open);
    ls_free(build->hashes);
    ls_free(build->positions);
    *build = (struct ls_build){0};
}

void ls_build_clear(struct ls_build *build)
{
    build->count = 0;
    build->depth = 0;
    build->hash_count = 0;
    build->position_count = 0;
    build->has_key = false;
    build->had_repeats = false;
}

/* Asserts that a value may come next: it is the first, it follows its key, or it is an item of a
 * list. */
static void expect_value(struct ls_build *build)
{
    if (build->depth == 0)
        LS_ASSERT(build->count == 0);
    else
        LS_ASSERT(build->has_key == build->open[build->depth - 1].is_map);
    build->has_key = false;
}

void ls_build_map(struct ls_build *build)
{
    expect_value(build);
    ls_build_push(build, LS_TAG_MAP);
}

void ls_build_list(struct ls_build *build)
{
    expect_value(build);
    ls_build_push(build, LS_TAG_LIST);
}

void ls_build_end(struct ls_build *build)
{
    LS_ASSERT(build->depth > 0);
    LS_ASSERT(!build->has_key);
    ls_build_pop(build);
}

void ls_build_key(struct ls_build *build, struct ls_slice key)
{
    LS_ASSERT(build->depth > 0 && build->open[build->depth - 1].is_map);
    LS_ASSERT(!build->has_key);
    LS_ASSERT(key.len <= LS_WORD_PAYLOAD_MAX);
    ls_build_put_key(build, key);
    build->has_key = true;
}

void ls_build_null(struct ls_build *build)
{
    expect_value(build);
    ls_build_put(build, ls_word(LS_TAG_NULL, 0));
}

void ls_build_bool(struct ls_build *build, bool value)
{
    expect_value(build);
    ls_build_put(build, ls_word(LS_TAG_BOOL, value));
}

void ls_build_int(struct ls_build *build, int64_t value)
{
    expect_value(build);
    ls_build_put_int(build, value);
}

void ls_build_number(struct ls_build *build, struct ls_slice text)
{
    LS_ASSERT(ls_number_is_valid(text));
    expect_value(build);
    int64_t value;
    if (ls_number_to_int(text, &value))
        ls_build_put_int(build, value);
    else
        ls_build_put_bytes(build, LS_TAG_NUMBER, text);
}

void ls_build_string(struct ls_build *build, struct ls_slice text)
{
    LS_ASSERT(text.len <= LS_WORD_PAYLOAD_MAX);
    expect_value(build);
    ls_build_put_bytes(build, LS_TAG_STRING, text);
}

void ls_build_text(struct ls_build *build, const char *text)
{
    ls_build_string(build, ls_slice_of(text));
}

void ls_build_node(struct ls_build *build, struct ls_node node)
{
    LS_ASSERT(!ls_node_is_absent(node));
    expect_value(build);
    size_t words = ls_node_words(node);
    memcpy(ls_build_room(build, words), node.word, words * sizeof *node.word);
    build->count += words;
}

void ls_build_member(struct ls_build *build, const char *key, struct ls_node value)
{
    ls_build_key(build, ls_slice_of(key));
    ls_build_node(build, value);
}

void ls_build_member_string(struct ls_build *build, const char *key, struct ls_slice value)
{
    ls_build_key(build, ls_slice_of(key));
    ls_build_string(build, value);
}

void ls_build_member_text(struct ls_build *build, const char *key, const char *value)
{
    ls_build_key(build, ls_slice_of(key));
    ls_build_text(build, value);
}

bool ls_build_repeats(struct ls_build *build, size_t *member, struct ls_slice *key)
{
    LS_ASSERT(build->depth > 0);
    LS_ASSERT(!build->has_key);
    if (LS_LIKELY(!build->open[build->depth - 1].may_repeat))
        return false;
    struct ls_repeats repeats LS_AUTO(ls_repeats_release) = build_members(build);
    return ls_repeats_find_first(&repeats, member, key);
}

void ls_build_at_word(struct ls_build *build, size_t word, uint32_t line, uint32_t column)
{
    build->positions = ls_vec_grow(build->positions, build->position_count, &build->position_cap,
                                   LS_POSITION_WORDS * sizeof(uint32_t));
    uint32_t *position = build->positions + build->position_count++ * LS_POSITION_WORDS;
    position[0] = (uint32_t)word;
    position[1] = line;
    position[2] = column;
}

void ls_build_at(struct ls_build *build, uint32_t line, uint32_t column)
{
    ls_build_at_word(build, build->count, line, column);
}

/* A block with room for `words`, its first build->count filled. */
static struct ls_obj *build_block(struct ls_build *build, size_t words)
{
    if (build->count >= ADOPTED_WORDS_MIN) {
        build->cap = 0;
        return ls_realloc(ls_steal(&build->block), block_bytes(words));
    }
    struct ls_obj *copy = ls_realloc(NULL, block_bytes(words));
    memcpy(copy->words, build->block->words, build->count * sizeof(uint32_t));
    return copy;
}

const struct ls_obj *ls_build_obj(struct ls_build *build)
{
    LS_ASSERT(build->depth == 0);
    LS_ASSERT(build->count > 0);
    size_t position_words = build->position_count * LS_POSITION_WORDS;
    struct ls_obj *obj = build_block(build, build->count + position_words);
    atomic_init(&obj->refs, 1);
    obj->word_count = (uint32_t)build->count;
    obj->position_count = (uint32_t)build->position_count;
    if (position_words > 0)
        memcpy(obj->words + build->count, build->positions, position_words * sizeof(uint32_t));
    ls_build_clear(build);
    return obj;
}

struct ls_node ls_build_arena(struct ls_build *build, struct ls_arena *arena)
{
    LS_ASSERT(build->depth == 0);
    LS_ASSERT(build->count > 0);
    uint32_t *words = LS_ARENA_ARRAY(arena, uint32_t, build->count);
    memcpy(words, build->block->words, build->count * sizeof *words);
    ls_build_clear(build);
    return (struct ls_node){words};
}

/* Values taken out of a build together with their positions, and copied into another. */
#include "value/yaml_read.h"

#include <string.h>

#include "value/tape.h"

/* The positions of the value that begins at a word. */
struct yaml_piece_span {
    size_t from;
    size_t count;
};

static struct yaml_piece_span positions_of(const struct ls_build *build, size_t start,
                                           size_t word_count)
{
    size_t from = ls_positions_find(build->positions, build->position_count, start);
    size_t to = ls_positions_find(build->positions, build->position_count, start + word_count);
    return (struct yaml_piece_span){from, to - from};
}

static struct ls_node node_at(const struct ls_build *build, size_t start)
{
    LS_ASSERT(start < build->count);
    return (struct ls_node){build->block->words + start};
}

size_t ls_yaml_piece_measure(const struct ls_build *build, size_t start)
{
    size_t word_count = ls_node_words(node_at(build, start));
    size_t position_count = positions_of(build, start, word_count).count;
    return (word_count + position_count * LS_POSITION_WORDS) * sizeof(uint32_t);
}

struct ls_yaml_piece ls_yaml_piece_of(struct ls_arena *arena, const struct ls_build *build,
                                      size_t start)
{
    struct ls_node node = node_at(build, start);
    size_t word_count = ls_node_words(node);
    struct yaml_piece_span span = positions_of(build, start, word_count);

    uint32_t *words = LS_ARENA_ARRAY(arena, uint32_t, word_count);
    memcpy(words, node.word, word_count * sizeof *words);
    uint32_t *positions = LS_ARENA_ARRAY(arena, uint32_t, span.count * LS_POSITION_WORDS);
    for (size_t i = 0; i < span.count * LS_POSITION_WORDS; i++)
        positions[i] = build->positions[span.from * LS_POSITION_WORDS + i];
    for (size_t i = 0; i < span.count; i++)
        positions[i * LS_POSITION_WORDS] -= (uint32_t)start;
    return (struct ls_yaml_piece){words, positions, span.count};
}

size_t ls_yaml_piece_bytes(const struct ls_yaml_piece *piece)
{
    size_t words = ls_node_words(ls_yaml_piece_root(piece));
    return (words + piece->position_count * LS_POSITION_WORDS) * sizeof *piece->words;
}

struct ls_node ls_yaml_piece_root(const struct ls_yaml_piece *piece)
{
    return (struct ls_node){piece->words};
}

void ls_yaml_piece_put(struct ls_build *build, const struct ls_yaml_piece *piece,
                       struct ls_node node)
{
    LS_ASSERT(node.word >= piece->words);
    size_t base = build->count;
    size_t start = (size_t)(node.word - piece->words);
    size_t end = start + ls_node_words(node);
    ls_build_node(build, node);
    size_t i = ls_positions_find(piece->positions, piece->position_count, start);
    for (; i < piece->position_count; i++) {
        const uint32_t *position = piece->positions + i * LS_POSITION_WORDS;
        if (position[0] >= end)
            break;
        ls_build_at_word(build, base + position[0] - start, position[1], position[2]);
    }
}

void ls_yaml_piece_put_alias(struct ls_build *build, const struct ls_yaml_piece *piece,
                             yaml_mark_t mark)
{
    size_t first = build->position_count * LS_POSITION_WORDS;
    ls_yaml_piece_put(build, piece, ls_yaml_piece_root(piece));
    if (piece->position_count > 0) {
        build->positions[first + 1] = (uint32_t)mark.line + 1;
        build->positions[first + 2] = (uint32_t)mark.column + 1;
    }
}

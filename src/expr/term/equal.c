/* Equality of terms, as CEL defines ==. */
#include "expr/term/store.h"

#include <string.h>

#include "expr/limits.h"

/* Built values may share parts: a value of a few hundred bytes can have more terms than any walk
 * could visit. */
struct equal_walk {
    uint64_t *steps_left;
    unsigned depth;
};

enum {
    TEXT_BYTES_PER_STEP = 64,   /* compared per step */
    INDEX_STEPS_PER_MEMBER = 4, /* of a large map that is indexed first */
};

static bool equal(struct equal_walk *walk, struct ls_term a, struct ls_term b);

static bool lists_in_order(struct equal_walk *walk, struct ls_term a, struct ls_term b)
{
    struct ls_term_iter x = ls_term_iter(a), y = ls_term_iter(b);
    while (ls_term_next(&x)) {
        if (!ls_term_next(&y) || !equal(walk, x.value, y.value))
            return false;
    }
    return !ls_term_next(&y);
}

static bool lists_any_order(struct equal_walk *walk, struct ls_term a, struct ls_term b,
                            const struct ls_cel_type *lens)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_term_uniques items;
    size_t count = ls_term_count(a);
    if (count != ls_term_count(b))
        return false;
    ls_term_uniques_init(&items, &arena, lens, count);
    for (struct ls_term_iter it = ls_term_iter(a); ls_term_next(&it);)
        ls_term_uniques_add(&items, it.value);
    for (struct ls_term_iter it = ls_term_iter(b); ls_term_next(&it);) {
        size_t at = ls_term_uniques_find(&items, it.value);
        if (at == SIZE_MAX || !equal(walk, items.items[at], it.value))
            return false;
    }
    return true;
}

static bool lists_equal(struct equal_walk *walk, struct ls_term a, struct ls_term b)
{
    const struct ls_cel_type *lens = ls_term_unordered(a);
    return lens ? lists_any_order(walk, a, b, lens) : lists_in_order(walk, a, b);
}

/* False: no steps are left, and the result is not valid. */
static bool charge(struct equal_walk *walk, size_t steps)
{
    *walk->steps_left -= LS_MIN(steps, *walk->steps_left);
    return *walk->steps_left > 0;
}

static bool maps_equal(struct equal_walk *walk, struct ls_term a, struct ls_term b)
{
    size_t count = ls_term_count(a);
    if (count != ls_term_count(b))
        return false;
    /* A search in a large map of a tape visits its members one by one. */
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    if (b.is_from_node && count > LS_TERM_SCAN_MAX) {
        if (!charge(walk, count * INDEX_STEPS_PER_MEMBER))
            return false;
        b = ls_term_indexed(&arena, b);
    }
    for (struct ls_term_iter it = ls_term_iter(a); ls_term_next(&it);) {
        struct ls_term other;
        if (!ls_term_find(b, it.key, &other) || !equal(walk, it.value, other))
            return false;
    }
    return true;
}

static bool texts_equal(struct equal_walk *walk, struct ls_slice a, struct ls_slice b)
{
    return a.len == b.len && charge(walk, a.len / TEXT_BYTES_PER_STEP) && ls_slice_equal(a, b);
}

static bool optionals_equal(struct equal_walk *walk, const struct ls_term *a,
                            const struct ls_term *b)
{
    if (!a || !b)
        return a == b;
    return equal(walk, *a, *b);
}

static bool scalars_equal(struct ls_term a, struct ls_term b)
{
    int order;
    return ls_term_compare(a, b, &order) && order == 0;
}

/* The same node of a tape with the same lens. */
static bool is_same_node(struct ls_term a, struct ls_term b)
{
    return a.is_from_node && b.is_from_node && a.from.node.word == b.from.node.word &&
           a.from.lens == b.from.lens;
}

static bool same_kind_equal(struct equal_walk *walk, struct ls_term a, struct ls_term b)
{
    switch (a.kind) {
    case LS_TERM_NULL:
        return true;
    case LS_TERM_STRING:
        return texts_equal(walk, a.text, b.text);
    case LS_TERM_BYTES:
        return charge(walk, LS_MIN(a.text.len, b.text.len) / TEXT_BYTES_PER_STEP) &&
               scalars_equal(a, b);
    case LS_TERM_LIST:
        return is_same_node(a, b) || lists_equal(walk, a, b);
    case LS_TERM_MAP:
        return is_same_node(a, b) || maps_equal(walk, a, b);
    case LS_TERM_TYPE:
        return strcmp(ls_cel_type_name(a.type), ls_cel_type_name(b.type)) == 0;
    case LS_TERM_OPTIONAL:
        return optionals_equal(walk, a.optional, b.optional);
    case LS_TERM_OPAQUE:
        return a.opaque.class_ == b.opaque.class_ &&
               a.opaque.class_->equal(a.opaque.value, b.opaque.value);
    case LS_TERM_ERROR:
        return false;
    default:
        return scalars_equal(a, b);
    }
}

static bool equal(struct equal_walk *walk, struct ls_term a, struct ls_term b)
{
    if (a.kind != b.kind)
        return scalars_equal(a, b);
    if (*walk->steps_left == 0 || walk->depth == LS_TERM_WALK_DEPTH_MAX)
        return false;
    --*walk->steps_left;
    walk->depth++;
    bool is_equal = same_kind_equal(walk, a, b);
    walk->depth--;
    return is_equal;
}

bool ls_term_equal_within(struct ls_term a, struct ls_term b, uint64_t *steps_left)
{
    struct equal_walk walk = {.steps_left = steps_left};
    return equal(&walk, a, b);
}

bool ls_term_equal(struct ls_term a, struct ls_term b)
{
    uint64_t steps_left = LS_TERM_STEPS_MAX;
    return ls_term_equal_within(a, b, &steps_left);
}

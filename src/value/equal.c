/* Equality of values, whatever the order of members and the way numbers are written. */
#include "value/node.h"

#include <stdio.h>

#include "value/members.h"
#include "value/number.h"
#include "value/tape.h"

/* Maps with this many members are sorted when their order differs; in smaller ones each member is
 * searched. */
enum { SORTED_MEMBERS_MIN = 64, INT_TEXT_BYTES = 24 };

static bool values_equal(const uint32_t *a, const uint32_t *b);

/* The text of an integer goes into `storage`. */
static struct ls_slice number_text(const uint32_t *word, char storage[INT_TEXT_BYTES])
{
    if (ls_word_tag(*word) == LS_TAG_NUMBER)
        return ls_word_bytes(word);
    int len = snprintf(storage, INT_TEXT_BYTES, "%lld", (long long)ls_word_int(word));
    return (struct ls_slice){storage, (size_t)len};
}

static bool is_number(const uint32_t *word)
{
    enum ls_type type = ls_node_type((struct ls_node){word});
    return type == LS_TYPE_INT || type == LS_TYPE_NUMBER;
}

static bool numbers_equal(const uint32_t *a, const uint32_t *b)
{
    char storage_a[INT_TEXT_BYTES], storage_b[INT_TEXT_BYTES];
    struct ls_decimal decimal_a, decimal_b;
    return ls_decimal_of(number_text(a, storage_a), &decimal_a) &&
           ls_decimal_of(number_text(b, storage_b), &decimal_b) &&
           ls_decimal_equal(&decimal_a, &decimal_b);
}

static bool lists_equal(struct ls_iter a, struct ls_iter b)
{
    while (ls_next(&a)) {
        if (!ls_next(&b) || !values_equal(a.value.word, b.value.word))
            return false;
    }
    return !ls_next(&b);
}

static bool sorted_equal(struct ls_iter a, struct ls_iter b, size_t count)
{
    struct ls_members left LS_AUTO(ls_members_release);
    struct ls_members right LS_AUTO(ls_members_release);
    ls_members_init_rest(&left, a, count);
    ls_members_init_rest(&right, b, count);
    for (size_t i = 0; i < count; i++) {
        if (!ls_slice_equal(left.at[i].key, right.at[i].key) ||
            !values_equal(left.at[i].value.word, right.at[i].value.word))
            return false;
    }
    return true;
}

static bool found_equal(struct ls_iter a, struct ls_node b)
{
    while (ls_next(&a)) {
        struct ls_node other = ls_node_get(b, a.key);
        if (!other.word || !values_equal(a.value.word, other.word))
            return false;
    }
    return true;
}

/* Members are usually in the same order; from the first key that differs, the rest is matched by
 * key. No value is compared twice: that would double the cost at each level. */
static bool maps_equal(struct ls_node a, struct ls_node b)
{
    size_t rest = ls_node_count(a);
    if (rest != ls_node_count(b))
        return false;
    struct ls_iter left = ls_iter(a), right = ls_iter(b);
    for (;; rest--) {
        struct ls_iter left_rest = left, right_rest = right;
        if (!ls_next(&left) || !ls_next(&right))
            return true;
        if (!ls_slice_equal(left.key, right.key))
            return rest < SORTED_MEMBERS_MIN ? found_equal(left_rest, b)
                                             : sorted_equal(left_rest, right_rest, rest);
        if (!values_equal(left.value.word, right.value.word))
            return false;
    }
}

static bool words_equal(const uint32_t *a, const uint32_t *b)
{
    size_t count = (size_t)(ls_word_after(a) - a);
    return *a == *b && memcmp(a, b, count * sizeof *a) == 0;
}

static bool values_equal(const uint32_t *a, const uint32_t *b)
{
    if (words_equal(a, b))
        return true;
    struct ls_node left = {a}, right = {b};
    if (ls_node_is_map(left) && ls_node_is_map(right))
        return maps_equal(left, right);
    if (ls_node_is_list(left) && ls_node_is_list(right))
        return lists_equal(ls_iter(left), ls_iter(right));
    return is_number(a) && is_number(b) && numbers_equal(a, b);
}

bool ls_node_equal(struct ls_node a, struct ls_node b)
{
    if (!a.word || !b.word)
        return a.word == b.word;
    return values_equal(a.word, b.word);
}

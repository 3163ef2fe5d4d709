#include "value/selector_build.h"

#include <stdlib.h>

#include "value/label.h"
#include "value/limits.h"

/* The values that each operator needs. */
struct selector_rule {
    bool is_single;
    bool is_list;
    bool is_number;
};

/* clang-format off */
static const struct selector_rule selector_rules[LS_SELECTOR_OP_COUNT] = {
    [LS_SELECTOR_EXISTS]      = {0},
    [LS_SELECTOR_ABSENT]      = {0},
    [LS_SELECTOR_EQUAL]       = {.is_single = true},
    [LS_SELECTOR_EQUAL_TWICE] = {.is_single = true},
    [LS_SELECTOR_UNEQUAL]     = {.is_single = true},
    [LS_SELECTOR_IN]          = {.is_list = true},
    [LS_SELECTOR_NOT_IN]      = {.is_list = true},
    [LS_SELECTOR_GREATER]     = {.is_single = true, .is_number = true},
    [LS_SELECTOR_LESS]        = {.is_single = true, .is_number = true},
};
/* clang-format on */

void ls_selector_build_release(struct ls_selector_build *build)
{
    ls_vec_release(&build->terms);
    ls_vec_release(&build->values);
}

void ls_selector_build_value(struct ls_selector_build *build, struct ls_slice value)
{
    ls_vec_push(&build->values, ls_arena_slice(build->arena, value));
}

static int selector_value_order(const void *a, const void *b)
{
    const struct ls_slice *left = a, *right = b;
    return ls_slice_compare(*left, *right);
}

static void selector_values_take(struct ls_selector_build *build, struct ls_selector_term *term)
{
    struct ls_slice *values = LS_ARENA_ARRAY(build->arena, struct ls_slice, build->values.count);
    if (build->values.count > 0)
        qsort(build->values.at, build->values.count, sizeof *values, selector_value_order);
    for (size_t i = 0; i < build->values.count; i++) {
        struct ls_slice value = build->values.at[i];
        if (term->value_count == 0 || !ls_slice_equal(value, values[term->value_count - 1]))
            values[term->value_count++] = value;
    }
    term->values = values;
    ls_vec_clear(&build->values);
}

static enum ls_code selector_values_check(struct ls_selector_term *term, struct ls_err *err)
{
    const struct selector_rule *rule = &selector_rules[term->op];
    if (rule->is_list && term->value_count == 0)
        return ls_fail(err, LS_E_INVALID, "it needs at least one value");
    if (!rule->is_list && term->value_count != rule->is_single)
        return ls_fail(err, LS_E_INVALID, "it takes %s value", rule->is_single ? "one" : "no");
    if (rule->is_number && !ls_slice_to_i64(term->values[0], &term->number))
        return ls_fail(err, LS_E_INVALID, "'<' and '>' compare with a whole number, not '%.*s'",
                       LS_ARG(term->values[0]));
    for (size_t i = 0; i < term->value_count; i++) {
        enum ls_code code = ls_label_value_check(term->values[i], err);
        if (code)
            return code;
    }
    return LS_OK;
}

enum ls_code ls_selector_build_term(struct ls_selector_build *build, struct ls_slice key,
                                    enum ls_selector_op op, struct ls_err *err)
{
    LS_ASSERT(op < LS_SELECTOR_OP_COUNT);
    if (build->terms.count == LS_SELECTOR_TERMS_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "it has more than %d terms", LS_SELECTOR_TERMS_MAX);
    struct ls_selector_term term = {.op = op, .order = build->terms.count};
    enum ls_code code = ls_label_key_check(key, err);
    if (code)
        return code;
    term.key = ls_arena_slice(build->arena, key);
    selector_values_take(build, &term);
    code = selector_values_check(&term, err);
    if (code)
        return ls_context(err, "label '%.*s'", LS_ARG(term.key));
    ls_vec_push(&build->terms, term);
    return LS_OK;
}

static int selector_term_order(const void *a, const void *b)
{
    const struct ls_selector_term *left = a, *right = b;
    int order = ls_slice_compare(left->key, right->key);
    return order ? order : (left->order > right->order) - (left->order < right->order);
}

struct ls_selector ls_selector_build_finish(struct ls_selector_build *build)
{
    LS_ASSERT(build->values.count == 0);
    size_t count = build->terms.count;
    LS_ASSERT(count <= LS_SELECTOR_TERMS_MAX);
    struct ls_selector_term *terms = LS_ARENA_ARRAY(build->arena, struct ls_selector_term, count);
    for (size_t i = 0; i < count; i++)
        terms[i] = build->terms.at[i];
    if (count > 0)
        qsort(terms, count, sizeof *terms, selector_term_order);
    ls_selector_build_release(build);
    return (struct ls_selector){.term_count = count, .terms = terms};
}

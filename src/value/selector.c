#include "value/selector.h"

#include "value/selector_build.h"

/* clang-format off */
static const struct {
    const char *text; /* between key and values */
    const char *name; /* in matchExpressions; NULL: not there */
} selector_ops[LS_SELECTOR_OP_COUNT] = {
    [LS_SELECTOR_EXISTS]      = {"",         "Exists"},
    [LS_SELECTOR_ABSENT]      = {"",         "DoesNotExist"},
    [LS_SELECTOR_EQUAL]       = {"=",        NULL},
    [LS_SELECTOR_EQUAL_TWICE] = {"==",       NULL},
    [LS_SELECTOR_UNEQUAL]     = {"!=",       NULL},
    [LS_SELECTOR_IN]          = {" in (",    "In"},
    [LS_SELECTOR_NOT_IN]      = {" notin (", "NotIn"},
    [LS_SELECTOR_GREATER]     = {">",        NULL},
    [LS_SELECTOR_LESS]        = {"<",        NULL},
};
/* clang-format on */

static enum ls_code selector_labels_add(struct ls_selector_build *build, struct ls_node labels,
                                        struct ls_err *err)
{
    if (!ls_node_is_absent(labels) && !ls_node_is_null(labels) && !ls_node_is_map(labels))
        return ls_fail(err, LS_E_INVALID, "labels must be a map, not a %s",
                       ls_type_name(ls_node_type(labels)));
    LS_EACH (it, labels) {
        if (!ls_node_is_string(it.value))
            return ls_fail(err, LS_E_INVALID, "label '%.*s' must be a string, not a %s; quote it",
                           LS_ARG(it.key), ls_type_name(ls_node_type(it.value)));
        ls_selector_build_value(build, ls_node_string(it.value));
        enum ls_code code = ls_selector_build_term(build, it.key, LS_SELECTOR_EQUAL, err);
        if (code)
            return code;
    }
    return LS_OK;
}

static enum ls_code selector_op_of_name(struct ls_slice name, enum ls_selector_op *out,
                                        struct ls_err *err)
{
    for (size_t i = 0; i < LS_SELECTOR_OP_COUNT; i++) {
        if (selector_ops[i].name && ls_slice_is(name, selector_ops[i].name)) {
            *out = (enum ls_selector_op)i;
            return LS_OK;
        }
    }
    return ls_fail(err, LS_E_INVALID,
                   "operator '%.*s' is unknown; use In, NotIn, Exists or DoesNotExist",
                   (int)LS_MIN(name.len, 40), name.at);
}

static enum ls_code selector_expression_add(struct ls_selector_build *build,
                                            struct ls_node expression, struct ls_err *err)
{
    enum ls_selector_op op = LS_SELECTOR_EXISTS;
    enum ls_code code =
        selector_op_of_name(ls_node_string(ls_node_at(expression, "operator")), &op, err);
    if (code)
        return code;
    LS_EACH (it, ls_node_at(expression, "values")) {
        if (!ls_node_is_string(it.value))
            return ls_fail(err, LS_E_INVALID, "values must be strings, not a %s",
                           ls_type_name(ls_node_type(it.value)));
        ls_selector_build_value(build, ls_node_string(it.value));
    }
    return ls_selector_build_term(build, ls_node_string(ls_node_at(expression, "key")), op, err);
}

static enum ls_code selector_expressions_add(struct ls_selector_build *build, struct ls_node list,
                                             struct ls_err *err)
{
    if (!ls_node_is_absent(list) && !ls_node_is_null(list) && !ls_node_is_list(list))
        return ls_fail(err, LS_E_INVALID, "matchExpressions must be a list, not a %s",
                       ls_type_name(ls_node_type(list)));
    size_t index = 0;
    LS_EACH (it, list) {
        if (selector_expression_add(build, it.value, err))
            return ls_context(err, "matchExpressions[%zu]", index);
        index++;
    }
    return LS_OK;
}

enum ls_code ls_selector_from_node(struct ls_arena *arena, struct ls_node selector,
                                   struct ls_selector *out, struct ls_err *err)
{
    struct ls_err ignored = {0};
    if (!err)
        err = &ignored;
    if (ls_node_is_absent(selector) || ls_node_is_null(selector)) {
        *out = (struct ls_selector){.is_nothing = true};
        return LS_OK;
    }
    if (!ls_node_is_map(selector))
        return ls_fail(err, LS_E_INVALID, "a selector is a map, not a %s",
                       ls_type_name(ls_node_type(selector)));
    struct ls_selector_build build LS_AUTO(ls_selector_build_release) = {.arena = arena};
    if (selector_labels_add(&build, ls_node_at(selector, "matchLabels"), err))
        return ls_context(err, "matchLabels");
    enum ls_code code =
        selector_expressions_add(&build, ls_node_at(selector, "matchExpressions"), err);
    if (code)
        return code;
    *out = ls_selector_build_finish(&build);
    return LS_OK;
}

enum ls_code ls_selector_from_labels(struct ls_arena *arena, struct ls_node labels,
                                     struct ls_selector *out, struct ls_err *err)
{
    struct ls_err ignored;
    if (!err)
        err = &ignored;
    struct ls_selector_build build LS_AUTO(ls_selector_build_release) = {.arena = arena};
    enum ls_code code = selector_labels_add(&build, labels, err);
    if (code)
        return code;
    *out = ls_selector_build_finish(&build);
    out->is_nothing = out->term_count == 0;
    return LS_OK;
}

static bool selector_has_value(const struct ls_selector_term *term, struct ls_slice value)
{
    for (size_t i = 0; i < term->value_count; i++) {
        if (ls_slice_equal(term->values[i], value))
            return true;
    }
    return false;
}

static bool selector_term_match(const struct ls_selector_term *term, struct ls_node label)
{
    bool is_there = !ls_node_is_absent(label);
    struct ls_slice value = ls_node_string(label);
    int64_t number;
    switch (term->op) {
    case LS_SELECTOR_EXISTS:
        return is_there;
    case LS_SELECTOR_ABSENT:
        return !is_there;
    case LS_SELECTOR_UNEQUAL:
    case LS_SELECTOR_NOT_IN:
        return !is_there || !selector_has_value(term, value);
    case LS_SELECTOR_GREATER:
        return is_there && ls_slice_to_i64(value, &number) && number > term->number;
    case LS_SELECTOR_LESS:
        return is_there && ls_slice_to_i64(value, &number) && number < term->number;
    default:
        return is_there && selector_has_value(term, value);
    }
}

bool ls_selector_match(const struct ls_selector *selector, struct ls_node labels)
{
    if (selector->is_nothing)
        return false;
    for (size_t i = 0; i < selector->term_count; i++) {
        const struct ls_selector_term *term = &selector->terms[i];
        if (!selector_term_match(term, ls_node_get(labels, term->key)))
            return false;
    }
    return true;
}

bool ls_selector_is_everything(const struct ls_selector *selector)
{
    return !selector->is_nothing && selector->term_count == 0;
}

static void selector_term_print(struct ls_buf *out, const struct ls_selector_term *term)
{
    LS_ASSERT(term->op < LS_SELECTOR_OP_COUNT);
    if (term->op == LS_SELECTOR_ABSENT)
        ls_buf_add_char(out, '!');
    ls_buf_add_slice(out, term->key);
    ls_buf_add_text(out, selector_ops[term->op].text);
    for (size_t i = 0; i < term->value_count; i++) {
        if (i > 0)
            ls_buf_add_char(out, ',');
        ls_buf_add_slice(out, term->values[i]);
    }
    if (term->op == LS_SELECTOR_IN || term->op == LS_SELECTOR_NOT_IN)
        ls_buf_add_char(out, ')');
}

void ls_selector_print(struct ls_buf *out, const struct ls_selector *selector)
{
    for (size_t i = 0; i < selector->term_count; i++) {
        if (i > 0)
            ls_buf_add_char(out, ',');
        selector_term_print(out, &selector->terms[i]);
    }
}

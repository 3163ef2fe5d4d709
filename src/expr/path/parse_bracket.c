/* Brackets of templates: indexes, slices, quoted keys, unions and filters (parse.h). */
#include "expr/path/parse.h"

#include <string.h>

static struct ls_slice spaces_trim(struct ls_slice text)
{
    while (text.len > 0 && *text.at == ' ')
        text = ls_slice_from(text, 1);
    while (text.len > 0 && text.at[text.len - 1] == ' ')
        text.len--;
    return text;
}

/* A piece of the parser's text as an offset in it. */
static size_t offset_of(const struct jsonpath_parser *parser, struct ls_slice piece)
{
    return (size_t)(piece.at - parser->text.at);
}

/* ---- unions and keys ---- */

static enum ls_code read_union(struct jsonpath_parser *parser, struct ls_slice inside,
                               struct jsonpath_list *list)
{
    size_t count = 1;
    for (size_t i = 0; i < inside.len; i++)
        count += inside.at[i] == ',';
    struct jsonpath_list *lists = LS_ARENA_ARRAY(parser->arena, struct jsonpath_list, count);
    struct ls_slice rest = inside;
    for (size_t i = 0; i < count; i++) {
        struct ls_slice member = spaces_trim(ls_slice_cut(rest, ',', &rest));
        if (ls_jsonpath_parse_inside(parser, &(struct jsonpath_inside){"[", member, "]"},
                                     &lists[i]))
            return parser->err->code;
    }
    struct jsonpath_node *node =
        ls_jsonpath_append(parser, list, JSONPATH_UNION, offset_of(parser, inside));
    node->lists = lists;
    node->list_count = count;
    return LS_OK;
}

static bool is_key(struct ls_slice inside)
{
    return inside.len >= 2 && inside.at[0] == '\'' &&
           ls_slice_find(ls_slice_from(inside, 1), '\'') == inside.len - 2;
}

/* ['a'] is .a, so a dot in it starts another field unless it has a backslash. */
static enum ls_code read_key(struct jsonpath_parser *parser, struct ls_slice inside,
                             struct jsonpath_list *list)
{
    struct jsonpath_list steps = {0};
    struct ls_slice key = {inside.at + 1, inside.len - 2};
    if (ls_jsonpath_parse_inside(parser, &(struct jsonpath_inside){".", key, ""}, &steps))
        return parser->err->code;
    if (list->last)
        list->last->next = steps.first;
    else
        list->first = steps.first;
    list->last = steps.last;
    return LS_OK;
}

/* ---- indexes and slices ---- */

/* A colon if one is required, then an optional minus and digits. */
static bool take_bound(struct ls_slice *rest, bool has_colon, struct ls_slice *out)
{
    struct ls_slice start = *rest;
    if (has_colon && (rest->len == 0 || *rest->at != ':'))
        return false;
    if (has_colon)
        *rest = ls_slice_from(*rest, 1);
    if (rest->len > 0 && *rest->at == '-')
        *rest = ls_slice_from(*rest, 1);
    while (rest->len > 0 && *rest->at >= '0' && *rest->at <= '9')
        *rest = ls_slice_from(*rest, 1);
    *out = ls_slice_from((struct ls_slice){start.at, start.len - rest->len}, has_colon);
    return true;
}

static enum ls_code bound_set(struct jsonpath_parser *parser, struct ls_slice text,
                              struct jsonpath_bound *bound)
{
    bound->is_known = text.len > 0;
    if (text.len > 0 && !ls_slice_to_i64(text, &bound->value))
        return ls_jsonpath_refuse(parser, offset_of(parser, text),
                                  "array index %.*s is not a number", LS_ARG(text));
    return LS_OK;
}

/* [] is [0:1]: client-go reads a missing index so. */
static enum ls_code read_slice(struct jsonpath_parser *parser, struct ls_slice inside,
                               struct jsonpath_list *list)
{
    struct ls_slice texts[JSONPATH_BOUNDS] = {{NULL, 0}};
    struct jsonpath_bound bounds[JSONPATH_BOUNDS] = {{0}};
    struct ls_slice rest = ls_slice_is(inside, "*") ? LS_SLICE(":") : inside;
    (void)take_bound(&rest, false, &texts[JSONPATH_FROM]);
    bool has_to = take_bound(&rest, true, &texts[JSONPATH_TO]);
    if (has_to)
        (void)take_bound(&rest, true, &texts[JSONPATH_BY]);
    if (rest.len > 0)
        return ls_jsonpath_refuse(parser, offset_of(parser, inside), "invalid array index %.*s",
                                  LS_ARG(inside));
    for (size_t i = 0; i < JSONPATH_BOUNDS; i++) {
        if (bound_set(parser, texts[i], &bounds[i]))
            return parser->err->code;
    }
    if (!has_to)
        bounds[JSONPATH_TO] = (struct jsonpath_bound){
            .value = (int64_t)((uint64_t)bounds[JSONPATH_FROM].value + 1),
            .is_known = true,
            .is_derived = true,
        };
    struct jsonpath_node *node =
        ls_jsonpath_append(parser, list, JSONPATH_SLICE, offset_of(parser, inside));
    memcpy(node->bounds, bounds, sizeof bounds);
    return LS_OK;
}

enum ls_code ls_jsonpath_parse_array(struct jsonpath_parser *parser, struct jsonpath_list *list)
{
    LS_ASSERT(parser->text.at[parser->at] == '[');
    struct ls_slice rest = ls_slice_from(parser->text, parser->at + 1);
    size_t len = ls_slice_find(rest, ']');
    struct ls_slice inside = {rest.at, len == SIZE_MAX ? 0 : len};
    if (len == SIZE_MAX || ls_slice_find(inside, '\n') != SIZE_MAX)
        return ls_jsonpath_refuse(parser, parser->at, "unterminated array");
    parser->at += len + 2;
    if (ls_slice_find(inside, ',') != SIZE_MAX)
        return read_union(parser, inside, list);
    return is_key(inside) ? read_key(parser, inside, list) : read_slice(parser, inside, list);
}

/* ---- filters ---- */

/* Where the filter's `)` is: one inside quotes does not count, and only one pair of quotes is
 * known; SIZE_MAX: there is none. */
static size_t filter_end(const struct jsonpath_parser *parser, size_t start)
{
    char quote = '\0';
    bool is_closed = false;
    for (size_t i = start; i < parser->text.len && parser->text.at[i] != '\n'; i++) {
        char c = parser->text.at[i];
        if (c == ')' && (quote == '\0') == !is_closed)
            return i;
        if (c != '"' && c != '\'')
            continue;
        if (quote == '\0')
            quote = c;
        else if (c == quote && parser->text.at[i - 1] != '\\')
            is_closed = true;
    }
    return SIZE_MAX;
}

struct sides {
    struct ls_slice left;
    struct ls_slice sign;
    struct ls_slice right;
};

/* The longest operator that leaves something to its right; false: no comparison. */
static bool sides_find(struct ls_slice text, struct sides *out)
{
    size_t from = 0;
    while (from < text.len && !ls_char_is_any(text.at[from], "!<>="))
        from++;
    size_t to = from;
    while (to < text.len && ls_char_is_any(text.at[to], "!<>="))
        to++;
    if (to == text.len)
        to--;
    if (from == 0 || from >= to)
        return false;
    *out = (struct sides){{text.at, from}, {text.at + from, to - from}, ls_slice_from(text, to)};
    return true;
}

static enum ls_code read_sides(struct jsonpath_parser *parser, const struct sides *sides,
                               struct jsonpath_list *list)
{
    struct jsonpath_list *lists = LS_ARENA_ARRAY(parser->arena, struct jsonpath_list, 2);
    lists[1] = (struct jsonpath_list){0};
    if (ls_jsonpath_parse_inside(parser, &(struct jsonpath_inside){"", sides->left, ""}, &lists[0]))
        return parser->err->code;
    if (sides->right.len > 0 &&
        ls_jsonpath_parse_inside(parser, &(struct jsonpath_inside){"", sides->right, ""},
                                 &lists[1]))
        return parser->err->code;
    struct jsonpath_node *node =
        ls_jsonpath_append(parser, list, JSONPATH_FILTER, offset_of(parser, sides->left));
    node->name = sides->sign;
    node->lists = lists;
    node->list_count = 2;
    return LS_OK;
}

enum ls_code ls_jsonpath_parse_filter(struct jsonpath_parser *parser, struct jsonpath_list *list)
{
    LS_ASSERT(ls_slice_starts(ls_slice_from(parser->text, parser->at), "[?("));
    size_t start = parser->at + strlen("[?(");
    size_t end = filter_end(parser, start);
    if (end == SIZE_MAX)
        return ls_jsonpath_refuse(parser, parser->at, "unterminated filter");
    if (end + 1 == parser->text.len || parser->text.at[end + 1] != ']')
        return ls_jsonpath_refuse(parser, end + 1, "unclosed array expect ]");
    struct ls_slice inside = {parser->text.at + start, end - start};
    struct sides sides = {.left = inside, .sign = LS_SLICE("exists")};
    (void)sides_find(inside, &sides);
    parser->at = end + 2;
    return read_sides(parser, &sides, list);
}

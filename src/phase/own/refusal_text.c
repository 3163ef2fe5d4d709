#include "phase/own/refusal_text.h"

#include <string.h>

#include "phase/own/limits.h"
#include "phase/words.h"

/* Is `text` next? Then it is passed over. */
static bool passes(struct ls_slice *rest, const char *text)
{
    if (!ls_slice_starts(*rest, text))
        return false;
    *rest = ls_slice_from(*rest, strlen(text));
    return true;
}

/* Up to the next quotation mark that is not escaped; the mark is passed over. */
static struct ls_slice take_quoted(struct ls_slice *rest)
{
    size_t len = 0;
    while (len < rest->len && rest->at[len] != '"')
        len += rest->at[len] == '\\' && len + 1 < rest->len ? 2 : 1;
    struct ls_slice text = {rest->at, LS_MIN(len, rest->len)};
    *rest = ls_slice_from(*rest, LS_MIN(len + 1, rest->len));
    return text;
}

/* ---- owners ---- */

bool ls_owner_parse(struct ls_slice message, struct ls_owner *out)
{
    struct ls_slice rest = message;
    if (!passes(&rest, "conflict with \""))
        return false;
    struct ls_owner owner = {.manager = take_quoted(&rest)};
    if (passes(&rest, " with subresource \""))
        owner.subresource = take_quoted(&rest);
    struct ls_slice after = {0};
    if (passes(&rest, " using "))
        owner.version = ls_slice_cut(rest, ' ', &after); /* older servers say when, too */
    *out = owner;
    return true;
}

void ls_owner_print(struct ls_buf *out, const struct ls_owner *owner)
{
    struct ls_slice manager = owner->manager;
    bool is_update = owner->version.len > 0;
    if (!is_update && ls_slice_starts(manager, LS_FIELD_MANAGER_PREFIX)) {
        struct ls_slice set = ls_slice_from(manager, sizeof LS_FIELD_MANAGER_PREFIX - 1);
        ls_buf_printf(out, "the set %.*s", LS_ARG(set));
        return;
    }
    ls_buf_printf(out, "\"%.*s\" (%s", LS_ARG(manager), is_update ? "Update" : "Apply");
    if (owner->subresource.len > 0)
        ls_buf_printf(out, " of %.*s", LS_ARG(owner->subresource));
    if (is_update)
        ls_buf_printf(out, ", %.*s", LS_ARG(owner->version));
    ls_buf_add_char(out, ')');
}

/* ---- causes ---- */

/* Past one JSON value; words such as <nil> and numbers end at ": ". */
static struct ls_slice after_value(struct ls_slice text)
{
    size_t depth = 0;
    struct ls_slice rest = text;
    while (rest.len > 0) {
        char c = rest.at[0];
        if (depth == 0 && ls_slice_starts(rest, ": "))
            return rest;
        rest = ls_slice_from(rest, 1);
        depth += c == '{' || c == '[';
        depth -= depth > 0 && (c == '}' || c == ']');
        if (c == '"')
            (void)take_quoted(&rest);
    }
    return rest;
}

/* `Invalid value: VALUE: WORDS` */
static struct ls_slice words_after_value(struct ls_slice message, const char *head,
                                         bool shows_values)
{
    struct ls_slice value = ls_slice_from(message, strlen(head));
    struct ls_slice rest = after_value(value);
    size_t len = value.len - rest.len;
    bool is_shown = shows_values && len > 0 && len <= LS_REASON_VALUE_BYTES_MAX &&
                    value.at[0] != '{' && value.at[0] != '[';
    return is_shown || !passes(&rest, ": ") ? message : rest;
}

struct ls_slice ls_cause_words(struct ls_slice message, bool shows_values)
{
    static const char *const heads[] = {
        "Invalid value: ", "Unsupported value: ", "Duplicate value: ", "Too long: ", "Not found: "};
    struct ls_slice diff = {0};
    struct ls_slice line = ls_slice_cut(message, '\n', &diff);
    if (passes(&line, "Forbidden: "))
        return line;
    for (size_t i = 0; i < LS_COUNT(heads); i++) {
        if (ls_slice_starts(line, heads[i]))
            return words_after_value(line, heads[i], shows_values);
    }
    return line;
}

/* ---- places ---- */

/* Has the item all keys of `name="web",port=80`? `text` ends behind its bracket. */
static bool item_has_keys(struct ls_node item, struct ls_slice *text)
{
    bool has_all = true;
    while (text->len > 0 && !passes(text, "]")) {
        size_t len = LS_MIN(ls_slice_find(*text, '='), text->len);
        struct ls_node value = ls_node_get(item, (struct ls_slice){text->at, len});
        *text = ls_slice_from(*text, LS_MIN(len + 1, text->len));
        if (passes(text, "\"")) {
            has_all &= ls_slice_equal(ls_node_string(value), take_quoted(text));
        } else {
            size_t digits = 0;
            int64_t number = 0;
            while (digits < text->len && text->at[digits] != ',' && text->at[digits] != ']')
                digits++;
            has_all &= ls_slice_to_i64((struct ls_slice){text->at, digits}, &number) &&
                       ls_node_int(value, number + 1) == number;
            *text = ls_slice_from(*text, digits);
        }
        (void)passes(text, ",");
    }
    return has_all;
}

/* One step in brackets: an index, keys, or the key of a map. */
static struct ls_node step_in_brackets(struct ls_node node, struct ls_slice *rest)
{
    struct ls_slice inside = *rest, after = {0};
    int64_t index = 0;
    struct ls_slice text = ls_slice_cut(inside, ']', &after);
    if (ls_slice_to_i64(text, &index) || ls_slice_find(text, '=') == SIZE_MAX) {
        *rest = after;
        return ls_node_is_map(node) ? ls_node_get(node, text) : ls_node_item(node, (size_t)index);
    }
    struct ls_node found = LS_ABSENT;
    LS_EACH (it, node) {
        struct ls_slice keys = inside;
        if (item_has_keys(it.value, &keys))
            found = it.value;
        *rest = keys;
    }
    return found;
}

static struct ls_node step_by_name(struct ls_node node, struct ls_slice *rest)
{
    size_t len = 0;
    while (len < rest->len && rest->at[len] != '.' && rest->at[len] != '[')
        len++;
    struct ls_slice name = {rest->at, len};
    /* Keys with dots stand unquoted in paths: the rest as a whole may be one. */
    struct ls_node whole = ls_node_get(node, *rest);
    *rest = ls_slice_from(*rest, ls_node_is_absent(whole) ? len : rest->len);
    return ls_node_is_absent(whole) ? ls_node_get(node, name) : whole;
}

struct ls_node ls_value_at(struct ls_node object, struct ls_slice path)
{
    struct ls_node node = object;
    struct ls_slice rest = path;
    while (rest.len > 0) {
        (void)passes(&rest, ".");
        struct ls_node next =
            passes(&rest, "[") ? step_in_brackets(node, &rest) : step_by_name(node, &rest);
        if (ls_node_is_absent(next))
            return node;
        node = next;
    }
    return node;
}

#include "sandbox/kinds/spot.h"

#include <stdarg.h>
#include <string.h>

#include "base/buf.h"

static const char immutable_words[] = "field is immutable";

struct ls_spot ls_spot_root(struct ls_node object, struct ls_field_errors *errors)
{
    LS_ASSERT(errors != NULL);
    LS_ASSERT(errors->arena != NULL);
    return (struct ls_spot){.value = object, .errors = errors};
}

struct ls_spot ls_spot_at(const struct ls_spot *parent, const char *name)
{
    LS_ASSERT(parent != NULL);
    LS_ASSERT(name != NULL);
    return (struct ls_spot){
        .value = ls_node_at(parent->value, name),
        .errors = parent->errors,
        .parent = parent,
        .name = name,
    };
}

struct ls_spot ls_spot_item(const struct ls_spot *list, size_t index, struct ls_node value)
{
    LS_ASSERT(list != NULL);
    return (struct ls_spot){.value = value, .errors = list->errors, .parent = list, .index = index};
}

struct ls_spot ls_spot_entry(const struct ls_spot *map, struct ls_slice key, struct ls_node value)
{
    LS_ASSERT(map != NULL);
    LS_ASSERT(key.at != NULL);
    return (struct ls_spot){.value = value, .errors = map->errors, .parent = map, .key = key};
}

struct ls_spot ls_spot_showing(const struct ls_spot *parent, const char *name, struct ls_node value)
{
    struct ls_spot spot = ls_spot_at(parent, name);
    spot.value = value;
    return spot;
}

struct ls_spot_walk ls_spot_walk(const struct ls_spot *list)
{
    return (struct ls_spot_walk){.iter = ls_iter(list->value)};
}

bool ls_spot_next(struct ls_spot_walk *walk, const struct ls_spot *list, struct ls_spot *out)
{
    if (!ls_next(&walk->iter))
        return false;
    *out = walk->iter.is_map ? ls_spot_entry(list, walk->iter.key, walk->iter.value)
                             : ls_spot_item(list, walk->index, walk->iter.value);
    walk->index++;
    return true;
}

bool ls_spot_is_there(const struct ls_spot *spot)
{
    return !ls_node_is_absent(spot->value) && !ls_node_is_null(spot->value);
}

struct ls_slice ls_spot_text(const struct ls_spot *spot)
{
    return ls_node_string(spot->value);
}

static void path_print(struct ls_buf *out, const struct ls_spot *spot)
{
    if (!spot->parent)
        return;
    path_print(out, spot->parent);
    if (spot->name)
        ls_buf_printf(out, "%s%s", out->len > 0 ? "." : "", spot->name);
    else if (spot->key.at)
        ls_buf_printf(out, "[%.*s]", LS_ARG(spot->key));
    else
        ls_buf_printf(out, "[%zu]", spot->index);
}

const char *ls_spot_path(const struct ls_spot *spot)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    path_print(&text, spot);
    return ls_arena_dup(spot->errors->arena, ls_buf_slice(&text));
}

/* Formats the message into the arena of the errors. */
#define SENTENCE(spot, format, text)                                                               \
    va_list args_;                                                                                 \
    va_start(args_, format);                                                                       \
    const char *text = ls_arena_vprintf((spot)->errors->arena, format, args_);                     \
    va_end(args_)

void ls_spot_required(const struct ls_spot *spot, const char *format, ...)
{
    SENTENCE(spot, format, text);
    ls_field_error_add(spot->errors, LS_FIELD_ERROR_REQUIRED, ls_spot_path(spot), NULL, "%s", text);
}

void ls_spot_invalid(const struct ls_spot *spot, const char *format, ...)
{
    SENTENCE(spot, format, text);
    ls_field_error_add_value(spot->errors, LS_FIELD_ERROR_INVALID, ls_spot_path(spot), spot->value,
                             "%s", text);
}

void ls_spot_invalid_as(const struct ls_spot *spot, const char *value_text, const char *format, ...)
{
    SENTENCE(spot, format, text);
    ls_field_error_add(spot->errors, LS_FIELD_ERROR_INVALID, ls_spot_path(spot), value_text, "%s",
                       text);
}

void ls_spot_forbidden(const struct ls_spot *spot, const char *format, ...)
{
    SENTENCE(spot, format, text);
    ls_field_error_add(spot->errors, LS_FIELD_ERROR_FORBIDDEN, ls_spot_path(spot), NULL, "%s",
                       text);
}

void ls_spot_duplicate(const struct ls_spot *spot)
{
    ls_field_error_add_value(spot->errors, LS_FIELD_ERROR_DUPLICATE, ls_spot_path(spot),
                             spot->value, "%s", "");
}

void ls_spot_duplicate_as(const struct ls_spot *spot, const char *value_text)
{
    LS_ASSERT(value_text != NULL);
    ls_field_error_add(spot->errors, LS_FIELD_ERROR_DUPLICATE, ls_spot_path(spot), value_text, "%s",
                       "");
}

void ls_spot_not_found(const struct ls_spot *spot)
{
    if (ls_spot_is_there(spot))
        ls_field_error_add_value(spot->errors, LS_FIELD_ERROR_NOT_FOUND, ls_spot_path(spot),
                                 spot->value, "%s", "");
    else
        ls_field_error_add(spot->errors, LS_FIELD_ERROR_NOT_FOUND, ls_spot_path(spot), "\"\"", "%s",
                           "");
}

void ls_spot_too_long(const struct ls_spot *spot, size_t bytes_max)
{
    LS_ASSERT(bytes_max > 0);
    ls_field_error_add(spot->errors, LS_FIELD_ERROR_TOO_LONG, ls_spot_path(spot), NULL,
                       "may not be more than %zu bytes", bytes_max);
}

bool ls_spot_at_most(const struct ls_spot *spot, size_t items_max)
{
    LS_ASSERT(items_max > 0);
    size_t count = ls_node_count(spot->value);
    if (count <= items_max)
        return true;
    const char *shown = ls_arena_printf(spot->errors->arena, "%zu", count);
    ls_field_error_add(spot->errors, LS_FIELD_ERROR_TOO_MANY, ls_spot_path(spot), shown,
                       "must have at most %zu items", items_max);
    return false;
}

bool ls_spot_needed(const struct ls_spot *spot)
{
    bool is_empty = ls_node_is_string(spot->value) ? ls_spot_text(spot).len == 0
                                                   : ls_node_count(spot->value) == 0;
    if (is_empty)
        ls_spot_required(spot, "%s", "");
    return !is_empty;
}

bool ls_spot_follows(const struct ls_spot *spot, enum ls_text_rule rule)
{
    struct ls_text_flaws flaws = ls_text_flaws(rule, ls_spot_text(spot));
    for (size_t i = 0; i < flaws.count; i++) {
        if (ls_spot_is_there(spot))
            ls_spot_invalid(spot, "%s", flaws.at[i]);
        else
            ls_spot_invalid_as(spot, "\"\"", "%s", flaws.at[i]);
    }
    return flaws.count == 0;
}

/* An absent text is shown as Go's zero value, the empty text. */
static void choice_miss(const struct ls_spot *spot, const char *const *choices, size_t choice_count)
{
    LS_ASSERT(choice_count > 0);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < choice_count; i++)
        ls_buf_printf(&text, "%s\"%s\"", i > 0 ? ", " : "supported values: ", choices[i]);
    ls_field_error_add(spot->errors, LS_FIELD_ERROR_NOT_SUPPORTED, ls_spot_path(spot), "\"\"", "%s",
                       ls_buf_text(&text));
}

bool ls_spot_choice(const struct ls_spot *spot, const char *const *choices, size_t choice_count)
{
    LS_ASSERT(choice_count > 0);
    for (size_t i = 0; i < choice_count; i++) {
        if (ls_node_string_is(spot->value, choices[i]))
            return true;
    }
    if (ls_spot_is_there(spot))
        ls_field_error_add_choice(spot->errors, ls_spot_path(spot), spot->value, choices,
                                  choice_count);
    else
        choice_miss(spot, choices, choice_count);
    return false;
}

bool ls_spot_needed_choice(const struct ls_spot *spot, const char *const *choices,
                           size_t choice_count)
{
    if (ls_spot_text(spot).len == 0)
        return ls_spot_needed(spot);
    return ls_spot_choice(spot, choices, choice_count);
}

bool ls_spot_optional_choice(const struct ls_spot *spot, const char *const *choices,
                             size_t choice_count)
{
    return !ls_spot_is_there(spot) || ls_spot_choice(spot, choices, choice_count);
}

bool ls_spot_needed_text(const struct ls_spot *spot, enum ls_text_rule rule)
{
    return ls_spot_needed(spot) && ls_spot_follows(spot, rule);
}

bool ls_spot_optional_text(const struct ls_spot *spot, enum ls_text_rule rule)
{
    return ls_spot_text(spot).len == 0 || ls_spot_follows(spot, rule);
}

bool ls_spot_not_negative(const struct ls_spot *spot)
{
    if (ls_node_int(spot->value, 0) >= 0)
        return true;
    ls_spot_invalid(spot, "must be greater than or equal to 0");
    return false;
}

bool ls_spot_in_range(const struct ls_spot *spot, int64_t low, int64_t high)
{
    LS_ASSERT(low <= high);
    int64_t value = ls_node_int(spot->value, 0);
    if (value >= low && value <= high)
        return true;
    const char *shown = ls_arena_printf(spot->errors->arena, "%lld", (long long)value);
    ls_spot_invalid_as(spot, shown, "must be between %lld and %lld, inclusive", (long long)low,
                       (long long)high);
    return false;
}

bool ls_spot_unchanged(const struct ls_spot *spot, struct ls_node old)
{
    bool was_there = !ls_node_is_absent(old);
    if (was_there == !ls_node_is_absent(spot->value) &&
        (!was_there || ls_node_equal(spot->value, old)))
        return true;
    ls_spot_invalid(spot, "%s", immutable_words);
    return false;
}

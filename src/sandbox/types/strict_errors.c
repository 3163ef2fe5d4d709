/* The list of strict decoding errors of one body, and the message that joins them. */
#include "sandbox/types/round_trip.h"

#include <stdarg.h>
#include <string.h>

#include "base/buf.h"
#include "sandbox/types/limits.h"

static bool strict_errors_has(const struct ls_strict_errors *strict, const char *text)
{
    for (size_t i = 0; i < strict->count; i++) {
        if (strcmp(strict->at[i], text) == 0)
            return true;
    }
    return false;
}

/* The order of two unknown fields; other errors keep their place. */
static bool is_before(const char *text, const char *other)
{
    static const char unknown[] = "unknown field ";
    return strncmp(text, unknown, sizeof unknown - 1) == 0 &&
           strncmp(other, unknown, sizeof unknown - 1) == 0 && strcmp(text, other) < 0;
}

void ls_strict_errors_add(struct ls_strict_errors *strict, const char *format, ...)
{
    LS_ASSERT(strict->arena);
    LS_ASSERT(strict->count <= LS_STRICT_ERRORS_MAX);
    if (strict->count == LS_STRICT_ERRORS_MAX)
        return;
    if (!strict->at) {
        strict->cap = LS_STRICT_ERRORS_MAX;
        strict->at = LS_ARENA_ARRAY(strict->arena, const char *, strict->cap);
    }
    va_list args;
    va_start(args, format);
    const char *text = ls_arena_vprintf(strict->arena, format, args);
    va_end(args);
    if (strict_errors_has(strict, text))
        return;
    size_t at = strict->count++;
    for (; strict->is_sorted && at > 0 && is_before(text, strict->at[at - 1]); at--)
        strict->at[at] = strict->at[at - 1];
    strict->at[at] = text;
}

static bool is_of_yaml(const char *error)
{
    return strncmp(error, "line ", 5) == 0;
}

const char *ls_strict_errors_sentence(const struct ls_strict_errors *strict)
{
    LS_ASSERT(strict->count > 0);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, "strict decoding error: ");
    for (size_t i = 0; i < strict->count; i++) {
        bool goes_on = i > 0 && is_of_yaml(strict->at[i - 1]);
        if (i > 0 && !(goes_on && is_of_yaml(strict->at[i])))
            ls_buf_add_text(&text, ", ");
        if (is_of_yaml(strict->at[i]))
            ls_buf_add_text(&text, goes_on ? "\n  " : "yaml: unmarshal errors:\n  ");
        ls_buf_add_text(&text, strict->at[i]);
    }
    return ls_arena_dup(strict->arena, ls_buf_slice(&text));
}

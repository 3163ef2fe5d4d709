#include "sandbox/types/round_trip.h"

#include <stdarg.h>
#include <string.h>

#include "base/buf.h"
#include "sandbox/types/limits.h"

static bool strays_has(const struct ls_strays *strays, const char *text)
{
    for (size_t i = 0; i < strays->count; i++) {
        if (strcmp(strays->at[i], text) == 0)
            return true;
    }
    return false;
}

/* Of two unknown fields. */
static bool is_before(const char *text, const char *other)
{
    static const char unknown[] = "unknown field ";
    return strncmp(text, unknown, sizeof unknown - 1) == 0 &&
           strncmp(other, unknown, sizeof unknown - 1) == 0 && strcmp(text, other) < 0;
}

void ls_strays_add(struct ls_strays *strays, const char *format, ...)
{
    if (strays->count == LS_STRAYS_MAX)
        return;
    if (!strays->at) {
        strays->cap = LS_STRAYS_MAX;
        strays->at = LS_ARENA_ARRAY(strays->arena, const char *, strays->cap);
    }
    va_list args;
    va_start(args, format);
    const char *text = ls_arena_vprintf(strays->arena, format, args);
    va_end(args);
    if (strays_has(strays, text))
        return;
    size_t at = strays->count++;
    for (; strays->is_sorted && at > 0 && is_before(text, strays->at[at - 1]); at--)
        strays->at[at] = strays->at[at - 1];
    strays->at[at] = text;
}

static bool is_of_yaml(const char *stray)
{
    return strncmp(stray, "line ", 5) == 0;
}

const char *ls_strays_sentence(const struct ls_strays *strays)
{
    LS_ASSERT(strays->count > 0);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, "strict decoding error: ");
    for (size_t i = 0; i < strays->count; i++) {
        bool goes_on = i > 0 && is_of_yaml(strays->at[i - 1]);
        if (i > 0 && !(goes_on && is_of_yaml(strays->at[i])))
            ls_buf_add_text(&text, ", ");
        if (is_of_yaml(strays->at[i]))
            ls_buf_add_text(&text, goes_on ? "\n  " : "yaml: unmarshal errors:\n  ");
        ls_buf_add_text(&text, strays->at[i]);
    }
    return ls_arena_dup(strays->arena, ls_buf_slice(&text));
}

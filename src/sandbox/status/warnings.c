#include "sandbox/status/warnings.h"

#include <stdarg.h>
#include <string.h>

#include "sandbox/status/limits.h"

static bool is_known(const struct ls_response_warnings *warnings, const char *text)
{
    size_t i = 0;
    while (i < warnings->count && strcmp(warnings->at[i], text) != 0)
        i++;
    return i < warnings->count;
}

void ls_response_warnings_add(struct ls_response_warnings *warnings, struct ls_arena *arena,
                              const char *format, ...)
{
    LS_ASSERT(warnings->count <= LS_WARNINGS_KEPT_MAX);
    va_list args;
    va_start(args, format);
    const char *text = ls_arena_vprintf(arena, format, args);
    va_end(args);
    if (warnings->count == LS_WARNINGS_KEPT_MAX || is_known(warnings, text))
        return;
    if (warnings->count == warnings->cap) {
        size_t cap = warnings->cap > 0 ? warnings->cap * 2 : 4;
        const char **grown = LS_ARENA_ARRAY(arena, const char *, cap);
        if (warnings->count > 0)
            memcpy(grown, warnings->at, warnings->count * sizeof *grown);
        warnings->at = grown;
        warnings->cap = cap;
    }
    warnings->at[warnings->count++] = text;
}

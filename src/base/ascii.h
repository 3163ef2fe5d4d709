#pragma once
/* ASCII characters, whatever the locale. */
#include <stdbool.h>

static inline bool ls_ascii_is_digit(char c)
{
    return c >= '0' && c <= '9';
}

/* White space of JSON. */
static inline bool ls_ascii_is_space(char c)
{
    return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static inline char ls_ascii_lower(char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

#pragma once
/* Hexadecimal digits, read and printed. */
#include <stdint.h>

/* The value of a digit in either case; -1 for any other character. */
static inline int ls_hex_value(char c)
{
    if (c >= '0' && c <= '9')
        return c - '0';
    char lower = (char)(c | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* Prints a byte as two lower-case digits; returns what follows them. */
static inline char *ls_hex_put(char *out, uint8_t byte)
{
    static const char digits[] = "0123456789abcdef";
    *out++ = digits[byte >> 4];
    *out++ = digits[byte & 15];
    return out;
}

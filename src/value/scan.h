#pragma once
/*
 * Finds the first byte that needs special treatment: sixteen at a time where the processor has
 * SSE2, byte by byte elsewhere and at the end of the text. No byte past `end` is read.
 */
#include <stdbool.h>
#include <stdint.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* As it stands inside a JSON string: ASCII, no control character, no quote, no backslash. */
static inline bool ls_scan_is_plain(char c)
{
    return c >= ' ' && c != '"' && c != '\\';
}

#ifdef __SSE2__
/* A bit for each of 16 bytes that is not plain. Compared as signed bytes, those from 0x80 on are
 * below the blank, like control characters. */
static inline unsigned ls_scan_marks(const char *at)
{
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)at);
    __m128i low = _mm_cmplt_epi8(bytes, _mm_set1_epi8(' '));
    __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
    __m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    return (unsigned)_mm_movemask_epi8(_mm_or_si128(low, _mm_or_si128(quote, backslash)));
}

/* The same for printing, where every byte from 0x80 on is taken as it is. */
static inline unsigned ls_scan_print_marks(const char *at)
{
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)at);
    __m128i last_control = _mm_set1_epi8(0x1F);
    __m128i low = _mm_cmpeq_epi8(_mm_max_epu8(bytes, last_control), last_control);
    __m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
    __m128i backslash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
    return (unsigned)_mm_movemask_epi8(_mm_or_si128(low, _mm_or_si128(quote, backslash)));
}

#define LS_SCAN_BLOCKS(marks_of)                                                                   \
    for (; end - at >= 16; at += 16) {                                                             \
        unsigned marks = marks_of(at);                                                             \
        if (marks)                                                                                 \
            return at + __builtin_ctz(marks);                                                      \
    }
#else
#define LS_SCAN_BLOCKS(marks_of)
#endif

/* The first byte that is not plain. */
static inline const char *ls_scan_plain(const char *at, const char *end)
{
    LS_SCAN_BLOCKS(ls_scan_marks)
    while (at < end && ls_scan_is_plain(*at))
        at++;
    return at;
}

/* The first byte that a JSON printer has to escape. */
static inline const char *ls_scan_print(const char *at, const char *end)
{
    LS_SCAN_BLOCKS(ls_scan_print_marks)
    while (at < end && (ls_scan_is_plain(*at) || (unsigned char)*at >= 0x80))
        at++;
    return at;
}

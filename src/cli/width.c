#include "cli/width.h"

#include "base/macros.h"
#include "base/utf8.h"

struct span {
    uint32_t first;
    uint32_t last;
};

/* After Unicode's East Asian Width and its combining marks, as far as names and messages go. */
static const struct span no_columns[] = {
    {0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd}, {0x0610, 0x061a},   {0x064b, 0x065f},
    {0x0900, 0x0902}, {0x093c, 0x093c}, {0x0941, 0x0948}, {0x0e31, 0x0e31},   {0x0e34, 0x0e3a},
    {0x0e47, 0x0e4e}, {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff}, {0x200b, 0x200d},   {0x20d0, 0x20ff},
    {0x3099, 0x309a}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}, {0xe0100, 0xe01ef},
};
static const struct span two_columns[] = {
    {0x1100, 0x115f},   {0x231a, 0x231b},   {0x23e9, 0x23ec},   {0x2614, 0x2615},
    {0x26a1, 0x26a1},   {0x2705, 0x2705},   {0x274c, 0x274c},   {0x2753, 0x2755},
    {0x2757, 0x2757},   {0x2795, 0x2797},   {0x2e80, 0x303e},   {0x3041, 0x33ff},
    {0x3400, 0x4dbf},   {0x4e00, 0xa4cf},   {0xa960, 0xa97f},   {0xac00, 0xd7a3},
    {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff00, 0xff60},   {0xffe0, 0xffe6},
    {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1f9ff}, {0x1fa70, 0x1faff},
    {0x20000, 0x3fffd},
};

static bool is_among(const struct span *spans, size_t count, uint32_t character)
{
    for (size_t i = 0; i < count && spans[i].first <= character; i++)
        if (character <= spans[i].last)
            return true;
    return false;
}

static size_t character_width(uint32_t character)
{
    if (character < no_columns[0].first)
        return 1;
    if (is_among(no_columns, LS_COUNT(no_columns), character))
        return 0;
    return is_among(two_columns, LS_COUNT(two_columns), character) ? 2 : 1;
}

/* One character as it is shown. */
struct piece {
    struct ls_slice text;
    size_t bytes; /* it takes of the source */
    size_t columns;
};

static struct piece piece_read(struct ls_slice text, bool is_ascii)
{
    uint32_t character = 0;
    size_t bytes = ls_utf8_decode(text, &character);
    if (bytes == 0 || ls_utf8_is_control(character))
        return (struct piece){LS_SLICE("?"), LS_MAX(bytes, 1), 1};
    size_t columns = character_width(character);
    if (is_ascii && character > 0x7f)
        return (struct piece){columns ? LS_SLICE("?") : LS_SLICE(""), bytes, LS_MIN(columns, 1)};
    return (struct piece){{text.at, bytes}, bytes, columns};
}

size_t ls_width(struct ls_slice text)
{
    size_t columns = 0;
    while (text.len > 0) {
        struct piece piece = piece_read(text, false);
        columns += piece.columns;
        text = ls_slice_from(text, piece.bytes);
    }
    return columns;
}

/* Appends pieces up to `columns`; true when that was all of the text. */
static bool front_add(struct ls_buf *out, struct ls_slice text, size_t columns, bool is_ascii,
                      size_t *used)
{
    while (text.len > 0) {
        struct piece piece = piece_read(text, is_ascii);
        if (*used + piece.columns > columns)
            return false;
        ls_buf_add_slice(out, piece.text);
        *used += piece.columns;
        text = ls_slice_from(text, piece.bytes);
    }
    return true;
}

size_t ls_width_fit(struct ls_buf *out, struct ls_slice text, size_t columns, bool is_ascii)
{
    size_t before = out->len;
    size_t used = 0;
    if (front_add(out, text, columns, is_ascii, &used) || columns == 0)
        return used;
    LS_ASSERT(used <= columns);
    out->len = before;
    used = 0;
    (void)front_add(out, text, columns - 1, is_ascii, &used);
    ls_buf_add_text(out, is_ascii ? "~" : "\u2026");
    return used + 1;
}

void ls_width_pad(struct ls_buf *out, struct ls_slice text, size_t columns, bool is_ascii)
{
    for (size_t used = ls_width_fit(out, text, columns, is_ascii); used < columns; used++)
        ls_buf_add_char(out, ' ');
}

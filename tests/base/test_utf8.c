#include "base/utf8.h"

#include "check.h"

/* Writes what RFC 3629 asks for, to compare with. */
static size_t encode(uint32_t c, char out[4])
{
    if (c < 0x80) {
        out[0] = (char)c;
        return 1;
    }
    size_t len = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    for (size_t i = len - 1; i > 0; i--, c >>= 6)
        out[i] = (char)(0x80 | (c & 0x3F));
    static const unsigned char marks[] = {0, 0, 0xC0, 0xE0, 0xF0};
    out[0] = (char)(marks[len] | c);
    return len;
}

TEST(every_character_is_read_back)
{
    for (uint32_t c = 0; c <= 0x10FFFF; c++) {
        char bytes[4];
        size_t len = encode(c, bytes);
        uint32_t got = 0;
        bool is_surrogate = c >= 0xD800 && c <= 0xDFFF;
        CHECK_INT(ls_utf8_decode((struct ls_slice){bytes, len}, &got), is_surrogate ? 0 : len);
        CHECK_INT(got, is_surrogate ? 0 : c);
        CHECK_INT(ls_utf8_decode((struct ls_slice){bytes, len - 1}, &got), 0);
    }
}

TEST(what_is_no_utf8_is_refused)
{
    static const char *const broken[] = {
        "\x80",         "\xbf",         "\xc0\x80",         "\xc1\xbf",
        "\xe0\x80\x80", "\xe0\x9f\xbf", "\xf0\x8f\xbf\xbf", "\xc3",
        "\xc3(",        "\xe2\x82",     "\xe2(\xa1",        "\xf4\x90\x80\x80",
        "\xf8",         "\xff",         "ok\xfe",
    };
    for (size_t i = 0; i < LS_COUNT(broken); i++)
        CHECK(!ls_utf8_is_valid(ls_slice_of(broken[i])));
    CHECK(ls_utf8_is_valid(LS_SLICE("")));
    CHECK(ls_utf8_is_valid(LS_SLICE("a\xc3\xa4\xe2\x82\xac\xf0\x9f\x9a\x80")));
}

TEST(a_front_cuts_no_character)
{
    struct ls_slice text = LS_SLICE("a\xc3\xa4\xe2\x82\xac\xf0\x9f\x9a\x80");
    static const size_t expected[] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 10};
    for (size_t max = 0; max < LS_COUNT(expected); max++)
        CHECK_INT(ls_utf8_front(text, max).len, expected[max]);
}

TEST(controls_are_what_a_terminal_obeys)
{
    static const uint32_t controls[] = {0,      0x1B,   '\n',   0x7F,   0x80,   0x9B,  0x9F,
                                        0x2028, 0x2029, 0x202E, 0x2066, 0x2069, 0x61C, 0x200F};
    for (size_t i = 0; i < LS_COUNT(controls); i++)
        CHECK(ls_utf8_is_control(controls[i]));
    static const uint32_t plain[] = {' ', '~', 0xA0, 0xE4, 0x20AC, 0x1F680};
    for (size_t i = 0; i < LS_COUNT(plain); i++)
        CHECK(!ls_utf8_is_control(plain[i]));
}

TEST(what_is_encoded_decodes_to_itself)
{
    for (uint32_t c = 0; c <= 0x10FFFF; c++) {
        if (c == 0xD800)
            c = 0xE000;
        char bytes[4];
        uint32_t got = 0;
        size_t len = ls_utf8_encode(c, bytes);
        CHECK_INT(ls_utf8_decode((struct ls_slice){bytes, len}, &got), len);
        CHECK_INT(got, c);
    }
}

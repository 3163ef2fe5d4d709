/* UTF-8: every code point goes out and comes back; every malformed form is refused. */
#include "check.h"

#include "value/utf8.h"

TEST(every_code_point_is_written_and_read)
{
    for (uint32_t code_point = 0; code_point <= 0x10FFFF; code_point++) {
        if (code_point == 0xD800)
            code_point = 0xE000;
        char bytes[4];
        size_t length = ls_utf8_encode(code_point, bytes);
        if (ls_utf8_length(bytes, bytes + length) != length)
            CHECK_INT(code_point, -1);
        if (length > 1 && ls_utf8_length(bytes, bytes + length - 1) != 0)
            CHECK_INT(code_point, -2);
    }
}

/* All pairs and, for three bytes, all first two with a good third: exactly the 63488 characters of
 * two and three bytes that Unicode has are found. */
TEST(exactly_the_valid_sequences_are_accepted)
{
    size_t two = 0, three = 0;
    for (unsigned first = 0x80; first < 0x100; first++) {
        for (unsigned second = 0; second < 0x100; second++) {
            char bytes[3] = {(char)first, (char)second, '\x80'};
            two += ls_utf8_length(bytes, bytes + 2) == 2;
            three += ls_utf8_length(bytes, bytes + 3) == 3;
        }
    }
    CHECK_INT(two, 0x800 - 0x80);
    CHECK_INT(three * 64, 0x10000 - 0x800 - 0x800);
}

TEST(a_text_is_valid_as_a_whole)
{
    CHECK(ls_utf8_is_valid(LS_SLICE("")));
    CHECK(ls_utf8_is_valid(LS_SLICE("plain text of more than sixteen bytes")));
    CHECK(ls_utf8_is_valid(LS_SLICE("caf\xC3\xA9, \xE2\x82\xAC and \xF0\x9F\x98\x80 in one text")));
    CHECK(!ls_utf8_is_valid(LS_SLICE("seventeen bytes..\xFF")));
    CHECK(!ls_utf8_is_valid(LS_SLICE("cut\xE2\x82")));
}

#include "base/hex.h"

#include <string.h>

#include "check.h"

TEST(every_character_is_a_digit_or_not)
{
    static const char digits[] = "0123456789abcdef", upper[] = "0123456789ABCDEF";
    for (int c = 0; c < 256; c++) {
        const char *at = c ? strchr(digits, c) : NULL;
        const char *at_upper = c ? strchr(upper, c) : NULL;
        int expected = at ? (int)(at - digits) : at_upper ? (int)(at_upper - upper) : -1;
        CHECK_INT(ls_hex_value((char)c), expected);
    }
}

TEST(a_byte_is_printed_as_two_digits)
{
    char text[3] = "";
    CHECK(ls_hex_put(text, 0x0f) == text + 2);
    CHECK_STR(text, "0f");
    (void)ls_hex_put(text, 0xA0);
    CHECK_STR(text, "a0");
}

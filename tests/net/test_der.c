#include "net/der.h"

#include <string.h>

#include "check.h"

static void check_bytes(const struct ls_der *der, const char *expected, size_t len)
{
    struct ls_slice text = ls_der_slice(der);
    CHECK_INT(text.len, len);
    CHECK(memcmp(text.at, expected, len) == 0);
}

TEST(values_are_put_from_the_last_to_the_first)
{
    struct ls_der der = {0};
    ls_der_put(&der, "b", 1);
    ls_der_wrap(&der, LS_DER_UTF8, 0);
    size_t mark = der.used;
    ls_der_put(&der, "\x07", 1);
    ls_der_wrap(&der, LS_DER_INTEGER, mark);
    ls_der_wrap(&der, LS_DER_SEQUENCE, 0);
    check_bytes(&der, "\x30\x06\x02\x01\x07\x0c\x01\x62", 8);
}

/* A length takes one byte up to 127, two up to 255, three from there on. */
TEST(lengths_are_as_short_as_can_be)
{
    static const struct {
        size_t len;
        const char *header;
        size_t header_len;
    } rows[] = {{0, "\x04\x00", 2},           {127, "\x04\x7f", 2},
                {128, "\x04\x81\x80", 3},     {255, "\x04\x81\xff", 3},
                {256, "\x04\x82\x01\x00", 4}, {1000, "\x04\x82\x03\xe8", 4}};
    static const char zeros[1000];
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_der der = {0};
        ls_der_put(&der, zeros, rows[i].len);
        ls_der_wrap(&der, LS_DER_OCTETS, 0);
        CHECK_INT(ls_der_slice(&der).len, rows[i].len + rows[i].header_len);
        CHECK(memcmp(ls_der_slice(&der).at, rows[i].header, rows[i].header_len) == 0);
    }
}

TEST(what_does_not_fit_is_reported)
{
    static const char zeros[LS_DER_BYTES_MAX];
    struct ls_der der = {0};
    ls_der_put(&der, zeros, sizeof zeros);
    CHECK(!der.is_full);
    ls_der_wrap(&der, LS_DER_OCTETS, 0);
    CHECK(der.is_full);
    CHECK_INT(der.used, sizeof zeros);
}

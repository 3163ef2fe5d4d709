#include <string.h>

#include "check.h"
#include "sandbox/kinds/text_rule.h"

#define A63  "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"
#define A64  A63 "a"
#define A253 A63 "." A63 "." A63 "." A63 "." /* 256 with the last dot */

static const struct {
    enum ls_text_rule rule;
    const char *text;
    const char *flaw; /* part of the first one; "": none */
    size_t count;
} rows[] = {
    {LS_TEXT_DNS_LABEL, "my-name", "", 0},
    {LS_TEXT_DNS_LABEL, "1", "", 0},
    {LS_TEXT_DNS_LABEL, A63, "", 0},
    {LS_TEXT_DNS_LABEL, A64, "no more than 63", 1},
    {LS_TEXT_DNS_LABEL, "a.b", "must not contain dots", 1},
    {LS_TEXT_DNS_LABEL, "-a", "RFC 1123 label", 1},
    {LS_TEXT_DNS_LABEL, "A", "RFC 1123 label", 1},
    {LS_TEXT_DNS_LABEL, "", "RFC 1123 label", 1},
    {LS_TEXT_DNS_SUBDOMAIN, "a.b-c.d", "", 0},
    {LS_TEXT_DNS_SUBDOMAIN, "a..b", "RFC 1123 subdomain", 1},
    {LS_TEXT_DNS_SUBDOMAIN, ".a", "RFC 1123 subdomain", 1},
    {LS_TEXT_DNS_SUBDOMAIN, "", "RFC 1123 subdomain", 1},
    {LS_TEXT_DNS_SUBDOMAIN, A253, "no more than 253", 2},
    {LS_TEXT_DNS_1035, "a1", "", 0},
    {LS_TEXT_DNS_1035, "1a", "DNS-1035", 1},
    {LS_TEXT_WILDCARD, "*.a.b", "", 0},
    {LS_TEXT_WILDCARD, "a.b", "wildcard", 1},
    {LS_TEXT_WILDCARD, "*.", "wildcard", 1},
    {LS_TEXT_PATH_SEGMENT, "system:node", "", 0},
    {LS_TEXT_PATH_SEGMENT, "a/b%c", "may not contain '/'", 2},
    {LS_TEXT_PATH_SEGMENT, "..", "may not be '..'", 1},
    {LS_TEXT_LABEL_KEY, "a.b/C_d", "", 0},
    {LS_TEXT_LABEL_KEY, "a", "", 0},
    {LS_TEXT_LABEL_KEY, "A.b/c", "prefix part", 1},
    {LS_TEXT_LABEL_KEY, "/c", "prefix part must be non-empty", 1},
    {LS_TEXT_LABEL_KEY, "a/", "name part must be non-empty", 2},
    {LS_TEXT_LABEL_KEY, "a/b/c", "a valid label key", 1},
    {LS_TEXT_LABEL_KEY, A64, "name part must be no more than 63", 1},
    {LS_TEXT_ANNOTATION_KEY, "A.b/c", "", 0},
    {LS_TEXT_ANNOTATION_KEY, "a b", "name part", 1},
    {LS_TEXT_LABEL_VALUE, "", "", 0},
    {LS_TEXT_LABEL_VALUE, "a_B.c", "", 0},
    {LS_TEXT_LABEL_VALUE, "a b", "a valid label must be", 1},
    {LS_TEXT_LABEL_VALUE, "a-", "a valid label must be", 1},
    {LS_TEXT_CONFIG_KEY, "a.b_C-1", "", 0},
    {LS_TEXT_CONFIG_KEY, ".hidden", "", 0},
    {LS_TEXT_CONFIG_KEY, "..", "must not be '..'", 1},
    {LS_TEXT_CONFIG_KEY, "..a", "must not start with '..'", 1},
    {LS_TEXT_CONFIG_KEY, "", "a valid config key", 1},
    {LS_TEXT_ENV_NAME, "9 lives!", "", 0},
    {LS_TEXT_ENV_NAME, "", "must be non-empty", 1},
    {LS_TEXT_ENV_NAME, "a=b", "printable ASCII", 1},
    {LS_TEXT_ENV_NAME, "\xc3\xa4", "printable ASCII", 1},
    {LS_TEXT_ENV_PREFIX, "", "", 0},
    {LS_TEXT_PORT_NAME, "http-2", "", 0},
    {LS_TEXT_PORT_NAME, "80", "at least one letter", 1},
    {LS_TEXT_PORT_NAME, "a--b", "consecutive hyphens", 1},
    {LS_TEXT_PORT_NAME, "-a", "begin or end", 1},
    {LS_TEXT_PORT_NAME, "abcdefghijklmnop", "no more than 15", 1},
    {LS_TEXT_PORT_NAME, "HTTP", "only alpha-numeric", 2},
    {LS_TEXT_HTTP_HEADER, "X-A", "", 0},
    {LS_TEXT_HTTP_HEADER, "a b", "HTTP header", 1},
    {LS_TEXT_PERCENT, "25%", "", 0},
    {LS_TEXT_PERCENT, "25", "percent", 1},
    {LS_TEXT_PERCENT, "%", "percent", 1},
    {LS_TEXT_C_IDENTIFIER, "_a1", "", 0},
    {LS_TEXT_C_IDENTIFIER, "1a", "C identifier", 1},
};

TEST(texts_have_the_flaws_they_have)
{
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_text_flaws flaws = ls_text_flaws(rows[i].rule, ls_slice_of(rows[i].text));
        if (flaws.count > 0)
            CHECK_HAS(flaws.at[0], rows[i].flaw);
        CHECK_INT(flaws.count, rows[i].count);
    }
}

TEST(every_rule_has_a_row)
{
    for (int rule = 0; rule < LS_TEXT_RULE_COUNT; rule++) {
        size_t i = 0;
        while (i < LS_COUNT(rows) && (int)rows[i].rule != rule)
            i++;
        CHECK(i < LS_COUNT(rows));
    }
}

TEST(a_prefix_may_end_with_a_dash)
{
    CHECK_INT(ls_text_prefix_flaws(LS_TEXT_DNS_SUBDOMAIN, LS_SLICE("web-")).count, 0);
    CHECK_INT(ls_text_flaws(LS_TEXT_DNS_SUBDOMAIN, LS_SLICE("web-")).count, 1);
    CHECK_INT(ls_text_prefix_flaws(LS_TEXT_DNS_SUBDOMAIN, LS_SLICE("-")).count, 1);
    CHECK_INT(ls_text_prefix_flaws(LS_TEXT_DNS_LABEL, LS_SLICE("We-")).count, 1);
}

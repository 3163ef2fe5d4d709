#include <string.h>

#include "base/mem.h"
#include "check.h"
#include "net/limits.h"
#include "net/wire.h"

TEST(every_delivery_has_a_name)
{
    CHECK_STR(ls_delivery_name(LS_DELIVERY_NOT_SENT), "not sent");
    CHECK_STR(ls_delivery_name(LS_DELIVERY_REFUSED), "refused before processing");
    CHECK_STR(ls_delivery_name(LS_DELIVERY_ANSWERED), "answered");
    CHECK_STR(ls_delivery_name(LS_DELIVERY_UNKNOWN), "sent, result unknown");
}

TEST(first_header_of_a_name_is_found)
{
    struct ls_header headers[] = {
        {LS_SLICE("accept"), LS_SLICE("text/plain")},
        {LS_SLICE("warning"), LS_SLICE("one")},
        {LS_SLICE("warning"), LS_SLICE("two")},
    };
    CHECK(ls_slice_is(ls_header_find(headers, 3, "warning"), "one"));
    CHECK(ls_header_find(headers, 3, "host").at == NULL);
    CHECK(ls_header_find(NULL, 0, "host").at == NULL);
}

static enum ls_code check_one(const char *method, struct ls_slice target, struct ls_slice name,
                              struct ls_slice value, struct ls_err *err)
{
    struct ls_header header = {name, value};
    struct ls_request request = {
        .method = method, .target = target, .headers = &header, .header_count = 1};
    return ls_request_check(&request, err);
}

TEST(requests_that_would_break_the_line_are_refused)
{
    const struct {
        const char *method;
        struct ls_slice target, name, value;
        enum ls_code code;
        const char *says;
    } rows[] = {
        {"GET", LS_SLICE("/a?b=c%20d"), LS_SLICE("x-a"), LS_SLICE("v w\tx"), LS_OK, ""},
        {"GET", LS_SLICE("/"), LS_SLICE("x-a"),
         LS_SLICE("gr\xC3\xBC"
                  "ezi"),
         LS_OK, ""},
        {"GE T", LS_SLICE("/"), LS_SLICE("a"), LS_SLICE(""), LS_E_INVALID, "not an HTTP method"},
        {"", LS_SLICE("/"), LS_SLICE("a"), LS_SLICE(""), LS_E_INVALID, "not an HTTP method"},
        {"GET", LS_SLICE("a"), LS_SLICE("a"), LS_SLICE(""), LS_E_INVALID, "start with /"},
        {"GET", LS_SLICE(""), LS_SLICE("a"), LS_SLICE(""), LS_E_INVALID, "start with /"},
        {"GET", LS_SLICE("/a b"), LS_SLICE("a"), LS_SLICE(""), LS_E_INVALID, "percent-encoded"},
        {"GET", LS_SLICE("/a\r\nx: y"), LS_SLICE("a"), LS_SLICE(""), LS_E_INVALID, "percent"},
        {"GET", LS_SLICE("/"), LS_SLICE(""), LS_SLICE(""), LS_E_INVALID, "header name"},
        {"GET", LS_SLICE("/"), LS_SLICE("Accept"), LS_SLICE(""), LS_E_INVALID, "lower case"},
        {"GET", LS_SLICE("/"), LS_SLICE("a:"), LS_SLICE(""), LS_E_INVALID, "header name"},
        {"GET", LS_SLICE("/"), LS_SLICE(":path"), LS_SLICE("/x"), LS_E_INVALID, "header name"},
        {"GET", LS_SLICE("/"), LS_SLICE("a"), LS_SLICE("b\r\nc: d"), LS_E_INVALID, "line break"},
        {"GET", LS_SLICE("/"), LS_SLICE("a"), LS_SLICE("b\0c"), LS_E_INVALID, "control"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_err err = {0};
        CHECK_CODE(check_one(rows[i].method, rows[i].target, rows[i].name, rows[i].value, &err),
                   rows[i].code, err);
        CHECK_HAS(err.text, rows[i].says);
    }
}

TEST(a_secret_stays_out_of_the_error)
{
    struct ls_err err = {0};
    CHECK_CODE(check_one("GET", LS_SLICE("/"), LS_SLICE("authorization"),
                         LS_SLICE("Bearer s3cr3t\n"), &err),
               LS_E_INVALID, err);
    CHECK_HAS(err.text, "authorization");
    CHECK(strstr(err.text, "s3cr3t") == NULL);
}

TEST(requests_past_a_limit_are_refused)
{
    struct ls_err err = {0};
    char *big = ls_alloc(LS_NET_HEAD_BYTES_MAX + 1);
    memset(big, 'a', LS_NET_HEAD_BYTES_MAX);
    big[0] = '/';
    struct ls_slice path = {big, LS_NET_TARGET_BYTES_MAX + 1};
    CHECK_CODE(check_one("GET", path, LS_SLICE("a"), LS_SLICE(""), &err), LS_E_TOO_BIG, err);
    struct ls_slice value = {big, LS_NET_HEAD_BYTES_MAX};
    CHECK_CODE(check_one("GET", LS_SLICE("/"), LS_SLICE("a"), value, &err), LS_E_TOO_BIG, err);
    struct ls_header many[LS_NET_HEADER_COUNT_MAX + 1];
    for (size_t i = 0; i < LS_COUNT(many); i++)
        many[i] = (struct ls_header){LS_SLICE("a"), LS_SLICE("b")};
    struct ls_request request = {
        .method = "GET", .target = LS_SLICE("/"), .headers = many, .header_count = LS_COUNT(many)};
    CHECK_CODE(ls_request_check(&request, &err), LS_E_TOO_BIG, err);
    request.header_count--;
    CHECK_OK(ls_request_check(&request, &err), err);
    ls_free(big);
}

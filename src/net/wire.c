#include "net/wire.h"

#include <string.h>

#include "net/limits.h"

const char *ls_delivery_name(enum ls_delivery delivery)
{
    static const char *const names[] = {
        [LS_DELIVERY_NOT_SENT] = "not sent",
        [LS_DELIVERY_REFUSED] = "refused before processing",
        [LS_DELIVERY_ANSWERED] = "answered",
        [LS_DELIVERY_UNKNOWN] = "sent, result unknown",
    };
    LS_ASSERT((size_t)delivery < LS_COUNT(names));
    return names[delivery];
}

struct ls_slice ls_header_find(const struct ls_header *headers, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++) {
        if (ls_slice_is(headers[i].name, name))
            return headers[i].value;
    }
    return (struct ls_slice){0};
}

/* The characters of a method or a header name (RFC 9110, 5.6.2), upper case only where asked. */
static bool is_token(struct ls_slice text, bool may_be_upper)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        bool is_letter = (c >= 'a' && c <= 'z') || (may_be_upper && c >= 'A' && c <= 'Z');
        bool is_digit = c >= '0' && c <= '9';
        if (!is_letter && !is_digit && !ls_char_is_any(c, "!#$%&'*+-.^_`|~"))
            return false;
    }
    return text.len > 0;
}

static bool is_visible(struct ls_slice text, bool may_have_blanks)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        bool is_blank = c == ' ' || c == '\t';
        if (is_blank ? !may_have_blanks : c < 0x21 || c == 0x7F)
            return false;
    }
    return true;
}

bool ls_header_is_sound(const struct ls_header *header)
{
    return is_token(header->name, false) && is_visible(header->value, true);
}

static enum ls_code header_check(const struct ls_header *header, struct ls_err *err)
{
    if (!is_token(header->name, false))
        return ls_fail(err, LS_E_INVALID,
                       "header name \"%.*s\" is not lower case letters, digits and dashes",
                       LS_ARG(header->name));
    /* The value is not quoted: it may be a token or a password. */
    if (!is_visible(header->value, true))
        return ls_fail(err, LS_E_INVALID,
                       "the value of header %.*s has a line break or another control character",
                       LS_ARG(header->name));
    return LS_OK;
}

enum ls_code ls_request_check(const struct ls_request *request, struct ls_err *err)
{
    struct ls_slice method = ls_slice_of(request->method);
    if (!is_token(method, true) || method.len > LS_NET_METHOD_BYTES_MAX)
        return ls_fail(err, LS_E_INVALID, "\"%.*s\" is not an HTTP method", LS_ARG(method));
    if (!ls_slice_starts(request->target, "/") || !is_visible(request->target, false))
        return ls_fail(err, LS_E_INVALID,
                       "\"%.*s\" is not a path: it must start with / and be percent-encoded",
                       LS_ARG(request->target));
    if (request->target.len > LS_NET_TARGET_BYTES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "the path has %zu bytes, the limit is %d",
                       request->target.len, LS_NET_TARGET_BYTES_MAX);
    if (request->header_count > LS_NET_HEADER_COUNT_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "the request has %zu headers, the limit is %d",
                       request->header_count, LS_NET_HEADER_COUNT_MAX);
    size_t bytes = 0;
    for (size_t i = 0; i < request->header_count; i++) {
        if (header_check(&request->headers[i], err))
            return err ? err->code : LS_E_INVALID;
        bytes += request->headers[i].name.len + request->headers[i].value.len;
    }
    if (bytes > LS_NET_HEAD_BYTES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "the headers have %zu bytes, the limit is %d", bytes,
                       LS_NET_HEAD_BYTES_MAX);
    return LS_OK;
}

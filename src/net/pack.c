#include "net/pack.h"

#include <string.h>

#include "base/mem.h"

static size_t headers_text_bytes(const struct ls_header *headers, size_t count)
{
    size_t bytes = 0;
    for (size_t i = 0; i < count; i++)
        bytes += headers[i].name.len + headers[i].value.len;
    return bytes;
}

static struct ls_slice put(char **at, struct ls_slice text)
{
    struct ls_slice copy = {*at, text.len};
    if (text.len > 0)
        memcpy(*at, text.at, text.len);
    *at += text.len;
    return copy;
}

static void headers_put(struct ls_header *out, char **at, const struct ls_header *headers,
                        size_t count)
{
    for (size_t i = 0; i < count; i++)
        out[i] = (struct ls_header){put(at, headers[i].name), put(at, headers[i].value)};
}

size_t ls_request_packed_bytes(const struct ls_request *request)
{
    return request->header_count * sizeof(struct ls_header) +
           headers_text_bytes(request->headers, request->header_count) + strlen(request->method) +
           1 + request->target.len + request->body.len;
}

struct ls_request ls_request_pack(const struct ls_request *request, void *memory)
{
    struct ls_request copy = *request;
    struct ls_header *headers = memory;
    char *at = (char *)(headers + request->header_count);
    headers_put(headers, &at, request->headers, request->header_count);
    copy.headers = headers;
    copy.method = put(&at, (struct ls_slice){request->method, strlen(request->method) + 1}).at;
    copy.target = put(&at, request->target);
    copy.body = put(&at, request->body);
    return copy;
}

struct ls_header *ls_headers_pack(const struct ls_header *headers, size_t count)
{
    struct ls_header *copy =
        ls_alloc(count * sizeof(struct ls_header) + headers_text_bytes(headers, count) + 1);
    char *at = (char *)(copy + count);
    headers_put(copy, &at, headers, count);
    return copy;
}

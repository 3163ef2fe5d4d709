#include "kube/server_url.h"

#include <arpa/inet.h>
#include <string.h>

#include "kube/limits.h"

static bool url_is_host_char(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
           c == '.' || c == '_';
}

static enum ls_code url_scheme_take(struct ls_slice *rest, struct ls_server_url *out,
                                    struct ls_err *err)
{
    const char *mark = rest->len ? memmem(rest->at, rest->len, "://", 3) : NULL;
    if (!mark)
        return LS_OK;
    struct ls_slice scheme = {rest->at, (size_t)(mark - rest->at)};
    out->has_scheme = true;
    out->is_tls = ls_slice_is_nocase(scheme, "https");
    if (!out->is_tls && !ls_slice_is_nocase(scheme, "http"))
        return ls_fail(err, LS_E_UNSUPPORTED, "must begin with https:// or http://");
    *rest = ls_slice_from(*rest, scheme.len + 3);
    return LS_OK;
}

/* Everything up to the path; without user and password. */
static struct ls_slice url_authority_take(struct ls_slice *rest)
{
    size_t len = 0;
    while (len < rest->len && !ls_char_is_any(rest->at[len], "/?#"))
        len++;
    struct ls_slice authority = {rest->at, len};
    *rest = ls_slice_from(*rest, len);
    return authority;
}

static bool url_host_is_valid(const char *host, bool is_bracketed)
{
    struct in6_addr address;
    if (is_bracketed)
        return inet_pton(AF_INET6, host, &address) == 1;
    size_t len = 0;
    while (url_is_host_char(host[len]))
        len++;
    return len > 0 && !host[len];
}

static enum ls_code url_port_parse(struct ls_slice text, struct ls_server_url *out,
                                   struct ls_err *err)
{
    int64_t port = 0;
    if (text.len == 0)
        return LS_OK;
    if (text.at[0] != ':' || !ls_slice_to_i64(ls_slice_from(text, 1), &port) || port < 1 ||
        port > UINT16_MAX)
        return ls_fail(err, LS_E_INVALID, "its port must be a number from 1 to 65535");
    out->port = (uint16_t)port;
    return LS_OK;
}

static enum ls_code url_authority_parse(struct ls_arena *arena, struct ls_slice authority,
                                        struct ls_server_url *out, struct ls_err *err)
{
    if (ls_slice_find(authority, '@') != SIZE_MAX)
        return ls_fail(err, LS_E_UNSUPPORTED,
                       "must not hold a user and password; put them into "
                       "the user entry");
    bool is_bracketed = ls_slice_starts(authority, "[");
    size_t end = ls_slice_find(authority, is_bracketed ? ']' : ':');
    if (is_bracketed && end == SIZE_MAX)
        return ls_fail(err, LS_E_INVALID, "its '[' has no ']'");
    end = LS_MIN(end, authority.len);
    struct ls_slice host = is_bracketed ? (struct ls_slice){authority.at + 1, end - 1}
                                        : (struct ls_slice){authority.at, end};
    out->host = ls_arena_dup(arena, host);
    if (!url_host_is_valid(out->host, is_bracketed))
        return ls_fail(err, LS_E_INVALID, "its host is missing or not a name or address");
    return url_port_parse(ls_slice_from(authority, end + is_bracketed), out, err);
}

/* The path is put in front of every request's own; query and fragment are not supported. */
static enum ls_code url_prefix_parse(struct ls_arena *arena, struct ls_slice path,
                                     struct ls_server_url *out, struct ls_err *err)
{
    size_t len = 0;
    for (; len < path.len && path.at[len] != '?' && path.at[len] != '#'; len++) {
        if (path.at[len] <= ' ' || path.at[len] > '~')
            return ls_fail(err, LS_E_INVALID,
                           "its path holds a character that must be "
                           "percent-encoded");
    }
    while (len > 0 && path.at[len - 1] == '/')
        len--;
    out->path_prefix = ls_arena_dup(arena, (struct ls_slice){path.at, len});
    return LS_OK;
}

enum ls_code ls_server_url_parse(struct ls_arena *arena, const char *text,
                                 struct ls_server_url *out, struct ls_err *err)
{
    struct ls_slice rest = ls_slice_of(text);
    struct ls_server_url url = {0};
    if (rest.len > LS_SERVER_URL_BYTES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "has %zu bytes, the limit is %d", rest.len,
                       LS_SERVER_URL_BYTES_MAX);
    enum ls_code code = url_scheme_take(&rest, &url, err);
    if (!code)
        code = url_authority_parse(arena, url_authority_take(&rest), &url, err);
    if (!code)
        code = url_prefix_parse(arena, rest, &url, err);
    if (!code)
        *out = url;
    return code;
}

#include "expr/lib/url.h"

#include <string.h>

#include "base/hex.h"
#include "expr/lib/address.h"
#include "value/go_text.h"

/* The part of a URL, which decides what may be unescaped in it. */
enum url_place { IN_PATH, IN_USER, IN_HOST, IN_ZONE, IN_QUERY, IN_FRAGMENT };

static bool is_plain(char c, enum url_place place)
{
    static const char *const more[] = {
        [IN_PATH] = "$&+,/:;=@",          [IN_USER] = "$&+,;=", [IN_HOST] = "!$&'()*+,;=:[]<>\"",
        [IN_ZONE] = "!$&'()*+,;=:[]<>\"", [IN_QUERY] = "",      [IN_FRAGMENT] = "!$&()*+,/:;=?@",
    };
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           ls_char_is_any(c, "-_.~") || ls_char_is_any(c, more[place]);
}

static enum ls_code escape_fail(struct ls_slice at, struct ls_err *err)
{
    struct ls_buf quoted LS_AUTO(ls_buf_release) = {0};
    ls_go_quote(&quoted, (struct ls_slice){at.at, LS_MIN(at.len, 3)});
    return ls_fail(err, LS_E_INVALID, "invalid URL escape %s", ls_buf_text(&quoted));
}

static enum ls_code host_char_fail(char c, struct ls_err *err)
{
    struct ls_buf quoted LS_AUTO(ls_buf_release) = {0};
    ls_go_quote(&quoted, (struct ls_slice){&c, 1});
    return ls_fail(err, LS_E_INVALID, "invalid character %s in host name", ls_buf_text(&quoted));
}

/* The byte of an escape such as %2F at the front of `at`. A host may escape only what is past
 * ASCII, and its zone a little more. */
static enum ls_code escape_read(struct ls_slice at, enum url_place place, char *out,
                                struct ls_err *err)
{
    if (at.len < 3 || ls_hex_value(at.at[1]) < 0 || ls_hex_value(at.at[2]) < 0)
        return escape_fail(at, err);
    int byte = ls_hex_value(at.at[1]) << 4 | ls_hex_value(at.at[2]);
    bool is_percent = byte == '%';
    if (place == IN_HOST && byte < 0x80 && !is_percent)
        return escape_fail(at, err);
    if (place == IN_ZONE && !is_percent && byte != ' ' && !is_plain((char)byte, IN_HOST))
        return escape_fail(at, err);
    *out = (char)byte;
    return LS_OK;
}

static enum ls_code unescape(struct ls_arena *arena, struct ls_slice text, enum url_place place,
                             struct ls_slice *out, struct ls_err *err)
{
    char *bytes = ls_arena_alloc(arena, text.len + 1);
    size_t count = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (c == '%') {
            if (escape_read(ls_slice_from(text, i), place, &c, err))
                return LS_E_INVALID;
            i += 2;
        } else if (c == '+' && place == IN_QUERY) {
            c = ' ';
        } else if ((place == IN_HOST || place == IN_ZONE) && (unsigned char)c < 0x80 &&
                   !is_plain(c, place)) {
            return host_char_fail(c, err);
        }
        bytes[count++] = c;
    }
    *out = (struct ls_slice){bytes, count};
    return LS_OK;
}

static void escape(struct ls_buf *out, struct ls_slice text, enum url_place place)
{
    for (size_t i = 0; i < text.len; i++) {
        if (is_plain(text.at[i], place))
            ls_buf_add_char(out, text.at[i]);
        else
            ls_buf_printf(out, "%%%02X", (unsigned)(unsigned char)text.at[i]);
    }
}

bool ls_url_query_unescape(struct ls_arena *arena, struct ls_slice text, struct ls_slice *out)
{
    return unescape(arena, text, IN_QUERY, out, NULL) == LS_OK;
}

/* "" or :digits */
static bool is_port(struct ls_slice text)
{
    if (text.len > 0 && text.at[0] != ':')
        return false;
    for (size_t i = 1; i < text.len; i++) {
        if (text.at[i] < '0' || text.at[i] > '9')
            return false;
    }
    return true;
}

static size_t last_of(struct ls_slice text, char c)
{
    size_t at = text.len;
    while (at > 0 && text.at[at - 1] != c)
        at--;
    return at ? at - 1 : SIZE_MAX;
}

static enum ls_code port_fail(struct ls_slice port, struct ls_err *err)
{
    struct ls_buf quoted LS_AUTO(ls_buf_release) = {0};
    ls_go_quote(&quoted, port);
    return ls_fail(err, LS_E_INVALID, "invalid port %s after host", ls_buf_text(&quoted));
}

static struct ls_slice joined(struct ls_arena *arena, struct ls_slice a, struct ls_slice b)
{
    return ls_slice_of(ls_arena_printf(arena, "%.*s%.*s", LS_ARG(a), LS_ARG(b)));
}

/* [IPV6%25ZONE]:PORT */
static enum ls_code literal_read(struct ls_arena *arena, struct ls_slice host, struct ls_slice *out,
                                 struct ls_err *err)
{
    size_t close = last_of(host, ']');
    if (close == SIZE_MAX)
        return ls_fail(err, LS_E_INVALID, "missing ']' in host");
    struct ls_slice port = ls_slice_from(host, close + 1);
    if (!is_port(port))
        return port_fail(port, err);
    struct ls_slice inside = {host.at + 1, close - 1};
    const char *zone_at = inside.len ? memmem(inside.at, inside.len, "%25", 3) : NULL;
    size_t zone = zone_at ? (size_t)(zone_at - inside.at) : inside.len;
    struct ls_slice name, rest;
    if (unescape(arena, (struct ls_slice){inside.at, zone}, IN_HOST, &name, err) ||
        unescape(arena, ls_slice_from(inside, zone), IN_ZONE, &rest, err))
        return LS_E_INVALID;
    name = joined(arena, name, rest);
    struct ls_address address;
    struct ls_err inner = {0};
    if (ls_address_parse(name, &address, &inner))
        return ls_fail(err, LS_E_INVALID, "invalid host: %s", inner.text);
    if (address.is_four)
        return ls_fail(err, LS_E_INVALID, "invalid IP-literal");
    *out = ls_slice_of(ls_arena_printf(arena, "[%.*s]%.*s", LS_ARG(name), LS_ARG(port)));
    return LS_OK;
}

static enum ls_code host_read(struct ls_arena *arena, struct ls_slice scheme, struct ls_slice host,
                              struct ls_slice *out, struct ls_err *err)
{
    size_t open = last_of(host, '[');
    if (open == 0)
        return literal_read(arena, host, out, err);
    if (open != SIZE_MAX)
        return ls_fail(err, LS_E_INVALID, "invalid IP-literal");
    size_t colon = ls_slice_find(host, ':');
    bool is_http = ls_slice_is(scheme, "http") || ls_slice_is(scheme, "https");
    if (colon != SIZE_MAX && !is_http)
        colon = last_of(host, ':');
    if (colon != SIZE_MAX && !is_port(ls_slice_from(host, colon)))
        return port_fail(ls_slice_from(host, colon), err);
    return unescape(arena, host, IN_HOST, out, err);
}

static bool is_user_text(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        bool is_word = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!is_word && !ls_char_is_any(c, "-._:~!$&'()*+,;=%@"))
            return false;
    }
    return true;
}

static enum ls_code authority_read(struct ls_arena *arena, struct ls_slice authority,
                                   struct ls_url *url, struct ls_err *err)
{
    struct ls_slice ignored;
    size_t at = last_of(authority, '@');
    struct ls_slice host = at == SIZE_MAX ? authority : ls_slice_from(authority, at + 1);
    if (host_read(arena, url->scheme, host, &url->host, err))
        return LS_E_INVALID;
    if (at == SIZE_MAX)
        return LS_OK;
    url->user = (struct ls_slice){authority.at, at};
    url->has_user = true;
    if (!is_user_text(url->user))
        return ls_fail(err, LS_E_INVALID, "net/url: invalid userinfo");
    return unescape(arena, url->user, IN_USER, &ignored, err);
}

/* Takes `scheme:` off the front, if it is there. */
static enum ls_code scheme_take(struct ls_arena *arena, struct ls_slice *rest, struct ls_url *url,
                                struct ls_err *err)
{
    for (size_t i = 0; i < rest->len; i++) {
        char c = rest->at[i];
        bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (c == ':') {
            if (i == 0)
                return ls_fail(err, LS_E_INVALID, "missing protocol scheme");
            char *scheme = ls_arena_dup(arena, (struct ls_slice){rest->at, i});
            for (size_t j = 0; j < i; j++)
                scheme[j] =
                    (char)(scheme[j] >= 'A' && scheme[j] <= 'Z' ? scheme[j] | 0x20 : scheme[j]);
            url->scheme = (struct ls_slice){scheme, i};
            *rest = ls_slice_from(*rest, i + 1);
            return LS_OK;
        }
        if (!is_letter && (i == 0 || !((c >= '0' && c <= '9') || ls_char_is_any(c, "+-."))))
            return LS_OK;
    }
    return LS_OK;
}

/* Everything but the fragment. Without a scheme only a reference has an authority: //host/path. */
static enum ls_code parts_read(struct ls_arena *arena, struct ls_slice text, bool is_reference,
                               struct ls_url *url, struct ls_err *err)
{
    for (size_t i = 0; i < text.len; i++) {
        if ((unsigned char)text.at[i] < ' ' || text.at[i] == 0x7f)
            return ls_fail(err, LS_E_INVALID, "net/url: invalid control character in URL");
    }
    if (text.len == 0)
        return ls_fail(err, LS_E_INVALID, "empty url");
    struct ls_slice rest = text;
    if (ls_slice_is(text, "*")) {
        url->path = text;
        return LS_OK;
    }
    if (scheme_take(arena, &rest, url, err))
        return LS_E_INVALID;
    rest = ls_slice_cut(rest, '?', &url->query);
    url->has_question_mark = url->query.at != NULL;
    if (!ls_slice_starts(rest, "/")) {
        url->opaque = rest;
        return url->scheme.len ? LS_OK : ls_fail(err, LS_E_INVALID, "invalid URI for request");
    }
    bool may_have = url->scheme.len > 0 || (is_reference && !ls_slice_starts(rest, "///"));
    if (may_have && ls_slice_starts(rest, "//")) {
        struct ls_slice behind = ls_slice_from(rest, 2);
        size_t slash = LS_MIN(ls_slice_find(behind, '/'), behind.len);
        rest = ls_slice_from(behind, slash);
        if (authority_read(arena, (struct ls_slice){behind.at, slash}, url, err))
            return LS_E_INVALID;
    } else {
        url->has_no_authority = url->scheme.len > 0;
    }
    url->raw_path = rest;
    return unescape(arena, rest, IN_PATH, &url->path, err);
}

static enum ls_code url_fail(struct ls_slice text, const struct ls_err *inner, struct ls_err *err)
{
    struct ls_buf quoted LS_AUTO(ls_buf_release) = {0};
    ls_go_quote(&quoted, text);
    return ls_fail(err, LS_E_INVALID, "parse %s: %s", ls_buf_text(&quoted), inner->text);
}

enum ls_code ls_url_check(struct ls_arena *arena, struct ls_slice text, struct ls_err *err)
{
    struct ls_url url = {0};
    struct ls_err inner = {0};
    return parts_read(arena, text, false, &url, &inner) ? url_fail(text, &inner, err) : LS_OK;
}

enum ls_code ls_url_parse(struct ls_arena *arena, struct ls_slice text, struct ls_url *out,
                          struct ls_err *err)
{
    struct ls_url url = {0};
    struct ls_err inner = {0};
    struct ls_slice fragment;
    if (ls_url_check(arena, text, err))
        return LS_E_INVALID;
    struct ls_slice front = ls_slice_cut(text, '#', &fragment);
    if (parts_read(arena, front, true, &url, &inner))
        return url_fail(front, &inner, err);
    if (unescape(arena, fragment, IN_FRAGMENT, &url.fragment, &inner))
        return url_fail(text, &inner, err);
    *out = url;
    return LS_OK;
}

/* The colon in front of the port; the end of the host where it has none. */
static size_t port_at(const struct ls_url *url)
{
    size_t colon = last_of(url->host, ':');
    return colon != SIZE_MAX && is_port(ls_slice_from(url->host, colon)) ? colon : url->host.len;
}

struct ls_slice ls_url_hostname(const struct ls_url *url)
{
    struct ls_slice name = {url->host.at, port_at(url)};
    bool is_literal = name.len >= 2 && name.at[0] == '[' && name.at[name.len - 1] == ']';
    return is_literal ? (struct ls_slice){name.at + 1, name.len - 2} : name;
}

struct ls_slice ls_url_port(const struct ls_url *url)
{
    size_t at = port_at(url);
    return ls_slice_from(url->host, LS_MIN(at + 1, url->host.len));
}

/* May the path stay as it was written? */
static bool is_path_kept(struct ls_slice path)
{
    for (size_t i = 0; i < path.len; i++) {
        if (!is_plain(path.at[i], IN_PATH) && !ls_char_is_any(path.at[i], "!'()*[]%"))
            return false;
    }
    return true;
}

void ls_url_print_path(struct ls_buf *out, const struct ls_url *url)
{
    if (is_path_kept(url->raw_path) && url->raw_path.len > 0)
        ls_buf_add_slice(out, url->raw_path);
    else if (ls_slice_is(url->path, "*"))
        ls_buf_add_char(out, '*');
    else
        escape(out, url->path, IN_PATH);
}

void ls_url_print(struct ls_buf *out, const struct ls_url *url)
{
    if (url->scheme.len)
        ls_buf_printf(out, "%.*s:", LS_ARG(url->scheme));
    if (url->opaque.len) {
        ls_buf_add_slice(out, url->opaque);
    } else {
        bool has_authority =
            (url->scheme.len || url->host.len || url->has_user) && !url->has_no_authority;
        if (has_authority && (url->host.len || url->path.len || url->has_user))
            ls_buf_add_text(out, "//");
        if (url->has_user)
            ls_buf_printf(out, "%.*s@", LS_ARG(url->user));
        escape(out, url->host, IN_HOST);
        ls_url_print_path(out, url);
    }
    if (url->has_question_mark)
        ls_buf_printf(out, "?%.*s", LS_ARG(url->query));
    if (url->fragment.len) {
        ls_buf_add_char(out, '#');
        escape(out, url->fragment, IN_FRAGMENT);
    }
}

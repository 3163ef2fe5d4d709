#include "kube/path.h"

#include <string.h>

#include "kube/limits.h"

static bool byte_is_plain(unsigned char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           ls_char_is_any(c, "-._~");
}

static void encode(struct ls_buf *out, struct ls_slice text, const char *also_plain)
{
    static const char digits[] = "0123456789ABCDEF";
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        if (byte_is_plain(c) || ls_char_is_any(c, also_plain)) {
            ls_buf_add_char(out, (char)c);
            continue;
        }
        char escaped[3] = {'%', digits[c >> 4], digits[c & 15]};
        ls_buf_add(out, escaped, sizeof escaped);
    }
}

enum ls_code ls_path_check_segment(const char *what, struct ls_slice text, struct ls_err *err)
{
    if (text.len == 0)
        return ls_fail(err, LS_E_INVALID, "the %s is empty", what);
    if (text.len > LS_PATH_SEGMENT_BYTES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "the %s has %zu bytes, the limit is %d", what, text.len,
                       LS_PATH_SEGMENT_BYTES_MAX);
    if (ls_slice_is(text, ".") || ls_slice_is(text, ".."))
        return ls_fail(err, LS_E_INVALID, "the %s may not be \"%.*s\"", what, LS_ARG(text));
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        if (c == '/' || c == '%')
            return ls_fail(err, LS_E_INVALID, "the %s \"%.*s\" may not contain '%c'", what,
                           LS_ARG(text), c);
        if (c < 0x20 || c == 0x7F)
            return ls_fail(err, LS_E_INVALID, "the %s holds a control character (byte 0x%02X)",
                           what, c);
    }
    return LS_OK;
}

static enum ls_code optional_check(const char *what, const char *text, struct ls_err *err)
{
    return text ? ls_path_check_segment(what, ls_slice_of(text), err) : LS_OK;
}

static enum ls_code place_check(const struct ls_place *place, struct ls_err *err)
{
    const struct ls_resource *resource = place->resource;
    if (ls_path_check_segment("API version", ls_slice_of(resource->version), err) ||
        ls_path_check_segment("resource", ls_slice_of(resource->plural), err) ||
        optional_check("API group", resource->group[0] ? resource->group : NULL, err) ||
        optional_check("namespace", place->namespace_name, err) ||
        optional_check("name", place->name, err) ||
        optional_check("subresource", place->subresource, err))
        return err->code;
    LS_ASSERT(place->name || !place->subresource);
    if (resource->is_namespaced && place->name && !place->namespace_name)
        return ls_fail(err, LS_E_INVALID, "%s live in namespaces: say in which one \"%s\" is",
                       resource->plural, place->name);
    return LS_OK;
}

static void segment_add(struct ls_buf *out, const char *text)
{
    ls_buf_add_char(out, '/');
    encode(out, ls_slice_of(text), ":@");
}

enum ls_code ls_path_add(struct ls_buf *out, const struct ls_place *place, struct ls_err *err)
{
    struct ls_err local = {0};
    const struct ls_resource *resource = place->resource;
    if (place_check(place, err ? err : &local))
        return err ? err->code : local.code;
    ls_buf_add_text(out, resource->group[0] ? "/apis" : "/api");
    if (resource->group[0])
        segment_add(out, resource->group);
    segment_add(out, resource->version);
    if (resource->is_namespaced && place->namespace_name) {
        ls_buf_add_text(out, "/namespaces");
        segment_add(out, place->namespace_name);
    }
    segment_add(out, resource->plural);
    if (place->name)
        segment_add(out, place->name);
    if (place->subresource)
        segment_add(out, place->subresource);
    return LS_OK;
}

void ls_query_add(struct ls_buf *out, const char *key, struct ls_slice value)
{
    LS_ASSERT(key[0] != '\0');
    bool is_first = ls_slice_find(ls_buf_slice(out), '?') == SIZE_MAX;
    ls_buf_printf(out, "%c%s=", is_first ? '?' : '&', key);
    encode(out, value, "");
}

void ls_query_add_text(struct ls_buf *out, const char *key, const char *value)
{
    if (value && value[0])
        ls_query_add(out, key, ls_slice_of(value));
}

void ls_place_print(struct ls_buf *out, const struct ls_place *place)
{
    ls_resource_print(out, place->resource);
    if (place->name)
        ls_buf_printf(out, " \"%s\"", place->name);
    if (place->subresource)
        ls_buf_printf(out, " (%s)", place->subresource);
    if (place->resource->is_namespaced && place->namespace_name)
        ls_buf_printf(out, " in namespace \"%s\"", place->namespace_name);
}

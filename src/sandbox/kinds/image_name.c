#include "sandbox/kinds/image_name.h"

#include <ctype.h>
#include <string.h>

enum {
    NAME_BYTES_MAX = 255, /* including the implied host and folder */
    TAG_BYTES_MAX = 128,
    ID_BYTES = 64, /* a name of 64 hexadecimal digits is an image id */
};

static bool is_lower(char c)
{
    return islower((unsigned char)c) || isdigit((unsigned char)c);
}

/* Lower-case words separated by one dot, one or two underscores, or any number of dashes. */
static bool component_fits(struct ls_slice text)
{
    size_t at = 0;
    while (at < text.len && is_lower(text.at[at])) {
        while (at < text.len && is_lower(text.at[at]))
            at++;
        if (at == text.len)
            return true;
        size_t start = at;
        while (at < text.len && text.at[at] == text.at[start] && !is_lower(text.at[at]))
            at++;
        size_t most = text.at[start] == '.'   ? 1
                      : text.at[start] == '_' ? 2
                      : text.at[start] == '-' ? SIZE_MAX
                                              : 0;
        if (at - start > most)
            return false;
    }
    return false;
}

static bool host_label_fits(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        bool is_end = i == 0 || i + 1 == text.len;
        if (!isalnum((unsigned char)text.at[i]) && (is_end || text.at[i] != '-'))
            return false;
    }
    return text.len > 0;
}

static bool host_fits(struct ls_slice text)
{
    struct ls_slice port;
    struct ls_slice rest = ls_slice_cut(text, ':', &port);
    for (size_t i = 0; i < port.len; i++) {
        if (!isdigit((unsigned char)port.at[i]))
            return false;
    }
    if (port.at && port.len == 0)
        return false;
    while (rest.at) {
        if (!host_label_fits(ls_slice_cut(rest, '.', &rest)))
            return false;
    }
    return true;
}

/* The first part is a host if it has a dot, a port or a capital letter, or is localhost. */
static bool is_host(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] == '.' || text.at[i] == ':' || isupper((unsigned char)text.at[i]))
            return true;
    }
    return ls_slice_is(text, "localhost");
}

static bool path_fits(struct ls_slice text)
{
    struct ls_slice rest;
    struct ls_slice first = ls_slice_cut(text, '/', &rest);
    if (rest.at && is_host(first)) {
        if (!host_fits(first))
            return false;
        text = rest;
    }
    rest = text;
    while (rest.at) {
        if (!component_fits(ls_slice_cut(rest, '/', &rest)))
            return false;
    }
    return true;
}

static bool tag_fits(struct ls_slice tag)
{
    for (size_t i = 0; i < tag.len; i++) {
        char c = tag.at[i];
        if (!isalnum((unsigned char)c) && c != '_' && (i == 0 || (c != '.' && c != '-')))
            return false;
    }
    return tag.len > 0 && tag.len <= TAG_BYTES_MAX;
}

static bool is_id(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (!ls_char_is_any(text.at[i], "0123456789abcdef"))
            return false;
    }
    return text.len == ID_BYTES;
}

/* A tag follows the last slash. */
static struct ls_slice tag_cut(struct ls_slice name, struct ls_slice *tag)
{
    size_t start = name.len;
    while (start > 0 && name.at[start - 1] != '/')
        start--;
    size_t colon = ls_slice_find(ls_slice_from(name, start), ':');
    *tag = (struct ls_slice){NULL, 0};
    if (colon == SIZE_MAX)
        return name;
    *tag = ls_slice_from(name, start + colon + 1);
    return (struct ls_slice){name.at, start + colon};
}

/* "nginx" means docker.io/library/nginx, "a/b" docker.io/a/b. */
static size_t understood_bytes(struct ls_slice name)
{
    struct ls_slice rest;
    struct ls_slice first = ls_slice_cut(name, '/', &rest);
    if (!rest.at)
        return strlen("docker.io/library/");
    return is_host(first) ? 0 : strlen("docker.io/");
}

bool ls_image_name_read(struct ls_slice text, struct ls_image_name *out)
{
    *out = (struct ls_image_name){.tag = {NULL, 0}};
    if (text.len == 0 || is_id(text))
        return false;
    struct ls_slice name = tag_cut(ls_slice_cut(text, '@', &out->digest), &out->tag);
    if (out->tag.at && !tag_fits(out->tag))
        return false;
    return name.len + understood_bytes(name) <= NAME_BYTES_MAX && path_fits(name);
}

#include "value/label.h"

enum {
    LABEL_NAME_BYTES_MAX = 63,
    LABEL_PREFIX_BYTES_MAX = 253,
    LABEL_SHOWN_BYTES_MAX = 80, /* of a bad text, in its error */
};

static bool label_is_alphanumeric(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static bool label_has_shape(struct ls_slice name)
{
    if (name.len == 0 || !label_is_alphanumeric(name.at[0]) ||
        !label_is_alphanumeric(name.at[name.len - 1]))
        return false;
    for (size_t i = 0; i < name.len; i++) {
        char c = name.at[i];
        if (!label_is_alphanumeric(c) && c != '-' && c != '_' && c != '.')
            return false;
    }
    return true;
}

static bool dns_part_has_shape(struct ls_slice part)
{
    if (part.len == 0 || part.at[0] == '-' || part.at[part.len - 1] == '-')
        return false;
    for (size_t i = 0; i < part.len; i++) {
        char c = part.at[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'))
            return false;
    }
    return true;
}

bool ls_dns_label_is_valid(struct ls_slice text)
{
    return text.len <= LABEL_NAME_BYTES_MAX && dns_part_has_shape(text);
}

bool ls_dns_subdomain_is_valid(struct ls_slice text)
{
    if (text.len > LABEL_PREFIX_BYTES_MAX)
        return false;
    struct ls_slice rest = text;
    do {
        if (!dns_part_has_shape(ls_slice_cut(rest, '.', &rest)))
            return false;
    } while (rest.at);
    return true;
}

static int label_shown(struct ls_slice text)
{
    return (int)LS_MIN(text.len, LABEL_SHOWN_BYTES_MAX);
}

static enum ls_code label_name_check(const char *what, struct ls_slice name, struct ls_err *err)
{
    if (name.len > LABEL_NAME_BYTES_MAX)
        return ls_fail(err, LS_E_INVALID, "%s '%.*s...' has %zu characters, at most %d are allowed",
                       what, label_shown(name), name.at, name.len, LABEL_NAME_BYTES_MAX);
    if (!label_has_shape(name))
        return ls_fail(err, LS_E_INVALID,
                       "%s '%.*s' must be letters, digits, '-', '_' or '.', and begin and end "
                       "with a letter or digit",
                       what, label_shown(name), name.at);
    return LS_OK;
}

enum ls_code ls_label_key_check(struct ls_slice key, struct ls_err *err)
{
    struct ls_slice name;
    struct ls_slice prefix = ls_slice_cut(key, '/', &name);
    if (!name.at)
        return label_name_check("label key", key, err);
    if (!ls_dns_subdomain_is_valid(prefix))
        return ls_fail(err, LS_E_INVALID,
                       "the prefix of label key '%.*s' must be a DNS name in lower case, such as "
                       "example.com",
                       label_shown(key), key.at);
    return label_name_check("the part of a label key after '/',", name, err);
}

enum ls_code ls_label_value_check(struct ls_slice value, struct ls_err *err)
{
    return value.len ? label_name_check("label value", value, err) : LS_OK;
}

#include "sandbox/ops/names.h"

#include "sandbox/ops/limits.h"
#include "value/go_text.h"

#include <string.h>

/* clang-format off */
static const char subdomain_text[] =
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or "
    "'.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used "
    "for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')";
static const char label_text[] =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and "
    "must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used "
    "for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?')";
static const char label_1035_text[] =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an "
    "alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', "
    "regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
static const char key_text[] =
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an "
    "alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for "
    "validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')";
static const char value_text[] =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or "
    "'.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  "
    "or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')";
/* clang-format on */

/* One field and the value it is about, for what may be wrong in several ways. */
struct naming {
    struct ls_complaints *complaints;
    const char *field;
    struct ls_slice shown;
};

static void refuse(const struct naming *naming, const char *part, const char *why)
{
    struct ls_buf value LS_AUTO(ls_buf_release) = {0};
    ls_go_quote(&value, naming->shown);
    ls_complain(naming->complaints, LS_COMPLAINT_INVALID, naming->field, ls_buf_text(&value),
                "%s%s", part, why);
}

static void refuse_length(const struct naming *naming, const char *part, int bytes_max)
{
    const char *why =
        ls_arena_printf(naming->complaints->arena, "must be no more than %d bytes", bytes_max);
    refuse(naming, part, why);
}

/* --- DNS names --- */

static bool label_has_shape(struct ls_slice name)
{
    if (name.len == 0 || name.at[0] == '-' || name.at[name.len - 1] == '-')
        return false;
    for (size_t i = 0; i < name.len; i++) {
        char c = name.at[i];
        if (!((c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-'))
            return false;
    }
    return true;
}

static bool subdomain_has_shape(struct ls_slice name)
{
    struct ls_slice rest = name;
    do {
        if (!label_has_shape(ls_slice_cut(rest, '.', &rest)))
            return false;
    } while (rest.at);
    return true;
}

static void subdomain_check(const struct naming *naming, struct ls_slice name, const char *part)
{
    if (name.len > LS_DNS_SUBDOMAIN_BYTES_MAX)
        refuse_length(naming, part, LS_DNS_SUBDOMAIN_BYTES_MAX);
    if (!subdomain_has_shape(name))
        refuse(naming, part, subdomain_text);
}

static void label_check(const struct naming *naming, struct ls_slice name)
{
    if (name.len > LS_DNS_LABEL_BYTES_MAX)
        refuse_length(naming, "", LS_DNS_LABEL_BYTES_MAX);
    if (!label_has_shape(name))
        refuse(naming, "", subdomain_has_shape(name) ? "must not contain dots" : label_text);
}

static void label_1035_check(const struct naming *naming, struct ls_slice name)
{
    if (name.len > LS_DNS_LABEL_BYTES_MAX)
        refuse_length(naming, "", LS_DNS_LABEL_BYTES_MAX);
    if (!label_has_shape(name) || name.at[0] < 'a' || name.at[0] > 'z')
        refuse(naming, "", label_1035_text);
}

static void path_check(const struct naming *naming, struct ls_slice name, bool is_prefix)
{
    if (!is_prefix && ls_slice_is(name, "."))
        refuse(naming, "", "may not be '.'");
    else if (!is_prefix && ls_slice_is(name, ".."))
        refuse(naming, "", "may not be '..'");
    if (ls_slice_find(name, '/') != SIZE_MAX)
        refuse(naming, "", "may not contain '/'");
    if (ls_slice_find(name, '%') != SIZE_MAX)
        refuse(naming, "", "may not contain '%'");
}

/* What follows a trailing dash will be letters, so the dash is no fault. */
static struct ls_slice prefix_mask(struct ls_arena *arena, struct ls_slice name)
{
    if (name.len < 2 || name.at[name.len - 1] != '-')
        return name;
    char *masked = ls_arena_dup(arena, name);
    masked[name.len - 2] = 'a';
    return (struct ls_slice){masked, name.len - 1};
}

void ls_name_check(struct ls_complaints *complaints, const char *field, struct ls_slice name,
                   const char *rule, bool is_prefix)
{
    struct naming naming = {complaints, field, name};
    if (rule && strcmp(rule, "path") == 0) {
        path_check(&naming, name, is_prefix);
        return;
    }
    if (is_prefix)
        name = prefix_mask(complaints->arena, name);
    if (!rule)
        subdomain_check(&naming, name, "");
    else if (strcmp(rule, "label") == 0)
        label_check(&naming, name);
    else
        label_1035_check(&naming, name);
}

/* --- labels --- */

static bool is_alphanumeric(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static bool label_name_has_shape(struct ls_slice name)
{
    if (name.len == 0 || !is_alphanumeric(name.at[0]) || !is_alphanumeric(name.at[name.len - 1]))
        return false;
    for (size_t i = 0; i < name.len; i++) {
        char c = name.at[i];
        if (!is_alphanumeric(c) && c != '-' && c != '_' && c != '.')
            return false;
    }
    return true;
}

static void key_name_check(const struct naming *naming, struct ls_slice name)
{
    if (name.len == 0)
        refuse(naming, "name part ", "must be non-empty");
    else if (name.len > LS_LABEL_NAME_BYTES_MAX)
        refuse_length(naming, "name part ", LS_LABEL_NAME_BYTES_MAX);
    if (!label_name_has_shape(name))
        refuse(naming, "name part ", key_text);
}

void ls_qualified_name_check(struct ls_complaints *complaints, const char *field,
                             struct ls_slice name, struct ls_slice shown)
{
    struct naming naming = {complaints, field, shown};
    struct ls_slice rest;
    struct ls_slice prefix = ls_slice_cut(name, '/', &rest);
    if (!rest.at) {
        key_name_check(&naming, name);
        return;
    }
    if (ls_slice_find(rest, '/') != SIZE_MAX) {
        refuse(&naming, "a valid label key ",
               ls_arena_printf(complaints->arena,
                               "%s with an optional DNS subdomain prefix and '/' "
                               "(e.g. 'example.com/MyName')",
                               key_text));
        return;
    }
    if (prefix.len == 0)
        refuse(&naming, "prefix part ", "must be non-empty");
    else
        subdomain_check(&naming, prefix, "prefix part ");
    key_name_check(&naming, rest);
}

void ls_label_value_check_all(struct ls_complaints *complaints, const char *field,
                              struct ls_slice value)
{
    struct naming naming = {complaints, field, value};
    if (value.len > LS_LABEL_VALUE_BYTES_MAX)
        refuse_length(&naming, "", LS_LABEL_VALUE_BYTES_MAX);
    if (value.len > 0 && !label_name_has_shape(value))
        refuse(&naming, "", value_text);
}

/* --- generated names --- */

struct ls_slice ls_name_generate(struct ls_arena *arena, struct ls_random *random,
                                 struct ls_slice base)
{
    static const char alphabet[] = "bcdfghjklmnpqrstvwxz2456789";
    size_t len = LS_MIN(base.len, (size_t)LS_NAME_BASE_BYTES_MAX);
    char *name = ls_arena_alloc(arena, len + LS_NAME_SUFFIX_BYTES + 1);
    memcpy(name, base.at, len);
    for (size_t i = 0; i < LS_NAME_SUFFIX_BYTES; i++)
        name[len + i] = alphabet[ls_random_below(random, sizeof alphabet - 1)];
    return (struct ls_slice){name, len + LS_NAME_SUFFIX_BYTES};
}

#include "sandbox/kinds/text_rule.h"

#include <ctype.h>
#include <string.h>

enum {
    DNS_LABEL_BYTES_MAX = 63,
    DNS_SUBDOMAIN_BYTES_MAX = 253,
    LABEL_BYTES_MAX = 63,
    PORT_NAME_BYTES_MAX = 15,
};

#define LABEL_FORM     "[a-z0-9]([-a-z0-9]*[a-z0-9])?"
#define SUBDOMAIN_FORM LABEL_FORM "(\\." LABEL_FORM ")*"
#define KEY_FORM       "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]"
#define SUBDOMAIN_WORDS                                                                            \
    "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or "   \
    "'.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used "  \
    "for validation is '" SUBDOMAIN_FORM "')"
#define LONG_63  "must be no more than 63 characters"
#define LONG_253 "must be no more than 253 characters"
#define KEY_WORDS                                                                                  \
    "must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an "    \
    "alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for "         \
    "validation is '" KEY_FORM "')"

static const char label_words[] =
    "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and "
    "must start and end with an alphanumeric character (e.g. 'my-name',  or '123-abc', regex used "
    "for validation is '" LABEL_FORM "')";
static const char dns_1035_words[] =
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an "
    "alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', "
    "regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')";
static const char wildcard_words[] =
    "a wildcard DNS-1123 subdomain must start with '*.', followed by a valid DNS subdomain, which "
    "must consist of lower case alphanumeric characters, '-' or '.' and end with an alphanumeric "
    "character (e.g. '*.example.com', regex used for validation is '\\*\\." SUBDOMAIN_FORM "')";
static const char label_value_words[] =
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', "
    "and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or "
    "'12345', regex used for validation is '(" KEY_FORM ")?')";
static const char config_key_words[] =
    "a valid config key must consist of alphanumeric characters, '-', '_' or '.' (e.g. 'key.name', "
    " or 'KEY_NAME',  or 'key-name', regex used for validation is '[-._a-zA-Z0-9]+')";
static const char env_name_words[] =
    "a valid environment variable name must consist only of printable ASCII characters other than "
    "'='";
static const char http_header_words[] =
    "a valid HTTP header must consist of alphanumeric characters or '-' (e.g. 'X-Header-Name', "
    "regex used for validation is '[-A-Za-z0-9]+')";
static const char percent_words[] =
    "a valid percent string must be a numeric string followed by an ending '%' (e.g. '1%',  or "
    "'93%', regex used for validation is '[0-9]+%')";
static const char c_identifier_words[] =
    "a valid C identifier must start with alphabetic character or '_', followed by a string of "
    "alphanumeric characters or '_' (e.g. 'my_name',  or 'MY_NAME',  or 'MyName', regex used for "
    "validation is '[A-Za-z_][A-Za-z0-9_]*')";

static void flaw_add(struct ls_text_flaws *flaws, const char *words)
{
    LS_ASSERT(flaws->count < LS_TEXT_FLAWS_MAX);
    flaws->at[flaws->count++] = words;
}

static bool is_lower_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
}

static bool is_letter_or_digit(char c)
{
    return is_lower_or_digit(c) || (c >= 'A' && c <= 'Z');
}

static bool label_fits(struct ls_slice text)
{
    if (text.len == 0 || !is_lower_or_digit(text.at[0]) ||
        !is_lower_or_digit(text.at[text.len - 1]))
        return false;
    for (size_t i = 0; i < text.len; i++) {
        if (!is_lower_or_digit(text.at[i]) && text.at[i] != '-')
            return false;
    }
    return true;
}

static bool subdomain_fits(struct ls_slice text)
{
    struct ls_slice rest = text;
    while (rest.at) {
        if (!label_fits(ls_slice_cut(rest, '.', &rest)))
            return false;
    }
    return text.at != NULL;
}

/* The name part of a label key, and label values. */
static bool key_name_fits(struct ls_slice text)
{
    if (text.len == 0 || !is_letter_or_digit(text.at[0]) ||
        !is_letter_or_digit(text.at[text.len - 1]))
        return false;
    for (size_t i = 0; i < text.len; i++) {
        if (!is_letter_or_digit(text.at[i]) && !ls_char_is_any(text.at[i], "-_."))
            return false;
    }
    return true;
}

static bool all_in(struct ls_slice text, const char *others)
{
    for (size_t i = 0; i < text.len; i++) {
        if (!is_letter_or_digit(text.at[i]) && !ls_char_is_any(text.at[i], others))
            return false;
    }
    return true;
}

static void dns_label(struct ls_slice text, struct ls_text_flaws *flaws)
{
    if (text.len > DNS_LABEL_BYTES_MAX)
        flaw_add(flaws, LONG_63);
    if (!label_fits(text))
        flaw_add(flaws, subdomain_fits(text) ? "must not contain dots" : label_words);
}

static void dns_subdomain(struct ls_slice text, struct ls_text_flaws *flaws)
{
    if (text.len > DNS_SUBDOMAIN_BYTES_MAX)
        flaw_add(flaws, LONG_253);
    if (!subdomain_fits(text))
        flaw_add(flaws, SUBDOMAIN_WORDS);
}

static void dns_1035(struct ls_slice text, struct ls_text_flaws *flaws)
{
    if (text.len > DNS_LABEL_BYTES_MAX)
        flaw_add(flaws, LONG_63);
    if (!label_fits(text) || isdigit((unsigned char)text.at[0]))
        flaw_add(flaws, dns_1035_words);
}

static void wildcard(struct ls_slice text, struct ls_text_flaws *flaws)
{
    if (text.len > DNS_SUBDOMAIN_BYTES_MAX)
        flaw_add(flaws, LONG_253);
    if (!ls_slice_starts(text, "*.") || !subdomain_fits(ls_slice_from(text, 2)))
        flaw_add(flaws, wildcard_words);
}

static void path_segment(struct ls_slice text, struct ls_text_flaws *flaws)
{
    if (ls_slice_is(text, ".")) {
        flaw_add(flaws, "may not be '.'");
        return;
    }
    if (ls_slice_is(text, "..")) {
        flaw_add(flaws, "may not be '..'");
        return;
    }
    if (ls_slice_find(text, '/') != SIZE_MAX)
        flaw_add(flaws, "may not contain '/'");
    if (ls_slice_find(text, '%') != SIZE_MAX)
        flaw_add(flaws, "may not contain '%'");
}

static void key_prefix(struct ls_slice prefix, struct ls_text_flaws *flaws)
{
    if (prefix.len == 0) {
        flaw_add(flaws, "prefix part must be non-empty");
        return;
    }
    if (prefix.len > DNS_SUBDOMAIN_BYTES_MAX)
        flaw_add(flaws, "prefix part must be no more than 253 bytes");
    if (!subdomain_fits(prefix))
        flaw_add(flaws, "prefix part " SUBDOMAIN_WORDS);
}

static void label_key(struct ls_slice text, struct ls_text_flaws *flaws)
{
    struct ls_slice name;
    struct ls_slice prefix = ls_slice_cut(text, '/', &name);
    if (!name.at)
        name = prefix;
    else if (ls_slice_find(name, '/') == SIZE_MAX)
        key_prefix(prefix, flaws);
    else {
        flaw_add(flaws, "a valid label key " KEY_WORDS " with an optional DNS subdomain prefix and "
                        "'/' (e.g. 'example.com/MyName')");
        return;
    }
    if (name.len == 0)
        flaw_add(flaws, "name part must be non-empty");
    else if (name.len > LABEL_BYTES_MAX)
        flaw_add(flaws, "name part must be no more than 63 bytes");
    if (!key_name_fits(name))
        flaw_add(flaws, "name part " KEY_WORDS);
}

/* Annotation keys are compared in lower case; only the prefix is affected. */
static void annotation_key(struct ls_slice text, struct ls_text_flaws *flaws)
{
    char lower[DNS_SUBDOMAIN_BYTES_MAX + LABEL_BYTES_MAX + 2];
    if (text.len > sizeof lower) {
        label_key(text, flaws);
        return;
    }
    for (size_t i = 0; i < text.len; i++)
        lower[i] = (char)tolower((unsigned char)text.at[i]);
    label_key((struct ls_slice){lower, text.len}, flaws);
}

static void label_value(struct ls_slice text, struct ls_text_flaws *flaws)
{
    if (text.len > LABEL_BYTES_MAX)
        flaw_add(flaws, "must be no more than 63 bytes");
    if (text.len > 0 && !key_name_fits(text))
        flaw_add(flaws, label_value_words);
}

static void config_key(struct ls_slice text, struct ls_text_flaws *flaws)
{
    if (text.len > DNS_SUBDOMAIN_BYTES_MAX)
        flaw_add(flaws, LONG_253);
    if (text.len == 0 || !all_in(text, "-._"))
        flaw_add(flaws, config_key_words);
    if (ls_slice_is(text, "."))
        flaw_add(flaws, "must not be '.'");
    else if (ls_slice_is(text, ".."))
        flaw_add(flaws, "must not be '..'");
    else if (ls_slice_starts(text, ".."))
        flaw_add(flaws, "must not start with '..'");
}

static void env_prefix(struct ls_slice text, struct ls_text_flaws *flaws)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] < ' ' || text.at[i] > '~' || text.at[i] == '=') {
            flaw_add(flaws, env_name_words);
            return;
        }
    }
}

static void env_name(struct ls_slice text, struct ls_text_flaws *flaws)
{
    if (text.len == 0)
        flaw_add(flaws, "environment variable name must be non-empty");
    env_prefix(text, flaws);
}

static bool has_lower_letter(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] >= 'a' && text.at[i] <= 'z')
            return true;
    }
    return false;
}

static bool has_double_hyphen(struct ls_slice text)
{
    for (size_t i = 1; i < text.len; i++) {
        if (text.at[i - 1] == '-' && text.at[i] == '-')
            return true;
    }
    return false;
}

static bool port_name_fits(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (!is_lower_or_digit(text.at[i]) && text.at[i] != '-')
            return false;
    }
    return text.len > 0;
}

static void port_name(struct ls_slice text, struct ls_text_flaws *flaws)
{
    if (text.len > PORT_NAME_BYTES_MAX)
        flaw_add(flaws, "must be no more than 15 characters");
    if (!port_name_fits(text))
        flaw_add(flaws, "must contain only alpha-numeric characters (a-z, 0-9), and hyphens (-)");
    if (!has_lower_letter(text))
        flaw_add(flaws, "must contain at least one letter (a-z)");
    if (has_double_hyphen(text))
        flaw_add(flaws, "must not contain consecutive hyphens");
    if (text.len > 0 && (text.at[0] == '-' || text.at[text.len - 1] == '-'))
        flaw_add(flaws, "must not begin or end with a hyphen");
}

static void http_header(struct ls_slice text, struct ls_text_flaws *flaws)
{
    if (text.len == 0 || !all_in(text, "-"))
        flaw_add(flaws, http_header_words);
}

static void percent(struct ls_slice text, struct ls_text_flaws *flaws)
{
    size_t digits = 0;
    while (digits < text.len && isdigit((unsigned char)text.at[digits]))
        digits++;
    if (digits == 0 || digits + 1 != text.len || text.at[digits] != '%')
        flaw_add(flaws, percent_words);
}

static void c_identifier(struct ls_slice text, struct ls_text_flaws *flaws)
{
    if (text.len == 0 || !all_in(text, "_") || isdigit((unsigned char)text.at[0]))
        flaw_add(flaws, c_identifier_words);
}

/* clang-format off */
static void (*const rules[LS_TEXT_RULE_COUNT])(struct ls_slice text, struct ls_text_flaws *flaws) = {
    [LS_TEXT_DNS_SUBDOMAIN]  = dns_subdomain,
    [LS_TEXT_DNS_LABEL]      = dns_label,
    [LS_TEXT_DNS_1035]       = dns_1035,
    [LS_TEXT_WILDCARD]       = wildcard,
    [LS_TEXT_PATH_SEGMENT]   = path_segment,
    [LS_TEXT_LABEL_KEY]      = label_key,
    [LS_TEXT_ANNOTATION_KEY] = annotation_key,
    [LS_TEXT_LABEL_VALUE]    = label_value,
    [LS_TEXT_CONFIG_KEY]     = config_key,
    [LS_TEXT_ENV_NAME]       = env_name,
    [LS_TEXT_ENV_PREFIX]     = env_prefix,
    [LS_TEXT_PORT_NAME]      = port_name,
    [LS_TEXT_HTTP_HEADER]    = http_header,
    [LS_TEXT_PERCENT]        = percent,
    [LS_TEXT_C_IDENTIFIER]   = c_identifier,
};
/* clang-format on */

struct ls_text_flaws ls_text_flaws(enum ls_text_rule rule, struct ls_slice text)
{
    struct ls_text_flaws flaws = {.count = 0};
    LS_ASSERT(rule < LS_TEXT_RULE_COUNT);
    rules[rule](text, &flaws);
    return flaws;
}

struct ls_text_flaws ls_text_prefix_flaws(enum ls_text_rule rule, struct ls_slice text)
{
    LS_ASSERT(rule < LS_TEXT_RULE_COUNT);
    char masked[DNS_SUBDOMAIN_BYTES_MAX + 1];
    bool has_dash = text.len > 1 && text.at[text.len - 1] == '-';
    if (rule == LS_TEXT_PATH_SEGMENT || !has_dash || text.len > sizeof masked)
        return ls_text_flaws(rule, text);
    memcpy(masked, text.at, text.len);
    /* As kube-apiserver does: the dash and the character before it are replaced by a valid one. */
    masked[text.len - 2] = 'a';
    return ls_text_flaws(rule, (struct ls_slice){masked, text.len - 1});
}

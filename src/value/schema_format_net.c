#include "value/schema_format_net.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <string.h>

#include "base/ascii.h"
#include "base/hex.h"

/* Four numbers up to 255; leading zeros are allowed, as in old versions of Go. */
static bool is_four_numbers(struct ls_slice text)
{
    struct ls_slice rest = text;
    for (int part = 0; part < 4; part++) {
        if (part > 0 && rest.at == NULL)
            return false;
        struct ls_slice number = ls_slice_cut(rest, '.', &rest);
        int value = 0;
        for (size_t i = 0; i < number.len; i++) {
            if (!ls_ascii_is_digit(number.at[i]))
                return false;
            value = value * 10 + (number.at[i] - '0');
            if (value > 255)
                return false;
        }
        if (number.len == 0)
            return false;
    }
    return rest.at == NULL;
}

static bool is_six(struct ls_slice text)
{
    char copy[INET6_ADDRSTRLEN + 1];
    struct in6_addr address;
    if (text.len == 0 || text.len >= sizeof copy || memchr(text.at, '\0', text.len) != NULL)
        return false;
    memcpy(copy, text.at, text.len);
    copy[text.len] = '\0';
    return inet_pton(AF_INET6, copy, &address) == 1;
}

bool ls_format_is_ipv4(struct ls_slice text)
{
    return is_four_numbers(text) || (ls_slice_find(text, '.') != SIZE_MAX && is_six(text));
}

bool ls_format_is_ipv6(struct ls_slice text)
{
    return is_six(text);
}

bool ls_format_is_cidr(struct ls_slice text)
{
    struct ls_slice mask;
    struct ls_slice address = ls_slice_cut(text, '/', &mask);
    int64_t bits;
    bool is_four = is_four_numbers(address);
    if (mask.len == 0 || !ls_ascii_is_digit(mask.at[0]) || !ls_slice_to_i64(mask, &bits))
        return false;
    return (is_four || is_six(address)) && bits <= (is_four ? 32 : 128);
}

/* Pairs with : or - between, or groups of four with dots; 6, 8 or 20 bytes. */
bool ls_format_is_mac(struct ls_slice text)
{
    if (text.len < 14)
        return false;
    size_t group = text.at[2] == ':' || text.at[2] == '-' ? 2 : text.at[4] == '.' ? 4 : 0;
    if (group == 0 || (text.len + 1) % (group + 1) != 0)
        return false;
    char separator = text.at[group];
    for (size_t i = 0; i < text.len; i++) {
        bool is_between = i % (group + 1) == group;
        if (is_between ? text.at[i] != separator : ls_hex_value(text.at[i]) < 0)
            return false;
    }
    size_t bytes = (text.len + 1) / (group + 1) * group / 2;
    return bytes == 6 || bytes == 8 || bytes == 20;
}

/* Letters, digits and symbols; everything past ASCII counts as a letter. */
static bool is_host_char(char c)
{
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80 || ls_char_is_any(c, "$+<=>^`|~");
}

static bool is_host_label(struct ls_slice label)
{
    enum { LABEL_BYTES_MAX = 63 };
    if (label.len == 0 || label.len > LABEL_BYTES_MAX || label.at[0] == '-' ||
        label.at[label.len - 1] == '-')
        return false;
    for (size_t i = 0; i < label.len; i++) {
        if (!is_host_char(label.at[i]) && label.at[i] != '-')
            return false;
    }
    return true;
}

/* A name without dots may have one dash, as its second character: the API server's rule. */
static bool is_single_label(struct ls_slice text)
{
    enum { LABEL_BYTES_MAX = 63 };
    if (text.len == 0 || text.len > LABEL_BYTES_MAX)
        return false;
    for (size_t i = 0; i < text.len; i++) {
        if (!is_host_char(text.at[i]) && !(i == 1 && text.at[i] == '-'))
            return false;
    }
    return true;
}

static bool is_top_label(struct ls_slice label)
{
    for (size_t i = 0; i < label.len; i++) {
        if (!isalpha((unsigned char)label.at[i]) && (unsigned char)label.at[i] < 0x80)
            return false;
    }
    return label.len >= 2 && label.len <= 63;
}

bool ls_format_is_hostname(struct ls_slice text)
{
    enum { HOSTNAME_BYTES_MAX = 255 };
    if (text.len > HOSTNAME_BYTES_MAX)
        return false;
    if (ls_slice_find(text, '.') == SIZE_MAX)
        return is_single_label(text);
    struct ls_slice rest = text;
    struct ls_slice label = ls_slice_cut(rest, '.', &rest);
    for (; rest.at != NULL; label = ls_slice_cut(rest, '.', &rest)) {
        if (!is_host_label(label))
            return false;
    }
    return is_top_label(label);
}

static bool is_atom_char(char c)
{
    return isalnum((unsigned char)c) || (unsigned char)c >= 0x80 ||
           ls_char_is_any(c, "!#$%&'*+-/=?^_`{|}~");
}

static bool is_dot_atom(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        bool is_dot = text.at[i] == '.';
        if (!is_dot && !is_atom_char(text.at[i]))
            return false;
        if (is_dot && (i == 0 || i + 1 == text.len || text.at[i - 1] == '.'))
            return false;
    }
    return text.len > 0;
}

static bool is_quoted(struct ls_slice text)
{
    if (text.len < 2 || text.at[0] != '"' || text.at[text.len - 1] != '"')
        return false;
    for (size_t i = 1; i + 1 < text.len; i++) {
        if (text.at[i] == '"' || (unsigned char)text.at[i] < ' ')
            return false;
        i += text.at[i] == '\\' && i + 2 < text.len;
    }
    return true;
}

static bool is_mail_address(struct ls_slice text)
{
    size_t at = text.len;
    while (at > 0 && text.at[at - 1] != '@')
        at--;
    if (at == 0)
        return false;
    struct ls_slice local = {text.at, at - 1}, domain = ls_slice_from(text, at);
    bool is_literal = domain.len > 2 && domain.at[0] == '[' && domain.at[domain.len - 1] == ']';
    struct ls_slice inside = {domain.at + 1, domain.len >= 2 ? domain.len - 2 : 0};
    return (is_dot_atom(local) || is_quoted(local)) &&
           (is_literal ? is_four_numbers(inside) || is_six(inside) : is_dot_atom(domain));
}

static bool is_phrase(struct ls_slice text)
{
    struct ls_slice rest = ls_slice_trim(text);
    if (rest.len == 0 || is_quoted(rest))
        return true;
    for (size_t i = 0; i < rest.len; i++) {
        if (!is_atom_char(rest.at[i]) && rest.at[i] != ' ' && rest.at[i] != '.')
            return false;
    }
    return true;
}

/* name@host, or with a name in front: Some One <name@host> */
bool ls_format_is_email(struct ls_slice text)
{
    text = ls_slice_trim(text);
    size_t open = ls_slice_find(text, '<');
    if (open == SIZE_MAX)
        return is_mail_address(text);
    if (!ls_slice_ends(text, ">"))
        return false;
    struct ls_slice address = {text.at + open + 1, text.len - open - 2};
    return is_phrase((struct ls_slice){text.at, open}) && is_mail_address(address);
}

static bool has_good_escapes(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (text.at[i] != '%')
            continue;
        if (i + 2 >= text.len || ls_hex_value(text.at[i + 1]) < 0 ||
            ls_hex_value(text.at[i + 2]) < 0)
            return false;
    }
    return true;
}

static bool is_port(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (!ls_ascii_is_digit(text.at[i]))
            return false;
    }
    return true;
}

/* host, host:port, [ipv6]:port; a host may be empty. */
static bool is_authority_host(struct ls_slice host)
{
    for (size_t i = 0; i < host.len; i++) {
        char c = host.at[i];
        if ((unsigned char)c < 0x80 && !isalnum((unsigned char)c) &&
            !ls_char_is_any(c, "-_.~!$&'()*+,;=:[]<>\"%"))
            return false;
    }
    size_t close = ls_slice_find(host, ']');
    if (ls_slice_starts(host, "[")) {
        struct ls_slice rest = close == SIZE_MAX ? host : ls_slice_from(host, close + 1);
        return close != SIZE_MAX &&
               (rest.len == 0 || (rest.at[0] == ':' && is_port(ls_slice_from(rest, 1))));
    }
    size_t colon = host.len;
    while (colon > 0 && host.at[colon - 1] != ':')
        colon--;
    return colon == 0 || is_port(ls_slice_from(host, colon));
}

static bool is_authority(struct ls_slice text)
{
    size_t at = text.len;
    while (at > 0 && text.at[at - 1] != '@')
        at--;
    if (at > 0) {
        for (size_t i = 0; i + 1 < at; i++) {
            if (!isalnum((unsigned char)text.at[i]) &&
                !ls_char_is_any(text.at[i], "-._:~!$&'()*+,;=%@"))
                return false;
        }
    }
    return is_authority_host(ls_slice_from(text, at)) && has_good_escapes(text);
}

/* Length of "scheme:", 0 without one, SIZE_MAX when a colon stands first. */
static size_t scheme_len(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (isalpha((unsigned char)c))
            continue;
        if (c == ':')
            return i == 0 ? SIZE_MAX : i + 1;
        if (i == 0 || (!ls_ascii_is_digit(c) && c != '+' && c != '-' && c != '.'))
            return 0;
    }
    return 0;
}

bool ls_format_is_uri(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        if ((unsigned char)text.at[i] < ' ' || text.at[i] == 0x7f)
            return false;
    }
    if (ls_slice_is(text, "*"))
        return true;
    size_t scheme = scheme_len(text);
    if (text.len == 0 || scheme == SIZE_MAX)
        return false;
    struct ls_slice query;
    struct ls_slice rest = ls_slice_cut(ls_slice_from(text, scheme), '?', &query);
    if (!ls_slice_starts(rest, "/"))
        return scheme > 0;
    if (scheme > 0 && ls_slice_starts(rest, "//")) {
        struct ls_slice after = ls_slice_from(rest, 2);
        size_t slash = ls_slice_find(after, '/');
        struct ls_slice authority = {after.at, slash == SIZE_MAX ? after.len : slash};
        if (!is_authority(authority))
            return false;
        rest = ls_slice_from(after, authority.len);
    }
    return has_good_escapes(rest);
}

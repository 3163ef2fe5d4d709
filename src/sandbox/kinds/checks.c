#include "sandbox/kinds/checks.h"

#include <arpa/inet.h>
#include <ctype.h>
#include <string.h>

enum {
    PORT_MAX = 65535,
    FILE_MODE_MAX = 0777,
    ANNOTATIONS_BYTES_MAX = 256 << 10,
    DRIVER_NAME_BYTES_MAX = 63,
    DRIVER_NAME_SHOWN_MAX = 512, /* bytes of a longer name that are checked */
};

void ls_labels_check(const struct ls_spot *labels)
{
    LS_EACH (it, labels->value) {
        struct ls_text_flaws flaws = ls_text_flaws(LS_TEXT_LABEL_KEY, it.key);
        struct ls_spot value = *labels;
        for (size_t i = 0; i < flaws.count; i++) {
            struct ls_buf shown LS_AUTO(ls_buf_release) = {0};
            ls_buf_printf(&shown, "\"%.*s\"", LS_ARG(it.key));
            ls_spot_invalid_as(labels, ls_buf_text(&shown), "%s", flaws.at[i]);
        }
        value.value = it.value;
        ls_spot_follows(&value, LS_TEXT_LABEL_VALUE);
    }
}

void ls_annotations_check(const struct ls_spot *annotations)
{
    size_t bytes = 0;
    LS_EACH (it, annotations->value) {
        struct ls_text_flaws flaws = ls_text_flaws(LS_TEXT_ANNOTATION_KEY, it.key);
        bytes += it.key.len + ls_node_string(it.value).len;
        for (size_t i = 0; i < flaws.count; i++) {
            struct ls_buf shown LS_AUTO(ls_buf_release) = {0};
            ls_buf_printf(&shown, "\"%.*s\"", LS_ARG(it.key));
            ls_spot_invalid_as(annotations, ls_buf_text(&shown), "%s", flaws.at[i]);
        }
    }
    if (bytes > ANNOTATIONS_BYTES_MAX)
        ls_spot_too_long(annotations, ANNOTATIONS_BYTES_MAX);
}

bool ls_set_operator_check(const struct ls_spot *term)
{
    struct ls_spot values = ls_spot_at(term, "values");
    struct ls_slice word = ls_node_string(ls_node_get(term->value, LS_SLICE("operator")));
    bool needs_values = ls_slice_is(word, "In") || ls_slice_is(word, "NotIn");
    bool refuses_values = ls_slice_is(word, "Exists") || ls_slice_is(word, "DoesNotExist");
    if (needs_values && ls_node_count(values.value) == 0)
        ls_spot_required(&values, "must be specified when `operator` is 'In' or 'NotIn'");
    if (refuses_values && ls_node_count(values.value) > 0)
        ls_spot_forbidden(&values,
                          "may not be specified when `operator` is 'Exists' or 'DoesNotExist'");
    return needs_values || refuses_values;
}

static void selector_term_check(const struct ls_spot *term)
{
    struct ls_spot values = ls_spot_at(term, "values");
    if (!ls_set_operator_check(term))
        ls_spot_invalid(LS_SPOT_AT(term, "operator"), "not a valid selector operator");
    ls_spot_follows(LS_SPOT_AT(term, "key"), LS_TEXT_LABEL_KEY);
    LS_EACH_ITEM (value, &values)
        ls_spot_follows(&value, LS_TEXT_LABEL_VALUE);
}

void ls_label_selector_check(const struct ls_spot *selector)
{
    struct ls_spot terms = ls_spot_at(selector, "matchExpressions");
    ls_labels_check(LS_SPOT_AT(selector, "matchLabels"));
    LS_EACH_ITEM (term, &terms)
        selector_term_check(&term);
}

bool ls_label_selector_is_empty(struct ls_node selector)
{
    return ls_node_count(ls_node_get(selector, LS_SLICE("matchLabels"))) == 0 &&
           ls_node_count(ls_node_get(selector, LS_SLICE("matchExpressions"))) == 0;
}

/* An address as 16 bytes, IPv4 mapped into IPv6. */
struct ip {
    uint8_t bytes[16];
    bool is_v4;
};

static bool ip_read(struct ls_slice text, struct ip *out)
{
    char copy[INET6_ADDRSTRLEN];
    struct in_addr v4;
    if (text.len == 0 || text.len >= sizeof copy)
        return false;
    memcpy(copy, text.at, text.len);
    copy[text.len] = '\0';
    *out = (struct ip){.bytes = {[10] = 0xff, [11] = 0xff}};
    if (inet_pton(AF_INET, copy, &v4) == 1) {
        memcpy(out->bytes + 12, &v4, sizeof v4);
        out->is_v4 = true;
        return true;
    }
    return inet_pton(AF_INET6, copy, out->bytes) == 1;
}

bool ls_ip_is_valid(struct ls_slice text)
{
    struct ip ip;
    return ip_read(text, &ip);
}

bool ls_ip_check(const struct ls_spot *ip)
{
    if (ls_ip_is_valid(ls_spot_text(ip)))
        return true;
    const char *words = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
    if (ls_spot_is_there(ip))
        ls_spot_invalid(ip, "%s", words);
    else
        ls_spot_invalid_as(ip, "\"\"", "%s", words);
    return false;
}

static bool ip_is_loopback(const struct ip *ip)
{
    static const uint8_t one[16] = {[15] = 1};
    return ip->is_v4 ? ip->bytes[12] == 127 : memcmp(ip->bytes, one, sizeof one) == 0;
}

static bool ip_is_unspecified(const struct ip *ip)
{
    static const uint8_t zero[16] = {0};
    return ip->is_v4 ? memcmp(ip->bytes + 12, zero, 4) == 0
                     : memcmp(ip->bytes, zero, sizeof zero) == 0;
}

static bool ip_is_link_local(const struct ip *ip)
{
    return ip->is_v4 ? ip->bytes[12] == 169 && ip->bytes[13] == 254
                     : ip->bytes[0] == 0xfe && (ip->bytes[1] & 0xc0) == 0x80;
}

static bool ip_is_link_multicast(const struct ip *ip)
{
    return ip->is_v4 ? ip->bytes[12] == 224 && ip->bytes[13] == 0 && ip->bytes[14] == 0
                     : ip->bytes[0] == 0xff && (ip->bytes[1] & 0x0f) == 2;
}

void ls_target_ip_check(const struct ls_spot *spot)
{
    struct ip ip;
    if (!ip_read(ls_spot_text(spot), &ip)) {
        ls_spot_invalid(spot, "must be a valid IP address");
        return;
    }
    if (ip_is_unspecified(&ip))
        ls_spot_invalid(spot, "may not be unspecified (0.0.0.0 or ::)");
    if (ip_is_loopback(&ip))
        ls_spot_invalid(spot, "may not be in the loopback range (127.0.0.0/8, ::1/128)");
    if (ip_is_link_local(&ip))
        ls_spot_invalid(spot, "may not be in the link-local range (169.254.0.0/16, fe80::/10)");
    if (ip_is_link_multicast(&ip))
        ls_spot_invalid(spot,
                        "may not be in the link-local multicast range (224.0.0.0/24, ff02::/10)");
}

static bool cidr_read(struct ls_slice text, struct ip *ip, int64_t *bits)
{
    struct ls_slice length;
    struct ls_slice address = ls_slice_cut(text, '/', &length);
    return length.at && ip_read(address, ip) && ls_slice_to_i64(length, bits) && *bits >= 0 &&
           *bits <= (ip->is_v4 ? 32 : 128) && length.at[0] != '+';
}

bool ls_cidr_check(const struct ls_spot *cidr)
{
    struct ip ip;
    int64_t bits;
    if (cidr_read(ls_spot_text(cidr), &ip, &bits))
        return true;
    ls_spot_invalid(cidr, "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)");
    return false;
}

bool ls_cidr_is_inside(struct ls_slice inner, struct ls_slice outer)
{
    struct ip small;
    struct ip big;
    int64_t small_bits;
    int64_t big_bits;
    if (!cidr_read(inner, &small, &small_bits) || !cidr_read(outer, &big, &big_bits) ||
        small.is_v4 != big.is_v4 || small_bits <= big_bits)
        return false;
    int64_t skipped = small.is_v4 ? 96 : 0;
    for (int64_t i = 0; i < big_bits; i++) {
        size_t at = (size_t)((skipped + i) / 8);
        unsigned mask = 0x80u >> (unsigned)((skipped + i) % 8);
        if ((small.bytes[at] & mask) != (big.bytes[at] & mask))
            return false;
    }
    return true;
}

void ls_port_check(const struct ls_spot *port)
{
    ls_spot_in_range(port, 1, PORT_MAX);
}

void ls_port_or_name_check(const struct ls_spot *port)
{
    if (ls_node_is_string(port->value))
        ls_spot_follows(port, LS_TEXT_PORT_NAME);
    else
        ls_port_check(port);
}

void ls_int_or_percent_check(const struct ls_spot *amount)
{
    if (ls_node_is_string(amount->value))
        ls_spot_follows(amount, LS_TEXT_PERCENT);
    else
        ls_spot_not_negative(amount);
}

int64_t ls_int_or_percent_value(struct ls_node amount)
{
    int64_t number = 0;
    struct ls_slice text = ls_node_string(amount);
    if (!ls_node_is_string(amount))
        return ls_node_int(amount, 0);
    if (text.len > 0 && text.at[text.len - 1] == '%')
        text.len--;
    return ls_slice_to_i64(text, &number) ? number : 0;
}

void ls_percent_at_most_100(const struct ls_spot *amount)
{
    if (ls_slice_ends(ls_spot_text(amount), "%") && ls_int_or_percent_value(amount->value) > 100)
        ls_spot_invalid(amount, "must not be greater than 100%%");
}

bool ls_quantity_at(const struct ls_spot *spot, struct ls_quantity *out)
{
    struct ls_err err;
    return ls_spot_is_there(spot) && !ls_quantity_from_node(spot->value, out, &err);
}

void ls_quantity_not_negative(const struct ls_spot *spot)
{
    struct ls_quantity quantity;
    if (ls_quantity_at(spot, &quantity) && ls_quantity_sign(&quantity) < 0)
        ls_spot_invalid(spot, "must be greater than or equal to 0");
}

void ls_driver_name_check(const struct ls_spot *name)
{
    char lower[DRIVER_NAME_SHOWN_MAX];
    struct ls_slice text = ls_spot_text(name);
    size_t len = LS_MIN(text.len, sizeof lower);
    if (!ls_spot_needed(name))
        return;
    if (text.len > DRIVER_NAME_BYTES_MAX)
        ls_spot_too_long(name, DRIVER_NAME_BYTES_MAX);
    for (size_t i = 0; i < len; i++)
        lower[i] = (char)tolower((unsigned char)text.at[i]);
    struct ls_text_flaws flaws =
        ls_text_flaws(LS_TEXT_DNS_SUBDOMAIN, (struct ls_slice){lower, len});
    for (size_t i = 0; i < flaws.count; i++)
        ls_spot_invalid(name, "%s", flaws.at[i]);
}

static bool is_path_text(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
        if (!is_plain && !ls_char_is_any(c, "/-._~%!$&'()*+,;=:"))
            return false;
    }
    return true;
}

void ls_domain_path_check(const struct ls_spot *path)
{
    struct ls_slice rest;
    struct ls_slice host = ls_slice_cut(ls_spot_text(path), '/', &rest);
    struct ls_buf shown LS_AUTO(ls_buf_release) = {0};
    if (!ls_spot_needed(path))
        return;
    if (host.len == 0 || rest.len == 0) {
        ls_spot_invalid(path, "must be a domain-prefixed path (such as \"acme.io/foo\")");
        return;
    }
    struct ls_text_flaws flaws = ls_text_flaws(LS_TEXT_DNS_SUBDOMAIN, host);
    ls_buf_printf(&shown, "\"%.*s\"", LS_ARG(host));
    for (size_t i = 0; i < flaws.count; i++)
        ls_spot_invalid_as(path, ls_buf_text(&shown), "%s", flaws.at[i]);
    ls_buf_clear(&shown);
    ls_buf_printf(&shown, "\"%.*s\"", LS_ARG(rest));
    if (!is_path_text(rest))
        ls_spot_invalid_as(path, ls_buf_text(&shown),
                           "Invalid path (regex used for validation is "
                           "'[A-Za-z0-9/\\-._~%%!$&'()*+,;=:]+')");
}

void ls_no_backsteps_check(const struct ls_spot *path)
{
    struct ls_slice rest = ls_spot_text(path);
    while (rest.at) {
        if (ls_slice_is(ls_slice_cut(rest, '/', &rest), "..")) {
            ls_spot_invalid(path, "must not contain '..'");
            return;
        }
    }
}

void ls_local_path_check(const struct ls_spot *path)
{
    if (ls_slice_starts(ls_spot_text(path), "/"))
        ls_spot_invalid(path, "must be a relative path");
    ls_no_backsteps_check(path);
}

void ls_plain_path_check(const struct ls_spot *path)
{
    struct ls_slice text = ls_spot_text(path);
    ls_local_path_check(path);
    if (ls_slice_starts(text, "..") && !ls_slice_starts(text, "../"))
        ls_spot_invalid(path, "must not start with '..'");
}

void ls_file_mode_check(const struct ls_spot *mode)
{
    int64_t value = ls_node_int(mode->value, 0);
    if (value < 0 || value > FILE_MODE_MAX)
        ls_spot_invalid(mode, "must be a number between 0 and 0777 (octal), both inclusive");
}

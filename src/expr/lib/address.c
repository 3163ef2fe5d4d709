#include "expr/lib/address.h"

#include <string.h>

#include "base/hex.h"
#include "value/go_text.h"

/* The text and the position in it: errors quote both. */
struct address_reader {
    struct ls_slice whole;
    struct ls_slice rest;
    struct ls_err *err;
};

static enum ls_code fail(struct address_reader *reader, const char *why, struct ls_slice at)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, "ParseAddr(");
    ls_go_quote(&text, reader->whole);
    ls_buf_printf(&text, "): %s", why);
    if (at.len > 0) {
        ls_buf_add_text(&text, " (at ");
        ls_go_quote(&text, at);
        ls_buf_add_char(&text, ')');
    }
    return ls_fail(reader->err, LS_E_INVALID, "%s", ls_buf_text(&text));
}

static const struct ls_slice nowhere = {NULL, 0};

/* The rest of the text: four numbers up to 255 without leading zeros. */
static enum ls_code four_read(struct address_reader *reader, uint8_t *out)
{
    struct ls_slice text = reader->rest;
    unsigned value = 0;
    size_t digits = 0;
    size_t fields = 0;
    for (size_t i = 0; i < text.len; i++) {
        char c = text.at[i];
        if (c >= '0' && c <= '9') {
            if (digits == 1 && value == 0)
                return fail(reader, "IPv4 field has octet with leading zero", nowhere);
            value = value * 10 + (unsigned)(c - '0');
            digits++;
            if (value > 255)
                return fail(reader, "IPv4 field has value >255", nowhere);
            continue;
        }
        if (c != '.')
            return fail(reader, "unexpected character", ls_slice_from(text, i));
        if (digits == 0 || i + 1 == text.len)
            return fail(reader, "IPv4 field must have at least one digit", ls_slice_from(text, i));
        if (fields == 3)
            return fail(reader, "IPv4 address too long", nowhere);
        out[fields++] = (uint8_t)value;
        value = 0;
        digits = 0;
    }
    if (fields < 3)
        return fail(reader, "IPv4 address too short", nowhere);
    out[3] = (uint8_t)value;
    return LS_OK;
}

/* One group of hexadecimal digits at the front; *len is how many. */
static enum ls_code group_read(struct address_reader *reader, uint16_t *out, size_t *len)
{
    unsigned value = 0;
    *len = 0;
    while (*len < reader->rest.len && ls_hex_value(reader->rest.at[*len]) >= 0) {
        if (*len == 4)
            return fail(reader, "each group must have 4 or less digits", reader->rest);
        value = value << 4 | (unsigned)ls_hex_value(reader->rest.at[(*len)++]);
    }
    if (*len == 0)
        return fail(reader, "each colon-separated field must have at least one digit",
                    reader->rest);
    *out = (uint16_t)value;
    return LS_OK;
}

/* The bytes so far and where :: stood among them, -1: nowhere. */
struct six {
    uint8_t *bytes;
    size_t count;
    int gap;
};

/* 1.2.3.4 at the end of an IPv6 address. */
static enum ls_code embedded_read(struct address_reader *reader, struct six *six)
{
    if (six->gap < 0 && six->count != 12)
        return fail(reader, "embedded IPv4 address must replace the final 2 fields of the address",
                    reader->rest);
    if (six->count + 4 > 16)
        return fail(reader, "too many hex fields to fit an embedded IPv4 at the end of the address",
                    reader->rest);
    enum ls_code code = four_read(reader, six->bytes + six->count);
    six->count += 4;
    reader->rest.len = 0;
    return code;
}

/* A colon and what follows it: the next group, or a gap. */
static enum ls_code colon_read(struct address_reader *reader, struct six *six)
{
    if (reader->rest.at[0] != ':')
        return fail(reader, "unexpected character, want colon", reader->rest);
    if (reader->rest.len == 1)
        return fail(reader, "colon must be followed by more characters", reader->rest);
    reader->rest = ls_slice_from(reader->rest, 1);
    if (reader->rest.at[0] != ':')
        return LS_OK;
    if (six->gap >= 0)
        return fail(reader, "multiple :: in address", reader->rest);
    six->gap = (int)six->count;
    reader->rest = ls_slice_from(reader->rest, 1);
    return LS_OK;
}

static enum ls_code groups_read(struct address_reader *reader, struct six *six)
{
    while (six->count < 16) {
        uint16_t group = 0;
        size_t len = 0;
        if (group_read(reader, &group, &len))
            return LS_E_INVALID;
        if (len < reader->rest.len && reader->rest.at[len] == '.')
            return embedded_read(reader, six);
        six->bytes[six->count++] = (uint8_t)(group >> 8);
        six->bytes[six->count++] = (uint8_t)(group & 0xff);
        reader->rest = ls_slice_from(reader->rest, len);
        if (reader->rest.len == 0)
            return LS_OK;
        bool had_gap = six->gap >= 0;
        if (colon_read(reader, six))
            return LS_E_INVALID;
        if (!had_gap && six->gap >= 0 && reader->rest.len == 0)
            return LS_OK;
    }
    return LS_OK;
}

static enum ls_code six_read(struct address_reader *reader, struct ls_address *out)
{
    struct six six = {out->bytes, 0, -1};
    size_t zone = ls_slice_find(reader->rest, '%');
    if (zone != SIZE_MAX) {
        if (zone + 1 == reader->rest.len)
            return fail(reader, "zone must be a non-empty string", nowhere);
        out->has_zone = true;
        reader->rest.len = zone;
    }
    if (ls_slice_starts(reader->rest, "::")) {
        six.gap = 0;
        reader->rest = ls_slice_from(reader->rest, 2);
        if (reader->rest.len == 0)
            return LS_OK;
    }
    if (groups_read(reader, &six))
        return LS_E_INVALID;
    if (reader->rest.len > 0)
        return fail(reader, "trailing garbage after address", reader->rest);
    if (six.count == 16)
        return six.gap < 0
                   ? LS_OK
                   : fail(reader, "the :: must expand to at least one field of zeros", nowhere);
    if (six.gap < 0)
        return fail(reader, "address string too short", nowhere);
    size_t behind = six.count - (size_t)six.gap;
    memmove(out->bytes + 16 - behind, out->bytes + six.gap, behind);
    memset(out->bytes + six.gap, 0, 16 - six.count);
    return LS_OK;
}

enum ls_code ls_address_parse(struct ls_slice text, struct ls_address *out, struct ls_err *err)
{
    struct address_reader reader = {text, text, err};
    struct ls_address address = {0};
    size_t at = 0;
    while (at < text.len && !ls_char_is_any(text.at[at], ".:%"))
        at++;
    enum ls_code code = LS_OK;
    if (at == text.len) {
        code = fail(&reader, "unable to parse IP", nowhere);
    } else if (text.at[at] == '%') {
        code = fail(&reader, "missing IPv6 address", nowhere);
    } else if (text.at[at] == '.') {
        address.is_four = true;
        code = four_read(&reader, address.bytes);
    } else {
        code = six_read(&reader, &address);
    }
    if (!code)
        *out = address;
    return code;
}

static enum ls_code network_fail(struct ls_slice text, const char *why, struct ls_slice quoted,
                                 struct ls_err *err)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&out, "netip.ParsePrefix(");
    ls_go_quote(&out, text);
    ls_buf_printf(&out, "): %s", why);
    if (quoted.at)
        ls_go_quote(&out, quoted);
    return ls_fail(err, LS_E_INVALID, "%s", ls_buf_text(&out));
}

enum ls_code ls_network_parse(struct ls_slice text, struct ls_network *out, struct ls_err *err)
{
    size_t slash = text.len;
    while (slash > 0 && text.at[slash - 1] != '/')
        slash--;
    if (slash == 0)
        return network_fail(text, "no '/'", nowhere, err);
    struct ls_network network;
    struct ls_err inner = {0};
    struct ls_slice bits = ls_slice_from(text, slash);
    int64_t number = 0;
    if (ls_address_parse((struct ls_slice){text.at, slash - 1}, &network.address, &inner))
        return network_fail(text, inner.text, nowhere, err);
    if (network.address.has_zone)
        return network_fail(text, "IPv6 zones cannot be present in a prefix", nowhere, err);
    bool is_odd = bits.len > 1 && (bits.at[0] < '1' || bits.at[0] > '9');
    if (is_odd || bits.len > 18 || !ls_slice_to_i64(bits, &number))
        return network_fail(text, "bad bits after slash: ", bits, err);
    if (number < 0 || number > (network.address.is_four ? 32 : 128))
        return network_fail(text, "prefix length out of range", nowhere, err);
    network.bits = (int)number;
    *out = network;
    return LS_OK;
}

static unsigned group_at(const struct ls_address *address, size_t i)
{
    return (unsigned)address->bytes[2 * i] << 8 | address->bytes[2 * i + 1];
}

/* The first of the longest runs of zero groups, if one has two or more. */
static void gap_find(const struct ls_address *address, size_t *start, size_t *end)
{
    *start = 8;
    *end = 8;
    for (size_t i = 0; i < 8; i++) {
        size_t j = i;
        while (j < 8 && group_at(address, j) == 0)
            j++;
        if (j - i >= 2 && j - i > *end - *start) {
            *start = i;
            *end = j;
        }
        i = j > i ? j : i;
    }
}

static void four_print(struct ls_buf *out, const uint8_t *bytes)
{
    ls_buf_printf(out, "%u.%u.%u.%u", (unsigned)bytes[0], (unsigned)bytes[1], (unsigned)bytes[2],
                  (unsigned)bytes[3]);
}

void ls_address_print(struct ls_buf *out, const struct ls_address *address)
{
    if (address->is_four) {
        four_print(out, address->bytes);
        return;
    }
    if (ls_address_is_four_in_six(address)) {
        ls_buf_add_text(out, "::ffff:");
        four_print(out, address->bytes + 12);
        return;
    }
    size_t start, end;
    gap_find(address, &start, &end);
    for (size_t i = 0; i < 8; i++) {
        if (i == start) {
            ls_buf_add_text(out, "::");
            i = end;
            if (i >= 8)
                break;
        } else if (i > 0) {
            ls_buf_add_char(out, ':');
        }
        ls_buf_printf(out, "%x", group_at(address, i));
    }
}

void ls_network_print(struct ls_buf *out, const struct ls_network *network)
{
    LS_ASSERT(network->bits >= 0);
    LS_ASSERT(network->bits <= (network->address.is_four ? 32 : 128));
    ls_address_print(out, &network->address);
    ls_buf_printf(out, "/%d", network->bits);
}

bool ls_address_equal(const struct ls_address *a, const struct ls_address *b)
{
    return a->is_four == b->is_four && memcmp(a->bytes, b->bytes, sizeof a->bytes) == 0;
}

bool ls_address_is_four_in_six(const struct ls_address *address)
{
    static const uint8_t front[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
    return !address->is_four && memcmp(address->bytes, front, sizeof front) == 0;
}

struct ls_address ls_address_unmapped(const struct ls_address *address)
{
    struct ls_address four = {.is_four = true};
    if (!ls_address_is_four_in_six(address))
        return *address;
    memcpy(four.bytes, address->bytes + 12, 4);
    return four;
}

struct ls_address ls_address_masked(const struct ls_address *address, int bits)
{
    LS_ASSERT(bits >= 0);
    LS_ASSERT(bits <= 128);
    struct ls_address masked = *address;
    for (int i = 0; i < 16; i++) {
        int kept = LS_MAX(0, LS_MIN(8, bits - 8 * i));
        masked.bytes[i] = (uint8_t)(masked.bytes[i] & (0xff00u >> kept));
    }
    return masked;
}

bool ls_network_contains(const struct ls_network *network, const struct ls_address *address)
{
    struct ls_address a = ls_address_masked(&network->address, network->bits);
    struct ls_address b = ls_address_masked(address, network->bits);
    return ls_address_equal(&a, &b);
}

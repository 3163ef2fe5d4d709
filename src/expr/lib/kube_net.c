/* Kubernetes's functions for IP addresses and networks; those of cel-spec are the same. */
#include <string.h>

#include "expr/lib/address.h"
#include "expr/lib/fn.h"
#include "expr/lib/tables.h"
#include "expr/lib/types.h"
#include "value/go_text.h"

static bool ip_equal(const void *a, const void *b)
{
    struct ls_address left = ls_address_unmapped(a);
    struct ls_address right = ls_address_unmapped(b);
    return ls_address_equal(&left, &right);
}

static void ip_print(struct ls_buf *out, const void *value)
{
    ls_address_print(out, value);
}

static bool cidr_equal(const void *a, const void *b)
{
    const struct ls_network *left = a;
    const struct ls_network *right = b;
    return left->bits == right->bits && ls_address_equal(&left->address, &right->address);
}

static void cidr_print(struct ls_buf *out, const void *value)
{
    ls_network_print(out, value);
}

static uint64_t ip_size(const void *value)
{
    const struct ls_address *address = value;
    return address->is_four ? 4 : 16;
}

static uint64_t cidr_size(const void *value)
{
    const struct ls_network *network = value;
    return ((uint64_t)network->bits + 7) / 8;
}

static const struct ls_opaque_class ip_class = {
    .type = &ls_cel_ip_type, .equal = ip_equal, .print = ip_print, .size = ip_size};
static const struct ls_opaque_class cidr_class = {
    .type = &ls_cel_cidr_type, .equal = cidr_equal, .print = cidr_print, .size = cidr_size};

static const struct ls_address *ip_of(struct ls_term term)
{
    LS_ASSERT(term.opaque.class_ == &ip_class);
    return term.opaque.value;
}

static const struct ls_network *cidr_of(struct ls_term term)
{
    LS_ASSERT(term.opaque.class_ == &cidr_class);
    return term.opaque.value;
}

static struct ls_term ip_term(struct ls_cel_call *call, struct ls_address address)
{
    struct ls_address *kept = LS_ARENA_NEW(call->arena, struct ls_address);
    *kept = address;
    return ls_term_opaque(&ip_class, kept);
}

static struct ls_term cidr_term(struct ls_cel_call *call, struct ls_network network)
{
    struct ls_network *kept = LS_ARENA_NEW(call->arena, struct ls_network);
    *kept = network;
    return ls_term_opaque(&cidr_class, kept);
}

/* An error that quotes the text in the middle of the sentence. */
static void fail_quoting(struct ls_err *err, const char *front, struct ls_slice text,
                         const char *back)
{
    struct ls_buf quoted LS_AUTO(ls_buf_release) = {0};
    ls_go_quote(&quoted, text);
    (void)ls_fail(err, LS_E_INVALID, "%s %s%s", front, ls_buf_text(&quoted), back);
}

/* IPv4 inside IPv6 is refused, but cel-spec accepts it when written without dots. */
static bool ip_read(const struct ls_cel_call *call, struct ls_slice text, struct ls_address *out,
                    struct ls_err *err)
{
    bool is_spec = (call->libraries & LS_CEL_LIBS(LS_CEL_LIB_NETWORK_EXT)) != 0;
    struct ls_err inner = {0};
    struct ls_buf why LS_AUTO(ls_buf_release) = {0};
    if (ls_address_parse(text, out, &inner)) {
        ls_buf_printf(&why, " parse error during conversion from string: %s", inner.text);
        fail_quoting(err, "IP Address", text, ls_buf_text(&why));
        return false;
    }
    if (out->has_zone) {
        fail_quoting(err, "IP address", text, " with zone value is not allowed");
        return false;
    }
    bool is_forgiven = is_spec && ls_slice_find(text, '.') == SIZE_MAX;
    if (ls_address_is_four_in_six(out) && !is_forgiven) {
        fail_quoting(err, "IPv4-mapped IPv6 address", text, " is not allowed");
        return false;
    }
    return true;
}

static bool cidr_read(struct ls_slice text, struct ls_network *out, struct ls_err *err)
{
    static const char front[] = "network address parse error during conversion from string";
    struct ls_err inner = {0};
    if (ls_network_parse(text, out, &inner)) {
        (void)ls_fail(err, LS_E_INVALID, "%s: %s: %s", front, front, inner.text);
        return false;
    }
    if (ls_address_is_four_in_six(&out->address)) {
        fail_quoting(&inner, "IPv4-mapped IPv6 address", text, " is not allowed");
        (void)ls_fail(err, LS_E_INVALID, "%s: %s", front, inner.text);
        return false;
    }
    return true;
}

LS_CEL_FN(string_to_ip)
{
    LS_CEL_UNUSED;
    struct ls_address address;
    struct ls_err err = {0};
    if (!ip_read(call, args[0].text, &address, &err))
        return ls_term_error(call->arena, "%s", err.text);
    return ip_term(call, address);
}

LS_CEL_FN(is_ip)
{
    LS_CEL_UNUSED;
    struct ls_address address;
    return ls_term_bool(ip_read(call, args[0].text, &address, NULL));
}

LS_CEL_FN(is_canonical)
{
    LS_CEL_UNUSED;
    struct ls_address address;
    struct ls_err err = {0};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (!ip_read(call, args[0].text, &address, &err))
        return ls_term_error(call->arena, "%s", err.text);
    ls_address_print(&text, &address);
    return ls_term_bool(ls_slice_equal(ls_buf_slice(&text), args[0].text));
}

LS_CEL_FN(opaque_to_string)
{
    LS_CEL_UNUSED;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    args[0].opaque.class_->print(&text, args[0].opaque.value);
    return ls_cel_text(call, &text);
}

LS_CEL_SIMPLE_FN(family, ls_term_int(ip_of(args[0])->is_four ? 4 : 6))

static bool is_unspecified(const struct ls_address *address)
{
    static const uint8_t zeros[16];
    return memcmp(address->bytes, zeros, sizeof zeros) == 0;
}

static bool is_loopback(const struct ls_address *address)
{
    static const uint8_t one[16] = {[15] = 1};
    return address->is_four ? address->bytes[0] == 127
                            : memcmp(address->bytes, one, sizeof one) == 0;
}

static bool is_link_local_multicast(const struct ls_address *address)
{
    const uint8_t *bytes = address->bytes;
    return address->is_four ? bytes[0] == 224 && bytes[1] == 0 && bytes[2] == 0
                            : bytes[0] == 0xff && (bytes[1] & 0x0f) == 0x02;
}

static bool is_link_local_unicast(const struct ls_address *address)
{
    const uint8_t *bytes = address->bytes;
    return address->is_four ? bytes[0] == 169 && bytes[1] == 254
                            : bytes[0] == 0xfe && (bytes[1] & 0xc0) == 0x80;
}

static bool is_multicast(const struct ls_address *address)
{
    return address->is_four ? (address->bytes[0] & 0xf0) == 0xe0 : address->bytes[0] == 0xff;
}

static bool is_global_unicast(const struct ls_address *address)
{
    static const uint8_t broadcast[4] = {255, 255, 255, 255};
    bool is_broadcast = address->is_four && memcmp(address->bytes, broadcast, 4) == 0;
    return !is_broadcast && !is_unspecified(address) && !is_loopback(address) &&
           !is_multicast(address) && !is_link_local_unicast(address);
}

LS_CEL_SIMPLE_FN(ip_is_unspecified, ls_term_bool(is_unspecified(ip_of(args[0]))))
LS_CEL_SIMPLE_FN(ip_is_loopback, ls_term_bool(is_loopback(ip_of(args[0]))))
LS_CEL_SIMPLE_FN(ip_is_link_local_multicast, ls_term_bool(is_link_local_multicast(ip_of(args[0]))))
LS_CEL_SIMPLE_FN(ip_is_link_local_unicast, ls_term_bool(is_link_local_unicast(ip_of(args[0]))))
LS_CEL_SIMPLE_FN(ip_is_global_unicast, ls_term_bool(is_global_unicast(ip_of(args[0]))))

LS_CEL_FN(string_to_cidr)
{
    LS_CEL_UNUSED;
    struct ls_network network;
    struct ls_err err = {0};
    if (!cidr_read(args[0].text, &network, &err))
        return ls_term_error(call->arena, "%s", err.text);
    return cidr_term(call, network);
}

LS_CEL_FN(is_cidr)
{
    LS_CEL_UNUSED;
    struct ls_network network;
    return ls_term_bool(cidr_read(args[0].text, &network, NULL));
}

LS_CEL_FN(contains_ip)
{
    LS_CEL_UNUSED;
    struct ls_address address;
    if (args[1].kind == LS_TERM_OPAQUE)
        address = *ip_of(args[1]);
    else if (!ip_read(call, args[1].text, &address, NULL))
        return ls_term_no_overload(call->arena); /* kube-apiserver's error for text that is no IP */
    return ls_term_bool(ls_network_contains(cidr_of(args[0]), &address));
}

LS_CEL_FN(contains_cidr)
{
    LS_CEL_UNUSED;
    struct ls_network other;
    struct ls_err err = {0};
    if (args[1].kind == LS_TERM_OPAQUE)
        other = *cidr_of(args[1]);
    else if (!cidr_read(args[1].text, &other, &err))
        return ls_term_error(call->arena, "%s", err.text);
    const struct ls_network *network = cidr_of(args[0]);
    return ls_term_bool(network->bits <= other.bits &&
                        ls_network_contains(network, &other.address));
}

LS_CEL_SIMPLE_FN(cidr_ip, ip_term(call, cidr_of(args[0])->address))

LS_CEL_FN(cidr_masked)
{
    LS_CEL_UNUSED;
    struct ls_network network = *cidr_of(args[0]);
    network.address = ls_address_masked(&network.address, network.bits);
    return cidr_term(call, network);
}

LS_CEL_SIMPLE_FN(prefix_length, ls_term_int(cidr_of(args[0])->bits))

#define ROW(library, name, id, signature, fn, cost)                                                \
    LS_CEL_ROW(KUBE_##library, name, id, signature, fn, cost)
/* clang-format off */
const struct ls_cel_overload ls_cel_kube_net_table[] = {
    ROW(IP,   "ip",                   "string_to_ip",               "(string) net.IP",          string_to_ip,               SPECIAL),
    ROW(IP,   "isIP",                 "is_ip",                      "(string) bool",            is_ip,                      SPECIAL),
    ROW(IP,   "ip.isCanonical",       "ip_is_canonical",            "(string) bool",            is_canonical,               SPECIAL),
    ROW(IP,   "string",               "ip_to_string",               "(net.IP) string",          opaque_to_string,           CALL),
    ROW(IP,   "family",               "ip_family",                  "net.IP.() int",            family,                     CALL),
    ROW(IP,   "isUnspecified",        "ip_is_unspecified",          "net.IP.() bool",           ip_is_unspecified,          CALL),
    ROW(IP,   "isLoopback",           "ip_is_loopback",             "net.IP.() bool",           ip_is_loopback,             CALL),
    ROW(IP,   "isLinkLocalMulticast", "ip_is_link_local_multicast", "net.IP.() bool",           ip_is_link_local_multicast, CALL),
    ROW(IP,   "isLinkLocalUnicast",   "ip_is_link_local_unicast",   "net.IP.() bool",           ip_is_link_local_unicast,   CALL),
    ROW(IP,   "isGlobalUnicast",      "ip_is_global_unicast",       "net.IP.() bool",           ip_is_global_unicast,       CALL),
    ROW(CIDR, "cidr",                 "string_to_cidr",             "(string) net.CIDR",        string_to_cidr,             SPECIAL),
    ROW(CIDR, "isCIDR",               "is_cidr",                    "(string) bool",            is_cidr,                    SPECIAL),
    ROW(CIDR, "containsIP",           "cidr_contains_ip_string",    "net.CIDR.(string) bool",   contains_ip,                SPECIAL),
    ROW(CIDR, "containsIP",           "cidr_contains_ip_ip",        "net.CIDR.(net.IP) bool",   contains_ip,                SPECIAL),
    ROW(CIDR, "containsCIDR",         "cidr_contains_cidr_string",  "net.CIDR.(string) bool",   contains_cidr,              SPECIAL),
    ROW(CIDR, "containsCIDR",         "cidr_contains_cidr",         "net.CIDR.(net.CIDR) bool", contains_cidr,              SPECIAL),
    ROW(CIDR, "ip",                   "cidr_ip",                    "net.CIDR.() net.IP",       cidr_ip,                    SPECIAL),
    ROW(CIDR, "masked",               "cidr_masked",                "net.CIDR.() net.CIDR",     cidr_masked,                CALL),
    ROW(CIDR, "prefixLength",         "cidr_prefix_length",         "net.CIDR.() int",          prefix_length,              CALL),
    ROW(CIDR, "string",               "cidr_to_string",             "(net.CIDR) string",        opaque_to_string,           CALL),
    {0},
};
/* clang-format on */

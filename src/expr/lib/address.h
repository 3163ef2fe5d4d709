#pragma once
/* IP addresses and networks as Go's netip reads and prints them, errors in its words. Kubernetes
 * and cel-spec allow neither zones nor IPv4 inside IPv6; callers check that. */
#include "base/buf.h"
#include "base/err.h"

struct ls_address {
    uint8_t bytes[16]; /* of IPv4 the first four */
    bool is_four;
    bool has_zone; /* fe80::1%eth0 */
};
struct ls_network {
    struct ls_address address; /* bits after the prefix may be set */
    int bits;
};

enum ls_code ls_address_parse(struct ls_slice text, struct ls_address *out, struct ls_err *err);
/* ADDRESS/BITS; no zone. */
enum ls_code ls_network_parse(struct ls_slice text, struct ls_network *out, struct ls_err *err);
void ls_address_print(struct ls_buf *out, const struct ls_address *address); /* RFC 5952 */
void ls_network_print(struct ls_buf *out, const struct ls_network *network);

bool ls_address_equal(const struct ls_address *a, const struct ls_address *b);
bool ls_address_is_four_in_six(const struct ls_address *address); /* ::ffff:1.2.3.4 */
/* 1.2.3.4 of ::ffff:1.2.3.4; any other address as it is. */
struct ls_address ls_address_unmapped(const struct ls_address *address);
/* All bits after the first `bits` cleared. */
struct ls_address ls_address_masked(const struct ls_address *address, int bits);
bool ls_network_contains(const struct ls_network *network, const struct ls_address *address);

#pragma once
/*
 * The addresses of a cluster: which cluster IPs and node ports its Services hold.
 *
 * ls_addresses_next_ip() and ls_addresses_next_port() find a free one and reserve nothing. It is
 * taken when the Service is stored and given back when the Service is removed. Addresses are handed
 * out in ascending order and reused only after the end of the range, so a run repeats exactly.
 */
#include <stdint.h>

#include "base/slice.h"

enum {
    LS_NODE_PORT_MIN = 30000,
    LS_NODE_PORT_MAX = 32767,
};

struct ls_addresses;

struct ls_addresses *ls_addresses_new(void);
void ls_addresses_free(struct ls_addresses *addresses);

/* IPv4 in 10.0.0.0/16; the lowest is reserved for the Service `kubernetes`. */
struct ls_ip_text {
    char text[16];
};
bool ls_addresses_next_ip(const struct ls_addresses *addresses, struct ls_ip_text *out);
bool ls_addresses_has_ip(struct ls_slice ip); /* is it in the range? */
bool ls_addresses_ip_is_free(const struct ls_addresses *addresses, struct ls_slice ip);
void ls_addresses_take_ip(struct ls_addresses *addresses, struct ls_slice ip);
void ls_addresses_give_ip(struct ls_addresses *addresses, struct ls_slice ip);

/* The next free port above `after`: a port already chosen for the same Service, or 0. */
bool ls_addresses_next_port(const struct ls_addresses *addresses, int64_t after, int64_t *out);
bool ls_addresses_has_port(int64_t port);
bool ls_addresses_port_is_free(const struct ls_addresses *addresses, int64_t port);
void ls_addresses_take_port(struct ls_addresses *addresses, int64_t port);
void ls_addresses_give_port(struct ls_addresses *addresses, int64_t port);

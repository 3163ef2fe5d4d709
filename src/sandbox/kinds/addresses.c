#include "sandbox/kinds/addresses.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"

enum {
    IP_COUNT = 1 << 16,
    IP_FIRST = 0x0a000000, /* 10.0.0.0 */
    IP_LOWEST = 2,         /* the first one handed out */
    PORT_COUNT = LS_NODE_PORT_MAX - LS_NODE_PORT_MIN + 1,
};

/* A set of numbers below `size`, and where the next search begins. */
struct pool {
    uint8_t *taken;
    size_t size;
    size_t lowest;
    size_t start;
};

struct ls_addresses {
    uint8_t ip_bits[IP_COUNT / 8];
    uint8_t port_bits[(PORT_COUNT + 7) / 8];
    struct pool ips;
    struct pool ports;
};

static bool pool_has(const struct pool *pool, size_t number)
{
    LS_ASSERT(number < pool->size);
    return (pool->taken[number / 8] & LS_BIT(number % 8)) != 0;
}

static void pool_take(struct pool *pool, size_t number)
{
    LS_ASSERT(number < pool->size);
    pool->taken[number / 8] = (uint8_t)(pool->taken[number / 8] | LS_BIT(number % 8));
    if (number == pool->start)
        pool->start = number + 1 < pool->size ? number + 1 : pool->lowest;
}

static void pool_give(struct pool *pool, size_t number)
{
    LS_ASSERT(number < pool->size);
    pool->taken[number / 8] = (uint8_t)(pool->taken[number / 8] & ~LS_BIT(number % 8));
}

/* The first free number from `from` on, wrapping at the end; SIZE_MAX: all are taken. */
static size_t pool_next(const struct pool *pool, size_t from)
{
    LS_ASSERT(pool->lowest < pool->size);
    LS_ASSERT(from >= pool->lowest);
    size_t span = pool->size - pool->lowest;
    for (size_t i = 0; i < span; i++) {
        size_t number = pool->lowest + (from - pool->lowest + i) % span;
        if (!pool_has(pool, number))
            return number;
    }
    return SIZE_MAX;
}

struct ls_addresses *ls_addresses_new(void)
{
    struct ls_addresses *addresses = LS_NEW(struct ls_addresses);
    addresses->ips = (struct pool){addresses->ip_bits, IP_COUNT - 1, IP_LOWEST, IP_LOWEST};
    addresses->ports = (struct pool){addresses->port_bits, PORT_COUNT, 0, 0};
    return addresses;
}

void ls_addresses_free(struct ls_addresses *addresses)
{
    ls_free(addresses);
}

/* The number of an address within the range; SIZE_MAX: outside the range. */
static size_t ip_number(struct ls_slice ip)
{
    char text[INET_ADDRSTRLEN];
    struct in_addr address;
    if (ip.len >= sizeof text)
        return SIZE_MAX;
    memcpy(text, ip.at, ip.len);
    text[ip.len] = '\0';
    if (inet_pton(AF_INET, text, &address) != 1)
        return SIZE_MAX;
    uint32_t number = ntohl(address.s_addr) - (uint32_t)IP_FIRST;
    return number > 0 && number < IP_COUNT - 1 ? number : SIZE_MAX;
}

bool ls_addresses_next_ip(const struct ls_addresses *addresses, struct ls_ip_text *out)
{
    size_t number = pool_next(&addresses->ips, addresses->ips.start);
    if (number == SIZE_MAX)
        return false;
    (void)snprintf(out->text, sizeof out->text, "10.0.%u.%u", (unsigned)(number >> 8) & 255u,
                   (unsigned)number & 255u);
    return true;
}

bool ls_addresses_has_ip(struct ls_slice ip)
{
    return ip_number(ip) != SIZE_MAX;
}

bool ls_addresses_ip_is_free(const struct ls_addresses *addresses, struct ls_slice ip)
{
    size_t number = ip_number(ip);
    return number != SIZE_MAX && !pool_has(&addresses->ips, number);
}

void ls_addresses_take_ip(struct ls_addresses *addresses, struct ls_slice ip)
{
    size_t number = ip_number(ip);
    if (number != SIZE_MAX)
        pool_take(&addresses->ips, number);
}

void ls_addresses_give_ip(struct ls_addresses *addresses, struct ls_slice ip)
{
    size_t number = ip_number(ip);
    if (number != SIZE_MAX)
        pool_give(&addresses->ips, number);
}

bool ls_addresses_has_port(int64_t port)
{
    return port >= LS_NODE_PORT_MIN && port <= LS_NODE_PORT_MAX;
}

bool ls_addresses_next_port(const struct ls_addresses *addresses, int64_t after, int64_t *out)
{
    const struct pool *pool = &addresses->ports;
    size_t from =
        ls_addresses_has_port(after) ? (size_t)(after - LS_NODE_PORT_MIN) + 1 : pool->start;
    size_t number = pool_next(pool, from);
    if (number == SIZE_MAX)
        return false;
    *out = LS_NODE_PORT_MIN + (int64_t)number;
    return true;
}

bool ls_addresses_port_is_free(const struct ls_addresses *addresses, int64_t port)
{
    return ls_addresses_has_port(port) &&
           !pool_has(&addresses->ports, (size_t)(port - LS_NODE_PORT_MIN));
}

void ls_addresses_take_port(struct ls_addresses *addresses, int64_t port)
{
    if (ls_addresses_has_port(port))
        pool_take(&addresses->ports, (size_t)(port - LS_NODE_PORT_MIN));
}

void ls_addresses_give_port(struct ls_addresses *addresses, int64_t port)
{
    if (ls_addresses_has_port(port))
        pool_give(&addresses->ports, (size_t)(port - LS_NODE_PORT_MIN));
}

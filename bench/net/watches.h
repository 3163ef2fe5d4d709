#pragma once
/*
 * Open watches and what they cost: first one stream, whose memory is the base (TLS, library, one
 * connection), then all of them. Memory is read once every stream has received its share of events,
 * so that whatever a client allocates on first use is there.
 */
#include <stdbool.h>
#include <stddef.h>

struct watches {
    size_t opened; /* by the client, who opens until it has `wanted` */
    size_t wanted;
    size_t streams;
    int events;  /* each stream's share */
    int *seen;   /* per stream */
    size_t full; /* streams that have their share */
    long one_kib;
    long all_kib;
};

struct watches watches_begin(int streams, int events);
void watches_event(struct watches *watches, size_t stream);
bool watches_are_over(const struct watches *watches);
void watches_print(const struct watches *watches);

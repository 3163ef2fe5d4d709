#pragma once
/*
 * Copies of requests and headers, each in one block: the sender's memory may be freed at once, and
 * an exchange needs one allocation, not one per header.
 */
#include "net/wire.h"

/* Bytes that ls_request_pack() needs. */
size_t ls_request_packed_bytes(const struct ls_request *request);
/* A copy whose method, target, headers and body live in `memory`, which is aligned for pointers. */
struct ls_request ls_request_pack(const struct ls_request *request, void *memory);

/* The headers in one block for ls_free(); names and values point into it. */
struct ls_header *ls_headers_pack(const struct ls_header *headers, size_t count);

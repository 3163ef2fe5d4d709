#pragma once
/*
 * The wire through memory: requests go directly to a service in the same process, on the loop, with
 * the promises of net/wire.h (nothing happens inside send(); replies come in order of time). No
 * sockets, no threads: on a virtual clock every run is identical byte for byte.
 */
#include "net/service.h"
#include "net/wire.h"

struct ls_world;
struct ls_memory_wire;

/* Client and server may live in different worlds of the same process as long as they share a loop.
 */
struct ls_memory_wire *ls_memory_wire_new(struct ls_world *world, const struct ls_service *service);
/* The client is gone: its open exchanges end with on_gone at the service, its sinks are not called.
 * Not from inside a sink or the service. */
void ls_memory_wire_free(struct ls_memory_wire *wire);
struct ls_wire *ls_memory_wire_interface(struct ls_memory_wire *wire);

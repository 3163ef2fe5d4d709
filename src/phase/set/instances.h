#pragma once
/*
 * The instances of a CRD that a removal does not delete: counted by one metadata-only list, page by
 * page, with the first few by name. Asked only when a CRD is about to be deleted.
 */
#include "kube/catalog.h"
#include "kube/list.h"
#include "phase/set/leaving.h"

struct ls_instance_count;

/* Ends exactly once, unless it is freed before; it may be freed from done. */
typedef void (*ls_instance_count_fn)(void *self, uint32_t leaver);

/* Tells `leaving` the count, or that it failed for good, then calls done; while the server is away
 * or busy it is tried again. A kind that the server does not serve has no instances. Borrows all it
 * is given; nothing is sent inside this call. */
struct ls_instance_count *ls_instance_count_new(struct ls_client *client,
                                                const struct ls_catalog *catalog,
                                                struct ls_leaving *leaving, uint32_t leaver,
                                                ls_instance_count_fn done, void *self);
void ls_instance_count_free(struct ls_instance_count *count);

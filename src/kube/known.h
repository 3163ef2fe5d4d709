#pragma once
/*
 * What a list-watch has already reported: for each object its uid, the reported resource version,
 * and the round of listing in which it was last seen. 32 bytes per entry in one hash table with
 * open addressing, so that a million objects take tens of megabytes.
 *
 * It answers the two questions of a relist: was this already reported, and which of the reported
 * objects are missing now.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"
#include "value/node.h"

/* An object's identity in 16 bytes: its uid when that is a UUID, else a hash of it. Objects without
 * uid (metrics, for example) are identified by namespace and name. */
struct ls_uid {
    uint64_t high;
    uint64_t low;
};
struct ls_uid ls_uid_of(struct ls_slice text);
struct ls_uid ls_uid_of_object(struct ls_node object);
bool ls_uid_equal(struct ls_uid a, struct ls_uid b);
/* As 36 characters and a NUL; the original text when that was a UUID in lower case. */
void ls_uid_print(struct ls_uid uid, char out[37]);

struct ls_known;
struct ls_known *ls_known_new(uint64_t seed);
void ls_known_free(struct ls_known *known);
size_t ls_known_count(const struct ls_known *known);

/* How recent the source of an object is. */
enum ls_freshness {
    LS_NOT_OLDER,   /* a watch, or a list not older than one: an older version is a repetition */
    LS_MOST_RECENT, /* a list of the most recent state: always right, even if a version went back */
};
/* Records the object as seen in this round. True: this version was not reported before, report it.
 * An object without a version is always reported. */
bool ls_known_see(struct ls_known *known, struct ls_uid uid, struct ls_slice resource_version,
                  enum ls_freshness freshness);
/* True: it was known, and is removed. */
bool ls_known_drop(struct ls_known *known, struct ls_uid uid);

/* A new listing begins; after it, each call of sweep removes one object that it did not show. */
void ls_known_begin_round(struct ls_known *known);
bool ls_known_sweep(struct ls_known *known, struct ls_uid *out);

#pragma once
/*
 * What a list-watch has already told of: for each object its uid, the resource version told, and
 * the round of listing in which it was last seen. 32 bytes an entry in one open table, so that a
 * million objects cost tens of megabytes, not the objects.
 *
 * It answers the two questions of a relist: was this told already, and which of those told are
 * missing now.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"
#include "value/node.h"

/* An object's identity in 16 bytes: its uid when that is a UUID, else a hash of it. Objects without
 * uid (metrics, for one) are told apart by namespace and name. */
struct ls_uid {
    uint64_t high;
    uint64_t low;
};
struct ls_uid ls_uid_of(struct ls_slice text);
struct ls_uid ls_uid_of_object(struct ls_node object);
bool ls_uid_equal(struct ls_uid a, struct ls_uid b);
/* As 36 characters and a NUL; the very text it came from when that was a UUID in lower case. */
void ls_uid_print(struct ls_uid uid, char out[37]);

struct ls_known;
struct ls_known *ls_known_new(uint64_t seed);
void ls_known_free(struct ls_known *known);
size_t ls_known_count(const struct ls_known *known);

/* Whose word an object comes with. */
enum ls_freshness {
    LS_NOT_OLDER,   /* a watch, or a list not older than one: an older version is an echo */
    LS_MOST_RECENT, /* a list of the most recent state: what it says holds, even if it went back */
};
/* Notes the object as seen in this round. True: this version was not told before, tell it. An
 * object that has no version is always worth telling. */
bool ls_known_see(struct ls_known *known, struct ls_uid uid, struct ls_slice resource_version,
                  enum ls_freshness freshness);
/* True: it was known, and is no more. */
bool ls_known_drop(struct ls_known *known, struct ls_uid uid);

/* A new listing begins; after it, each call of sweep takes out one object that it did not show. */
void ls_known_begin_round(struct ls_known *known);
bool ls_known_sweep(struct ls_known *known, struct ls_uid *out);

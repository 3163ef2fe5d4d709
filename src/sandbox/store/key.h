#pragma once
/*
 * The key of a stored object: namespace, slash, name as one text, or the name alone for what has
 * no namespace. Keys order as bytes, as those of etcd do, so that lists come in the same order as
 * from a real server (namespace "a-b" before "a", since '-' is less than '/').
 *
 * A key is made once, with the object's first write, and shared by the collection and its events.
 */
#include <stdint.h>

#include "sandbox/store/limits.h"
#include "sandbox/store/store.h"

struct ls_store_key {
    uint32_t refs;
    uint16_t namespace_len; /* 0: the text is the name */
    uint16_t len;
    char text[];
};

/* A key to search for. One that is longer than any stored key is cut: it is not found, and sorts
 * where the whole text would. */
struct ls_store_key_probe {
    size_t namespace_len;
    size_t len;
    char text[LS_STORE_KEY_BYTES_MAX + 1];
};
void ls_store_key_probe_init(struct ls_store_key_probe *probe, struct ls_object_key key);
struct ls_slice ls_store_key_probe_text(const struct ls_store_key_probe *probe);

struct ls_store_key *ls_store_key_new(const struct ls_store_key_probe *probe);
struct ls_store_key *ls_store_key_ref(struct ls_store_key *key);
void ls_store_key_unref(struct ls_store_key *key);
struct ls_slice ls_store_key_text(const struct ls_store_key *key);
struct ls_object_key ls_store_key_parts(const struct ls_store_key *key); /* borrowed from it */

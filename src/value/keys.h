#pragma once
/*
 * The key table of the process: the keys of maps that are common, each once, under a small id. It
 * is what makes a key one word on a tape and a lookup a comparison of words.
 *
 * It starts with a vocabulary of common keys and learns a key that it sees twice, up to
 * LS_KEYS_MAX; nothing is ever taken out, so an id is good for ever. Keys that carry data are not
 * learnt: those longer than LS_KEY_BYTES_MAX, with bytes that JSON would escape, or of the shapes
 * that managedFields have ("f:x", "k:{..}", "v:..", "i:.."). A tape writes "f:x" by the id of "x".
 *
 * An id depends on what a process happened to read first. It never decides an order, a hash or an
 * output. The same key may stand on one tape by id and on an older one as text.
 *
 * Threads: all of it from any thread. Lookups take no lock.
 */
#include "value/key_probe.h"

enum { LS_KEY_NONE = -1 };

/* Fills in the vocabulary. Whoever makes a tape calls it first; whoever reads one needs not. */
void ls_keys_ready(void);

int32_t ls_key_find(const struct ls_key_probe *probe); /* id of the name, or LS_KEY_NONE */
/* The same for a key that is being written: one more sighting, which may make it known. */
int32_t ls_key_learn(const struct ls_key_probe *probe);
/* The text behind an id, with "f:" in front when is_field; good for ever, NUL-terminated. */
struct ls_slice ls_key_text(uint32_t id, bool is_field);
size_t ls_key_count(void);

#pragma once
/*
 * The key table of the process: common keys of maps, each once, with a small id. With the id a key
 * is one word on a tape, and keys are compared by comparing words.
 *
 * It starts with common keys and adds a key that it sees twice, up to LS_KEYS_MAX; nothing is ever
 * removed, so an id is valid forever. Keys that carry data are not added: those longer than
 * LS_KEY_BYTES_MAX, with bytes that JSON would escape, or of the shapes that managedFields have
 * ("f:x", "k:{..}", "v:..", "i:.."). A tape writes "f:x" by the id of "x".
 *
 * An id depends on what a process happened to read first. It never decides an order, a hash or an
 * output. The same key may be an id on one tape and text on an older one.
 *
 * Threads: all functions from any thread. Finding takes no lock.
 */
#include "value/key_probe.h"

enum { LS_KEY_NONE = -1 };

/* Fills the table with the common keys. Called before a tape is made; reading one does not need it.
 */
void ls_keys_ready(void);

int32_t ls_key_find(const struct ls_key_probe *probe); /* id of the name, or LS_KEY_NONE */
/* The same for a key that is being written, which counts as seen once more and may be added. */
int32_t ls_key_learn(const struct ls_key_probe *probe);
/* The text of an id, with "f:" in front when is_field; never freed, NUL-terminated. */
struct ls_slice ls_key_text(uint32_t id, bool is_field);

#pragma once
/*
 * The keys that the key table starts with, each once, as "f:" and the key. A key that is missing
 * here only costs memory: objects hold its text until it is seen twice.
 */
#include <stddef.h>

extern const char *const ls_key_words[];
extern const size_t ls_key_word_count;

#pragma once
/*
 * The vocabulary that the key table starts with, each word once, as "f:" and the word. A key that
 * is missing here costs its text in every object until it is seen twice, nothing else.
 */
#include <stddef.h>

extern const char *const ls_key_words[];
extern const size_t ls_key_word_count;

#pragma once
/*
 * Members of a map whose keys are given twice: found and taken out, in time linear in the map. The
 * last of them wins, as in kube-apiserver.
 */
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/slice.h"

struct ls_repeats {
    const uint32_t *words; /* borrowed: the members */
    struct ls_repeats_member *members;
    size_t member_count;
    uint32_t *slots; /* member + 1, by the hash of its key */
    size_t slot_mask;
};

struct ls_repeats ls_repeats_of(const uint32_t *first, const uint32_t *end);
void ls_repeats_release(struct ls_repeats *repeats);

/* The first member whose key came before; the key is borrowed from the words. */
bool ls_repeats_find_first(struct ls_repeats *repeats, size_t *member, struct ls_slice *key);
/* Marks every member that a later one overrides; false when there is none. */
bool ls_repeats_find_all(struct ls_repeats *repeats);
/* Drops and shifts the positions (triples, first the word) from word `base` on, where the members
 * begin; returns how many remain. Before ls_repeats_compact(). */
size_t ls_repeats_move_positions(const struct ls_repeats *repeats, uint32_t base,
                                 uint32_t *positions, size_t position_count);
/* Takes the marked members out of the words (the same, now writable); returns the words left. */
size_t ls_repeats_compact(const struct ls_repeats *repeats, uint32_t *words);

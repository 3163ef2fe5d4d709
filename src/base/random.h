#pragma once
/*
 * Seeded random numbers (xoshiro256**): one seed, one sequence, on every machine. Not for secrets:
 * those come from ls_random_secret().
 */
#include <stddef.h>
#include <stdint.h>

struct ls_random {
    uint64_t state[4];
};

void ls_random_init(struct ls_random *random, uint64_t seed);
uint64_t ls_random_u64(struct ls_random *random);
uint64_t ls_random_below(struct ls_random *random, uint64_t bound); /* uniform in [0, bound) */
void ls_random_bytes(struct ls_random *random, void *out, size_t bytes);
/* A UUID version 4 as 36 characters and a NUL. */
void ls_random_uuid(struct ls_random *random, char out[37]);

void ls_random_secret(void *out, size_t bytes); /* from the kernel */
uint64_t ls_random_seed(void);                  /* a fresh seed from the kernel */

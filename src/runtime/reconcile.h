#pragma once
/*
 * The loop's heart: dirty keys and when they are looked at again.
 *
 * A key stands for one thing that is reconciled (a set). Whatever is learnt about it marks it; soon
 * after, when the callbacks of the moment have run, it is looked at once, however often it was
 * marked. A key marked during its own look is looked at again.
 *
 * Time: only from the world's clock.
 */
#include <stdint.h>

struct ls_world;
struct ls_reconcile;

/* One look at a key. */
typedef void (*ls_reconcile_fn)(void *self, uint32_t key);

/* Keys are the caller's numbers, from 0 and dense. */
struct ls_reconcile *ls_reconcile_new(struct ls_world *world, ls_reconcile_fn fn, void *self);
void ls_reconcile_free(struct ls_reconcile *reconcile); /* at any time, also inside a look */
void ls_reconcile_mark(struct ls_reconcile *reconcile, uint32_t key);
/* Marks it at that time of the mono clock; of several wishes the earliest counts, and a time that
 * has passed is now. */
void ls_reconcile_wake(struct ls_reconcile *reconcile, uint32_t key, int64_t at_ms);

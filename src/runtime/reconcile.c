#include "runtime/reconcile.h"

#include <stdbool.h>

#include "base/vec.h"
#include "base/world.h"

struct entry {
    struct ls_reconcile *reconcile;
    uint32_t key;
    struct entry *next; /* in the queue */
    bool is_queued;
    int64_t wake_at_ms;
    struct ls_timer timer;
};

struct ls_reconcile {
    struct ls_world *world;
    ls_reconcile_fn fn;
    void *self;
    LS_VEC(struct entry *) entries; /* by key; the loop links their timers, so they stay put */
    struct entry *first;            /* of the queue */
    struct entry *last;
    struct ls_task task;
    bool *is_freed; /* of the look that runs */
};

static struct entry *entry_of(struct ls_reconcile *reconcile, uint32_t key)
{
    while (reconcile->entries.count <= key) {
        struct entry *entry = LS_NEW(struct entry);
        entry->reconcile = reconcile;
        entry->key = (uint32_t)reconcile->entries.count;
        ls_vec_push(&reconcile->entries, entry);
    }
    return reconcile->entries.at[key];
}

static struct entry *queue_pop(struct ls_reconcile *reconcile)
{
    struct entry *entry = reconcile->first;
    reconcile->first = entry->next;
    entry->next = NULL;
    entry->is_queued = false;
    return entry;
}

/* One key a turn: whatever else is due runs in between. */
static void reconcile_look(void *self)
{
    struct ls_reconcile *reconcile = self;
    struct entry *entry = queue_pop(reconcile);
    if (reconcile->first)
        ls_task_start(reconcile->world->loop, &reconcile->task, reconcile_look, reconcile);
    bool is_freed = false;
    reconcile->is_freed = &is_freed;
    reconcile->fn(reconcile->self, entry->key);
    if (!is_freed)
        reconcile->is_freed = NULL;
}

static void entry_mark(struct entry *entry)
{
    struct ls_reconcile *reconcile = entry->reconcile;
    if (entry->is_queued)
        return;
    entry->is_queued = true;
    if (reconcile->first)
        reconcile->last->next = entry;
    else
        reconcile->first = entry;
    reconcile->last = entry;
    ls_task_start(reconcile->world->loop, &reconcile->task, reconcile_look, reconcile);
}

static void entry_woken(void *self)
{
    entry_mark(self);
}

struct ls_reconcile *ls_reconcile_new(struct ls_world *world, ls_reconcile_fn fn, void *self)
{
    struct ls_reconcile *reconcile = LS_NEW(struct ls_reconcile);
    reconcile->world = world;
    reconcile->fn = fn;
    reconcile->self = self;
    return reconcile;
}

void ls_reconcile_free(struct ls_reconcile *reconcile)
{
    if (!reconcile)
        return;
    if (reconcile->is_freed)
        *reconcile->is_freed = true;
    ls_task_stop(reconcile->world->loop, &reconcile->task);
    for (size_t i = 0; i < reconcile->entries.count; i++) {
        ls_timer_stop(reconcile->world->loop, &reconcile->entries.at[i]->timer);
        ls_free(reconcile->entries.at[i]);
    }
    ls_vec_release(&reconcile->entries);
    ls_free(reconcile);
}

void ls_reconcile_mark(struct ls_reconcile *reconcile, uint32_t key)
{
    entry_mark(entry_of(reconcile, key));
}

void ls_reconcile_wake(struct ls_reconcile *reconcile, uint32_t key, int64_t at_ms)
{
    struct entry *entry = entry_of(reconcile, key);
    int64_t delay_ms = at_ms - ls_clock_mono_ms(reconcile->world->clock);
    if (delay_ms <= 0) {
        entry_mark(entry);
        return;
    }
    if (ls_timer_is_running(&entry->timer) && entry->wake_at_ms <= at_ms)
        return;
    entry->wake_at_ms = at_ms;
    ls_timer_start(reconcile->world->loop, &entry->timer, delay_ms, entry_woken, entry);
}

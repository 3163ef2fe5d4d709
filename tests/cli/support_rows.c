#include "rows.h"

enum { SLOTS = 16 };

static size_t made_count(const void *self)
{
    const struct made_rows *made = self;
    return made->count;
}

/* The refs of the last few rows asked for stay good, which is more than a run promises. */
static void made_at(const void *self, size_t i, struct ls_row *out)
{
    static struct ls_resource resources[SLOTS];
    static struct ls_ref refs[SLOTS];
    static size_t slot;
    const struct made_rows *made = self;
    const struct made_row *row = &made->at[i];
    slot = (slot + 1) % SLOTS;
    resources[slot] = (struct ls_resource){.kind = row->kind, .group = "", .version = "v1"};
    refs[slot] = (struct ls_ref){&resources[slot], "shop", row->name};
    *out = (struct ls_row){.ref = &refs[slot],
                           .is_removal = row->is_removal,
                           .phase = row->phase,
                           .batch = row->batch,
                           .action = row->action,
                           .state = row->state,
                           .is_gate = row->is_gate,
                           .since_ms = row->since_ms,
                           .reason = row->reason ? row->reason : ""};
}

struct ls_rows made_rows_of(const struct made_rows *made)
{
    return (struct ls_rows){made, made_count, made_at};
}

#include "expr/check/settle.h"

#include "base/map.h"
#include "expr/limits.h"

struct ls_settled {
    const struct ls_cel_type *from; /* NULL: a free place */
    const struct ls_cel_type *to;
    size_t parts;
};

enum { TABLE_CAP_FIRST = 64 };

void ls_settle_init(struct ls_settle *settle, struct ls_arena *arena)
{
    *settle = (struct ls_settle){.arena = arena, .cap = TABLE_CAP_FIRST};
    settle->table = LS_ARENA_ARRAY(arena, struct ls_settled, settle->cap);
}

/* The place of a type, or the free one where it belongs. */
static struct ls_settled *place_of(const struct ls_settle *settle, const struct ls_cel_type *type)
{
    size_t at = (size_t)ls_hash_bytes(0, &type, sizeof type);
    while (settle->table[at & (settle->cap - 1)].from &&
           settle->table[at & (settle->cap - 1)].from != type)
        at++;
    return &settle->table[at & (settle->cap - 1)];
}

static void table_grow(struct ls_settle *settle)
{
    struct ls_settle bigger = *settle;
    bigger.cap *= 2;
    bigger.table = LS_ARENA_ARRAY(settle->arena, struct ls_settled, bigger.cap);
    for (size_t i = 0; i < settle->cap; i++) {
        if (settle->table[i].from)
            *place_of(&bigger, settle->table[i].from) = settle->table[i];
    }
    *settle = bigger;
}

static struct ls_settled keep(struct ls_settle *settle, struct ls_settled settled)
{
    if (++settle->count > settle->cap / 2)
        table_grow(settle);
    *place_of(settle, settled.from) = settled;
    return settled;
}

static struct ls_settled settle_at(struct ls_settle *settle, const struct ls_cel_type *type,
                                   size_t depth)
{
    struct ls_settled known = *place_of(settle, type);
    if (known.from)
        return known;
    struct ls_settled out = {type, ls_unify_bound(type), 1};
    if (out.to->kind == LS_CEL_PARAM)
        out.to = &ls_cel_dyn;
    struct ls_type_parts parts = ls_type_parts(out.to);
    bool is_changed = false;
    for (size_t i = 0; i < parts.count && depth < LS_CEL_TYPE_DEPTH_MAX; i++) {
        struct ls_settled part = settle_at(settle, parts.at[i], depth + 1);
        is_changed = is_changed || part.to != parts.at[i];
        parts.at[i] = part.to;
        out.parts += part.parts;
    }
    if (out.parts > LS_CEL_TYPE_PARTS_MAX || depth == LS_CEL_TYPE_DEPTH_MAX) {
        settle->is_over = true;
        out = (struct ls_settled){type, &ls_cel_dyn, 1};
    } else if (is_changed) {
        out.to = ls_type_with_parts(settle->arena, out.to, &parts);
    }
    return keep(settle, out);
}

const struct ls_cel_type *ls_settle_type(struct ls_settle *settle, const struct ls_cel_type *type)
{
    return settle_at(settle, type, 0).to;
}

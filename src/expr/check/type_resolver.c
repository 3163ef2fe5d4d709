#include "expr/check/type_resolver.h"

#include "base/map.h"
#include "expr/limits.h"

struct ls_resolved_type {
    const struct ls_cel_type *from; /* NULL: a free slot */
    const struct ls_cel_type *to;
    size_t parts;
};

enum { TABLE_CAP_FIRST = 64 };

void ls_type_resolver_init(struct ls_type_resolver *resolver, struct ls_arena *arena)
{
    *resolver = (struct ls_type_resolver){.arena = arena, .cap = TABLE_CAP_FIRST};
    resolver->table = LS_ARENA_ARRAY(arena, struct ls_resolved_type, resolver->cap);
}

/* The slot of a type, or the free one where it belongs. */
static struct ls_resolved_type *place_of(const struct ls_type_resolver *resolver,
                                         const struct ls_cel_type *type)
{
    size_t at = (size_t)ls_hash_bytes(0, &type, sizeof type);
    while (resolver->table[at & (resolver->cap - 1)].from &&
           resolver->table[at & (resolver->cap - 1)].from != type)
        at++;
    return &resolver->table[at & (resolver->cap - 1)];
}

static void table_grow(struct ls_type_resolver *resolver)
{
    struct ls_type_resolver bigger = *resolver;
    bigger.cap *= 2;
    bigger.table = LS_ARENA_ARRAY(resolver->arena, struct ls_resolved_type, bigger.cap);
    for (size_t i = 0; i < resolver->cap; i++) {
        if (resolver->table[i].from)
            *place_of(&bigger, resolver->table[i].from) = resolver->table[i];
    }
    *resolver = bigger;
}

static struct ls_resolved_type keep(struct ls_type_resolver *resolver,
                                    struct ls_resolved_type resolved)
{
    LS_ASSERT(resolved.from);
    LS_ASSERT(resolved.to);
    if (++resolver->count > resolver->cap / 2)
        table_grow(resolver);
    *place_of(resolver, resolved.from) = resolved;
    return resolved;
}

static struct ls_resolved_type resolve_at(struct ls_type_resolver *resolver,
                                          const struct ls_cel_type *type, size_t depth)
{
    struct ls_resolved_type known = *place_of(resolver, type);
    if (known.from)
        return known;
    struct ls_resolved_type out = {type, ls_unify_bound(type), 1};
    if (out.to->kind == LS_CEL_PARAM)
        out.to = &ls_cel_dyn;
    struct ls_type_parts parts = ls_type_parts(out.to);
    bool is_changed = false;
    for (size_t i = 0; i < parts.count && depth < LS_CEL_TYPE_DEPTH_MAX; i++) {
        struct ls_resolved_type part = resolve_at(resolver, parts.at[i], depth + 1);
        is_changed = is_changed || part.to != parts.at[i];
        parts.at[i] = part.to;
        out.parts += part.parts;
    }
    if (out.parts > LS_CEL_TYPE_PARTS_MAX || depth == LS_CEL_TYPE_DEPTH_MAX) {
        resolver->is_over = true;
        out = (struct ls_resolved_type){type, &ls_cel_dyn, 1};
    } else if (is_changed) {
        out.to = ls_type_with_parts(resolver->arena, out.to, &parts);
    }
    return keep(resolver, out);
}

const struct ls_cel_type *ls_type_resolve(struct ls_type_resolver *resolver,
                                          const struct ls_cel_type *type)
{
    LS_ASSERT(type);
    return resolve_at(resolver, type, 0).to;
}

#include "expr/check/unify.h"

#include <stdio.h>
#include <string.h>

#include "expr/limits.h"

const struct ls_cel_type ls_unify_error_type = {.kind = LS_CEL_ERROR, .size_max = UINT64_MAX};

/* A type variable: what LS_CEL_PARAM means inside the checker. Signatures are instantiated before
 * they are used. */
struct variable {
    struct ls_cel_type type;
    const struct ls_cel_type *bound; /* NULL: free */
    char name[16];
};

struct ls_unify_undo {
    struct variable *variable;
    const struct ls_cel_type *bound;
};

static struct variable *variable_of(const struct ls_cel_type *type)
{
    LS_ASSERT(type->kind == LS_CEL_PARAM);
    return LS_HOLDER(type, struct variable, type);
}

static bool is_param(const struct ls_cel_type *type)
{
    return type->kind == LS_CEL_PARAM;
}

const struct ls_cel_type *ls_unify_bound(const struct ls_cel_type *type)
{
    while (is_param(type) && variable_of(type)->bound)
        type = variable_of(type)->bound;
    return type;
}

static bool type_is_error(const struct ls_cel_type *type)
{
    return type->kind == LS_CEL_ERROR;
}

bool ls_type_is_dyn(const struct ls_cel_type *type)
{
    return type->kind == LS_CEL_DYN;
}

struct ls_type_parts ls_type_parts(const struct ls_cel_type *type)
{
    struct ls_type_parts parts = {{NULL, NULL}, 0};
    if (type->kind == LS_CEL_MAP)
        parts.at[parts.count++] = type->key;
    if (type->kind == LS_CEL_MAP || type->kind == LS_CEL_LIST || type->kind == LS_CEL_OPTIONAL ||
        (type->kind == LS_CEL_TYPE && type->item))
        parts.at[parts.count++] = type->item;
    return parts;
}

void ls_unify_init(struct ls_unify *unify, struct ls_arena *arena)
{
    *unify = (struct ls_unify){.arena = arena, .steps_left = LS_CEL_CHECK_STEPS_MAX};
}

const struct ls_cel_type *ls_unify_fresh(struct ls_unify *unify)
{
    struct variable *variable = LS_ARENA_NEW(unify->arena, struct variable);
    (void)snprintf(variable->name, sizeof variable->name, "_var%u", unify->variable_count++);
    variable->type =
        (struct ls_cel_type){.kind = LS_CEL_PARAM, .name = variable->name, .size_max = UINT64_MAX};
    return &variable->type;
}

/* Counts one step over a type at this depth; false: over a limit. */
static bool step(struct ls_unify *unify, size_t depth)
{
    if (unify->steps_left == 0 || depth > LS_CEL_TYPE_DEPTH_MAX)
        unify->is_over = true;
    else
        unify->steps_left--;
    return !unify->is_over;
}

static void trail_grow(struct ls_unify *unify)
{
    size_t cap = unify->trail_cap ? unify->trail_cap * 2 : 64;
    struct ls_unify_undo *trail = LS_ARENA_ARRAY(unify->arena, struct ls_unify_undo, cap);
    if (unify->trail_count > 0)
        memcpy(trail, unify->trail, unify->trail_count * sizeof *trail);
    unify->trail = trail;
    unify->trail_cap = cap;
}

static void bind(struct ls_unify *unify, const struct ls_cel_type *param,
                 const struct ls_cel_type *type)
{
    struct variable *variable = variable_of(param);
    if (unify->trail_count == unify->trail_cap)
        trail_grow(unify);
    unify->trail[unify->trail_count++] = (struct ls_unify_undo){variable, variable->bound};
    variable->bound = type;
}

static void undo(struct ls_unify *unify, size_t trail_count)
{
    LS_ASSERT(trail_count <= unify->trail_count);
    while (unify->trail_count > trail_count) {
        struct ls_unify_undo *last = &unify->trail[--unify->trail_count];
        last->variable->bound = last->bound;
    }
}

static bool names_equal(const struct ls_cel_type *a, const struct ls_cel_type *b)
{
    return a->name == b->name || (a->name && b->name && strcmp(a->name, b->name) == 0);
}

static bool exact(struct ls_unify *unify, const struct ls_cel_type *a, const struct ls_cel_type *b,
                  bool is_any_param, size_t depth)
{
    if (a == b)
        return true;
    if (a->kind != b->kind || !step(unify, depth))
        return false;
    if (!(is_any_param && is_param(a)) && !names_equal(a, b))
        return false;
    struct ls_type_parts left = ls_type_parts(a), right = ls_type_parts(b);
    if (left.count != right.count)
        return false;
    for (size_t i = 0; i < left.count; i++) {
        if (!exact(unify, left.at[i], right.at[i], is_any_param, depth + 1))
            return false;
    }
    return true;
}

bool ls_unify_is_exact(struct ls_unify *unify, const struct ls_cel_type *a,
                       const struct ls_cel_type *b, bool is_any_param)
{
    return exact(unify, a, b, is_any_param, 0);
}

/* Equal, or so with dyn and variables on the left. */
static bool less_specific(struct ls_unify *unify, const struct ls_cel_type *a,
                          const struct ls_cel_type *b, size_t depth)
{
    if (a == b || ls_type_is_dyn(a) || is_param(a))
        return true;
    if (ls_type_is_dyn(b) || is_param(b) || a->kind != b->kind || !step(unify, depth))
        return false;
    if (a->kind == LS_CEL_TYPE)
        return true;
    if (!names_equal(a, b))
        return false;
    struct ls_type_parts left = ls_type_parts(a), right = ls_type_parts(b);
    for (size_t i = 0; i < left.count; i++) {
        if (!less_specific(unify, left.at[i], right.at[i], depth + 1))
            return false;
    }
    return true;
}

const struct ls_cel_type *ls_unify_most_general(struct ls_unify *unify, const struct ls_cel_type *a,
                                                const struct ls_cel_type *b)
{
    return less_specific(unify, a, b, 0) ? a : b;
}

/* The occurs check: a variable must not stand for a type that holds it. */
static bool occurs(struct ls_unify *unify, const struct ls_cel_type *param,
                   const struct ls_cel_type *within, size_t depth)
{
    if (param == within)
        return true;
    if (!step(unify, depth))
        return true;
    if (is_param(within)) {
        const struct ls_cel_type *bound = variable_of(within)->bound;
        return bound && occurs(unify, param, bound, depth + 1);
    }
    struct ls_type_parts parts = ls_type_parts(within);
    for (size_t i = 0; i < parts.count; i++) {
        if (occurs(unify, param, parts.at[i], depth + 1))
            return true;
    }
    return false;
}

static bool assignable(struct ls_unify *unify, const struct ls_cel_type *to,
                       const struct ls_cel_type *from, size_t depth);

/* May the variable stand for `type`? *is_bound: it stood for something already. */
static bool param_takes(struct ls_unify *unify, const struct ls_cel_type *type,
                        const struct ls_cel_type *param, size_t depth, bool *is_bound)
{
    *is_bound = true;
    if (type == param)
        return true;
    const struct ls_cel_type *bound = variable_of(param)->bound;
    if (!bound) {
        *is_bound = false;
        if (occurs(unify, param, type, depth))
            return false;
        bind(unify, param, type);
        return true;
    }
    /* A variable must not become a synonym of itself. */
    if (exact(unify, type, bound, false, depth))
        return true;
    if (!assignable(unify, type, bound, depth + 1))
        return false;
    const struct ls_cel_type *wider = ls_unify_most_general(unify, type, bound);
    if (!occurs(unify, param, wider, depth))
        bind(unify, param, wider);
    return true;
}

static bool takes_null(const struct ls_cel_type *type)
{
    switch (type->kind) {
    case LS_CEL_NULL:
    case LS_CEL_OPTIONAL:
    case LS_CEL_OPAQUE:
    case LS_CEL_OBJECT:
    case LS_CEL_DURATION:
    case LS_CEL_TIMESTAMP:
        return true;
    default:
        return false;
    }
}

static bool same_shape(struct ls_unify *unify, const struct ls_cel_type *to,
                       const struct ls_cel_type *from, size_t depth)
{
    if (to->kind == LS_CEL_NULL)
        return takes_null(from);
    if (from->kind == LS_CEL_NULL)
        return takes_null(to);
    if (to->kind != from->kind)
        return false;
    if (to->kind == LS_CEL_TYPE)
        return true;
    if (!names_equal(to, from))
        return false;
    struct ls_type_parts left = ls_type_parts(to), right = ls_type_parts(from);
    for (size_t i = 0; i < left.count; i++) {
        if (!assignable(unify, left.at[i], right.at[i], depth + 1))
            return false;
    }
    return true;
}

static bool assignable(struct ls_unify *unify, const struct ls_cel_type *to,
                       const struct ls_cel_type *from, size_t depth)
{
    bool is_bound;
    if (to == from || !step(unify, depth))
        return true;
    if (is_param(from)) {
        if (param_takes(unify, to, from, depth, &is_bound))
            return true;
        if (is_bound)
            return false;
    }
    if (is_param(to))
        return param_takes(unify, from, to, depth, &is_bound);
    if (ls_type_is_dyn(to) || type_is_error(to) || ls_type_is_dyn(from) || type_is_error(from))
        return true;
    return same_shape(unify, to, from, depth);
}

bool ls_unify_assignable_all(struct ls_unify *unify, const struct ls_cel_type *const *to,
                             const struct ls_cel_type *const *from, size_t count)
{
    size_t trail_count = unify->trail_count;
    for (size_t i = 0; i < count; i++) {
        if (!assignable(unify, to[i], from[i], 0)) {
            undo(unify, trail_count);
            return false;
        }
    }
    return true;
}

bool ls_unify_assignable(struct ls_unify *unify, const struct ls_cel_type *to,
                         const struct ls_cel_type *from)
{
    LS_ASSERT(to);
    LS_ASSERT(from);
    return ls_unify_assignable_all(unify, &to, &from, 1);
}

const struct ls_cel_type *ls_type_with_parts(struct ls_arena *arena, const struct ls_cel_type *type,
                                             const struct ls_type_parts *parts)
{
    LS_ASSERT(parts->count > 0);
    LS_ASSERT(parts->count <= LS_COUNT(parts->at));
    struct ls_cel_type *copy = LS_ARENA_NEW(arena, struct ls_cel_type);
    *copy = *type;
    copy->item = parts->at[parts->count - 1];
    if (parts->count == 2)
        copy->key = parts->at[0];
    return copy;
}

static const struct ls_cel_type *substitute(struct ls_unify *unify, const struct ls_cel_type *type,
                                            bool free_is_dyn, size_t depth)
{
    if (!step(unify, depth))
        return &ls_cel_dyn;
    type = ls_unify_bound(type);
    if (is_param(type))
        return free_is_dyn ? &ls_cel_dyn : type;
    struct ls_type_parts parts = ls_type_parts(type);
    bool is_changed = false;
    for (size_t i = 0; i < parts.count; i++) {
        const struct ls_cel_type *part = substitute(unify, parts.at[i], free_is_dyn, depth + 1);
        is_changed = is_changed || part != parts.at[i];
        parts.at[i] = part;
    }
    return is_changed ? ls_type_with_parts(unify->arena, type, &parts) : type;
}

const struct ls_cel_type *ls_unify_substitute(struct ls_unify *unify,
                                              const struct ls_cel_type *type, bool free_is_dyn)
{
    return substitute(unify, type, free_is_dyn, 0);
}

static const struct ls_cel_type *param_variable(struct ls_unify *unify,
                                                struct ls_unify_params *params, const char *name)
{
    for (size_t i = 0; i < params->count; i++) {
        if (strcmp(params->names[i], name) == 0)
            return params->variables[i];
    }
    LS_ASSERT(params->count < LS_COUNT(params->names));
    params->names[params->count] = name;
    params->variables[params->count] = ls_unify_fresh(unify);
    return params->variables[params->count++];
}

/* No step limit: signatures are our own and shallow. */
const struct ls_cel_type *ls_unify_instantiate(struct ls_unify *unify,
                                               struct ls_unify_params *params,
                                               const struct ls_cel_type *type)
{
    if (is_param(type))
        return param_variable(unify, params, type->name);
    struct ls_type_parts parts = ls_type_parts(type);
    bool is_changed = false;
    for (size_t i = 0; i < parts.count; i++) {
        const struct ls_cel_type *part = ls_unify_instantiate(unify, params, parts.at[i]);
        is_changed = is_changed || part != parts.at[i];
        parts.at[i] = part;
    }
    return is_changed ? ls_type_with_parts(unify->arena, type, &parts) : type;
}

/* Counts parts, at most one beyond the limit. */
static void parts_count(const struct ls_cel_type *type, size_t *parts)
{
    if (++*parts > LS_CEL_TYPE_PARTS_MAX)
        return;
    struct ls_type_parts inner = ls_type_parts(ls_unify_bound(type));
    for (size_t i = 0; i < inner.count && *parts <= LS_CEL_TYPE_PARTS_MAX; i++)
        parts_count(inner.at[i], parts);
}

bool ls_unify_is_large(const struct ls_cel_type *type)
{
    size_t parts = 0;
    parts_count(type, &parts);
    return parts > LS_CEL_TYPE_PARTS_MAX;
}

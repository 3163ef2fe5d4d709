/* Resolves names: variables of comprehensions and of the environment, types, functions. */
#include "expr/check/check_impl.h"

#include <string.h>

#include "base/map.h"

/* Calls try() for name in each container, inner ones first (a.b.c.NAME, a.b.NAME, a.NAME, NAME);
 * a leading dot means no container. */
typedef bool (*candidate_fn)(struct check *check, struct ls_slice name, void *self);

static struct ls_slice joined(struct check *check, struct ls_slice container, struct ls_slice name)
{
    return ls_slice_of(ls_arena_printf(check->arena, "%.*s.%.*s", LS_ARG(container), LS_ARG(name)));
}

static bool each_candidate(struct check *check, struct ls_slice name, candidate_fn try, void *self)
{
    if (ls_slice_starts(name, "."))
        return try(check, ls_slice_from(name, 1), self);
    struct ls_slice container = check->env->container;
    while (container.len > 0) {
        if (try(check, joined(check, container, name), self))
            return true;
        while (container.len > 0 && container.at[--container.len] != '.')
            continue;
    }
    return try(check, name, self);
}

static const struct check_local *local_find(const struct check *check, struct ls_slice name)
{
    for (const struct check_local *local = check->locals; local; local = local->outer) {
        if (ls_slice_equal(local->name, name))
            return local;
    }
    return NULL;
}

static const struct ls_cel_type *type_of_type(struct check *check, const struct ls_cel_type *type)
{
    struct ls_cel_type *of = LS_ARENA_NEW(check->arena, struct ls_cel_type);
    *of = (struct ls_cel_type){.kind = LS_CEL_TYPE, .item = type, .size_max = UINT64_MAX};
    return of;
}

static bool global_try(struct check *check, struct ls_slice name, void *self)
{
    struct check_meaning *out = self;
    const struct ls_cel_env *env = check->env;
    for (size_t i = 0; i < env->variable_count; i++) {
        if (ls_slice_equal(env->variables[i].name, name)) {
            out->variable = &env->variables[i];
            out->type = env->variables[i].type;
            return true;
        }
    }
    out->constant = ls_cel_type_named(name, env->libraries);
    if (out->constant)
        out->type = type_of_type(check, out->constant);
    return out->constant != NULL;
}

/* The slots of cel.block(): their types are known when it runs. */
static bool is_block_slot(const struct check *check, struct ls_slice name)
{
    return (check->env->libraries & LS_CEL_LIBS(LS_CEL_LIB_BLOCK)) &&
           ls_slice_starts(name, "@index");
}

struct check_meaning ls_check_ident(struct check *check, struct ls_slice name)
{
    struct check_meaning out = {NULL, NULL, NULL};
    const struct check_local *local = local_find(check, name);
    if (local)
        out.type = local->type;
    else if (is_block_slot(check, name))
        out.type = &ls_cel_dyn;
    else
        (void)each_candidate(check, name, global_try, &out);
    return out;
}

struct check_meaning ls_check_dotted(struct check *check, struct ls_slice name)
{
    struct check_meaning out = {NULL, NULL, NULL};
    struct ls_slice rest;
    if (!local_find(check, ls_slice_cut(name, '.', &rest)))
        (void)each_candidate(check, name, global_try, &out);
    return out;
}

static bool function_try(struct check *check, struct ls_slice name, void *self)
{
    const struct check_function **out = self;
    const struct check_function **slot =
        &check->functions[ls_hash_bytes(0, name.at, name.len) % CHECK_FUNCTION_SLOTS];
    for (const struct check_function *known = *slot; known; known = known->next) {
        if (ls_slice_equal(known->name, name)) {
            *out = known;
            return true;
        }
    }
    struct ls_cel_overloads found =
        ls_cel_overloads_find(check->arena, check->env->libraries, name);
    if (found.count == 0)
        return false;
    struct ls_cel_signature *signatures =
        LS_ARENA_ARRAY(check->arena, struct ls_cel_signature, found.count);
    for (size_t i = 0; i < found.count; i++)
        ls_cel_signature_read(check->arena, found.at[i]->signature, &signatures[i]);
    struct check_function *function = LS_ARENA_NEW(check->arena, struct check_function);
    *function = (struct check_function){name, found, signatures, *slot};
    *slot = *out = function;
    return true;
}

const struct check_function *ls_check_function(struct check *check, struct ls_slice name)
{
    const struct check_function *out = NULL;
    (void)each_candidate(check, name, function_try, &out);
    return out;
}

/* The length of the dotted name; 0: it is none. */
static size_t qualified_len(const struct ls_cel_node *node)
{
    size_t len = 0;
    while (node->kind == LS_CEL_NODE_SELECT && !node->select.is_test) {
        len += 1 + node->select.name.len;
        node = node->select.operand;
    }
    return node->kind == LS_CEL_NODE_IDENT ? len + node->name.len : 0;
}

bool ls_check_qualified(struct check *check, const struct ls_cel_node *node, struct ls_slice *out)
{
    size_t len = qualified_len(node);
    if (len == 0)
        return false;
    char *text = ls_arena_alloc(check->arena, len + 1);
    size_t at = len;
    for (; node->kind == LS_CEL_NODE_SELECT; node = node->select.operand) {
        at -= node->select.name.len;
        memcpy(text + at, node->select.name.at, node->select.name.len);
        text[--at] = '.';
    }
    LS_ASSERT(at == node->name.len);
    memcpy(text, node->name.at, at);
    *out = (struct ls_slice){text, len};
    return true;
}

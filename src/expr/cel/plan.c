#include "expr/cel/plan.h"

#include "expr/cel/planner.h"

struct plan *ls_plan_new(struct planner *planner, enum plan_kind kind,
                         const struct ls_cel_node *node)
{
    LS_ASSERT(kind <= PLAN_FOLD);
    struct plan *plan = LS_ARENA_NEW(planner->arena, struct plan);
    plan->kind = kind;
    plan->offset = node->offset;
    return plan;
}

const struct plan *ls_plan_const(struct planner *planner, const struct ls_cel_node *node,
                                 struct ls_term term)
{
    struct plan *plan = ls_plan_new(planner, PLAN_CONST, node);
    plan->constant = term;
    return plan;
}

static const struct plan_entry *entries_plan(struct planner *planner,
                                             const struct ls_cel_node *node, bool *is_const)
{
    struct plan_entry *entries =
        LS_ARENA_ARRAY(planner->arena, struct plan_entry, node->entries.count + 1);
    *is_const = true;
    for (size_t i = 0; i < node->entries.count; i++) {
        const struct ls_cel_entry *entry = &node->entries.at[i];
        entries[i].key = entry->key ? ls_plan_node(planner, entry->key) : NULL;
        entries[i].value = ls_plan_node(planner, entry->value);
        entries[i].is_optional = entry->is_optional;
        *is_const = *is_const && !entry->is_optional && entries[i].value->kind == PLAN_CONST &&
                    (!entries[i].key || entries[i].key->kind == PLAN_CONST);
    }
    return entries;
}

static struct ls_term *keys_of(struct planner *planner, const struct plan_entry *entries,
                               size_t count)
{
    struct ls_term *keys = LS_ARENA_ARRAY(planner->arena, struct ls_term, count + 1);
    for (size_t i = 0; i < count; i++) {
        LS_ASSERT(entries[i].key); /* entries of a map */
        keys[i] = entries[i].key->constant;
    }
    return keys;
}

static struct ls_term *values_of(struct planner *planner, const struct plan_entry *entries,
                                 size_t count)
{
    struct ls_term *values = LS_ARENA_ARRAY(planner->arena, struct ls_term, count + 1);
    for (size_t i = 0; i < count; i++)
        values[i] = entries[i].value->constant;
    return values;
}

/* Lists and maps of literals are made once and cost nothing, as in cel-go. */
static const struct plan *list_plan(struct planner *planner, const struct ls_cel_node *node)
{
    bool is_const;
    size_t count = node->entries.count;
    const struct plan_entry *entries = entries_plan(planner, node, &is_const);
    if (is_const) {
        const struct ls_term *items = values_of(planner, entries, count);
        return ls_plan_const(planner, node, ls_term_list(planner->arena, items, count));
    }
    struct plan *plan = ls_plan_new(planner, PLAN_LIST, node);
    plan->entries.at = entries;
    plan->entries.count = count;
    return plan;
}

static bool has_good_keys(const struct ls_term *keys, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (keys[i].kind != LS_TERM_BOOL && keys[i].kind != LS_TERM_INT &&
            keys[i].kind != LS_TERM_UINT && keys[i].kind != LS_TERM_STRING)
            return false;
    }
    return true;
}

static const struct plan *map_plan(struct planner *planner, const struct ls_cel_node *node)
{
    bool is_const;
    size_t count = node->entries.count;
    const struct plan_entry *entries = entries_plan(planner, node, &is_const);
    if (is_const) {
        const struct ls_term *keys = keys_of(planner, entries, count);
        const struct ls_term *values = values_of(planner, entries, count);
        struct ls_term map = ls_term_map(planner->arena, keys, values, count);
        /* An error is left for the run to report. */
        if (!ls_term_is_error(map) && has_good_keys(keys, count))
            return ls_plan_const(planner, node, map);
    }
    struct plan *plan = ls_plan_new(planner, PLAN_MAP, node);
    plan->entries.at = entries;
    plan->entries.count = count;
    return plan;
}

/* Each fold has slots of its own: the initial value of an accumulator may be computed late, inside
 * a loop of its result. */
static size_t slot_new(struct planner *planner)
{
    return planner->program->slot_count++;
}

static const struct plan *fold_plan(struct planner *planner, const struct ls_cel_node *node)
{
    const struct ls_cel_fold *from = node->fold;
    struct plan_fold *fold = LS_ARENA_NEW(planner->arena, struct plan_fold);
    const struct scope *outer = planner->scope;
    struct scope accu = {.name = from->accu, .slot = slot_new(planner), .outer = outer};
    struct scope var = {.name = from->var, .slot = slot_new(planner), .outer = &accu};
    struct scope var2 = {.name = from->var2, .slot = slot_new(planner), .outer = &var};
    fold->accu = accu.slot;
    fold->var = var.slot;
    fold->var2 = var2.slot;
    fold->has_var2 = from->var2.len > 0;
    fold->init = ls_plan_node(planner, from->init);
    fold->range = ls_plan_node(planner, from->range);
    planner->scope = fold->has_var2 ? &var2 : &var;
    fold->condition = ls_plan_node(planner, from->condition);
    fold->step = ls_plan_node(planner, from->step);
    planner->scope = &accu;
    fold->result = ls_plan_node(planner, from->result);
    planner->scope = outer;

    struct plan *plan = ls_plan_new(planner, PLAN_FOLD, node);
    plan->fold = fold;
    return plan;
}

static const struct plan *struct_refused(struct planner *planner, const struct ls_cel_node *node)
{
    ls_cel_issue_add(planner->issues, node->offset,
                     "%.*s{...} builds a message, and there are no message types here; build a map "
                     "instead: {'field': value}",
                     LS_ARG(node->entries.type_name));
    return ls_plan_const(planner, node, ls_term_null());
}

const struct plan *ls_plan_node(struct planner *planner, const struct ls_cel_node *node)
{
    LS_ASSERT(node->kind < LS_CEL_NODE_KIND_COUNT);
    switch (node->kind) {
    case LS_CEL_NODE_LITERAL:
        return ls_plan_const(planner, node, node->literal);
    case LS_CEL_NODE_IDENT:
        return ls_plan_ident(planner, node);
    case LS_CEL_NODE_SELECT:
        return ls_plan_select(planner, node);
    case LS_CEL_NODE_CALL:
        return ls_plan_call(planner, node);
    case LS_CEL_NODE_LIST:
        return list_plan(planner, node);
    case LS_CEL_NODE_MAP:
        return map_plan(planner, node);
    case LS_CEL_NODE_FOLD:
        return fold_plan(planner, node);
    case LS_CEL_NODE_STRUCT:
    case LS_CEL_NODE_KIND_COUNT:
        break;
    }
    return struct_refused(planner, node);
}

enum ls_code ls_cel_plan(struct ls_arena *arena, const struct ls_cel_env *env,
                         struct ls_cel_program *program, struct ls_cel_issues *issues)
{
    LS_ASSERT(program->tree.root);
    struct planner planner = {.arena = arena, .env = env, .program = program, .issues = issues};
    size_t count = issues->count;
    program->root = ls_plan_node(&planner, program->tree.root);
    return issues->count > count ? LS_E_INVALID : LS_OK;
}

#include "expr/syntax/builder.h"

#include <string.h>

#include "expr/limits.h"

/* A node and the height of its tree: the depth of the whole is known at the root. */
struct built_node {
    struct ls_cel_node node;
    uint32_t height;
};

static uint32_t height_of(const struct ls_cel_node *node)
{
    return node == NULL ? 0 : LS_HOLDER(node, const struct built_node, node)->height;
}

static void over(struct ls_cel_builder *builder, const char *what)
{
    if (!builder->is_over)
        ls_cel_issue_add(builder->issues, LS_CEL_NOWHERE, "%s", what);
    builder->is_over = true;
}

struct ls_cel_mark ls_cel_mark(struct ls_cel_builder *builder, uint32_t offset)
{
    LS_ASSERT(builder->id <= LS_CEL_NODES_MAX);
    if (builder->id >= LS_CEL_NODES_MAX)
        over(builder, "max expression size exceeded");
    else
        builder->id++;
    return (struct ls_cel_mark){.id = builder->id, .offset = offset};
}

static void *doubled(struct ls_cel_builder *builder, const void *old, size_t count, size_t *cap,
                     size_t item_bytes)
{
    *cap = *cap == 0 ? 4 : *cap * 2;
    void *grown = ls_arena_alloc_array(builder->issues->arena, *cap, item_bytes);
    if (count > 0)
        memcpy(grown, old, count * item_bytes);
    return grown;
}

void ls_cel_nodes_add(struct ls_cel_builder *builder, struct ls_cel_nodes *nodes,
                      const struct ls_cel_node *node)
{
    LS_ASSERT(node);
    if (nodes->count == nodes->cap)
        nodes->at = doubled(builder, nodes->at, nodes->count, &nodes->cap, sizeof(void *));
    nodes->at[nodes->count++] = node;
}

void ls_cel_entries_add(struct ls_cel_builder *builder, struct ls_cel_entries *entries,
                        struct ls_cel_entry entry)
{
    LS_ASSERT(entry.value);
    if (entries->count == entries->cap)
        entries->at = doubled(builder, entries->at, entries->count, &entries->cap, sizeof entry);
    entries->at[entries->count++] = entry;
}

static struct ls_cel_node *node_new(struct ls_cel_builder *builder, struct ls_cel_mark mark,
                                    enum ls_cel_node_kind kind, uint32_t height_below)
{
    LS_ASSERT(kind < LS_CEL_NODE_KIND_COUNT);
    LS_ASSERT(mark.id <= builder->id);
    struct built_node *built_node = LS_ARENA_NEW(builder->issues->arena, struct built_node);
    built_node->node.kind = kind;
    built_node->node.id = mark.id;
    built_node->node.offset = mark.offset;
    built_node->height = height_below + 1;
    if (built_node->height > LS_CEL_DEPTH_MAX)
        over(builder, "max recursion depth exceeded");
    return &built_node->node;
}

const struct ls_cel_node *ls_cel_build_literal(struct ls_cel_builder *builder,
                                               struct ls_cel_mark mark, struct ls_term literal)
{
    struct ls_cel_node *node = node_new(builder, mark, LS_CEL_NODE_LITERAL, 0);
    node->literal = literal;
    return node;
}

const struct ls_cel_node *ls_cel_build_ident(struct ls_cel_builder *builder,
                                             struct ls_cel_mark mark, struct ls_slice name)
{
    struct ls_cel_node *node = node_new(builder, mark, LS_CEL_NODE_IDENT, 0);
    node->name = name;
    return node;
}

const struct ls_cel_node *ls_cel_build_select(struct ls_cel_builder *builder,
                                              struct ls_cel_mark mark,
                                              const struct ls_cel_node *operand,
                                              struct ls_slice name, bool is_test)
{
    LS_ASSERT(operand);
    struct ls_cel_node *node = node_new(builder, mark, LS_CEL_NODE_SELECT, height_of(operand));
    node->select.operand = operand;
    node->select.name = name;
    node->select.is_test = is_test;
    return node;
}

const struct ls_cel_node *ls_cel_build_call(struct ls_cel_builder *builder, struct ls_cel_mark mark,
                                            struct ls_slice name, const struct ls_cel_node *target,
                                            struct ls_cel_nodes args)
{
    uint32_t height = height_of(target);
    for (size_t i = 0; i < args.count; i++)
        height = LS_MAX(height, height_of(args.at[i]));
    struct ls_cel_node *node = node_new(builder, mark, LS_CEL_NODE_CALL, height);
    node->call.name = name;
    node->call.target = target;
    node->call.args = args.at;
    node->call.arg_count = args.count;
    return node;
}

const struct ls_cel_node *ls_cel_build_entries(struct ls_cel_builder *builder,
                                               struct ls_cel_mark mark, enum ls_cel_node_kind kind,
                                               struct ls_slice type_name,
                                               struct ls_cel_entries entries)
{
    uint32_t height = 0;
    for (size_t i = 0; i < entries.count; i++) {
        height = LS_MAX(height, height_of(entries.at[i].key));
        height = LS_MAX(height, height_of(entries.at[i].value));
    }
    struct ls_cel_node *node = node_new(builder, mark, kind, height);
    node->entries.type_name = type_name;
    node->entries.at = entries.at;
    node->entries.count = entries.count;
    return node;
}

const struct ls_cel_node *ls_cel_build_fold(struct ls_cel_builder *builder, struct ls_cel_mark mark,
                                            struct ls_cel_fold fold)
{
    LS_ASSERT(fold.range);
    LS_ASSERT(fold.init);
    LS_ASSERT(fold.condition);
    LS_ASSERT(fold.step);
    LS_ASSERT(fold.result);
    const struct ls_cel_node *const parts[] = {fold.range, fold.init, fold.condition, fold.step,
                                               fold.result};
    uint32_t height = 0;
    for (size_t i = 0; i < LS_COUNT(parts); i++)
        height = LS_MAX(height, height_of(parts[i]));
    struct ls_cel_node *node = node_new(builder, mark, LS_CEL_NODE_FOLD, height);
    struct ls_cel_fold *copy = LS_ARENA_NEW(builder->issues->arena, struct ls_cel_fold);
    *copy = fold;
    node->fold = copy;
    return node;
}

static const struct ls_cel_node *copy_call(struct ls_cel_builder *builder, struct ls_cel_mark mark,
                                           const struct ls_cel_node *node)
{
    struct ls_cel_nodes args = {0};
    for (size_t i = 0; i < node->call.arg_count; i++)
        ls_cel_nodes_add(builder, &args, ls_cel_build_copy(builder, node->call.args[i]));
    const struct ls_cel_node *target = NULL;
    if (node->call.target != NULL)
        target = ls_cel_build_copy(builder, node->call.target);
    return ls_cel_build_call(builder, mark, node->call.name, target, args);
}

static const struct ls_cel_node *copy_entries(struct ls_cel_builder *builder,
                                              struct ls_cel_mark mark,
                                              const struct ls_cel_node *node)
{
    struct ls_cel_entries entries = {0};
    for (size_t i = 0; i < node->entries.count; i++) {
        struct ls_cel_entry entry = node->entries.at[i];
        if (node->kind != LS_CEL_NODE_LIST)
            (void)ls_cel_mark(builder, mark.offset); /* an entry has an id of its own in cel-go */
        if (entry.key != NULL)
            entry.key = ls_cel_build_copy(builder, entry.key);
        entry.value = ls_cel_build_copy(builder, entry.value);
        ls_cel_entries_add(builder, &entries, entry);
    }
    return ls_cel_build_entries(builder, mark, node->kind, node->entries.type_name, entries);
}

static const struct ls_cel_node *copy_fold(struct ls_cel_builder *builder, struct ls_cel_mark mark,
                                           struct ls_cel_fold fold)
{
    fold.range = ls_cel_build_copy(builder, fold.range);
    fold.init = ls_cel_build_copy(builder, fold.init);
    fold.condition = ls_cel_build_copy(builder, fold.condition);
    fold.step = ls_cel_build_copy(builder, fold.step);
    fold.result = ls_cel_build_copy(builder, fold.result);
    return ls_cel_build_fold(builder, mark, fold);
}

const struct ls_cel_node *ls_cel_build_copy(struct ls_cel_builder *builder,
                                            const struct ls_cel_node *node)
{
    struct ls_cel_mark mark = ls_cel_mark(builder, node->offset);
    if (builder->is_over)
        return node;
    switch (node->kind) {
    case LS_CEL_NODE_IDENT:
        return ls_cel_build_ident(builder, mark, node->name);
    case LS_CEL_NODE_SELECT:
        return ls_cel_build_select(builder, mark, ls_cel_build_copy(builder, node->select.operand),
                                   node->select.name, node->select.is_test);
    case LS_CEL_NODE_CALL:
        return copy_call(builder, mark, node);
    case LS_CEL_NODE_LIST:
    case LS_CEL_NODE_MAP:
    case LS_CEL_NODE_STRUCT:
        return copy_entries(builder, mark, node);
    case LS_CEL_NODE_FOLD:
        return copy_fold(builder, mark, *node->fold);
    case LS_CEL_NODE_LITERAL:
    case LS_CEL_NODE_KIND_COUNT:
        break;
    }
    return ls_cel_build_literal(builder, mark, node->literal);
}

const struct ls_cel_node *ls_cel_build_wrong(struct ls_cel_builder *builder, uint32_t offset,
                                             const char *format, ...)
{
    va_list args;
    va_start(args, format);
    char *text = ls_arena_vprintf(builder->issues->arena, format, args);
    va_end(args);
    ls_cel_issue_add(builder->issues, offset, "%s", text);
    struct ls_term nothing = {.kind = LS_TERM_NULL};
    return ls_cel_build_literal(builder, ls_cel_mark(builder, offset), nothing);
}

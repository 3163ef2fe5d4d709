#pragma once
/* Builds the nodes of a tree, private to this folder: ids in the order in which cel-go gives them,
 * and the two limits of a tree. Past a limit one issue says so, and the tree is dropped. */
#include "expr/syntax/parse.h"

struct ls_cel_builder {
    struct ls_cel_issues *issues; /* its arena holds the nodes */
    uint32_t id;                  /* the last one given */
    bool is_over;                 /* a limit was passed */
};

/* The id and the place of a node that is still to be made. */
struct ls_cel_mark {
    uint32_t id, offset;
};
struct ls_cel_mark ls_cel_mark(struct ls_cel_builder *builder, uint32_t offset);

/* Nodes or entries that are collected for their parent. */
struct ls_cel_nodes {
    const struct ls_cel_node **at;
    size_t count, cap;
};
struct ls_cel_entries {
    struct ls_cel_entry *at;
    size_t count, cap;
};
void ls_cel_nodes_add(struct ls_cel_builder *builder, struct ls_cel_nodes *nodes,
                      const struct ls_cel_node *node);
void ls_cel_entries_add(struct ls_cel_builder *builder, struct ls_cel_entries *entries,
                        struct ls_cel_entry entry);

const struct ls_cel_node *ls_cel_build_literal(struct ls_cel_builder *builder,
                                               struct ls_cel_mark mark, struct ls_term literal);
const struct ls_cel_node *ls_cel_build_ident(struct ls_cel_builder *builder,
                                             struct ls_cel_mark mark, struct ls_slice name);
const struct ls_cel_node *ls_cel_build_select(struct ls_cel_builder *builder,
                                              struct ls_cel_mark mark,
                                              const struct ls_cel_node *operand,
                                              struct ls_slice name, bool is_test);
const struct ls_cel_node *ls_cel_build_call(struct ls_cel_builder *builder, struct ls_cel_mark mark,
                                            struct ls_slice name, const struct ls_cel_node *target,
                                            struct ls_cel_nodes args);
const struct ls_cel_node *ls_cel_build_entries(struct ls_cel_builder *builder,
                                               struct ls_cel_mark mark, enum ls_cel_node_kind kind,
                                               struct ls_slice type_name,
                                               struct ls_cel_entries entries);
const struct ls_cel_node *ls_cel_build_fold(struct ls_cel_builder *builder, struct ls_cel_mark mark,
                                            struct ls_cel_fold fold);
/* A copy with new ids. */
const struct ls_cel_node *ls_cel_build_copy(struct ls_cel_builder *builder,
                                            const struct ls_cel_node *node);
/* Adds an issue; the result is a placeholder for the wrong part. */
const struct ls_cel_node *ls_cel_build_wrong(struct ls_cel_builder *builder, uint32_t offset,
                                             const char *format, ...) LS_FORMAT(3, 4);

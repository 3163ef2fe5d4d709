#pragma once
/*
 * The lists of a strategic merge: items as they move between the live list and the patch,
 * identified by a key (maps) or by their value (scalars), and arranged in their new order.
 */
#include "base/err.h"
#include "value/draft.h"
#include "value/node.h"

struct ls_strategic {
    struct ls_draft_space space;
    struct ls_err *err;
    size_t steps; /* comparisons so far */
};

/* Counts the comparisons and fails above LS_STRATEGIC_STEPS_MAX. */
enum ls_code ls_strategic_spend(struct ls_strategic *merge, size_t steps);
/* The name of the type in Go: "map[string]interface {}". */
const char *ls_strategic_go_type(enum ls_type type);
enum ls_code ls_strategic_fail_key(struct ls_strategic *merge, const struct ls_draft *item,
                                   const char *key);
enum ls_code ls_strategic_fail_directive(struct ls_strategic *merge, struct ls_node directive,
                                         struct ls_node map);
/* The list without the maps that are directives, at any depth. */
struct ls_draft *ls_strategic_without_directives(struct ls_strategic *merge, struct ls_node list);

/* Borrowed drafts, in the arena of the space. */
struct ls_items {
    struct ls_draft **at;
    size_t count;
    size_t cap;
};
struct ls_items ls_items_of_node(struct ls_strategic *merge, struct ls_node list);
struct ls_items ls_items_of_draft(struct ls_strategic *merge, struct ls_draft *list);
struct ls_items ls_items_copy(struct ls_strategic *merge, const struct ls_items *items);
struct ls_items ls_items_join(struct ls_strategic *merge, const struct ls_items *a,
                              const struct ls_items *b);
void ls_items_add(struct ls_strategic *merge, struct ls_items *items, struct ls_draft *item);
struct ls_draft *ls_items_draft(struct ls_strategic *merge, const struct ls_items *items);

/* All of one type, which is no list; LS_E_INVALID otherwise, and when there is none at all. */
enum ls_code ls_items_check_types(struct ls_strategic *merge, const struct ls_items *a,
                                  const struct ls_items *b, bool *hold_maps);
/* The first map whose key has this value; the count when there is none. */
enum ls_code ls_items_find(struct ls_strategic *merge, const struct ls_items *items,
                           const char *key, struct ls_node value, size_t *out);
enum ls_code ls_items_delete(struct ls_strategic *merge, struct ls_items *items, const char *key,
                             struct ls_node value);
enum ls_code ls_items_subtract(struct ls_strategic *merge, struct ls_items *items,
                               const struct ls_items *others);
enum ls_code ls_items_drop_repeats(struct ls_strategic *merge, struct ls_items *items);
/* Does the patch follow the order it asks for, and hold nothing else? */
enum ls_code ls_items_check_order(struct ls_strategic *merge, const struct ls_items *patch,
                                  const struct ls_items *order, const char *key);
/* Items named by `first` in that order, the others in the order of `old`; one of the others goes
 * before a named item that comes after it in `old`. */
enum ls_code ls_items_arrange(struct ls_strategic *merge, struct ls_items *items,
                              const struct ls_items *first, const struct ls_items *old,
                              const char *key);

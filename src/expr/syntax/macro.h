#pragma once
/* Macros: calls that the parser replaces by other expressions, private to this folder. One row per
 * macro; the trees, and the order in which ids are given, are cel-go's. */
#include "expr/syntax/builder.h"

/* A call as it was parsed. New nodes have its place. */
struct ls_cel_macro_call {
    struct ls_cel_builder *builder;
    uint32_t offset;
    struct ls_slice name;
    const struct ls_cel_node *target; /* NULL: none */
    struct ls_cel_nodes args;
};
/* NULL: it is an ordinary call. */
typedef const struct ls_cel_node *(*ls_cel_macro_fn)(const struct ls_cel_macro_call *call);

struct ls_cel_macro {
    const char *name;
    size_t arg_count; /* SIZE_MAX: any */
    bool is_member;
    unsigned set; /* LS_CEL_MACROS_*; 0: always on */
    ls_cel_macro_fn fn;
};
/* Ended by a row without a name. */
extern const struct ls_cel_macro ls_cel_macros_extra[], ls_cel_macros_block[];

/* The expansion of a call; NULL: an ordinary call. */
const struct ls_cel_node *ls_cel_macro_expand(unsigned sets, const struct ls_cel_macro_call *call);

/* Parts that several macros use. */
const struct ls_cel_node *ls_cel_macro_bool(const struct ls_cel_macro_call *call, bool truth);
const struct ls_cel_node *ls_cel_macro_ident(const struct ls_cel_macro_call *call,
                                             struct ls_slice name);
const struct ls_cel_node *ls_cel_macro_accu(const struct ls_cel_macro_call *call);
/* name(args...); NULL arguments at the end are left out. */
const struct ls_cel_node *ls_cel_macro_of(const struct ls_cel_macro_call *call, const char *name,
                                          const struct ls_cel_node *a, const struct ls_cel_node *b,
                                          const struct ls_cel_node *c);
/* [item], [] when it is NULL. */
const struct ls_cel_node *ls_cel_macro_list(const struct ls_cel_macro_call *call,
                                            const struct ls_cel_node *item);
const struct ls_cel_node *ls_cel_macro_fold(const struct ls_cel_macro_call *call,
                                            struct ls_cel_fold fold);
/* range.map(var, args...) of one variable, with or without a filter before the transform. */
const struct ls_cel_node *ls_cel_macro_map(const struct ls_cel_macro_call *call,
                                           const struct ls_cel_node *range);
/* var = init; body: a fold over nothing. */
const struct ls_cel_node *ls_cel_macro_bind(const struct ls_cel_macro_call *call,
                                            const struct ls_cel_node *nothing, struct ls_slice var,
                                            const struct ls_cel_node *init,
                                            const struct ls_cel_node *body);
/* The rest of a fold for all, exists and exists_one. */
void ls_cel_macro_all(const struct ls_cel_macro_call *call, const struct ls_cel_node *condition,
                      struct ls_cel_fold *fold);
void ls_cel_macro_exists(const struct ls_cel_macro_call *call, const struct ls_cel_node *condition,
                         struct ls_cel_fold *fold);
void ls_cel_macro_exists_one(const struct ls_cel_macro_call *call,
                             const struct ls_cel_node *condition, struct ls_cel_fold *fold);
/* filter ? step : accu; the step itself without a filter. */
const struct ls_cel_node *ls_cel_macro_filtered(const struct ls_cel_macro_call *call,
                                                const struct ls_cel_node *filter,
                                                const struct ls_cel_node *step);
/* Is this a name that loops must not use? */
bool ls_cel_macro_is_accu(struct ls_slice name);

#define LS_CEL_ACCU LS_SLICE("@result")

#pragma once
/* The estimator's own types, private to this folder. */
#include "expr/check/estimate.h"

/* A size that may be unknown, which differs from one without bounds. */
struct cost_size {
    bool is_known;
    struct ls_cel_estimate size;
};

/* Sizes of what a list or a map holds. */
struct cost_entries {
    bool is_known;
    bool is_list;
    struct ls_cel_estimate key, value;
};

/*
 * Where a value comes from: variable, fields, "@items", "@keys", "@values". Empty: not from a
 * variable.
 *
 * In cel-go paths are slices that share memory: two paths that extend the same one may overwrite
 * each other's last step, and a size is then found in the wrong place. The numbers depend on this,
 * so paths share memory here in the same way.
 */
struct cost_path {
    struct ls_slice *steps;
    size_t count, cap;
};

struct cost_local {
    struct ls_slice name;
    struct cost_path path;
    struct cost_size size;
    struct cost_entries entries;
    const struct cost_local *outer;
};

struct estimator {
    struct ls_arena *arena;
    const struct ls_cel_checked *checked;
    const struct ls_cel_type *root; /* the type at which every path begins */
    const struct cost_local *locals;
    /* By node id. */
    struct cost_size *sizes;
    struct cost_entries *entries;
    struct cost_path *paths;
};

/* A target or an argument, as it was when it was visited. */
struct cost_operand {
    const struct ls_cel_node *node;
    const struct ls_cel_type *type;
    struct cost_path path;
    struct cost_size size;
};

/* One call and one of the overloads it may be. */
struct cost_call {
    struct estimator *estimator;
    const struct ls_cel_node *node;
    struct ls_slice function;
    struct ls_slice overload;
    const struct cost_operand *target; /* NULL: none */
    const struct cost_operand *args;
    const struct ls_cel_estimate *arg_costs;
    size_t arg_count;
};

struct cost_answer {
    struct ls_cel_estimate cost;
    struct cost_size result;
};

struct cost_path ls_cost_path_add(struct estimator *estimator, struct cost_path path,
                                  struct ls_slice step);
/* The bound of the type at the end of a path; unknown when there is no such type. */
struct cost_size ls_cost_path_size(const struct estimator *estimator, struct cost_path path);

struct ls_cel_estimate ls_cost_node(struct estimator *estimator, const struct ls_cel_node *node);
struct ls_cel_estimate ls_cost_call(struct estimator *estimator, const struct ls_cel_node *node);
struct cost_path ls_cost_path(const struct estimator *estimator, const struct ls_cel_node *node);
struct cost_size ls_cost_size(struct estimator *estimator, const struct ls_cel_node *node);
struct cost_entries ls_cost_entries(const struct estimator *estimator,
                                    const struct ls_cel_node *node);
/* The size, or no bounds where none is known. */
struct ls_cel_estimate ls_cost_bounds(struct cost_size size);

/* The cost of a call, without its arguments, by Kubernetes' and cel-go's extensions; false: no rule
 * for it. */
bool ls_cost_extension(const struct cost_call *call, struct cost_answer *out);
struct cost_size ls_cost_known(struct ls_cel_estimate size);

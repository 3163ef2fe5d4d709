#pragma once
/* The estimate from inside: what its files hand each other. */
#include "expr/check/estimate.h"

/* A size that may not be known at all, which differs from one without bounds. */
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
 * Where a value comes from: variable, fields, "@items", "@keys", "@values". Empty: from nowhere in
 * particular.
 *
 * In cel-go paths are slices that share memory: two paths that go on from the same one may
 * overwrite each other's last step, and then a size is looked up in the wrong place. The numbers
 * depend on it, so paths share and overwrite here just as there.
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

struct coster {
    struct ls_arena *arena;
    const struct ls_cel_checked *checked;
    const struct ls_cel_type *root; /* where paths begin, whatever their first step says */
    const struct cost_local *locals;
    /* By node id. */
    struct cost_size *sizes;
    struct cost_entries *entries;
    struct cost_path *paths;
};

/* A target or an argument, as it stood when it was reached. */
struct cost_operand {
    const struct ls_cel_node *node;
    const struct ls_cel_type *type;
    struct cost_path path;
    struct cost_size size;
};

/* One call and one of the overloads it may be. */
struct cost_call {
    struct coster *coster;
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

struct cost_path ls_cost_path_add(struct coster *coster, struct cost_path path,
                                  struct ls_slice step);
/* The bound of the type at the end of a path; unknown when it leads nowhere. */
struct cost_size ls_cost_path_size(const struct coster *coster, struct cost_path path);

struct ls_cel_estimate ls_cost_node(struct coster *coster, const struct ls_cel_node *node);
struct ls_cel_estimate ls_cost_call(struct coster *coster, const struct ls_cel_node *node);
struct cost_path ls_cost_path(const struct coster *coster, const struct ls_cel_node *node);
struct cost_size ls_cost_size(struct coster *coster, const struct ls_cel_node *node);
struct cost_entries ls_cost_entries(const struct coster *coster, const struct ls_cel_node *node);
/* The size, or no bounds where none is known. */
struct ls_cel_estimate ls_cost_bounds(struct cost_size size);

/* The cost of a call beyond its arguments by Kubernetes' and cel-go's extensions; false: they know
 * nothing of it. */
bool ls_cost_extension(const struct cost_call *call, struct cost_answer *out);
/* The cost of a call with its arguments, by the standard library. */
struct cost_answer ls_cost_standard(const struct cost_call *call);
struct ls_cel_estimate ls_cost_args(const struct cost_call *call);
struct cost_size ls_cost_known(struct ls_cel_estimate size);

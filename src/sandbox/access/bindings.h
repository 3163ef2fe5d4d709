#pragma once
/*
 * The index of RoleBindings and ClusterRoleBindings by subject: which of them apply to a user.
 *
 * It follows the store's events, and reads those that it has not read yet before each answer: a
 * binding counts from the write that made it. A lookup costs the user's name and groups, however
 * many bindings there are.
 */
#include "sandbox/access/user.h"
#include "value/obj.h"

struct ls_bindings;
struct ls_cluster;

struct ls_bindings *ls_bindings_new(struct ls_cluster *cluster);
void ls_bindings_free(struct ls_bindings *bindings);

/* The bindings that apply to the user, each once, by name: those of the namespace, or with "" the
 * ClusterRoleBindings. In the arena; the objects are borrowed until the next write. */
struct ls_bindings_found {
    const struct ls_obj **at;
    size_t count;
};
struct ls_bindings_found ls_bindings_find(struct ls_bindings *bindings, struct ls_arena *arena,
                                          const struct ls_user *user,
                                          struct ls_slice namespace_name);

/* The first subject of the binding that is the user; absent: none. */
struct ls_node ls_binding_subject(struct ls_node binding, const struct ls_user *user);

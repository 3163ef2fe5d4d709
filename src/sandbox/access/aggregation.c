#include "sandbox/access/aggregation.h"

#include "base/arena.h"
#include "base/mem.h"
#include "base/vec.h"
#include "sandbox/access/limits.h"
#include "sandbox/kinds/cluster.h"
#include "sandbox/kinds/registry.h"
#include "sandbox/ops/call.h"
#include "sandbox/store/store.h"
#include "value/selector.h"

#define RBAC_GROUP "rbac.authorization.k8s.io"

struct ls_aggregation {
    struct ls_cluster *cluster;
    struct ls_collection *roles;
    struct ls_collection_reader reader;
    struct ls_arena arena; /* of one pass */
};

static struct ls_node member(struct ls_node node, const char *key)
{
    return ls_node_get(node, ls_slice_of(key));
}

static struct ls_slice name_of(struct ls_node role)
{
    return ls_node_string(ls_node_at(role, "metadata.name"));
}

/* ---- the rules of one role ---- */

struct collected {
    LS_VEC(struct ls_node) rules; /* each once, borrowed from the store */
};

static void rule_add(struct collected *collected, struct ls_node rule)
{
    for (size_t i = 0; i < collected->rules.count; i++) {
        if (ls_node_equal(collected->rules.at[i], rule))
            return;
    }
    ls_vec_push(&collected->rules, rule);
}

/* In the order of names, which is that of the store. */
static void selected_add(struct ls_aggregation *aggregation, struct collected *collected,
                         const struct ls_selector *selector, struct ls_slice own)
{
    struct ls_collection_walk walk;
    if (!ls_collection_walk_start(&walk, aggregation->roles, LS_SLICE(""),
                                  (struct ls_object_key){.name = LS_SLICE("")}, 0))
        return;
    while (ls_collection_walk_next(&walk)) {
        struct ls_node role = ls_obj_root(walk.object);
        if (ls_slice_equal(walk.key.name, own) ||
            !ls_selector_match(selector, ls_node_at(role, "metadata.labels")))
            continue;
        LS_EACH (it, member(role, "rules"))
            rule_add(collected, it.value);
    }
    ls_collection_walk_end(&walk);
}

static bool is_same(const struct collected *collected, struct ls_node rules)
{
    if (ls_node_count(rules) != collected->rules.count)
        return false;
    struct ls_iter it = ls_iter(rules);
    for (size_t i = 0; i < collected->rules.count; i++) {
        if (!ls_next(&it) || !ls_node_equal(it.value, collected->rules.at[i]))
            return false;
    }
    return true;
}

static struct ls_node body_build(struct ls_arena *arena, struct ls_slice name,
                                 const struct collected *collected)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_member_text(&build, "kind", "ClusterRole");
    ls_build_member_text(&build, "apiVersion", RBAC_GROUP "/v1");
    ls_build_key(&build, LS_SLICE("metadata"));
    ls_build_map(&build);
    ls_build_member_string(&build, "name", name);
    ls_build_end(&build);
    if (collected->rules.count > 0) {
        ls_build_key(&build, LS_SLICE("rules"));
        ls_build_list(&build);
        for (size_t i = 0; i < collected->rules.count; i++)
            ls_build_node(&build, collected->rules.at[i]);
        ls_build_end(&build);
    }
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

static bool role_apply(struct ls_aggregation *aggregation, struct ls_slice name,
                       const struct collected *collected)
{
    struct ls_written written = {0};
    struct ls_op_call call = {
        .cluster = aggregation->cluster,
        .arena = &aggregation->arena,
        .kind = ls_registry_resource(aggregation->cluster->registry, LS_SLICE(RBAC_GROUP),
                                     LS_SLICE("v1"), LS_SLICE("clusterroles")),
        .name = ls_arena_slice(&aggregation->arena, name),
        .manager = LS_SLICE("clusterrole-aggregation-controller"),
        .fields = LS_FIELDS_IGNORE,
        .is_forced = true,
    };
    struct ls_node body = body_build(&aggregation->arena, call.name, collected);
    if (ls_op_patch(&call, LS_PATCH_APPLY, body, &written))
        return false;
    ls_obj_unref(written.object);
    return true;
}

/* True: it was written. */
static bool role_sync(struct ls_aggregation *aggregation, const struct ls_obj *object)
{
    struct collected collected = {0};
    struct ls_node role = ls_obj_root(object);
    LS_EACH (it, ls_node_at(role, "aggregationRule.clusterRoleSelectors")) {
        struct ls_selector selector;
        if (ls_selector_from_node(&aggregation->arena, it.value, &selector, NULL) == LS_OK)
            selected_add(aggregation, &collected, &selector, name_of(role));
    }
    bool is_written = !is_same(&collected, member(role, "rules")) &&
                      role_apply(aggregation, name_of(role), &collected);
    ls_vec_release(&collected.rules);
    return is_written;
}

/* ---- all roles ---- */

/* The roles that aggregate others, counted. */
static size_t aggregated_find(struct ls_aggregation *aggregation, const struct ls_obj ***out)
{
    struct ls_collection_walk walk;
    size_t count = 0;
    *out = LS_ARENA_ARRAY(&aggregation->arena, const struct ls_obj *,
                          ls_collection_count(aggregation->roles));
    if (!ls_collection_walk_start(&walk, aggregation->roles, LS_SLICE(""),
                                  (struct ls_object_key){.name = LS_SLICE("")}, 0))
        return 0;
    while (ls_collection_walk_next(&walk)) {
        if (ls_node_is_map(member(ls_obj_root(walk.object), "aggregationRule")))
            (*out)[count++] = ls_obj_ref(walk.object);
    }
    ls_collection_walk_end(&walk);
    return count;
}

/* True: a role was written. */
static bool pass(struct ls_aggregation *aggregation)
{
    const struct ls_obj **roles;
    bool is_written = false;
    size_t count = aggregated_find(aggregation, &roles);
    for (size_t i = 0; i < count; i++) {
        is_written |= role_sync(aggregation, roles[i]);
        ls_obj_unref(roles[i]);
    }
    ls_arena_reset(&aggregation->arena);
    return is_written;
}

/* Roles may aggregate roles that aggregate. */
static void settle(struct ls_aggregation *aggregation)
{
    for (size_t i = 0; i < LS_ACCESS_ROUNDS_MAX && pass(aggregation); i++) {
    }
}

static void wake(void *self)
{
    struct ls_aggregation *aggregation = self;
    struct ls_collection_event *event;
    enum ls_read read = LS_READ_NOTHING;
    settle(aggregation);
    while ((read = ls_collection_read(&aggregation->reader, &event)) == LS_READ_EVENT) {
    }
    if (read == LS_READ_NOTHING)
        return;
    ls_collection_read_end(&aggregation->reader);
    bool is_reading =
        ls_collection_read_from(aggregation->roles, &aggregation->reader,
                                ls_store_revision(aggregation->cluster->store), wake, aggregation);
    LS_ASSERT(is_reading);
}

struct ls_aggregation *ls_aggregation_new(struct ls_cluster *cluster)
{
    struct ls_aggregation *aggregation = LS_NEW(struct ls_aggregation);
    aggregation->cluster = cluster;
    aggregation->roles = ls_store_collection(cluster->store, RBAC_GROUP, "clusterroles");
    settle(aggregation);
    bool is_reading = ls_collection_read_from(aggregation->roles, &aggregation->reader,
                                              ls_store_revision(cluster->store), wake, aggregation);
    LS_ASSERT(is_reading);
    return aggregation;
}

void ls_aggregation_free(struct ls_aggregation *aggregation)
{
    if (!aggregation)
        return;
    ls_collection_read_end(&aggregation->reader);
    ls_arena_release(&aggregation->arena);
    ls_free(aggregation);
}

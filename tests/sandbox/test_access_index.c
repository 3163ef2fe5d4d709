/* The index of bindings agrees with a walk over all of them, whatever was written before. */
#include "sandbox/access/authorizer.h"

#include <stdio.h>

#include "base/random.h"
#include "check.h"
#include "sandbox/store/store.h"
#include "support_cluster.h"

enum { STEPS = 1500, NAMES = 6, HISTORY_EVENTS = 4 };

static const char *const resources[] = {"rbac.authorization.k8s.io/v1 clusterrolebindings",
                                        "rbac.authorization.k8s.io/v1 rolebindings"};
static const char *const subjects[] = {
    "{\"kind\":\"User\",\"name\":\"u0\"}",
    "{\"kind\":\"User\",\"name\":\"u1\"}",
    "{\"kind\":\"Group\",\"name\":\"g0\"}",
    "{\"kind\":\"Group\",\"name\":\"u0\"}",
    "{\"kind\":\"ServiceAccount\",\"name\":\"s\",\"namespace\":\"default\"}",
};
static const char *const user_names[] = {"u0", "u1", "g0", "system:serviceaccount:default:s"};

static void binding_write(struct stage *stage, struct ls_random *random)
{
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    char name[8];
    bool is_namespaced = ls_random_below(random, 2) == 1;
    const char *resource = resources[is_namespaced];
    snprintf(name, sizeof name, "b%u", (unsigned)ls_random_below(random, NAMES));
    if (ls_random_below(random, 3) == 0) {
        stage_delete(stage, resource, name, LS_PROPAGATE_BACKGROUND);
        return;
    }
    ls_buf_printf(&body,
                  "{\"metadata\":{\"name\":\"%s\"},\"roleRef\":{\"apiGroup\":"
                  "\"rbac.authorization.k8s.io\",\"kind\":\"ClusterRole\",\"name\":\"r\"},"
                  "\"subjects\":[",
                  name);
    size_t count = ls_random_below(random, 3);
    for (size_t i = 0; i < count; i++)
        ls_buf_printf(&body, "%s%s", i > 0 ? "," : "",
                      subjects[ls_random_below(random, LS_COUNT(subjects))]);
    ls_buf_add_text(&body, "]}");
    stage_update(stage, resource, name, ls_buf_text(&body));
}

/* By all bindings: is the user a subject of one? */
static bool is_bound(struct stage *stage, const struct ls_user *user, bool is_namespaced)
{
    struct ls_collection_walk walk;
    struct ls_collection *collection =
        ls_store_collection(stage->cluster.store, "rbac.authorization.k8s.io",
                            is_namespaced ? "rolebindings" : "clusterrolebindings");
    bool is_found = false;
    CHECK(ls_collection_walk_start(&walk, collection, LS_SLICE(""),
                                   (struct ls_object_key){.name = LS_SLICE("")}, 0));
    while (ls_collection_walk_next(&walk)) {
        LS_EACH (it, ls_node_at(ls_obj_root(walk.object), "subjects")) {
            struct ls_slice kind = ls_node_string(ls_node_at(it.value, "kind"));
            struct ls_slice name = ls_node_string(ls_node_at(it.value, "name"));
            is_found |= ls_slice_is(kind, "User") && ls_slice_equal(name, user->name);
            is_found |= ls_slice_is(kind, "Group") && user->group_count > 0 &&
                        ls_slice_equal(name, user->groups[0]);
            is_found |= ls_slice_is(kind, "ServiceAccount") &&
                        ls_slice_is(user->name, "system:serviceaccount:default:s");
        }
    }
    ls_collection_walk_end(&walk);
    return is_found;
}

static void users_check(struct stage *stage, struct ls_authorizer *authorizer)
{
    static const struct ls_slice group = {"g0", 2};
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    for (size_t i = 0; i < 2 * LS_COUNT(user_names); i++) {
        struct ls_user user = {
            .name = ls_slice_of(user_names[i / 2]), .groups = &group, .group_count = i % 2};
        struct ls_attributes asked = {.user = &user,
                                      .verb = LS_SLICE("get"),
                                      .is_resource = true,
                                      .resource = LS_SLICE("pods")};
        bool in_cluster = is_bound(stage, &user, false);
        CHECK_INT(ls_authorizer_decide(authorizer, &arena, &asked).is_allowed, in_cluster);
        asked.namespace_name = LS_SLICE("default");
        CHECK_INT(ls_authorizer_decide(authorizer, &arena, &asked).is_allowed,
                  in_cluster || is_bound(stage, &user, true));
        asked.namespace_name = LS_SLICE("other");
        CHECK_INT(ls_authorizer_decide(authorizer, &arena, &asked).is_allowed, in_cluster);
    }
}

/* Several writes between two questions are more than the history keeps. */
static void random_run(uint64_t seed)
{
    struct stage stage LS_AUTO(stage_release);
    struct ls_random random;
    stage_init_short(&stage, HISTORY_EVENTS);
    ls_random_init(&random, seed);
    stage_create(&stage, "rbac.authorization.k8s.io/v1 clusterroles",
                 "{\"metadata\":{\"name\":\"r\"},\"rules\":[{\"apiGroups\":[\"\"],\"resources\":["
                 "\"pods\"],\"verbs\":[\"get\"]}]}");
    struct ls_authorizer *authorizer = ls_authorizer_new(&stage.cluster);
    for (size_t i = 0; i < STEPS; i++) {
        size_t writes = ls_random_below(&random, 2 * HISTORY_EVENTS + 2);
        for (size_t k = 0; k < writes; k++)
            binding_write(&stage, &random);
        users_check(&stage, authorizer);
    }
    ls_authorizer_free(authorizer);
}

TEST(the_index_agrees_with_all_bindings)
{
    random_run(1);
    random_run(2);
}

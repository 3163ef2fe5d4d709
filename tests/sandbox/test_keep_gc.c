#include <string.h>

#include "base/loop.h"
#include "sandbox/keep/keep.h"
#include "sandbox/store/store.h"
#include "support_cluster.h"

struct house {
    struct stage stage;
    struct ls_keep *keep;
};

static void house_init(struct house *house)
{
    stage_init_bare(&house->stage);
    house->keep = ls_keep_new(&house->stage.cluster);
    ls_loop_run(house->stage.cluster.world->loop);
}

static void house_release(struct house *house)
{
    ls_keep_free(house->keep);
    stage_release(&house->stage);
}

static void settle(struct house *house)
{
    ls_loop_run(house->stage.cluster.world->loop);
}

static const char *uid_of(struct house *house, const char *name)
{
    const char *uid = stage_at(&house->stage, "v1 configmaps", name, "metadata.uid");
    return ls_arena_dup(&house->stage.arena, ls_slice_of(uid)); /* in its quotes */
}

/* A ConfigMap with owners: "a" or "a!" when it blocks the owner's deletion. */
static void child_make(struct house *house, const char *name, const char *owner, bool blocks,
                       const char *second)
{
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&body,
                  "{\"metadata\":{\"name\":\"%s\",\"ownerReferences\":[{\"apiVersion\":\"v1\","
                  "\"kind\":\"ConfigMap\",\"name\":\"%s\",\"uid\":%s%s}",
                  name, owner, uid_of(house, owner), blocks ? ",\"blockOwnerDeletion\":true" : "");
    if (second)
        ls_buf_printf(&body,
                      ",{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"name\":\"%s\",\"uid\":%s}",
                      second, uid_of(house, second));
    ls_buf_add_text(&body, "]}}");
    CHECK(strncmp(stage_create(&house->stage, "v1 configmaps", ls_buf_text(&body)), "201", 3) == 0);
}

static void owner_make(struct house *house, const char *name)
{
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&body, "{\"metadata\":{\"name\":\"%s\"}}", name);
    stage_create(&house->stage, "v1 configmaps", ls_buf_text(&body));
}

static bool is_there(struct house *house, const char *name)
{
    return stage_at(&house->stage, "v1 configmaps", name, "metadata.name")[0] != '\0';
}

/* The message of the first Event in namespace default with this reason; "" when there is none. */
static const char *event_of(struct house *house, const char *reason)
{
    struct ls_op_call call = stage_call(&house->stage, "v1 events", "");
    struct ls_collection_walk walk;
    const char *message = "";
    CHECK(ls_collection_walk_start(&walk, call.kind->collection, LS_SLICE("default"),
                                   (struct ls_object_key){0}, 0));
    while (ls_collection_walk_next(&walk)) {
        struct ls_node event = ls_obj_root(walk.object);
        if (ls_node_string_is(ls_node_at(event, "reason"), reason))
            message =
                ls_arena_dup(&house->stage.arena, ls_node_string(ls_node_at(event, "message")));
    }
    ls_collection_walk_end(&walk);
    return message;
}

TEST(background_deletion_takes_dependents_along)
{
    struct house house LS_AUTO(house_release);
    house_init(&house);
    owner_make(&house, "a");
    child_make(&house, "b", "a", false, NULL);
    child_make(&house, "c", "b", false, NULL);
    settle(&house);
    CHECK(is_there(&house, "c"));
    CHECK_STR(stage_delete(&house.stage, "v1 configmaps", "a", LS_PROPAGATE_BACKGROUND),
              "200 gone");
    settle(&house);
    CHECK(!is_there(&house, "b"));
    CHECK(!is_there(&house, "c"));
}

TEST(foreground_deletion_waits_for_those_that_block)
{
    struct house house LS_AUTO(house_release);
    house_init(&house);
    owner_make(&house, "a");
    child_make(&house, "b", "a", true, NULL);
    child_make(&house, "c", "a", false, NULL);
    stage_patch(&house.stage, "v1 configmaps", "b", LS_PATCH_MERGE,
                "{\"metadata\":{\"finalizers\":[\"x.y/z\"]}}");
    stage_patch(&house.stage, "v1 configmaps", "c", LS_PATCH_MERGE,
                "{\"metadata\":{\"finalizers\":[\"x.y/z\"]}}");
    settle(&house);
    stage_delete(&house.stage, "v1 configmaps", "a", LS_PROPAGATE_FOREGROUND);
    settle(&house);
    CHECK(is_there(&house, "a"));
    CHECK(strstr(stage_at(&house.stage, "v1 configmaps", "b", "metadata"), "deletionTimestamp"));
    CHECK(strstr(stage_at(&house.stage, "v1 configmaps", "c", "metadata"), "deletionTimestamp"));
    stage_patch(&house.stage, "v1 configmaps", "b", LS_PATCH_MERGE,
                "{\"metadata\":{\"finalizers\":null}}");
    settle(&house);
    CHECK(!is_there(&house, "a"));
    CHECK(is_there(&house, "c"));
}

TEST(orphans_are_let_go)
{
    struct house house LS_AUTO(house_release);
    house_init(&house);
    owner_make(&house, "a");
    child_make(&house, "b", "a", true, NULL);
    settle(&house);
    stage_delete(&house.stage, "v1 configmaps", "a", LS_PROPAGATE_ORPHAN);
    settle(&house);
    CHECK(!is_there(&house, "a"));
    CHECK_STR(stage_at(&house.stage, "v1 configmaps", "b", "metadata.ownerReferences"), "");
    CHECK(is_there(&house, "b"));
}

TEST(one_owner_is_enough_to_live)
{
    struct house house LS_AUTO(house_release);
    house_init(&house);
    owner_make(&house, "a");
    owner_make(&house, "b");
    child_make(&house, "c", "a", false, "b");
    settle(&house);
    stage_delete(&house.stage, "v1 configmaps", "a", LS_PROPAGATE_BACKGROUND);
    settle(&house);
    CHECK(is_there(&house, "c"));
    CHECK(strstr(stage_at(&house.stage, "v1 configmaps", "c", "metadata.ownerReferences"),
                 "\"name\":\"b\""));
    CHECK(!strstr(stage_at(&house.stage, "v1 configmaps", "c", "metadata.ownerReferences"),
                  "\"name\":\"a\""));
    stage_delete(&house.stage, "v1 configmaps", "b", LS_PROPAGATE_BACKGROUND);
    settle(&house);
    CHECK(!is_there(&house, "c"));
}

TEST(whoever_names_an_absent_owner_goes_unless_its_kind_is_unknown)
{
    struct house house LS_AUTO(house_release);
    house_init(&house);
    stage_create(&house.stage, "v1 configmaps",
                 "{\"metadata\":{\"name\":\"b\",\"ownerReferences\":[{\"apiVersion\":\"v1\","
                 "\"kind\":\"ConfigMap\",\"name\":\"nobody\",\"uid\":\"1\"}]}}");
    stage_create(&house.stage, "v1 configmaps",
                 "{\"metadata\":{\"name\":\"c\",\"ownerReferences\":[{\"apiVersion\":\"x/v1\","
                 "\"kind\":\"Unheard\",\"name\":\"nobody\",\"uid\":\"1\"}]}}");
    settle(&house);
    CHECK(!is_there(&house, "b"));
    CHECK(is_there(&house, "c"));
}

TEST(a_namespace_has_its_account_and_ca_and_loses_all)
{
    struct house house LS_AUTO(house_release);
    house_init(&house);
    CHECK(is_there(&house, "kube-root-ca.crt"));
    stage_delete(&house.stage, "v1 configmaps", "kube-root-ca.crt", LS_PROPAGATE_DEFAULT);
    stage_delete(&house.stage, "v1 serviceaccounts", "default", LS_PROPAGATE_DEFAULT);
    settle(&house);
    CHECK(is_there(&house, "kube-root-ca.crt"));
    CHECK_STR(stage_at(&house.stage, "v1 serviceaccounts", "default", "metadata.name"),
              "\"default\"");

    stage_create(&house.stage, "v1 namespaces",
                 "{\"metadata\":{\"name\":\"n\"},\"spec\":{\"finalizers\":[\"kubernetes\"]}}");
    settle(&house);
    struct ls_op_call call = stage_call(&house.stage, "v1 configmaps", "");
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) =
        obj_of("{\"metadata\":{\"name\":\"x\",\"finalizers\":[\"a.b/c\"]}}");
    struct ls_written written = {0};
    call.namespace_name = LS_SLICE("n");
    stage_said(&house.stage, ls_op_create(&call, ls_obj_root(body), &written), &written);
    stage_delete(&house.stage, "v1 namespaces", "n", LS_PROPAGATE_DEFAULT);
    settle(&house);
    const char *conditions = stage_at(&house.stage, "v1 namespaces", "n", "status.conditions");
    CHECK(strstr(conditions, "\"message\":\"Some resources are remaining: configmaps. has 1 "
                             "resource instances\""));
    CHECK(strstr(conditions, "\"message\":\"Some content in the namespace has finalizers "
                             "remaining: a.b/c in 1 resource instances\""));
    call = stage_call(&house.stage, "v1 configmaps", "x");
    call.namespace_name = LS_SLICE("n");
    const struct ls_obj *patch LS_AUTO(ls_obj_unref_at) =
        obj_of("{\"metadata\":{\"finalizers\":null}}");
    stage_said(&house.stage, ls_op_patch(&call, LS_PATCH_MERGE, ls_obj_root(patch), &written),
               &written);
    settle(&house);
    CHECK_STR(stage_get(&house.stage, "v1 namespaces", "n"),
              "404 NotFound namespaces \"n\" not found");
}

TEST(housekeeping_catches_up_when_history_moved_on)
{
    struct house house LS_AUTO(house_release);
    stage_init_short(&house.stage, 8);
    house.keep = ls_keep_new(&house.stage.cluster);
    settle(&house);
    stage_delete(&house.stage, "v1 configmaps", "kube-root-ca.crt", LS_PROPAGATE_DEFAULT);
    stage_create(&house.stage, "v1 namespaces", "{\"metadata\":{\"name\":\"n\"}}");
    for (int i = 0; i < 50; i++) {
        struct ls_buf body LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&body, "{\"metadata\":{\"name\":\"c%d\"}}", i);
        stage_create(&house.stage, "v1 configmaps", ls_buf_text(&body));
    }
    stage_delete(&house.stage, "v1 namespaces", "n", LS_PROPAGATE_DEFAULT);
    settle(&house);
    CHECK(is_there(&house, "kube-root-ca.crt"));
    CHECK_STR(stage_get(&house.stage, "v1 namespaces", "n"),
              "404 NotFound namespaces \"n\" not found");
}

TEST(an_owner_in_another_namespace_is_reported)
{
    struct house house LS_AUTO(house_release);
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    const struct ls_obj *owner LS_AUTO(ls_obj_unref_at) =
        obj_of("{\"metadata\":{\"name\":\"owner\"}}");
    struct ls_written written = {0};
    house_init(&house);
    stage_create(&house.stage, "v1 namespaces", "{\"metadata\":{\"name\":\"elsewhere\"}}");
    struct ls_op_call call = stage_call(&house.stage, "v1 configmaps", "");
    call.namespace_name = LS_SLICE("elsewhere");
    CHECK(ls_op_create(&call, ls_obj_root(owner), &written) == NULL);
    const char *uid = ls_node_text(ls_node_at(ls_obj_root(written.object), "metadata.uid"));
    ls_buf_printf(&body,
                  "{\"metadata\":{\"name\":\"child\",\"ownerReferences\":[{\"apiVersion\":\"v1\","
                  "\"kind\":\"ConfigMap\",\"name\":\"owner\",\"uid\":\"%s\"}]}}",
                  uid);
    stage_create(&house.stage, "v1 configmaps", ls_buf_text(&body));
    settle(&house);
    CHECK(!is_there(&house, "child"));
    const char *told = event_of(&house, "OwnerRefInvalidNamespace");
    CHECK_HAS(told, "namespace: default, name: owner, uid: ");
    CHECK_HAS(told, "does not exist in namespace \"default\"");
    ls_obj_unref(written.object);
}

TEST(a_fresh_cluster_has_what_people_refer_to)
{
    static const struct {
        const char *resource;
        const char *name;
    } rows[] = {
        {"v1 namespaces", "default"},
        {"v1 namespaces", "kube-system"},
        {"v1 namespaces", "kube-public"},
        {"v1 namespaces", "kube-node-lease"},
        {"v1 services", "kubernetes"},
        {"discovery.k8s.io/v1 endpointslices", "kubernetes"},
        {"scheduling.k8s.io/v1 priorityclasses", "system-node-critical"},
        {"scheduling.k8s.io/v1 priorityclasses", "system-cluster-critical"},
        {"rbac.authorization.k8s.io/v1 clusterroles", "cluster-admin"},
        {"rbac.authorization.k8s.io/v1 clusterroles", "admin"},
        {"rbac.authorization.k8s.io/v1 clusterroles", "edit"},
        {"rbac.authorization.k8s.io/v1 clusterroles", "view"},
        {"rbac.authorization.k8s.io/v1 clusterrolebindings", "cluster-admin"},
    };
    struct house house LS_AUTO(house_release);
    house_init(&house);
    for (size_t i = 0; i < LS_COUNT(rows); i++)
        CHECK(stage_at(&house.stage, rows[i].resource, rows[i].name, "metadata.uid")[0] == '"');
}

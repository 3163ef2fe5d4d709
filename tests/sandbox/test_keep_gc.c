#include <string.h>

#include "base/loop.h"
#include "sandbox/keep/keep.h"
#include "sandbox/store/store.h"
#include "support_cluster.h"

struct fixture {
    struct stage stage;
    struct ls_keep *keep;
};

static void fixture_init(struct fixture *fixture)
{
    stage_init_bare(&fixture->stage);
    fixture->keep = ls_keep_new(&fixture->stage.cluster);
    ls_loop_run(fixture->stage.cluster.world->loop);
}

static void fixture_release(struct fixture *fixture)
{
    ls_keep_free(fixture->keep);
    stage_release(&fixture->stage);
}

static void settle(struct fixture *fixture)
{
    ls_loop_run(fixture->stage.cluster.world->loop);
}

static const char *uid_of(struct fixture *fixture, const char *name)
{
    const char *uid = stage_at(&fixture->stage, "v1 configmaps", name, "metadata.uid");
    return ls_arena_dup(&fixture->stage.arena, ls_slice_of(uid)); /* in its quotes */
}

/* A ConfigMap with owners: "a" or "a!" when it blocks the owner's deletion. */
static void child_make(struct fixture *fixture, const char *name, const char *owner, bool blocks,
                       const char *second)
{
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&body,
                  "{\"metadata\":{\"name\":\"%s\",\"ownerReferences\":[{\"apiVersion\":\"v1\","
                  "\"kind\":\"ConfigMap\",\"name\":\"%s\",\"uid\":%s%s}",
                  name, owner, uid_of(fixture, owner),
                  blocks ? ",\"blockOwnerDeletion\":true" : "");
    if (second)
        ls_buf_printf(&body,
                      ",{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"name\":\"%s\",\"uid\":%s}",
                      second, uid_of(fixture, second));
    ls_buf_add_text(&body, "]}}");
    CHECK(strncmp(stage_create(&fixture->stage, "v1 configmaps", ls_buf_text(&body)), "201", 3) ==
          0);
}

static void owner_make(struct fixture *fixture, const char *name)
{
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&body, "{\"metadata\":{\"name\":\"%s\"}}", name);
    stage_create(&fixture->stage, "v1 configmaps", ls_buf_text(&body));
}

static bool is_there(struct fixture *fixture, const char *name)
{
    return stage_at(&fixture->stage, "v1 configmaps", name, "metadata.name")[0] != '\0';
}

/* The message of the first Event in namespace default with this reason; "" when there is none. */
static const char *event_of(struct fixture *fixture, const char *reason)
{
    struct ls_op_call call = stage_call(&fixture->stage, "v1 events", "");
    struct ls_collection_walk walk;
    const char *message = "";
    CHECK(ls_collection_walk_start(&walk, call.kind->collection, LS_SLICE("default"),
                                   (struct ls_object_key){0}, 0));
    while (ls_collection_walk_next(&walk)) {
        struct ls_node event = ls_obj_root(walk.object);
        if (ls_node_string_is(ls_node_at(event, "reason"), reason))
            message =
                ls_arena_dup(&fixture->stage.arena, ls_node_string(ls_node_at(event, "message")));
    }
    ls_collection_walk_end(&walk);
    return message;
}

TEST(background_deletion_takes_dependents_along)
{
    struct fixture fixture LS_AUTO(fixture_release);
    fixture_init(&fixture);
    owner_make(&fixture, "a");
    child_make(&fixture, "b", "a", false, NULL);
    child_make(&fixture, "c", "b", false, NULL);
    settle(&fixture);
    CHECK(is_there(&fixture, "c"));
    CHECK_STR(stage_delete(&fixture.stage, "v1 configmaps", "a", LS_PROPAGATE_BACKGROUND),
              "200 gone");
    settle(&fixture);
    CHECK(!is_there(&fixture, "b"));
    CHECK(!is_there(&fixture, "c"));
}

TEST(foreground_deletion_waits_for_those_that_block)
{
    struct fixture fixture LS_AUTO(fixture_release);
    fixture_init(&fixture);
    owner_make(&fixture, "a");
    child_make(&fixture, "b", "a", true, NULL);
    child_make(&fixture, "c", "a", false, NULL);
    stage_patch(&fixture.stage, "v1 configmaps", "b", LS_PATCH_MERGE,
                "{\"metadata\":{\"finalizers\":[\"x.y/z\"]}}");
    stage_patch(&fixture.stage, "v1 configmaps", "c", LS_PATCH_MERGE,
                "{\"metadata\":{\"finalizers\":[\"x.y/z\"]}}");
    settle(&fixture);
    stage_delete(&fixture.stage, "v1 configmaps", "a", LS_PROPAGATE_FOREGROUND);
    settle(&fixture);
    CHECK(is_there(&fixture, "a"));
    CHECK(strstr(stage_at(&fixture.stage, "v1 configmaps", "b", "metadata"), "deletionTimestamp"));
    CHECK(strstr(stage_at(&fixture.stage, "v1 configmaps", "c", "metadata"), "deletionTimestamp"));
    stage_patch(&fixture.stage, "v1 configmaps", "b", LS_PATCH_MERGE,
                "{\"metadata\":{\"finalizers\":null}}");
    settle(&fixture);
    CHECK(!is_there(&fixture, "a"));
    CHECK(is_there(&fixture, "c"));
}

TEST(orphans_are_let_go)
{
    struct fixture fixture LS_AUTO(fixture_release);
    fixture_init(&fixture);
    owner_make(&fixture, "a");
    child_make(&fixture, "b", "a", true, NULL);
    settle(&fixture);
    stage_delete(&fixture.stage, "v1 configmaps", "a", LS_PROPAGATE_ORPHAN);
    settle(&fixture);
    CHECK(!is_there(&fixture, "a"));
    CHECK_STR(stage_at(&fixture.stage, "v1 configmaps", "b", "metadata.ownerReferences"), "");
    CHECK(is_there(&fixture, "b"));
}

TEST(one_owner_is_enough_to_live)
{
    struct fixture fixture LS_AUTO(fixture_release);
    fixture_init(&fixture);
    owner_make(&fixture, "a");
    owner_make(&fixture, "b");
    child_make(&fixture, "c", "a", false, "b");
    settle(&fixture);
    stage_delete(&fixture.stage, "v1 configmaps", "a", LS_PROPAGATE_BACKGROUND);
    settle(&fixture);
    CHECK(is_there(&fixture, "c"));
    CHECK(strstr(stage_at(&fixture.stage, "v1 configmaps", "c", "metadata.ownerReferences"),
                 "\"name\":\"b\""));
    CHECK(!strstr(stage_at(&fixture.stage, "v1 configmaps", "c", "metadata.ownerReferences"),
                  "\"name\":\"a\""));
    stage_delete(&fixture.stage, "v1 configmaps", "b", LS_PROPAGATE_BACKGROUND);
    settle(&fixture);
    CHECK(!is_there(&fixture, "c"));
}

TEST(whoever_names_an_absent_owner_goes_unless_its_kind_is_unknown)
{
    struct fixture fixture LS_AUTO(fixture_release);
    fixture_init(&fixture);
    stage_create(&fixture.stage, "v1 configmaps",
                 "{\"metadata\":{\"name\":\"b\",\"ownerReferences\":[{\"apiVersion\":\"v1\","
                 "\"kind\":\"ConfigMap\",\"name\":\"nobody\",\"uid\":\"1\"}]}}");
    stage_create(&fixture.stage, "v1 configmaps",
                 "{\"metadata\":{\"name\":\"c\",\"ownerReferences\":[{\"apiVersion\":\"x/v1\","
                 "\"kind\":\"Unheard\",\"name\":\"nobody\",\"uid\":\"1\"}]}}");
    settle(&fixture);
    CHECK(!is_there(&fixture, "b"));
    CHECK(is_there(&fixture, "c"));
}

TEST(a_namespace_has_its_account_and_ca_and_loses_all)
{
    struct fixture fixture LS_AUTO(fixture_release);
    fixture_init(&fixture);
    CHECK(is_there(&fixture, "kube-root-ca.crt"));
    stage_delete(&fixture.stage, "v1 configmaps", "kube-root-ca.crt", LS_PROPAGATE_DEFAULT);
    stage_delete(&fixture.stage, "v1 serviceaccounts", "default", LS_PROPAGATE_DEFAULT);
    settle(&fixture);
    CHECK(is_there(&fixture, "kube-root-ca.crt"));
    CHECK_STR(stage_at(&fixture.stage, "v1 serviceaccounts", "default", "metadata.name"),
              "\"default\"");

    stage_create(&fixture.stage, "v1 namespaces",
                 "{\"metadata\":{\"name\":\"n\"},\"spec\":{\"finalizers\":[\"kubernetes\"]}}");
    settle(&fixture);
    struct ls_op_call call = stage_call(&fixture.stage, "v1 configmaps", "");
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) =
        obj_of("{\"metadata\":{\"name\":\"x\",\"finalizers\":[\"a.b/c\"]}}");
    struct ls_written written = {0};
    call.namespace_name = LS_SLICE("n");
    stage_said(&fixture.stage, ls_op_create(&call, ls_obj_root(body), &written), &written);
    stage_delete(&fixture.stage, "v1 namespaces", "n", LS_PROPAGATE_DEFAULT);
    settle(&fixture);
    const char *conditions = stage_at(&fixture.stage, "v1 namespaces", "n", "status.conditions");
    CHECK(strstr(conditions, "\"message\":\"Some resources are remaining: configmaps. has 1 "
                             "resource instances\""));
    CHECK(strstr(conditions, "\"message\":\"Some content in the namespace has finalizers "
                             "remaining: a.b/c in 1 resource instances\""));
    call = stage_call(&fixture.stage, "v1 configmaps", "x");
    call.namespace_name = LS_SLICE("n");
    const struct ls_obj *patch LS_AUTO(ls_obj_unref_at) =
        obj_of("{\"metadata\":{\"finalizers\":null}}");
    stage_said(&fixture.stage, ls_op_patch(&call, LS_PATCH_MERGE, ls_obj_root(patch), &written),
               &written);
    settle(&fixture);
    CHECK_STR(stage_get(&fixture.stage, "v1 namespaces", "n"),
              "404 NotFound namespaces \"n\" not found");
}

TEST(housekeeping_catches_up_when_history_moved_on)
{
    struct fixture fixture LS_AUTO(fixture_release);
    stage_init_short(&fixture.stage, 8);
    fixture.keep = ls_keep_new(&fixture.stage.cluster);
    settle(&fixture);
    stage_delete(&fixture.stage, "v1 configmaps", "kube-root-ca.crt", LS_PROPAGATE_DEFAULT);
    stage_create(&fixture.stage, "v1 namespaces", "{\"metadata\":{\"name\":\"n\"}}");
    for (int i = 0; i < 50; i++) {
        struct ls_buf body LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&body, "{\"metadata\":{\"name\":\"c%d\"}}", i);
        stage_create(&fixture.stage, "v1 configmaps", ls_buf_text(&body));
    }
    stage_delete(&fixture.stage, "v1 namespaces", "n", LS_PROPAGATE_DEFAULT);
    settle(&fixture);
    CHECK(is_there(&fixture, "kube-root-ca.crt"));
    CHECK_STR(stage_get(&fixture.stage, "v1 namespaces", "n"),
              "404 NotFound namespaces \"n\" not found");
}

TEST(an_owner_in_another_namespace_is_reported)
{
    struct fixture fixture LS_AUTO(fixture_release);
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    const struct ls_obj *owner LS_AUTO(ls_obj_unref_at) =
        obj_of("{\"metadata\":{\"name\":\"owner\"}}");
    struct ls_written written = {0};
    fixture_init(&fixture);
    stage_create(&fixture.stage, "v1 namespaces", "{\"metadata\":{\"name\":\"elsewhere\"}}");
    struct ls_op_call call = stage_call(&fixture.stage, "v1 configmaps", "");
    call.namespace_name = LS_SLICE("elsewhere");
    CHECK(ls_op_create(&call, ls_obj_root(owner), &written) == NULL);
    const char *uid = ls_node_text(ls_node_at(ls_obj_root(written.object), "metadata.uid"));
    ls_buf_printf(&body,
                  "{\"metadata\":{\"name\":\"child\",\"ownerReferences\":[{\"apiVersion\":\"v1\","
                  "\"kind\":\"ConfigMap\",\"name\":\"owner\",\"uid\":\"%s\"}]}}",
                  uid);
    stage_create(&fixture.stage, "v1 configmaps", ls_buf_text(&body));
    settle(&fixture);
    CHECK(!is_there(&fixture, "child"));
    const char *message = event_of(&fixture, "OwnerRefInvalidNamespace");
    CHECK_HAS(message, "namespace: default, name: owner, uid: ");
    CHECK_HAS(message, "does not exist in namespace \"default\"");
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
    struct fixture fixture LS_AUTO(fixture_release);
    fixture_init(&fixture);
    for (size_t i = 0; i < LS_COUNT(rows); i++)
        CHECK(stage_at(&fixture.stage, rows[i].resource, rows[i].name, "metadata.uid")[0] == '"');
}

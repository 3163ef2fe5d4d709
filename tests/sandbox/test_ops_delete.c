#include "support_cluster.h"

#include <string.h>

TEST(delete_removes_at_once_without_finalizers)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    stage_create(&stage, "v1 configmaps", "{\"metadata\":{\"name\":\"a\"}}");
    CHECK_STR(stage_delete(&stage, "v1 configmaps", "a", LS_PROPAGATE_DEFAULT), "200 gone");
    CHECK_STR(stage_delete(&stage, "v1 configmaps", "a", LS_PROPAGATE_DEFAULT),
              "404 NotFound configmaps \"a\" not found");
}

TEST(finalizers_hold_an_object_until_the_last_is_gone)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    stage_create(&stage, "v1 configmaps",
                 "{\"metadata\":{\"name\":\"a\",\"finalizers\":[\"a.b/c\"]}}");
    const char *said = stage_delete(&stage, "v1 configmaps", "a", LS_PROPAGATE_DEFAULT);
    CHECK(strstr(said, "\"resourceVersion\":\"4\""));
    CHECK(strstr(said, "\"deletionTimestamp\":\"2026-01-01T00:00:00Z\","
                       "\"deletionGracePeriodSeconds\":0"));
    CHECK_STR(stage_delete(&stage, "v1 configmaps", "a", LS_PROPAGATE_DEFAULT), said);
    CHECK(strstr(stage_delete(&stage, "v1 configmaps", "a", LS_PROPAGATE_FOREGROUND),
                 "\"finalizers\":[\"a.b/c\",\"foregroundDeletion\"]"));
    CHECK(strstr(stage_delete(&stage, "v1 configmaps", "a", LS_PROPAGATE_ORPHAN),
                 "\"finalizers\":[\"a.b/c\",\"orphan\"]"));
    CHECK_STR(stage_create(&stage, "v1 configmaps", "{\"metadata\":{\"name\":\"a\"}}"),
              "409 AlreadyExists object is being deleted: configmaps \"a\" already exists");
    CHECK_STR(stage_patch(&stage, "v1 configmaps", "a", LS_PATCH_MERGE,
                          "{\"metadata\":{\"finalizers\":[\"a.b/z\",\"a.b/d\"]}}"),
              "422 Invalid ConfigMap \"a\" is invalid: metadata.finalizers: Forbidden: no new "
              "finalizers can be added if the object is being deleted, found new finalizers "
              "[]string{\"a.b/d\", \"a.b/z\"}");
    CHECK(strstr(stage_patch(&stage, "v1 configmaps", "a", LS_PATCH_MERGE,
                             "{\"metadata\":{\"finalizers\":null}}"),
                 "200 {\"kind\":\"ConfigMap\""));
    CHECK_STR(stage_get(&stage, "v1 configmaps", "a"), "404 NotFound configmaps \"a\" not found");
}

TEST(preconditions_are_kept)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    stage_create(&stage, "v1 configmaps", "{\"metadata\":{\"name\":\"a\"}}");
    struct ls_op_call call = stage_call(&stage, "v1 configmaps", "a");
    struct ls_delete_options options = {.grace_s = -1, .revision = LS_SLICE("1")};
    struct ls_deleted deleted = {0};
    CHECK_STR(stage_said(&stage, ls_op_delete(&call, &options, &deleted), NULL),
              "409 Conflict Operation cannot be fulfilled on ConfigMap \"a\": the ResourceVersion "
              "in the precondition (1) does not match the ResourceVersion in record (3). The "
              "object might have been modified");
}

TEST(bound_pods_are_given_time)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    stage_create(&stage, "v1 serviceaccounts", "{\"metadata\":{\"name\":\"default\"}}");
    stage_create(&stage, "v1 pods",
                 "{\"metadata\":{\"name\":\"p\"},\"spec\":{\"nodeName\":\"n\","
                 "\"terminationGracePeriodSeconds\":30,"
                 "\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}");
    CHECK(strstr(stage_delete(&stage, "v1 pods", "p", LS_PROPAGATE_DEFAULT),
                 "\"deletionTimestamp\":\"2026-01-01T00:00:30Z\","
                 "\"deletionGracePeriodSeconds\":30"));
    struct ls_op_call call = stage_call(&stage, "v1 pods", "p");
    struct ls_delete_options options = {.grace_s = 0};
    struct ls_deleted deleted = {0};
    CHECK(!ls_op_delete(&call, &options, &deleted));
    CHECK(deleted.is_gone && deleted.shows_object);
    ls_obj_unref(deleted.object);
    stage_create(&stage, "v1 pods",
                 "{\"metadata\":{\"name\":\"q\"},\"spec\":{\"containers\":[{\"name\":\"c\","
                 "\"image\":\"i\"}]}}");
    CHECK_STR(stage_delete(&stage, "v1 pods", "q", LS_PROPAGATE_DEFAULT), "200 gone");
}

TEST(namespaces_wait_for_their_content)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    CHECK_STR(stage_delete(&stage, "v1 namespaces", "default", LS_PROPAGATE_DEFAULT),
              "403 Forbidden namespaces \"default\" is forbidden: this namespace may not be "
              "deleted");
    stage_create(&stage, "v1 namespaces",
                 "{\"metadata\":{\"name\":\"n\"},\"spec\":{\"finalizers\":[\"kubernetes\"]}}");
    CHECK(strstr(stage_delete(&stage, "v1 namespaces", "n", LS_PROPAGATE_BACKGROUND),
                 "\"phase\":\"Terminating\""));
    struct ls_op_call call = stage_call(&stage, "v1 configmaps", "");
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) = obj_of("{\"metadata\":{\"name\":\"x\"}}");
    struct ls_written written = {0};
    call.namespace_name = LS_SLICE("n");
    const struct ls_failure *failure = ls_op_create(&call, ls_obj_root(body), &written);
    CHECK_STR(stage_said(&stage, failure, &written),
              "403 Forbidden configmaps \"x\" is forbidden: unable to create new content in "
              "namespace n because it is being terminated");
    CHECK_INT((int)failure->cause_count, 1);
    CHECK_STR(failure->causes[0].reason, "NamespaceTerminating");
}

#include "support_cluster.h"

#include <string.h>

#define CM "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}"

TEST(update_moves_the_revision_only_when_something_changes)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    stage_create(&stage, "v1 configmaps", CM ",\"data\":{\"k\":\"1\"}}");
    CHECK_STR(stage_at(&stage, "v1 configmaps", "a", "metadata.resourceVersion"), "\"3\"");
    stage_update(&stage, "v1 configmaps", "a", CM ",\"data\":{\"k\":\"1\"}}");
    CHECK_STR(stage_at(&stage, "v1 configmaps", "a", "metadata.resourceVersion"), "\"3\"");
    stage_update(&stage, "v1 configmaps", "a", CM ",\"data\":{\"k\":\"2\"}}");
    CHECK_STR(stage_at(&stage, "v1 configmaps", "a", "metadata.resourceVersion"), "\"4\"");
    CHECK_STR(stage_at(&stage, "v1 configmaps", "a", "data"), "{\"k\":\"2\"}");
}

TEST(update_refuses_what_kube_apiserver_refuses)
{
    /* clang-format off */
    static const struct {
        const char *name;
        const char *body;
        const char *said;
    } rows[] = {
        {"nope", "{\"metadata\":{\"name\":\"nope\"}}", "404 NotFound configmaps \"nope\" not found"},
        {"a", "{\"metadata\":{\"name\":\"b\"}}",
         "400 BadRequest the name of the object (b) does not match the name on the URL (a)"},
        {"a", "{\"metadata\":{}}",
         "400 BadRequest the name of the object (a based on URL) was undeterminable: name must be provided"},
        {"a", "{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"1\"}}",
         "409 Conflict Operation cannot be fulfilled on configmaps \"a\": the object has been modified; please apply your changes to the latest version and try again"},
        {"a", "{\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"abc\"}}",
         "500  strconv.ParseUint: parsing \"abc\": invalid syntax"},
        {"a", "{\"metadata\":{\"name\":\"a\",\"namespace\":\"other\"}}",
         "400 BadRequest the namespace of the provided object does not match the namespace sent on the request"},
    };
    /* clang-format on */
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    stage_create(&stage, "v1 configmaps", CM "}");
    for (size_t i = 0; i < LS_COUNT(rows); i++)
        CHECK_STR(stage_update(&stage, "v1 configmaps", rows[i].name, rows[i].body), rows[i].said);
    CHECK(strstr(stage_update(&stage, "v1 configmaps", "a",
                              "{\"metadata\":{\"name\":\"a\",\"uid\":\"1234\"}}"),
                 "409 Conflict Operation cannot be fulfilled on configmaps \"a\": StorageError: "
                 "invalid object, Code: 4, Key: /registry/configmaps/default/a, ResourceVersion: "
                 "0, AdditionalErrorMsg: Precondition failed: UID in precondition: 1234, UID in "
                 "object meta: "));
}

TEST(patches_change_what_they_say)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    stage_create(&stage, "v1 configmaps", CM ",\"data\":{\"k\":\"1\",\"l\":\"2\"}}");
    stage_patch(&stage, "v1 configmaps", "a", LS_PATCH_MERGE,
                "{\"data\":{\"k\":null,\"m\":\"3\"}}");
    CHECK_STR(stage_at(&stage, "v1 configmaps", "a", "data"), "{\"l\":\"2\",\"m\":\"3\"}");
    stage_patch(&stage, "v1 configmaps", "a", LS_PATCH_JSON,
                "[{\"op\":\"replace\",\"path\":\"/data/l\",\"value\":\"9\"}]");
    CHECK_STR(stage_at(&stage, "v1 configmaps", "a", "data"), "{\"l\":\"9\",\"m\":\"3\"}");
}

TEST(patches_are_refused_as_kube_apiserver_does)
{
    /* clang-format off */
    static const struct {
        enum ls_patch patch;
        const char *body;
        const char *said;
    } rows[] = {
        {LS_PATCH_MERGE, "[1]",
         "400 BadRequest error decoding patch: json: cannot unmarshal array into Go value of type map[string]interface {}"},
        {LS_PATCH_JSON, "{\"op\":\"x\"}",
         "400 BadRequest error decoding patch: json: cannot unmarshal object into Go value of type []handlers.jsonPatchOp"},
        {LS_PATCH_JSON, "[{\"op\":\"remove\",\"path\":\"/data/zz\"}]",
         "422 Invalid the server rejected our request due to an error in our request"},
        {LS_PATCH_MERGE, "{\"metadata\":{\"name\":\"y\"}}",
         "400 BadRequest the name of the object (y) does not match the name on the URL (a)"},
        {LS_PATCH_MERGE, "{\"metadata\":{\"uid\":\"123\"}}",
         "422 Invalid ConfigMap \"a\" is invalid: metadata.uid: Invalid value: \"123\": field is immutable"},
        {LS_PATCH_MERGE, "{\"metadata\":{\"resourceVersion\":\"1\"}}",
         "409 Conflict Operation cannot be fulfilled on configmaps \"a\": the object has been modified; please apply your changes to the latest version and try again"},
        {LS_PATCH_MERGE,
         "{\"metadata\":{\"deletionTimestamp\":\"2020-01-01T00:00:00Z\",\"creationTimestamp\":\"2020-01-01T00:00:00Z\",\"deletionGracePeriodSeconds\":5}}",
         "422 Invalid ConfigMap \"a\" is invalid: [metadata.deletionTimestamp: Invalid value: \"2020-01-01T00:00:00Z\": field is immutable, metadata.deletionGracePeriodSeconds: Invalid value: 5: field is immutable]"},
    };
    /* clang-format on */
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    stage_create(&stage, "v1 configmaps", CM "}");
    for (size_t i = 0; i < LS_COUNT(rows); i++)
        CHECK_STR(stage_patch(&stage, "v1 configmaps", "a", rows[i].patch, rows[i].body),
                  rows[i].said);
    CHECK(strstr(stage_patch(&stage, "v1 configmaps", "a", LS_PATCH_MERGE, "{\"data\":{\"a\":1}}"),
                 "422 Invalid  \"\" is invalid: patch: Invalid value: \"{\\\"apiVersion\\\":"));
}

TEST(strategic_patches_are_refused_in_words_of_their_own)
{
    static const struct {
        const char *body;
        const char *why;
    } patches[] = {
        {"{\"data\":{\"a\":1}}", "\"map[data:map[a:1]]\": cannot convert int64 to string"},
        {"{\"data\":\"1\"}", "\"map[data:1]\": cannot restore map from string"},
        {"{\"metadata\":{\"finalizers\":\"x\"}}",
         "\"map[metadata:map[finalizers:x]]\": cannot restore slice from string"},
    };
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    stage_create(&stage, "v1 configmaps", CM "}");
    for (size_t i = 0; i < LS_COUNT(patches); i++) {
        const char *said = ls_arena_printf(
            &stage.arena, "422 Invalid  \"\" is invalid: patch: Invalid value: %s", patches[i].why);
        CHECK_STR(stage_patch(&stage, "v1 configmaps", "a", LS_PATCH_STRATEGIC, patches[i].body),
                  said);
    }
}

TEST(status_and_spec_have_their_own_endpoints)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    stage_create(&stage, "apps/v1 deployments",
                 "{\"metadata\":{\"name\":\"d\"},\"spec\":{\"selector\":{\"matchLabels\":"
                 "{\"a\":\"b\"}},\"template\":{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":"
                 "{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}}}");
    stage_patch(&stage, "apps/v1 deployments/status", "d", LS_PATCH_MERGE,
                "{\"metadata\":{\"labels\":{\"x\":\"y\"}},\"spec\":{\"paused\":true},"
                "\"status\":{\"replicas\":3}}");
    CHECK_STR(stage_at(&stage, "apps/v1 deployments", "d", "status"), "{\"replicas\":3}");
    CHECK_STR(stage_at(&stage, "apps/v1 deployments", "d", "spec.paused"), "");
    CHECK_STR(stage_at(&stage, "apps/v1 deployments", "d", "metadata.labels"), "");
    CHECK_STR(stage_at(&stage, "apps/v1 deployments", "d", "metadata.generation"), "1");
    CHECK(strstr(stage_at(&stage, "apps/v1 deployments", "d", "metadata.managedFields"),
                 "\"fieldsV1\":{\"f:status\":{\"f:replicas\":{}}},\"subresource\":\"status\""));
    stage_patch(&stage, "apps/v1 deployments", "d", LS_PATCH_MERGE,
                "{\"spec\":{\"paused\":true},\"status\":{\"replicas\":9}}");
    CHECK_STR(stage_at(&stage, "apps/v1 deployments", "d", "status"), "{\"replicas\":3}");
    CHECK_STR(stage_at(&stage, "apps/v1 deployments", "d", "metadata.generation"), "2");
    stage_patch(&stage, "apps/v1 deployments", "d", LS_PATCH_MERGE,
                "{\"metadata\":{\"annotations\":{\"x\":\"y\"}}}");
    CHECK_STR(stage_at(&stage, "apps/v1 deployments", "d", "metadata.generation"), "3");
    stage_patch(&stage, "apps/v1 deployments", "d", LS_PATCH_MERGE,
                "{\"metadata\":{\"labels\":{\"x\":\"y\"}}}");
    CHECK_STR(stage_at(&stage, "apps/v1 deployments", "d", "metadata.generation"), "3");
}

TEST(scale_is_a_view_of_replicas)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    stage_create(&stage, "apps/v1 deployments",
                 "{\"metadata\":{\"name\":\"d\"},\"spec\":{\"replicas\":2,\"selector\":"
                 "{\"matchLabels\":{\"a\":\"b\"}},\"template\":{\"metadata\":{\"labels\":"
                 "{\"a\":\"b\"}},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}}}");
    CHECK_STR(stage_get(&stage, "apps/v1 deployments/scale", "d"),
              "200 {\"kind\":\"Scale\",\"apiVersion\":\"autoscaling/v1\",\"metadata\":{\"name\":"
              "\"d\",\"namespace\":\"default\",\"uid\":\"UID\",\"resourceVersion\":\"3\","
              "\"creationTimestamp\":\"2026-01-01T00:00:00Z\"},\"spec\":{\"replicas\":2},"
              "\"status\":{\"replicas\":0,\"selector\":\"a=b\"}}");
    CHECK(strstr(stage_patch(&stage, "apps/v1 deployments/scale", "d", LS_PATCH_MERGE,
                             "{\"spec\":{\"replicas\":5}}"),
                 "\"spec\":{\"replicas\":5}"));
    CHECK_STR(stage_at(&stage, "apps/v1 deployments", "d", "spec.replicas"), "5");
    CHECK_STR(stage_at(&stage, "apps/v1 deployments", "d", "metadata.generation"), "2");
    CHECK(strstr(stage_at(&stage, "apps/v1 deployments", "d", "metadata.managedFields"),
                 "\"fieldsV1\":{\"f:spec\":{\"f:replicas\":{}}},\"subresource\":\"scale\""));
    CHECK_STR(stage_patch(&stage, "apps/v1 deployments/scale", "d", LS_PATCH_MERGE,
                          "{\"spec\":{\"replicas\":-1}}"),
              "422 Invalid Scale.autoscaling \"d\" is invalid: spec.replicas: Invalid value: -1: "
              "must be greater than or equal to 0");
}

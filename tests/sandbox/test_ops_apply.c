#include "support_cluster.h"

#include <string.h>

#define CM "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}"

TEST(apply_creates_then_does_nothing)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    CHECK_STR(stage_apply(&stage, "v1 configmaps", "a", "m1", CM ",\"data\":{\"a\":\"1\"}}"),
              "201 {\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\","
              "\"namespace\":\"default\",\"uid\":\"UID\",\"resourceVersion\":\"3\","
              "\"creationTimestamp\":\"2026-01-01T00:00:00Z\",\"managedFields\":[{\"manager\":"
              "\"m1\",\"operation\":\"Apply\",\"apiVersion\":\"v1\",\"time\":"
              "\"2026-01-01T00:00:00Z\",\"fieldsType\":\"FieldsV1\",\"fieldsV1\":{\"f:data\":"
              "{\"f:a\":{}}}}]},\"data\":{\"a\":\"1\"}}");
    CHECK(strncmp(stage_apply(&stage, "v1 configmaps", "a", "m1", CM ",\"data\":{\"a\":\"1\"}}"),
                  "200 ", 4) == 0);
    CHECK_STR(stage_at(&stage, "v1 configmaps", "a", "metadata.resourceVersion"), "\"3\"");
}

TEST(apply_refuses_what_kube_apiserver_refuses)
{
    /* clang-format off */
    static const struct {
        const char *name;
        const char *body;
        const char *said;
    } rows[] = {
        {"a", "{\"metadata\":{\"name\":\"a\"}}", "400 BadRequest invalid object type: /, Kind="},
        {"a", "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"metadata\":{\"name\":\"a\"}}",
         "400 BadRequest invalid object type: /v1, Kind=Secret"},
        {"b", CM "}", "400 BadRequest the name of the object (a) does not match the name on the URL (b)"},
        {"b", "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\"}",
         "400 BadRequest the name of the object (b based on URL) was undeterminable: name must be provided"},
        {"a", "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\",\"managedFields\":[]}}",
         "400 BadRequest metadata.managedFields must be nil"},
        {"b", "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"b\",\"uid\":\"123\"}}",
         "409 Conflict Operation cannot be fulfilled on configmaps \"b\": uid mismatch: the provided object specified uid 123, and no existing object was found"},
        {"a", "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\",\"uid\":\"123\"}}",
         "422 Invalid ConfigMap \"a\" is invalid: metadata.uid: Invalid value: \"123\": field is immutable"},
        {"a", "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\",\"resourceVersion\":\"1\"}}",
         "409 Conflict Operation cannot be fulfilled on configmaps \"a\": the object has been modified; please apply your changes to the latest version and try again"},
        {"a", CM ",\"bogus\":1}",
         "500  failed to create typed patch object (/a; /v1, Kind=ConfigMap): .bogus: field not declared in schema"},
        {"a", CM ",\"data\":{\"k\":\"2\"}}",
         "409 Conflict Apply failed with 1 conflict: conflict with \"m1\": .data.k"},
        {"a", CM ",\"data\":{\"k\":\"2\",\"l\":\"2\"}}",
         "409 Conflict Apply failed with 2 conflicts: conflicts with \"m1\":\n- .data.k\n- .data.l"},
    };
    /* clang-format on */
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    stage_apply(&stage, "v1 configmaps", "a", "m1", CM ",\"data\":{\"k\":\"1\",\"l\":\"1\"}}");
    for (size_t i = 0; i < LS_COUNT(rows); i++)
        CHECK_STR(stage_apply(&stage, "v1 configmaps", rows[i].name, "m2", rows[i].body),
                  rows[i].said);
    CHECK(strncmp(stage_force(&stage, "v1 configmaps", "a", "m2", CM ",\"data\":{\"k\":\"2\"}}"),
                  "200 ", 4) == 0);
    CHECK_STR(stage_at(&stage, "v1 configmaps", "a", "data"), "{\"k\":\"2\",\"l\":\"1\"}");
}

TEST(what_was_never_tracked_belongs_to_before_first_apply)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    stage_create(&stage, "v1 configmaps", CM ",\"data\":{\"k\":\"1\"}}");
    stage_patch(&stage, "v1 configmaps", "a", LS_PATCH_MERGE,
                "{\"metadata\":{\"managedFields\":[{}]}}");
    CHECK_STR(stage_at(&stage, "v1 configmaps", "a", "metadata.managedFields"), "");
    CHECK_STR(stage_apply(&stage, "v1 configmaps", "a", "m", CM ",\"data\":{\"k\":\"2\"}}"),
              "409 Conflict Apply failed with 1 conflict: conflict with \"before-first-apply\" "
              "using v1: .data.k");
}

TEST(kubectl_takes_over_what_it_applied_from_the_client)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    struct ls_op_call call = stage_call(&stage, "v1 configmaps", "");
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) =
        obj_of("{\"metadata\":{\"name\":\"a\",\"annotations\":{\"kubectl.kubernetes.io/"
               "last-applied-configuration\":\"{\\\"apiVersion\\\":\\\"v1\\\",\\\"kind\\\":"
               "\\\"ConfigMap\\\",\\\"metadata\\\":{\\\"name\\\":\\\"a\\\",\\\"namespace\\\":"
               "\\\"default\\\"},\\\"data\\\":{\\\"k\\\":\\\"1\\\"}}\\n\"}},"
               "\"data\":{\"k\":\"1\",\"l\":\"1\"}}");
    struct ls_written written = {0};
    call.manager = LS_SLICE("kubectl-client-side-apply");
    stage_said(&stage, ls_op_create(&call, ls_obj_root(body), &written), &written);
    CHECK_STR(stage_apply(&stage, "v1 configmaps", "a", "kubectl",
                          CM ",\"data\":{\"k\":\"2\",\"l\":\"2\"}}"),
              "409 Conflict Apply failed with 1 conflict: conflict with "
              "\"kubectl-client-side-apply\" using v1: .data.l");
    CHECK(
        strncmp(stage_apply(&stage, "v1 configmaps", "a", "kubectl", CM ",\"data\":{\"k\":\"2\"}}"),
                "200 ", 4) == 0);
    CHECK_STR(stage_at(&stage, "v1 configmaps", "a", "metadata.annotations"),
              "{\"kubectl.kubernetes.io/last-applied-configuration\":\"{\\\"apiVersion\\\":"
              "\\\"v1\\\",\\\"data\\\":{\\\"k\\\":\\\"2\\\"},\\\"kind\\\":\\\"ConfigMap\\\","
              "\\\"metadata\\\":{\\\"name\\\":\\\"a\\\"}}\\n\"}");
}

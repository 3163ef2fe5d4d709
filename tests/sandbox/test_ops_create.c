#include "support_cluster.h"

#include <string.h>

TEST(create_fills_in_metadata)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    CHECK_STR(stage_create(&stage, "v1 configmaps",
                           "{\"metadata\":{\"name\":\"a\",\"uid\":\"mine\",\"generation\":7,"
                           "\"selfLink\":\"x\",\"deletionTimestamp\":\"2020-01-01T00:00:00Z\"},"
                           "\"data\":{\"k\":\"v\"}}"),
              "201 {\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"a\","
              "\"namespace\":\"default\",\"uid\":\"UID\",\"resourceVersion\":\"3\","
              "\"generation\":7,\"creationTimestamp\":\"2026-01-01T00:00:00Z\","
              "\"managedFields\":[{\"manager\":\"tester\",\"operation\":\"Update\","
              "\"apiVersion\":\"v1\",\"time\":\"2026-01-01T00:00:00Z\",\"fieldsType\":"
              "\"FieldsV1\",\"fieldsV1\":{\"f:data\":{\".\":{},\"f:k\":{}}}}]},"
              "\"data\":{\"k\":\"v\"}}");
}

TEST(create_refuses_what_kube_apiserver_refuses)
{
    /* clang-format off */
    static const struct {
        const char *resource;
        const char *body;
        const char *said;
    } rows[] = {
        {"v1 configmaps", "{\"metadata\":{}}",
         "422 Invalid ConfigMap \"\" is invalid: metadata.name: Required value: name or generateName is required"},
        {"v1 configmaps", "{\"metadata\":{\"name\":\"x\",\"resourceVersion\":\"5\"}}",
         "500  resourceVersion should not be set on objects to be created"},
        {"v1 configmaps", "{\"metadata\":{\"name\":\"x\",\"namespace\":\"other\"}}",
         "400 BadRequest the namespace of the provided object does not match the namespace sent on the request"},
        {"v1 configmaps", "{\"metadata\":{\"name\":\"x\"},\"data\":{\"a\":1}}",
         "400 BadRequest ConfigMap in version \"v1\" cannot be handled as a ConfigMap: json: cannot unmarshal number into Go struct field ConfigMap.data of type string"},
        {"v1 configmaps", "{\"metadata\":{\"name\":\"taken\"}}",
         "409 AlreadyExists configmaps \"taken\" already exists"},
        {"v1 configmaps", "{\"metadata\":{\"name\":\"x\",\"finalizers\":[\"foo\"]}}",
         "422 Invalid ConfigMap \"x\" is invalid: metadata.finalizers[0]: Invalid value: \"foo\": name is neither a standard finalizer name nor is it fully qualified"},
        {"v1 configmaps", "{\"metadata\":{\"name\":\"x\",\"finalizers\":[\"orphan\",\"foregroundDeletion\"]}}",
         "422 Invalid ConfigMap \"x\" is invalid: metadata.finalizers: Invalid value: [\"orphan\",\"foregroundDeletion\"]: finalizer orphan and foregroundDeletion cannot be both set"},
        {"v1 namespaces", "{\"metadata\":{\"name\":\"a.b\"}}",
         "422 Invalid Namespace \"a.b\" is invalid: metadata.name: Invalid value: \"a.b\": must not contain dots"},
        {"v1 configmaps",
         "{\"metadata\":{\"name\":\"x\",\"ownerReferences\":[{\"apiVersion\":\"v1\",\"kind\":\"A\",\"name\":\"a\",\"uid\":\"u\",\"controller\":true},"
         "{\"apiVersion\":\"v1\",\"kind\":\"B\",\"name\":\"b\",\"uid\":\"u2\",\"controller\":true}]}}",
         "422 Invalid ConfigMap \"x\" is invalid: metadata.ownerReferences: Invalid value: [{\"apiVersion\":\"v1\",\"kind\":\"A\",\"name\":\"a\",\"uid\":\"u\",\"controller\":true},"
         "{\"apiVersion\":\"v1\",\"kind\":\"B\",\"name\":\"b\",\"uid\":\"u2\",\"controller\":true}]: Only one reference can have Controller set to true. Found \"true\" in references for A/a and B/b"},
    };
    /* clang-format on */
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    stage_create(&stage, "v1 configmaps", "{\"metadata\":{\"name\":\"taken\"}}");
    for (size_t i = 0; i < LS_COUNT(rows); i++)
        CHECK_STR(stage_create(&stage, rows[i].resource, rows[i].body), rows[i].said);
    CHECK_STR(stage_get(&stage, "v1 configmaps", "x"), "404 NotFound configmaps \"x\" not found");
}

TEST(create_needs_its_namespace)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) = obj_of("{\"metadata\":{\"name\":\"x\"}}");
    struct ls_op_call call = stage_call(&stage, "v1 configmaps", "");
    struct ls_written written = {0};
    call.namespace_name = LS_SLICE("nope");
    CHECK_STR(stage_said(&stage, ls_op_create(&call, ls_obj_root(body), &written), &written),
              "404 NotFound namespaces \"nope\" not found");
}

TEST(create_makes_names)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    for (int i = 0; i < 50; i++) {
        const char *said =
            stage_create(&stage, "v1 configmaps", "{\"metadata\":{\"generateName\":\"web-\"}}");
        CHECK(strncmp(said, "201 ", 4) == 0);
        const char *name = strstr(said, "\"name\":\"web-");
        CHECK(name);
        CHECK_INT((int)strspn(name + 12, "bcdfghjklmnpqrstvwxz2456789"), 5);
        CHECK(strstr(said, "\"generateName\":\"web-\""));
    }
}

TEST(dry_run_creates_nothing)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) = obj_of("{\"metadata\":{\"name\":\"x\"}}");
    struct ls_op_call call = stage_call(&stage, "v1 configmaps", "");
    struct ls_written written = {0};
    call.is_dry_run = true;
    CHECK_STR(stage_said(&stage, ls_op_create(&call, ls_obj_root(body), &written), &written),
              "201 {\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"x\","
              "\"namespace\":\"default\",\"uid\":\"UID\",\"creationTimestamp\":"
              "\"2026-01-01T00:00:00Z\"}}");
    CHECK_STR(stage_get(&stage, "v1 configmaps", "x"), "404 NotFound configmaps \"x\" not found");
}

TEST(unknown_fields_warn_or_refuse)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) =
        obj_of("{\"metadata\":{\"name\":\"x\",\"bogus\":1},\"foo\":1}");
    struct ls_op_call call = stage_call(&stage, "v1 configmaps", "");
    struct ls_written written = {0};
    call.fields = LS_FIELDS_STRICT;
    CHECK_STR(stage_said(&stage, ls_op_create(&call, ls_obj_root(body), &written), &written),
              "400 BadRequest ConfigMap in version \"v1\" cannot be handled as a ConfigMap: strict "
              "decoding error: unknown field \"metadata.bogus\", unknown field \"foo\"");
    call = stage_call(&stage, "v1 configmaps", "");
    CHECK(!ls_op_create(&call, ls_obj_root(body), &written));
    ls_obj_unref(written.object);
    CHECK_INT((int)call.warnings.count, 2);
    CHECK_STR(call.warnings.at[0], "unknown field \"metadata.bogus\"");
    CHECK_STR(call.warnings.at[1], "unknown field \"foo\"");
}

TEST(status_is_not_created)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    stage_create(&stage, "apps/v1 deployments",
                 "{\"metadata\":{\"name\":\"d\",\"generation\":9},\"spec\":{\"selector\":"
                 "{\"matchLabels\":{\"a\":\"b\"}},\"template\":{\"metadata\":{\"labels\":"
                 "{\"a\":\"b\"}},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}},"
                 "\"status\":{\"replicas\":3}}");
    CHECK_STR(stage_at(&stage, "apps/v1 deployments", "d", "status"), "{}");
    CHECK_STR(stage_at(&stage, "apps/v1 deployments", "d", "metadata.generation"), "1");
}

TEST(owners_named_twice_count_once)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) =
        obj_of("{\"metadata\":{\"name\":\"x\",\"ownerReferences\":["
               "{\"apiVersion\":\"v1\",\"kind\":\"A\",\"name\":\"a\",\"uid\":\"u\"},"
               "{\"apiVersion\":\"v1\",\"kind\":\"B\",\"name\":\"b\",\"uid\":\"u\"},"
               "{\"apiVersion\":\"v1\",\"kind\":\"A\",\"name\":\"a\",\"uid\":\"u\"}]}}");
    struct ls_op_call call = stage_call(&stage, "v1 configmaps", "");
    struct ls_written written = {0};
    CHECK(!ls_op_create(&call, ls_obj_root(body), &written));
    CHECK_INT(
        (int)ls_node_count(ls_node_at(ls_obj_root(written.object), "metadata.ownerReferences")), 2);
    ls_obj_unref(written.object);
    CHECK_STR(call.warnings.at[0],
              ".metadata.ownerReferences contains duplicate entries; API server dedups owner "
              "references in 1.20+, and may reject such requests as early as 1.24; please fix your "
              "requests; duplicate UID(s) observed: u");
}

/* Lists that would take minutes if each item were compared with all others. */
TEST(long_lists_take_no_longer_than_they_are)
{
    struct stage stage LS_AUTO(stage_release);
    struct ls_buf owners LS_AUTO(ls_buf_release) = {0}, finalizers LS_AUTO(ls_buf_release) = {0};
    stage_init(&stage);
    ls_buf_add_text(&owners, "{\"metadata\":{\"name\":\"x\",\"ownerReferences\":[");
    ls_buf_add_text(&finalizers, "{\"metadata\":{\"finalizers\":[\"a.b/c\"");
    for (int i = 0; i < 20000; i++) {
        ls_buf_printf(&owners,
                      "%s{\"apiVersion\":\"v1\",\"kind\":\"A\",\"name\":\"n%d\",\"uid\":\"u\"}",
                      i ? "," : "", i);
        ls_buf_printf(&finalizers, ",\"a.b/f%d\"", i);
    }
    ls_buf_add_text(&owners, "]}}");
    ls_buf_add_text(&finalizers, "]}}");
    const char *said = stage_create(&stage, "v1 configmaps", ls_buf_text(&owners));
    CHECK(strncmp(said, "201 ", 4) == 0);
    stage_create(&stage, "v1 configmaps",
                 "{\"metadata\":{\"name\":\"y\",\"finalizers\":[\"a.b/c\"]}}");
    stage_delete(&stage, "v1 configmaps", "y", LS_PROPAGATE_DEFAULT);
    said = stage_patch(&stage, "v1 configmaps", "y", LS_PATCH_MERGE, ls_buf_text(&finalizers));
    CHECK(strncmp(said, "422 Invalid ", 12) == 0);
}

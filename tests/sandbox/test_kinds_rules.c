/* Rules that the case files cannot cover: very large objects, and rules that read the store. */
#include <string.h>

#include "base/mem.h"
#include "check.h"
#include "sandbox/kinds/pod_defaults.h"
#include "sandbox/store/store.h"
#include "support_json.h"
#include "support_kinds.h"

enum { DATA_BYTES_MAX = 1 << 20 };

static struct kinds_outcome object_write(struct kinds_stage *stage, const char *kind_name,
                                         const char *json)
{
    const struct ls_kind *kind =
        ls_registry_kind(stage->cluster.registry, LS_SLICE("v1"), ls_slice_of(kind_name));
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = obj_of(json);
    return kinds_write(stage, kind, LS_ABSENT, ls_obj_root(object));
}

static const char *big_object(struct ls_buf *out, const char *member, size_t bytes)
{
    ls_buf_printf(out, "{\"metadata\":{\"name\":\"x\"},\"%s\":{\"k\":\"", member);
    memset(ls_buf_reserve(out, bytes), 'x', bytes);
    ls_buf_commit(out, bytes);
    ls_buf_add_text(out, "\"}}");
    return ls_buf_text(out);
}

TEST(config_maps_and_secrets_hold_a_mebibyte)
{
    static const struct {
        const char *kind;
        const char *member;
        const char *message;
    } rows[] = {
        {"ConfigMap", "data",
         "ConfigMap \"x\" is invalid: []: Too long: may not be more than 1048576 bytes"},
        {"Secret", "stringData",
         "Secret \"x\" is invalid: data: Too long: may not be more than 1048576 bytes"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct kinds_stage stage LS_AUTO(kinds_stage_release);
        struct ls_buf fits LS_AUTO(ls_buf_release) = {0};
        struct ls_buf over LS_AUTO(ls_buf_release) = {0};
        kinds_stage_init(&stage);
        CHECK(!object_write(&stage, rows[i].kind, big_object(&fits, rows[i].member, DATA_BYTES_MAX))
                   .failure);
        CHECK_STR(object_write(&stage, rows[i].kind,
                               big_object(&over, rows[i].member, DATA_BYTES_MAX + 1))
                      .failure->message,
                  rows[i].message);
    }
}

TEST(images_are_pulled_by_their_tag)
{
    static const struct {
        const char *image;
        const char *policy;
    } rows[] = {
        {"nginx", "Always"},
        {"nginx:latest", "Always"},
        {"nginx:1.25", "IfNotPresent"},
        {"host:5000/nginx", "Always"},
        {"host:5000/a/nginx:v1", "IfNotPresent"},
        {"nginx@sha256:0", "IfNotPresent"},
        {"nginx:latest@sha256:0", "Always"},
        {"", "IfNotPresent"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++)
        CHECK_STR(ls_image_pull_policy(ls_slice_of(rows[i].image)), rows[i].policy);
}

/* Stores an object without metadata as it is. */
static void stored_put(struct kinds_stage *stage, struct ls_collection *collection,
                       struct ls_object_key key, const char *members)
{
    struct ls_buf json LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&json, "{\"metadata\":{\"name\":\"%.*s\",\"resourceVersion\":\"%lld\"},%s}",
                  LS_ARG(key.name), (long long)ls_store_next(stage->cluster.store), members);
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = obj_of(ls_buf_text(&json));
    ls_collection_put(collection, key, object);
}

static void class_put(struct kinds_stage *stage, const char *name, const char *members)
{
    struct ls_collection *collection =
        ls_store_collection(stage->cluster.store, "scheduling.k8s.io", "priorityclasses");
    stored_put(stage, collection, (struct ls_object_key){.name = ls_slice_of(name)}, members);
}

static const char pod[] =
    "{\"metadata\":{\"name\":\"x\"},\"spec\":{\"containers\":[{\"name\":\"c\","
    "\"image\":\"i\"}]}}";

TEST(pods_take_the_default_priority)
{
    struct kinds_stage stage LS_AUTO(kinds_stage_release);
    kinds_stage_init(&stage);
    class_put(&stage, "high", "\"value\":9,\"globalDefault\":true");
    class_put(&stage, "low", "\"value\":5,\"globalDefault\":true,\"preemptionPolicy\":\"Never\"");
    struct kinds_outcome outcome = object_write(&stage, "Pod", pod);
    CHECK_STR(ls_node_text(ls_node_at(outcome.object, "spec.priorityClassName")), "low");
    CHECK_INT(ls_node_int(ls_node_at(outcome.object, "spec.priority"), 0), 5);
    CHECK_STR(ls_node_text(ls_node_at(outcome.object, "spec.preemptionPolicy")), "Never");
}

TEST(pods_take_the_pull_secrets_of_their_account)
{
    struct kinds_stage stage LS_AUTO(kinds_stage_release);
    kinds_stage_init(&stage);
    struct ls_collection *collection =
        ls_store_collection(stage.cluster.store, "", "serviceaccounts");
    struct ls_object_key key = {LS_SLICE("kinds"), LS_SLICE("default")};
    stored_put(&stage, collection, key,
               "\"imagePullSecrets\":[{\"name\":\"s\"}],"
               "\"automountServiceAccountToken\":false");
    struct kinds_outcome outcome = object_write(&stage, "Pod", pod);
    CHECK_STR(json_of(ls_node_at(outcome.object, "spec.imagePullSecrets")), "[{\"name\":\"s\"}]");
    CHECK(ls_node_is_absent(ls_node_at(outcome.object, "spec.volumes")));
}

TEST(the_same_seed_gives_the_same_pod)
{
    struct kinds_stage one LS_AUTO(kinds_stage_release);
    struct kinds_stage two LS_AUTO(kinds_stage_release);
    kinds_stage_init(&one);
    kinds_stage_init(&two);
    CHECK_STR(json_of(object_write(&one, "Pod", pod).object),
              json_of(object_write(&two, "Pod", pod).object));
}

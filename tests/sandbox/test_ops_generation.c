#include "support_cluster.h"

#include <string.h>

#define POD                                                                                        \
    "{\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{\"containers\":[{\"name\":\"c\","          \
    "\"image\":\"i\"}]}}"
#define WORKLOAD "\"spec\":{\"selector\":{\"matchLabels\":{\"a\":\"b\"}},\"template\":" POD "}"

/* One row per rule: the initial generation of a kind, and the parts that raise it. */
static const struct {
    const char *resource;
    const char *body; /* what follows the metadata */
    const char *created;
    const char *spec_patch;
    const char *after_spec;
    const char *after_annotations;
} rows[] = {
    {"apps/v1 deployments", WORKLOAD, "1", "{\"spec\":{\"replicas\":3}}", "2", "3"},
    {"apps/v1 replicasets", WORKLOAD, "1", "{\"spec\":{\"replicas\":3}}", "2", "2"},
    {"apps/v1 daemonsets", WORKLOAD, "1", "{\"spec\":{\"minReadySeconds\":3}}", "2", "2"},
    {"v1 configmaps", "\"data\":{\"k\":\"1\"}", "", "{\"data\":{\"k\":\"2\"}}", "", ""},
    {"v1 services", "\"spec\":{\"ports\":[{\"port\":80}]}", "",
     "{\"spec\":{\"sessionAffinity\":\"ClientIP\"}}", "", ""},
    {"networking.k8s.io/v1 networkpolicies", "\"spec\":{\"podSelector\":{}}", "1",
     "{\"spec\":{\"podSelector\":{\"matchLabels\":{\"a\":\"b\"}}}}", "2", "2"},
};

TEST(generation_follows_the_rule_of_each_kind)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_buf body LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&body, "{\"metadata\":{\"name\":\"x\"},%s}", rows[i].body);
        const char *said = stage_create(&stage, rows[i].resource, ls_buf_text(&body));
        CHECK_STR(ls_arena_dup(&stage.arena, (struct ls_slice){said, 3}), "201");
        const char *path = "metadata.generation";
        CHECK_STR(stage_at(&stage, rows[i].resource, "x", path), rows[i].created);
        stage_patch(&stage, rows[i].resource, "x", LS_PATCH_MERGE, rows[i].spec_patch);
        CHECK_STR(stage_at(&stage, rows[i].resource, "x", path), rows[i].after_spec);
        stage_patch(&stage, rows[i].resource, "x", LS_PATCH_MERGE,
                    "{\"metadata\":{\"annotations\":{\"k\":\"v\"},\"generation\":77}}");
        CHECK_STR(stage_at(&stage, rows[i].resource, "x", path), rows[i].after_annotations);
    }
}

TEST(being_deleted_moves_the_generation_once)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    stage_create(&stage, "apps/v1 deployments",
                 "{\"metadata\":{\"name\":\"x\",\"finalizers\":[\"a.b/c\"]}," WORKLOAD "}");
    stage_delete(&stage, "apps/v1 deployments", "x", LS_PROPAGATE_BACKGROUND);
    CHECK_STR(stage_at(&stage, "apps/v1 deployments", "x", "metadata.generation"), "2");
    stage_delete(&stage, "apps/v1 deployments", "x", LS_PROPAGATE_BACKGROUND);
    CHECK_STR(stage_at(&stage, "apps/v1 deployments", "x", "metadata.generation"), "2");
}

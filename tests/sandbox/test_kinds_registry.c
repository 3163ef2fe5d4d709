#include <string.h>

#include "check.h"
#include "sandbox/kinds/version_order.h"
#include "support_kinds.h"

static const struct ls_kind *by_path(const struct kinds_stage *stage, const char *group,
                                     const char *version, const char *plural)
{
    return ls_registry_resource(stage->cluster.registry, ls_slice_of(group), ls_slice_of(version),
                                ls_slice_of(plural));
}

TEST(kinds_are_found_by_path_and_by_what_objects_say)
{
    struct kinds_stage stage LS_AUTO(kinds_stage_release);
    kinds_stage_init(&stage);
    const struct ls_registry *registry = stage.cluster.registry;
    const struct ls_kind *deployment = by_path(&stage, "apps", "v1", "deployments");
    CHECK(deployment != NULL);
    CHECK_STR(deployment->api_version, "apps/v1");
    CHECK_STR(deployment->list_kind, "DeploymentList");
    CHECK_STR(deployment->resource.singular, "deployment");
    CHECK(deployment == ls_registry_kind(registry, LS_SLICE("apps/v1"), LS_SLICE("Deployment")));
    CHECK(deployment == ls_registry_group_kind(registry, LS_SLICE("apps"), LS_SLICE("Deployment")));
    CHECK(!by_path(&stage, "apps", "v1beta1", "deployments"));
    CHECK(!by_path(&stage, "apps", "v1", "deployment"));
    CHECK(!ls_registry_kind(registry, LS_SLICE("apps/v2"), LS_SLICE("Deployment")));
    CHECK(!ls_registry_kind(registry, LS_SLICE("a/b/c"), LS_SLICE("Deployment")));
    CHECK_STR(by_path(&stage, "", "v1", "pods")->api_version, "v1");
}

TEST(groups_and_versions_are_known)
{
    struct kinds_stage stage LS_AUTO(kinds_stage_release);
    kinds_stage_init(&stage);
    const struct ls_registry *registry = stage.cluster.registry;
    CHECK(ls_registry_has_group(registry, LS_SLICE("")));
    CHECK(ls_registry_has_group(registry, LS_SLICE("rbac.authorization.k8s.io")));
    CHECK(!ls_registry_has_group(registry, LS_SLICE("rbac.authorization")));
    CHECK(ls_registry_has_version(registry, LS_SLICE("batch"), LS_SLICE("v1")));
    CHECK(!ls_registry_has_version(registry, LS_SLICE("batch"), LS_SLICE("v2")));
}

TEST(every_built_in_kind_has_type_rules_and_a_collection)
{
    struct kinds_stage stage LS_AUTO(kinds_stage_release);
    kinds_stage_init(&stage);
    const struct ls_kind *kind = NULL;
    size_t count = 0;
    for (; (kind = ls_registry_at(stage.cluster.registry, count)) != NULL; count++) {
        CHECK(kind->type != NULL);
        CHECK(kind->rules != NULL);
        CHECK(kind->is_virtual == (kind->collection == NULL));
        CHECK(kind->resource.verb_count > 0);
    }
    CHECK_INT(count, 62);
}

TEST(both_views_of_events_share_one_collection)
{
    struct kinds_stage stage LS_AUTO(kinds_stage_release);
    kinds_stage_init(&stage);
    CHECK(by_path(&stage, "", "v1", "events")->collection ==
          by_path(&stage, "events.k8s.io", "v1", "events")->collection);
}

static struct ls_kind custom_kind(const char *group, const char *version)
{
    static const struct ls_kind_rules no_rules = {0};
    return (struct ls_kind){
        .resource = {.group = group, .version = version, .kind = "Widget", .plural = "widgets"},
        .is_custom = true,
        .is_virtual = true,
        .rules = &no_rules,
        .refs = 1,
    };
}

TEST(custom_kinds_come_last_and_go_again)
{
    struct kinds_stage stage LS_AUTO(kinds_stage_release);
    kinds_stage_init(&stage);
    struct ls_registry *registry = stage.cluster.registry;
    struct ls_kind beta = custom_kind("a.example.com", "v1beta1");
    struct ls_kind stable = custom_kind("a.example.com", "v1");
    uint64_t before = ls_registry_generation(registry);
    size_t count = 0;
    while (ls_registry_at(registry, count))
        count++;
    ls_registry_add(registry, &beta);
    ls_registry_add(registry, &stable);
    CHECK(ls_registry_at(registry, count) == &stable);
    CHECK(ls_registry_at(registry, count + 1) == &beta);
    CHECK(ls_registry_group_kind(registry, LS_SLICE("a.example.com"), LS_SLICE("Widget")) ==
          &stable);
    CHECK(ls_registry_generation(registry) != before);
    ls_registry_remove(registry, &stable);
    CHECK(ls_registry_at(registry, count) == &beta);
    CHECK_INT(stable.refs, 1);
    ls_registry_remove(registry, &beta);
    CHECK(!ls_registry_has_group(registry, LS_SLICE("a.example.com")));
}

TEST(versions_are_ordered_as_people_prefer_them)
{
    static const char *const order[] = {"v10",     "v2",        "v1",        "v11beta2", "v10beta3",
                                        "v3beta1", "v12alpha1", "v11alpha2", "foo1",     "foo10"};
    for (size_t i = 0; i + 1 < LS_COUNT(order); i++) {
        CHECK(ls_version_compare(ls_slice_of(order[i]), ls_slice_of(order[i + 1])) < 0);
        CHECK(ls_version_compare(ls_slice_of(order[i + 1]), ls_slice_of(order[i])) > 0);
    }
    CHECK_INT(ls_version_compare(LS_SLICE("v1"), LS_SLICE("v1")), 0);
}

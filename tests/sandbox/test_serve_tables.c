/* Tables as clients receive them. */
#include "support_json.h"

#include <string.h>

#include "base/world.h"
#include "sandbox/kinds/registry.h"
#include "sandbox/serve/show.h"
#include "sandbox/store/store.h"

struct stage {
    struct ls_world *world;
    struct ls_store *store;
    struct ls_registry *registry;
};

static struct stage stage_new(void)
{
    struct stage stage = {.world = ls_world_new_virtual(1, 0)};
    stage.store = ls_store_new(stage.world, NULL);
    stage.registry = ls_registry_new(stage.store);
    return stage;
}

static void stage_release(struct stage *stage)
{
    ls_registry_free(stage->registry);
    ls_store_free(stage->store);
    ls_world_free(stage->world);
}

static struct ls_showing showing_of(const struct stage *stage, const char *version,
                                    const char *kind)
{
    const struct ls_kind *found =
        ls_registry_kind(stage->registry, ls_slice_of(version), ls_slice_of(kind));
    CHECK(found != NULL);
    return (struct ls_showing){.kind = found, .form = {.as = LS_AS_TABLE}};
}

static const struct {
    const char *api_version;
    const char *kind;
    const char *end;
} empty_tables[] = {
    {"v1", "ConfigMap", "\"rows\":[]}"},
    {"rbac.authorization.k8s.io/v1", "Role", "\"rows\":null}"},
    {"apiextensions.k8s.io/v1", "CustomResourceDefinition", "\"rows\":null}"},
};

TEST(a_table_of_nothing_has_no_rows_or_null)
{
    struct stage stage LS_AUTO(stage_release) = stage_new();
    for (size_t i = 0; i < LS_COUNT(empty_tables); i++) {
        struct ls_showing showing =
            showing_of(&stage, empty_tables[i].api_version, empty_tables[i].kind);
        struct ls_list_meta meta = {.revision = 1, .remaining = -1};
        struct ls_buf text LS_AUTO(ls_buf_release) = {0};
        ls_show_list_start(&text, &showing, &meta);
        ls_show_list_end(&text, &showing);
        CHECK_HAS(ls_buf_text(&text), empty_tables[i].end);
    }
}

TEST(rows_of_finished_pods_carry_a_condition)
{
    struct stage stage LS_AUTO(stage_release) = stage_new();
    struct ls_showing showing = showing_of(&stage, "v1", "Pod");
    static const struct {
        const char *pod;
        const char *conditions;
    } pods[] = {
        {"{\"metadata\":{\"name\":\"p\"},\"status\":{\"phase\":\"Running\"}}", NULL},
        {"{\"metadata\":{\"name\":\"p\"},\"status\":{\"phase\":\"Failed\"}}",
         "\"conditions\":[{\"type\":\"Completed\",\"status\":\"True\",\"reason\":\"Failed\","
         "\"message\":\"The pod failed.\"}]"},
    };
    for (size_t i = 0; i < LS_COUNT(pods); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_buf text LS_AUTO(ls_buf_release) = {0};
        const struct ls_obj *pod LS_AUTO(ls_obj_unref_at) = obj_of(pods[i].pod);
        ls_show(&text, &arena, &showing, ls_obj_root(pod));
        if (pods[i].conditions)
            CHECK_HAS(ls_buf_text(&text), pods[i].conditions);
        else
            CHECK(strstr(ls_buf_text(&text), "conditions") == NULL);
    }
}

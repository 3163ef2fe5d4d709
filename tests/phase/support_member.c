#include "support_member.h"

#include "value/json.h"

const struct ls_stamp member_stamp = {"applyset-ours-v1", {"uid-of-parent", 13}};

void member_stage_release(struct member_stage *stage)
{
    ls_manifests_release(&stage->manifests);
    *stage = (struct member_stage){0};
}

const struct ls_member *member_of(struct member_stage *stage, const char *yaml)
{
    struct ls_err err = {0};
    ls_manifests_release(&stage->manifests);
    stage->manifests = (struct ls_manifests){0};
    CHECK_OK(ls_source_read_text(&stage->manifests, "a.yaml", ls_slice_of(yaml), &err), err);
    CHECK(stage->manifests.list.count > 0);
    const struct ls_manifest *manifest = &stage->manifests.list.at[0];
    struct ls_gvk gvk = {0};
    CHECK_OK(ls_gvk_of(manifest->object, &gvk, &err), err);
    stage->resource = (struct ls_resource){
        .group = ls_arena_dup(&stage->manifests.arena, gvk.group),
        .version = ls_arena_dup(&stage->manifests.arena, gvk.version),
        .kind = ls_arena_dup(&stage->manifests.arena, gvk.kind),
        .is_namespaced = !ls_slice_is(gvk.kind, "Namespace"),
    };
    stage->member = (struct ls_member){
        .manifest = manifest,
        .ref = {&stage->resource, stage->resource.is_namespaced ? "shop" : "",
                ls_node_text(ls_node_at(manifest->object, "metadata.name"))},
        .order = {3, -3, 1000001},
    };
    return &stage->member;
}

const char *json_of(struct ls_node node)
{
    static struct ls_buf text;
    ls_buf_clear(&text);
    ls_json_print(&text, node, LS_JSON_COMPACT);
    return ls_buf_text(&text);
}

const struct ls_obj *obj_of(const char *json)
{
    const struct ls_obj *obj = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_json_parse(ls_slice_of(json), NULL, &obj, &err), err);
    return obj;
}

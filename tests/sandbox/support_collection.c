#include "support_collection.h"

#include "base/buf.h"
#include "check.h"
#include "value/json.h"

void collection_stage_init(struct collection_stage *stage)
{
    *stage = (struct collection_stage){.world = ls_world_new_virtual(1, 1700000000000)};
    stage->cluster.world = stage->world;
    stage->cluster.store = ls_store_new(stage->world, NULL);
    stage->kind = (struct ls_kind){
        .resource = {.group = "",
                     .version = "v1",
                     .kind = "ConfigMap",
                     .plural = "configmaps",
                     .is_namespaced = true},
        .api_version = "v1",
        .list_kind = "ConfigMapList",
        .rules = &stage->rules,
        .collection = ls_store_collection(stage->cluster.store, "", "configmaps"),
        .refs = 1,
    };
}

void collection_stage_release(struct collection_stage *stage)
{
    ls_store_free(stage->cluster.store);
    ls_world_free(stage->world);
    ls_arena_release(&stage->arena);
}

static const struct ls_obj *object_parse(struct collection_stage *stage, const char *namespace_name,
                                         const char *name, const char *metadata_rest,
                                         const char *object_rest)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    const struct ls_obj *object = NULL;
    struct ls_err err = {0};
    ls_buf_printf(&text, "{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{");
    ls_buf_printf(&text, "\"name\":\"%s\",", name);
    if (namespace_name[0])
        ls_buf_printf(&text, "\"namespace\":\"%s\",", namespace_name);
    ls_buf_printf(&text, "\"resourceVersion\":\"%lld\"%s%s}%s%s}",
                  (long long)ls_store_next(stage->cluster.store), metadata_rest[0] ? "," : "",
                  metadata_rest, object_rest[0] ? "," : "", object_rest);
    CHECK_OK(ls_json_parse(ls_buf_slice(&text), NULL, &object, &err), err);
    return object;
}

void collection_stage_put_with(struct collection_stage *stage, const char *namespace_name,
                               const char *name, const char *metadata_rest, const char *object_rest)
{
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) =
        object_parse(stage, namespace_name, name, metadata_rest, object_rest);
    struct ls_object_key key = {ls_slice_of(namespace_name), ls_slice_of(name)};
    ls_collection_put(stage->kind.collection, key, object);
}

void collection_stage_put(struct collection_stage *stage, const char *namespace_name,
                          const char *name, const char *metadata_rest)
{
    collection_stage_put_with(stage, namespace_name, name, metadata_rest, "");
}

void collection_stage_remove_with(struct collection_stage *stage, const char *namespace_name,
                                  const char *name, const char *object_rest)
{
    const struct ls_obj *last LS_AUTO(ls_obj_unref_at) =
        object_parse(stage, namespace_name, name, "", object_rest);
    struct ls_object_key key = {ls_slice_of(namespace_name), ls_slice_of(name)};
    ls_collection_remove(stage->kind.collection, key, last);
}

void collection_stage_remove(struct collection_stage *stage, const char *namespace_name,
                             const char *name)
{
    collection_stage_remove_with(stage, namespace_name, name, "");
}

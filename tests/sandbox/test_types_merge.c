/* Merge types made of rows are those that the OpenAPI of a real server gives. Excerpts of it stand
 * here; LOCKSTEP_OPENAPI may name a folder with whole documents (tools/api-types/fetch). */
#include "check.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/vec.h"
#include "sandbox/types/api_type.h"
#include "sandbox/types/table_types.h"
#include "source_dir.h"
#include "value/json.h"

struct pair {
    const struct ls_type_schema *rows;
    const struct ls_type_schema *openapi;
};
struct comparison {
    LS_VEC(struct pair) seen; /* types are cyclic */
    char where[512];          /* of the first difference */
};

static void comparison_release(struct comparison *comparison)
{
    ls_vec_release(&comparison->seen);
}

static bool differ(struct comparison *comparison, const char *what, const char *name)
{
    snprintf(comparison->where, sizeof comparison->where, "%s %s", what, name ? name : "");
    return false;
}

static bool same(struct comparison *comparison, const struct ls_type_schema *rows,
                 const struct ls_type_schema *openapi);

static bool list_same(struct comparison *comparison, const struct ls_type_list *rows,
                      const struct ls_type_list *openapi)
{
    if (!rows != !openapi)
        return differ(comparison, "a list or not", NULL);
    if (!rows)
        return true;
    if (rows->kind != openapi->kind || rows->key_count != openapi->key_count)
        return differ(comparison, "kind of list", NULL);
    for (size_t i = 0; i < rows->key_count; i++) {
        if (strcmp(rows->keys[i], openapi->keys[i]))
            return differ(comparison, "key", rows->keys[i]);
    }
    return same(comparison, rows->items, openapi->items);
}

static bool default_same(const struct ls_type_field *rows, const struct ls_type_field *openapi)
{
    if (ls_node_is_absent(rows->default_value))
        return ls_node_is_absent(openapi->default_value) || ls_node_is_map(openapi->default_value);
    return ls_node_equal(rows->default_value, openapi->default_value);
}

static bool map_same(struct comparison *comparison, const struct ls_type_map *rows,
                     const struct ls_type_map *openapi)
{
    if (!rows != !openapi)
        return differ(comparison, "a map or not", NULL);
    if (!rows)
        return true;
    if (rows->is_atomic != openapi->is_atomic || rows->field_count != openapi->field_count ||
        !rows->values != !openapi->values)
        return differ(comparison, "atomic, count of fields or open", NULL);
    for (size_t i = 0; i < rows->field_count; i++) {
        const char *name = rows->fields[i].name;
        if (strcmp(name, openapi->fields[i].name))
            return differ(comparison, "name", name);
        if (!default_same(&rows->fields[i], &openapi->fields[i]))
            return differ(comparison, "default", name);
        if (!same(comparison, rows->fields[i].type, openapi->fields[i].type)) {
            strncat(comparison->where, " < ", sizeof comparison->where - 4);
            strncat(comparison->where, name,
                    sizeof comparison->where - strlen(comparison->where) - 1);
            return false;
        }
    }
    return !rows->values || same(comparison, rows->values, openapi->values);
}

static bool same(struct comparison *comparison, const struct ls_type_schema *rows,
                 const struct ls_type_schema *openapi)
{
    if (rows == openapi)
        return true;
    for (size_t i = 0; i < comparison->seen.count; i++) {
        if (comparison->seen.at[i].rows == rows && comparison->seen.at[i].openapi == openapi)
            return true;
    }
    ls_vec_push(&comparison->seen, (struct pair){rows, openapi});
    if (rows->scalar != openapi->scalar)
        return differ(comparison, "scalar of", openapi->name);
    return list_same(comparison, rows->list, openapi->list) &&
           map_same(comparison, rows->map, openapi->map);
}

/* A schema of `definitions` by its name against the rows of the type of that name. */
static void check_type(struct ls_merge_types *types, struct ls_node definitions, const char *name)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct comparison comparison LS_AUTO(comparison_release) = {0};
    struct ls_err err;
    const struct ls_type_schema *openapi;
    struct ls_node schema = ls_node_get(definitions, ls_slice_of(name));
    CHECK_OK(ls_type_schema_from_openapi(&arena, schema, definitions, &openapi, &err), err);
    const struct ls_api_type *type = ls_api_type_find(name);
    CHECK(type != NULL);
    if (!same(&comparison, ls_merge_type_of(types, type), openapi))
        CHECK_STR(comparison.where, name);
}

static size_t check_document(struct ls_merge_types *types, const char *path)
{
    struct ls_err err;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    CHECK_OK(ls_file_read(path, 16u << 20, &text, &err), err);
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_OK(ls_json_parse(ls_buf_slice(&text), NULL, &obj, &err), err);
    struct ls_node schemas = ls_node_at(ls_obj_root(obj), "components.schemas");
    size_t count = 0;
    LS_EACH (it, schemas) {
        char name[256];
        snprintf(name, sizeof name, "%.*s", LS_ARG(it.key));
        if (!ls_api_type_find(name))
            continue;
        check_type(types, schemas, name);
        count++;
    }
    return count;
}

/* The whole published documents; only when they were fetched. */
TEST(types_are_those_of_published_documents)
{
    const char *folder = getenv("LOCKSTEP_OPENAPI");
    DIR *files = folder ? opendir(folder) : NULL;
    if (!files)
        return;
    struct ls_merge_types *types = ls_merge_types_new();
    size_t count = 0;
    for (struct dirent *file; (file = readdir(files));) {
        char path[1024];
        snprintf(path, sizeof path, "%s/%s", folder, file->d_name);
        if (strstr(file->d_name, ".json"))
            count += check_document(types, path);
    }
    closedir(files);
    ls_merge_types_free(types);
    printf("%zu types of documents are equal to those of rows\n", count);
    CHECK(count > 0);
}

TEST(types_are_those_of_the_excerpt)
{
    struct ls_err err;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    CHECK_OK(ls_file_read(LS_SOURCE_DIR "/tests/cases/types/openapi.json", 1u << 20, &text, &err),
             err);
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_OK(ls_json_parse(ls_buf_slice(&text), NULL, &obj, &err), err);
    static const char *const names[] = {
        "io.k8s.api.core.v1.ServicePort",
        "io.k8s.api.core.v1.ResourceRequirements",
        "io.k8s.api.core.v1.Secret",
        "io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector",
        "io.k8s.api.apps.v1.ControllerRevision",
    };
    struct ls_merge_types *types = ls_merge_types_new();
    for (size_t i = 0; i < LS_COUNT(names); i++)
        check_type(types, ls_obj_root(obj), names[i]);
    ls_merge_types_free(types);
}

/* ---- some types in detail ---- */

static const struct ls_type_field *field_of(const struct ls_type_schema *type, const char *path)
{
    const struct ls_type_field *field = NULL;
    struct ls_slice rest = ls_slice_of(path);
    while (rest.at) {
        if (field)
            type = field->type->list ? field->type->list->items : field->type;
        field = ls_type_field_find(type->map, ls_slice_cut(rest, '.', &rest));
        CHECK(field != NULL);
    }
    return field;
}

static const struct {
    const char *type;
    const char *path;
    enum ls_list_kind kind;
    const char *keys[3];
} lists[] = {
    {"core.v1.Pod", "spec.containers", LS_LIST_MAP, {"name"}},
    {"core.v1.Pod", "spec.containers.ports", LS_LIST_MAP, {"containerPort", "protocol"}},
    {"core.v1.Pod", "spec.containers.args", LS_LIST_ATOMIC, {NULL}},
    {"core.v1.Pod", "spec.tolerations", LS_LIST_ATOMIC, {NULL}},
    {"core.v1.Pod",
     "spec.topologySpreadConstraints",
     LS_LIST_MAP,
     {"topologyKey", "whenUnsatisfiable"}},
    {"core.v1.Service", "spec.ports", LS_LIST_MAP, {"port", "protocol"}},
    {"core.v1.Service", "metadata.finalizers", LS_LIST_SET, {NULL}},
    {"core.v1.Service", "metadata.ownerReferences", LS_LIST_MAP, {"uid"}},
    {"apps.v1.Deployment", "spec.template.spec.volumes", LS_LIST_MAP, {"name"}},
};

TEST(lists_of_maps_have_their_keys)
{
    struct ls_merge_types *types = ls_merge_types_new();
    for (size_t i = 0; i < LS_COUNT(lists); i++) {
        char name[128];
        snprintf(name, sizeof name, "io.k8s.api.%s", lists[i].type);
        const struct ls_type_schema *type = ls_merge_type_of(types, ls_api_type_find(name));
        const struct ls_type_list *list = field_of(type, lists[i].path)->type->list;
        CHECK(list != NULL);
        CHECK_INT(list->kind, lists[i].kind);
        for (size_t k = 0; k < list->key_count; k++)
            CHECK_STR(list->keys[k], lists[i].keys[k]);
        CHECK(lists[i].keys[list->key_count] == NULL);
    }
    ls_merge_types_free(types);
}

TEST(atomic_is_what_is_owned_as_one_piece)
{
    struct ls_merge_types *types = ls_merge_types_new();
    const struct ls_type_schema *deployment = ls_merge_type_of(types, &ls_api_apps_v1_Deployment);
    CHECK(field_of(deployment, "spec.selector")->type->map->is_atomic);
    CHECK(field_of(deployment, "spec.template.spec.nodeSelector")->type->map->is_atomic);
    CHECK(!field_of(deployment, "metadata.labels")->type->map->is_atomic);
    /* One type, two uses. */
    const struct ls_type_schema *volume = ls_merge_type_of(types, &ls_api_core_v1_PersistentVolume);
    CHECK(!field_of(volume, "spec.claimRef")->type->map->is_atomic);
    const struct ls_type_schema *event = ls_merge_type_of(types, &ls_api_core_v1_Event);
    CHECK(field_of(event, "involvedObject")->type->map->is_atomic);
    const struct ls_type_schema *revision =
        ls_merge_type_of(types, &ls_api_apps_v1_ControllerRevision);
    CHECK(field_of(revision, "data")->type == &ls_type_atomic);
    ls_merge_types_free(types);
}

TEST(a_type_is_made_once_and_may_hold_itself)
{
    struct ls_merge_types *types = ls_merge_types_new();
    const struct ls_type_schema *schema =
        ls_merge_type_of(types, &ls_api_apiextensions_v1_JSONSchemaProps);
    CHECK(ls_merge_type_of(types, &ls_api_apiextensions_v1_JSONSchemaProps) == schema);
    CHECK(field_of(schema, "not")->type == schema);
    CHECK(field_of(schema, "properties")->type->map->values == schema);
    CHECK(field_of(schema, "items")->type == &ls_type_deduced);
    ls_merge_types_free(types);
}

static const struct {
    const char *path;
    bool merges;
    bool retains_keys;
    const char *key;
} patches[] = {
    {"spec.strategy", false, true, NULL},
    {"spec.template.spec.containers", true, false, "name"},
    {"spec.template.spec.containers.ports", true, false, "containerPort"},
    {"spec.template.spec.containers.args", false, false, NULL},
    {"spec.template.spec.volumes", true, true, "name"},
    {"spec.template.spec.topologySpreadConstraints", true, false, "topologyKey"},
    {"spec.template.spec.tolerations", false, false, NULL},
    {"metadata.finalizers", true, false, NULL},
    {"metadata.ownerReferences", true, false, "uid"},
};

TEST(patch_members_are_those_of_go)
{
    struct ls_merge_types *types = ls_merge_types_new();
    const struct ls_type_schema *type = ls_merge_type_of(types, &ls_api_apps_v1_Deployment);
    for (size_t i = 0; i < LS_COUNT(patches); i++) {
        const struct ls_type_field *field = field_of(type, patches[i].path);
        CHECK_INT(field->patch_merges, patches[i].merges);
        CHECK_INT(field->patch_retains_keys, patches[i].retains_keys);
        CHECK((field->patch_key == NULL) == (patches[i].key == NULL));
        if (field->patch_key)
            CHECK_STR(field->patch_key, patches[i].key);
    }
    ls_merge_types_free(types);
}

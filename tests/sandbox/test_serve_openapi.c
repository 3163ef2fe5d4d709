/* OpenAPI documents: what kubectl reads from them, and that they agree with a real server's.
 * LOCKSTEP_OPENAPI may name a folder with the documents of one (tools/api-types/fetch). */
#include "support_json.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/world.h"
#include "sandbox/kinds/cluster.h"
#include "sandbox/kinds/custom.h"
#include "sandbox/kinds/registry.h"
#include "sandbox/serve/openapi.h"
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

static const struct ls_obj *document(const struct stage *stage, const char *group,
                                     const char *version)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    CHECK(ls_openapi_document(&text, stage->registry, ls_slice_of(group), ls_slice_of(version)));
    return obj_of(ls_buf_text(&text));
}

static struct ls_node schema_of(const struct ls_obj *document, const char *name)
{
    struct ls_node schemas = ls_node_at(ls_obj_root(document), "components.schemas");
    struct ls_node schema = ls_node_get(schemas, ls_slice_of(name));
    CHECK(ls_node_is_map(schema));
    return schema;
}

static struct ls_node operation(const struct ls_obj *document, const char *path, const char *method)
{
    struct ls_node paths = ls_node_at(ls_obj_root(document), "paths");
    return ls_node_get(ls_node_get(paths, ls_slice_of(path)), ls_slice_of(method));
}

TEST(index_names_each_group_version_once)
{
    struct stage stage LS_AUTO(stage_release) = stage_new();
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_openapi_index(&text, stage.registry);
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(ls_buf_text(&text));
    struct ls_node paths = ls_node_at(ls_obj_root(obj), "paths");
    const char *core = ls_node_text(
        ls_node_get(ls_node_get(paths, LS_SLICE("api/v1")), LS_SLICE("serverRelativeURL")));
    CHECK_HAS(core, "/openapi/v3/api/v1?hash=");
    CHECK(ls_node_is_map(ls_node_get(paths, LS_SLICE("apis/apps/v1"))));
    LS_EACH (it, paths) {
        struct ls_slice rest, version;
        struct ls_slice group = ls_slice_cut(it.key, '/', &rest);
        group = ls_slice_is(group, "api") ? LS_SLICE("") : ls_slice_cut(rest, '/', &rest);
        version = rest;
        struct ls_buf body LS_AUTO(ls_buf_release) = {0};
        CHECK(ls_openapi_document(&body, stage.registry, group, version));
    }
}

TEST(index_is_the_same_for_the_same_kinds)
{
    struct stage one LS_AUTO(stage_release) = stage_new();
    struct stage other LS_AUTO(stage_release) = stage_new();
    struct ls_buf a LS_AUTO(ls_buf_release) = {0}, b LS_AUTO(ls_buf_release) = {0};
    ls_openapi_index(&a, one.registry);
    ls_openapi_index(&b, other.registry);
    CHECK_STR(ls_buf_text(&a), ls_buf_text(&b));
}

TEST(what_is_not_served_has_no_document)
{
    struct stage stage LS_AUTO(stage_release) = stage_new();
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    CHECK(!ls_openapi_document(&text, stage.registry, LS_SLICE("apps"), LS_SLICE("v9")));
    CHECK(!ls_openapi_document(&text, stage.registry, LS_SLICE("no"), LS_SLICE("v1")));
    CHECK_INT(text.len, 0);
}

/* kubectl searches for a PATCH operation of the kind with these parameters, and sends a strategic
 * patch where the body may be one. */
TEST(a_patch_operation_lists_what_kubectl_may_send)
{
    struct stage stage LS_AUTO(stage_release) = stage_new();
    const struct ls_obj *apps LS_AUTO(ls_obj_unref_at) = document(&stage, "apps", "v1");
    struct ls_node patch =
        operation(apps, "/apis/apps/v1/namespaces/{namespace}/deployments/{name}", "patch");
    CHECK_STR(json_of(ls_node_get(patch, LS_SLICE("x-kubernetes-group-version-kind"))),
              "{\"group\":\"apps\",\"kind\":\"Deployment\",\"version\":\"v1\"}");
    const char *parameters = json_of(ls_node_at(patch, "parameters"));
    CHECK_HAS(parameters, "\"fieldValidation\"");
    CHECK_HAS(parameters, "\"dryRun\"");
    CHECK_HAS(json_of(ls_node_at(patch, "requestBody.content")),
              "\"application/strategic-merge-patch+json\"");
}

static const struct {
    const char *group;
    const char *path;
    const char *methods; /* with the parameters of the path behind */
} places[] = {
    {"", "/api/v1/configmaps", "get parameters"},
    {"", "/api/v1/namespaces", "get post parameters"},
    {"", "/api/v1/namespaces/{name}", "get put patch delete parameters"},
    {"", "/api/v1/namespaces/{name}/finalize", "put parameters"},
    {"", "/api/v1/namespaces/{namespace}/configmaps", "get post delete parameters"},
    {"", "/api/v1/namespaces/{namespace}/configmaps/{name}", "get put patch delete parameters"},
    {"", "/api/v1/namespaces/{namespace}/pods/{name}/eviction", "post parameters"},
    {"", "/api/v1/namespaces/{namespace}/pods/{name}/status", "get put patch parameters"},
    {"apps", "/apis/apps/v1/namespaces/{namespace}/deployments/{name}/scale",
     "get put patch parameters"},
    {"authorization.k8s.io", "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews",
     "post parameters"},
};

TEST(paths_have_the_operations_of_their_verbs)
{
    struct stage stage LS_AUTO(stage_release) = stage_new();
    for (size_t i = 0; i < LS_COUNT(places); i++) {
        const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = document(&stage, places[i].group, "v1");
        struct ls_node paths = ls_node_at(ls_obj_root(obj), "paths");
        struct ls_buf methods LS_AUTO(ls_buf_release) = {0};
        LS_EACH (it, ls_node_get(paths, ls_slice_of(places[i].path)))
            ls_buf_printf(&methods, methods.len ? " %.*s" : "%.*s", LS_ARG(it.key));
        CHECK_STR(ls_buf_text(&methods), places[i].methods);
    }
}

TEST(subresources_with_a_body_of_their_own_name_its_kind)
{
    struct stage stage LS_AUTO(stage_release) = stage_new();
    const struct ls_obj *apps LS_AUTO(ls_obj_unref_at) = document(&stage, "apps", "v1");
    struct ls_node put =
        operation(apps, "/apis/apps/v1/namespaces/{namespace}/deployments/{name}/scale", "put");
    CHECK_STR(json_of(ls_node_get(put, LS_SLICE("x-kubernetes-group-version-kind"))),
              "{\"group\":\"autoscaling\",\"kind\":\"Scale\",\"version\":\"v1\"}");
    schema_of(apps, "io.k8s.api.autoscaling.v1.Scale");
}

#define REF(name) "{\"$ref\":\"#/components/schemas/" name "\"}"
static const struct {
    const char *type;
    const char *field;
    const char *schema;
} fields[] = {
    {"io.k8s.api.apps.v1.DeploymentSpec", "replicas",
     "{\"type\":\"integer\",\"format\":\"int32\"}"},
    {"io.k8s.api.apps.v1.DeploymentSpec", "strategy",
     "{\"default\":{},\"allOf\":[" REF(
         "io.k8s.api.apps.v1.DeploymentStrategy") "],"
                                                  "\"x-kubernetes-patch-strategy\":"
                                                  "\"retainKeys\"}"},
    {"io.k8s.api.apps.v1.DeploymentSpec", "selector",
     "{\"allOf\":[" REF("io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector") "]}"},
    {"io.k8s.api.core.v1.Container", "ports",
     "{\"type\":\"array\",\"items\":{\"default\":{},\"allOf\":[" REF(
         "io.k8s.api.core.v1.ContainerPort") "]},\"x-kubernetes-list-type\":\"map\","
                                             "\"x-kubernetes-list-map-keys\":[\"containerPort\","
                                             "\"protocol\"],"
                                             "\"x-kubernetes-patch-merge-key\":\"containerPort\","
                                             "\"x-kubernetes-patch-strategy\":\"merge\"}"},
    {"io.k8s.api.core.v1.Container", "imagePullPolicy",
     "{\"type\":\"string\",\"enum\":[\"Always\",\"IfNotPresent\",\"Never\"]}"},
    {"io.k8s.api.core.v1.ResourceRequirements", "limits",
     "{\"type\":\"object\",\"additionalProperties\":" REF(
         "io.k8s.apimachinery.pkg.api.resource.Quantity") "}"},
    {"io.k8s.api.core.v1.PodSpec", "nodeSelector",
     "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\",\"default\":\"\"},"
     "\"x-kubernetes-map-type\":\"atomic\"}"},
};

TEST(fields_say_what_they_take)
{
    struct stage stage LS_AUTO(stage_release) = stage_new();
    const struct ls_obj *apps LS_AUTO(ls_obj_unref_at) = document(&stage, "apps", "v1");
    for (size_t i = 0; i < LS_COUNT(fields); i++) {
        struct ls_node properties = ls_node_at(schema_of(apps, fields[i].type), "properties");
        CHECK_STR(json_of(ls_node_get(properties, ls_slice_of(fields[i].field))), fields[i].schema);
    }
    struct ls_node spec = schema_of(apps, "io.k8s.api.apps.v1.DeploymentSpec");
    CHECK_STR(json_of(ls_node_at(spec, "required")), "[\"selector\",\"template\"]");
}

/* ---- custom kinds ---- */

static const char widgets[] =
    "{\"metadata\":{\"name\":\"widgets.shop.example.com\"},"
    "\"spec\":{\"group\":\"shop.example.com\",\"scope\":\"Namespaced\","
    "\"names\":{\"kind\":\"Widget\",\"listKind\":\"WidgetList\",\"plural\":\"widgets\","
    "\"singular\":\"widget\"},\"versions\":[{\"name\":\"v1\",\"served\":true,\"storage\":true,"
    "\"subresources\":{\"status\":{}},\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\","
    "\"description\":\"A widget.\",\"required\":[\"spec\"],\"properties\":{\"spec\":{"
    "\"type\":\"object\",\"required\":[\"size\"],\"properties\":{"
    "\"size\":{\"type\":\"integer\",\"minimum\":1,\"default\":1},"
    "\"port\":{\"x-kubernetes-int-or-string\":true},"
    "\"names\":{\"type\":\"array\",\"items\":{\"type\":\"string\"},"
    "\"x-kubernetes-list-type\":\"set\"},"
    "\"pod\":{\"type\":\"object\",\"x-kubernetes-embedded-resource\":true,"
    "\"x-kubernetes-preserve-unknown-fields\":true}}}}}}}]}}";

static const struct {
    const char *path;
    const char *schema;
} widget_schemas[] = {
    {"properties.spec.properties.size", "{\"type\":\"integer\",\"minimum\":1,\"default\":1}"},
    {"properties.spec.properties.names",
     "{\"type\":\"array\",\"x-kubernetes-list-type\":\"set\",\"items\":{\"type\":\"string\"}}"},
    {"properties.spec.properties.port", "{\"x-kubernetes-int-or-string\":true,\"anyOf\":["
                                        "{\"type\":\"integer\"},{\"type\":\"string\"}]}"},
    {"properties.spec.properties.pod.required", "[\"kind\",\"apiVersion\"]"},
    {"properties.spec.required", "[\"size\"]"},
    {"properties.metadata",
     "{\"allOf\":[" REF("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta") "]}"},
    {"properties.kind", "{\"type\":\"string\"}"},
    {"required", "[\"spec\"]"},
    {"description", "\"A widget.\""},
    {"x-kubernetes-group-version-kind",
     "[{\"group\":\"shop.example.com\",\"kind\":\"Widget\",\"version\":\"v1\"}]"},
};

static const struct ls_kind *widget_kind(struct ls_cluster *cluster)
{
    const struct ls_obj *definition LS_AUTO(ls_obj_unref_at) = obj_of(widgets);
    struct ls_node versions = ls_node_at(ls_obj_root(definition), "spec.versions");
    return ls_custom_kind_new(cluster, ls_obj_root(definition), ls_node_item(versions, 0));
}

TEST(custom_kinds_show_what_they_declare)
{
    struct stage stage LS_AUTO(stage_release) = stage_new();
    struct ls_merge_types *types = ls_merge_types_new();
    struct ls_cluster cluster = {.world = stage.world,
                                 .store = stage.store,
                                 .registry = stage.registry,
                                 .merge_types = types};
    struct ls_buf before LS_AUTO(ls_buf_release) = {0}, after LS_AUTO(ls_buf_release) = {0};
    ls_openapi_index(&before, stage.registry);
    const struct ls_kind *kind = widget_kind(&cluster);
    CHECK(kind != NULL);
    ls_registry_add(stage.registry, kind);
    ls_openapi_index(&after, stage.registry);
    CHECK(strcmp(ls_buf_text(&before), ls_buf_text(&after)) != 0);
    CHECK_HAS(ls_buf_text(&after), "/openapi/v3/apis/shop.example.com/v1?hash=");

    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = document(&stage, "shop.example.com", "v1");
    struct ls_node schema = schema_of(obj, "com.example.shop.v1.Widget");
    for (size_t i = 0; i < LS_COUNT(widget_schemas); i++)
        CHECK_STR(json_of(ls_node_at(schema, widget_schemas[i].path)), widget_schemas[i].schema);
    /* Strategic patches are for built-in kinds. */
    struct ls_node patch = operation(
        obj, "/apis/shop.example.com/v1/namespaces/{namespace}/widgets/{name}/status", "patch");
    const char *bodies = json_of(ls_node_at(patch, "requestBody.content"));
    CHECK_HAS(bodies, "application/merge-patch+json");
    CHECK(strstr(bodies, "strategic") == NULL);

    ls_registry_remove(stage.registry, kind);
    ls_kind_unref(kind);
    ls_merge_types_free(types);
}

/* ---- against a real one ---- */

/* Members that we leave out; bytes have a list type there that nobody reads. */
static bool is_left_out(struct ls_node schema, struct ls_slice key)
{
    if (ls_slice_is(key, "x-kubernetes-list-type"))
        return ls_node_string_is(ls_node_get(schema, LS_SLICE("format")), "byte");
    return ls_slice_is(key, "description") || ls_slice_is(key, "x-kubernetes-unions");
}

/* Only real servers list the kinds of some types for all groups. */
static bool is_gvk(struct ls_slice key)
{
    return ls_slice_is(key, "x-kubernetes-group-version-kind");
}

static bool alike(struct ls_node real, struct ls_node ours, bool is_schema);

/* A reference may stand alone or in allOf. */
static struct ls_node unfolded(struct ls_node schema)
{
    struct ls_node all_of = ls_node_get(schema, LS_SLICE("allOf"));
    bool is_described = ls_node_is_string(ls_node_get(schema, LS_SLICE("description")));
    bool is_alone = ls_node_count(schema) == 1u + is_described && ls_node_count(all_of) == 1;
    return is_alone ? ls_node_item(all_of, 0) : schema;
}

static bool map_alike(struct ls_node real, struct ls_node ours, bool is_schema)
{
    size_t count = 0;
    LS_EACH (it, real) {
        bool is_extra = is_schema && (is_left_out(real, it.key) || is_gvk(it.key));
        if (is_extra && !ls_node_is_map(it.value))
            continue;
        count++;
        bool is_names = is_schema && ls_slice_is(it.key, "properties");
        if (!alike(it.value, ls_node_get(ours, it.key), !is_names))
            return false;
    }
    LS_EACH (it, ours)
        count -= !(is_schema && is_gvk(it.key));
    return count == 0;
}

static bool list_alike(struct ls_node real, struct ls_node ours)
{
    if (ls_node_count(real) != ls_node_count(ours))
        return false;
    LS_EACH (it, real) {
        bool is_there = false;
        LS_EACH (own, ours)
            is_there = is_there || alike(it.value, own.value, true);
        if (!is_there)
            return false;
    }
    return true;
}

static bool alike(struct ls_node real, struct ls_node ours, bool is_schema)
{
    real = unfolded(real);
    ours = unfolded(ours);
    if (ls_node_is_map(real) && ls_node_is_map(ours))
        return map_alike(real, ours, is_schema);
    if (ls_node_is_list(real))
        return list_alike(real, ours);
    return ls_node_equal(real, ours);
}

static size_t check_schemas(struct ls_node real, const struct ls_obj *ours)
{
    size_t count = 0;
    LS_EACH (it, ls_node_at(ls_obj_root(ours), "components.schemas")) {
        struct ls_node schema = ls_node_get(real, it.key);
        /* Our documents of reviews explain options and Status as well. */
        if (ls_node_is_absent(schema) && ls_slice_starts(it.key, "io.k8s.apimachinery.pkg."))
            continue;
        if (!alike(schema, it.value, true))
            CHECK_STR(json_of(it.value), json_of(schema));
        count++;
    }
    return count;
}

TEST(schemas_are_those_of_a_real_server)
{
    const char *folder = getenv("LOCKSTEP_OPENAPI");
    if (!folder)
        return;
    struct stage stage LS_AUTO(stage_release) = stage_new();
    size_t schemas = 0, documents = 0;
    const struct ls_kind *kind, *before = NULL;
    for (size_t i = 0; (kind = ls_registry_at(stage.registry, i)); before = kind, i++) {
        if (before && strcmp(before->api_version, kind->api_version) == 0)
            continue;
        char path[1024];
        const struct ls_resource *resource = &kind->resource;
        snprintf(path, sizeof path, resource->group[0] ? "%s/apis_%s_%s.json" : "%s/api%s_%s.json",
                 folder, resource->group, resource->version);
        struct ls_err err;
        struct ls_buf text LS_AUTO(ls_buf_release) = {0};
        CHECK_OK(ls_file_read(path, 16u << 20, &text, &err), err);
        const struct ls_obj *real LS_AUTO(ls_obj_unref_at) = obj_of(ls_buf_text(&text));
        const struct ls_obj *ours LS_AUTO(ls_obj_unref_at) =
            document(&stage, resource->group, resource->version);
        schemas += check_schemas(ls_node_at(ls_obj_root(real), "components.schemas"), ours);
        documents++;
    }
    printf("%zu schemas in %zu documents are those of the real server\n", schemas, documents);
}

#include "sandbox/kinds/custom.h"

#include <string.h>

#include "base/mem.h"
#include "sandbox/kinds/custom_impl.h"
#include "sandbox/kinds/embedded.h"
#include "sandbox/kinds/version_order.h"
#include "sandbox/store/store.h"

static const char *const custom_verbs[] = {"delete", "deletecollection", "get",    "list",
                                           "patch",  "create",           "update", "watch"};

enum { CAN_REWRITE = LS_CAN_GET | LS_CAN_PATCH | LS_CAN_UPDATE };

static const char *text_at(struct custom *custom, struct ls_node node, const char *path)
{
    return ls_arena_dup(&custom->arena, ls_node_string(ls_node_at(node, path)));
}

static const char *const *texts_at(struct custom *custom, struct ls_node list, size_t *count)
{
    const char **texts = LS_ARENA_ARRAY(&custom->arena, const char *, ls_node_count(list) + 1);
    LS_EACH (it, list)
        texts[(*count)++] = ls_arena_dup(&custom->arena, ls_node_string(it.value));
    return texts;
}

static void subresources_init(struct custom *custom, struct ls_node version)
{
    struct ls_resource *resource = &custom->kind.resource;
    struct ls_node declared = ls_node_at(version, "subresources");
    struct ls_subresource *list = LS_ARENA_ARRAY(&custom->arena, struct ls_subresource, 2);
    if (ls_node_is_map(ls_node_at(declared, "status")))
        list[resource->subresource_count++] = (struct ls_subresource){.name = "status",
                                                                      .group = "",
                                                                      .version = "",
                                                                      .kind = resource->kind,
                                                                      .can = CAN_REWRITE};
    if (ls_node_is_map(ls_node_at(declared, "scale")))
        list[resource->subresource_count++] = (struct ls_subresource){.name = "scale",
                                                                      .group = "autoscaling",
                                                                      .version = "v1",
                                                                      .kind = "Scale",
                                                                      .can = CAN_REWRITE};
    resource->subresources = list;
}

static void resource_init(struct custom *custom, struct ls_node definition, struct ls_node version)
{
    struct ls_node spec = ls_node_at(definition, "spec");
    /* The accepted names are served until new ones are accepted. */
    struct ls_node names = ls_node_at(definition, "status.acceptedNames");
    if (ls_node_string(ls_node_at(names, "plural")).len == 0)
        names = ls_node_at(spec, "names");
    struct ls_resource *resource = &custom->kind.resource;
    resource->group = text_at(custom, spec, "group");
    resource->version = text_at(custom, version, "name");
    resource->plural = text_at(custom, names, "plural");
    resource->singular = text_at(custom, names, "singular");
    resource->kind = text_at(custom, names, "kind");
    custom->kind.list_kind = text_at(custom, names, "listKind");
    resource->short_names =
        texts_at(custom, ls_node_at(names, "shortNames"), &resource->short_name_count);
    resource->categories =
        texts_at(custom, ls_node_at(names, "categories"), &resource->category_count);
    resource->verbs = custom_verbs;
    resource->verb_count = LS_COUNT(custom_verbs);
    for (size_t i = 0; i < LS_COUNT(custom_verbs); i++)
        resource->can |= ls_can_of(ls_slice_of(custom_verbs[i]));
    resource->is_namespaced = ls_node_string_is(ls_node_at(spec, "scope"), "Namespaced");
    subresources_init(custom, version);
    custom->kind.api_version =
        ls_arena_printf(&custom->arena, "%s/%s", resource->group, resource->version);
}

/* Paths are dotted names here: ".spec.replicas" gives "spec.replicas". */
static const char *path_at(struct custom *custom, struct ls_node node, const char *name)
{
    struct ls_slice text = ls_node_string(ls_node_at(node, name));
    if (text.len == 0)
        return NULL;
    return ls_arena_dup(&custom->arena, ls_slice_starts(text, ".") ? ls_slice_from(text, 1) : text);
}

static void rules_init(struct custom *custom, struct ls_node version)
{
    struct ls_node scale = ls_node_at(version, "subresources.scale");
    struct ls_node fields = ls_node_at(version, "selectableFields");
    custom->rules.has_status = ls_node_is_map(ls_node_at(version, "subresources.status"));
    custom->rules.generation =
        custom->rules.has_status ? LS_GENERATION_BUT_STATUS : LS_GENERATION_ALL;
    custom->scale =
        (struct ls_custom_scale){.spec_replicas = path_at(custom, scale, "specReplicasPath"),
                                 .status_replicas = path_at(custom, scale, "statusReplicasPath"),
                                 .label_selector = path_at(custom, scale, "labelSelectorPath")};
    const char **selectable =
        LS_ARENA_ARRAY(&custom->arena, const char *, ls_node_count(fields) + 1);
    size_t count = 0;
    LS_EACH (it, fields)
        selectable[count++] = path_at(custom, it.value, "jsonPath");
    if (count > 0)
        custom->rules.selectable = selectable;
    custom->kind.rules = &custom->rules;
}

/* The preferred version among those that are served and not deprecated; NULL: none. */
static const char *successor_of(struct custom *custom, struct ls_node definition)
{
    struct ls_slice best = {0};
    LS_EACH (it, ls_node_at(definition, "spec.versions")) {
        struct ls_slice name = ls_node_string(ls_node_at(it.value, "name"));
        if (!ls_node_bool(ls_node_at(it.value, "served"), false) ||
            ls_node_bool(ls_node_at(it.value, "deprecated"), false))
            continue;
        if (best.at == NULL || ls_version_compare(name, best) < 0)
            best = name;
    }
    return best.at != NULL ? ls_arena_dup(&custom->arena, best) : NULL;
}

static void warning_init(struct custom *custom, struct ls_node definition, struct ls_node version)
{
    struct ls_node own = ls_node_at(version, "deprecationWarning");
    const struct ls_resource *resource = &custom->kind.resource;
    if (!ls_node_bool(ls_node_at(version, "deprecated"), false))
        return;
    if (ls_node_is_string(own)) {
        custom->warning = text_at(custom, version, "deprecationWarning");
        return;
    }
    const char *next = successor_of(custom, definition);
    custom->warning = ls_arena_printf(&custom->arena, "%s %s is deprecated",
                                      custom->kind.api_version, resource->kind);
    /* Only a more stable or newer version is recommended. */
    if (next != NULL && ls_version_compare(ls_slice_of(next), ls_slice_of(resource->version)) < 0)
        custom->warning = ls_arena_printf(&custom->arena, "%s; use %s/%s %s", custom->warning,
                                          resource->group, next, resource->kind);
}

static bool types_init(struct custom *custom, struct ls_cluster *cluster, struct ls_node version)
{
    struct ls_arena *arena = &custom->arena;
    custom->openapi = custom_openapi_of(arena, version);
    const struct ls_api_type *meta =
        ls_api_type_find("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
    const struct ls_type_schema *type = NULL;
    struct ls_node merged = custom->openapi;
    if (ls_embedded_is_used(merged))
        merged = ls_embedded_declare(arena, merged);
    if (ls_schema_compile(arena, custom->openapi, &custom->schema, NULL) ||
        ls_type_schema_from_openapi(arena, merged, LS_ABSENT, &type, NULL))
        return false;
    type = ls_type_with_field(arena, type, "apiVersion", &ls_type_string);
    type = ls_type_with_field(arena, type, "kind", &ls_type_string);
    custom->kind.merge_type =
        ls_type_with_field(arena, type, "metadata", ls_merge_type_of(cluster->merge_types, meta));
    custom->kind.schema = custom->schema;
    return true;
}

static bool is_terminating(struct ls_node definition)
{
    struct ls_node conditions = ls_node_at(definition, "status.conditions");
    struct ls_node found = ls_node_find(conditions, "type", LS_SLICE("Terminating"));
    return ls_node_string_is(ls_node_at(found, "status"), "True");
}

static void custom_free(struct ls_kind *kind)
{
    struct custom *custom = kind->owner;
    struct ls_arena arena = custom->arena; /* a copy: the arena holds the kind itself */
    ls_schema_release(custom->schema);
    ls_custom_rules_release(custom->cel_rules);
    custom_view_release(custom);
    ls_arena_release(&arena);
}

const struct ls_kind *ls_custom_kind_new(struct ls_cluster *cluster, struct ls_node definition,
                                         struct ls_node version)
{
    LS_ASSERT(cluster->store != NULL);
    LS_ASSERT(ls_node_is_map(version));
    struct ls_arena arena = {0};
    struct custom *custom = LS_ARENA_NEW(&arena, struct custom);
    custom->arena = arena;
    custom->kind.owner = custom;
    resource_init(custom, definition, version);
    rules_init(custom, version);
    warning_init(custom, definition, version);
    custom_columns_init(custom, version);
    custom_view_init(custom, definition, version);
    custom->is_terminating = is_terminating(definition);
    custom->kind.collection = ls_store_collection(cluster->store, custom->kind.resource.group,
                                                  custom->kind.resource.plural);
    custom->kind.is_custom = true;
    custom->kind.refs = 1;
    custom->kind.free = custom_free;
    if (!types_init(custom, cluster, version)) {
        custom_free(&custom->kind);
        return NULL;
    }
    LS_ASSERT(custom->schema != NULL);
    return &custom->kind;
}

const struct ls_failure *ls_custom_create_refusal(struct ls_arena *arena,
                                                  const struct ls_kind *kind, struct ls_slice name)
{
    if (!custom_of(kind)->is_terminating)
        return NULL;
    return ls_failure_forbidden(
        arena, ls_kind_about(kind, name),
        "create not allowed while custom resource definition is terminating");
}

const char *ls_custom_stored_version(const struct ls_kind *kind)
{
    return custom_of(kind)->stored_version;
}

const char *ls_custom_warning(const struct ls_kind *kind)
{
    return custom_of(kind)->warning;
}

struct ls_node ls_custom_openapi(const struct ls_kind *kind)
{
    return custom_of(kind)->openapi;
}

const struct ls_custom_scale *ls_custom_scale(const struct ls_kind *kind)
{
    const struct custom *custom = custom_of(kind);
    return custom->scale.spec_replicas != NULL ? &custom->scale : NULL;
}

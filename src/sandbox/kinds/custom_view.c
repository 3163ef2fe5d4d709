/* Conversion between the versions of a custom resource, and of objects stored under an older
 * schema. */
#include "sandbox/kinds/custom_impl.h"
#include "value/build.h"

struct ls_node custom_openapi_of(struct ls_arena *arena, struct ls_node version)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_node schema = ls_node_at(version, "schema.openAPIV3Schema");
    if (ls_node_is_map(schema)) {
        ls_build_node(&build, schema);
    } else {
        ls_build_map(&build);
        ls_build_end(&build);
    }
    return ls_build_arena(&build, arena);
}

static struct ls_node with_api_version(struct ls_arena *arena, struct ls_node object,
                                       const char *api_version)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    LS_EACH (it, object) {
        ls_build_key(&build, it.key);
        if (ls_slice_is(it.key, "apiVersion"))
            ls_build_text(&build, api_version);
        else
            ls_build_node(&build, it.value);
    }
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

static const struct ls_schema *schema_of(const struct custom *custom, struct ls_slice api_version)
{
    for (size_t i = 0; i < custom->version_count; i++) {
        const struct custom_version *version = &custom->versions[i];
        if (ls_slice_is(api_version, version->api_version) && version->schema)
            return version->schema;
    }
    return custom->schema;
}

/* Fields that the requested version does not declare are dropped. */
static struct ls_node converted(struct ls_arena *arena, const struct custom *custom,
                                struct ls_node object, const char *api_version)
{
    const struct ls_schema *schema = schema_of(custom, ls_slice_of(api_version));
    if (ls_node_string_is(ls_node_at(object, "apiVersion"), api_version))
        return object;
    object = ls_schema_prune(arena, schema, object, NULL, NULL, NULL);
    return with_api_version(arena, object, api_version);
}

/* Defaults are those of the storing version; the requested version adds none. */
static struct ls_node view_show(struct ls_arena *arena, const struct ls_kind *kind,
                                struct ls_node stored)
{
    const struct custom *custom = custom_of(kind);
    const struct ls_schema *schema =
        schema_of(custom, ls_node_string(ls_node_at(stored, "apiVersion")));
    stored = ls_schema_default(arena, schema, stored);
    stored = ls_schema_prune(arena, schema, stored, NULL, NULL, NULL);
    return converted(arena, custom, stored, kind->api_version);
}

static struct ls_node view_store(struct ls_arena *arena, const struct ls_kind *kind,
                                 struct ls_node shown)
{
    const struct custom *custom = custom_of(kind);
    const char *api_version =
        ls_arena_printf(arena, "%s/%s", kind->resource.group, custom->stored_version);
    return converted(arena, custom, shown, api_version);
}

static void versions_init(struct custom *custom, struct ls_node versions)
{
    struct ls_arena *arena = &custom->arena;
    custom->versions = LS_ARENA_ARRAY(arena, struct custom_version, ls_node_count(versions));
    LS_EACH (it, versions) {
        struct custom_version *version = &custom->versions[custom->version_count++];
        version->api_version = ls_arena_printf(arena, "%s/%s", custom->kind.resource.group,
                                               ls_node_text(ls_node_at(it.value, "name")));
        if (ls_schema_compile(arena, custom_openapi_of(arena, it.value), &version->schema, NULL))
            version->schema = NULL;
    }
}

void custom_view_init(struct custom *custom, struct ls_node definition, struct ls_node version)
{
    struct ls_node status = ls_node_at(version, "schema.openAPIV3Schema.properties.status");
    bool fills_status =
        custom->rules.has_status && !ls_node_is_absent(ls_node_at(status, "default"));
    struct ls_node versions = ls_node_at(definition, "spec.versions");
    custom->stored_version = custom->kind.resource.version;
    LS_EACH (it, versions) {
        if (ls_node_bool(ls_node_at(it.value, "storage"), false))
            custom->stored_version =
                ls_arena_dup(&custom->arena, ls_node_string(ls_node_at(it.value, "name")));
    }
    bool is_revised = ls_node_int(ls_node_at(definition, "metadata.generation"), 1) > 1;
    bool has_versions = ls_node_count(versions) > 1 ||
                        ls_node_count(ls_node_at(definition, "status.storedVersions")) > 1;
    custom->view = (struct ls_kind_view){.show = view_show, .store = view_store};
    if (is_revised || has_versions || fills_status)
        custom->kind.view = &custom->view;
    if (has_versions)
        versions_init(custom, versions);
}

void custom_view_release(struct custom *custom)
{
    for (size_t i = 0; i < custom->version_count; i++)
        ls_schema_release(custom->versions[i].schema);
}

/* Adds apiVersion, kind and metadata to the schemas of embedded resources, for merging. */
#include "sandbox/kinds/embedded.h"
#include "value/build.h"

static bool is_embedded(struct ls_node schema)
{
    return ls_node_bool(ls_node_get(schema, LS_SLICE("x-kubernetes-embedded-resource")), false);
}

bool ls_embedded_is_used(struct ls_node openapi)
{
    if (ls_node_is_map(openapi) && is_embedded(openapi))
        return true;
    LS_EACH (it, openapi) {
        if (ls_embedded_is_used(it.value))
            return true;
    }
    return false;
}

static void add_property(struct ls_build *build, struct ls_node properties, const char *name,
                         const char *key, bool is_type)
{
    if (!ls_node_is_absent(ls_node_get(properties, ls_slice_of(name))))
        return;
    ls_build_key(build, ls_slice_of(name));
    ls_build_map(build);
    ls_build_key(build, ls_slice_of(key));
    if (is_type)
        ls_build_text(build, "string");
    else
        ls_build_bool(build, true);
    ls_build_end(build);
}

static void copy(struct ls_build *build, struct ls_node node);

static void copy_properties(struct ls_build *build, struct ls_node properties)
{
    ls_build_key(build, LS_SLICE("properties"));
    ls_build_map(build);
    LS_EACH (it, properties) {
        ls_build_key(build, it.key);
        copy(build, it.value);
    }
    add_property(build, properties, "apiVersion", "type", true);
    add_property(build, properties, "kind", "type", true);
    add_property(build, properties, "metadata", "x-kubernetes-preserve-unknown-fields", false);
    ls_build_end(build);
}

static void copy_map(struct ls_build *build, struct ls_node map)
{
    bool adds = is_embedded(map);
    ls_build_map(build);
    LS_EACH (it, map) {
        if (adds && ls_slice_is(it.key, "properties"))
            continue;
        ls_build_key(build, it.key);
        copy(build, it.value);
    }
    if (adds)
        copy_properties(build, ls_node_get(map, LS_SLICE("properties")));
    ls_build_end(build);
}

static void copy(struct ls_build *build, struct ls_node node)
{
    if (ls_node_is_map(node)) {
        copy_map(build, node);
    } else if (ls_node_is_list(node)) {
        ls_build_list(build);
        LS_EACH (it, node)
            copy(build, it.value);
        ls_build_end(build);
    } else {
        ls_build_node(build, node);
    }
}

struct ls_node ls_embedded_declare(struct ls_arena *arena, struct ls_node openapi)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    copy(&build, openapi);
    return ls_build_arena(&build, arena);
}

#include "sandbox/workload/pod_config.h"

#include "sandbox/workload/facts.h"
#include "sandbox/workload/manager.h"

/* One reference from a pod to a ConfigMap or Secret. */
struct reference {
    enum ls_workload_kind kind;
    struct ls_slice name;
    struct ls_node key; /* that it must have; absent: any will do */
    bool is_optional;
};

static const struct {
    const char *path;
    const char *name;
    enum ls_workload_kind kind;
} volume_forms[] = {
    {"configMap", "name", LS_WORKLOAD_CONFIG_MAP},
    {"secret", "secretName", LS_WORKLOAD_SECRET},
};

static const struct {
    const char *from; /* in envFrom */
    const char *key;  /* in env */
    enum ls_workload_kind kind;
} env_forms[] = {
    {"configMapRef", "valueFrom.configMapKeyRef", LS_WORKLOAD_CONFIG_MAP},
    {"secretRef", "valueFrom.secretKeyRef", LS_WORKLOAD_SECRET},
};

static struct reference reference_of(struct ls_node source, const char *name_field,
                                     enum ls_workload_kind kind)
{
    struct ls_node name = ls_node_get(source, ls_slice_of(name_field));
    return (struct reference){.kind = kind,
                              .name = ls_node_string(name),
                              .is_optional = ls_node_bool(ls_node_at(source, "optional"), false)};
}

typedef bool (*reference_fn)(void *self, const struct reference *reference);

/* Each reference of a list of sources (volumes, or those of a projected one), until fn says stop.
 */
static bool each_volume_reference(struct ls_node volume, reference_fn fn, void *self)
{
    for (size_t i = 0; i < LS_COUNT(volume_forms); i++) {
        struct ls_node source = ls_node_at(volume, volume_forms[i].path);
        struct reference reference =
            reference_of(source, volume_forms[i].name, volume_forms[i].kind);
        if (!reference.name.len)
            reference = reference_of(source, "name", volume_forms[i].kind);
        if (reference.name.len && fn(self, &reference))
            return true;
    }
    LS_EACH (source, ls_node_at(volume, "projected.sources")) {
        if (each_volume_reference(source.value, fn, self))
            return true;
    }
    return false;
}

static bool each_env_reference(struct ls_node container, reference_fn fn, void *self)
{
    for (size_t i = 0; i < LS_COUNT(env_forms); i++) {
        LS_EACH (it, ls_node_at(container, "envFrom")) {
            struct reference reference =
                reference_of(ls_node_at(it.value, env_forms[i].from), "name", env_forms[i].kind);
            if (reference.name.len && fn(self, &reference))
                return true;
        }
        LS_EACH (it, ls_node_at(container, "env")) {
            struct ls_node source = ls_node_at(it.value, env_forms[i].key);
            struct reference reference = reference_of(source, "name", env_forms[i].kind);
            reference.key = ls_node_at(source, "key");
            if (reference.name.len && fn(self, &reference))
                return true;
        }
    }
    return false;
}

/* ---- gathering ---- */

struct pod_config_gathering {
    struct ls_manager *manager;
    struct ls_controller_view *view;
};

static bool gather_one(void *self, const struct reference *reference)
{
    struct pod_config_gathering *gathering = self;
    struct ls_object_key key = {gathering->view->key.namespace_name, reference->name};
    struct ls_node found = ls_manager_get(gathering->manager, reference->kind, key);
    if (!ls_node_is_absent(found))
        ls_nodes_add(gathering->view->arena, &gathering->view->sets, found);
    return false;
}

void ls_pod_config_gather(struct ls_manager *manager, struct ls_controller_view *view)
{
    static const char *const lists[] = {"spec.initContainers", "spec.containers"};
    struct pod_config_gathering gathering = {manager, view};
    LS_EACH (volume, ls_node_at(view->object, "spec.volumes"))
        each_volume_reference(volume.value, gather_one, &gathering);
    for (size_t i = 0; i < LS_COUNT(lists); i++) {
        LS_EACH (container, ls_node_at(view->object, lists[i]))
            each_env_reference(container.value, gather_one, &gathering);
    }
}

/* ---- judging ---- */

struct search {
    const struct ls_controller_view *view;
    const char *error;
};

static struct ls_node search_find(const struct search *search, const struct reference *reference)
{
    for (size_t i = 0; i < search->view->sets.count; i++) {
        struct ls_node one = search->view->sets.at[i];
        if (ls_node_string_is(ls_node_at(one, "kind"), ls_workload_kinds[reference->kind].kind) &&
            ls_slice_equal(ls_node_string(ls_node_at(one, "metadata.name")), reference->name))
            return one;
    }
    return LS_ABSENT;
}

static bool config_has_key(struct ls_node config, struct ls_slice key)
{
    return !ls_node_is_absent(ls_node_get(ls_node_at(config, "data"), key)) ||
           !ls_node_is_absent(ls_node_get(ls_node_at(config, "binaryData"), key));
}

static bool search_one(void *self, const struct reference *reference)
{
    struct search *search = self;
    struct ls_arena *arena = search->view->arena;
    bool is_secret = reference->kind == LS_WORKLOAD_SECRET;
    struct ls_node found = search_find(search, reference);
    if (reference->is_optional)
        return false;
    if (ls_node_is_absent(found))
        search->error =
            ls_arena_printf(arena, "%s \"%.*s\" not found", is_secret ? "secret" : "configmap",
                            LS_ARG(reference->name));
    else if (!ls_node_is_absent(reference->key) &&
             !config_has_key(found, ls_node_string(reference->key)))
        search->error =
            ls_arena_printf(arena, "couldn't find key %s in %s %.*s/%.*s",
                            ls_node_text(reference->key), is_secret ? "Secret" : "ConfigMap",
                            LS_ARG(search->view->key.namespace_name), LS_ARG(reference->name));
    return search->error != NULL;
}

const char *ls_pod_mount_error(const struct ls_controller_view *view)
{
    struct search search = {.view = view};
    LS_EACH (volume, ls_node_at(view->object, "spec.volumes")) {
        if (each_volume_reference(volume.value, search_one, &search))
            return ls_arena_printf(view->arena, "MountVolume.SetUp failed for volume \"%s\" : %s",
                                   ls_node_text(ls_node_at(volume.value, "name")), search.error);
    }
    return NULL;
}

const char *ls_container_config_error(const struct ls_controller_view *view,
                                      struct ls_node container)
{
    struct search search = {.view = view};
    each_env_reference(container, search_one, &search);
    return search.error;
}

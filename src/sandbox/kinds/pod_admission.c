#include "sandbox/kinds/pod_admission.h"

#include "sandbox/kinds/cluster.h"
#include "sandbox/kinds/shape.h"
#include "sandbox/store/store.h"
#include "value/json.h"

static const char token_path[] = "/var/run/secrets/kubernetes.io/serviceaccount";
static const char token_volume[] = "kube-api-access-";

enum { TOLERATION_SECONDS = 300 };

static struct ls_node stored_find(const struct ls_admission *admission, const char *group,
                                  const char *plural, struct ls_object_key key)
{
    struct ls_collection *collection =
        ls_store_collection(admission->cluster->store, group, plural);
    return ls_obj_root(ls_collection_get(collection, key));
}

static const struct ls_failure *forbidden(const struct ls_admission *admission, const char *why)
{
    struct ls_shape metadata = ls_shape_at(ls_shape_of(admission), "metadata");
    struct ls_slice name = ls_node_string(ls_shape_get(metadata, "name"));
    return ls_failure_forbidden(admission->arena, ls_kind_about(admission->kind, name), why);
}

/* ---- service account ---- */

/* "kube-api-access-" and five characters without vowels. */
static struct ls_slice token_name(const struct ls_admission *admission)
{
    static const char letters[] = "bcdfghjklmnpqrstvwxz2456789";
    char tail[6] = {0};
    for (size_t i = 0; i < sizeof tail - 1; i++)
        tail[i] = letters[ls_random_below(&admission->cluster->world->random, sizeof letters - 1)];
    return ls_slice_of(ls_arena_printf(&admission->space->arena, "%s%s", token_volume, tail));
}

static struct ls_slice token_volume_find(struct ls_shape volumes)
{
    LS_EACH_SHAPE (volume, volumes) {
        struct ls_slice name = ls_node_string(ls_shape_get(volume, "name"));
        if (ls_slice_starts(name, token_volume))
            return name;
    }
    return (struct ls_slice){NULL, 0};
}

static struct ls_shape list_made(struct ls_shape map, const char *key)
{
    if (!ls_shape_has(map, key))
        ls_shape_set_empty(map, key, LS_TYPE_LIST);
    return ls_shape_at(map, key);
}

static struct ls_node token_volume_value(const struct ls_admission *admission, struct ls_slice name)
{
    static const char sources[] =
        "{\"sources\":[{\"serviceAccountToken\":{\"expirationSeconds\":3607,\"path\":\"token\"}},"
        "{\"configMap\":{\"name\":\"kube-root-ca.crt\",\"items\":[{\"key\":\"ca.crt\","
        "\"path\":\"ca.crt\"}]}},{\"downwardAPI\":{\"items\":[{\"path\":\"namespace\","
        "\"fieldRef\":{\"apiVersion\":\"v1\",\"fieldPath\":\"metadata.namespace\"}}]}}],"
        "\"defaultMode\":420}";
    const struct ls_obj *projected LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_err err;
    enum ls_code code = ls_json_parse(ls_slice_of(sources), NULL, &projected, &err);
    LS_ASSERT(code == LS_OK);
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("name"));
    ls_build_string(&build, name);
    ls_build_member(&build, "projected", ls_obj_root(projected));
    ls_build_end(&build);
    return ls_build_arena(&build, &admission->space->arena);
}

static bool has_token_mount(struct ls_shape mounts)
{
    LS_EACH_SHAPE (mount, mounts) {
        if (ls_node_string_is(ls_shape_get(mount, "mountPath"), token_path))
            return true;
    }
    return false;
}

/* True: at least one container got the mount. */
static bool token_mount(const struct ls_admission *admission, struct ls_shape containers,
                        struct ls_slice volume)
{
    bool is_needed = false;
    LS_EACH_SHAPE (container, containers) {
        if (has_token_mount(ls_shape_at(container, "volumeMounts")))
            continue;
        struct ls_shape mount = {admission->space, ls_draft_empty(admission->space, LS_TYPE_MAP)};
        ls_shape_set_text(mount, "name", volume);
        ls_shape_set_bool(mount, "readOnly", true);
        ls_shape_set_text(mount, "mountPath", ls_slice_of(token_path));
        ls_shape_append(list_made(container, "volumeMounts"), ls_shape_value(mount));
        is_needed = true;
    }
    return is_needed;
}

static void token_add(const struct ls_admission *admission, struct ls_shape spec)
{
    struct ls_slice known = token_volume_find(ls_shape_at(spec, "volumes"));
    struct ls_slice name = known.at ? known : token_name(admission);
    bool is_needed = token_mount(admission, ls_shape_at(spec, "initContainers"), name);
    is_needed |= token_mount(admission, ls_shape_at(spec, "containers"), name);
    if (is_needed && !known.at)
        ls_shape_append(list_made(spec, "volumes"), token_volume_value(admission, name));
}

static bool mounts_token(struct ls_shape spec, struct ls_node account)
{
    struct ls_node own = ls_shape_get(spec, "automountServiceAccountToken");
    struct ls_node shared = ls_node_get(account, LS_SLICE("automountServiceAccountToken"));
    return ls_node_bool(own, ls_node_bool(shared, true));
}

static const struct ls_failure *service_account_admit(const struct ls_admission *admission,
                                                      struct ls_shape spec)
{
    if (ls_node_string(ls_shape_get(spec, "serviceAccountName")).len == 0)
        ls_shape_set_text(spec, "serviceAccountName", LS_SLICE("default"));
    struct ls_slice name = ls_node_string(ls_shape_get(spec, "serviceAccountName"));
    ls_shape_set_text(spec, "serviceAccount", name);
    struct ls_object_key key = {admission->namespace_name, name};
    struct ls_node account = stored_find(admission, "", "serviceaccounts", key);
    if (ls_node_is_absent(account))
        return forbidden(admission,
                         ls_arena_printf(admission->arena,
                                         "error looking up service account %.*s/%.*s: "
                                         "serviceaccount \"%.*s\" not found",
                                         LS_ARG(key.namespace_name), LS_ARG(name), LS_ARG(name)));
    if (mounts_token(spec, account))
        token_add(admission, spec);
    struct ls_node secrets = ls_node_get(account, LS_SLICE("imagePullSecrets"));
    if (ls_node_count(secrets) > 0 && !ls_shape_has(spec, "imagePullSecrets"))
        ls_shape_set(spec, "imagePullSecrets", secrets);
    return NULL;
}

/* ---- priority ---- */

struct priority {
    struct ls_slice class_name;
    int64_t value;
    struct ls_slice preemption;
};

static struct priority priority_of(struct ls_node class)
{
    struct ls_slice preemption = ls_node_string(ls_node_get(class, LS_SLICE("preemptionPolicy")));
    return (struct priority){
        .class_name = ls_node_string(ls_node_at(class, "metadata.name")),
        .value = ls_node_int(ls_node_get(class, LS_SLICE("value")), 0),
        .preemption = preemption.len > 0 ? preemption : LS_SLICE("PreemptLowerPriority"),
    };
}

/* Of several default classes, the one with the lowest value is used. */
static struct priority priority_default(const struct ls_admission *admission)
{
    struct priority found = {.preemption = LS_SLICE("PreemptLowerPriority")};
    struct ls_collection *collection =
        ls_store_collection(admission->cluster->store, "scheduling.k8s.io", "priorityclasses");
    struct ls_object_key start = {{NULL, 0}, {NULL, 0}};
    struct ls_collection_walk walk;
    if (!ls_collection_walk_start(&walk, collection, LS_SLICE(""), start, 0))
        return found;
    while (ls_collection_walk_next(&walk)) {
        struct ls_node class = ls_obj_root(walk.object);
        if (!ls_node_bool(ls_node_get(class, LS_SLICE("globalDefault")), false))
            continue;
        struct priority other = priority_of(class);
        if (found.class_name.len == 0 || other.value < found.value)
            found = other;
    }
    ls_collection_walk_end(&walk);
    return found;
}

static bool priority_built_in(struct ls_slice name, struct priority *out)
{
    static const struct {
        const char *name;
        int64_t value;
    } classes[] = {
        {"system-cluster-critical", 2000000000},
        {"system-node-critical", 2000001000},
    };
    for (size_t i = 0; i < LS_COUNT(classes); i++) {
        if (ls_slice_is(name, classes[i].name)) {
            *out = (struct priority){name, classes[i].value, LS_SLICE("PreemptLowerPriority")};
            return true;
        }
    }
    return false;
}

static bool priority_find(const struct ls_admission *admission, struct ls_slice name,
                          struct priority *out)
{
    struct ls_object_key key = {.name = name};
    struct ls_node class = stored_find(admission, "scheduling.k8s.io", "priorityclasses", key);
    if (ls_node_is_absent(class))
        return priority_built_in(name, out);
    *out = priority_of(class);
    return true;
}

static const struct ls_failure *priority_set(const struct ls_admission *admission,
                                             struct ls_shape spec, const struct priority *priority)
{
    struct ls_node value = ls_shape_get(spec, "priority");
    struct ls_node policy = ls_shape_get(spec, "preemptionPolicy");
    if (priority->class_name.len > 0)
        ls_shape_set_text(spec, "priorityClassName", priority->class_name);
    if (!ls_node_is_absent(value) && ls_node_int(value, 0) != priority->value)
        return forbidden(
            admission,
            ls_arena_printf(admission->arena,
                            "the integer value of priority (%lld) must not be provided "
                            "in pod spec; priority admission controller computed %lld "
                            "from the given PriorityClass name",
                            (long long)ls_node_int(value, 0), (long long)priority->value));
    if (ls_node_string(policy).len > 0 &&
        !ls_slice_equal(ls_node_string(policy), priority->preemption))
        return forbidden(admission,
                         ls_arena_printf(admission->arena,
                                         "the string value of PreemptionPolicy (%s) must not be "
                                         "provided in pod spec; priority admission controller "
                                         "computed %.*s from the given PriorityClass name",
                                         ls_node_text(policy), LS_ARG(priority->preemption)));
    ls_shape_set_int(spec, "priority", priority->value);
    ls_shape_set_text(spec, "preemptionPolicy", priority->preemption);
    return NULL;
}

static const struct ls_failure *priority_admit(const struct ls_admission *admission,
                                               struct ls_shape spec)
{
    struct ls_slice name = ls_node_string(ls_shape_get(spec, "priorityClassName"));
    struct priority priority;
    if (name.len == 0)
        priority = priority_default(admission);
    else if (!priority_find(admission, name, &priority))
        return forbidden(admission, ls_arena_printf(admission->arena,
                                                    "no PriorityClass with name %.*s was found",
                                                    LS_ARG(name)));
    return priority_set(admission, spec, &priority);
}

/* ---- tolerations ---- */

static bool tolerates(struct ls_shape tolerations, const char *taint)
{
    LS_EACH_SHAPE (toleration, tolerations) {
        struct ls_slice key = ls_node_string(ls_shape_get(toleration, "key"));
        struct ls_slice effect = ls_node_string(ls_shape_get(toleration, "effect"));
        if ((key.len == 0 || ls_slice_is(key, taint)) &&
            (effect.len == 0 || ls_slice_is(effect, "NoExecute")))
            return true;
    }
    return false;
}

static void tolerations_add(const struct ls_admission *admission, struct ls_shape spec)
{
    static const char *const taints[] = {"node.kubernetes.io/not-ready",
                                         "node.kubernetes.io/unreachable"};
    bool is_tolerated[LS_COUNT(taints)];
    for (size_t i = 0; i < LS_COUNT(taints); i++)
        is_tolerated[i] = tolerates(ls_shape_at(spec, "tolerations"), taints[i]);
    for (size_t i = 0; i < LS_COUNT(taints); i++) {
        if (is_tolerated[i])
            continue;
        struct ls_shape added = {admission->space, ls_draft_empty(admission->space, LS_TYPE_MAP)};
        ls_shape_set_text(added, "key", ls_slice_of(taints[i]));
        ls_shape_set_text(added, "operator", LS_SLICE("Exists"));
        ls_shape_set_text(added, "effect", LS_SLICE("NoExecute"));
        ls_shape_set_int(added, "tolerationSeconds", TOLERATION_SECONDS);
        ls_shape_append(list_made(spec, "tolerations"), ls_shape_value(added));
    }
}

const struct ls_failure *ls_pod_admit(const struct ls_admission *admission)
{
    LS_ASSERT(ls_admission_creates(admission));
    struct ls_shape spec = ls_shape_made(ls_shape_of(admission), "spec");
    const struct ls_failure *failure = service_account_admit(admission, spec);
    if (!failure)
        failure = priority_admit(admission, spec);
    if (!failure)
        tolerations_add(admission, spec);
    return failure;
}

void ls_pod_readmit(const struct ls_admission *admission)
{
    LS_ASSERT(!ls_admission_creates(admission));
    static const char *const kept[] = {"priority", "preemptionPolicy"};
    struct ls_shape spec = ls_shape_made(ls_shape_of(admission), "spec");
    struct ls_node old = ls_node_get(admission->old, LS_SLICE("spec"));
    for (size_t i = 0; i < LS_COUNT(kept); i++) {
        if (!ls_shape_has(spec, kept[i]))
            ls_shape_set(spec, kept[i], ls_node_get(old, ls_slice_of(kept[i])));
    }
    tolerations_add(admission, spec);
}

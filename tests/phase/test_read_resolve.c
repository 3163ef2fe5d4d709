/* From manifests to entries, on a catalog as a server would fill it. */
#include "phase/read/resolve.h"

#include <string.h>

#include "check.h"
#include "phase/read/limits.h"

enum {
    CAN_ALL = LS_CAN_GET | LS_CAN_LIST | LS_CAN_WATCH | LS_CAN_CREATE | LS_CAN_UPDATE |
              LS_CAN_PATCH | LS_CAN_DELETE
};
#define KIND(g, v, k, p, s, n)                                                                     \
    {                                                                                              \
        .group = g, .version = v, .kind = k, .plural = p, .singular = s, .is_namespaced = n,       \
        .can = CAN_ALL                                                                             \
    }

static const char *const svc[] = {"svc"};
static const struct ls_resource server[] = {
    KIND("", "v1", "Pod", "pods", "pod", true),
    KIND("", "v1", "ConfigMap", "configmaps", "configmap", true),
    {.group = "",
     .version = "v1",
     .kind = "Service",
     .plural = "services",
     .singular = "service",
     .short_names = svc,
     .short_name_count = 1,
     .is_namespaced = true,
     .can = CAN_ALL},
    KIND("", "v1", "Namespace", "namespaces", "namespace", false),
    KIND("", "v1", "Event", "events", "event", true),
    KIND("apps", "v1", "Deployment", "deployments", "deployment", true),
    KIND("apps", "v1", "StatefulSet", "statefulsets", "statefulset", true),
    KIND("events.k8s.io", "v1", "Event", "events", "event", true),
    KIND("networking.k8s.io", "v1", "Ingress", "ingresses", "ingress", true),
    KIND("autoscaling", "v2", "HorizontalPodAutoscaler", "horizontalpodautoscalers", "h", true),
    KIND("autoscaling", "v1", "HorizontalPodAutoscaler", "horizontalpodautoscalers", "h", true),
    KIND("rbac.authorization.k8s.io", "v1", "ClusterRole", "clusterroles", "clusterrole", false),
    KIND("apiextensions.k8s.io", "v1", "CustomResourceDefinition", "customresourcedefinitions",
         "customresourcedefinition", false),
    KIND("example.com", "v1", "Gadget", "gadgets", "gadget", true),
    {.group = "authentication.k8s.io",
     .version = "v1",
     .kind = "TokenReview",
     .plural = "tokenreviews",
     .singular = "tokenreview",
     .can = LS_CAN_CREATE},
};

struct stage {
    struct ls_arena arena;
    struct ls_manifests manifests;
    struct ls_catalog *catalog;
    struct ls_resolve_options options;
    struct ls_entries entries;
    struct ls_err err;
};

static void stage_release(struct stage *stage)
{
    ls_catalog_free(stage->catalog);
    ls_manifests_release(&stage->manifests);
    ls_arena_release(&stage->arena);
}

static struct stage stage_of(const char *text)
{
    struct stage stage = {.catalog = ls_catalog_new()};
    ls_catalog_draft(stage.catalog);
    for (size_t i = 0; i < LS_COUNT(server); i++)
        CHECK_OK(ls_catalog_add(stage.catalog, &server[i], &stage.err), stage.err);
    ls_catalog_keep(stage.catalog, LS_SLICE("silent.example.com"), LS_SLICE("v1"));
    ls_catalog_publish(stage.catalog);
    CHECK_OK(ls_source_read_text(&stage.manifests, "f", ls_slice_of(text), &stage.err), stage.err);
    stage.options = (struct ls_resolve_options){
        .catalog = stage.catalog,
        .namespace_name = "shop",
        .parent_namespace = "sets",
        .parent_name = "lockstep-set-shop",
    };
    return stage;
}

static enum ls_code resolve(struct stage *stage)
{
    struct ls_problems problems LS_AUTO(ls_problems_release) = {0};
    ls_resolve(&stage->arena, &stage->manifests, &stage->options, &stage->entries, &problems);
    return ls_problems_err(&problems, &stage->err);
}

/* `PLURAL.VERSION.GROUP/NAMESPACE/NAME`, + for a new kind, * for a new namespace. */
static const char *shown(struct stage *stage)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < stage->entries.count; i++) {
        const struct ls_entry *entry = &stage->entries.at[i];
        const struct ls_resource *resource = entry->ref.resource;
        CHECK(entry->manifest == &stage->manifests.list.at[i]);
        ls_buf_printf(&out, "%s%s.%s.%s/%s/%s%s%s", i > 0 ? " " : "", resource->plural,
                      resource->version, resource->group, entry->ref.namespace_name,
                      entry->ref.name, entry->is_new_kind ? "+" : "",
                      entry->is_new_space ? "*" : "");
    }
    return ls_arena_dup(&stage->arena, ls_buf_slice(&out));
}

#define CRD_OF(group, plural, kind, scope, versions)                                               \
    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: "              \
    "{name: " plural "." group "}\nspec: {group: " group ", scope: " scope                         \
    ", names: {plural: " plural ", kind: " kind "}, versions: " versions "}\n---\n"
#define CRD(scope)                                                                                 \
    CRD_OF("shop.dev", "tills", "Till", scope,                                                     \
           "[{name: v1, served: true}, "                                                           \
           "{name: v0, served: false}, {name: v1beta1, served: true}]")

/* clang-format off */
static const struct { const char *text, *entries; size_t new_kind_count; } good[] = {
    {"apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n", "pods.v1./shop/a", 0},
    {"apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: other}\n", "pods.v1./other/a", 0},
    {"apiVersion: v1\nkind: Namespace\nmetadata: {name: other}\n---\napiVersion: v1\nkind: Pod\n"
     "metadata: {name: a, namespace: other}\n---\napiVersion: v1\nkind: Pod\nmetadata: {name: a}\n",
     "namespaces.v1.//other pods.v1./other/a* pods.v1./shop/a", 0},
    {"apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: {name: a, namespace: x}\n",
     "clusterroles.v1.rbac.authorization.k8s.io//a", 0},
    {"apiVersion: autoscaling/v1\nkind: HorizontalPodAutoscaler\nmetadata: {name: a}\n",
     "horizontalpodautoscalers.v1.autoscaling/shop/a", 0},
    /* The set's own kinds, whatever the order of manifests. */
    {"apiVersion: shop.dev/v1\nkind: Till\nmetadata: {name: a}\n---\n" CRD("Namespaced"),
     "tills.v1.shop.dev/shop/a+ customresourcedefinitions.v1.apiextensions.k8s.io//tills.shop.dev", 1},
    {CRD("Cluster") "apiVersion: shop.dev/v1beta1\nkind: Till\nmetadata: {name: a}\n",
     "customresourcedefinitions.v1.apiextensions.k8s.io//tills.shop.dev tills.v1beta1.shop.dev//a+", 1},
    /* A kind that the server has already is the server's; a version it does not have yet is new. */
    {CRD_OF("example.com", "gadgets", "Gadget", "Cluster", "[{name: v1, served: true}, {name: v2, served: true}]")
     "apiVersion: example.com/v1\nkind: Gadget\nmetadata: {name: a}\n---\n"
     "apiVersion: example.com/v2\nkind: Gadget\nmetadata: {name: b}\n",
     "customresourcedefinitions.v1.apiextensions.k8s.io//gadgets.example.com "
     "gadgets.v1.example.com/shop/a gadgets.v2.example.com//b+", 0},
};
static const struct { const char *text, *error; } refused[] = {
    {"kind: Deployment\nmetadata: {name: a}\n",
     "f:1: Deployment a: apiVersion is missing: write apiVersion: apps/v1"},
    {"apiVersion: ''\nkind: Event\nmetadata: {name: a}\n",
     "f:2: Event a: apiVersion is missing: write one of v1, events.k8s.io/v1"},
    {"kind: Till\nmetadata: {name: a}\n---\n" CRD("Namespaced"),
     "f:1: Till a: apiVersion is missing: write one of shop.dev/v1, shop.dev/v1beta1"},
    {"kind: Statefulset\nmetadata: {name: a}\n",
     "f:1: Statefulset a: apiVersion is missing, and there is no kind Statefulset: the server knows "
     "StatefulSet in apps/v1"},
    {"apiVersion: apps/v1\nkind: Statefulset\nmetadata: {name: postgresql}\n",
     "f:2: Statefulset postgresql: there is no kind Statefulset in apps/v1: the server knows "
     "StatefulSet in apps/v1"},
    {"apiVersion: apps/v1\nkind: Deploymnet\nmetadata: {name: a}\n",
     "f:2: Deploymnet a: there is no kind Deploymnet in apps/v1: the server knows Deployment in "
     "apps/v1"},
    {"apiVersion: v1\nkind: svc\nmetadata: {name: a}\n",
     "f:2: svc a: there is no kind svc in v1: the server knows Service in v1"},
    {"apiVersion: v1\nkind: Pods\nmetadata: {name: a}\n",
     "f:2: Pods a: there is no kind Pods in v1: the server knows Pod in v1"},
    {"apiVersion: events.k8s.io/v1\nkind: event\nmetadata: {name: a}\n",
     "f:2: event a: there is no kind event in events.k8s.io/v1: the server knows Event in "
     "events.k8s.io/v1"},
    {"apiVersion: shop.dev/v1\nkind: till\nmetadata: {name: a}\n---\n" CRD("Namespaced"),
     "f:2: till a: there is no kind till in shop.dev/v1: the server knows Till in shop.dev/v1"},
    {"apiVersion: v1\nkind: Xyzzy\nmetadata: {name: a}\n",
     "f:2: Xyzzy a: there is no kind Xyzzy in v1: check the spelling, or put the "
     "CustomResourceDefinition that brings it into the set"},
    {"apiVersion: silent.example.com/v1\nkind: Gadget\nmetadata: {name: a}\n",
     "f:1: Gadget a: the server behind silent.example.com/v1 does not answer, so nobody knows its kind "
     "Gadget: check the APIService v1.silent.example.com and the Service that it points to, then try "
     "again"},
    {"apiVersion: extensions/v1beta1\nkind: Ingress\nmetadata: {name: a}\n",
     "f:1: Ingress a: there is no kind Ingress in extensions/v1beta1: write apiVersion: "
     "networking.k8s.io/v1"},
    {"apiVersion: apps/v1beta2\nkind: Deployment\nmetadata: {name: a}\n",
     "f:1: Deployment a: there is no kind Deployment in apps/v1beta2: write apiVersion: apps/v1"},
    {"apiVersion: v1\nkind: HorizontalPodAutoscaler\nmetadata: {name: a}\n",
     "f:1: HorizontalPodAutoscaler a: there is no kind HorizontalPodAutoscaler in v1: write one of "
     "autoscaling/v2, autoscaling/v1"},
    {"apiVersion: shop.dev/v0\nkind: Till\nmetadata: {name: a}\n---\n" CRD("Namespaced"),
     "f:1: Till a: there is no kind Till in shop.dev/v0: write one of shop.dev/v1, shop.dev/v1beta1"},
    {"apiVersion: a/b/c\nkind: Pod\nmetadata: {name: a}\n",
     "f:1: Pod a: apiVersion must be VERSION or GROUP/VERSION, as in v1 or apps/v1"},
    {"apiVersion: authentication.k8s.io/v1\nkind: TokenReview\nmetadata: {name: a}\n",
     "f:1: TokenReview a: the server keeps no objects of this kind, so there is nothing to roll out: "
     "leave it out"},
    {"apiVersion: v1\nkind: Pod\nmetadata: {name: a/b}\n",
     "f:3: Pod a/b: the metadata.name \"a/b\" may not contain '/'"},
    {"apiVersion: v1\nkind: Pod\nmetadata: {name: \"a\\0b\"}\n",
     "f:3: Pod a: the metadata.name holds a control character (byte 0x00)"},
    {"apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: ..}\n",
     "f:3: Pod a: the metadata.namespace may not be \"..\""},
    {"apiVersion: v1\nkind: Namespace\nmetadata: {name: sets}\n",
     "f:1: Namespace sets: the set's parent, ConfigMap sets/lockstep-set-shop, lives in this "
     "Namespace, which must then not belong to the set: take it out, or give another one with "
     "--parent-namespace"},
    {"apiVersion: v1\nkind: ConfigMap\nmetadata: {name: lockstep-set-shop, namespace: sets}\n",
     "f:1: ConfigMap lockstep-set-shop: this is the set's own parent, which lockstep keeps itself: "
     "take it out, or give the set another name"},
    {"# nothing\n",
     "what -f names holds no object: an empty set would remove all it had; to take a set down use "
     "`lockstep delete`"},
    /* CRDs that no server would take. */
    {CRD("namespaced"), "f:4: CustomResourceDefinition tills.shop.dev: spec.scope must be Namespaced "
     "or Cluster"},
    {CRD_OF("shop.dev", "tills", "''", "Cluster", "[]"),
     "f:4: CustomResourceDefinition tills.shop.dev: spec.names.kind is missing or no text: without "
     "it nobody knows the kind that it brings"},
    {CRD_OF("shop.dev", "tills", "Till", "Cluster", "[{name: v1, served: false}]"),
     "f:4: CustomResourceDefinition tills.shop.dev: spec.versions has none with a name and served: "
     "true, so nobody could use the kind"},
    {"apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: x}\n",
     "f:1: CustomResourceDefinition x: spec.group is missing or no text: without it nobody knows the "
     "kind that it brings"},
    {"apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\nmetadata: {name: x}\n"
     "spec: {group: shop.dev, scope: Cluster, names: {plural: tills, kind: Till}, versions: [1]}\n",
     "f:3: CustomResourceDefinition x: its name must be spec.names.plural, a dot and spec.group: "
     "tills.shop.dev"},
    {"apiVersion: apiextensions.k8s.io/v1beta1\nkind: CustomResourceDefinition\nmetadata: {name: x}\n",
     "f:1: CustomResourceDefinition x: there is no kind CustomResourceDefinition in "
     "apiextensions.k8s.io/v1beta1: write apiVersion: apiextensions.k8s.io/v1"},
};
/* clang-format on */

TEST(each_manifest_becomes_an_entry)
{
    for (size_t i = 0; i < LS_COUNT(good); i++) {
        struct stage stage LS_AUTO(stage_release) = stage_of(good[i].text);
        CHECK_OK(resolve(&stage), stage.err);
        CHECK_STR(shown(&stage), good[i].entries);
        CHECK_INT(stage.entries.new_kind_count, good[i].new_kind_count);
    }
}

TEST(each_mistake_is_told_with_what_to_write)
{
    for (size_t i = 0; i < LS_COUNT(refused); i++) {
        struct stage stage LS_AUTO(stage_release) = stage_of(refused[i].text);
        CHECK_CODE(resolve(&stage), LS_E_INVALID, stage.err);
        CHECK_STR(stage.err.text, refused[i].error);
    }
}

TEST(a_namespace_flag_holds_for_all)
{
    static const char text[] =
        "apiVersion: v1\nkind: Pod\nmetadata: {name: a}\n---\napiVersion: v1\n"
        "kind: Pod\nmetadata: {name: b, namespace: other}\n";
    struct stage stage LS_AUTO(stage_release) = stage_of(text);
    CHECK_OK(resolve(&stage), stage.err);
    CHECK_STR(shown(&stage), "pods.v1./shop/a pods.v1./other/b");
    stage.options.is_namespace_enforced = true;
    CHECK_CODE(resolve(&stage), LS_E_INVALID, stage.err);
    CHECK_STR(
        stage.err.text,
        "f:7: Pod b: it stands in namespace other, and -n says shop: leave one of the two out");
    stage.options.namespace_name = "other";
    CHECK_OK(resolve(&stage), stage.err);
    CHECK_STR(shown(&stage), "pods.v1./other/a pods.v1./other/b");
}

TEST(a_parent_elsewhere_is_no_obstacle)
{
    static const char text[] = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "
                               "lockstep-set-shop, namespace: shop}\n---\n"
                               "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: "
                               "lockstep-set-other, namespace: sets}\n---\n"
                               "apiVersion: v1\nkind: Namespace\nmetadata: {name: shop}\n---\n"
                               "apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: sets}\n";
    struct stage stage LS_AUTO(stage_release) = stage_of(text);
    CHECK_OK(resolve(&stage), stage.err);
    CHECK_INT(stage.entries.count, 4);
}

TEST(custom_objects_of_one_kind_share_their_resource)
{
    struct stage stage LS_AUTO(stage_release) =
        stage_of(CRD("Namespaced") "apiVersion: shop.dev/v1\nkind: Till\nmetadata: {name: a}\n---\n"
                                   "apiVersion: shop.dev/v1\nkind: Till\nmetadata: {name: b}\n");
    CHECK_OK(resolve(&stage), stage.err);
    const struct ls_resource *resource = stage.entries.at[1].ref.resource;
    CHECK(resource == stage.entries.at[2].ref.resource);
    CHECK(resource->is_namespaced && (resource->can & LS_CAN_PATCH));
    CHECK_STR(resource->kind, "Till");
}

#include "sandbox/serve/discovery.h"

#include <openssl/evp.h>
#include <stdio.h>
#include <string.h>

#include "base/map.h"
#include "base/mem.h"
#include "sandbox/kinds/custom.h"
#include "sandbox/kinds/registry.h"
#include "sandbox/serve/reply.h"
#include "value/base64.h"
#include "value/json.h"

#define AGGREGATED "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList"

enum { ETAG_BYTES = 24, STORAGE_HASH_BYTES = 8 };

/* One of the two aggregated documents, /api and /apis. */
struct document {
    struct ls_buf text;
    char etag[ETAG_BYTES];
    uint64_t generation;
    bool is_made;
};

struct ls_discovery_pages {
    struct ls_cluster *cluster;
    struct document core;
    struct document groups;
};

struct ls_discovery_pages *ls_discovery_pages_new(struct ls_cluster *cluster)
{
    struct ls_discovery_pages *discovery = LS_NEW(struct ls_discovery_pages);
    discovery->cluster = cluster;
    return discovery;
}

void ls_discovery_pages_free(struct ls_discovery_pages *discovery)
{
    if (!discovery)
        return;
    ls_buf_release(&discovery->core.text);
    ls_buf_release(&discovery->groups.text);
    ls_free(discovery);
}

/* ---- pieces ---- */

static void texts(struct ls_build *build, const char *key, const char *const *at, size_t count)
{
    if (count == 0)
        return;
    ls_build_key(build, ls_slice_of(key));
    ls_build_list(build);
    for (size_t i = 0; i < count; i++)
        ls_build_text(build, at[i]);
    ls_build_end(build);
}

/* In alphabetical order, as the real server lists them. */
static void verbs(struct ls_build *build, unsigned can)
{
    static const enum ls_can order[] = {
        LS_CAN_CREATE, LS_CAN_DELETE, LS_CAN_DELETE_COLLECTION,
        LS_CAN_GET,    LS_CAN_LIST,   LS_CAN_PATCH,
        LS_CAN_UPDATE, LS_CAN_WATCH,
    };
    const char *names[LS_COUNT(order)];
    size_t count = 0;
    for (size_t i = 0; i < LS_COUNT(order); i++) {
        if (can & order[i])
            names[count++] = ls_can_name(order[i]);
    }
    texts(build, "verbs", names, count);
}

static bool is_same_version(const struct ls_kind *a, const struct ls_kind *b)
{
    return strcmp(a->resource.group, b->resource.group) == 0 &&
           strcmp(a->resource.version, b->resource.version) == 0;
}

static bool is_same_group(const struct ls_kind *a, const struct ls_kind *b)
{
    return strcmp(a->resource.group, b->resource.group) == 0;
}

/* True: the subresource takes objects of another group or version than its resource. */
static bool is_foreign(const struct ls_kind *kind, const struct ls_subresource *sub)
{
    return strcmp(sub->kind, kind->resource.kind) != 0 && sub->version && sub->version[0] &&
           (strcmp(sub->group, kind->resource.group) != 0 ||
            strcmp(sub->version, kind->resource.version) != 0);
}

/* ---- aggregated ---- */

static void response_kind(struct ls_build *build, const char *group, const char *version,
                          const char *kind)
{
    ls_build_key(build, LS_SLICE("responseKind"));
    ls_build_map(build);
    ls_build_member_text(build, "group", group);
    ls_build_member_text(build, "version", version);
    ls_build_member_text(build, "kind", kind);
    ls_build_end(build);
}

static void subresource(struct ls_build *build, const struct ls_kind *kind,
                        const struct ls_subresource *sub)
{
    bool is_shown = kind->is_custom || is_foreign(kind, sub);
    bool is_own = !is_foreign(kind, sub);
    ls_build_map(build);
    ls_build_member_text(build, "subresource", sub->name);
    response_kind(build,
                  !is_shown ? ""
                  : is_own  ? kind->resource.group
                            : sub->group,
                  !is_shown ? ""
                  : is_own  ? kind->resource.version
                            : sub->version,
                  sub->kind);
    verbs(build, sub->can);
    ls_build_end(build);
}

static void resource(struct ls_build *build, const struct ls_kind *kind)
{
    const struct ls_resource *resource = &kind->resource;
    ls_build_map(build);
    ls_build_member_text(build, "resource", resource->plural);
    response_kind(build, kind->is_custom ? resource->group : "",
                  kind->is_custom ? resource->version : "", resource->kind);
    ls_build_member_text(build, "scope", resource->is_namespaced ? "Namespaced" : "Cluster");
    ls_build_member_text(build, "singularResource", resource->singular);
    texts(build, "verbs", resource->verbs, resource->verb_count);
    texts(build, "shortNames", resource->short_names, resource->short_name_count);
    texts(build, "categories", resource->categories, resource->category_count);
    if (resource->subresource_count > 0) {
        ls_build_key(build, LS_SLICE("subresources"));
        ls_build_list(build);
        for (size_t i = 0; i < resource->subresource_count; i++)
            subresource(build, kind, &resource->subresources[i]);
        ls_build_end(build);
    }
    ls_build_end(build);
}

/* One version of a group, whose first kind is at *i; moves *i past its last kind. */
static void version(struct ls_build *build, const struct ls_registry *registry, size_t *i)
{
    const struct ls_kind *first = ls_registry_at(registry, *i);
    ls_build_map(build);
    ls_build_member_text(build, "version", first->resource.version);
    ls_build_key(build, LS_SLICE("resources"));
    ls_build_list(build);
    const struct ls_kind *kind = first;
    for (; kind && is_same_version(kind, first); kind = ls_registry_at(registry, ++*i))
        resource(build, kind);
    ls_build_end(build);
    ls_build_member_text(build, "freshness", "Current");
    ls_build_end(build);
}

static void group(struct ls_build *build, const struct ls_registry *registry, size_t *i)
{
    const struct ls_kind *first = ls_registry_at(registry, *i);
    ls_build_map(build);
    ls_build_key(build, LS_SLICE("metadata"));
    ls_build_map(build);
    if (first->resource.group[0])
        ls_build_member_text(build, "name", first->resource.group);
    ls_build_end(build);
    ls_build_key(build, LS_SLICE("versions"));
    ls_build_list(build);
    while (ls_registry_at(registry, *i) && is_same_group(ls_registry_at(registry, *i), first))
        version(build, registry, i);
    ls_build_end(build);
    ls_build_end(build);
}

/* Moves *i past one group. */
static void group_skip(const struct ls_registry *registry, size_t *i)
{
    const struct ls_kind *first = ls_registry_at(registry, *i);
    while (ls_registry_at(registry, *i) && is_same_group(ls_registry_at(registry, *i), first))
        ++*i;
}

static void document_build(struct ls_build *build, const struct ls_registry *registry, bool is_core)
{
    ls_build_map(build);
    ls_build_member_text(build, "kind", "APIGroupDiscoveryList");
    ls_build_member_text(build, "apiVersion", "apidiscovery.k8s.io/v2");
    ls_build_key(build, LS_SLICE("metadata"));
    ls_build_map(build);
    ls_build_end(build);
    ls_build_key(build, LS_SLICE("items"));
    ls_build_list(build);
    for (size_t i = 0; ls_registry_at(registry, i);) {
        if ((ls_registry_at(registry, i)->resource.group[0] == '\0') == is_core)
            group(build, registry, &i);
        else
            group_skip(registry, &i);
    }
    ls_build_end(build);
    ls_build_end(build);
}

static void document_make(struct document *document, const struct ls_registry *registry,
                          bool is_core)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    if (document->is_made && document->generation == ls_registry_generation(registry))
        return;
    document_build(&build, registry, is_core);
    ls_buf_clear(&document->text);
    ls_json_print(&document->text, ls_build_arena(&build, &arena), LS_JSON_COMPACT);
    ls_buf_add_char(&document->text, '\n');
    uint64_t hash = ls_hash_bytes(0, document->text.at, document->text.len);
    snprintf(document->etag, sizeof document->etag, "\"%016llX\"", (unsigned long long)hash);
    document->generation = ls_registry_generation(registry);
    document->is_made = true;
}

static void document_reply(struct ls_discovery_pages *discovery, struct document *document,
                           struct ls_api_request *request)
{
    document_make(document, discovery->cluster->registry, document == &discovery->core);
    const struct ls_asked *asked = request->asked;
    struct ls_header headers[] = {
        {LS_SLICE("etag"), ls_slice_of(document->etag)},
        {LS_SLICE("vary"), LS_SLICE("Accept")},
        {LS_SLICE("content-type"), LS_SLICE(AGGREGATED)},
    };
    struct ls_slice known = ls_header_find(asked->headers, asked->header_count, "if-none-match");
    if (ls_slice_is(known, document->etag))
        ls_reply_with(request, 304, headers, 2, LS_SLICE(""));
    else
        ls_reply_with(request, 200, headers, LS_COUNT(headers), ls_buf_slice(&document->text));
}

/* ---- the older lists ---- */

static void reply_built(struct ls_api_request *request, struct ls_build *build)
{
    ls_reply_value(request, 200, ls_build_arena(build, request->arena));
}

void ls_discovery_core(struct ls_discovery_pages *discovery, struct ls_api_request *request)
{
    if (request->form.as == LS_AS_DISCOVERY) {
        document_reply(discovery, &discovery->core, request);
        return;
    }
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_slice host =
        ls_header_find(request->asked->headers, request->asked->header_count, "host");
    static const char *const versions[] = {"v1"};
    ls_build_map(&build);
    ls_build_member_text(&build, "kind", "APIVersions");
    texts(&build, "versions", versions, LS_COUNT(versions));
    ls_build_key(&build, LS_SLICE("serverAddressByClientCIDRs"));
    ls_build_list(&build);
    ls_build_map(&build);
    ls_build_member_text(&build, "clientCIDR", "0.0.0.0/0");
    ls_build_key(&build, LS_SLICE("serverAddress"));
    ls_build_string(&build, host.len > 0 ? host : LS_SLICE("127.0.0.1"));
    ls_build_end(&build);
    ls_build_end(&build);
    ls_build_end(&build);
    reply_built(request, &build);
}

static void group_version(struct ls_build *build, const struct ls_kind *kind)
{
    ls_build_map(build);
    ls_build_member_text(build, "groupVersion", kind->api_version);
    ls_build_member_text(build, "version", kind->resource.version);
    ls_build_end(build);
}

/* The members of an APIGroup after kind and apiVersion. */
static void api_group(struct ls_build *build, const struct ls_registry *registry, size_t i)
{
    const struct ls_kind *first = ls_registry_at(registry, i);
    const struct ls_kind *before = NULL;
    ls_build_member_text(build, "name", first->resource.group);
    ls_build_key(build, LS_SLICE("versions"));
    ls_build_list(build);
    for (const struct ls_kind *kind = first; kind && is_same_group(kind, first);
         kind = ls_registry_at(registry, ++i)) {
        if (!before || !is_same_version(before, kind))
            group_version(build, kind);
        before = kind;
    }
    ls_build_end(build);
    ls_build_key(build, LS_SLICE("preferredVersion"));
    group_version(build, first);
}

void ls_discovery_groups(struct ls_discovery_pages *discovery, struct ls_api_request *request)
{
    if (request->form.as == LS_AS_DISCOVERY) {
        document_reply(discovery, &discovery->groups, request);
        return;
    }
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    const struct ls_registry *registry = request->cluster->registry;
    ls_build_map(&build);
    ls_build_member_text(&build, "kind", "APIGroupList");
    ls_build_member_text(&build, "apiVersion", "v1");
    ls_build_key(&build, LS_SLICE("groups"));
    ls_build_list(&build);
    for (size_t i = 0; ls_registry_at(registry, i); group_skip(registry, &i)) {
        if (ls_registry_at(registry, i)->resource.group[0] == '\0')
            continue;
        ls_build_map(&build);
        api_group(&build, registry, i);
        ls_build_end(&build);
    }
    ls_build_end(&build);
    ls_build_end(&build);
    reply_built(request, &build);
}

void ls_discovery_group(struct ls_api_request *request)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    const struct ls_registry *registry = request->cluster->registry;
    size_t i = 0;
    while (!ls_slice_is(request->at.group, ls_registry_at(registry, i)->resource.group))
        i++;
    ls_build_map(&build);
    ls_build_member_text(&build, "kind", "APIGroup");
    ls_build_member_text(&build, "apiVersion", "v1");
    api_group(&build, registry, i);
    ls_build_end(&build);
    reply_built(request, &build);
}

/* Kinds that the real server stores in another group or version than the requested one. */
static const struct {
    const char *api_version;
    const char *kind;
    const char *group_version; /* as stored */
} stored_elsewhere[] = {
    {"events.k8s.io/v1", "Event", "/v1"},
    {"autoscaling/v1", "HorizontalPodAutoscaler", "autoscaling/v2"},
    {"apiextensions.k8s.io/v1", "CustomResourceDefinition", "apiextensions.k8s.io/v1beta1"},
    {"admissionregistration.k8s.io/v1", "MutatingAdmissionPolicy",
     "admissionregistration.k8s.io/v1beta1"},
    {"admissionregistration.k8s.io/v1", "MutatingAdmissionPolicyBinding",
     "admissionregistration.k8s.io/v1beta1"},
};

static void stored_as(struct ls_buf *out, const struct ls_kind *kind)
{
    const struct ls_resource *resource = &kind->resource;
    for (size_t i = 0; i < LS_COUNT(stored_elsewhere); i++) {
        if (strcmp(kind->api_version, stored_elsewhere[i].api_version) == 0 &&
            strcmp(resource->kind, stored_elsewhere[i].kind) == 0) {
            ls_buf_printf(out, "%s/%s", stored_elsewhere[i].group_version, resource->kind);
            return;
        }
    }
    ls_buf_printf(out, "%s/%s/%s", resource->group,
                  kind->is_custom ? ls_custom_stored_version(kind) : resource->version,
                  resource->kind);
}

/* Clients see by this hash that the stored version changed. */
static void storage_hash(struct ls_build *build, const struct ls_kind *kind)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_buf hash LS_AUTO(ls_buf_release) = {0};
    unsigned char digest[EVP_MAX_MD_SIZE];
    stored_as(&text, kind);
    if (kind->is_virtual || !EVP_Digest(text.at, text.len, digest, NULL, EVP_sha256(), NULL))
        return;
    ls_base64_encode(&hash, (struct ls_slice){(const char *)digest, STORAGE_HASH_BYTES},
                     LS_BASE64_STANDARD);
    ls_build_member_text(build, "storageVersionHash", ls_buf_text(&hash));
}

static void old_resource(struct ls_build *build, const struct ls_kind *kind)
{
    const struct ls_resource *resource = &kind->resource;
    ls_build_map(build);
    ls_build_member_text(build, "name", resource->plural);
    ls_build_member_text(build, "singularName", resource->singular);
    ls_build_key(build, LS_SLICE("namespaced"));
    ls_build_bool(build, resource->is_namespaced);
    ls_build_member_text(build, "kind", resource->kind);
    texts(build, "verbs", resource->verbs, resource->verb_count);
    texts(build, "shortNames", resource->short_names, resource->short_name_count);
    texts(build, "categories", resource->categories, resource->category_count);
    storage_hash(build, kind);
    ls_build_end(build);
}

static void old_subresource(struct ls_build *build, const struct ls_kind *kind,
                            const struct ls_subresource *sub)
{
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&name, "%s/%s", kind->resource.plural, sub->name);
    ls_build_map(build);
    ls_build_member_text(build, "name", ls_buf_text(&name));
    ls_build_member_text(build, "singularName", "");
    ls_build_key(build, LS_SLICE("namespaced"));
    ls_build_bool(build, kind->resource.is_namespaced);
    if (is_foreign(kind, sub)) {
        ls_build_member_text(build, "group", sub->group);
        ls_build_member_text(build, "version", sub->version);
    }
    ls_build_member_text(build, "kind", sub->kind);
    verbs(build, sub->can);
    ls_build_end(build);
}

static bool is_in_version(const struct ls_kind *kind, const struct ls_api_path *at)
{
    return ls_slice_is(at->group, kind->resource.group) &&
           ls_slice_is(at->version, kind->resource.version);
}

void ls_discovery_resources(struct ls_api_request *request)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    const struct ls_kind *kind;
    bool is_core = request->at.group.len == 0;
    ls_build_map(&build);
    ls_build_member_text(&build, "kind", "APIResourceList");
    if (!is_core)
        ls_build_member_text(&build, "apiVersion", "v1");
    ls_build_member_text(&build, "groupVersion",
                         ls_arena_printf(request->arena, "%.*s%s%.*s", LS_ARG(request->at.group),
                                         is_core ? "" : "/", LS_ARG(request->at.version)));
    ls_build_key(&build, LS_SLICE("resources"));
    ls_build_list(&build);
    for (size_t i = 0; (kind = ls_registry_at(request->cluster->registry, i)); i++) {
        if (!is_in_version(kind, &request->at))
            continue;
        old_resource(&build, kind);
        for (size_t k = 0; k < kind->resource.subresource_count; k++)
            old_subresource(&build, kind, &kind->resource.subresources[k]);
    }
    ls_build_end(&build);
    ls_build_end(&build);
    reply_built(request, &build);
}

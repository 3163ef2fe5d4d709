#include "kube/catalog.h"

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "kube/limits.h"
#include "support_catalog.h"

static const char *const deploy[] = {"deploy"};
static const char *const ev[] = {"ev"};
static const char *const po[] = {"po"};
static const char *const dup[] = {"po", "wd"};
static const char *const all[] = {"all"};

#define LIST(texts) .short_names = texts, .short_name_count = LS_COUNT(texts)
#define IN_ALL      .categories = all, .category_count = 1
#define KIND(g, v, k, p, s)                                                                        \
    .group = g, .version = v, .kind = k, .plural = p, .singular = s, .can = LS_CAN_LIST

/* In the order of a server: the core first, preferred versions first. */
static const struct ls_resource server[] = {
    {KIND("", "v1", "Pod", "pods", "pod"), LIST(po), IN_ALL, .is_namespaced = true},
    {KIND("", "v1", "Event", "events", "event"), LIST(ev), .is_namespaced = true},
    {KIND("", "v1", "Service", "services", "service"), IN_ALL},
    {KIND("apps", "v1", "Deployment", "deployments", "deployment"), LIST(deploy), IN_ALL},
    {KIND("apps", "v1beta1", "Deployment", "deployments", "deployment"), LIST(deploy), IN_ALL},
    {KIND("apps", "v1beta1", "OldThing", "oldthings", "oldthing"), IN_ALL},
    {KIND("events.k8s.io", "v1", "Event", "events", "event"), LIST(ev)},
    {KIND("storage.k8s.io", "v1", "StorageClass", "storageclasses", "storageclass")},
    {KIND("example.com", "v1", "Widget", "widgets", "widget"), LIST(dup)},
    {KIND("serving.example.com", "v1", "Service", "services", "service"), IN_ALL},
    {KIND("example.com.au", "v1", "Oldthing", "oldthings", "oldthing")},
    {KIND("v1", "v2", "Odd", "odds", "odd")},
};

static struct ls_catalog *catalog_of_server(void)
{
    struct ls_catalog *catalog = ls_catalog_new();
    struct ls_err err = {0};
    ls_catalog_draft(catalog);
    for (size_t i = 0; i < LS_COUNT(server); i++)
        CHECK_OK(ls_catalog_add(catalog, &server[i], &err), err);
    CHECK_INT(catalog_count(catalog), 0);
    ls_catalog_publish(catalog);
    CHECK_INT(catalog_count(catalog), LS_COUNT(server));
    return catalog;
}

static void catalog_free_at(struct ls_catalog **catalog)
{
    ls_catalog_free(*catalog);
}

static const char *named(const struct ls_resource *resource)
{
    static char text[256];
    snprintf(text, sizeof text, "%s/%s %s", resource->group, resource->version, resource->kind);
    return text;
}

static const struct {
    const char *name;
    const char *found; /* NULL: nothing */
    const char *rival; /* group of it, or NULL */
} find_rows[] = {
    {"pods", "/v1 Pod", NULL},
    {"pod", "/v1 Pod", NULL},
    {"Pod", "/v1 Pod", NULL},
    {"PODS", "/v1 Pod", NULL},
    {"po", "/v1 Pod", "example.com"},
    {"wd", "example.com/v1 Widget", NULL},
    {"po.example.com", "example.com/v1 Widget", NULL},
    {"deploy", "apps/v1 Deployment", NULL},
    {"deployment.apps", "apps/v1 Deployment", NULL},
    {"Deployment.apps", "apps/v1 Deployment", NULL},
    {"deployments.v1beta1.apps", "apps/v1beta1 Deployment", NULL},
    {"Deployment.v1beta1.apps", "apps/v1beta1 Deployment", NULL},
    {"deploy.v1beta1.apps", "apps/v1beta1 Deployment", NULL},
    {"deployments.v7.apps", NULL, NULL},
    {"events", "/v1 Event", "events.k8s.io"},
    {"events.events.k8s.io", "events.k8s.io/v1 Event", NULL},
    {"events.v1.events.k8s.io", "events.k8s.io/v1 Event", NULL},
    {"ev.events", "events.k8s.io/v1 Event", NULL},
    {"storageclass.storage", "storage.k8s.io/v1 StorageClass", NULL},
    {"storageclass.stor", "storage.k8s.io/v1 StorageClass", NULL},
    {"service", "/v1 Service", "serving.example.com"},
    {"services.serving.example.com", "serving.example.com/v1 Service", NULL},
    /* The first versions of all groups come before later versions of any. */
    {"oldthings", "example.com.au/v1 Oldthing", NULL},
    {"oldthings.apps", "apps/v1beta1 OldThing", NULL},
    /* An exact group comes before one that only begins so. */
    {"oldthings.example.com.au", "example.com.au/v1 Oldthing", NULL},
    {"widgets.example.com", "example.com/v1 Widget", NULL},
    {"odds.v1", "v1/v2 Odd", NULL},
    {"deployments.", "apps/v1 Deployment", NULL},
    {"", NULL, NULL},
    {".", NULL, NULL},
    {"nothing", NULL, NULL},
    {"pods.nothing", NULL, NULL},
};

TEST(every_way_to_name_a_kind_finds_it)
{
    struct ls_catalog *catalog LS_AUTO(catalog_free_at) = catalog_of_server();
    for (size_t i = 0; i < LS_COUNT(find_rows); i++) {
        struct ls_match match = {0};
        struct ls_err err = {0};
        enum ls_code code = ls_catalog_find(catalog, ls_slice_of(find_rows[i].name), &match, &err);
        if (!find_rows[i].found) {
            CHECK_CODE(code, LS_E_NOT_FOUND, err);
            CHECK_HAS(err.text, "the server has no kind that is called \"");
            continue;
        }
        CHECK_OK(code, err);
        CHECK_STR(named(match.resource), find_rows[i].found);
        if (!find_rows[i].rival)
            CHECK(match.rival == NULL);
        else
            CHECK_STR(match.rival->group, find_rows[i].rival);
    }
}

TEST(an_object_is_mapped_by_its_exact_version_and_kind)
{
    struct ls_catalog *catalog LS_AUTO(catalog_free_at) = catalog_of_server();
    struct ls_gvk gvk = {LS_SLICE("apps"), LS_SLICE("v1beta1"), LS_SLICE("Deployment")};
    CHECK_STR(named(ls_catalog_of_kind(catalog, &gvk)), "apps/v1beta1 Deployment");
    gvk.version = LS_SLICE("v2");
    CHECK(ls_catalog_of_kind(catalog, &gvk) == NULL);
    gvk.version = LS_SLICE("v1");
    gvk.kind = LS_SLICE("deployment");
    CHECK(ls_catalog_of_kind(catalog, &gvk) == NULL);
}

TEST(a_category_shows_each_kind_once)
{
    struct ls_catalog *catalog LS_AUTO(catalog_free_at) = catalog_of_server();
    struct ls_buf names LS_AUTO(ls_buf_release) = {0};
    const struct ls_resource *resource;
    for (size_t at = 0; (resource = ls_catalog_next(catalog, "all", &at));)
        ls_buf_printf(&names, "%s|", named(resource));
    CHECK_STR(ls_buf_text(&names), "/v1 Pod|/v1 Service|apps/v1 Deployment|apps/v1beta1 OldThing|"
                                   "serving.example.com/v1 Service|");
    size_t count = 0;
    for (size_t at = 0; (resource = ls_catalog_next(catalog, NULL, &at));)
        count += ls_catalog_is_preferred(catalog, resource);
    CHECK_INT(count, LS_COUNT(server) - 1);
}

TEST(what_did_not_change_keeps_its_address_and_what_went_stays_valid)
{
    struct ls_catalog *catalog LS_AUTO(catalog_free_at) = catalog_of_server();
    struct ls_err err = {0};
    struct ls_match pod, widget, again;
    CHECK_OK(ls_catalog_find(catalog, LS_SLICE("pods"), &pod, &err), err);
    CHECK_OK(ls_catalog_find(catalog, LS_SLICE("widgets"), &widget, &err), err);

    ls_catalog_draft(catalog);
    CHECK_OK(ls_catalog_add(catalog, &server[0], &err), err);
    struct ls_resource changed = server[8];
    changed.can |= LS_CAN_DELETE;
    CHECK_OK(ls_catalog_add(catalog, &changed, &err), err);
    ls_catalog_publish(catalog);

    CHECK_OK(ls_catalog_find(catalog, LS_SLICE("pods"), &again, &err), err);
    CHECK(again.resource == pod.resource);
    CHECK_OK(ls_catalog_find(catalog, LS_SLICE("widgets"), &again, &err), err);
    CHECK(again.resource != widget.resource);
    CHECK_STR(widget.resource->kind, "Widget");
    CHECK_CODE(ls_catalog_find(catalog, LS_SLICE("events"), &again, &err), LS_E_NOT_FOUND, err);
}

TEST(a_version_that_cannot_be_looked_at_is_kept)
{
    struct ls_catalog *catalog LS_AUTO(catalog_free_at) = catalog_of_server();
    struct ls_err err = {0};
    ls_catalog_draft(catalog);
    CHECK_OK(ls_catalog_add(catalog, &server[0], &err), err);
    ls_catalog_keep(catalog, LS_SLICE("apps"), LS_SLICE("v1beta1"));
    ls_catalog_publish(catalog);
    CHECK_INT(catalog_count(catalog), 3);
    struct ls_match match;
    CHECK_OK(ls_catalog_find(catalog, LS_SLICE("deployments"), &match, &err), err);
    CHECK_STR(match.resource->version, "v1beta1");
}

TEST(a_draft_that_is_begun_anew_leaves_nothing_behind)
{
    struct ls_catalog *catalog LS_AUTO(catalog_free_at) = catalog_of_server();
    struct ls_err err = {0};
    ls_catalog_draft(catalog);
    CHECK_OK(ls_catalog_add(catalog, &server[1], &err), err);
    ls_catalog_draft(catalog);
    CHECK_OK(ls_catalog_add(catalog, &server[0], &err), err);
    ls_catalog_publish(catalog);
    CHECK_INT(catalog_count(catalog), 1);
}

TEST(a_server_with_too_many_kinds_is_refused)
{
    struct ls_catalog *catalog LS_AUTO(catalog_free_at) = ls_catalog_new();
    struct ls_err err = {0};
    ls_catalog_draft(catalog);
    for (int i = 0; i < LS_DISCOVERY_RESOURCES_MAX; i++)
        CHECK_OK(ls_catalog_add(catalog, &server[0], &err), err);
    CHECK_CODE(ls_catalog_add(catalog, &server[0], &err), LS_E_TOO_BIG, err);
}

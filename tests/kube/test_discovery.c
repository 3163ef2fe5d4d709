#include "kube/discovery.h"

#include <string.h>

#include "check.h"
#include "kube/limits.h"
#include "support_catalog.h"
#include "support_fake.h"

#define WHOLE(items) "{\"kind\":\"APIGroupDiscoveryList\",\"items\":[" items "]}"
#define POD_WHOLE                                                                                  \
    "{\"resource\":\"pods\",\"responseKind\":{\"group\":\"\",\"version\":\"\",\"kind\":\"Pod\"},"  \
    "\"scope\":\"Namespaced\",\"singularResource\":\"pod\",\"verbs\":[\"get\",\"list\",\"watch\"," \
    "\"create\"],\"shortNames\":[\"po\"],\"categories\":[\"all\"],\"subresources\":[{"             \
    "\"subresource\":\"status\",\"responseKind\":{\"kind\":\"Pod\"},\"verbs\":[\"patch\"]},{"      \
    "\"subresource\":\"eviction\",\"responseKind\":{\"group\":\"policy\",\"version\":\"v1\","      \
    "\"kind\":\"Eviction\"},\"verbs\":[\"create\"]}]}"
#define NODE_WHOLE                                                                                 \
    "{\"resource\":\"nodes\",\"responseKind\":{\"kind\":\"Node\"},\"scope\":\"Cluster\","          \
    "\"singularResource\":\"\",\"verbs\":[\"get\"]}"
#define CORE_WHOLE                                                                                 \
    WHOLE("{\"metadata\":{},\"versions\":[{\"version\":\"v1\",\"freshness\":\"Current\","          \
          "\"resources\":[" POD_WHOLE "," NODE_WHOLE ",{\"resource\":\"bare\",\"responseKind\":"   \
          "{}}]}]}")
#define APPS_WHOLE(freshness, resources)                                                           \
    WHOLE("{\"metadata\":{\"name\":\"apps\"},\"versions\":[{\"version\":\"v1\",\"freshness\":"     \
          "\"" freshness "\",\"resources\":[" resources                                            \
          "]},{\"version\":\"v1beta1\",\"resources\":[" DEPLOYMENT "]}]}")
#define DEPLOYMENT                                                                                 \
    "{\"resource\":\"deployments\",\"responseKind\":{\"group\":\"apps\",\"version\":\"v1\","       \
    "\"kind\":\"Deployment\"},\"scope\":\"Namespaced\",\"singularResource\":\"deployment\","       \
    "\"verbs\":[\"get\"]}"

static void discovery_free_at(struct ls_discovery **discovery)
{
    ls_discovery_free(*discovery);
}

/* The resource, or NULL. */
static const struct ls_resource *find(const struct ls_discovery *discovery, const char *name)
{
    struct ls_match match = {0};
    struct ls_err err = {0};
    if (ls_catalog_find(ls_discovery_catalog(discovery), ls_slice_of(name), &match, &err))
        return NULL;
    return match.resource;
}

static void pods_check(const struct ls_resource *pods)
{
    CHECK(pods != NULL);
    CHECK_STR(pods->group, "");
    CHECK_STR(pods->version, "v1");
    CHECK_STR(pods->kind, "Pod");
    CHECK_STR(pods->singular, "pod");
    CHECK(pods->is_namespaced);
    CHECK_INT(pods->can, LS_CAN_GET | LS_CAN_LIST | LS_CAN_WATCH | LS_CAN_CREATE);
    CHECK_INT(pods->verb_count, 4);
    CHECK_STR(pods->verbs[2], "watch");
    CHECK_INT(pods->short_name_count, 1);
    CHECK_STR(pods->short_names[0], "po");
    CHECK_STR(pods->categories[0], "all");
    CHECK_INT(pods->subresource_count, 2);
    const struct ls_subresource *status = ls_resource_subresource(pods, LS_SLICE("status"));
    CHECK_STR(status->kind, "Pod");
    CHECK_STR(status->version, "v1");
    CHECK_INT(status->can, LS_CAN_PATCH);
    const struct ls_subresource *eviction = ls_resource_subresource(pods, LS_SLICE("eviction"));
    CHECK_STR(eviction->group, "policy");
}

TEST(two_requests_learn_everything)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct ls_discovery *discovery LS_AUTO(discovery_free_at) = ls_discovery_new(fake->client);
    ON(fake, "GET /api", .body = CORE_WHOLE);
    ON(fake, "GET /apis", .body = APPS_WHOLE("Current", DEPLOYMENT));
    struct ls_err err = {0};
    CHECK(!ls_discovery_is_loaded(discovery));
    CHECK_OK(ls_discovery_wait(discovery, &err), err);
    CHECK(ls_discovery_is_loaded(discovery));
    CHECK_STR(ls_discovery_notes(discovery), "");
    CHECK_INT(fake->requests.count, 2);
    CHECK_HAS(fake->requests.at[0].accept,
              "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,application/"
              "json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList,application/json");
    pods_check(find(discovery, "po"));
    CHECK(!find(discovery, "nodes")->is_namespaced);
    CHECK_STR(find(discovery, "nodes")->singular, "node");
    CHECK_STR(find(discovery, "deployments")->version, "v1");
    CHECK_STR(find(discovery, "deployments.v1beta1.apps")->version, "v1beta1");
    CHECK(find(discovery, "bare") == NULL);
    CHECK_INT(catalog_count(ls_discovery_catalog(discovery)), 4);
}

#define API_VERSIONS "{\"kind\":\"APIVersions\",\"versions\":[\"v1\"]}"
#define API_GROUPS                                                                                 \
    "{\"kind\":\"APIGroupList\",\"groups\":[{\"name\":\"apps\",\"versions\":[{\"version\":"        \
    "\"v1beta1\"},{\"version\":\"v1\"}],\"preferredVersion\":{\"version\":\"v1\"}},{\"name\":"     \
    "\"metrics.k8s.io\",\"versions\":[{\"version\":\"v1beta1\"}]}]}"
#define CORE_OLD                                                                                   \
    "{\"kind\":\"APIResourceList\",\"resources\":[{\"name\":\"pods\",\"singularName\":\"pod\","    \
    "\"namespaced\":true,\"kind\":\"Pod\",\"verbs\":[\"get\",\"list\",\"watch\",\"create\"],"      \
    "\"shortNames\":[\"po\"],\"categories\":[\"all\"]},{\"name\":\"pods/status\",\"namespaced\":"  \
    "true,\"kind\":\"Pod\",\"verbs\":[\"patch\"]},{\"name\":\"pods/eviction\",\"group\":"          \
    "\"policy\",\"version\":\"v1\",\"kind\":\"Eviction\",\"verbs\":[\"create\"]},{\"name\":"       \
    "\"podsoup/status\",\"kind\":\"X\"}]}"
#define APPS_OLD                                                                                   \
    "{\"kind\":\"APIResourceList\",\"resources\":[{\"name\":\"deployments\",\"singularName\":"     \
    "\"\",\"namespaced\":true,\"kind\":\"Deployment\",\"verbs\":[\"get\"]}]}"

static void old_server(struct fake *fake)
{
    ON(fake, "GET /api", .body = API_VERSIONS);
    ON(fake, "GET /apis", .body = API_GROUPS);
    ON(fake, "GET /api/v1", .body = CORE_OLD);
    ON(fake, "GET /apis/apps/v1", .body = APPS_OLD);
    ON(fake, "GET /apis/apps/v1beta1", .body = APPS_OLD);
}

TEST(old_servers_are_asked_version_by_version)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct ls_discovery *discovery LS_AUTO(discovery_free_at) = ls_discovery_new(fake->client);
    old_server(fake);
    ON(fake, "GET /apis/metrics.k8s.io/v1beta1", .status = 503,
       .body = "{\"kind\":\"Status\",\"reason\":\"ServiceUnavailable\",\"message\":\"no one is "
               "home\"}");
    struct ls_err err = {0};
    CHECK_OK(ls_discovery_wait(discovery, &err), err);
    CHECK_STR(ls_discovery_notes(discovery), "get /apis/metrics.k8s.io/v1beta1: no one is home\n");
    pods_check(find(discovery, "pod"));
    CHECK_STR(find(discovery, "deployment")->version, "v1");
    CHECK_STR(find(discovery, "deployment")->singular, "deployment");
    CHECK_INT(catalog_count(ls_discovery_catalog(discovery)), 3);
    CHECK(fake_is_exhausted(fake));
}

TEST(both_forms_give_the_same_resources)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct ls_discovery *discovery LS_AUTO(discovery_free_at) = ls_discovery_new(fake->client);
    ON(fake, "GET /api", .body = CORE_WHOLE);
    ON(fake, "GET /apis", .body = APPS_WHOLE("Current", DEPLOYMENT));
    struct ls_err err = {0};
    CHECK_OK(ls_discovery_wait(discovery, &err), err);
    const struct ls_resource *pods = find(discovery, "pods");
    const struct ls_resource *deployments = find(discovery, "deployments");
    old_server(fake);
    ON(fake, "GET /apis/metrics.k8s.io/v1beta1", .body = "{}");
    CHECK_OK(ls_discovery_wait(discovery, &err), err);
    CHECK(find(discovery, "pods") == pods);
    CHECK(find(discovery, "deployments") == deployments);
}

static void count_one(void *self, enum ls_code code, const struct ls_err *err)
{
    CHECK(err != NULL);
    CHECK_INT(code, LS_OK);
    ++*(int *)self;
}

TEST(many_versions_are_asked_a_few_at_a_time)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct ls_discovery *discovery LS_AUTO(discovery_free_at) = ls_discovery_new(fake->client);
    struct ls_buf groups LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&groups, "{\"groups\":[{}");
    for (int i = 0; i < 100; i++)
        ls_buf_printf(&groups, ",{\"name\":\"g%d\",\"versions\":[{\"version\":\"v1\"}]}", i);
    ls_buf_add_text(&groups, "]}");
    ON(fake, "GET /api", .body = "{}");
    ON(fake, "GET /apis", .body = ls_buf_text(&groups));
    ON(fake, "GET /apis/*", .body = APPS_OLD, .delay_ms = 10, .times = 100);
    int call_count = 0;
    int other_count = 0;
    ls_discovery_refresh(discovery, count_one, &call_count);
    ls_discovery_refresh(discovery, count_one, &other_count);
    ls_discovery_forget(discovery, &call_count);
    fake_run_ms(fake, 5);
    CHECK_INT(fake->requests.count, 2 + LS_DISCOVERY_PARALLEL);
    fake_run_ms(fake, 1000);
    CHECK_INT(fake->requests.count, 102);
    CHECK_INT(catalog_count(ls_discovery_catalog(discovery)), 100);
    CHECK_INT(call_count, 0);
    CHECK_INT(other_count, 1);
}

TEST(a_stale_group_keeps_what_was_known_of_it)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct ls_discovery *discovery LS_AUTO(discovery_free_at) = ls_discovery_new(fake->client);
    ON(fake, "GET /api", .body = CORE_WHOLE, .times = 2);
    ON(fake, "GET /apis", .body = APPS_WHOLE("Current", DEPLOYMENT));
    ON(fake, "GET /apis", .body = APPS_WHOLE("Stale", ""));
    struct ls_err err = {0};
    CHECK_OK(ls_discovery_wait(discovery, &err), err);
    CHECK_OK(ls_discovery_wait(discovery, &err), err);
    CHECK_STR(ls_discovery_notes(discovery), "the server behind apps/v1 does not answer: its kinds "
                                             "may be out of date\n");
    CHECK_STR(find(discovery, "deployments")->version, "v1");
    CHECK_INT(catalog_count(ls_discovery_catalog(discovery)), 4);
}

/* ---- failures ---- */

TEST(one_half_may_be_hidden_but_not_both)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct ls_discovery *discovery LS_AUTO(discovery_free_at) = ls_discovery_new(fake->client);
    ON(fake, "GET /api", .body = CORE_WHOLE);
    ON(fake, "GET /apis", .status = 403);
    struct ls_err err = {0};
    CHECK_OK(ls_discovery_wait(discovery, &err), err);
    CHECK_HAS(ls_discovery_notes(discovery), "get /apis: the server does not let us do this");
    ON(fake, "GET /api", .status = 404, .body = "404 page not found");
    ON(fake, "GET /apis", .status = 404, .body = "404 page not found");
    CHECK_CODE(ls_discovery_wait(discovery, &err), LS_E_NOT_FOUND, err);
    CHECK_HAS(err.text, "asking which kinds the server has: get /api: the server has no such path");
    CHECK(find(discovery, "pods") != NULL);
}

TEST(a_refresh_that_fails_leaves_the_catalog_as_it_was)
{
    static const struct fake_program failures[] = {
        {.ask = "GET /apis", .status = 500},
        {.ask = "GET /apis", .status = 401},
        {.ask = "GET /apis", .body = "no JSON"},
        {.ask = "GET /apis", .body = "[]"},
        {.ask = "GET /apis", .body = "{\"kind\":\"Status\"}"},
    };
    for (size_t i = 0; i < LS_COUNT(failures); i++) {
        struct fake *fake LS_AUTO(fake_free_at) = fake_new();
        struct ls_discovery *discovery LS_AUTO(discovery_free_at) = ls_discovery_new(fake->client);
        ON(fake, "GET /api", .body = CORE_WHOLE, .times = 2);
        ON(fake, "GET /apis", .body = APPS_WHOLE("Current", DEPLOYMENT));
        fake_program(fake, &failures[i]);
        struct ls_err err = {0};
        CHECK_OK(ls_discovery_wait(discovery, &err), err);
        CHECK(ls_discovery_wait(discovery, &err) != LS_OK);
        CHECK_HAS(err.text, "asking which kinds the server has: ");
        CHECK(find(discovery, "deployments") != NULL);
    }
}

TEST(a_server_with_too_many_versions_or_kinds_is_refused)
{
    struct ls_buf groups LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&groups, "{\"groups\":[{\"name\":\"g\",\"versions\":[{}");
    for (int i = 0; i <= LS_DISCOVERY_VERSIONS_MAX; i++)
        ls_buf_printf(&groups, ",{\"version\":\"v%d\"}", i);
    ls_buf_add_text(&groups, "]}]}");
    struct ls_buf kinds LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&kinds, "{\"resources\":[{}");
    for (int i = 0; i < LS_DISCOVERY_PER_VERSION_MAX; i++)
        ls_buf_add_text(&kinds, ",{}");
    ls_buf_add_text(&kinds, "]}");

    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct ls_discovery *discovery LS_AUTO(discovery_free_at) = ls_discovery_new(fake->client);
    ON(fake, "GET /api", .body = "{}");
    ON(fake, "GET /apis", .body = ls_buf_text(&groups));
    struct ls_err err = {0};
    CHECK_CODE(ls_discovery_wait(discovery, &err), LS_E_TOO_BIG, err);
    CHECK_HAS(err.text, "the server has more than 5000 group versions, the limit");
    ON(fake, "GET /api", .body = API_VERSIONS);
    ON(fake, "GET /apis", .body = "{}");
    ON(fake, "GET /api/v1", .body = ls_buf_text(&kinds));
    CHECK_CODE(ls_discovery_wait(discovery, &err), LS_E_TOO_BIG, err);
    CHECK_HAS(err.text, "v1 has more than 5000 kinds and subresources, the limit");
}

/* ---- how often ---- */

TEST(refreshes_are_shared_and_not_made_too_often)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct ls_discovery *discovery LS_AUTO(discovery_free_at) = ls_discovery_new(fake->client);
    ON(fake, "GET /api", .body = CORE_WHOLE, .times = 10);
    ON(fake, "GET /apis", .body = APPS_WHOLE("Current", DEPLOYMENT), .times = 10, .delay_ms = 5);
    int call_count = 0;
    for (int i = 0; i < 100; i++)
        ls_discovery_refresh(discovery, count_one, &call_count);
    fake_run_ms(fake, 1);
    ls_discovery_refresh(discovery, count_one,
                         &call_count); /* the first refresh serves everybody */
    fake_run_ms(fake, 10);
    CHECK_INT(call_count, 101);
    CHECK_INT(fake->requests.count, 2);

    ls_discovery_refresh(discovery, count_one, &call_count);
    fake_run_ms(fake, LS_DISCOVERY_REFRESH_MIN_MS - 20);
    ls_discovery_refresh(discovery, count_one, &call_count);
    CHECK_INT(fake->requests.count, 2);
    fake_run_ms(fake, 12);
    CHECK_INT(fake->requests.count, 4);
    /* While that refresh runs, a kind may be created that it misses. */
    ls_discovery_refresh(discovery, count_one, &call_count);
    fake_run_ms(fake, 100);
    CHECK_INT(call_count, 103);
    fake_run_ms(fake, LS_DISCOVERY_REFRESH_MIN_MS);
    CHECK_INT(call_count, 104);
    CHECK_INT(fake->requests.count, 6);
}

TEST(an_unknown_name_is_looked_for_once_more)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct ls_discovery *discovery LS_AUTO(discovery_free_at) = ls_discovery_new(fake->client);
    ON(fake, "GET /api", .body = CORE_WHOLE, .times = 2);
    ON(fake, "GET /apis", .body = WHOLE(""));
    ON(fake, "GET /apis", .body = APPS_WHOLE("Current", DEPLOYMENT));
    struct ls_match match = {0};
    struct ls_err err = {0};
    CHECK_OK(ls_discovery_find_wait(discovery, LS_SLICE("pods"), &match, &err), err);
    CHECK_INT(fake->requests.count, 2);
    CHECK_OK(ls_discovery_find_wait(discovery, LS_SLICE("deployment.apps"), &match, &err), err);
    CHECK_INT(fake->requests.count, 4);
    CHECK_OK(ls_discovery_find_wait(discovery, LS_SLICE("deployments"), &match, &err), err);
    CHECK_INT(fake->requests.count, 4);
    CHECK_INT(fake->requests.at[2].at_ms, LS_DISCOVERY_REFRESH_MIN_MS);
}

TEST(a_first_load_that_lacks_the_name_is_not_repeated)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    struct ls_discovery *discovery LS_AUTO(discovery_free_at) = ls_discovery_new(fake->client);
    ON(fake, "GET /api", .body = CORE_WHOLE);
    ON(fake, "GET /apis", .body = WHOLE(""));
    struct ls_match match = {0};
    struct ls_err err = {0};
    CHECK_CODE(ls_discovery_find_wait(discovery, LS_SLICE("nothing"), &match, &err), LS_E_NOT_FOUND,
               err);
    CHECK_INT(fake->requests.count, 2);
}

static void free_it(void *self, enum ls_code code, const struct ls_err *err)
{
    (void)code;
    (void)err;
    struct ls_discovery **discovery = self;
    ls_discovery_free(*discovery);
    *discovery = NULL;
}

TEST(it_may_be_freed_while_looking_and_inside_its_answer)
{
    struct fake *fake LS_AUTO(fake_free_at) = fake_new();
    old_server(fake);
    ON(fake, "GET /apis/metrics.k8s.io/v1beta1", .end = FAKE_HANGS);
    struct ls_discovery *discovery = ls_discovery_new(fake->client);
    int call_count = 0;
    ls_discovery_refresh(discovery, count_one, &call_count);
    fake_run_ms(fake, 10);
    ls_discovery_free(discovery);
    fake_run_ms(fake, 10000);
    CHECK_INT(call_count, 0);

    ON(fake, "GET /api", .body = CORE_WHOLE);
    ON(fake, "GET /apis", .body = WHOLE(""));
    discovery = ls_discovery_new(fake->client);
    ls_discovery_refresh(discovery, free_it, &discovery);
    ls_discovery_refresh(discovery, count_one, &call_count);
    fake_run_ms(fake, 10);
    CHECK(discovery == NULL);
    CHECK_INT(call_count, 0);
    ls_discovery_free(NULL);
}

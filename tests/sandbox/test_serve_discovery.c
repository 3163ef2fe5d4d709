#include <string.h>

#include "check.h"
#include "support_sandbox.h"

#define AGGREGATED                                                                                 \
    ADMIN "accept: application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList,"          \
          "application/json\n"

static struct ls_node named(struct ls_node list, const char *key, const char *name)
{
    LS_EACH (it, list) {
        if (ls_node_string_is(ls_node_at(it.value, key), name))
            return it.value;
    }
    return LS_ABSENT;
}

TEST(the_aggregated_document_lists_groups_versions_and_resources)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    CHECK_INT(front_ask(&front, "GET", "/apis", AGGREGATED, NULL), 200);
    CHECK_STR(front_header(&front, "content-type"),
              "application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList");
    CHECK_STR(front_header(&front, "vary"), "Accept");
    struct ls_node apps = named(front_at(&front, "items"), "metadata.name", "apps");
    struct ls_node version = ls_node_item(ls_node_at(apps, "versions"), 0);
    CHECK_STR(ls_node_text(ls_node_at(version, "version")), "v1");
    CHECK_STR(ls_node_text(ls_node_at(version, "freshness")), "Current");
    struct ls_node deployments = named(ls_node_at(version, "resources"), "resource", "deployments");
    CHECK_STR(ls_node_text(ls_node_at(deployments, "responseKind.kind")), "Deployment");
    CHECK_STR(ls_node_text(ls_node_at(deployments, "responseKind.group")), "");
    CHECK_STR(ls_node_text(ls_node_at(deployments, "scope")), "Namespaced");
    CHECK_STR(ls_node_text(ls_node_at(deployments, "singularResource")), "deployment");
    CHECK_INT(ls_node_count(ls_node_at(deployments, "verbs")), 8);
    struct ls_node scale = named(ls_node_at(deployments, "subresources"), "subresource", "scale");
    CHECK_STR(ls_node_text(ls_node_at(scale, "responseKind.group")), "autoscaling");
}

TEST(core_has_a_document_of_its_own)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    CHECK_INT(front_ask(&front, "GET", "/api", AGGREGATED, NULL), 200);
    CHECK_INT(ls_node_count(front_at(&front, "items")), 1);
    struct ls_node core = ls_node_item(front_at(&front, "items"), 0);
    CHECK_INT(ls_node_count(ls_node_at(core, "metadata")), 0);
}

TEST(a_known_document_is_not_sent_again)
{
    struct front front LS_AUTO(front_release);
    struct ls_buf headers LS_AUTO(ls_buf_release) = {0};
    front_init(&front);
    front_ask(&front, "GET", "/apis", AGGREGATED, NULL);
    ls_buf_printf(&headers, AGGREGATED "if-none-match: %s\n", front_header(&front, "etag"));
    CHECK_INT(front_ask(&front, "GET", "/apis", ls_buf_text(&headers), NULL), 304);
    CHECK_STR(front_body(&front), "");
    CHECK_INT(front_ask(&front, "GET", "/api", ls_buf_text(&headers), NULL), 200);
}

TEST(the_lists_of_old_are_still_there)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    CHECK_INT(front_ask(&front, "GET", "/api", ADMIN "host: 127.0.0.1:7\n", NULL), 200);
    CHECK_STR(front_body(&front),
              "{\"kind\":\"APIVersions\",\"versions\":[\"v1\"],\"serverAddressByClientCIDRs\":"
              "[{\"clientCIDR\":\"0.0.0.0/0\",\"serverAddress\":\"127.0.0.1:7\"}]}\n");
    CHECK_INT(front_ask(&front, "GET", "/apis", NULL, NULL), 200);
    CHECK_STR(front_text(&front, "kind"), "APIGroupList");
    CHECK_INT(front_ask(&front, "GET", "/apis/apps", NULL, NULL), 200);
    CHECK_STR(front_body(&front),
              "{\"kind\":\"APIGroup\",\"apiVersion\":\"v1\",\"name\":\"apps\",\"versions\":["
              "{\"groupVersion\":\"apps/v1\",\"version\":\"v1\"}],\"preferredVersion\":"
              "{\"groupVersion\":\"apps/v1\",\"version\":\"v1\"}}\n");
    CHECK_INT(front_ask(&front, "GET", "/apis/apps/v1", NULL, NULL), 200);
    CHECK_STR(front_text(&front, "groupVersion"), "apps/v1");
    CHECK_STR(front_text(&front, "apiVersion"), "v1");
}

TEST(resources_of_a_version_stand_as_the_real_server_lists_them)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    CHECK_INT(front_ask(&front, "GET", "/api/v1", NULL, NULL), 200);
    CHECK(strstr(front_body(&front), "\"apiVersion\"") == NULL);
    CHECK_HAS(front_body(&front),
              "{\"name\":\"configmaps\",\"singularName\":\"configmap\",\"namespaced\":true,"
              "\"kind\":\"ConfigMap\",\"verbs\":[\"create\",\"delete\",\"deletecollection\","
              "\"get\",\"list\",\"patch\",\"update\",\"watch\"],\"shortNames\":[\"cm\"],"
              "\"storageVersionHash\":\"qFsyl6wFWjQ=\"}");
    CHECK_HAS(front_body(&front),
              "{\"name\":\"pods/eviction\",\"singularName\":\"\",\"namespaced\":true,\"group\":"
              "\"policy\",\"version\":\"v1\",\"kind\":\"Eviction\",\"verbs\":[\"create\"]}");
}

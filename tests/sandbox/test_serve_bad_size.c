/* Objects of extreme size: refused with etcd's errors, or handled in linear time. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "check.h"
#include "sandbox/ops/limits.h"
#include "support_sandbox.h"

#define DEPLOYMENTS "/apis/apps/v1/namespaces/default/deployments"
#define CRDS        "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"
#define APPLY       ADMIN "content-type: application/apply-patch+yaml\n"
#define MERGE       ADMIN "content-type: application/merge-patch+json\n"

static void fill(struct ls_buf *out, size_t bytes)
{
    for (size_t i = 0; i < bytes; i++)
        ls_buf_add_char(out, 'x');
}

static void deployment_print(struct ls_buf *out, size_t argument_bytes)
{
    ls_buf_clear(out);
    ls_buf_add_text(out,
                    "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":"
                    "\"d\"},\"spec\":{\"selector\":{\"matchLabels\":{\"a\":\"b\"}},\"template\":{"
                    "\"metadata\":{\"labels\":{\"a\":\"b\"}},\"spec\":{\"containers\":[{\"name\":"
                    "\"c\",\"image\":\"i\",\"args\":[\"");
    fill(out, argument_bytes);
    ls_buf_add_text(out, "\"]}]}}}}");
}

TEST(an_object_beyond_what_etcd_takes_is_refused)
{
    struct front front LS_AUTO(front_release);
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    front_init(&front);
    deployment_print(&body, LS_OBJECT_BYTES_MAX + 1000);
    CHECK_INT(front_ask(&front, "POST", DEPLOYMENTS "?dryRun=All", NULL, ls_buf_text(&body)), 201);
    CHECK_INT(front_ask(&front, "POST", DEPLOYMENTS, NULL, ls_buf_text(&body)), 500);
    CHECK_STR(front_text(&front, "message"), "etcdserver: request is too large");
    CHECK_STR(front_text(&front, "reason"), "");
    deployment_print(&body, LS_OBJECT_MESSAGE_BYTES_MAX);
    CHECK_INT(front_ask(&front, "POST", DEPLOYMENTS, NULL, ls_buf_text(&body)), 500);
    CHECK_HAS(front_text(&front, "message"), "rpc error: code = ResourceExhausted desc = trying to "
                                             "send message larger than max (209");
    CHECK_INT(front_ask(&front, "GET", DEPLOYMENTS "/d", NULL, NULL), 404);
}

TEST(an_object_does_not_grow_beyond_it_either)
{
    static const struct {
        const char *headers;
        const char *target;
    } changes[] = {
        {MERGE, DEPLOYMENTS "/d"},
        {APPLY, DEPLOYMENTS "/d?fieldManager=m&force=true"},
    };
    struct front front LS_AUTO(front_release);
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    front_init(&front);
    deployment_print(&body, 1000);
    CHECK_INT(front_ask(&front, "POST", DEPLOYMENTS, NULL, ls_buf_text(&body)), 201);
    deployment_print(&body, LS_OBJECT_BYTES_MAX + 1000);
    CHECK_INT(front_ask(&front, "PUT", DEPLOYMENTS "/d", NULL, ls_buf_text(&body)), 500);
    CHECK_STR(front_text(&front, "message"), "etcdserver: request is too large");
    for (size_t i = 0; i < LS_COUNT(changes); i++) {
        CHECK_INT(
            front_ask(&front, "PATCH", changes[i].target, changes[i].headers, ls_buf_text(&body)),
            500);
        CHECK_STR(front_text(&front, "message"), "etcdserver: request is too large");
    }
    CHECK_INT(front_ask(&front, "GET", DEPLOYMENTS "/d", NULL, NULL), 200);
    CHECK(front.answer.body.len < LS_OBJECT_BYTES_MAX / 2);
}

#define CONFIG_MAPS "/api/v1/namespaces/default/configmaps"

/* 9,999 keys of 70 bytes: 960 kB, and as much again in managedFields. */
TEST(managed_fields_go_where_they_alone_are_too_much)
{
    enum { KEYS = 9999 };
    struct front front LS_AUTO(front_release);
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    front_init(&front);
    ls_buf_add_text(&body, "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":"
                           "\"many\"},\"data\":{");
    for (int i = 0; i < KEYS; i++)
        ls_buf_printf(&body, "%s\"k%069d\":\"12345678901234567890\"", i ? "," : "", i);
    ls_buf_add_text(&body, "}}");
    CHECK_INT(front_ask(&front, "POST", CONFIG_MAPS, NULL, ls_buf_text(&body)), 201);
    CHECK(ls_node_is_absent(front_at(&front, "metadata.managedFields")));
    CHECK_INT(ls_node_count(front_at(&front, "data")), KEYS);
    CHECK_INT(
        front_ask(&front, "PATCH", CONFIG_MAPS "/other?fieldManager=m", APPLY, ls_buf_text(&body)),
        400);
    CHECK_INT(front_ask(&front, "DELETE", CONFIG_MAPS "/many", NULL, NULL), 200);
    CHECK_INT(
        front_ask(&front, "PATCH", CONFIG_MAPS "/many?fieldManager=m", APPLY, ls_buf_text(&body)),
        500);
    CHECK_STR(front_text(&front, "message"), "etcdserver: request is too large");
}

static int config_map_create(struct front *front, size_t filler_bytes)
{
    enum { KEYS = 2200 };
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&body, "{\"metadata\":{\"name\":\"b\"},\"data\":{");
    for (int i = 0; i < KEYS; i++)
        ls_buf_printf(&body, "\"k%0252d\":\"\",", i);
    ls_buf_add_text(&body, "\"z\":\"");
    fill(&body, filler_bytes);
    ls_buf_add_text(&body, "\"}}");
    return front_ask(front, "POST", CONFIG_MAPS, NULL, ls_buf_text(&body));
}

/* tests/kube/test_sandbox.sh finds the same edge on a real cluster, in a longer namespace. */
TEST(the_limit_is_that_of_etcd_to_the_byte)
{
    enum { MOST = 998455 };
    struct front front LS_AUTO(front_release);
    front_init(&front);
    CHECK_INT(config_map_create(&front, MOST + 1), 500);
    CHECK_STR(front_text(&front, "message"), "etcdserver: request is too large");
    CHECK_INT(config_map_create(&front, MOST), 201);
}

/* One byte in memory, six as JSON, which is how a custom object is stored. */
TEST(a_custom_object_is_measured_as_json)
{
    enum { CHARACTERS = 300 << 10 };
    struct front front LS_AUTO(front_release);
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    front_init(&front);
    CHECK_INT(
        front_ask(&front, "POST", CRDS, NULL,
                  "{\"metadata\":{\"name\":\"as.x.io\"},\"spec\":{\"group\":\"x.io\",\"scope\":"
                  "\"Cluster\",\"names\":{\"plural\":\"as\",\"kind\":\"A\"},\"versions\":[{"
                  "\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{"
                  "\"openAPIV3Schema\":{\"type\":\"object\","
                  "\"x-kubernetes-preserve-unknown-fields\":true}}}]}}"),
        201);
    front_settle(&front);
    ls_buf_add_text(&body,
                    "{\"apiVersion\":\"x.io/v1\",\"kind\":\"A\",\"metadata\":{\"name\":\"a\"},"
                    "\"text\":\"");
    for (int i = 0; i < CHARACTERS; i++)
        ls_buf_add_text(&body, "\\u0001");
    ls_buf_add_text(&body, "\"}");
    CHECK_INT(front_ask(&front, "POST", "/apis/x.io/v1/as", NULL, ls_buf_text(&body)), 500);
    CHECK_STR(front_text(&front, "message"), "etcdserver: request is too large");
}

TEST(a_service_with_as_many_ports_as_there_are_is_refused)
{
    enum { PORTS = 10000 };
    struct front front LS_AUTO(front_release);
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    front_init(&front);
    ls_buf_add_text(&body, "{\"metadata\":{\"name\":\"s\"},\"spec\":{\"ports\":[");
    for (int i = 1; i <= PORTS; i++)
        ls_buf_printf(&body, "%s{\"name\":\"p%d\",\"port\":%d}", i > 1 ? "," : "", i, i);
    ls_buf_add_text(&body, "]}}");
    CHECK_INT(front_ask(&front, "POST", "/api/v1/namespaces/default/services?dryRun=All", NULL,
                        ls_buf_text(&body)),
              422);
    CHECK_HAS(front_text(&front, "message"), "spec.ports: Too many");
}

static void crd_print(struct ls_buf *out, const char *versions)
{
    ls_buf_clear(out);
    ls_buf_printf(out,
                  "{\"metadata\":{\"name\":\"as.x.io\"},\"spec\":{\"group\":\"x.io\",\"scope\":"
                  "\"Namespaced\",\"names\":{\"plural\":\"as\",\"kind\":\"A\"},\"versions\":[%s]}}",
                  versions);
}

/* Each of these took cubic time once. */
TEST(a_definition_with_endless_lists_is_read_once)
{
    enum { NAMES = 20000 };
    struct front front LS_AUTO(front_release);
    struct ls_buf list LS_AUTO(ls_buf_release) = {0}, body LS_AUTO(ls_buf_release) = {0};
    front_init(&front);
    for (int i = 0; i < NAMES; i++)
        ls_buf_printf(&list, "%s{\"name\":\"v%d\"}", i ? "," : "", i + 1);
    crd_print(&body, ls_buf_text(&list));
    CHECK_INT(front_ask(&front, "POST", CRDS, NULL, ls_buf_text(&body)), 422);
    ls_buf_clear(&list);
    ls_buf_add_text(&list,
                    "{\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{"
                    "\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":{\"l\":{\"type\":"
                    "\"array\",\"x-kubernetes-list-type\":\"map\",\"items\":{\"type\":\"object\"},"
                    "\"x-kubernetes-list-map-keys\":[");
    for (int i = 0; i < NAMES; i++)
        ls_buf_printf(&list, "%s\"k%d\"", i ? "," : "", i);
    ls_buf_add_text(&list, "]}}}}}");
    crd_print(&body, ls_buf_text(&list));
    CHECK_INT(front_ask(&front, "POST", CRDS, NULL, ls_buf_text(&body)), 422);
    CHECK_INT(front_ask(&front, "GET", "/readyz", NULL, NULL), 200);
}

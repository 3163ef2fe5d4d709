#include "check.h"
#include "support_sandbox.h"

TEST(the_version_is_one_that_clients_trust)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    CHECK_INT(stage_ask(&stage, "GET", "/version", NULL, NULL), 200);
    CHECK_STR(stage_text(&stage, "major"), "1");
    CHECK_STR(stage_text(&stage, "minor"), "36");
    CHECK_HAS(stage_text(&stage, "gitVersion"), "v1.36.3+lockstep");
    CHECK_STR(stage_header(&stage, "content-type"), "application/json");
    CHECK_INT(stage_ask(&stage, "GET", "/version?timeout=5s", "", NULL), 200);
    CHECK_INT(stage_ask(&stage, "DELETE", "/version", NULL, NULL), 405);
}

TEST(health_is_told_in_short_and_in_full)
{
    static const char *const doors[] = {"/healthz", "/livez", "/readyz"};
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    for (size_t i = 0; i < LS_COUNT(doors); i++) {
        struct ls_buf path LS_AUTO(ls_buf_release) = {0};
        CHECK_INT(stage_ask(&stage, "GET", doors[i], "", NULL), 200);
        CHECK_STR(stage_body(&stage), "ok");
        ls_buf_printf(&path, "%s?verbose&exclude=log", doors[i]);
        CHECK_INT(stage_ask(&stage, "GET", ls_buf_text(&path), NULL, NULL), 200);
        CHECK_HAS(stage_body(&stage), "[+]ping ok\n[+]log excluded: ok\n");
        CHECK_HAS(stage_body(&stage), " check passed\n");
        ls_buf_clear(&path);
        ls_buf_printf(&path, "%s/ping", doors[i]);
        CHECK_INT(stage_ask(&stage, "GET", ls_buf_text(&path), NULL, NULL), 200);
        CHECK_STR(stage_body(&stage), "ok");
    }
    CHECK_INT(stage_ask(&stage, "GET", "/readyz/nothing", NULL, NULL), 404);
    CHECK_INT(stage_ask(&stage, "GET", "/livez/", NULL, NULL), 404);
}

TEST(metrics_count_requests_by_verb_resource_and_code)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    stage_ask(&stage, "GET", "/api/v1/namespaces/default/pods", NULL, NULL);
    stage_ask(&stage, "GET", "/api/v1/namespaces/default/pods", NULL, NULL);
    stage_ask(&stage, "GET", "/api/v1/namespaces/default/pods/none", NULL, NULL);
    stage_ask(&stage, "GET", "/healthz", NULL, NULL);
    CHECK_INT(stage_ask(&stage, "GET", "/metrics", NULL, NULL), 200);
    CHECK_HAS(
        stage_body(&stage),
        "apiserver_request_total{code=\"200\",component=\"apiserver\",dry_run=\"\",group=\"\","
        "resource=\"pods\",scope=\"namespace\",subresource=\"\",verb=\"LIST\",version=\"v1\"} "
        "2\n");
    CHECK_HAS(stage_body(&stage), "code=\"404\",component=\"apiserver\"");
    CHECK_HAS(stage_body(&stage), "subresource=\"/healthz\",verb=\"GET\"");
    CHECK_HAS(stage_body(&stage), "apiserver_resource_objects{group=\"\",resource=\"pods\"} 0\n");
    CHECK_HAS(stage_body(&stage), "\nlockstep_store_revision ");
}

TEST(the_root_lists_paths_that_are_served)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    CHECK_INT(stage_ask(&stage, "GET", "/", NULL, NULL), 200);
    CHECK_HAS(stage_body(&stage), "\"/apis/apps/v1\"");
    const struct ls_obj *index = ls_obj_ref(stage.answer.value);
    LS_EACH (it, ls_node_at(ls_obj_root(index), "paths"))
        CHECK_INT(stage_ask(&stage, "GET", ls_node_text(it.value), NULL, NULL), 200);
    ls_obj_unref(index);
}

TEST(openapi_is_revalidated_by_its_tag)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    CHECK_INT(stage_ask(&stage, "GET", "/openapi/v3", NULL, NULL), 200);
    struct ls_buf headers LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&headers, ADMIN "if-none-match: %s\n", stage_header(&stage, "etag"));
    CHECK_INT(stage_ask(&stage, "GET", "/openapi/v3", ls_buf_text(&headers), NULL), 304);
    CHECK_STR(stage_body(&stage), "");
    CHECK_INT(stage_ask(&stage, "GET", "/openapi/v3/apis/apps/v1?hash=x", NULL, NULL), 200);
    CHECK_STR(stage_header(&stage, "cache-control"), "public, immutable");
    CHECK_STR(stage_text(&stage, "openapi"), "3.0.0");
    CHECK_INT(stage_ask(&stage, "GET", "/openapi/v3/api/v1", NULL, NULL), 200);
    CHECK_STR(stage_header(&stage, "cache-control"), "no-cache, private");
    CHECK_INT(stage_ask(&stage, "GET", "/openapi/v3/apis/nothing/v1", NULL, NULL), 404);
    CHECK_INT(stage_ask(&stage, "GET", "/openapi/v3/nothing", NULL, NULL), 404);
}

TEST(other_paths_are_pages_that_are_not_there)
{
    static const char *const paths[] = {"/foo", "/apis/foo", "/apis/foo/v1/bars", "/healthzz"};
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    for (size_t i = 0; i < LS_COUNT(paths); i++) {
        CHECK_INT(stage_ask(&stage, "GET", paths[i], NULL, NULL), 404);
        CHECK_STR(stage_body(&stage), "404 page not found\n");
        CHECK_STR(stage_header(&stage, "content-type"), "text/plain; charset=utf-8");
    }
}

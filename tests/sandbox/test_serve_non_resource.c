#include "check.h"
#include "support_sandbox.h"

TEST(the_version_is_one_that_clients_trust)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    CHECK_INT(front_ask(&front, "GET", "/version", NULL, NULL), 200);
    CHECK_STR(front_text(&front, "major"), "1");
    CHECK_STR(front_text(&front, "minor"), "36");
    CHECK_HAS(front_text(&front, "gitVersion"), "v1.36.3+lockstep");
    CHECK_STR(front_header(&front, "content-type"), "application/json");
    CHECK_INT(front_ask(&front, "GET", "/version?timeout=5s", "", NULL), 200);
    CHECK_INT(front_ask(&front, "DELETE", "/version", NULL, NULL), 405);
}

TEST(health_is_printed_in_short_and_in_full)
{
    static const char *const checks[] = {"/healthz", "/livez", "/readyz"};
    struct front front LS_AUTO(front_release);
    front_init(&front);
    for (size_t i = 0; i < LS_COUNT(checks); i++) {
        struct ls_buf path LS_AUTO(ls_buf_release) = {0};
        CHECK_INT(front_ask(&front, "GET", checks[i], "", NULL), 200);
        CHECK_STR(front_body(&front), "ok");
        ls_buf_printf(&path, "%s?verbose&exclude=log", checks[i]);
        CHECK_INT(front_ask(&front, "GET", ls_buf_text(&path), NULL, NULL), 200);
        CHECK_HAS(front_body(&front), "[+]ping ok\n[+]log excluded: ok\n");
        CHECK_HAS(front_body(&front), " check passed\n");
        ls_buf_clear(&path);
        ls_buf_printf(&path, "%s/ping", checks[i]);
        CHECK_INT(front_ask(&front, "GET", ls_buf_text(&path), NULL, NULL), 200);
        CHECK_STR(front_body(&front), "ok");
    }
    CHECK_INT(front_ask(&front, "GET", "/readyz/nothing", NULL, NULL), 404);
    CHECK_INT(front_ask(&front, "GET", "/livez/", NULL, NULL), 404);
}

TEST(metrics_count_requests_by_verb_resource_and_code)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    front_ask(&front, "GET", "/api/v1/namespaces/default/pods", NULL, NULL);
    front_ask(&front, "GET", "/api/v1/namespaces/default/pods", NULL, NULL);
    front_ask(&front, "GET", "/api/v1/namespaces/default/pods/none", NULL, NULL);
    front_ask(&front, "GET", "/healthz", NULL, NULL);
    CHECK_INT(front_ask(&front, "GET", "/metrics", NULL, NULL), 200);
    CHECK_HAS(
        front_body(&front),
        "apiserver_request_total{code=\"200\",component=\"apiserver\",dry_run=\"\",group=\"\","
        "resource=\"pods\",scope=\"namespace\",subresource=\"\",verb=\"LIST\",version=\"v1\"} "
        "2\n");
    CHECK_HAS(front_body(&front), "code=\"404\",component=\"apiserver\"");
    CHECK_HAS(front_body(&front), "subresource=\"/healthz\",verb=\"GET\"");
    CHECK_HAS(front_body(&front), "apiserver_resource_objects{group=\"\",resource=\"pods\"} 0\n");
    CHECK_HAS(front_body(&front), "\nlockstep_store_revision ");
}

TEST(the_root_lists_paths_that_are_served)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    CHECK_INT(front_ask(&front, "GET", "/", NULL, NULL), 200);
    CHECK_HAS(front_body(&front), "\"/apis/apps/v1\"");
    const struct ls_obj *index = ls_obj_ref(front.answer.value);
    LS_EACH (it, ls_node_at(ls_obj_root(index), "paths"))
        CHECK_INT(front_ask(&front, "GET", ls_node_text(it.value), NULL, NULL), 200);
    ls_obj_unref(index);
}

TEST(openapi_is_revalidated_by_its_tag)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    CHECK_INT(front_ask(&front, "GET", "/openapi/v3", NULL, NULL), 200);
    struct ls_buf headers LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&headers, ADMIN "if-none-match: %s\n", front_header(&front, "etag"));
    CHECK_INT(front_ask(&front, "GET", "/openapi/v3", ls_buf_text(&headers), NULL), 304);
    CHECK_STR(front_body(&front), "");
    CHECK_INT(front_ask(&front, "GET", "/openapi/v3/apis/apps/v1?hash=x", NULL, NULL), 200);
    CHECK_STR(front_header(&front, "cache-control"), "public, immutable");
    CHECK_STR(front_text(&front, "openapi"), "3.0.0");
    CHECK_INT(front_ask(&front, "GET", "/openapi/v3/api/v1", NULL, NULL), 200);
    CHECK_STR(front_header(&front, "cache-control"), "no-cache, private");
    CHECK_INT(front_ask(&front, "GET", "/openapi/v3/apis/nothing/v1", NULL, NULL), 404);
    CHECK_INT(front_ask(&front, "GET", "/openapi/v3/nothing", NULL, NULL), 404);
}

TEST(other_paths_are_pages_that_are_not_there)
{
    static const char *const paths[] = {"/foo", "/apis/foo", "/apis/foo/v1/bars", "/healthzz"};
    struct front front LS_AUTO(front_release);
    front_init(&front);
    for (size_t i = 0; i < LS_COUNT(paths); i++) {
        CHECK_INT(front_ask(&front, "GET", paths[i], NULL, NULL), 404);
        CHECK_STR(front_body(&front), "404 page not found\n");
        CHECK_STR(front_header(&front, "content-type"), "text/plain; charset=utf-8");
    }
}

#include "sandbox/serve/non_resource.h"

#include <stdio.h>
#include <string.h>

#include "sandbox/kinds/registry.h"
#include "base/map.h"
#include "sandbox/serve/openapi.h"
#include "sandbox/serve/reply.h"
#include "sandbox/serve/route.h"
#include "sandbox/serve/serve_impl.h"
#include "sandbox/store/store.h"
#include "value/json.h"

#define TEXT "text/plain; charset=utf-8"

static bool is_get(const struct ls_api_request *request)
{
    return ls_slice_is(request->asked->method, "GET");
}

static void reply_pretty(struct ls_api_request *request, struct ls_build *build)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_json_print(&out, ls_build_arena(build, request->arena), LS_JSON_SERVER);
    ls_reply_text(request, 200, "application/json", ls_buf_slice(&out));
}

/* ---- /version ---- */

static void version(struct ls_api_request *request)
{
    static const char *const rows[][2] = {
        {"major", "1"},
        {"minor", "36"},
        {"emulationMajor", "1"},
        {"emulationMinor", "36"},
        {"minCompatibilityMajor", "1"},
        {"minCompatibilityMinor", "35"},
        {"gitVersion", "v1.36.3+lockstep." LS_VERSION},
        {"gitCommit", ""},
        {"gitTreeState", "clean"},
        {"buildDate", "1970-01-01T00:00:00Z"},
        {"goVersion", ""},
        {"compiler", "cc"},
        {"platform", "linux/amd64"},
    };
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    if (!is_get(request)) {
        ls_route_not_allowed(request);
        return;
    }
    ls_build_map(&build);
    for (size_t i = 0; i < LS_COUNT(rows); i++)
        ls_build_member_text(&build, rows[i][0], rows[i][1]);
    ls_build_end(&build);
    reply_pretty(request, &build);
}

/* ---- health ---- */

/* All parts run in this process: if it answers, all checks pass. */
static const char *const checks[] = {"ping", "log", "store", "housekeeping"};

static bool is_excluded(const struct ls_query *query, const char *check)
{
    for (size_t i = 0; i < query->count; i++) {
        if (ls_slice_is(query->pairs[i].key, "exclude") &&
            ls_slice_is(query->pairs[i].value, check))
            return true;
    }
    return false;
}

static void health_verbose(struct ls_api_request *request)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < LS_COUNT(checks); i++)
        ls_buf_printf(&out, "[+]%s %sok\n", checks[i],
                      is_excluded(&request->query, checks[i]) ? "excluded: " : "");
    ls_buf_printf(&out, "%s check passed\n", request->non_resource + 1);
    ls_reply_text(request, 200, TEXT, ls_buf_slice(&out));
}

static void health(struct ls_api_request *request)
{
    struct ls_slice inside = ls_slice_from(request->path, strlen(request->non_resource));
    if (inside.len == 0 && ls_query_has(&request->query, "verbose")) {
        health_verbose(request);
        return;
    }
    bool is_known = inside.len == 0;
    for (size_t i = 0; i < LS_COUNT(checks) && !is_known; i++)
        is_known = ls_slice_is(ls_slice_from(inside, 1), checks[i]);
    if (is_known)
        ls_reply_text(request, 200, TEXT, LS_SLICE("ok"));
    else
        ls_route_no_page(request);
}

/* ---- /metrics ---- */

static void metrics(struct ls_api_request *request)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    const struct ls_registry *registry = request->cluster->registry;
    const struct ls_kind *kind;
    ls_metrics_print(request->serve->metrics, &out);
    ls_buf_add_text(&out, "# HELP apiserver_longrunning_requests Watches that are open.\n"
                          "# TYPE apiserver_longrunning_requests gauge\n");
    ls_buf_printf(&out, "apiserver_longrunning_requests{verb=\"WATCH\"} %zu\n",
                  ls_watches_count(request->serve->watches));
    ls_buf_add_text(&out, "# HELP apiserver_resource_objects Objects that are stored.\n"
                          "# TYPE apiserver_resource_objects gauge\n");
    for (size_t i = 0; (kind = ls_registry_at(registry, i)); i++) {
        if (!kind->is_virtual)
            ls_buf_printf(&out, "apiserver_resource_objects{group=\"%s\",resource=\"%s\"} %zu\n",
                          kind->resource.group, kind->resource.plural,
                          ls_collection_count(kind->collection));
    }
    ls_buf_add_text(&out, "# HELP lockstep_store_revision Revision of the last write.\n"
                          "# TYPE lockstep_store_revision gauge\n");
    ls_buf_printf(&out, "lockstep_store_revision %lld\n",
                  (long long)ls_store_revision(request->cluster->store));
    ls_reply_text(request, 200, "text/plain; version=0.0.4; charset=utf-8", ls_buf_slice(&out));
}

/* ---- OpenAPI ---- */

static void openapi_reply(struct ls_api_request *request, const struct ls_buf *text,
                          const char *type, bool is_for_good)
{
    char etag[24];
    uint64_t hash = ls_hash_bytes(0, text->at, text->len);
    snprintf(etag, sizeof etag, "\"%016llX\"", (unsigned long long)hash);
    const struct ls_asked *asked = request->asked;
    struct ls_header headers[] = {
        {LS_SLICE("etag"), ls_slice_of(etag)},
        {LS_SLICE("vary"), LS_SLICE("Accept")},
        {LS_SLICE("cache-control"),
         is_for_good ? LS_SLICE("public, immutable") : LS_SLICE("no-cache, private")},
        {LS_SLICE("content-type"), ls_slice_of(type)},
    };
    struct ls_slice known = ls_header_find(asked->headers, asked->header_count, "if-none-match");
    if (ls_slice_is(known, etag))
        ls_reply_with(request, 304, headers, 3, LS_SLICE(""));
    else
        ls_reply_with(request, 200, headers, LS_COUNT(headers), ls_buf_slice(text));
}

/* `api/v1` and `apis/GROUP/VERSION` below the path. */
static bool openapi_document(struct ls_api_request *request, struct ls_slice inside,
                             struct ls_buf *out)
{
    struct ls_slice rest;
    struct ls_slice version;
    const struct ls_registry *registry = request->cluster->registry;
    struct ls_slice first = ls_slice_cut(inside, '/', &rest);
    if (ls_slice_is(first, "api"))
        return ls_openapi_document(out, registry, LS_SLICE(""), rest);
    struct ls_slice group = ls_slice_cut(rest, '/', &version);
    return ls_slice_is(first, "apis") && ls_openapi_document(out, registry, group, version);
}

static void openapi(struct ls_api_request *request)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_slice inside = ls_slice_from(request->path, strlen(request->non_resource));
    if (inside.len <= 1) {
        ls_openapi_index(&out, request->cluster->registry);
        openapi_reply(request, &out, TEXT, false);
    } else if (openapi_document(request, ls_slice_from(inside, 1), &out)) {
        bool is_for_good = ls_query_has(&request->query, "hash");
        openapi_reply(request, &out, "application/json", is_for_good);
    } else {
        ls_reply_with(request, 404, NULL, 0, LS_SLICE(""));
    }
}

static void openapi_v2(struct ls_api_request *request)
{
    static const char *const types[] = {
        [LS_OPENAPI_JSON] = "application/json",
        [LS_OPENAPI_PROTOBUF] = "application/com.github.proto-openapi.spec.v2.v1.0+protobuf"};
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    enum ls_openapi_form form;
    const struct ls_asked *asked = request->asked;
    struct ls_slice accept = ls_header_find(asked->headers, asked->header_count, "accept");
    if (!ls_openapi_form_choose(accept, &form)) {
        ls_reply_text(request, 406, TEXT,
                      LS_SLICE("/openapi/v2 is served as application/json and as "
                               "application/com.github.proto-openapi.spec.v2@v1.0+protobuf\n"));
        return;
    }
    ls_openapi_pages_print(request->serve->openapi, form, &out);
    openapi_reply(request, &out, types[form], false);
}

/* ---- / ---- */

static void paths(struct ls_api_request *request)
{
    static const char *const fixed[] = {"/healthz",    "/livez",  "/metrics", "/openapi/v2",
                                        "/openapi/v3", "/readyz", "/version"};
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    const struct ls_registry *registry = request->cluster->registry;
    const struct ls_kind *kind;
    const struct ls_kind *before = NULL;
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("paths"));
    ls_build_list(&build);
    ls_build_text(&build, "/api");
    ls_build_text(&build, "/api/v1");
    ls_build_text(&build, "/apis");
    for (size_t i = 0; (kind = ls_registry_at(registry, i)); i++, before = kind) {
        const struct ls_resource *resource = &kind->resource;
        bool is_new_group = !before || strcmp(before->resource.group, resource->group) != 0;
        if (resource->group[0] && is_new_group)
            ls_build_text(&build, ls_arena_printf(request->arena, "/apis/%s", resource->group));
        if (resource->group[0] &&
            (is_new_group || strcmp(before->resource.version, resource->version) != 0))
            ls_build_text(&build, ls_arena_printf(request->arena, "/apis/%s", kind->api_version));
    }
    for (size_t i = 0; i < LS_COUNT(fixed); i++)
        ls_build_text(&build, fixed[i]);
    ls_build_end(&build);
    ls_build_end(&build);
    reply_pretty(request, &build);
}

/* ---- the table ---- */

static const struct ls_non_resource non_resources[] = {
    {"/", false, false, paths},
    {"/version", false, true, version},
    {"/healthz", true, true, health},
    {"/livez", true, true, health},
    {"/readyz", true, true, health},
    {"/metrics", false, false, metrics},
    {"/openapi/v2", false, false, openapi_v2},
    {"/openapi/v3", true, false, openapi},
};

static bool path_matches(const struct ls_non_resource *row, struct ls_slice path)
{
    size_t len = strlen(row->path);
    return ls_slice_is(path, row->path) ||
           (path.len > len && ls_slice_starts(path, row->path) && path.at[len] == '/' &&
            (row->has_inside || path.len == len + 1));
}

const struct ls_non_resource *ls_non_resource_find(struct ls_slice path)
{
    for (size_t i = 0; i < LS_COUNT(non_resources); i++) {
        if (path_matches(&non_resources[i], path))
            return &non_resources[i];
    }
    return NULL;
}

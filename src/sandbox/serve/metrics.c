#include "sandbox/serve/metrics.h"

#include "base/map.h"
#include "base/mem.h"
#include "sandbox/serve/limits.h"

/* The printed labels are the key, the count is the value. */
struct ls_metrics {
    struct ls_map *totals;
    struct ls_buf key; /* scratch */
};

struct ls_metrics *ls_metrics_new(void)
{
    struct ls_metrics *metrics = LS_NEW(struct ls_metrics);
    metrics->totals = ls_map_new(0);
    return metrics;
}

void ls_metrics_free(struct ls_metrics *metrics)
{
    if (!metrics)
        return;
    struct ls_slice key;
    void *total;
    for (size_t at = 0; ls_map_next(metrics->totals, &at, &key, &total);)
        ls_free(total);
    ls_map_free(metrics->totals);
    ls_buf_release(&metrics->key);
    ls_free(metrics);
}

/* The real server's verbs; other paths count by method. */
static const char *const verbs[LS_API_COUNT] = {
    [LS_API_NONE] = "other",
    [LS_API_GET] = "GET",
    [LS_API_LIST] = "LIST",
    [LS_API_WATCH] = "WATCH",
    [LS_API_CREATE] = "POST",
    [LS_API_UPDATE] = "PUT",
    [LS_API_PATCH] = "PATCH",
    [LS_API_DELETE] = "DELETE",
    [LS_API_DELETE_COLLECTION] = "DELETECOLLECTION",
};

static const char *verb_of(const struct ls_api_request *request)
{
    static const char *const methods[] = {"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"};
    if (request->kind)
        return verbs[request->verb];
    for (size_t i = 0; i < LS_COUNT(methods); i++) {
        if (ls_slice_is(request->asked->method, methods[i]))
            return methods[i];
    }
    return "other";
}

static const char *scope_of(const struct ls_api_request *request)
{
    if (!request->kind)
        return "";
    if (request->at.name.len > 0 || request->verb == LS_API_CREATE)
        return "resource";
    return request->at.namespace_name.len > 0 ? "namespace" : "cluster";
}

static bool is_plain(struct ls_slice value)
{
    for (size_t i = 0; i < value.len; i++) {
        if (value.at[i] == '"' || value.at[i] == '\\' || value.at[i] == '\n')
            return false;
    }
    return true;
}

static void value_print(struct ls_buf *out, struct ls_slice value)
{
    for (size_t i = 0; i < value.len; i++) {
        if (value.at[i] == '"' || value.at[i] == '\\')
            ls_buf_add_char(out, '\\');
        ls_buf_add_char(out, value.at[i] == '\n' ? ' ' : value.at[i]);
    }
}

/* Without printf, because every request is counted. */
static void label(struct ls_buf *out, struct ls_slice name, struct ls_slice value)
{
    ls_buf_add_slice(out, name);
    if (is_plain(value))
        ls_buf_add_slice(out, value);
    else
        value_print(out, value);
    ls_buf_add_char(out, '"');
}
#define LABEL(out, name, value) label(out, LS_SLICE("," name "=\""), value)

static void key_print(struct ls_buf *out, const struct ls_api_request *request, int code)
{
    const struct ls_kind *kind = request->kind;
    struct ls_slice dry_run = ls_query_get(&request->query, "dryRun");
    ls_buf_clear(out);
    char digits[4] = {(char)('0' + code / 100 % 10), (char)('0' + code / 10 % 10),
                      (char)('0' + code % 10), '\0'};
    label(out, LS_SLICE("code=\""), ls_slice_of(digits));
    LABEL(out, "component", kind ? LS_SLICE("apiserver") : LS_SLICE(""));
    LABEL(out, "dry_run", ls_slice_is(dry_run, "All") ? dry_run : LS_SLICE(""));
    LABEL(out, "group", ls_slice_of(kind ? kind->resource.group : ""));
    LABEL(out, "resource", ls_slice_of(kind ? kind->resource.plural : ""));
    LABEL(out, "scope", ls_slice_of(scope_of(request)));
    LABEL(out, "subresource",
          kind ? ls_slice_of(request->subresource ? request->subresource->name : "")
               : ls_slice_of(request->non_resource));
    LABEL(out, "verb", ls_slice_of(verb_of(request)));
    LABEL(out, "version", ls_slice_of(kind ? kind->resource.version : ""));
}

void ls_metrics_count(struct ls_metrics *metrics, const struct ls_api_request *request, int code)
{
    LS_ASSERT(code >= 100);
    LS_ASSERT(code <= 999);
    key_print(&metrics->key, request, code);
    struct ls_slice key = ls_buf_slice(&metrics->key);
    uint64_t *total = ls_map_get(metrics->totals, key);
    if (!total && ls_map_count(metrics->totals) >= LS_SERVE_COUNTERS_MAX)
        return;
    if (!total) {
        total = LS_NEW(uint64_t);
        ls_map_put(metrics->totals, key, total);
    }
    ++*total;
}

void ls_metrics_print(const struct ls_metrics *metrics, struct ls_buf *out)
{
    struct ls_slice key;
    void *total;
    ls_buf_add_text(out, "# HELP apiserver_request_total Requests answered, by verb, resource and "
                         "code.\n# TYPE apiserver_request_total counter\n");
    for (size_t at = 0; ls_map_next(metrics->totals, &at, &key, &total);)
        ls_buf_printf(out, "apiserver_request_total{%.*s} %llu\n", LS_ARG(key),
                      (unsigned long long)*(const uint64_t *)total);
}

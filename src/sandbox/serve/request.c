#include "sandbox/serve/request.h"

#include "base/utf8.h"
#include "sandbox/serve/limits.h"
#include "value/duration.h"

static const char *const verb_names[LS_API_COUNT] = {
    [LS_API_NONE] = "",
    [LS_API_GET] = "get",
    [LS_API_LIST] = "list",
    [LS_API_WATCH] = "watch",
    [LS_API_CREATE] = "create",
    [LS_API_UPDATE] = "update",
    [LS_API_PATCH] = "patch",
    [LS_API_DELETE] = "delete",
    [LS_API_DELETE_COLLECTION] = "deletecollection",
};

/* What a method means on one object and on a collection. */
static const struct {
    const char *method;
    enum ls_api_verb on_one;
    enum ls_api_verb on_all;
} methods[] = {
    /* clang-format off */
    {"GET",    LS_API_GET,    LS_API_LIST},
    {"POST",   LS_API_CREATE, LS_API_CREATE},
    {"PUT",    LS_API_UPDATE, LS_API_NONE},
    {"PATCH",  LS_API_PATCH,  LS_API_NONE},
    {"DELETE", LS_API_DELETE, LS_API_DELETE_COLLECTION},
    /* clang-format on */
};

struct segments {
    struct ls_slice at[LS_SERVE_SEGMENTS_MAX];
    size_t count;
};

const char *ls_api_verb_name(enum ls_api_verb verb)
{
    LS_ASSERT(verb < LS_API_COUNT);
    return verb_names[verb];
}

/* A trailing slash is ignored; an empty segment inside is kept, and names nothing. */
static void segments_read(struct ls_slice path, struct segments *out)
{
    out->count = 0;
    if (path.len > 0 && path.at[0] == '/')
        path = ls_slice_from(path, 1);
    while (path.at != NULL && out->count < LS_SERVE_SEGMENTS_MAX) {
        struct ls_slice rest;
        struct ls_slice segment = ls_slice_cut(path, '/', &rest);
        if (rest.len > 0 || segment.len > 0)
            out->at[out->count++] = segment;
        path = rest;
    }
}

static struct ls_slice segment_at(const struct segments *segments, size_t i)
{
    return i < segments->count ? segments->at[i] : LS_SLICE("");
}

/* `namespaces/NS` in front of a resource; alone, or with a subresource of its own, it is the
 * Namespace itself. */
static bool namespace_leads(const struct segments *segments, size_t i)
{
    struct ls_slice next = segment_at(segments, i + 2);
    return ls_slice_is(segment_at(segments, i), "namespaces") && next.len > 0 &&
           !(segments->count == i + 3 &&
             (ls_slice_is(next, "status") || ls_slice_is(next, "finalize")));
}

static void resource_read(const struct segments *segments, size_t i, struct ls_api_path *out)
{
    if (namespace_leads(segments, i)) {
        out->namespace_name = segment_at(segments, i + 1);
        i += 2;
    }
    out->resource = segment_at(segments, i);
    out->name = segment_at(segments, i + 1);
    out->subresource = segment_at(segments, i + 2);
    out->rest = segment_at(segments, i + 3);
}

static void path_read(const struct segments *segments, struct ls_api_path *out)
{
    struct ls_slice first = segment_at(segments, 0);
    bool is_core = ls_slice_is(first, "api");
    *out = (struct ls_api_path){.is_api = is_core || ls_slice_is(first, "apis")};
    if (!out->is_api)
        return;
    out->group = is_core ? LS_SLICE("") : segment_at(segments, 1);
    size_t version_at = is_core ? 1 : 2;
    out->version = segment_at(segments, version_at);
    out->is_watch = ls_slice_is(segment_at(segments, version_at + 1), "watch");
    resource_read(segments, version_at + (out->is_watch ? 2 : 1), out);
}

/* The older form of a watch: /api/v1/watch/... instead of ?watch=1; one object by its name. */
static void watch_path_read(struct ls_api_request *request, struct ls_slice query)
{
    struct ls_slice name = request->at.name;
    if (name.len > 0)
        query =
            ls_slice_of(ls_arena_printf(request->arena, "%.*s&fieldSelector=metadata.name%%3D%.*s",
                                        LS_ARG(query), LS_ARG(name)));
    request->at.name = LS_SLICE("");
    request->query = ls_query_read(request->arena, query);
}

static enum ls_api_verb verb_of(const struct ls_api_request *request)
{
    bool is_one = request->at.name.len > 0;
    for (size_t i = 0; i < LS_COUNT(methods); i++) {
        if (!ls_slice_is(request->asked->method, methods[i].method))
            continue;
        enum ls_api_verb verb = is_one ? methods[i].on_one : methods[i].on_all;
        bool is_watch = verb == LS_API_LIST &&
                        (request->at.is_watch || ls_query_flag(&request->query, "watch"));
        return is_watch ? LS_API_WATCH : verb;
    }
    return LS_API_NONE;
}

static bool is_number_part(char c)
{
    return (c >= '0' && c <= '9') || c == '.';
}

/* The error of Go's time.ParseDuration for a text; NULL: it is valid. */
static const char *duration_error(struct ls_arena *arena, struct ls_slice text)
{
    int64_t ns;
    struct ls_slice rest = text;
    if (ls_duration_parse(text, &ns, NULL) == LS_OK)
        return NULL;
    while (rest.len > 0 && is_number_part(rest.at[0])) {
        size_t len = 0;
        while (len < rest.len && is_number_part(rest.at[len]))
            len++;
        rest = ls_slice_from(rest, len);
        for (len = 0; len < rest.len && !is_number_part(rest.at[len]);)
            len++;
        struct ls_slice unit = {rest.at, len};
        const char *word = ls_arena_printf(arena, "1%.*s", LS_ARG(unit));
        if (len == 0)
            return ls_arena_printf(arena, "missing unit in duration \"%.*s\"", LS_ARG(text));
        if (ls_duration_parse(ls_slice_of(word), &ns, NULL))
            return ls_arena_printf(arena, "unknown unit \"%.*s\" in duration \"%.*s\"",
                                   LS_ARG(unit), LS_ARG(text));
        rest = ls_slice_from(rest, len);
    }
    return ls_arena_printf(arena, "invalid duration \"%.*s\"", LS_ARG(text));
}

const struct ls_failure *ls_request_timeout_check(struct ls_api_request *request)
{
    struct ls_slice timeout = ls_query_get(&request->query, "timeout");
    if (timeout.len == 0 || request->verb == LS_API_WATCH)
        return NULL;
    const char *why = duration_error(request->arena, timeout);
    if (!why)
        return NULL;
    return ls_failure_bad_request(request->arena,
                                  "invalid timeout specified in the request URL - time: %s", why);
}

const struct ls_failure *ls_request_read(struct ls_api_request *request)
{
    LS_ASSERT(request->asked);
    LS_ASSERT(request->arena);
    struct segments segments;
    struct ls_slice query;
    request->path = ls_slice_cut(request->asked->target, '?', &query);
    struct ls_slice decoded;
    if (!ls_percent_decode(request->arena, request->path, false, &decoded) ||
        !ls_utf8_is_valid(decoded))
        return ls_failure_bad_request(request->arena, "the path is not percent-encoded UTF-8");
    segments_read(decoded, &segments);
    request->query = ls_query_read(request->arena, query);
    path_read(&segments, &request->at);
    if (request->at.is_watch)
        watch_path_read(request, query);
    request->verb = verb_of(request);
    return NULL;
}

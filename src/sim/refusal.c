#include "sim/refusal.h"

#include "base/arena.h"
#include "base/buf.h"
#include "sandbox/status/failure.h"
#include "value/json.h"

#define ON_PURPOSE "a fault on purpose"

/* ---- what a path names ---- */

struct path_parts {
    struct ls_about about;
    const char *namespace_name; /* "" when there is none */
};

static const char *part_take(struct ls_arena *arena, struct ls_slice *rest)
{
    return ls_arena_dup(arena, ls_slice_cut(*rest, '/', rest));
}

/* /api/v1/... or /apis/GROUP/VERSION/..., then namespaces/NAMESPACE/ or not, PLURAL, NAME. Any
 * other path names nothing. */
static struct path_parts path_split(struct ls_arena *arena, struct ls_slice path)
{
    struct path_parts parts = {{.group = "", .plural = "", .kind = ""}, ""};
    bool is_core = ls_slice_starts(path, "/api/");
    if (!is_core && !ls_slice_starts(path, "/apis/"))
        return parts;
    struct ls_slice rest = ls_slice_from(path, is_core ? 5 : 6);
    if (!is_core)
        parts.about.group = part_take(arena, &rest);
    (void)part_take(arena, &rest); /* the version */
    parts.about.plural = part_take(arena, &rest);
    parts.about.name = ls_slice_cut(rest, '/', &rest);
    if (rest.len > 0 && ls_slice_is(ls_slice_of(parts.about.plural), "namespaces")) {
        parts.namespace_name = ls_arena_dup(arena, parts.about.name);
        parts.about.plural = part_take(arena, &rest);
        parts.about.name = ls_slice_cut(rest, '/', &rest);
    }
    parts.about.kind = parts.about.plural;
    return parts;
}

/* ---- one function a status ---- */

static const char *verb_of(struct ls_slice method)
{
    static const struct {
        const char *method;
        const char *verb;
    } verbs[] = {{"GET", "get"}, {"POST", "create"}, {"PUT", "update"}, {"PATCH", "patch"}};
    for (size_t i = 0; i < LS_COUNT(verbs); i++) {
        if (ls_slice_is(method, verbs[i].method))
            return verbs[i].verb;
    }
    return "delete";
}

static const struct ls_failure *forbidden(struct ls_arena *arena, struct ls_slice method,
                                          const struct path_parts *parts)
{
    bool has_space = parts->namespace_name[0] != '\0';
    return ls_failure_forbidden(
        arena, parts->about,
        ls_arena_printf(
            arena,
            "User \"simulated\" cannot %s resource \"%s\" in API group \"%s\" %s%s%s: " ON_PURPOSE,
            verb_of(method), parts->about.plural, parts->about.group,
            has_space ? "in the namespace \"" : "at the cluster scope", parts->namespace_name,
            has_space ? "\"" : ""));
}

static const struct ls_failure *conflict(struct ls_arena *arena, struct ls_slice method,
                                         const struct path_parts *parts)
{
    (void)method;
    return ls_failure_conflict(arena, parts->about,
                               "the object has been modified; please apply your changes to the "
                               "latest version and try again: " ON_PURPOSE);
}

static const struct ls_failure *not_found(struct ls_arena *arena, struct ls_slice method,
                                          const struct path_parts *parts)
{
    (void)method;
    if (parts->about.name.len > 0)
        return ls_failure_not_found(arena, parts->about);
    return ls_failure_new(arena, 404, "NotFound",
                          "the server could not find the requested resource");
}

static const struct ls_failure *internal(struct ls_arena *arena, struct ls_slice method,
                                         const struct path_parts *parts)
{
    (void)method;
    (void)parts;
    return ls_failure_internal(arena, ON_PURPOSE);
}

static const struct {
    int status;
    const struct ls_failure *(*make)(struct ls_arena *arena, struct ls_slice method,
                                     const struct path_parts *parts);
    /* Without a function: */
    const char *reason;
    const char *message;
} rows[] = {
    {401, NULL, "Unauthorized", "Unauthorized"},
    {403, forbidden, NULL, NULL},
    {404, not_found, NULL, NULL},
    {409, conflict, NULL, NULL},
    {410, NULL, "Expired", "The provided resource version is too old: " ON_PURPOSE},
    {413, NULL, "RequestEntityTooLarge", "Request entity too large: limit is 3145728: " ON_PURPOSE},
    {422, NULL, "Invalid", "the object is invalid: " ON_PURPOSE},
    {429, NULL, "TooManyRequests",
     "the server has received too many requests and has asked us to try again later: " ON_PURPOSE},
    {500, internal, NULL, NULL},
    {503, NULL, "ServiceUnavailable",
     "the server is currently unable to handle the request: " ON_PURPOSE},
    {504, NULL, "Timeout",
     "Timeout: request did not complete within the requested timeout: " ON_PURPOSE},
};

enum { RETRY_AFTER_S = 1 };

static const struct ls_failure *failure_of(struct ls_arena *arena, struct ls_slice method,
                                           const struct path_parts *parts, int status)
{
    const struct ls_failure *failure = NULL;
    for (size_t i = 0; i < LS_COUNT(rows) && !failure; i++) {
        if (rows[i].status != status)
            continue;
        failure = rows[i].make
                      ? rows[i].make(arena, method, parts)
                      : ls_failure_new(arena, status, rows[i].reason, "%s", rows[i].message);
    }
    return failure ? failure : ls_failure_new(arena, status, "", "%s", ON_PURPOSE);
}

static void failure_print(struct ls_buf *out, const struct ls_failure *failure)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_failure_build(&build, failure);
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = ls_build_obj(&build);
    ls_json_print(out, ls_obj_root(obj), LS_JSON_COMPACT);
}

void ls_sim_refusal_print(struct ls_buf *out, struct ls_slice method, struct ls_slice path,
                          int status)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct path_parts parts = path_split(&arena, path);
    struct ls_failure failure = *failure_of(&arena, method, &parts, status);
    if (status == 429)
        failure.retry_after_s = RETRY_AFTER_S;
    failure_print(out, &failure);
}

void ls_sim_expired_print(struct ls_buf *out)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    ls_buf_add_text(out, "{\"type\":\"ERROR\",\"object\":");
    failure_print(out,
                  ls_failure_new(&arena, 410, "Expired", "too old resource version: " ON_PURPOSE));
    ls_buf_add_text(out, "}\n");
}

#include "sim/rehearse/requests.h"

#include <string.h>

#include "sim/rehearse/limits.h"

static const struct {
    const char *name;
    bool is_write;
} verbs[LS_REQUEST_VERB_COUNT] = {
    [LS_REQUEST_DISCOVER] = {"discover", false}, [LS_REQUEST_REVIEW] = {"review", false},
    [LS_REQUEST_DRY_RUN] = {"dry-run", false},   [LS_REQUEST_GET] = {"get", false},
    [LS_REQUEST_LIST] = {"list", false},         [LS_REQUEST_WATCH] = {"watch", false},
    [LS_REQUEST_CREATE] = {"create", true},      [LS_REQUEST_UPDATE] = {"update", true},
    [LS_REQUEST_PATCH] = {"patch", true},        [LS_REQUEST_DELETE] = {"delete", true},
};

const char *ls_request_verb_name(enum ls_request_verb verb)
{
    LS_ASSERT(verb < LS_REQUEST_VERB_COUNT);
    return verbs[verb].name;
}

bool ls_request_verb_is_write(enum ls_request_verb verb)
{
    LS_ASSERT(verb < LS_REQUEST_VERB_COUNT);
    return verbs[verb].is_write;
}

/* ---- what a target asks for ---- */

static bool has_part(struct ls_slice text, const char *part)
{
    return text.len > 0 && memmem(text.at, text.len, part, strlen(part)) != NULL;
}

static size_t segment_count(struct ls_slice path)
{
    size_t count = 0;
    for (size_t i = 0; i + 1 < path.len; i++)
        count += path.at[i] == '/' && path.at[i + 1] != '/';
    return count;
}

/* /api/v1/PLURAL[/NAME], /apis/GROUP/VERSION/PLURAL[/NAME], the same with namespaces/NS before. */
static enum ls_request_verb read_verb(struct ls_slice path, struct ls_slice query)
{
    bool is_core = ls_slice_starts(path, "/api/");
    bool is_group = ls_slice_starts(path, "/apis/");
    size_t segments = segment_count(path);
    size_t before = is_core ? 2 : 3; /* api and version; apis, group and version */
    if (has_part(query, "watch=true") || has_part(query, "watch=1"))
        return LS_REQUEST_WATCH;
    if ((!is_core && !is_group) || segments <= before)
        return LS_REQUEST_DISCOVER;
    size_t rest = segments - before;
    bool is_spaced = has_part(path, "/namespaces/") && rest > 2;
    return rest - (is_spaced ? 2 : 0) == 1 ? LS_REQUEST_LIST : LS_REQUEST_GET;
}

enum ls_request_verb ls_request_verb_of(struct ls_slice method, struct ls_slice target)
{
    static const struct {
        const char *method;
        enum ls_request_verb verb;
    } writes[] = {
        {"POST", LS_REQUEST_CREATE},
        {"PUT", LS_REQUEST_UPDATE},
        {"PATCH", LS_REQUEST_PATCH},
        {"DELETE", LS_REQUEST_DELETE},
    };
    struct ls_slice query;
    struct ls_slice path = ls_slice_cut(target, '?', &query);
    if (has_part(path, "/authorization.k8s.io/") || has_part(path, "/authentication.k8s.io/"))
        return LS_REQUEST_REVIEW;
    for (size_t i = 0; i < LS_COUNT(writes); i++) {
        if (ls_slice_is(method, writes[i].method))
            return has_part(query, "dryRun=All") ? LS_REQUEST_DRY_RUN : writes[i].verb;
    }
    return read_verb(path, query);
}

/* ---- the list ---- */

void ls_rehearsal_requests_release(struct ls_rehearsal_requests *requests)
{
    ls_vec_release(&requests->list);
    ls_arena_release(&requests->arena);
    *requests = (struct ls_rehearsal_requests){0};
}

void ls_rehearsal_requests_add(struct ls_rehearsal_requests *requests,
                               const struct ls_rehearsal_request *request)
{
    struct ls_slice method = ls_slice_of(request->method);
    struct ls_slice target = ls_slice_of(request->target);
    struct ls_rehearsal_request own = *request;
    own.verb = ls_request_verb_of(method, target);
    requests->by_verb[own.verb]++;
    if (requests->count++ >= LS_REHEARSE_REQUESTS_MAX)
        return;
    own.method = ls_arena_dup(&requests->arena, method);
    own.target = ls_arena_dup(&requests->arena, target);
    ls_vec_push(&requests->list, own);
}

size_t ls_rehearsal_requests_writes(const struct ls_rehearsal_requests *requests)
{
    size_t count = 0;
    for (unsigned i = 0; i < LS_REQUEST_VERB_COUNT; i++)
        count += verbs[i].is_write ? requests->by_verb[i] : 0;
    return count;
}

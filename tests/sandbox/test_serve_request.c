#include "sandbox/serve/request.h"

#include <stdio.h>
#include <string.h>

#include "check.h"

static struct ls_query query_of(struct ls_arena *arena, const char *text)
{
    return ls_query_read(arena, ls_slice_of(text));
}

TEST(a_query_is_decoded_pair_by_pair)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_query query = query_of(&arena, "a=1&b=x%20y+z&c&=&a=2&d=%e2%82%ac");
    CHECK(ls_slice_is(ls_query_get(&query, "a"), "1"));
    CHECK(ls_slice_is(ls_query_get(&query, "b"), "x y z"));
    CHECK(ls_slice_is(ls_query_get(&query, "c"), ""));
    CHECK(ls_slice_is(ls_query_get(&query, "d"), "\xe2\x82\xac"));
    CHECK(ls_query_has(&query, "c"));
    CHECK(!ls_query_has(&query, "e"));
}

TEST(pairs_that_cannot_be_read_are_left_out)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_query query = query_of(&arena, "a=%zz&b=%2&c=1;d=2&e=%ff&&f=ok");
    CHECK_INT(query.count, 1);
    CHECK(ls_slice_is(ls_query_get(&query, "f"), "ok"));
}

TEST(truth_values_are_read_as_the_api_does)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_query query = query_of(&arena, "a=1&b=true&c=&d&e=maybe&f=0&g=false&h=FALSE");
    const char *const yes[] = {"a", "b", "c", "d", "e"};
    const char *const no[] = {"f", "g", "h", "i"};
    for (size_t i = 0; i < LS_COUNT(yes); i++)
        CHECK(ls_query_flag(&query, yes[i]));
    for (size_t i = 0; i < LS_COUNT(no); i++)
        CHECK(!ls_query_flag(&query, no[i]));
}

TEST(a_query_of_any_length_is_bounded)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    char text[4096];
    memset(text, '&', sizeof text);
    for (size_t i = 0; i + 1 < sizeof text; i += 2)
        text[i] = 'a';
    struct ls_query query = ls_query_read(&arena, (struct ls_slice){text, sizeof text});
    CHECK_INT(query.count, 256);
}

static const struct {
    const char *method;
    const char *target;
    const char *path; /* group version namespace resource name subresource */
    enum ls_api_verb verb;
} targets[] = {
    /* clang-format off */
    {"GET",    "/api/v1/pods",                               "|v1||pods||",                   LS_API_LIST},
    {"GET",    "/api/v1/namespaces/a/pods",                  "|v1|a|pods||",                  LS_API_LIST},
    {"GET",    "/api/v1/namespaces/a/pods/b",                "|v1|a|pods|b|",                 LS_API_GET},
    {"GET",    "/api/v1/namespaces/a/pods/b/status/",        "|v1|a|pods|b|status",           LS_API_GET},
    {"GET",    "/api/v1/namespaces//pods",                   "|v1||pods||",                   LS_API_LIST},
    {"GET",    "/api/v1/namespaces",                         "|v1||namespaces||",             LS_API_LIST},
    {"GET",    "/api/v1/namespaces/a",                       "|v1||namespaces|a|",            LS_API_GET},
    {"PUT",    "/api/v1/namespaces/a/finalize",              "|v1||namespaces|a|finalize",    LS_API_UPDATE},
    {"PATCH",  "/api/v1/namespaces/a/status",                "|v1||namespaces|a|status",      LS_API_PATCH},
    {"GET",    "/api/v1/pods?watch",                         "|v1||pods||",                   LS_API_WATCH},
    {"GET",    "/api/v1/pods?watch=0",                       "|v1||pods||",                   LS_API_LIST},
    {"GET",    "/api/v1/namespaces/a/pods/b?watch=1",        "|v1|a|pods|b|",                 LS_API_GET},
    {"POST",   "/apis/apps/v1/namespaces/a/deployments",     "apps|v1|a|deployments||",       LS_API_CREATE},
    {"DELETE", "/apis/apps/v1/namespaces/a/deployments",     "apps|v1|a|deployments||",       LS_API_DELETE_COLLECTION},
    {"DELETE", "/apis/apps/v1/namespaces/a/deployments/b",   "apps|v1|a|deployments|b|",      LS_API_DELETE},
    {"PATCH",  "/apis/apps/v1/namespaces/a/deployments/b/scale", "apps|v1|a|deployments|b|scale", LS_API_PATCH},
    {"PUT",    "/apis/apps/v1/namespaces/a/deployments",     "apps|v1|a|deployments||",       LS_API_NONE},
    {"TRACE",  "/apis/apps/v1/namespaces/a/deployments/b",   "apps|v1|a|deployments|b|",      LS_API_NONE},
    {"GET",    "/apis/a%2eb/v1/x%2fy",                       "a.b|v1||x|y|",                  LS_API_GET},
    {"GET",    "/apis/apps",                                 "apps|||||",                     LS_API_LIST},
    {"GET",    "/apis",                                      "|||||",                         LS_API_LIST},
    /* clang-format on */
};

TEST(targets_become_verbs_on_resources)
{
    for (size_t i = 0; i < LS_COUNT(targets); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_asked asked = {.method = ls_slice_of(targets[i].method),
                                 .target = ls_slice_of(targets[i].target)};
        struct ls_api_request request = {.arena = &arena, .asked = &asked};
        CHECK(ls_request_read(&request) == NULL);
        const struct ls_api_path *at = &request.at;
        const char *path =
            ls_arena_printf(&arena, "%.*s|%.*s|%.*s|%.*s|%.*s|%.*s", LS_ARG(at->group),
                            LS_ARG(at->version), LS_ARG(at->namespace_name), LS_ARG(at->resource),
                            LS_ARG(at->name), LS_ARG(at->subresource));
        CHECK_STR(path, targets[i].path);
        CHECK_INT(request.verb, targets[i].verb);
        CHECK(at->is_api);
    }
}

TEST(a_path_that_is_no_text_is_refused)
{
    static const char *const paths[] = {"/api/v1/namespaces/a%zz", "/api/v1/namespaces/a%f",
                                        "/api/v1/namespaces/%ff%fe"};
    for (size_t i = 0; i < LS_COUNT(paths); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_asked asked = {.method = LS_SLICE("GET"), .target = ls_slice_of(paths[i])};
        struct ls_api_request request = {.arena = &arena, .asked = &asked};
        const struct ls_failure *failure = ls_request_read(&request);
        CHECK(failure != NULL);
        CHECK_INT(failure->code, 400);
    }
}

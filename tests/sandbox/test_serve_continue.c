#include "sandbox/serve/continue.h"

#include <string.h>

#include "base/buf.h"
#include "check.h"
#include "value/base64.h"

/* What kube-apiserver 1.36.3 gave for a page of three that ended with "cb". */
static const char real_token[] =
    "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6NDU5LCJzdGFydCI6Ii9jYlx1MDAwMCJ9";

TEST(a_token_is_that_of_kube_apiserver)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_continue place = {459, {"cb", 3}};
    CHECK(ls_slice_is(ls_continue_print(&arena, &place), real_token));
    struct ls_continue read = {0};
    CHECK(!ls_continue_read(&arena, ls_slice_of(real_token), &read));
    CHECK_INT(read.revision, 459);
    CHECK_INT(read.start.len, 3);
    CHECK(memcmp(read.start.at, "cb", 3) == 0);
}

TEST(a_list_that_lost_its_place_has_a_token_too)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_continue place = {-1, {"cb", 3}}, read = {0};
    struct ls_slice token = ls_continue_print(&arena, &place);
    CHECK(ls_slice_is(token, "eyJ2IjoibWV0YS5rOHMuaW8vdjEiLCJydiI6LTEsInN0YXJ0IjoiY2JcdTAwMDAifQ"));
    CHECK(!ls_continue_read(&arena, token, &read));
    CHECK_INT(read.revision, -1);
    CHECK(ls_slice_equal(read.start, place.start));
}

/* Each as kube-apiserver 1.36.3 refused it. */
static const struct {
    const char *json; /* NULL: the token is `raw` */
    const char *raw;
    const char *why;
} refused[] = {
    {NULL, "%", ": illegal base64 data at input byte 0"},
    {NULL, "garbage", ": invalid character '\\u0081' looking for beginning of value"},
    {"null", NULL, ": server does not recognize this encoded version "},
    {"{\"v\":\"meta.k8s.io/v2\",\"rv\":459,\"start\":\"/cb\"}", NULL,
     ": server does not recognize this encoded version meta.k8s.io/v2"},
    {"{\"v\":\"meta.k8s.io/v1\",\"rv\":0,\"start\":\"/cb\"}", NULL,
     ": incorrect encoded start resourceVersion (version meta.k8s.io/v1)"},
    {"{\"v\":\"meta.k8s.io/v1\",\"rv\":459}", NULL,
     ": encoded start key empty (version meta.k8s.io/v1)"},
    {"{\"v\":\"meta.k8s.io/v1\",\"rv\":459,\"start\":\"../x\"}", NULL, ": ../x"},
    {"{\"v\":\"meta.k8s.io/v1\",\"rv\":459,\"start\":\"/../x\"}", NULL, ": /../x"},
    {"{\"v\":\"meta.k8s.io/v1\",\"rv\":\"a\",\"start\":\"/cb\"}", NULL,
     ": json: cannot unmarshal string into Go struct field continueToken.rv of type int64"},
    {"{\"v\":\"meta.k8s.io/v1\",", NULL, ": unexpected end of JSON input"},
};

TEST(what_no_server_made_is_refused)
{
    for (size_t i = 0; i < LS_COUNT(refused); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_buf token LS_AUTO(ls_buf_release) = {0};
        struct ls_continue read = {0};
        if (refused[i].json)
            ls_base64_encode(&token, ls_slice_of(refused[i].json), LS_BASE64_URL);
        else
            ls_buf_add_text(&token, refused[i].raw);
        const struct ls_failure *failure = ls_continue_read(&arena, ls_buf_slice(&token), &read);
        CHECK(failure);
        CHECK_INT(failure->code, 400);
        CHECK_STR(failure->message,
                  ls_arena_printf(&arena, "invalid continue token: continue key is not valid%s",
                                  refused[i].why));
    }
}

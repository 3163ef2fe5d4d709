#include "sandbox/serve/serve.h"

#include "base/mem.h"
#include "base/world.h"
#include "sandbox/serve/authorize.h"
#include "sandbox/serve/limits.h"
#include "sandbox/serve/listing.h"
#include "sandbox/serve/reply.h"
#include "sandbox/serve/route.h"
#include "sandbox/serve/serve_impl.h"

struct ls_serve *ls_serve_new(struct ls_cluster *cluster, const struct ls_serve_options *options)
{
    LS_ASSERT(cluster->registry);
    LS_ASSERT(cluster->store);
    struct ls_serve *serve = LS_NEW(struct ls_serve);
    struct ls_watches_options watches = {.timeout_ms = options->watch_timeout_ms,
                                         .bookmark_ms = options->bookmark_ms};
    serve->cluster = cluster;
    serve->recent = (struct ls_serve_door){.serve = serve};
    serve->lagging = (struct ls_serve_door){.serve = serve, .may_lag = true};
    serve->authorizer = options->authorizer;
    serve->auth = ls_auth_new(cluster, options->token);
    serve->watches = ls_watches_new(cluster, &watches);
    serve->metrics = ls_metrics_new();
    serve->discovery = ls_discovery_pages_new(cluster);
    serve->openapi = ls_openapi_pages_new(cluster);
    return serve;
}

void ls_serve_free(struct ls_serve *serve)
{
    if (!serve)
        return;
    ls_timer_stop(serve->cluster->world->loop, &serve->lag_timer);
    ls_listing_abort_all(serve);
    ls_watches_free(serve->watches);
    ls_openapi_pages_free(serve->openapi);
    ls_discovery_pages_free(serve->discovery);
    ls_metrics_free(serve->metrics);
    ls_auth_free(serve->auth);
    ls_buf_wipe(&serve->out);
    ls_arena_wipe(&serve->arena);
    ls_free(serve);
}

/* The arena of a large request is not kept. */
static void serve_forget(struct ls_serve *serve)
{
    if (serve->arena.used_bytes > LS_SERVE_ARENA_BYTES_KEEP)
        ls_arena_release(&serve->arena);
    else
        ls_arena_reset(&serve->arena);
    if (serve->out.cap > LS_SERVE_ARENA_BYTES_KEEP)
        ls_buf_release(&serve->out);
}

static void serve_exchange(void *self, struct ls_exchange *exchange)
{
    const struct ls_serve_door *door = self;
    struct ls_serve *serve = door->serve;
    struct ls_api_request request = {.serve = serve,
                                     .cluster = serve->cluster,
                                     .arena = &serve->arena,
                                     .exchange = exchange,
                                     .asked = ls_exchange_asked(exchange),
                                     .lag = door->may_lag ? &serve->lag : NULL,
                                     .non_resource = ""};
    const struct ls_failure *failure = ls_request_read(&request);
    if (failure) { /* Go's HTTP server refuses such a path before kube-apiserver sees it */
        ls_reply_text(&request, 400, "text/plain; charset=utf-8", LS_SLICE("400 Bad Request"));
        serve_forget(serve);
        return;
    }
    failure = ls_request_timeout_check(&request);
    if (!failure)
        failure = ls_auth_check(serve->auth, request.arena, request.asked, &request.user);
    if (!failure)
        failure = ls_request_authorize(&request);
    if (failure)
        ls_reply_failure(&request, failure);
    else
        ls_route(&request);
    LS_ASSERT(request.exchange == NULL);
    serve_forget(serve);
}

struct ls_service ls_serve_service(struct ls_serve *serve)
{
    return (struct ls_service){&serve->recent, serve_exchange};
}

struct ls_service ls_serve_lagging_service(struct ls_serve *serve)
{
    return (struct ls_service){&serve->lagging, serve_exchange};
}

static void lag_set(struct ls_serve *serve, struct ls_lag lag)
{
    ls_timer_stop(serve->cluster->world->loop, &serve->lag_timer);
    serve->lag = lag;
    ls_watches_catch_up(serve->watches);
}

static void lag_end(void *self)
{
    lag_set(self, (struct ls_lag){0});
}

void ls_serve_lag(struct ls_serve *serve, struct ls_lag lag, int64_t for_ms)
{
    LS_ASSERT(lag.revision >= 0 && for_ms >= 0);
    lag_set(serve, lag);
    if (lag.revision > 0 && for_ms > 0)
        ls_timer_start(serve->cluster->world->loop, &serve->lag_timer, for_ms, lag_end, serve);
}

#pragma once
/*
 * The state that the sources of this folder share.
 */
#include "base/buf.h"
#include "sandbox/serve/auth.h"
#include "sandbox/serve/discovery.h"
#include "sandbox/serve/lag.h"
#include "sandbox/serve/metrics.h"
#include "sandbox/serve/openapi_pages.h"
#include "sandbox/serve/serve.h"
#include "sandbox/serve/watch.h"

struct ls_authorizer;
struct ls_listing;

/* One of the two API servers. */
struct ls_serve_door {
    struct ls_serve *serve;
    bool may_lag;
};

struct ls_serve {
    struct ls_cluster *cluster;
    struct ls_auth *auth;
    struct ls_authorizer *authorizer; /* NULL: everybody whom we know may do everything */
    struct ls_watches *watches;
    struct ls_metrics *metrics;
    struct ls_discovery_pages *discovery;
    struct ls_openapi_pages *openapi;
    struct ls_arena arena;       /* of the request that is being served */
    struct ls_buf out;           /* its answer, while it is printed */
    struct ls_listing *listings; /* large lists with slow clients */
    struct ls_serve_door recent;
    struct ls_serve_door lagging;
    struct ls_lag lag;         /* of the lagging one */
    struct ls_timer lag_timer; /* ends the lag */
};

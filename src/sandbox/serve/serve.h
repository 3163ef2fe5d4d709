#pragma once
/*
 * The HTTP side of the embedded API server: reads a request, authenticates and routes it, and
 * writes the response in the requested form.
 *
 * Order: request.h (path, query, verb) -> auth.h (user) -> authorize.h (rights) -> route.h
 * (handler)
 * -> request_body.h (JSON, YAML or protobuf to a value) -> ops, or list.h and watch.h -> reply.h
 * (JSON, YAML, Table, PartialObjectMetadata, Status).
 */
#include "base/slice.h"
#include "net/service.h"
#include "sandbox/serve/lag.h"

struct ls_authorizer;
struct ls_cluster;
struct ls_serve;

struct ls_serve_options {
    const char *token;                /* the admin's token; NULL: every request is the admin's */
    struct ls_authorizer *authorizer; /* borrowed; NULL: every known user may do everything */
    int64_t
        watch_timeout_ms; /* of a watch without timeoutSeconds; 0: the default, 30 to 60 minutes */
    int64_t bookmark_ms;  /* between bookmarks; 0: one minute */
};

struct ls_serve *ls_serve_new(struct ls_cluster *cluster, const struct ls_serve_options *options);
/* Ends open watches cleanly. */
void ls_serve_free(struct ls_serve *serve);
/* Always serves the newest. */
struct ls_service ls_serve_service(struct ls_serve *serve);
/* A second API server on the same store, with the same tokens: the same until it lags. */
struct ls_service ls_serve_lagging_service(struct ls_serve *serve);
/* Sets, moves or, with revision 0, ends the lag of the second one; its watches send what they held
 * back. The lag ends by itself after that time; 0: it does not. */
void ls_serve_lag(struct ls_serve *serve, struct ls_lag lag, int64_t for_ms);

#pragma once
/*
 * A request as the API understands it: a verb on a resource, by whom, with which options, and in
 * which form the answer is wanted.
 *
 *     /apis/apps/v1/namespaces/shop/deployments/web/status?dryRun=All
 *           group  version      namespace  resource name subresource
 *
 * It lives in its arena until it is answered (reply.h). A watch goes on behind that: it takes the
 * exchange and copies whatever else it needs.
 */
#include "net/service.h"
#include "sandbox/kinds/cluster.h"
#include "sandbox/kinds/kind.h"
#include "sandbox/ops/call.h"
#include "sandbox/serve/accept.h"
#include "sandbox/serve/auth.h"
#include "sandbox/serve/query.h"
#include "sandbox/status/failure.h"

struct ls_lag;
struct ls_serve;

enum ls_api_verb {
    LS_API_NONE, /* a method that resources do not have */
    LS_API_GET,
    LS_API_LIST,
    LS_API_WATCH,
    LS_API_CREATE,
    LS_API_UPDATE,
    LS_API_PATCH,
    LS_API_DELETE,
    LS_API_DELETE_COLLECTION,
    LS_API_COUNT
};
const char *ls_api_verb_name(enum ls_api_verb verb); /* "deletecollection"; "" for none */

/* The parts of a path, decoded; absent ones are empty. */
struct ls_api_path {
    bool is_api;   /* below /api or /apis */
    bool is_watch; /* the older form of a watch, /api/v1/watch/... */
    struct ls_slice group;
    struct ls_slice version;
    struct ls_slice namespace_name;
    struct ls_slice resource;
    struct ls_slice name;
    struct ls_slice subresource;
    struct ls_slice rest; /* the path after the subresource, without its slash (proxy) */
};

struct ls_api_request {
    struct ls_serve *serve;
    struct ls_cluster *cluster;
    struct ls_arena *arena;
    struct ls_exchange *exchange; /* NULL once it is answered or belongs to a watch */
    const struct ls_asked *asked; /* borrowed from the exchange: only until the answer */
    struct ls_slice path;         /* as sent, without the query */
    struct ls_query query;
    struct ls_api_path at;
    enum ls_api_verb verb;
    const struct ls_kind *kind;               /* borrowed; NULL: not about a resource */
    const struct ls_subresource *subresource; /* NULL: the object itself */
    struct ls_user user;
    const struct ls_lag *lag; /* of the API server that was asked; NULL: it serves the newest */
    struct ls_response_form form;
    struct ls_response_warnings warnings; /* become Warning headers */
    const char
        *non_resource; /* the path in /metrics if it names no resource: "/healthz"; else "" */
};

/* Reads target and method, without the registry. 400 for a path that cannot be decoded. */
const struct ls_failure *ls_request_read(struct ls_api_request *request);
/* 400 if the query's `timeout` is no duration; its value is not used. */
const struct ls_failure *ls_request_timeout_check(struct ls_api_request *request);

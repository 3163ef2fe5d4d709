#pragma once
/*
 * The HTTP side of the embedded API server: takes exchanges, finds out who asks for what, has it
 * done, and writes the answer in the form the client asked for.
 *
 * One way through: request.h (path, query, verb) -> auth.h (who) -> route.h (which handler) ->
 * request_body.h (JSON, YAML or protobuf to a value) -> ops, or list.h and watch.h -> reply.h
 * (JSON, YAML, Table, PartialObjectMetadata, Status).
 */
#include "base/slice.h"
#include "net/service.h"

struct ls_cluster;
struct ls_serve;

struct ls_serve_options {
    const char *token;        /* who brings it is admin; NULL: everyone is */
    int64_t watch_timeout_ms; /* of a watch that names none; 0: the default, 30 to 60 minutes */
    int64_t bookmark_ms;      /* between bookmarks; 0: one minute */
};

struct ls_serve *ls_serve_new(struct ls_cluster *cluster, const struct ls_serve_options *options);
/* Open watches end cleanly. */
void ls_serve_free(struct ls_serve *serve);
struct ls_service ls_serve_service(struct ls_serve *serve);

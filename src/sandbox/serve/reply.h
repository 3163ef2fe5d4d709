#pragma once
/*
 * Responses: an object, a list, a Status or plain text, in the requested form.
 *
 * Values are printed straight from their tapes. A large response is sent in pieces as the client
 * reads. Each function finishes the exchange, sets request->exchange to NULL, and counts the
 * request for /metrics.
 */
#include "base/buf.h"
#include "sandbox/serve/request.h"
#include "sandbox/serve/show.h"

/* As a Table or PartialObjectMetadata if the request's form says so, else whole. `object` is in the
 * version of the request's kind, with apiVersion and kind. */
void ls_reply_object(struct ls_api_request *request, int status, struct ls_node object);
/* The same for a value that is no object of the kind: a Scale, a Status, a review. Never a
 * Table. */
void ls_reply_value(struct ls_api_request *request, int status, struct ls_node value);
void ls_reply_failure(struct ls_api_request *request, const struct ls_failure *failure);
/* {"kind":"Status",...,"status":"Success","code":201} */
void ls_reply_success(struct ls_api_request *request, int status);
void ls_reply_text(struct ls_api_request *request, int status, const char *content_type,
                   struct ls_slice text);
/* With additional headers; body may be empty (304). */
void ls_reply_with(struct ls_api_request *request, int status, const struct ls_header *headers,
                   size_t header_count, struct ls_slice body);

/* One page of a list. The objects are as stored; reply.c converts them to the kind's version and
 * takes its own references while it waits for the client. */
struct ls_page {
    const struct ls_obj *const *objects; /* in the request's arena */
    size_t count;
    int64_t revision;
    struct ls_slice continue_token; /* "" none */
    int64_t remaining;              /* -1: not known */
};
void ls_reply_list(struct ls_api_request *request, const struct ls_page *page);

/* Sends 200 and the headers of a stream. The exchange stays open and belongs to the caller now;
 * request->exchange becomes NULL. */
struct ls_exchange *ls_reply_stream(struct ls_api_request *request);

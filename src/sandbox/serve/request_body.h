#pragma once
/*
 * The bodies of requests: objects, DeleteOptions, patches.
 */
#include "sandbox/serve/request.h"
#include "sandbox/types/body.h"

/* An object of the request's kind, or of its subresource's ("Scale", "Eviction"). */
const struct ls_failure *ls_body_object(struct ls_api_request *request,
                                        struct ls_strict_errors *strict, struct ls_node *out);
/* Absent when there is no body. */
const struct ls_failure *ls_body_delete_options(struct ls_api_request *request,
                                                struct ls_node *out);
/* The type of patch that the content type names; 415 for any other. */
const struct ls_failure *ls_body_patch_type(struct ls_api_request *request, enum ls_patch *out);
const struct ls_failure *ls_body_patch(struct ls_api_request *request, enum ls_patch patch,
                                       struct ls_strict_errors *strict, struct ls_node *out);

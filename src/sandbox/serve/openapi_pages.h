#pragma once
/*
 * The OpenAPI v2 document in its two forms. It is made at the first request and kept until a kind
 * is added, removed or changed; a document larger than LS_OPENAPI_BYTES_KEEP is made for each
 * request.
 */
#include "base/buf.h"

struct ls_cluster;
struct ls_openapi_pages;

enum ls_openapi_form { LS_OPENAPI_JSON, LS_OPENAPI_PROTOBUF, LS_OPENAPI_FORM_COUNT };

struct ls_openapi_pages *ls_openapi_pages_new(struct ls_cluster *cluster); /* borrows it */
void ls_openapi_pages_free(struct ls_openapi_pages *pages);
/* Appends the document. */
void ls_openapi_pages_print(struct ls_openapi_pages *pages, enum ls_openapi_form form,
                            struct ls_buf *out);
/* The form that the Accept header prefers; false: it accepts neither. */
bool ls_openapi_form_choose(struct ls_slice accept, enum ls_openapi_form *out);

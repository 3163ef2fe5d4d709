#pragma once
/*
 * The form of a response: the best entry of the Accept header that we can serve.
 *
 * Objects are sent as JSON or YAML, whole, as rows of a Table or as PartialObjectMetadata. Protobuf
 * is never written: clients that ask for it also name JSON, and one that does not gets JSON.
 */
#include <stdbool.h>

#include "base/slice.h"

enum ls_response_form_as {
    LS_AS_OBJECT,
    LS_AS_TABLE,
    LS_AS_METADATA,      /* PartialObjectMetadata */
    LS_AS_METADATA_LIST, /* PartialObjectMetadataList */
    LS_AS_DISCOVERY,     /* aggregated discovery */
};
enum ls_response_form_text { LS_TEXT_JSON, LS_TEXT_PRETTY, LS_TEXT_YAML };
/* What a row of a Table carries beside its cells (query includeObject). */
enum ls_response_form_include { LS_INCLUDE_METADATA, LS_INCLUDE_NONE, LS_INCLUDE_OBJECT };

struct ls_response_form {
    enum ls_response_form_as as;
    enum ls_response_form_text text;
    enum ls_response_form_include include;
    bool is_beta; /* meta.k8s.io/v1beta1, for old clients */
};

/* The forms that one path offers. */
struct ls_offer {
    bool has_table;     /* Table and PartialObjectMetadata */
    bool has_discovery; /* aggregated discovery v2 */
    bool is_stream;     /* a watch: no YAML */
    bool is_unrouted;   /* the real server's router ignores Accept here */
};

enum ls_accept {
    LS_ACCEPT_GOOD,
    LS_ACCEPT_NO_TYPE, /* 406: no entry names one of our media types */
    LS_ACCEPT_NO_FORM, /* 406: a media type is ours, the rest of the entry is not */
};

/* An empty Accept means JSON. On failure out is set to the fallback: pretty JSON, whole. */
enum ls_accept ls_accept_choose(struct ls_slice accept, const struct ls_offer *offer,
                                struct ls_response_form *out);
/* The message of each 406, as kube-apiserver words it. */
const char *ls_accept_message(enum ls_accept why, bool is_list, bool is_stream);

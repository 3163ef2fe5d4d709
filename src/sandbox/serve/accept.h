#pragma once
/*
 * The form in which a client wants its answer: the entry of Accept it likes best of those that we
 * can serve.
 *
 * Objects come as JSON or YAML, whole, as rows of a Table or as PartialObjectMetadata. Protobuf is
 * never written: clients that ask for it name JSON behind it, and one that does not gets JSON.
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
/* What a row of a Table carries besides its cells (query includeObject). */
enum ls_response_form_include { LS_INCLUDE_METADATA, LS_INCLUDE_NONE, LS_INCLUDE_OBJECT };

struct ls_response_form {
    enum ls_response_form_as as;
    enum ls_response_form_text text;
    enum ls_response_form_include include;
    bool is_beta; /* meta.k8s.io/v1beta1, for old clients */
};

/* What may be asked for at one place. */
struct ls_offer {
    bool has_table;     /* Table and PartialObjectMetadata */
    bool has_discovery; /* aggregated discovery v2 */
    bool is_stream;     /* a watch: no YAML */
    bool is_unrouted;   /* the real server's router does not look at Accept here */
};

enum ls_accept {
    LS_ACCEPT_GOOD,
    LS_ACCEPT_NO_TYPE, /* 406: none of its media types is ours */
    LS_ACCEPT_NO_FORM, /* 406: the media type is, the rest of the entry is not */
};

/* An empty Accept takes JSON. out is set to the fallback (pretty JSON, whole) on failure too. */
enum ls_accept ls_accept_choose(struct ls_slice accept, const struct ls_offer *offer,
                                struct ls_response_form *out);
/* The message of each 406, as kube-apiserver words it. */
const char *ls_accept_message(enum ls_accept why, bool is_list, bool is_stream);

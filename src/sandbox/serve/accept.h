#pragma once
/*
 * The form in which a client wants its answer: the first entry of Accept that we can serve.
 *
 * Objects come as JSON or YAML, whole, as rows of a Table or as PartialObjectMetadata. Protobuf
 * entries are passed over: clients that ask for it name JSON behind it.
 */
#include "base/slice.h"

#include <stdbool.h>

enum ls_form_as {
    LS_AS_OBJECT,
    LS_AS_TABLE,
    LS_AS_METADATA, /* PartialObjectMetadata, in lists PartialObjectMetadataList */
    LS_AS_DISCOVERY /* aggregated discovery */
};
enum ls_form_text { LS_TEXT_JSON, LS_TEXT_PRETTY, LS_TEXT_YAML };
/* What a row of a Table carries besides its cells (query includeObject). */
enum ls_form_include { LS_INCLUDE_METADATA, LS_INCLUDE_NONE, LS_INCLUDE_OBJECT };

struct ls_form {
    enum ls_form_as as;
    enum ls_form_text text;
    enum ls_form_include include;
};

/* What may be asked for at one place. */
struct ls_offer {
    bool has_table;     /* Table and PartialObjectMetadata */
    bool has_discovery; /* aggregated discovery v2 */
    bool is_stream;     /* a watch: no YAML */
};

/* False: nothing of what is accepted can be served (406). An empty Accept takes JSON. */
bool ls_accept_choose(struct ls_slice accept, const struct ls_offer *offer, struct ls_form *out);

#pragma once
/*
 * From a call specification to the request: method, media types, target and body. A table of verbs,
 * no state.
 */
#include "kube/client.h"

struct ls_verb_row {
    const char *name; /* for messages */
    const char *method;
    const char *content_type; /* of the body; NULL: it has none */
    bool has_name;            /* works on one object, not on a collection */
    bool is_write;
};
const struct ls_verb_row *ls_verb_row(enum ls_verb verb);

const char *ls_call_spec_accept(const struct ls_call_spec *ask);
/* Appends path and query; checks names and selectors. */
enum ls_code ls_call_spec_target(const struct ls_call_spec *ask, const char *default_manager,
                                 struct ls_buf *out, struct ls_err *err);
void ls_call_spec_body(const struct ls_call_spec *ask, struct ls_buf *out);
/* "apply deployments.apps \"web\" in namespace \"shop\"": the context of its errors. */
void ls_call_spec_print(const struct ls_call_spec *ask, struct ls_buf *out);

/* The media type of a form, for one object (and the events of a watch) or for a list. */
const char *ls_form_accept(enum ls_form form, bool is_list);
/* labelSelector and fieldSelector, bounded. */
enum ls_code ls_selectors_add(struct ls_buf *out, const char *labels, const char *fields,
                              struct ls_err *err);

#pragma once
/*
 * A selection: which objects of a kind a list or a watch is about, by namespace, labels and fields.
 *
 * Fields are those that the kind names (struct ls_kind_rules) and metadata.name and .namespace.
 * They are looked up in objects as stored: names that only a view or an old client knows are
 * translated first. What is refused is refused in kube-apiserver's words.
 */
#include "base/arena.h"
#include "sandbox/kinds/kind.h"
#include "sandbox/status/failure.h"
#include "value/selector.h"

struct ls_select_field {
    const char *path;
    const char *absent; /* the value of what is not there */
    struct ls_slice value;
    bool is_negated;
};

struct ls_select {
    struct ls_slice namespace_name; /* "": all of them */
    struct ls_selector labels;
    const struct ls_select_field *fields;
    size_t field_count;
};

/* Copies what it keeps into the arena. */
const struct ls_failure *ls_select_read(struct ls_arena *arena, const struct ls_kind *kind,
                                        struct ls_slice namespace_name, struct ls_slice labels,
                                        struct ls_slice fields, struct ls_select *out);
/* Looks at labels and fields; the namespace is the walk's or the reader's to check. */
bool ls_select_has(const struct ls_select *selection, struct ls_node stored);
/* Neither labels nor fields matter. */
bool ls_select_is_all(const struct ls_select *selection);
/* The one name that can match; at == NULL: no term says so. */
struct ls_slice ls_select_name(const struct ls_select *selection);

/* Why a text is no label selector, as kube-apiserver says it; NULL: it finds nothing wrong. */
const char *ls_selector_error(struct ls_arena *arena, struct ls_slice text);

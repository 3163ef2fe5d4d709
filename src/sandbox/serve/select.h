#pragma once
/*
 * A selection: the objects of a kind that a list or a watch covers, by namespace, labels and
 * fields.
 *
 * Fields are metadata.name, metadata.namespace and those that the kind names (struct
 * ls_kind_rules). They are read from stored objects: names of a view or of old clients are
 * translated first. Refusals are in kube-apiserver's words.
 */
#include "base/arena.h"
#include "sandbox/kinds/kind.h"
#include "sandbox/status/failure.h"
#include "value/selector.h"

struct ls_select_field {
    const char *path;
    const char *absent; /* the value of an absent field */
    struct ls_slice value;
    bool is_negated;
};

struct ls_select {
    struct ls_slice namespace_name; /* "": all of them */
    struct ls_selector labels;
    const struct ls_select_field *fields;
    size_t field_count;
};

/* Copies the texts into the arena. */
const struct ls_failure *ls_select_read(struct ls_arena *arena, const struct ls_kind *kind,
                                        struct ls_slice namespace_name, struct ls_slice labels,
                                        struct ls_slice fields, struct ls_select *out);
/* True: labels and fields match. The caller checks the namespace. */
bool ls_select_has(const struct ls_select *selection, struct ls_node stored);
/* True: the selection has no labels and no fields. */
bool ls_select_is_all(const struct ls_select *selection);
/* The only name that can match; at == NULL: the selection names none. */
struct ls_slice ls_select_name(const struct ls_select *selection);

/* kube-apiserver's error for an invalid label selector; NULL: it is valid. */
const char *ls_selector_error(struct ls_arena *arena, struct ls_slice text);

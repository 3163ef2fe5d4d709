#pragma once
/*
 * Is it likely that a prune is a mistake? Two applications whose folders have the same name share
 * one set by default: the second would delete all of the first.
 */
#include <stdbool.h>
#include <stddef.h>

struct ls_prune {         /* of a set as it is in the cluster, against the manifests */
    size_t wanted_count;  /* that are in the manifests too */
    size_t deleted_count; /* that are not, and would be deleted */
    size_t released_count;
    bool is_name_default; /* nobody named the set: its name is that of a file or folder */
    bool is_allowed;      /* --allow-prune */
};

/* True when the name is a default one and nothing of the set is in the manifests any more, or half
 * of it or more, and more than one object, would be deleted. */
bool ls_prune_is_doubtful(const struct ls_prune *prune);

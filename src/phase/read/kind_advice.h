#pragma once
/*
 * What to write instead of an apiVersion or kind that nobody has. For this room alone.
 */
#include "phase/read/own_kinds.h"

/* The error for a manifest whose kind was not found: its apiVersion is missing, not served for the
 * kind, or the kind is misspelt. Says what the server and the set do have. */
enum ls_code ls_kind_advise(const struct ls_catalog *catalog, const struct ls_own_kinds *own,
                            const struct ls_manifest *manifest, struct ls_err *err);

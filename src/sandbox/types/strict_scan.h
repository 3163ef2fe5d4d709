#pragma once
/*
 * Finds the duplicate and unknown fields of a JSON body, in the order of the text, as
 * kube-apiserver's strict decoding reports them. A parsed value keeps only the last of two equal
 * members, so this reads the text again; it is called only for bodies that have such fields.
 */
#include "base/slice.h"
#include "sandbox/types/round_trip.h"

/* The text is valid JSON of limited depth. */
void ls_strict_scan(struct ls_slice text, const struct ls_api_type *type,
                    struct ls_strict_errors *strict);
/* The same for a custom kind, of which no field is unknown. */
void ls_strict_scan_untyped(struct ls_slice text, struct ls_strict_errors *strict);

#pragma once
/*
 * Members that a JSON body gives twice, and those its type does not know, in the order of the text:
 * what kube-apiserver's strict decoding tells of. Values keep only the last of two members, so this
 * reads the text once more; it is for bodies in which something was found.
 */
#include "base/slice.h"
#include "sandbox/types/round_trip.h"

/* The text is good JSON of limited depth. type NULL: custom, nothing is unknown. */
void ls_repeats_tell(struct ls_slice text, const struct ls_api_type *type,
                     struct ls_strays *strays);

#pragma once
/*
 * lockstep.dev/ignore-fields: fields of a manifest that count when the object is created and never
 * again. Paths stand one a line, or with commas between:
 *
 *     .spec.replicas, .spec.template.spec.containers[name="web"].image
 *     .metadata.annotations["example.com/seen"]
 *
 * An item of a list is named by its keys. Names with dots or slashes stand in brackets and quotes.
 */
#include "phase/read/wishes.h"

/* Adds to out->ignored. Refuses what is no path, and what lockstep itself needs: apiVersion, kind,
 * the name, labels or annotations as a whole, its own marks. */
enum ls_code ls_ignore_parse(struct ls_arena *arena, struct ls_slice text, struct ls_wishes *out,
                             struct ls_err *err);

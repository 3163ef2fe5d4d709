#pragma once
/*
 * wait-for-properties, from text to properties; for this room alone.
 */
#include "phase/read/wishes.h"

/* `.a.b=x,.c=y`: cut at commas, each part at its first '='. Errors are sentences without a place,
 * that begin behind the annotation's name. */
enum ls_code ls_properties_parse(struct ls_arena *arena, struct ls_slice text,
                                 struct ls_wishes *out, struct ls_err *err);

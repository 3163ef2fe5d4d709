#pragma once
/*
 * wait-for-properties, from text to properties; for this room alone.
 */
#include "phase/read/wishes.h"

/*
 * `.a.b=x,.c=y`. A path ends at the first '=' that is not in brackets, so a filter keeps its own. A
 * value is in quotes ("a,b=c", 'a', with \\ \" \' \n \r \t), or a JSON map or list, or all up to
 * the next comma. Errors are sentences that begin behind the annotation's name; the byte they name
 * counts in the text, from 1.
 */
enum ls_code ls_properties_parse(struct ls_arena *arena, struct ls_slice text,
                                 struct ls_wishes *out, struct ls_err *err);

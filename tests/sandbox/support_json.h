#pragma once
/* Short forms that the tests of the sandbox share. */
#include "base/buf.h"
#include "check.h"
#include "value/build.h"
#include "value/json.h"

/* The obj of a JSON text that must be valid; the test ends when it is not. */
const struct ls_obj *obj_of(const char *json);
/* Compact JSON in a ring of buffers: the last eight results stay valid. */
const char *json_of(struct ls_node node);

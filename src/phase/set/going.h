#pragma once
/*
 * Why an object that was deleted is still there, in the words of its finalizers and, where it holds
 * other objects, of its conditions.
 */
#include "base/buf.h"
#include "value/node.h"

/* "held by finalizer example.com/guard", "waits for what it owns to go"; nothing when it is not
 * going or does not say. */
void ls_going_print(struct ls_buf *out, struct ls_node object);

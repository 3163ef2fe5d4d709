#pragma once
/*
 * Strategic merge patch: a merge patch that matches the items of a list by a key field and
 * may carry directives ($patch, $setElementOrder/F, $deleteFromPrimitiveList/F,
 * $retainKeys). Semantics and errors are those of apimachinery's strategicpatch on the server.
 *
 * What is needed of a type are the patch members of struct ls_type_field (value/type_schema.h).
 */
#include "base/arena.h"
#include "base/err.h"
#include "value/node.h"
#include "value/type_schema.h"

/* Added items go before those that stay, unless $setElementOrder says otherwise. The result lives
 * in the arena. LS_E_INVALID with the message of kube-apiserver. */
enum ls_code ls_strategic_merge(struct ls_arena *arena, struct ls_node target, struct ls_node patch,
                                const struct ls_type_schema *type, struct ls_node *out,
                                struct ls_err *err);

#pragma once
/*
 * Whose object is it? Read from labels and owner references alone, so metadata is enough.
 */
#include "base/buf.h"
#include "value/node.h"

enum ls_holder {
    LS_HOLDER_NOBODY,
    LS_HOLDER_US,         /* part-of says so, and it is no copy of a label of ours */
    LS_HOLDER_OTHER_SET,  /* part-of another ApplySet, of lockstep or of somebody else */
    LS_HOLDER_CONTROLLER, /* an owner reference with controller: true */
    LS_HOLDER_COUNT
};

enum ls_holder ls_holder_of(struct ls_node object, struct ls_slice set_id);
/* Did somebody take our label off, or write another in its place by hand? It is still ours then:
 * `manager` wrote it by apply, owns the hash on it, and no other tool applied the label. */
bool ls_holder_lost_label(struct ls_node object, struct ls_slice set_id, struct ls_slice manager);
/* Does this manager own fields of it by apply? */
bool ls_holder_has_entry(struct ls_node object, struct ls_slice manager);
/* "another set (applyset-...)", "Deployment web, its controller": for refusals. */
void ls_holder_print(struct ls_buf *out, struct ls_node object, enum ls_holder holder);

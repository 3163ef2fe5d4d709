#include "sandbox/ops/load.h"

#include <inttypes.h>
#include <stdio.h>

#include "sandbox/ops/write.h"
#include "value/edit.h"

void ls_op_load(struct ls_op_call *call, struct ls_node object)
{
    enum { REVISION_BYTES = 24 };
    struct ls_write write = {0};
    char revision[REVISION_BYTES];
    const struct ls_obj *loaded LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err;
    LS_ASSERT(call->name.len > 0);
    snprintf(revision, sizeof revision, "%" PRId64, ls_store_next(call->cluster->store));
    ls_write_open(&write, call);
    if (!ls_edit_set_text(object, "metadata.resourceVersion", revision, &loaded, &err))
        ls_write_store(&write, loaded);
    ls_write_release(&write);
}

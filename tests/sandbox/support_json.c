#include "support_json.h"

#include <stdlib.h>

const struct ls_obj *obj_of(const char *json)
{
    struct ls_err err = {0};
    const struct ls_obj *obj = NULL;
    const struct ls_json_options options = {.depth_max = 512};
    CHECK_OK(ls_json_parse(ls_slice_of(json), &options, &obj, &err), err);
    return obj;
}

const char *json_of(struct ls_node node)
{
    static struct ls_buf ring[8];
    static size_t next;
    struct ls_buf *buf = &ring[next++ % 8];
    ls_buf_clear(buf);
    ls_json_print(buf, node, LS_JSON_COMPACT);
    return ls_buf_text(buf);
}

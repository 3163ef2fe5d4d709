/* JSONPath: whatever compiles walks a fixed object without harm; the first value is one of all. */
#include "expr/path/jsonpath.h"
#include "value/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void count_value(void *self, struct ls_node value)
{
    size_t *count = self;
    *count += !ls_node_is_absent(value);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_jsonpath *path = NULL;
    struct ls_err err;
    struct ls_slice json =
        LS_SLICE("{\"a\":{\"b\":[1,2.5,\"x\",null,{\"c\":true}]},\"b\":[[1],[]]}");
    LS_ASSERT(ls_json_parse(json, NULL, &object, &err) == LS_OK);
    if (ls_jsonpath_compile(&arena, (struct ls_slice){(const char *)data, size}, &path, &err))
        return 0;
    size_t count = 0;
    LS_ASSERT(ls_jsonpath_each(path, ls_obj_root(object), count_value, &count) == count);
    LS_ASSERT(ls_node_is_absent(ls_jsonpath_first(path, ls_obj_root(object))) == (count == 0));
    return 0;
}

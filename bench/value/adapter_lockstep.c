#include "harness.h"

#include "base/buf.h"
#include "value/edit.h"
#include "value/json.h"

static void *tape_parse(const char *text, size_t len)
{
    const struct ls_obj *obj = NULL;
    struct ls_err err;
    return ls_json_parse((struct ls_slice){text, len}, NULL, &obj, &err) ? NULL : (void *)obj;
}

static void tape_release(void *value)
{
    ls_obj_unref(value);
}

static size_t tape_print(void *value)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_json_print(&out, ls_obj_root(value), LS_JSON_COMPACT);
    return out.len;
}

static bool tape_has(void *value, const char *const *keys, size_t count)
{
    struct ls_node node = ls_obj_root(value);
    for (size_t i = 0; i < count; i++)
        node = ls_node_get(node, ls_slice_of(keys[i]));
    return !ls_node_is_absent(node);
}

static void *tape_edited(void *value)
{
    const struct ls_obj *edited = NULL;
    struct ls_err err;
    enum ls_code code =
        ls_edit_set_text(ls_obj_root(value), "metadata.labels.team", "bench", &edited, &err);
    return code ? NULL : (void *)edited;
}

static bool tape_equal(void *a, void *b)
{
    return ls_node_equal(ls_obj_root(a), ls_obj_root(b));
}

const struct bench_adapter bench_adapter = {"lockstep", tape_parse,  tape_release, tape_print,
                                            tape_has,   tape_edited, tape_equal};

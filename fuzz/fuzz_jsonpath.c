/* JSONPath: whatever compiles, as a path or as a template, runs over a fixed object without harm
 * and within its steps; the first value is one of all; a mistake is inside the text; what fails
 * prints nothing. */
#include "expr/path/jsonpath.h"
#include "expr/path/template.h"
#include "value/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { WORK_MAX = 20000 };

static void count_value(void *self, struct ls_node value)
{
    size_t *count = self;
    *count += !ls_node_is_absent(value);
}

static void try_path(struct ls_arena *arena, struct ls_slice text, struct ls_node root)
{
    const struct ls_jsonpath *path = NULL;
    size_t count = 0;
    if (ls_jsonpath_compile(arena, text, &path, NULL))
        return;
    (void)ls_jsonpath_each(path, root, count_value, &count);
    LS_ASSERT(count == 0 || !ls_node_is_absent(ls_jsonpath_first(path, root)));
}

static void try_template(struct ls_arena *arena, struct ls_slice text, struct ls_node root,
                         const struct ls_jsonpath_options *options)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    const struct ls_jsonpath_template *source = NULL;
    struct ls_slice relaxed;
    struct ls_err err = {0};
    size_t at = 0;
    (void)ls_jsonpath_template_relax(arena, text, &relaxed, NULL);
    if (ls_jsonpath_template_compile(arena, text, &source, &at, &err)) {
        LS_ASSERT(at <= text.len && err.text[0]);
        return;
    }
    (void)ls_jsonpath_template_is_path(source, &at);
    if (ls_jsonpath_template_print(source, root, options, &out, &at, &err))
        LS_ASSERT(out.len == 0 && at <= text.len && err.text[0]);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err;
    struct ls_slice text = {(const char *)data, size};
    struct ls_slice json = LS_SLICE("{\"a\":{\"b\":[1,2.5,\"x\",null,{\"c\":true}]},\"b\":[[1],[]],"
                                    "\"items\":[{\"n\":1,\"s\":\"t\"},{\"n\":2}],\"e\":{}}");
    LS_ASSERT(ls_json_parse(json, NULL, &object, &err) == LS_OK);
    try_path(&arena, text, ls_obj_root(object));
    for (unsigned i = 0; i < 4; i++) {
        struct ls_jsonpath_options options = {
            .refuses_missing = i & 1, .is_json = i & 2, .work_max = WORK_MAX};
        try_template(&arena, text, ls_obj_root(object), &options);
    }
    return 0;
}

/* Fields that a kind does not have: the first line is a CRD or an OpenAPI document, the second an
 * object. The output is bounded, one line per unknown field, and each line's path reads back. */
#include "phase/own/check.h"
#include "phase/own/limits.h"
#include "phase/own/stray.h"
#include "value/json.h"
#include "value/path.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void lines_check(const struct ls_buf *out, enum ls_check_word word)
{
    struct ls_slice rest = ls_buf_slice(out);
    LS_ASSERT((out->len > 0) == (word == LS_CHECK_STRAYS));
    while (rest.len > 0) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        struct ls_slice line = ls_slice_cut(rest, '\n', &rest);
        struct ls_stray_line first = ls_stray_first(line);
        struct ls_path path;
        struct ls_err err;
        /* A value that is no object at all has no path. */
        LS_ASSERT(first.path.len == 0 || !ls_path_parse(&arena, first.path, &path, &err));
        LS_ASSERT(first.more == 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const struct ls_obj *schema LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_buf by_crd LS_AUTO(ls_buf_release) = {0}, by_openapi LS_AUTO(ls_buf_release) = {0};
    struct ls_err err;
    struct ls_slice rest, text = {(const char *)data, size};
    struct ls_slice first = ls_slice_cut(text, '\n', &rest);
    if (ls_json_parse(first, NULL, &schema, &err) || ls_json_parse(rest, NULL, &object, &err))
        return 0;
    struct ls_node rules = ls_obj_root(schema), value = ls_obj_root(object);
    enum ls_check_word word = ls_check_by_crd(rules, value, &by_crd);
    lines_check(&by_crd, word);
    word = ls_check_by_openapi(rules, value, &by_openapi);
    lines_check(&by_openapi, word);
    return 0;
}

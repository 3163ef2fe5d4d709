#include "expr/path/jsonpath.h"

#include "expr/limits.h"
#include "expr/path/template.h"

/* A path is the template `{path}`. Braces inside it may make more parts, of which the API server
 * reads only the first. */
struct ls_jsonpath {
    const struct ls_jsonpath_template *source;
};

enum ls_code ls_jsonpath_compile(struct ls_arena *arena, struct ls_slice text,
                                 const struct ls_jsonpath **out, struct ls_err *err)
{
    struct ls_err own = {0};
    const struct ls_jsonpath_template *source = NULL;
    size_t at = 0;
    if (text.len > LS_JSONPATH_BYTES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "JSONPath has %zu bytes, the limit is %d", text.len,
                       LS_JSONPATH_BYTES_MAX);
    const char *braces = ls_arena_printf(arena, "{%.*s}", LS_ARG(text));
    enum ls_code code =
        ls_jsonpath_template_compile(arena, ls_slice_of(braces), &source, &at, err ? err : &own);
    if (code)
        return ls_context(err ? err : &own, "JSONPath %.*s: at byte %zu", LS_ARG(text),
                          at > 0 ? at : 1);
    struct ls_jsonpath *path = LS_ARENA_NEW(arena, struct ls_jsonpath);
    path->source = source;
    *out = path;
    return LS_OK;
}

struct first_part {
    ls_jsonpath_fn fn;
    void *self;
    size_t count;
};

static void value_found(void *self, size_t part, struct ls_node value)
{
    struct first_part *first = self;
    if (part > 0)
        return;
    first->count++;
    first->fn(first->self, value);
}

size_t ls_jsonpath_each(const struct ls_jsonpath *path, struct ls_node root, ls_jsonpath_fn fn,
                        void *self)
{
    LS_ASSERT(fn);
    struct first_part first = {.fn = fn, .self = self};
    if (ls_jsonpath_template_find(path->source, root, NULL, value_found, &first, NULL, NULL))
        return 0;
    return first.count;
}

static void keep_first(void *self, struct ls_node value)
{
    struct ls_node *first = self;
    if (ls_node_is_absent(*first))
        *first = value;
}

struct ls_node ls_jsonpath_first(const struct ls_jsonpath *path, struct ls_node root)
{
    struct ls_node first = LS_ABSENT;
    (void)ls_jsonpath_each(path, root, keep_first, &first);
    return first;
}

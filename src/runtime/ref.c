#include "runtime/ref.h"

#include <string.h>

struct ls_place ls_ref_place(const struct ls_ref *ref)
{
    return (struct ls_place){
        .resource = ref->resource,
        .namespace_name = ref->resource->is_namespaced ? ref->namespace_name : NULL,
        .name = ref->name,
    };
}

bool ls_ref_equal(const struct ls_ref *a, const struct ls_ref *b)
{
    return ls_ref_compare(a, b) == 0;
}

int ls_ref_compare(const struct ls_ref *a, const struct ls_ref *b)
{
    bool is_same_resource = a->resource == b->resource;
    int order = is_same_resource ? 0 : strcmp(a->resource->group, b->resource->group);
    if (order == 0 && !is_same_resource)
        order = strcmp(a->resource->kind, b->resource->kind);
    if (order == 0)
        order = strcmp(a->namespace_name, b->namespace_name);
    return order ? order : strcmp(a->name, b->name);
}

void ls_ref_print(struct ls_buf *out, const struct ls_ref *ref)
{
    bool has_space = ref->namespace_name[0] != '\0';
    ls_buf_printf(out, "%s %s%s%s", ref->resource->kind, ref->namespace_name, has_space ? "/" : "",
                  ref->name);
}

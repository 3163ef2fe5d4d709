#include "sandbox/access/attributes.h"

#include "base/buf.h"
#include "value/go_text.h"

static void quoted(struct ls_buf *out, const char *before, struct ls_slice text)
{
    ls_buf_add_text(out, before);
    ls_go_quote(out, text);
}

/* `User "jane" cannot get resource "pods/log" in API group "" in the namespace "shop"` */
static void sentence(struct ls_buf *out, const struct ls_attributes *attributes)
{
    struct ls_buf resource LS_AUTO(ls_buf_release) = {0};
    quoted(out, "User ", attributes->user->name);
    ls_buf_printf(out, " cannot %.*s ", LS_ARG(attributes->verb));
    if (!attributes->is_resource) {
        quoted(out, "path ", attributes->path);
        return;
    }
    ls_buf_add_slice(&resource, attributes->resource);
    if (attributes->subresource.len > 0)
        ls_buf_printf(&resource, "/%.*s", LS_ARG(attributes->subresource));
    quoted(out, "resource ", ls_buf_slice(&resource));
    quoted(out, " in API group ", attributes->group);
    if (attributes->namespace_name.len > 0)
        quoted(out, " in the namespace ", attributes->namespace_name);
    else
        ls_buf_add_text(out, " at the cluster scope");
}

const struct ls_failure *ls_attributes_forbidden(struct ls_arena *arena,
                                                 const struct ls_attributes *attributes,
                                                 const char *reason)
{
    LS_ASSERT(attributes->user);
    struct ls_buf why LS_AUTO(ls_buf_release) = {0};
    struct ls_about about = {.group = ls_arena_dup(arena, attributes->group),
                             .plural = ls_arena_dup(arena, attributes->resource),
                             .name = attributes->name};
    sentence(&why, attributes);
    if (reason[0] != '\0')
        ls_buf_printf(&why, ": %s", reason);
    return ls_failure_forbidden(arena, about, ls_buf_text(&why));
}

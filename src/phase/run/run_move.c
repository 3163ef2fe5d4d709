/* Objects that move to this set from another one (lockstep.dev/moved-from). The apply takes the
 * label, and all that the other set owns, in one write. What that set still owns beside us is taken
 * off by an apply of nothing in its name: else its entry would stand in the way of every change. */
#include "phase/run/run_impl.h"

#include <inttypes.h>

#include "phase/words.h"
#include "value/build.h"

bool ls_run_moved_from(const struct ls_run *run, const struct ls_member *member,
                       struct ls_arena *arena, struct ls_moved_from *out)
{
    const char *set_name = member->wishes.moved_from;
    const char *space = member->wishes.moved_from_namespace;
    *out = (struct ls_moved_from){0};
    if (!set_name)
        return false;
    if (!space)
        space = run->options.parent_namespace;
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_set_id_print(&text, space, set_name);
    out->set_id = ls_arena_slice(arena, ls_buf_slice(&text));
    ls_buf_clear(&text);
    ls_field_manager_print(&text, space, set_name);
    out->manager = ls_arena_dup(arena, ls_buf_slice(&text));
    return true;
}

const struct ls_obj *ls_run_empty_body(const struct ls_ref *ref, uint64_t version)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    const struct ls_resource *resource = ref->resource;
    ls_buf_printf(&text, "%s%s%s", resource->group, resource->group[0] ? "/" : "",
                  resource->version);
    ls_build_map(&build);
    ls_build_member_string(&build, "apiVersion", ls_buf_slice(&text));
    ls_build_member_text(&build, "kind", resource->kind);
    ls_build_key(&build, LS_SLICE("metadata"));
    ls_build_map(&build);
    ls_build_member_text(&build, "name", ref->name);
    if (resource->is_namespaced)
        ls_build_member_text(&build, "namespace", ref->namespace_name);
    ls_buf_clear(&text);
    ls_buf_printf(&text, "%" PRIu64, version);
    if (version != 0)
        ls_build_member_string(&build, "resourceVersion", ls_buf_slice(&text));
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_obj(&build);
}

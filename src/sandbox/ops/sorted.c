#include "sandbox/ops/sorted.h"

#include "value/build.h"
#include "value/members.h"

static void sorted_build(struct ls_build *build, struct ls_node node, bool is_deep)
{
    if (ls_node_is_map(node)) {
        struct ls_members members LS_AUTO(ls_members_release);
        ls_members_init(&members, node);
        ls_build_map(build);
        for (size_t i = 0; i < members.count; i++) {
            ls_build_key(build, members.at[i].key);
            if (is_deep)
                sorted_build(build, members.at[i].value, true);
            else
                ls_build_node(build, members.at[i].value);
        }
        ls_build_end(build);
    } else if (is_deep && ls_node_is_list(node)) {
        ls_build_list(build);
        LS_EACH (it, node)
            sorted_build(build, it.value, true);
        ls_build_end(build);
    } else {
        ls_build_node(build, node);
    }
}

static struct ls_node sorted(struct ls_arena *arena, struct ls_node node, bool is_deep)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    sorted_build(&build, node, is_deep);
    return ls_build_arena(&build, arena);
}

struct ls_node ls_sorted_all(struct ls_arena *arena, struct ls_node node)
{
    return sorted(arena, node, true);
}

struct ls_node ls_sorted_top(struct ls_arena *arena, struct ls_node node)
{
    return sorted(arena, node, false);
}

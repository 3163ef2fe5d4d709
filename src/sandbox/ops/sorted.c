#include "sandbox/ops/sorted.h"

#include "value/build.h"
#include "value/lookup.h"
#include "value/members.h"

static void all_build(struct ls_build *build, struct ls_node node)
{
    if (ls_node_is_map(node)) {
        struct ls_members members LS_AUTO(ls_members_release);
        ls_members_init(&members, node);
        ls_build_map(build);
        for (size_t i = 0; i < members.count; i++) {
            ls_build_key(build, members.at[i].key);
            all_build(build, members.at[i].value);
        }
        ls_build_end(build);
    } else if (ls_node_is_list(node)) {
        ls_build_list(build);
        LS_EACH (it, node)
            all_build(build, it.value);
        ls_build_end(build);
    } else {
        ls_build_node(build, node);
    }
}

struct ls_node ls_sorted_all(struct ls_arena *arena, struct ls_node node)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    all_build(&build, node);
    return ls_build_arena(&build, arena);
}

static void changes_build(struct ls_arena *arena, struct ls_build *build, struct ls_node before,
                          struct ls_node node);

static void changed_map_build(struct ls_arena *arena, struct ls_build *build, struct ls_node before,
                              struct ls_node node)
{
    struct ls_members members LS_AUTO(ls_members_release);
    struct ls_lookup old = ls_lookup_of(arena, before);
    ls_members_init(&members, node);
    ls_build_map(build);
    for (size_t i = 0; i < members.count; i++) {
        ls_build_key(build, members.at[i].key);
        changes_build(arena, build, ls_lookup_get(&old, members.at[i].key), members.at[i].value);
    }
    ls_build_end(build);
}

static void changes_build(struct ls_arena *arena, struct ls_build *build, struct ls_node before,
                          struct ls_node node)
{
    bool is_new = ls_node_type(before) != ls_node_type(node);
    if (is_new || ls_node_equal(before, node)) {
        ls_build_node(build, node);
    } else if (ls_node_is_map(node)) {
        changed_map_build(arena, build, before, node);
    } else if (ls_node_is_list(node)) {
        struct ls_iter old = ls_iter(before);
        ls_build_list(build);
        LS_EACH (it, node)
            changes_build(arena, build, ls_next(&old) ? old.value : LS_ABSENT, it.value);
        ls_build_end(build);
    } else {
        ls_build_node(build, node);
    }
}

struct ls_node ls_sorted_changes(struct ls_arena *arena, struct ls_node before, struct ls_node node)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    if (ls_node_is_map(node))
        changed_map_build(arena, &build, before, node);
    else
        ls_build_node(&build, node);
    return ls_build_arena(&build, arena);
}

#include "phase/read/foundation.h"

#include <stdlib.h>
#include <string.h>

#include "base/vec.h"
#include "health/health.h"
#include "phase/read/rank.h"

/* One thing that a member brings: a kind (group and kind), or a namespace (no group). */
struct ground {
    struct ls_slice group;
    struct ls_slice name;
    const struct ls_member *member;
};

struct grounds {
    LS_VEC(struct ground) list;
};

static void grounds_release(struct grounds *grounds)
{
    ls_vec_release(&grounds->list);
}

static int compare_grounds(const void *left, const void *right)
{
    const struct ground *a = left, *b = right;
    int order = ls_slice_compare(a->group, b->group);
    return order != 0 ? order : ls_slice_compare(a->name, b->name);
}

static void grounds_of(const struct ls_revision *revision, struct grounds *out)
{
    for (uint32_t i = 0; i < revision->member_count; i++) {
        const struct ls_member *member = &revision->members[i];
        if (!ls_rank_is_ground(member->ref.resource))
            continue;
        struct ls_node spec = ls_node_at(member->manifest->object, "spec");
        struct ground ground = {{0}, ls_slice_of(member->ref.name), member};
        if (ls_resource_is_crd(member->ref.resource))
            ground = (struct ground){ls_node_string(ls_node_at(spec, "group")),
                                     ls_node_string(ls_node_at(spec, "names.kind")), member};
        ls_vec_push(&out->list, ground);
    }
    if (out->list.count > 0)
        qsort(out->list.at, out->list.count, sizeof *out->list.at, compare_grounds);
}

static const struct ls_member *grounds_find(const struct grounds *grounds, struct ls_slice group,
                                            struct ls_slice name)
{
    struct ground wanted = {group, name, NULL};
    if (grounds->list.count == 0)
        return NULL;
    const struct ground *found = bsearch(&wanted, grounds->list.at, grounds->list.count,
                                         sizeof *grounds->list.at, compare_grounds);
    return found ? found->member : NULL;
}

static void check_after(const struct ls_member *member, const struct ls_member *ground,
                        struct ls_problems *problems)
{
    if (!ground || ground == member || ground->cell < member->cell)
        return;
    struct ls_buf place LS_AUTO(ls_buf_release) = {0};
    const char *kind = ground->ref.resource->kind;
    ls_manifest_place(ground->manifest, LS_ABSENT, &place);
    ls_problems_fail_as(problems, LS_PROBLEM_TOO_EARLY, member->manifest,
                        "it goes out in phase %d, before its %s at %s, phase %d: give the %s "
                        "a lower kots.io/creation-phase, or this object a higher one",
                        member->order.creation, kind, ls_buf_text(&place), ground->order.creation,
                        kind);
}

/* Others could be written no sooner than it is ready. */
static void check_ready(const struct ls_member *member, struct ls_problems *problems)
{
    struct ls_node notes = ls_node_at(member->manifest->object, "metadata.annotations");
    if (member->wishes.is_ready_existing && ls_rank_is_ground(member->ref.resource))
        ls_problems_fail(problems, member->manifest, ls_node_get(notes, LS_SLICE(LS_NOTE_READY)),
                         "%s cannot stand on a %s: what needs it is refused until it is ready; "
                         "leave the annotation out",
                         LS_NOTE_READY, member->ref.resource->kind);
}

static void check_member(const struct grounds *grounds, const struct ls_member *member,
                         struct ls_problems *problems)
{
    struct ls_slice group = ls_slice_of(member->ref.resource->group);
    struct ls_slice kind = ls_slice_of(member->ref.resource->kind);
    check_ready(member, problems);
    struct ls_slice space = ls_slice_of(member->ref.namespace_name);
    if (group.len > 0)
        check_after(member, grounds_find(grounds, group, kind), problems);
    if (member->ref.resource->is_namespaced)
        check_after(member, grounds_find(grounds, LS_SLICE(""), space), problems);
}

void ls_foundation_check(const struct ls_revision *revision, struct ls_problems *problems)
{
    struct grounds grounds LS_AUTO(grounds_release) = {0};
    grounds_of(revision, &grounds);
    for (uint32_t i = 0; i < revision->member_count && grounds.list.count > 0; i++)
        check_member(&grounds, &revision->members[i], problems);
}

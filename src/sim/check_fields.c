/* Fields: what a write may change. Whatever the body does not declare, and no earlier write of ours
 * did, stays as it was. Lists count as one field: the server merges them by its own rules. */
#include <string.h>

#include "phase/words.h"
#include "sim/check_impl.h"

/* Those that the server sets by itself. */
static const char *const servers[] = {
    "metadata.resourceVersion",
    "metadata.generation",
    "metadata.managedFields",
    "metadata.deletionTimestamp",
    "metadata.creationTimestamp",
    "metadata.deletionGracePeriodSeconds",
    "status",
};

struct field_walk {
    struct ls_sim_check *check;
    const struct check_write *write;
    bool is_release;
};

/* One map of the object: before and after the write, as it was sent, and what we owned of it. */
struct field_place {
    const char *path; /* "" at the root */
    struct ls_node before;
    struct ls_node after;
    struct ls_node body;
    struct ls_node owned;
};

static bool is_servers(const char *path)
{
    for (size_t i = 0; i < LS_COUNT(servers); i++) {
        if (strcmp(path, servers[i]) == 0)
            return true;
    }
    return false;
}

static bool is_our_mark(struct ls_slice key)
{
    return ls_slice_starts(key, LS_NOTE_PREFIX) || ls_slice_is(key, LS_LABEL_PART_OF);
}

static bool is_declared(const struct field_walk *walk, struct ls_slice key, struct ls_node body,
                        struct ls_node owned)
{
    if (walk->is_release)
        return is_our_mark(key);
    bool is_owned_whole = ls_node_is_map(owned) && ls_node_count(owned) == 0;
    return !ls_node_is_absent(body) || is_owned_whole || !ls_node_is_absent(owned);
}

static void place_check(const struct field_walk *walk, const struct field_place *place);

static void member_check(const struct field_walk *walk, const struct field_place *place,
                         struct ls_slice key, struct ls_node before)
{
    struct ls_arena *arena = &walk->check->scratch;
    const char *path =
        ls_arena_printf(arena, "%s%s%.*s", place->path, place->path[0] ? "." : "", LS_ARG(key));
    const char *owner = ls_arena_printf(arena, "f:%.*s", LS_ARG(key));
    struct field_place inner = {
        .path = path,
        .before = before,
        .after = ls_node_get(place->after, key),
        .body = ls_node_get(place->body, key),
        .owned = ls_node_get(place->owned, ls_slice_of(owner)),
    };
    if (ls_node_equal(before, inner.after) || is_servers(path))
        return;
    bool is_whole = ls_node_is_map(inner.owned) && ls_node_count(inner.owned) == 0;
    bool is_map =
        ls_node_is_map(before) && (ls_node_is_map(inner.after) || ls_node_is_absent(inner.after));
    if (is_map && !is_whole)
        place_check(walk, &inner);
    else if (!is_declared(walk, key, inner.body, inner.owned))
        ls_check_breach(walk->check, LS_SIM_RULE_FIELDS, walk->write->before,
                        "has another .%s now, which process %u did not declare", path,
                        walk->write->request->process);
}

static void place_check(const struct field_walk *walk, const struct field_place *place)
{
    LS_EACH (it, place->before)
        member_check(walk, place, it.key, it.value);
}

/* What any set of lockstep owns: an object may be moved from one to another. */
static struct ls_node owned_of(struct ls_node object)
{
    LS_EACH (it, ls_node_at(object, "metadata.managedFields")) {
        if (ls_slice_starts(ls_node_string(ls_node_at(it.value, "manager")),
                            LS_FIELD_MANAGER_PREFIX))
            return ls_node_at(it.value, "fieldsV1");
    }
    return LS_ABSENT;
}

void ls_check_fields(struct ls_sim_check *check, const struct check_write *write)
{
    if (ls_node_is_absent(write->before) || ls_node_is_absent(write->after))
        return;
    struct field_walk walk = {check, write, write->is_release};
    struct field_place root = {
        .path = "",
        .before = write->before,
        .after = write->after,
        .body = write->is_release ? LS_ABSENT : write->body,
        .owned = owned_of(write->before),
    };
    place_check(&walk, &root);
}

#include "sandbox/keep/crd_status.h"

#include <string.h>

#include "base/buf.h"
#include "base/map.h"
#include "sandbox/kinds/crd.h"
#include "value/build.h"
#include "value/go_text.h"

static char is_taken[] = "taken";

static void take(struct ls_map *names, struct ls_node name)
{
    (void)ls_map_put(names, ls_node_string(name), is_taken);
}

void ls_crd_taken_init(struct ls_crd_taken *taken)
{
    taken->resources = ls_map_new(0);
    taken->kinds = ls_map_new(0);
}

void ls_crd_taken_add(struct ls_crd_taken *taken, struct ls_node definition)
{
    struct ls_node names = ls_node_at(definition, "status.acceptedNames");
    take(taken->resources, ls_node_at(names, "plural"));
    take(taken->resources, ls_node_at(names, "singular"));
    LS_EACH (it, ls_node_at(names, "shortNames"))
        take(taken->resources, it.value);
    take(taken->kinds, ls_node_at(names, "kind"));
    take(taken->kinds, ls_node_at(names, "listKind"));
}

void ls_crd_taken_release(struct ls_crd_taken *taken)
{
    ls_map_free(taken->resources);
    ls_map_free(taken->kinds);
}

static struct ls_node condition_find(struct ls_node definition, const char *type)
{
    return ls_node_find(ls_node_at(definition, "status.conditions"), "type", ls_slice_of(type));
}

const char *ls_crd_condition(struct ls_node definition, const char *type)
{
    return ls_node_text(ls_node_at(condition_find(definition, type), "status"));
}

/* ---- building ---- */

struct crd_status_condition {
    const char *type;
    const char *status;
    const char *reason;
    const char *message;
};

static void condition_build(struct ls_build *build, const struct crd_status_condition *condition,
                            struct ls_node old, struct ls_slice now)
{
    bool is_same = ls_node_string_is(ls_node_at(old, "status"), condition->status);
    ls_build_map(build);
    ls_build_member_text(build, "type", condition->type);
    ls_build_member_text(build, "status", condition->status);
    ls_build_key(build, LS_SLICE("lastTransitionTime"));
    ls_build_string(build, is_same ? ls_node_string(ls_node_at(old, "lastTransitionTime")) : now);
    ls_build_member_text(build, "reason", condition->reason);
    ls_build_member_text(build, "message", condition->message);
    ls_build_end(build);
}

static const struct crd_status_condition *new_one(const struct crd_status_condition *news,
                                                  size_t count, struct ls_node old)
{
    for (size_t i = 0; i < count; i++) {
        if (ls_node_string_is(ls_node_at(old, "type"), news[i].type))
            return &news[i];
    }
    return NULL;
}

/* Conditions keep their places; new ones come last. */
static void conditions_build(struct ls_build *build, struct ls_node definition,
                             const struct crd_status_condition *news, size_t count,
                             struct ls_slice now)
{
    ls_build_list(build);
    LS_EACH (it, ls_node_at(definition, "status.conditions")) {
        const struct crd_status_condition *condition = new_one(news, count, it.value);
        if (condition != NULL)
            condition_build(build, condition, it.value, now);
        else
            ls_build_node(build, it.value);
    }
    for (size_t i = 0; i < count; i++) {
        if (ls_node_is_absent(condition_find(definition, news[i].type)))
            condition_build(build, &news[i], LS_ABSENT, now);
    }
    ls_build_end(build);
}

/* The status with other conditions and, unless they are absent, other names. */
static struct ls_node status_with(struct ls_arena *arena, struct ls_node definition,
                                  struct ls_node names, const struct crd_status_condition *news,
                                  size_t count, struct ls_slice now)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_node status = ls_node_at(definition, "status");
    struct ls_node stored = ls_node_at(status, "storedVersions");
    if (ls_node_is_absent(names))
        names = ls_node_at(status, "acceptedNames");
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("conditions"));
    conditions_build(&build, definition, news, count, now);
    if (!ls_node_is_absent(names))
        ls_build_member(&build, "acceptedNames", names);
    if (!ls_node_is_absent(stored))
        ls_build_member(&build, "storedVersions", stored);
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

/* ---- names ---- */

struct naming {
    struct ls_arena *arena;
    const struct ls_crd_taken *taken;
    struct ls_node wanted;
    struct ls_node accepted;
    struct ls_build build;
    struct crd_status_condition condition; /* the last conflict, if there is one */
};

static bool is_free(struct ls_map *names, struct ls_node wanted, struct ls_node accepted)
{
    return ls_slice_equal(ls_node_string(wanted), ls_node_string(accepted)) ||
           ls_map_get(names, ls_node_string(wanted)) == NULL;
}

static void conflict(struct naming *naming, const char *reason, const char *message)
{
    naming->condition =
        (struct crd_status_condition){.type = "NamesAccepted",
                                      .status = "False",
                                      .reason = reason,
                                      .message = ls_arena_dup(naming->arena, ls_slice_of(message))};
}

static void in_use_print(struct ls_buf *out, struct ls_node name)
{
    ls_go_quote(out, ls_node_string(name));
    ls_buf_add_text(out, " is already in use");
}

/* What is refused stays as it was accepted before. Empty names that Go leaves out stay out. */
static void name_one(struct naming *naming, const char *key, struct ls_map *names, bool is_always,
                     const char *reason)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_node wanted = ls_node_at(naming->wanted, key);
    struct ls_node accepted = ls_node_at(naming->accepted, key);
    struct ls_node name = wanted;
    if (!is_free(names, wanted, accepted)) {
        in_use_print(&text, wanted);
        conflict(naming, reason, ls_buf_text(&text));
        name = accepted;
    }
    if (is_always || ls_node_string(name).len > 0)
        ls_build_member_text(&naming->build, key, ls_node_text(name));
}

static void name_short(struct naming *naming)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_node wanted = ls_node_at(naming->wanted, "shortNames");
    struct ls_node accepted = ls_node_at(naming->accepted, "shortNames");
    size_t conflicts = 0;
    LS_EACH (it, wanted) {
        if (ls_node_has_text(accepted, ls_node_string(it.value)) ||
            is_free(naming->taken->resources, it.value, LS_ABSENT))
            continue;
        if (conflicts++ > 0)
            ls_buf_add_text(&text, ", ");
        in_use_print(&text, it.value);
    }
    if (conflicts == 1)
        conflict(naming, "ShortNamesConflict", ls_buf_text(&text));
    if (conflicts > 1)
        conflict(naming, "ShortNamesConflict",
                 ls_arena_printf(naming->arena, "[%s]", ls_buf_text(&text)));
    struct ls_node names = conflicts > 0 ? accepted : wanted;
    if (ls_node_count(names) > 0)
        ls_build_member(&naming->build, "shortNames", names);
}

static struct ls_node name_all(struct naming *naming)
{
    struct ls_node categories = ls_node_at(naming->wanted, "categories");
    struct ls_map *resources = naming->taken->resources, *kinds = naming->taken->kinds;
    ls_build_map(&naming->build);
    name_one(naming, "plural", resources, true, "PluralConflict");
    name_one(naming, "singular", resources, false, "SingularConflict");
    name_short(naming);
    name_one(naming, "kind", kinds, true, "KindConflict");
    name_one(naming, "listKind", kinds, false, "ListKindConflict");
    if (ls_node_count(categories) > 0)
        ls_build_member(&naming->build, "categories", categories);
    ls_build_end(&naming->build);
    return ls_build_arena(&naming->build, naming->arena);
}

static bool is_reported(struct ls_node definition, const struct crd_status_condition *condition)
{
    struct ls_node old = condition_find(definition, condition->type);
    return ls_node_string_is(ls_node_at(old, "status"), condition->status) &&
           ls_node_string_is(ls_node_at(old, "reason"), condition->reason) &&
           ls_node_string_is(ls_node_at(old, "message"), condition->message);
}

/* Once established, always established. */
static struct crd_status_condition established_next(struct ls_node definition, bool is_accepted)
{
    struct ls_node old = condition_find(definition, "Established");
    struct crd_status_condition next = {"Established", "False", "NotAccepted",
                                        "not all names are accepted"};
    if (!ls_node_is_absent(old))
        next = (struct crd_status_condition){"Established", ls_node_text(ls_node_at(old, "status")),
                                             ls_node_text(ls_node_at(old, "reason")),
                                             ls_node_text(ls_node_at(old, "message"))};
    if (is_accepted && strcmp(next.status, "True") != 0)
        next = (struct crd_status_condition){"Established", "False", "Installing",
                                             "the initial names have been accepted"};
    return next;
}

struct ls_node ls_crd_accept_names(struct ls_arena *arena, struct ls_node definition,
                                   const struct ls_crd_taken *taken, struct ls_slice now)
{
    struct naming naming = {
        .arena = arena,
        .taken = taken,
        .wanted = ls_node_at(definition, "spec.names"),
        .accepted = ls_node_at(definition, "status.acceptedNames"),
        .condition = {"NamesAccepted", "True", "NoConflicts", "no conflicts found"}};
    if (ls_node_equal(naming.wanted, naming.accepted))
        return LS_ABSENT;
    struct ls_node names = name_all(&naming);
    ls_build_release(&naming.build);
    if (ls_node_equal(names, naming.accepted) && is_reported(definition, &naming.condition))
        return LS_ABSENT;
    bool is_accepted = strcmp(naming.condition.status, "True") == 0;
    struct crd_status_condition news[] = {naming.condition,
                                          established_next(definition, is_accepted)};
    return status_with(arena, definition, names, news, LS_COUNT(news), now);
}

/* ---- the rest of the life ---- */

struct ls_node ls_crd_establish(struct ls_arena *arena, struct ls_node definition,
                                struct ls_slice now)
{
    struct crd_status_condition established = {"Established", "True", "InitialNamesAccepted",
                                               "the initial names have been accepted"};
    if (strcmp(ls_crd_condition(definition, "NamesAccepted"), "True") != 0 ||
        strcmp(ls_crd_condition(definition, "Established"), "True") == 0)
        return LS_ABSENT;
    return status_with(arena, definition, LS_ABSENT, &established, 1, now);
}

struct ls_node ls_crd_approve(struct ls_arena *arena, struct ls_node definition,
                              struct ls_slice now)
{
    struct ls_crd_approval approval = ls_crd_approval(arena, definition);
    if (!approval.is_needed)
        return LS_ABSENT;
    struct crd_status_condition condition = {"KubernetesAPIApprovalPolicyConformant",
                                             approval.is_approved ? "True" : "False",
                                             approval.reason, approval.message};
    if (is_reported(definition, &condition))
        return LS_ABSENT;
    return status_with(arena, definition, LS_ABSENT, &condition, 1, now);
}

struct ls_node ls_crd_begin_end(struct ls_arena *arena, struct ls_node definition,
                                struct ls_slice now)
{
    struct crd_status_condition ending = {"Terminating", "True", "InstanceDeletionInProgress",
                                          "CustomResource deletion is in progress"};
    if (is_reported(definition, &ending))
        return LS_ABSENT;
    return status_with(arena, definition, LS_ABSENT, &ending, 1, now);
}

/* Delete: preconditions, grace period, propagation policy and finalizers, and what is stored or
 * removed. */
#include "sandbox/ops/terminating.h"
#include "sandbox/ops/write.h"
#include "sandbox/ops/limits.h"
#include "value/build.h"
#include "value/time.h"

/* The state of one deletion. */
struct deletion {
    struct ls_write *write;
    const struct ls_delete_options *options;
    struct ls_metadata metadata;
    int64_t grace_s; /* of a graceful deletion */
};

/* ---- what speaks against it ---- */

static bool is_immortal(const struct ls_op_call *call)
{
    static const char *const names[] = {"default", "kube-system", "kube-public"};
    if (!ls_kind_is_namespace(call->kind))
        return false;
    for (size_t i = 0; i < LS_COUNT(names); i++) {
        if (ls_slice_is(call->name, names[i]))
            return true;
    }
    return false;
}

static const struct ls_failure *preconditions_check(struct ls_write *write,
                                                    const struct ls_delete_options *options)
{
    struct ls_op_call *call = write->call;
    struct ls_slice uid = ls_object_uid(write->live), revision = ls_object_revision(write->live);
    struct ls_about about = ls_kind_about(call->kind, call->name);
    const char *why = NULL;
    about.plural = about.kind;
    if (options->uid.len && !ls_slice_equal(options->uid, uid))
        why = ls_arena_printf(call->arena,
                              "the UID in the precondition (%.*s) does not match the UID in record "
                              "(%.*s). The object might have been deleted and then recreated",
                              LS_ARG(options->uid), LS_ARG(uid));
    else if (options->revision.len && !ls_slice_equal(options->revision, revision))
        why = ls_arena_printf(call->arena,
                              "the ResourceVersion in the precondition (%.*s) does not match the "
                              "ResourceVersion in record (%.*s). The object might have been "
                              "modified",
                              LS_ARG(options->revision), LS_ARG(revision));
    return why ? ls_failure_conflict(call->arena, about, why) : NULL;
}

/* ---- time ---- */

static struct ls_node time_node(struct ls_arena *arena, int64_t unix_ms)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_time_print(&text, ls_time_of_ms(unix_ms));
    return ls_text_node(arena, ls_buf_slice(&text));
}

static int64_t now_ms(const struct deletion *deletion)
{
    return ls_clock_wall_ms(deletion->write->call->cluster->world->clock);
}

static void due_set(struct deletion *deletion, int64_t unix_ms, int64_t grace_s)
{
    struct ls_arena *arena = deletion->write->call->arena;
    struct ls_node *at = deletion->metadata.at;
    int64_t generation = ls_node_int(at[LS_META_GENERATION], 0);
    if (ls_node_is_absent(at[LS_META_DELETION_TIMESTAMP]) && generation > 0)
        at[LS_META_GENERATION] = ls_int_node(arena, generation + 1);
    at[LS_META_DELETION_TIMESTAMP] = time_node(arena, unix_ms);
    at[LS_META_DELETION_GRACE] = ls_int_node(arena, grace_s);
}

/* ---- grace ---- */

enum grace {
    GRACE_NONE,
    GRACE_SET,
    GRACE_RUNS /* already set, and this deletion does not change it */
};

static int64_t grace_ms(int64_t grace_s)
{
    return LS_MIN(grace_s, LS_GRACE_S_MAX) * 1000;
}

static enum grace grace_shorten(struct deletion *deletion, int64_t old_s)
{
    struct ls_node due = deletion->metadata.at[LS_META_DELETION_TIMESTAMP];
    int64_t wanted_s = deletion->options->grace_s;
    struct ls_time old = {0};
    if (wanted_s < 0 || wanted_s >= old_s || ls_time_parse(ls_node_string(due), &old, NULL))
        return GRACE_RUNS;
    int64_t due_ms = ls_time_ms(old) - grace_ms(old_s) + grace_ms(wanted_s);
    if (due_ms < now_ms(deletion)) {
        due_ms = now_ms(deletion);
        wanted_s = wanted_s ? 1 : 0;
    }
    due_set(deletion, due_ms, wanted_s);
    deletion->grace_s = wanted_s;
    return GRACE_SET;
}

/* The grace period of a pod; 0 when no node runs it. */
static int64_t grace_of_pod(const struct deletion *deletion)
{
    struct ls_node pod = deletion->write->live;
    struct ls_node phase = ls_node_at(pod, "status.phase");
    if (ls_node_string(ls_node_at(pod, "spec.nodeName")).len == 0 ||
        ls_node_string_is(phase, "Failed") || ls_node_string_is(phase, "Succeeded"))
        return 0;
    if (deletion->options->grace_s >= 0)
        return deletion->options->grace_s;
    int64_t grace_s = ls_node_int(ls_node_at(pod, "spec.terminationGracePeriodSeconds"), 0);
    return grace_s < 0 ? 1 : grace_s;
}

static enum grace grace_decide(struct deletion *deletion)
{
    const struct ls_kind_rules *rules = deletion->write->call->kind->rules;
    if (!rules || !rules->is_graceful)
        return GRACE_NONE;
    if (ls_object_is_deleting(deletion->write->live)) {
        int64_t old_s = ls_node_int(deletion->metadata.at[LS_META_DELETION_GRACE], 0);
        return old_s == 0 ? GRACE_NONE : grace_shorten(deletion, old_s);
    }
    deletion->grace_s = grace_of_pod(deletion);
    due_set(deletion, now_ms(deletion) + grace_ms(deletion->grace_s), deletion->grace_s);
    return GRACE_SET;
}

/* ---- finalizers of garbage collection ---- */

/* The finalizer for the propagation policy; NULL: none. */
static const char *policy_finalizer(const struct deletion *deletion)
{
    const struct ls_kind_rules *rules = deletion->write->call->kind->rules;
    struct ls_node finalizers = deletion->metadata.at[LS_META_FINALIZERS];
    switch (deletion->options->propagation) {
    case LS_PROPAGATE_ORPHAN:
        return "orphan";
    case LS_PROPAGATE_FOREGROUND:
        return "foregroundDeletion";
    case LS_PROPAGATE_BACKGROUND:
        return NULL;
    case LS_PROPAGATE_DEFAULT:
        break;
    }
    if (ls_node_has_text(finalizers, LS_SLICE("orphan")))
        return "orphan";
    if (ls_node_has_text(finalizers, LS_SLICE("foregroundDeletion")))
        return "foregroundDeletion";
    return rules && rules->orphans_by_default ? "orphan" : NULL;
}

static void finalizers_finish(struct deletion *deletion)
{
    struct ls_node *at = &deletion->metadata.at[LS_META_FINALIZERS];
    const char *wanted = policy_finalizer(deletion);
    bool has_orphan = ls_node_has_text(*at, LS_SLICE("orphan"));
    bool has_foreground = ls_node_has_text(*at, LS_SLICE("foregroundDeletion"));
    if (has_orphan == (wanted && wanted[0] == 'o') &&
        has_foreground == (wanted && wanted[0] == 'f'))
        return;
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_list(&build);
    LS_EACH (it, *at) {
        if (!ls_node_string_is(it.value, "orphan") &&
            !ls_node_string_is(it.value, "foregroundDeletion"))
            ls_build_node(&build, it.value);
    }
    if (wanted)
        ls_build_text(&build, wanted);
    ls_build_end(&build);
    *at = ls_build_arena(&build, deletion->write->call->arena);
    if (ls_node_count(*at) == 0)
        *at = LS_ABSENT;
}

/* An object with finalizers and no grace period is marked as deleted now, unless it was before. */
static void waiting_mark(struct deletion *deletion)
{
    struct ls_node due = deletion->metadata.at[LS_META_DELETION_TIMESTAMP];
    int64_t now = now_ms(deletion);
    struct ls_time old = {0};
    if (!ls_node_is_absent(due) && !ls_time_parse(ls_node_string(due), &old, NULL) &&
        ls_time_ms(old) <= now)
        now = ls_time_ms(old);
    due_set(deletion, now, 0);
}

/* ---- the outcome ---- */

/* Kinds whose DELETE returns the object. */
static bool shows_object(const struct ls_kind *kind)
{
    static const char *const kinds[] = {
        "CSIDriver",
        "StorageClass",
        "VolumeAttachment",
        "CSINode",
        "ResourceQuota",
        "PersistentVolume",
        "PersistentVolumeClaim",
        "VolumeAttributesClass",
        "ServiceAccount",
        "Namespace",
        "Pod",
        "Service",
        "PodTemplate",
    };
    for (size_t i = 0; !kind->is_custom && i < LS_COUNT(kinds); i++) {
        if (ls_slice_is(ls_slice_of(kind->resource.kind), kinds[i]))
            return true;
    }
    return false;
}

/* Stores the object in its waiting state, unless nothing changed. */
static void waiting_store(struct deletion *deletion)
{
    struct ls_write *write = deletion->write;
    struct ls_op_call *call = write->call;
    struct ls_node root = ls_obj_root(write->stored);
    if (!call->is_dry_run)
        deletion->metadata.at[LS_META_RESOURCE_VERSION] =
            ls_revision_node(call->arena, ls_store_next(call->cluster->store));
    const struct ls_obj *waiting LS_AUTO(ls_obj_unref_at) =
        ls_object_with(root, ls_metadata_build(call->arena, &deletion->metadata));
    if (ls_object_is_same(root, ls_obj_root(waiting)))
        return;
    ls_write_replace(write, waiting);
}

static void reply(struct ls_write *write, bool is_gone, struct ls_deleted *out)
{
    *out = (struct ls_deleted){.object = ls_op_call_show(write->call, write->stored),
                               .is_gone = is_gone,
                               .shows_object = shows_object(write->call->kind)};
}

static void remove_now(struct ls_write *write, struct ls_deleted *out)
{
    int64_t revision = ls_store_next(write->call->cluster->store);
    if (!write->call->is_dry_run) {
        ls_write_remove(write);
        const struct ls_obj *last =
            ls_object_at_revision(write->call->arena, ls_obj_root(write->stored), revision);
        ls_obj_unref(write->stored);
        write->stored = last;
    }
    reply(write, true, out);
}

static void delete_run(struct ls_write *write, const struct ls_delete_options *options,
                       struct ls_deleted *out)
{
    struct deletion deletion = {
        .write = write,
        .options = options,
        .metadata = ls_metadata_read(ls_node_get(ls_obj_root(write->stored), LS_SLICE("metadata"))),
    };
    enum grace grace = grace_decide(&deletion);
    if (grace == GRACE_RUNS) {
        reply(write, false, out);
        return;
    }
    finalizers_finish(&deletion);
    bool waits = ls_node_count(deletion.metadata.at[LS_META_FINALIZERS]) > 0;
    if (grace == GRACE_NONE && waits)
        waiting_mark(&deletion);
    if (grace == GRACE_SET || waits)
        waiting_store(&deletion);
    if (waits || (grace == GRACE_SET && deletion.grace_s > 0))
        reply(write, false, out);
    else
        remove_now(write, out);
}

const struct ls_failure *ls_op_delete(struct ls_op_call *call,
                                      const struct ls_delete_options *options,
                                      struct ls_deleted *out)
{
    LS_ASSERT(call->name.len > 0);
    LS_ASSERT(options->propagation <= LS_PROPAGATE_ORPHAN);
    struct ls_write write LS_AUTO(ls_write_release) = {0};
    ls_write_open(&write, call);
    if (is_immortal(call))
        return ls_failure_forbidden(call->arena, ls_kind_about(call->kind, call->name),
                                    "this namespace may not be deleted");
    if (!write.stored)
        return ls_failure_not_found(call->arena, ls_kind_about(call->kind, call->name));
    const struct ls_failure *failure = preconditions_check(&write, options);
    if (failure)
        return failure;
    if (ls_terminating_mark(&write, options))
        reply(&write, false, out);
    else
        delete_run(&write, options, out);
    return NULL;
}

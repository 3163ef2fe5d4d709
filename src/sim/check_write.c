/* The rules for one write that the server has carried out. */
#include <inttypes.h>
#include <string.h>

#include "health/health.h"
#include "phase/set/lock.h"
#include "phase/words.h"
#include "sim/check_impl.h"

/* ---- whose object it is ---- */

static struct ls_node controller_of(struct ls_node object, size_t *count)
{
    struct ls_node found = LS_ABSENT;
    *count = 0;
    LS_EACH (it, ls_node_at(object, "metadata.ownerReferences")) {
        if (!ls_node_bool(ls_node_at(it.value, "controller"), false))
            continue;
        found = it.value;
        ++*count;
    }
    return found;
}

static struct ls_slice set_of_process(const struct check_process *process)
{
    return ls_buf_slice(&process->set_id);
}

/* Who had it before us: absent where nobody had. */
static void foreign_check(struct ls_sim_check *check, const struct check_write *write)
{
    size_t controllers = 0;
    struct ls_node controller = controller_of(write->before, &controllers);
    struct ls_slice set = ls_check_set(write->before);
    bool is_moved = ls_check_note(write->after, LS_NOTE_MOVED_FROM).len > 0 ||
                    ls_check_note(write->before, LS_NOTE_MOVED_FROM).len > 0;
    bool is_known = ls_check_note(write->before, LS_NOTE_APPLIED).len > 0;
    if (controllers > 0)
        ls_check_breach(check, LS_SIM_RULE_FOREIGN, write->before,
                        "belongs to its controller %s, and process %u wrote to it",
                        ls_node_text(ls_node_at(controller, "name")), write->request->process);
    else if (set.len > 0 && !ls_slice_equal(set, set_of_process(write->process)) && !is_moved)
        ls_check_breach(check, LS_SIM_RULE_FOREIGN, write->before,
                        "belongs to another set, and process %u wrote to it",
                        write->request->process);
    else if (set.len == 0 && !is_known && write->process->options.adopts_not && !write->is_delete)
        ls_check_breach(check, LS_SIM_RULE_FOREIGN, write->before,
                        "was there before the set, and process %u was not to adopt it",
                        write->request->process);
}

static void controllers_check(struct ls_sim_check *check, const struct check_write *write)
{
    size_t count = 0;
    (void)controller_of(write->after, &count);
    if (count > 1)
        ls_check_breach(check, LS_SIM_RULE_CONTROLLER, write->after, "has %zu controllers", count);
}

/* ---- lock and parent ---- */

static void lock_check(struct ls_sim_check *check, const struct check_write *write)
{
    const struct check_record *parent = ls_check_parent_of(check, set_of_process(write->process));
    struct ls_lock_name holder = {0};
    uint64_t count = 0;
    bool is_held =
        parent && !parent->is_gone &&
        ls_lock_parse(ls_check_note(ls_check_object(parent), LS_NOTE_HOLDER), &holder, &count);
    if (!is_held || holder.pid != write->request->process)
        ls_check_breach(check, LS_SIM_RULE_LOCK, write->after,
                        "was written by process %u, and the lock is held by %" PRId64,
                        write->request->process, is_held ? holder.pid : 0);
}

static bool list_has(struct ls_slice list, struct ls_slice wanted)
{
    while (list.len > 0) {
        if (ls_slice_equal(ls_slice_cut(list, ',', &list), wanted))
            return true;
    }
    return false;
}

static bool is_listed(struct ls_sim_check *check, struct ls_node parent, struct ls_node member)
{
    struct ls_slice group = ls_check_group(member);
    const char *kind =
        ls_arena_printf(&check->scratch, "%s%s%.*s", ls_node_text(ls_node_at(member, "kind")),
                        group.len ? "." : "", LS_ARG(group));
    struct ls_slice space = ls_node_string(ls_node_at(member, "metadata.namespace"));
    struct ls_slice own = ls_node_string(ls_node_at(parent, "metadata.namespace"));
    return list_has(ls_check_note(parent, LS_NOTE_GROUP_KINDS), ls_slice_of(kind)) &&
           (space.len == 0 || ls_slice_equal(space, own) ||
            list_has(ls_check_note(parent, LS_NOTE_MORE_NAMESPACES), space));
}

static void member_listed_check(struct ls_sim_check *check, const struct check_write *write)
{
    const struct check_record *parent = ls_check_parent_of(check, set_of_process(write->process));
    if (!parent || parent->is_gone || !is_listed(check, ls_check_object(parent), write->after))
        ls_check_breach(check, LS_SIM_RULE_PARENT, write->after,
                        "was made, and the parent does not list its kind and namespace");
}

/* After the parent was written, or deleted. */
static void parent_check(struct ls_sim_check *check, const struct check_write *write)
{
    struct ls_node parent = ls_check_object(write->record);
    struct ls_slice set = ls_check_label(parent, LS_LABEL_SET_ID);
    for (size_t i = 0; i < check->records.count; i++) {
        const struct check_record *record = check->records.at[i];
        struct ls_node member = ls_check_object(record);
        if (record->is_gone || !ls_slice_equal(ls_check_set(member), set))
            continue;
        if (write->is_delete)
            ls_check_breach(check, LS_SIM_RULE_PARENT, member,
                            "is still there, and the parent of its set was deleted");
        else if (!is_listed(check, parent, member))
            ls_check_breach(check, LS_SIM_RULE_PARENT, member,
                            "is there, and the parent does not list its kind and namespace");
    }
}

/* ---- what must not be repeated, deleted or overwritten ---- */

static bool is_run_before(const struct check_record *record, struct ls_node now)
{
    struct ls_node then = ls_check_object(record);
    return record->is_gone && !record->is_deleted && ls_health_is_finished(then) &&
           ls_node_equal(ls_node_at(then, "metadata.name"), ls_node_at(now, "metadata.name")) &&
           ls_node_equal(ls_node_at(then, "metadata.namespace"),
                         ls_node_at(now, "metadata.namespace")) &&
           ls_slice_equal(ls_check_note(then, LS_NOTE_APPLIED),
                          ls_check_note(now, LS_NOTE_APPLIED));
}

/* A Job that removes itself when it is done is not to be run again for that. */
static void twice_check(struct ls_sim_check *check, const struct check_write *write)
{
    struct ls_node ttl = ls_node_at(write->after, "spec.ttlSecondsAfterFinished");
    if (!ls_check_is(write->after, "batch", "Job") || ls_node_is_absent(ttl))
        return;
    for (size_t i = 0; i < check->records.count; i++) {
        if (check->records.at[i] != write->record &&
            is_run_before(check->records.at[i], write->after))
            ls_check_breach(check, LS_SIM_RULE_TWICE, write->after,
                            "was done already, and process %u made it again",
                            write->request->process);
    }
}

static bool is_true(struct ls_node object, const char *note)
{
    return ls_slice_is(ls_check_note(object, note), "true");
}

static void kept_check(struct ls_sim_check *check, const struct check_write *write)
{
    struct ls_node object = ls_check_object(write->record);
    const struct ls_run_options *options = &write->process->options;
    struct ls_node manifest = ls_check_manifest(write->process, object);
    if (is_true(object, LS_NOTE_KEEP) || is_true(object, LS_NOTE_KOTS_KEEP))
        ls_check_breach(check, LS_SIM_RULE_KEPT, object, "is to be kept, and was deleted");
    if (is_true(object, LS_NOTE_ADOPTED) && !options->deletes_adopted)
        ls_check_breach(check, LS_SIM_RULE_KEPT, object,
                        "was there before the set, and was deleted with it");
    if (!ls_node_is_absent(manifest) && ls_check_note(manifest, LS_NOTE_REPLACE).len == 0)
        ls_check_breach(check, LS_SIM_RULE_KEPT, object, "is wanted, and was deleted");
}

static void version_check(struct ls_sim_check *check, const struct check_write *write)
{
    struct ls_node version = ls_node_at(write->body, "metadata.resourceVersion");
    if (ls_node_string(version).len == 0)
        ls_check_breach(check, LS_SIM_RULE_VERSION, write->body,
                        "was applied by process %u without a resourceVersion",
                        write->request->process);
}

/* ---- all of them ---- */

static void member_written(struct ls_sim_check *check, const struct check_write *write)
{
    bool is_made = ls_node_is_absent(write->before);
    lock_check(check, write);
    version_check(check, write);
    if (is_made) {
        member_listed_check(check, write);
        twice_check(check, write);
    }
    ls_check_gates(check, write);
}

static void member_removed(struct ls_sim_check *check, const struct check_write *write)
{
    lock_check(check, write);
    if (write->is_delete)
        kept_check(check, write);
    ls_check_removal(check, write);
}

static void write_remember(const struct check_write *write)
{
    struct check_record *record = write->record;
    record->is_deleted |= write->is_delete;
    if (!write->is_delete && !write->is_release)
        record->written_revision = write->revision;
    if (write->process->first_revision == 0)
        write->process->first_revision = write->revision;
}

void ls_check_written(struct ls_sim_check *check, const struct check_write *write)
{
    if (!write->record && write->process && write->is_delete)
        ls_check_breach(check, LS_SIM_RULE_FOREIGN, LS_ABSENT,
                        "process %u sent DELETE %s, which belongs to no set",
                        write->request->process, write->request->path);
    if (!write->record || !write->process || !write->is_changed)
        return;
    foreign_check(check, write);
    controllers_check(check, write);
    if (!write->is_delete)
        ls_check_fields(check, write);
    if (write->is_parent)
        parent_check(check, write);
    else if (write->is_delete || write->is_release)
        member_removed(check, write);
    else
        member_written(check, write);
    write_remember(write);
}

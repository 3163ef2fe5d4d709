/* The parent of the set as this run reads and writes it, and with it the lock. */
#include "phase/run/run_impl.h"

#include <string.h>

#include "base/defect.h"
#include "kube/resource_version.h"

/* ---- what was read ---- */

static void key_take(struct ls_run *run)
{
    struct ls_slice uid = ls_slice_of(run->parent.uid);
    if (!run->parent.exists || ls_slice_equal(uid, run->stamp.key))
        return;
    run->stamp.key = ls_arena_slice(&run->arena, uid);
    ls_run_items_doubt(run);
}

static void refuse_going(struct ls_run *run)
{
    struct ls_err err;
    (void)ls_fail(&err, LS_E_CONFLICT,
                  "ConfigMap %s/%s, which stands for the set, is being deleted; wait until it is "
                  "gone, or see what holds it up",
                  run->options.parent_namespace, run->parent_name);
    ls_run_settle(run, LS_RUN_REFUSED, &err);
}

/* The lock rests on the version, the hash of members on the uid. */
static enum ls_code identity_check(const struct ls_parent *parent, const char *name,
                                   struct ls_err *err)
{
    if (parent->uid[0] && ls_rv_is_decimal(ls_slice_of(parent->version)))
        return LS_OK;
    return ls_fail(err, LS_E_PROTOCOL,
                   "the server sent ConfigMap %s without a uid or without a number as "
                   "resourceVersion; is there a proxy in between that changes what it says?",
                   name);
}

void ls_run_parent_take(struct ls_run *run, const struct ls_obj *obj)
{
    run->is_parent_unknown = false;
    run->parent_arena ^= 1;
    struct ls_arena *arena = &run->parent_arenas[run->parent_arena];
    ls_arena_reset(arena);
    struct ls_parent parent = {.uid = "", .version = "", .tooling = "", .holder = "", .origin = ""};
    struct ls_err err = {0};
    if (obj && (ls_parent_read(arena, ls_obj_root(obj), run->options.set_name, &parent, &err) ||
                identity_check(&parent, run->parent_name, &err))) {
        ls_run_settle(run, LS_RUN_REFUSED, &err);
        return;
    }
    run->parent = parent;
    key_take(run);
    if (parent.is_going && run->options.goal == LS_GOAL_ROLLOUT)
        refuse_going(run);
}

uint64_t ls_run_parent_version(const struct ls_run *run)
{
    return run->parent.exists ? ls_rv_of_text(ls_slice_of(run->parent.version)) : 0;
}

/* ---- the lock ---- */

static bool holder_is_dead(const struct ls_run *run, struct ls_slice holder)
{
    const struct ls_lock_host *host = run->options.lock_host;
    struct ls_lock_name name;
    uint64_t count;
    return ls_lock_parse(holder, &name, &count) && host->is_dead(host->self, &name);
}

static void lock_lost(struct ls_run *run)
{
    struct ls_buf who LS_AUTO(ls_buf_release) = {0};
    struct ls_err err;
    ls_lock_show(&who, ls_slice_of(run->parent.holder));
    (void)ls_fail(&err, LS_E_CONFLICT,
                  "another run has taken over the set (%s); this one has stopped",
                  who.len ? ls_buf_text(&who) : "it gave the lock back meanwhile");
    ls_run_settle(run, LS_RUN_ERROR, &err);
}

static void lock_unwatch(struct ls_run *run)
{
    ls_list_watch_free(run->lock_watch);
    run->lock_watch = NULL;
}

void ls_run_lock_look(struct ls_run *run)
{
    /* Before the parent was read nobody knows who holds it; how long its holder has been silent
     * stays known. */
    if (run->stage == RUN_STAGE_START)
        return;
    struct ls_slice holder = ls_slice_of(run->parent.holder);
    int64_t again_ms = 0;
    bool was_ours = run->lock == LS_LOCK_OURS;
    bool was_held = run->lock == LS_LOCK_HELD;
    run->lock = ls_lock_decide(&run->sight, holder, &run->name,
                               !was_ours && holder.len && holder_is_dead(run, holder),
                               ls_run_now_ms(run), &again_ms);
    if (LS_DEFECT(lock_ignored) && run->lock == LS_LOCK_HELD)
        run->lock = LS_LOCK_FREE;
    run->lock_again_ms = again_ms;
    run->is_outdated |= was_held && run->lock != LS_LOCK_HELD && run->stage >= RUN_STAGE_FIELDS;
    if (was_ours && run->lock != LS_LOCK_OURS && !run->is_closed)
        lock_lost(run);
    if (run->lock != LS_LOCK_HELD && run->lock != LS_LOCK_OURS)
        lock_unwatch(run);
}

/* The answer to a write of ours may have been here first. */
static bool is_parent_older(const struct ls_run *run, const struct ls_obj *obj)
{
    struct ls_node version = ls_node_at(ls_obj_root(obj), "metadata.resourceVersion");
    return run->parent.exists &&
           ls_rv_compare(ls_node_string(version), ls_slice_of(run->parent.version)) == LS_RV_OLDER;
}

static void lock_news(void *self, const struct ls_news *news)
{
    struct ls_run *run = self;
    if (news->kind == LS_NEWS_OBJECT) {
        if (!is_parent_older(run, news->obj))
            ls_run_parent_take(run, news->obj);
    } else if (news->kind == LS_NEWS_GONE) {
        run->is_parent_unknown = true;
        run->parent.holder = "";
    } else if (news->set_back_from.len > 0) {
        ls_run_set_back(run, run->parent_name, ls_rv_of_text(news->set_back_from),
                        ls_rv_of_text(news->version));
    }
    ls_run_mark(run);
}

void ls_run_lock_watch(struct ls_run *run)
{
    if (run->lock_watch || run->is_ending)
        return;
    const struct ls_ref *ref = ls_book_ref(run->book, RUN_PARENT_ITEM);
    const struct ls_selection what = {
        .resource = ref->resource,
        .namespace_name = ref->namespace_name,
        .fields = ls_arena_printf(&run->arena, "metadata.name=%s", ref->name),
    };
    struct ls_err err;
    run->reads++;
    if (ls_list_watch_start(run->client, &what, NULL, lock_news, run, &run->lock_watch, &err))
        ls_run_settle(run, LS_RUN_ERROR, &err);
    if (run->lock == LS_LOCK_OURS)
        return;
    struct ls_buf who LS_AUTO(ls_buf_release) = {0};
    ls_lock_show(&who, ls_slice_of(run->parent.holder));
    ls_run_tell_note(run, "another run works on the set (%s); waiting for it", ls_buf_text(&who));
}

/* ---- what is written ---- */

struct run_lock_lists {
    struct ls_group_kind *kinds;
    size_t kind_count;
    const char **namespaces;
    size_t namespace_count;
};

static struct run_lock_lists lists_new(struct ls_run *run)
{
    size_t count = run->selections.count;
    return (struct run_lock_lists){
        .kinds = LS_ARENA_ARRAY(&run->thinking, struct ls_group_kind,
                                count + run->parent.kind_count + 1),
        .namespaces =
            LS_ARENA_ARRAY(&run->thinking, const char *, count + run->parent.namespace_count + 1),
    };
}

/* Without repeats of its neighbours: the body sorts, and drops the others. */
static void lists_add(struct run_lock_lists *lists, const struct run_selection *selection)
{
    lists->kinds[lists->kind_count++] =
        (struct ls_group_kind){selection->resource->kind, selection->resource->group};
    if (selection->namespace_name)
        lists->namespaces[lists->namespace_count++] = selection->namespace_name;
}

/* What is wanted, what stays all the same, and what could not be looked at. */
static struct run_lock_lists lists_exact(struct ls_run *run)
{
    struct run_lock_lists lists = lists_new(run);
    for (size_t i = 0; i < run->selections.count; i++) {
        const struct run_selection *selection = run->selections.at[i];
        bool is_wanted = selection->first_member != LS_NO_ITEM;
        bool is_kept = selection->is_forbidden || selection->has_unpruned;
        if (!selection->name && (is_wanted || is_kept))
            lists_add(&lists, selection);
    }
    return lists;
}

/* All that is in view, and what the parent lists besides. */
static struct run_lock_lists lists_union(struct ls_run *run)
{
    struct run_lock_lists lists = lists_new(run);
    for (size_t i = 0; i < run->selections.count; i++) {
        if (!run->selections.at[i]->name)
            lists_add(&lists, run->selections.at[i]);
    }
    for (size_t i = 0; i < run->parent.kind_count; i++)
        lists.kinds[lists.kind_count++] = run->parent.kinds[i];
    for (size_t i = 0; i < run->parent.namespace_count; i++)
        lists.namespaces[lists.namespace_count++] = run->parent.namespaces[i];
    return lists;
}

/* Jobs that may vanish by themselves, as they are done now. */
static void finished_take(struct ls_run *run, struct ls_parent *parent)
{
    struct ls_finished *now =
        LS_ARENA_ARRAY(&run->thinking, struct ls_finished, run->jobs.count + 1);
    size_t count = 0;
    for (size_t i = 0; i < run->jobs.count; i++) {
        uint32_t item = run->jobs.at[i];
        const char *applied = LS_DEFECT(job_forgotten) ? NULL : ls_run_job_applied(run, item);
        const struct ls_ref *ref = ls_book_ref(run->book, item);
        if (applied)
            now[count++] = (struct ls_finished){ref->namespace_name, ref->name, applied};
    }
    parent->finished =
        ls_finished_merge(&run->thinking, run->parent.finished, run->parent.finished_count, now,
                          count, &parent->finished_count);
}

/* Everything but the holder. */
static struct ls_parent parent_wanted(struct ls_run *run, bool is_exact)
{
    struct run_lock_lists lists = is_exact && !run->is_blind ? lists_exact(run) : lists_union(run);
    struct ls_parent parent = run->parent;
    parent.kinds = lists.kinds;
    parent.kind_count = lists.kind_count;
    parent.namespaces = lists.namespaces;
    parent.namespace_count = lists.namespace_count;
    parent.holder = "";
    if (!run->revision)
        return parent;
    finished_take(run, &parent);
    parent.unpruned_count = run->unpruned.count;
    if (is_exact)
        parent.object_count = run->member_count + run->unpruned.count;
    if (run->options.origin && run->options.origin[0])
        parent.origin = run->options.origin;
    return parent;
}

void ls_run_parent_judge(struct ls_run *run)
{
    run->is_parent_due = false;
    if (run->options.goal != LS_GOAL_ROLLOUT || !run->parent.exists)
        return;
    struct ls_parent now = run->parent;
    struct ls_parent wanted = parent_wanted(run, true);
    struct ls_err err;
    const struct ls_obj *a LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_obj *b LS_AUTO(ls_obj_unref_at) = NULL;
    now.holder = "";
    now.origin = wanted.origin; /* another checkout alone is not worth a write */
    if (now.object_count == 0 && !ls_parent_is_by_us(&now)) /* nor is what others did not count */
        now.object_count = wanted.object_count;
    const char *space = run->options.parent_namespace;
    bool is_readable = !ls_parent_body(&now, space, run->options.set_name, &a, &err) &&
                       !ls_parent_body(&wanted, space, run->options.set_name, &b, &err);
    ls_run_lock_look(run);
    /* A holder that is dead for certain is cleared away. */
    run->is_parent_due = LS_DEFECT(parent_always_written) || !is_readable ||
                         run->lock == LS_LOCK_STALE ||
                         !ls_node_equal(ls_obj_root(a), ls_obj_root(b));
}

void ls_run_parent_finished(struct ls_run *run, uint32_t item)
{
    if (!run->parent.exists || run->stage < RUN_STAGE_FIELDS)
        return;
    const struct ls_ref *ref = ls_book_ref(run->book, item);
    const char *known = ls_finished_find(&run->parent, ref->namespace_name, ref->name);
    const char *applied = ls_run_job_applied(run, item);
    if (!applied || (known && strcmp(known, applied) == 0))
        return;
    run->is_parent_due = true;
    /* The parent must know it before the Job may vanish: the next run would start it again. */
    if (run->lock == LS_LOCK_OURS)
        run->renew_ms = LS_MIN(run->renew_ms, ls_run_now_ms(run));
}

/* ---- out ---- */

static void parent_apply(struct ls_run *run, struct ls_parent *parent)
{
    struct ls_err err;
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) = NULL;
    if (ls_parent_body(parent, run->options.parent_namespace, run->options.set_name, &body, &err)) {
        ls_run_settle(run, LS_RUN_REFUSED, &err);
        return;
    }
    /* It is ours alone: whoever else wrote to it does not keep the lock from being taken. */
    const struct ls_intent intent = {
        .kind = LS_INTENT_APPLY,
        .item = RUN_PARENT_ITEM,
        .ref = *ls_book_ref(run->book, RUN_PARENT_ITEM),
        .body = body,
        .field_manager = run->manager,
        .is_forced = true,
    };
    run->lock_sent_ms = ls_run_now_ms(run);
    ls_run_put(run, &intent);
}

static void parent_hold(struct ls_run *run, struct ls_parent parent)
{
    ls_buf_clear(&run->lock_text);
    ls_lock_print(&run->lock_text, &run->name, run->lock_count++);
    parent.holder = ls_buf_text(&run->lock_text);
    parent_apply(run, &parent);
}

static void parent_renew(struct ls_run *run)
{
    struct ls_parent parent = run->parent;
    if (run->revision)
        finished_take(run, &parent);
    parent_hold(run, parent);
}

static void parent_release(struct ls_run *run)
{
    struct ls_parent parent = run->parent;
    /* What joined the set meanwhile stays listed. */
    if (!run->is_ending) {
        parent = parent_wanted(run, !ls_run_has_late(run));
    } else if (run->revision) {
        finished_take(run, &parent);
        if (ls_ledger_total(run->writes, LS_WRITE_DONE) == run->member_count)
            parent.object_count = run->member_count + run->unpruned.count;
    }
    parent.holder = "";
    run->is_lock_closing = true;
    lock_unwatch(run);
    parent_apply(run, &parent);
}

static void parent_other(struct ls_run *run, enum ls_intent_kind kind)
{
    struct ls_intent intent = {
        .kind = kind,
        .item = RUN_PARENT_ITEM,
        .ref = *ls_book_ref(run->book, RUN_PARENT_ITEM),
        .uid = ls_uid_of(ls_slice_of(run->parent.uid)),
        .version = ls_run_parent_version(run),
        .propagation = LS_PROPAGATION_BACKGROUND,
    };
    LS_ASSERT(kind == LS_INTENT_READ || intent.version != 0);
    run->is_lock_closing = kind == LS_INTENT_DELETE;
    if (run->is_lock_closing)
        lock_unwatch(run);
    ls_run_put(run, &intent);
}

void ls_run_parent_send(struct ls_run *run, enum ls_deed_kind kind)
{
    switch (kind) {
    case LS_DEED_TAKE_LOCK:
        parent_hold(run, parent_wanted(run, LS_DEFECT(parent_lists_early)));
        return;
    case LS_DEED_RENEW_LOCK:
        parent_renew(run);
        return;
    case LS_DEED_CLOSE:
        parent_release(run);
        return;
    case LS_DEED_DROP_PARENT:
        /* Who joined the set meanwhile leaves as well, before its parent does. */
        if (!ls_run_removal_renew(run))
            parent_other(run, LS_INTENT_DELETE);
        return;
    default:
        LS_ASSERT(kind == LS_DEED_READ_PARENT);
        parent_other(run, LS_INTENT_READ);
    }
}

/* ---- back ---- */

static void parent_refused(struct ls_run *run, const struct ls_result *result)
{
    struct ls_err err = *result->err;
    if (result->code == LS_E_CONFLICT || result->code == LS_E_EXISTS) {
        run->is_parent_unknown = true;
        run->is_outdated |= run->lock != LS_LOCK_OURS;
        return;
    }
    if (run->is_ending) {
        run->is_closed = true; /* it cannot be given back: whoever comes next waits a while */
        run->parent.holder = "";
        return;
    }
    if (result->code == LS_E_NOT_FOUND)
        (void)ls_fail(&err, LS_E_NOT_FOUND,
                      "namespace %s, in which the set is kept, does not exist: create it, or name "
                      "another one with --parent-namespace",
                      run->options.parent_namespace);
    bool is_refusal = run->lock != LS_LOCK_OURS &&
                      (result->code == LS_E_FORBIDDEN || result->code == LS_E_NOT_FOUND ||
                       result->code == LS_E_INVALID);
    ls_run_settle(run, is_refusal ? LS_RUN_REFUSED : LS_RUN_ERROR, &err);
}

/* Of a delete whose answer was lost: is the parent that was read another one, or on its way? */
static bool delete_was_done(const struct ls_result *result)
{
    struct ls_node object = ls_obj_root(result->obj);
    return !result->is_read || !result->obj ||
           !ls_uid_equal(ls_uid_of_object(object), result->intent->uid) ||
           !ls_node_is_absent(ls_node_at(object, "metadata.deletionTimestamp"));
}

static bool parent_is_gone(const struct ls_result *result)
{
    if (result->intent->kind == LS_INTENT_DELETE)
        return result->code == LS_OK && delete_was_done(result);
    return result->code == LS_E_NOT_FOUND && !result->is_kind_unknown &&
           (result->is_read || result->intent->kind == LS_INTENT_READ);
}

void ls_run_parent_answered(struct ls_run *run, const struct ls_result *result)
{
    bool was_closing = run->is_lock_closing;
    bool was_ours = run->lock == LS_LOCK_OURS;
    run->is_lock_closing = false;
    if (parent_is_gone(result)) {
        run->is_closed = was_closing;
        ls_run_parent_take(run, NULL);
    } else if (result->code) {
        parent_refused(run, result);
    } else {
        run->is_closed = was_closing;
        ls_run_parent_take(run, result->obj);
    }
    run->is_parent_due &= !run->is_closed;
    ls_run_lock_look(run);
    if (run->lock != LS_LOCK_OURS)
        return;
    run->is_closed = false;
    if (!was_ours)
        (void)ls_run_removal_renew(run);
    /* Only what the server holds now was renewed: others go by the text they see. */
    if (ls_slice_is(ls_buf_slice(&run->lock_text), run->parent.holder)) {
        run->renew_ms = run->lock_sent_ms + LS_LOCK_RENEW_MS;
        run->lapse_ms = run->lock_sent_ms + LS_LOCK_STALE_MS;
    }
    /* The write that gives it back may be carried out yet: a renewal makes sure that it is not. */
    if (was_closing && result->is_read)
        run->renew_ms = run->lapse_ms = ls_run_now_ms(run);
}

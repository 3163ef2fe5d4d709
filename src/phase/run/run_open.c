/* The beginning of a run: which kinds the server has, the parent, the revision; then everything
 * that is to be kept in view. Stages follow one another as their reads are answered. */
#include "phase/run/run_impl.h"

#include "phase/read/resolve.h"

/* ---- discovery and parent ---- */

static void kinds_known(void *self, enum ls_code code, const struct ls_err *err)
{
    struct ls_run *run = self;
    if (code)
        ls_run_settle(run, LS_RUN_ERROR, err);
    ls_run_read_done(run);
}

static void parent_known(void *self, const struct ls_answer *answer)
{
    struct ls_run *run = self;
    if (answer->code == LS_OK)
        ls_run_parent_take(run, answer->obj);
    else if (answer->code == LS_E_NOT_FOUND && !answer->is_kind_unknown)
        ls_run_parent_take(run, NULL);
    else
        ls_run_settle(run, answer->code == LS_E_FORBIDDEN ? LS_RUN_REFUSED : LS_RUN_ERROR,
                      answer->err);
    ls_run_read_done(run);
}

void ls_run_begin(struct ls_run *run)
{
    struct ls_err err;
    if (run->is_ending)
        return;
    if (ls_set_name_check(run->options.set_name, &err)) {
        ls_run_settle(run, LS_RUN_REFUSED, &err);
        return;
    }
    struct ls_ref parent = {ls_parent_resource(), run->options.parent_namespace, run->parent_name};
    uint32_t item = ls_run_item_add(run, &parent);
    LS_ASSERT(item == RUN_PARENT_ITEM);
    ls_run_tell_step(run, LS_RUN_STATE_READING);
    run->reads_open = 1;
    if (run->asks_kinds || !ls_discovery_is_loaded(run->discovery)) {
        run->reads_open++;
        run->is_fresh = true;
        ls_discovery_refresh(run->discovery, kinds_known, run);
    }
    run->reads++;
    ls_api_call_start(run->client, &run->parent_call,
                      &(struct ls_call_spec){.verb = LS_VERB_GET, .place = ls_ref_place(&parent)},
                      parent_known, run);
    ls_run_mark(run); /* the deadline counts though nobody answers */
}

/* ---- what is wanted ---- */

static void revision_make(struct ls_run *run, struct ls_entries *entries)
{
    const struct ls_resolve_options options = {
        .catalog = ls_discovery_catalog(run->discovery),
        .namespace_name = run->options.namespace_name,
        .is_namespace_enforced = run->options.is_namespace_enforced,
        .parent_namespace = run->options.parent_namespace,
        .parent_name = run->parent_name,
    };
    ls_problems_clear(&run->problems);
    ls_resolve(&run->arena, run->options.manifests, &options, entries, &run->problems);
    run->revision = ls_revision_make(&run->arena, entries->at, entries->count, run->options.wait,
                                     &run->problems);
}

static void entries_tell(struct ls_run *run, const struct ls_entries *entries)
{
    if (entries->excluded_note)
        ls_run_tell_note(run, "%s", entries->excluded_note);
    if (entries->idle_note)
        ls_run_tell_note(run, "%s", entries->idle_note);
}

/* Jobs with a time to live vanish when they are done: the parent remembers them. */
static void job_note(struct ls_run *run, uint32_t item, const struct ls_member *member)
{
    struct ls_node ttl = ls_node_at(member->manifest->object, "spec.ttlSecondsAfterFinished");
    if (!ls_resource_is(member->ref.resource, "batch", "Job") || ls_node_type(ttl) != LS_TYPE_INT)
        return;
    ls_run_item(run, item)->may_vanish = true;
    ls_vec_push(&run->jobs, item);
}

static void members_add(struct ls_run *run)
{
    const struct ls_revision *revision = run->revision;
    run->member_count = revision->member_count;
    run->writes = ls_ledger_new(revision->cell_count, LS_WRITE_COUNT);
    run->gates = ls_ledger_new(revision->cell_count, LS_GATE_COUNT);
    bool is_status_told = false;
    for (uint32_t i = 0; i < revision->member_count; i++) {
        const struct ls_member *member = &revision->members[i];
        uint32_t item = ls_run_item_add(run, &member->ref);
        LS_ASSERT(item == i + 1);
        ls_ledger_add(run->writes, i, member->cell);
        if (member->gate != LS_NO_CELL)
            ls_ledger_add(run->gates, i, member->gate);
        ls_run_selection_add_member(run, item, member);
        job_note(run, item, member);
        if (ls_resource_is_crd(member->ref.resource))
            ls_vec_push(&run->crds, item);
        if (!is_status_told && ls_manifest_has_status(member->manifest)) {
            ls_run_tell_note(run,
                             "%s:%u: a status in a manifest is left out: the cluster writes it",
                             member->manifest->file, member->manifest->line);
            is_status_told = true;
        }
    }
}

/* ---- what the parent lists ---- */

const struct ls_resource *ls_run_resource_of(const struct ls_run *run, const char *group,
                                             const char *kind)
{
    const struct ls_catalog *catalog = ls_discovery_catalog(run->discovery);
    const struct ls_resource *resource;
    for (size_t at = 0; (resource = ls_catalog_next(catalog, NULL, &at));) {
        if (ls_resource_is(resource, group, kind) && ls_catalog_is_preferred(catalog, resource))
            return resource;
    }
    return NULL;
}

static void listed_kind_add(struct ls_run *run, const struct ls_resource *resource)
{
    if (!resource->is_namespaced) {
        ls_run_selection_add(run, resource, NULL)->is_listed = true;
        return;
    }
    ls_run_selection_add(run, resource, run->options.parent_namespace)->is_listed = true;
    for (size_t i = 0; i < run->parent.namespace_count; i++)
        ls_run_selection_add(run, resource, run->parent.namespaces[i])->is_listed = true;
}

/* A group that the server cannot speak for now is not one that is gone: its objects are there. */
static void unknown_kind(struct ls_run *run, const struct ls_group_kind *kind)
{
    const char *dot = kind->group[0] ? "." : "";
    const char *notes = ls_discovery_notes(run->discovery);
    struct ls_err err;
    if (!notes[0]) {
        ls_run_tell_note(run,
                         "the set lists %s%s%s, which the server does not know any more: skipped",
                         kind->kind, dot, kind->group);
        return;
    }
    run->is_blind = true;
    (void)ls_fail(&err, LS_E_SERVER,
                  "the set has %s%s%s, which the server cannot speak for at the moment: try again "
                  "when it can; %s",
                  kind->kind, dot, kind->group, notes);
    if (ls_run_is_removal(run))
        ls_run_settle(run, LS_RUN_REFUSED, &err);
    else
        ls_run_tell_note(run, "%s", err.text);
}

static void listed_kinds_add(struct ls_run *run)
{
    for (size_t i = 0; i < run->parent.kind_count; i++) {
        const struct ls_group_kind *kind = &run->parent.kinds[i];
        const struct ls_resource *resource = ls_run_resource_of(run, kind->group, kind->kind);
        if (resource)
            listed_kind_add(run, resource);
        else
            unknown_kind(run, kind);
    }
}

/* ---- stages ---- */

static void refuse_absent_set(struct ls_run *run)
{
    struct ls_err err;
    (void)ls_fail(&err, LS_E_NOT_FOUND,
                  "there is no set %s in namespace %s; `lockstep list -A` shows all there are",
                  run->options.set_name, run->options.parent_namespace);
    ls_run_settle(run, LS_RUN_REFUSED, &err);
}

static void refuse_lost_set(struct ls_run *run)
{
    struct ls_buf found LS_AUTO(ls_buf_release) = {0};
    struct ls_err err;
    ls_run_search_print(run, &found);
    (void)ls_fail(&err, LS_E_CONFLICT,
                  "ConfigMap %s/%s, the parent of set %s, is gone, but %s; --without-parent takes "
                  "down what carries it",
                  run->options.parent_namespace, run->parent_name, run->options.set_name,
                  ls_buf_text(&found));
    ls_run_settle(run, LS_RUN_REFUSED, &err);
}

static bool is_rollout(const struct ls_run *run)
{
    return run->options.goal == LS_GOAL_ROLLOUT || run->options.goal == LS_GOAL_PLAN;
}

static bool lists_unknown_kind(const struct ls_run *run)
{
    for (size_t i = 0; i < run->parent.kind_count; i++) {
        const struct ls_group_kind *kind = &run->parent.kinds[i];
        if (!ls_run_resource_of(run, kind->group, kind->kind))
            return true;
    }
    return false;
}

/* Kinds may have come since the server was asked for them. */
static bool refresh(struct ls_run *run)
{
    if (run->is_fresh)
        return false;
    run->is_fresh = true;
    run->reads_open = 1;
    ls_discovery_refresh(run->discovery, kinds_known, run);
    return true;
}

static void search(struct ls_run *run)
{
    run->stage = RUN_STAGE_SEARCH;
    ls_run_search_open(run);
}

/* What the parent lists, or would, is kept in view. */
static void view_open(struct ls_run *run)
{
    listed_kinds_add(run);
    run->stage = RUN_STAGE_VIEW;
    /* Held open by one, so that a set with nothing to read goes on as well. */
    run->reads_open = 1;
    ls_run_selections_open(run);
    ls_run_read_done(run);
}

/* Groups that do not answer now. */
static void kinds_tell(struct ls_run *run)
{
    if (run->is_fresh && ls_discovery_notes(run->discovery)[0])
        ls_run_tell_note(run, "%s", ls_discovery_notes(run->discovery));
}

/* Of a set without a parent. */
static void removal_opened(struct ls_run *run)
{
    if (ls_run_is_look(run)) {
        refuse_absent_set(run);
        return;
    }
    kinds_tell(run);
    search(run);
}

static void run_searched(struct ls_run *run)
{
    struct ls_buf found LS_AUTO(ls_buf_release) = {0};
    if (ls_run_search_found(run) > 0 || run->options.finds_by_label)
        ls_run_search_tell(run);
    if (!is_rollout(run) && ls_run_search_found(run) == 0) {
        refuse_absent_set(run);
        return;
    }
    if (!is_rollout(run) && !run->options.finds_by_label) {
        refuse_lost_set(run);
        return;
    }
    ls_run_search_print(run, &found);
    ls_run_tell_note(run, "ConfigMap %s/%s, the parent of the set, is gone, but %s; %s",
                     run->options.parent_namespace, run->parent_name, ls_buf_text(&found),
                     is_rollout(run) ? "apply makes it anew" : "what carries it is taken down");
    ls_run_search_take(run);
    view_open(run);
}

/* Something of the set is there and its parent is not: it was deleted by hand, and what else the
 * set has is known by its label alone. */
static bool is_parent_lost(const struct ls_run *run)
{
    if (run->parent.exists || run->search)
        return false;
    for (uint32_t item = 1; item < run->items.count; item++) {
        const struct ls_facts *facts = ls_book_facts(run->book, item);
        if (facts->presence >= LS_PRESENCE_THERE && facts->holder == LS_HOLDER_US)
            return true;
    }
    return false;
}

static void run_opened(struct ls_run *run)
{
    struct ls_entries entries = {0};
    if (!is_rollout(run) && !run->parent.exists) {
        removal_opened(run);
        return;
    }
    if (is_rollout(run))
        revision_make(run, &entries);
    bool has_problems = run->problems.count > 0;
    if ((has_problems || entries.new_kind_count || lists_unknown_kind(run)) && refresh(run))
        return;
    entries_tell(run, &entries);
    /* Those that have none are looked at all the same, so that all is told at once. */
    if (has_problems && run->revision->member_count == 0) {
        (void)ls_run_problems_refuse(run);
        return;
    }
    if (run->revision)
        members_add(run);
    kinds_tell(run);
    view_open(run);
}

static void members_absent(struct ls_run *run)
{
    for (uint32_t i = 0; i < run->member_count; i++) {
        if (ls_book_facts(run->book, i + 1)->presence == LS_PRESENCE_UNSEEN)
            ls_run_observe_absent(run, i + 1);
    }
}

/* All is seen: what is not there is absent, what is not wanted leaves. */
static void view_complete(struct ls_run *run)
{
    members_absent(run);
    /* A set that is not whole must not say what leaves. */
    if (run->problems.count > 0)
        return;
    ls_run_removal_make(run);
    ls_run_rows_make(run);
    ls_run_prune_judge(run);
    ls_run_parent_judge(run);
}

void ls_run_stage_next(struct ls_run *run)
{
    LS_ASSERT(run->reads_open == 0);
    switch (run->stage) {
    case RUN_STAGE_START:
        run_opened(run);
        return;
    case RUN_STAGE_SEARCH:
        run_searched(run);
        return;
    case RUN_STAGE_VIEW:
        if (is_parent_lost(run)) {
            search(run);
            return;
        }
        run->stage = RUN_STAGE_NAMES;
        if (ls_run_names_open(run))
            return;
        LS_FALLTHROUGH;
    case RUN_STAGE_NAMES:
        run->stage = RUN_STAGE_SPACES;
        if (ls_run_spaces_check(run))
            return;
        LS_FALLTHROUGH;
    case RUN_STAGE_SPACES:
        view_complete(run);
        run->stage = RUN_STAGE_FIELDS;
        if (ls_run_fields_check(run))
            return;
        LS_FALLTHROUGH;
    case RUN_STAGE_FIELDS:
        if (ls_run_problems_refuse(run))
            return;
        ls_run_conflicts_tell(run);
        run->stage = RUN_STAGE_RIGHTS;
        if (ls_run_rights_check(run))
            return;
        LS_FALLTHROUGH;
    case RUN_STAGE_RIGHTS:
        if (ls_run_rights_refuse(run))
            return;
        run->stage = RUN_STAGE_TRIALS;
        if (ls_run_trials_begin(run))
            return;
        LS_FALLTHROUGH;
    case RUN_STAGE_TRIALS:
        if (ls_run_problems_refuse(run))
            return;
        LS_FALLTHROUGH;
    case RUN_STAGE_WORK:
        run->stage = RUN_STAGE_WORK;
        ls_run_mark(run);
    }
}

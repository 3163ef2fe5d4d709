/* What the server would refuse, found before anything is written: namespaces that do not exist,
 * fields that a kind does not have.
 *
 * The parent's own namespace is known by the parent's write, which is the first; that of a plan is
 * asked for. Other namespaces are asked for only where nothing of the set lives yet, so a set that
 * is rolled out again costs nothing more. */
#include "phase/run/run_impl.h"

#include <string.h>

#include "base/map.h"
#include "kube/status.h"
#include "phase/own/check.h"
#include "phase/own/refusal.h"

static const struct ls_resource namespaces = {
    .group = "",
    .version = "v1",
    .kind = "Namespace",
    .plural = "namespaces",
    .singular = "namespace",
};

/* A question whose answer the stage waits for. */
struct run_check {
    struct ls_run *run;
    struct run_check *next;
    const struct ls_member *member; /* the first that asks it */
    const char *target;             /* of an OpenAPI document */
    struct ls_api_call call;
};

static struct run_check *check_new(struct ls_run *run, const struct ls_member *member)
{
    struct run_check *check = LS_NEW(struct run_check);
    check->run = run;
    check->member = member;
    check->next = run->check;
    run->check = check;
    run->reads_open++;
    return check;
}

void ls_run_check_free(struct ls_run *run)
{
    while (run->check) {
        struct run_check *check = run->check;
        run->check = check->next;
        ls_api_call_cancel(&check->call);
        ls_free(check);
    }
    ls_vec_release(&run->suspects);
}

bool ls_run_problems_refuse(struct ls_run *run)
{
    struct ls_err err;
    if (!ls_problems_err(&run->problems, &err))
        return false;
    ls_run_settle(run, LS_RUN_REFUSED, &err);
    return true;
}

/* ---- namespaces ---- */

static void space_answered(void *self, const struct ls_answer *answer)
{
    struct run_check *check = self;
    const struct ls_member *member = check->member;
    /* Who may not read namespaces is not asked to: the write will tell. */
    if (answer->code == LS_E_NOT_FOUND)
        ls_problems_fail(&check->run->problems, member->manifest,
                         ls_node_at(member->manifest->object, "metadata"),
                         "namespace %s does not exist: create it, or put it into the set",
                         member->ref.namespace_name);
    ls_run_read_done(check->run);
}

static void space_ask(struct ls_run *run, const struct ls_member *member)
{
    struct run_check *check = check_new(run, member);
    run->reads++;
    ls_api_call_start(run->client, &check->call,
                      &(struct ls_call_spec){
                          .verb = LS_VERB_GET,
                          .place = {.resource = &namespaces, .name = member->ref.namespace_name}},
                      space_answered, check);
}

/* Is it known without asking? */
static bool space_is_known(const struct ls_run *run, const struct ls_member *member)
{
    bool is_parents = strcmp(member->ref.namespace_name, run->options.parent_namespace) == 0;
    bool is_written = run->options.goal == LS_GOAL_ROLLOUT || run->parent.exists;
    return !member->ref.resource->is_namespaced || member->is_new_space ||
           (is_parents && is_written);
}

bool ls_run_spaces_check(struct ls_run *run)
{
    struct ls_map *spaces = ls_map_new(ls_random_u64(&run->world->random));
    static char seen;
    for (uint32_t i = 0; i < run->member_count; i++) {
        const struct ls_member *member = &run->revision->members[i];
        if (ls_book_facts(run->book, i + 1)->presence >= LS_PRESENCE_THERE)
            (void)ls_map_put(spaces, ls_slice_of(member->ref.namespace_name), &seen);
    }
    for (uint32_t i = 0; i < run->member_count; i++) {
        const struct ls_member *member = &run->revision->members[i];
        struct ls_slice name = ls_slice_of(member->ref.namespace_name);
        if (space_is_known(run, member) || ls_map_put(spaces, name, &seen))
            continue;
        space_ask(run, member);
    }
    ls_map_free(spaces);
    return run->reads_open > 0;
}

/* ---- fields ---- */

static struct ls_node crd_of(const struct ls_run *run, const struct ls_resource *resource)
{
    for (size_t i = 0; i < run->crds.count; i++) {
        struct ls_node crd = ls_run_member(run, run->crds.at[i])->manifest->object;
        if (ls_node_string_is(ls_node_at(crd, "spec.group"), resource->group) &&
            ls_node_string_is(ls_node_at(crd, "spec.names.kind"), resource->kind))
            return crd;
    }
    return LS_ABSENT;
}

static void document_answered(void *self, const struct ls_answer *answer)
{
    struct run_check *check = self;
    struct ls_run *run = check->run;
    const struct ls_resource *resource = check->member->ref.resource;
    for (uint32_t i = 0; answer->code == LS_OK && i < run->member_count; i++) {
        const struct ls_member *member = &run->revision->members[i];
        if (strcmp(member->ref.resource->group, resource->group) != 0 ||
            strcmp(member->ref.resource->version, resource->version) != 0)
            continue;
        struct ls_buf paths LS_AUTO(ls_buf_release) = {0};
        if (ls_check_by_openapi(ls_obj_root(answer->obj), member->manifest->object, &paths) ==
            LS_CHECK_STRAYS)
            ls_check_tell(member, ls_buf_text(&paths), &run->problems);
    }
    ls_run_read_done(run);
}

/* One document a group version, however many members ask for it. */
static void document_ask(struct ls_run *run, const struct ls_member *member)
{
    const struct ls_resource *resource = member->ref.resource;
    const char *target =
        ls_arena_printf(&run->arena, "/openapi/v3/apis/%s/%s", resource->group, resource->version);
    size_t count = 0;
    for (const struct run_check *check = run->check; check; check = check->next, count++) {
        if (check->target && strcmp(check->target, target) == 0)
            return;
    }
    if (count >= LS_RUN_DOCUMENTS_MAX)
        return;
    struct run_check *check = check_new(run, member);
    check->target = target;
    run->reads++;
    ls_api_call_start(run->client, &check->call,
                      &(struct ls_call_spec){.verb = LS_VERB_GET, .raw_target = target},
                      document_answered, check);
}

static void member_check(struct ls_run *run, uint32_t item)
{
    const struct ls_member *member = ls_run_member(run, item);
    const struct ls_field_tables *tables = run->options.tables;
    struct ls_node object = member->manifest->object;
    struct ls_buf paths LS_AUTO(ls_buf_release) = {0};
    enum ls_check_word word =
        tables ? tables->check(tables->self, object, &paths) : LS_CHECK_UNKNOWN;
    if (word == LS_CHECK_STRAYS) {
        ls_run_item(run, item)->is_suspect = true;
        ls_vec_push(&run->suspects, item);
    }
    if (word != LS_CHECK_UNKNOWN || member->ref.resource->group[0] == '\0')
        return;
    struct ls_node crd = crd_of(run, member->ref.resource);
    if (!ls_node_is_absent(crd)) {
        if (ls_check_by_crd(crd, object, &paths) == LS_CHECK_STRAYS)
            ls_check_tell(member, ls_buf_text(&paths), &run->problems);
    } else if (tables) {
        document_ask(run, member);
    }
}

/* ---- the server's own word, by a dry run ---- */

void ls_run_dry_run(struct ls_run *run, uint32_t item, bool is_forced)
{
    struct ls_err err;
    char applied[LS_APPLIED_BYTES];
    const struct ls_obj *wanted LS_AUTO(ls_obj_unref_at) =
        ls_run_intent_now(run, item, applied, &err);
    if (!wanted) {
        ls_problems_add(&run->problems, ls_run_member(run, item)->manifest, &err);
        return;
    }
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) =
        ls_intent_body(ls_obj_root(wanted), "", "");
    const struct ls_intent intent = {
        .kind = LS_INTENT_APPLY,
        .item = item,
        .ref = *ls_book_ref(run->book, item),
        .body = body,
        .field_manager = run->manager,
        .is_forced = is_forced,
        .is_dry_run = true,
    };
    run->dry_runs++;
    run->reads_open++;
    ls_run_put(run, &intent);
}

static void suspects_ask(struct ls_run *run)
{
    while (run->suspects.count > 0 && ls_outbox_room(run->outbox) > 1 && !run->is_ending)
        ls_run_dry_run(run, ls_vec_pop(&run->suspects), false);
}

void ls_run_check_answered(struct ls_run *run, const struct ls_result *result)
{
    const struct ls_member *member = ls_run_member(run, result->intent->item);
    struct ls_buf paths LS_AUTO(ls_buf_release) = {0};
    const struct ls_field_tables *tables = run->options.tables;
    /* A namespace that is not there yet cannot be asked: then the tables' word counts. */
    bool is_unheard = result->code == LS_E_NOT_FOUND;
    bool is_stray = result->code == LS_E_INVALID && ls_check_is_about_fields(result->err->text);
    bool is_suspect = ls_run_item(run, result->intent->item)->is_suspect;
    if (is_suspect && (is_unheard || is_stray)) {
        (void)tables->check(tables->self, member->manifest->object, &paths);
        ls_check_tell(member, ls_buf_text(&paths), &run->problems);
    }
    if (result->code == LS_E_CONFLICT && ls_refusal_is_conflict(ls_obj_root(result->obj)))
        ls_run_conflict_note(run, result->intent->item, ls_obj_root(result->obj));
    suspects_ask(run);
    ls_run_read_done(run);
}

bool ls_run_fields_check(struct ls_run *run)
{
    run->reads_open++; /* held open until all are asked */
    for (uint32_t item = 1; item <= run->member_count && !run->is_ending; item++) {
        struct ls_err err;
        if (!ls_action_is_apply((enum ls_action)ls_run_item(run, item)->action))
            continue;
        const struct ls_obj *wanted LS_AUTO(ls_obj_unref_at) =
            ls_run_intent(run, item, false, &err);
        if (wanted)
            member_check(run, item);
        else
            ls_problems_add(&run->problems, ls_run_member(run, item)->manifest, &err);
        if (wanted && !ls_run_item(run, item)->is_suspect && ls_run_conflict_is_likely(run, item))
            ls_vec_push(&run->suspects, item);
    }
    suspects_ask(run);
    run->reads_open--;
    return run->reads_open > 0;
}

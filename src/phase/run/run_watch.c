/* What is kept in view: of each kind and namespace the members of the set, by one selected watch;
 * and who holds the names that are wanted and not among them, by one list of metadata. */
#include "phase/run/run_impl.h"

#include <string.h>

#include "base/defect.h"
#include "base/map.h"
#include "kube/resource_version.h"

/* ---- which ---- */

static void selection_key(struct ls_buf *out, const struct ls_resource *resource,
                          const char *namespace_name, const char *name)
{
    ls_buf_printf(out, "%s/%s/%s/%s", resource->group, resource->kind,
                  namespace_name ? namespace_name : "", name ? name : "");
}

static struct run_selection *selection_new(struct ls_run *run, const struct ls_resource *resource,
                                           const char *namespace_name, const char *name)
{
    struct run_selection *selection = LS_NEW(struct run_selection);
    *selection = (struct run_selection){
        .run = run,
        .resource = resource,
        .namespace_name = namespace_name,
        .name = name,
        .first_member = LS_NO_ITEM,
        .going = LS_NO_ITEM,
    };
    ls_vec_push(&run->selections, selection);
    return selection;
}

struct run_selection *ls_run_selection_add(struct ls_run *run, const struct ls_resource *resource,
                                           const char *namespace_name)
{
    struct ls_buf key LS_AUTO(ls_buf_release) = {0};
    selection_key(&key, resource, namespace_name, NULL);
    struct run_selection *selection = ls_map_get(run->selection_map, ls_buf_slice(&key));
    if (selection)
        return selection;
    const char *space =
        namespace_name ? ls_arena_dup(&run->arena, ls_slice_of(namespace_name)) : NULL;
    selection = selection_new(run, resource, space, NULL);
    (void)ls_map_put(run->selection_map, ls_buf_slice(&key), selection);
    return selection;
}

void ls_run_selection_add_member(struct ls_run *run, uint32_t item, const struct ls_member *member)
{
    const struct ls_resource *resource = member->ref.resource;
    struct run_selection *selection = ls_run_selection_add(
        run, resource, resource->is_namespaced ? member->ref.namespace_name : NULL);
    selection->awaits_kind = member->is_new_kind;
    ls_run_item(run, item)->next = selection->first_member;
    selection->first_member = item;
}

/* ---- what the watches tell ---- */

static struct ls_ref ref_of(const struct run_selection *selection, struct ls_node object)
{
    struct ls_node metadata = ls_node_at(object, "metadata");
    return (struct ls_ref){
        .resource = selection->resource,
        .namespace_name = ls_node_text(ls_node_at(metadata, "namespace")),
        .name = ls_node_text(ls_node_at(metadata, "name")),
    };
}

static void selection_object(struct run_selection *selection, const struct ls_news *news)
{
    struct ls_run *run = selection->run;
    struct ls_node object = ls_obj_root(news->obj);
    struct ls_ref ref = ref_of(selection, object);
    uint32_t item = ls_run_item_of(run, &ref, object);
    selection->is_shown = true;
    if (item == LS_NO_ITEM || item == RUN_PARENT_ITEM)
        return;
    ls_run_item_told(run, item, news->uid);
    ls_run_observe(run, item, news->obj, NULL);
    if (LS_DEFECT(read_each_event) && !news->is_initial)
        ls_book_doubt(run->book, item);
}

static void selection_gone(struct run_selection *selection, const struct ls_news *news)
{
    struct ls_slice name;
    struct ls_slice space = ls_slice_cut(news->key, '/', &name);
    if (!name.at) {
        name = space;
        space = LS_SLICE("");
    }
    struct ls_arena *scratch = &selection->run->scratch;
    ls_arena_reset(scratch);
    struct ls_ref ref = {selection->resource, ls_arena_dup(scratch, space),
                         ls_arena_dup(scratch, name)};
    uint32_t item = ls_book_find(selection->run->book, &ref);
    if (item == LS_NO_ITEM || item == RUN_PARENT_ITEM)
        return;
    ls_run_item_untold(selection->run, item, news->uid);
    ls_run_item_left(selection->run, item, news->uid);
}

/* Known from the reply to our own write alone: no watch has told of it yet. */
static bool is_untold(struct ls_run *run, uint32_t item, int64_t version)
{
    const struct ls_facts *facts = ls_book_facts(run->book, item);
    return facts->presence >= LS_PRESENCE_THERE && facts->holder == LS_HOLDER_US &&
           !(facts->flags & (LS_FACT_METADATA | LS_FACT_UNLABELED)) &&
           facts->version <= (uint64_t)version && !ls_run_item_was_told(run, item);
}

/* A new list is complete. What it does not show, and what the watch before it had not told of, has
 * left in between: nobody else will tell. */
static void members_missed(struct run_selection *selection, struct ls_slice list_version)
{
    struct ls_run *run = selection->run;
    int64_t version = 0;
    if (!selection->is_synced || selection->name || !ls_slice_to_i64(list_version, &version))
        return;
    for (uint32_t item = selection->first_member; item != LS_NO_ITEM;
         item = ls_run_item(run, item)->next) {
        if (is_untold(run, item, version))
            ls_run_item_left(run, item, ls_book_facts(run->book, item)->uid);
    }
}

static void set_back_tell(struct run_selection *selection, const struct ls_news *news)
{
    struct ls_buf what LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&what, "the list of ");
    ls_resource_print(&what, selection->resource);
    ls_run_set_back(selection->run, ls_buf_text(&what), ls_rv_of_text(news->set_back_from),
                    ls_rv_of_text(news->version));
}

/* Gone before its own watch began: that will never tell of it. */
static void going_missed(struct run_selection *selection)
{
    const struct ls_facts *facts = ls_book_facts(selection->run->book, selection->going);
    if (!selection->is_shown && facts->presence == LS_PRESENCE_GOING)
        ls_run_item_left(selection->run, selection->going, facts->uid);
}

static void selection_synced(struct run_selection *selection)
{
    if (selection->going != LS_NO_ITEM)
        going_missed(selection);
    if (selection->is_synced)
        return;
    selection->is_synced = true;
    ls_run_read_done(selection->run);
}

static void selection_open(struct run_selection *selection);

/* Lists are forbidden: each wanted object is watched by its name, for which the right to that one
 * object is enough. What nobody may list cannot be pruned. */
static void selection_by_names(struct run_selection *selection)
{
    struct ls_run *run = selection->run;
    selection->is_forbidden = true;
    ls_list_watch_free(selection->watch);
    selection->watch = NULL;
    ls_list_cancel(&selection->names);
    struct ls_buf what LS_AUTO(ls_buf_release) = {0};
    ls_resource_print(&what, selection->resource);
    ls_run_tell_note(run,
                     "%s may not be listed%s%s: wanted ones are watched by name, and none that "
                     "left the set is removed",
                     ls_buf_text(&what), selection->namespace_name ? " in namespace " : "",
                     selection->namespace_name ? selection->namespace_name : "");
    for (uint32_t item = selection->first_member; item != LS_NO_ITEM;
         item = ls_run_item(run, item)->next) {
        struct run_selection *one =
            selection_new(run, selection->resource, selection->namespace_name,
                          ls_book_ref(run->book, item)->name);
        one->is_synced = selection->is_synced; /* nobody waits for it any more */
        ls_run_item(run, item)->is_watched = true;
        run->name_watch_count++;
        selection_open(one);
    }
    if (selection->is_names_open) {
        selection->is_names_open = false;
        ls_run_read_done(run);
    }
    selection_synced(selection);
}

/* A kind that only the parent names, and that the server does not serve any more. */
static void selection_skip(struct run_selection *selection)
{
    struct ls_buf what LS_AUTO(ls_buf_release) = {0};
    ls_resource_print(&what, selection->resource);
    ls_run_tell_note(selection->run, "%s, which the set lists, are not served any more: skipped",
                     ls_buf_text(&what));
    ls_list_watch_free(selection->watch);
    selection->watch = NULL;
    selection_synced(selection);
}

static void selection_trouble(struct run_selection *selection, const struct ls_news *news)
{
    struct ls_run *run = selection->run;
    enum ls_code code = news->trouble->code;
    /* A teardown must see all there is: whoever may not list it would leave it behind. */
    bool may_go_by_names = !ls_run_is_removal(run) && run->name_watch_count < LS_RUN_NAMES_MAX;
    if (code == LS_E_FORBIDDEN && !selection->name && may_go_by_names) {
        selection_by_names(selection);
        return;
    }
    /* A watch that broke off (LS_E_IO) goes on by itself. */
    bool passes = ls_code_is_transient(code) || code == LS_E_IO;
    if (selection->is_synced || passes || selection->awaits_kind) {
        if (!run->has_watch_trouble && passes)
            ls_run_tell_note(run, "%s; trying again", news->trouble->text);
        run->has_watch_trouble |= passes;
        run->watch_err = *news->trouble;
        return;
    }
    if (code == LS_E_NOT_FOUND && selection->first_member == LS_NO_ITEM) {
        selection_skip(selection);
        return;
    }
    bool is_refusal = code == LS_E_FORBIDDEN || code == LS_E_NOT_FOUND;
    ls_run_settle(run, is_refusal ? LS_RUN_REFUSED : LS_RUN_ERROR, news->trouble);
}

static void selection_news(void *self, const struct ls_news *news)
{
    struct run_selection *selection = self;
    if (news->kind != LS_NEWS_TROUBLE)
        selection->run->has_watch_trouble = false;
    switch (news->kind) {
    case LS_NEWS_OBJECT:
        selection_object(selection, news);
        return;
    case LS_NEWS_GONE:
        selection_gone(selection, news);
        return;
    case LS_NEWS_SYNCED:
        if (news->set_back_from.len > 0)
            set_back_tell(selection, news);
        members_missed(selection, news->version);
        selection_synced(selection);
        return;
    case LS_NEWS_TROUBLE:
        selection_trouble(selection, news);
        return;
    case LS_NEWS_SYNC_BEGIN:
    case LS_NEWS_HEAD:
    case LS_NEWS_COUNT:
        return;
    }
}

static void selection_open(struct run_selection *selection)
{
    struct ls_run *run = selection->run;
    struct ls_err err;
    const char *fields =
        selection->name ? ls_arena_printf(&run->arena, "metadata.name=%s", selection->name) : NULL;
    const struct ls_selection what = {
        .resource = selection->resource,
        .namespace_name = selection->namespace_name,
        .labels = selection->name ? NULL : run->selector,
        .fields = fields,
    };
    const struct ls_list_watch_options options = {.keeps_names = true};
    selection->is_opened = true;
    if (!selection->is_synced)
        run->reads_open++;
    run->reads++;
    if (ls_list_watch_start(run->client, &what, &options, selection_news, selection,
                            &selection->watch, &err)) {
        ls_run_settle(run, LS_RUN_REFUSED, &err);
        selection_synced(selection);
    }
}

/* ---- one object alone ---- */

void ls_run_item_passed(struct ls_run *run, uint32_t item, const struct ls_facts *before)
{
    const struct ls_ref *ref = ls_book_ref(run->book, item);
    const struct ls_facts *facts = ls_book_facts(run->book, item);
    bool is_confirmed = before->presence == LS_PRESENCE_UNSEEN &&
                        before->version == facts->version && ls_uid_equal(before->uid, facts->uid);
    if (is_confirmed || ls_run_item_was_told(run, item))
        return;
    const struct run_selection *selection = ls_run_selection_add(
        run, ref->resource, ref->resource->is_namespaced ? ref->namespace_name : NULL);
    int64_t version = 0;
    if (selection->watch && ls_slice_to_i64(ls_list_watch_version(selection->watch), &version) &&
        is_untold(run, item, version))
        ls_run_item_left(run, item, facts->uid);
}

static bool is_out_of_view(struct ls_run *run, uint32_t item, const struct ls_facts *facts)
{
    if (facts->presence != LS_PRESENCE_GOING)
        return false;
    if (facts->holder == LS_HOLDER_US)
        return facts->flags & LS_FACT_UNLABELED;
    return ls_run_member(run, item) && facts->holder != LS_HOLDER_CONTROLLER;
}

void ls_run_going_watch(struct ls_run *run, uint32_t item)
{
    const struct ls_ref *ref = ls_book_ref(run->book, item);
    bool is_acting = run->options.goal == LS_GOAL_ROLLOUT || run->options.goal == LS_GOAL_TEARDOWN;
    if (!is_acting || run->is_ending || ls_run_item(run, item)->is_watched ||
        run->name_watch_count >= LS_RUN_NAMES_MAX ||
        !is_out_of_view(run, item, ls_book_facts(run->book, item)))
        return;
    struct run_selection *selection = selection_new(
        run, ref->resource, ref->resource->is_namespaced ? ref->namespace_name : NULL, ref->name);
    selection->going = item;
    selection->is_synced = true; /* no stage waits for it */
    ls_run_item(run, item)->is_watched = true;
    run->name_watch_count++;
    selection_open(selection);
}

/* ---- who holds the names ---- */

static void names_begin(void *self)
{
    (void)self; /* what was seen once stays seen: a name that is free again is found by the write */
}

static bool names_object(void *self, const struct ls_obj *obj)
{
    struct run_selection *selection = self;
    struct ls_run *run = selection->run;
    struct ls_node object = ls_obj_root(obj);
    struct ls_ref ref = ref_of(selection, object);
    uint32_t item = ls_book_find(run->book, &ref);
    if (item != LS_NO_ITEM && ls_run_member(run, item))
        ls_run_observe_metadata(run, item, object);
    return true;
}

static void names_done(void *self, const struct ls_list_end *end)
{
    struct run_selection *selection = self;
    selection->is_names_open = false;
    /* Forbidden lists are the watch's to tell of: it goes by names then. A kind that the server
     * does not serve has no names that anybody could hold. */
    bool is_answer =
        end->code == LS_OK || end->code == LS_E_FORBIDDEN || end->code == LS_E_NOT_FOUND;
    if (!is_answer)
        ls_run_settle(selection->run, LS_RUN_ERROR, end->err);
    ls_run_read_done(selection->run);
}

static void names_open(struct run_selection *selection)
{
    struct ls_run *run = selection->run;
    const struct ls_selection what = {
        .resource = selection->resource,
        .namespace_name = selection->namespace_name,
        .form = LS_FORM_METADATA,
    };
    const struct ls_list_hooks hooks = {
        .self = selection, .begin = names_begin, .object = names_object, .done = names_done};
    selection->has_names = true;
    selection->is_names_open = true;
    run->reads_open++;
    run->reads++;
    ls_list_start(run->client, &selection->names, &what, NULL, &hooks);
}

static bool names_are_missing(struct ls_run *run, const struct run_selection *selection)
{
    for (uint32_t item = selection->first_member; item != LS_NO_ITEM;
         item = ls_run_item(run, item)->next) {
        if (ls_book_facts(run->book, item)->presence == LS_PRESENCE_UNSEEN)
            return true;
    }
    return false;
}

bool ls_run_names_open(struct ls_run *run)
{
    for (size_t i = 0; i < run->selections.count; i++) {
        struct run_selection *selection = run->selections.at[i];
        bool is_asked = selection->has_names || selection->is_forbidden || selection->awaits_kind ||
                        selection->name;
        if (!is_asked && names_are_missing(run, selection))
            names_open(selection);
    }
    return run->reads_open > 0;
}

/* ---- all of them ---- */

void ls_run_selections_open(struct ls_run *run)
{
    size_t count = run->selections.count;
    if (count > LS_RUN_SELECTIONS_MAX) {
        struct ls_err err;
        (void)ls_fail(&err, LS_E_TOO_BIG,
                      "the set has %zu pairs of kind and namespace, the limit is %d", count,
                      LS_RUN_SELECTIONS_MAX);
        ls_run_settle(run, LS_RUN_REFUSED, &err);
        return;
    }
    for (size_t i = 0; i < count; i++) {
        struct run_selection *selection = run->selections.at[i];
        if (selection->awaits_kind || selection->is_opened)
            continue;
        selection_open(selection);
        if (!selection->is_listed && selection->first_member != LS_NO_ITEM)
            names_open(selection);
    }
}

static bool is_kind_of(const struct ls_resource *resource, const char *crd_name)
{
    size_t plural_len = strlen(resource->plural);
    return strncmp(resource->plural, crd_name, plural_len) == 0 && crd_name[plural_len] == '.' &&
           strcmp(resource->group, crd_name + plural_len + 1) == 0;
}

void ls_run_kind_established(struct ls_run *run, const char *crd_name)
{
    size_t count = run->selections.count;
    for (size_t i = 0; i < count; i++) {
        struct run_selection *selection = run->selections.at[i];
        if (!selection->awaits_kind || selection->watch ||
            !is_kind_of(selection->resource, crd_name))
            continue;
        selection->is_synced = true; /* nobody waits for it: nothing of a new kind can exist */
        selection_open(selection);
    }
}

void ls_run_selections_free(struct ls_run *run)
{
    for (size_t i = 0; i < run->selections.count; i++) {
        struct run_selection *selection = run->selections.at[i];
        ls_list_cancel(&selection->names);
        ls_list_watch_free(selection->watch);
        ls_free(selection);
    }
    ls_vec_release(&run->selections);
    ls_map_free(run->selection_map);
    run->selection_map = NULL;
}

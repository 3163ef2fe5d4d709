/* Members of a set whose parent is gone: found by their label, which follows from the name of the
 * set, in lists of metadata of every kind that the server has. */
#include "phase/run/run_impl.h"

#include <string.h>

struct search_list {
    struct run_search *search;
    const struct ls_resource *resource;
    const char *namespace_name; /* NULL: all of them */
    struct ls_list list;
    bool is_open;
};

struct run_search {
    struct ls_run *run;
    LS_VEC(struct search_list *) lists;
    size_t next; /* to be opened */
    size_t open_count;
    LS_VEC(struct ls_group_kind) kinds;
    LS_VEC(const char *) namespaces;
    struct ls_buf names; /* of the first few */
    size_t named_count;
    size_t found_count;
    struct ls_buf unlisted; /* the first few kinds that could not be listed */
    size_t unlisted_count;
    struct ls_err unlisted_err; /* of the first */
};

/* ---- what was found ---- */

static void kind_add(struct run_search *search, const struct ls_resource *resource)
{
    for (size_t i = 0; i < search->kinds.count; i++)
        if (ls_resource_is(resource, search->kinds.at[i].group, search->kinds.at[i].kind))
            return;
    ls_vec_push(&search->kinds, ((struct ls_group_kind){resource->kind, resource->group}));
}

static void namespace_add(struct run_search *search, const char *name)
{
    for (size_t i = 0; i < search->namespaces.count; i++)
        if (strcmp(search->namespaces.at[i], name) == 0)
            return;
    ls_vec_push(&search->namespaces, ls_arena_dup(&search->run->arena, ls_slice_of(name)));
}

static void name_add(struct run_search *search, const struct ls_ref *ref)
{
    search->found_count++;
    if (search->named_count == LS_RUN_REFUSED_NAMED_MAX ||
        search->names.len > LS_RUN_NAMED_BYTES_MAX)
        return;
    if (search->named_count++)
        ls_buf_add_text(&search->names, ", ");
    ls_ref_print(&search->names, ref);
}

static bool search_object(void *self, const struct ls_obj *obj)
{
    struct search_list *list = self;
    struct run_search *search = list->search;
    struct ls_node object = ls_obj_root(obj);
    struct ls_node metadata = ls_node_at(object, "metadata");
    struct ls_ref ref = {list->resource, ls_node_text(ls_node_at(metadata, "namespace")),
                         ls_node_text(ls_node_at(metadata, "name"))};
    if (ls_holder_of(object, ls_slice_of(search->run->set_id)) != LS_HOLDER_US)
        return true;
    kind_add(search, list->resource);
    if (list->resource->is_namespaced)
        namespace_add(search, ref.namespace_name);
    name_add(search, &ref);
    return true;
}

/* ---- asking ---- */

static void search_begin(void *self)
{
    (void)self; /* a kind that was found once is looked at again, whatever a second try shows */
}

static void list_open(struct search_list *list);

static void search_go_on(struct run_search *search)
{
    while (search->next < search->lists.count && search->open_count < LS_RUN_SEARCH_AT_ONCE)
        list_open(search->lists.at[search->next++]);
}

/* Who may not list everywhere may do so in the namespace of the set. */
static bool list_narrow(struct search_list *list)
{
    if (!list->resource->is_namespaced || list->namespace_name)
        return false;
    list->namespace_name = list->search->run->options.parent_namespace;
    list_open(list);
    return true;
}

static void unlisted_add(const struct search_list *list, const struct ls_err *err)
{
    struct run_search *search = list->search;
    if (search->unlisted_count == 0)
        search->unlisted_err = *err;
    if (search->unlisted_count++ >= LS_RUN_REFUSED_NAMED_MAX)
        return;
    if (search->unlisted.len > 0)
        ls_buf_add_text(&search->unlisted, ", ");
    ls_resource_print(&search->unlisted, list->resource);
}

static void search_done(void *self, const struct ls_list_end *end)
{
    struct search_list *list = self;
    struct run_search *search = list->search;
    list->is_open = false;
    search->open_count--;
    /* A kind that is not served, or not as lists of metadata, has no members. */
    bool is_answer = end->code == LS_OK || end->code == LS_E_NOT_FOUND || end->http_status == 405 ||
                     end->http_status == 406;
    if (end->code == LS_E_FORBIDDEN && list_narrow(list))
        return;
    if (!is_answer)
        unlisted_add(list, end->err);
    search_go_on(search);
    ls_run_read_done(search->run);
}

static void list_open(struct search_list *list)
{
    struct ls_run *run = list->search->run;
    const struct ls_selection what = {
        .resource = list->resource,
        .namespace_name = list->namespace_name,
        .labels = run->selector,
        .form = LS_FORM_METADATA,
    };
    const struct ls_list_hooks hooks = {
        .self = list, .begin = search_begin, .object = search_object, .done = search_done};
    list->is_open = true;
    list->search->open_count++;
    run->searches++;
    ls_list_start(run->client, &list->list, &what, NULL, &hooks);
}

static void list_add(struct run_search *search, const struct ls_resource *resource)
{
    struct search_list *list = LS_NEW(struct search_list);
    list->search = search;
    list->resource = resource;
    ls_vec_push(&search->lists, list);
}

void ls_run_search_open(struct ls_run *run)
{
    LS_ASSERT(!run->search);
    struct run_search *search = LS_NEW(struct run_search);
    const struct ls_catalog *catalog = ls_discovery_catalog(run->discovery);
    const struct ls_resource *resource;
    const unsigned wanted = LS_CAN_LIST | LS_CAN_PATCH | LS_CAN_DELETE; /* what members need */
    search->run = run;
    run->search = search;
    for (size_t at = 0; (resource = ls_catalog_next(catalog, NULL, &at));) {
        if ((resource->can & wanted) == wanted && ls_catalog_is_preferred(catalog, resource) &&
            search->lists.count < LS_RUN_SEARCH_KINDS_MAX)
            list_add(search, resource);
    }
    /* One for each kind, and one so that a server without kinds is no riddle. */
    run->reads_open = search->lists.count + 1;
    search_go_on(search);
    ls_run_read_done(run);
}

/* ---- the answer ---- */

bool ls_run_is_searching(const struct ls_run *run)
{
    return run->stage == RUN_STAGE_SEARCH;
}

size_t ls_run_search_found(const struct ls_run *run)
{
    return run->search ? run->search->found_count : 0;
}

/* As if the parent had said so: by these lists members are kept in view, and it is made anew. */
void ls_run_search_take(struct ls_run *run)
{
    const struct run_search *search = run->search;
    run->parent.kinds = search->kinds.at;
    run->parent.kind_count = search->kinds.count;
    run->parent.namespaces = search->namespaces.at;
    run->parent.namespace_count = search->namespaces.count;
}

void ls_run_search_tell(struct ls_run *run)
{
    const struct run_search *search = run->search;
    size_t more = search->unlisted_count - LS_MIN(search->unlisted_count, LS_RUN_REFUSED_NAMED_MAX);
    struct ls_buf rest LS_AUTO(ls_buf_release) = {0};
    if (more > 0)
        ls_buf_printf(&rest, " and %zu more", more);
    if (search->unlisted_count > 0)
        ls_run_tell_note(
            run, "what the set has of %s%s is not found, since they cannot be listed: %s",
            ls_buf_text(&search->unlisted), ls_buf_text(&rest), search->unlisted_err.text);
}

void ls_run_search_print(const struct ls_run *run, struct ls_buf *out)
{
    const struct run_search *search = run->search;
    ls_buf_printf(out, "%zu object%s its label: %s", search->found_count,
                  search->found_count == 1 ? " carries" : "s carry", ls_buf_text(&search->names));
    if (search->found_count > search->named_count)
        ls_buf_printf(out, " and %zu more", search->found_count - search->named_count);
}

void ls_run_search_free(struct ls_run *run)
{
    struct run_search *search = run->search;
    run->search = NULL;
    if (!search)
        return;
    for (size_t i = 0; i < search->lists.count; i++) {
        if (search->lists.at[i]->is_open)
            ls_list_cancel(&search->lists.at[i]->list);
        ls_free(search->lists.at[i]);
    }
    ls_vec_release(&search->lists);
    ls_vec_release(&search->kinds);
    ls_vec_release(&search->namespaces);
    ls_buf_release(&search->names);
    ls_buf_release(&search->unlisted);
    ls_free(search);
}

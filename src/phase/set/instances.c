#include "phase/set/instances.h"

#include <inttypes.h>

#include "base/mem.h"
#include "kube/backoff.h"
#include "phase/set/limits.h"

struct ls_instance_count {
    struct ls_leaving *leaving;
    uint32_t leaver;
    const struct ls_resource *resource; /* NULL: not served */
    ls_instance_count_fn done;
    void *self;
    struct ls_list list;
    struct ls_client *client;
    struct ls_loop *loop;
    struct ls_timer timer; /* until the list is tried again */
    struct ls_backoff backoff;
    struct ls_task task; /* ends a count that needs no list */
    struct ls_buf names;
    uint64_t count;
};

static void count_end(struct ls_instance_count *count)
{
    if (count->count > LS_INSTANCES_NAMED_MAX)
        ls_buf_printf(&count->names, " and %" PRIu64 " more",
                      count->count - LS_INSTANCES_NAMED_MAX);
    const struct ls_instances instances = {count->count, ls_buf_text(&count->names)};
    ls_leaving_counted(count->leaving, count->leaver, &instances);
    count->done(count->self, count->leaver);
}

static void list_begin(void *self)
{
    struct ls_instance_count *count = self;
    count->count = 0;
    ls_buf_clear(&count->names);
}

static bool list_object(void *self, const struct ls_obj *obj)
{
    struct ls_instance_count *count = self;
    struct ls_node metadata = ls_node_at(ls_obj_root(obj), "metadata");
    const struct ls_ref ref = {count->resource, ls_node_text(ls_node_at(metadata, "namespace")),
                               ls_node_text(ls_node_at(metadata, "name"))};
    if (ls_leaving_deletes(count->leaving, &ref))
        return true;
    if (count->count++ >= LS_INSTANCES_NAMED_MAX)
        return true;
    if (count->names.len > 0)
        ls_buf_add_text(&count->names, ", ");
    ls_ref_print(&count->names, &ref);
    return true;
}

static void list_start(void *self);

/* The server is away or busy, which says nothing about instances. */
static bool list_again(struct ls_instance_count *count, const struct ls_list_end *end)
{
    if (!ls_code_is_transient(end->code) && end->code != LS_E_IO)
        return false;
    struct ls_world *world = ls_client_world(count->client);
    int64_t pause_ms = ls_backoff_next_ms(&count->backoff, ls_clock_mono_ms(world->clock),
                                          end->err->retry_after_ms, &world->random);
    ls_timer_start(count->loop, &count->timer, pause_ms, list_start, count);
    return true;
}

static void list_done(void *self, const struct ls_list_end *end)
{
    struct ls_instance_count *count = self;
    if (list_again(count, end))
        return;
    /* The server has stopped serving the kind since it was looked up. */
    if (end->code == LS_E_NOT_FOUND)
        list_begin(count);
    if (end->code == LS_OK || end->code == LS_E_NOT_FOUND) {
        count_end(count);
        return;
    }
    ls_leaving_count_failed(count->leaving, count->leaver, end->err);
    count->done(count->self, count->leaver);
}

static void list_start(void *self)
{
    struct ls_instance_count *count = self;
    const struct ls_selection selection = {.resource = count->resource, .form = LS_FORM_METADATA};
    const struct ls_list_hooks hooks = {count, list_begin, list_object, list_done, NULL};
    ls_list_start(count->client, &count->list, &selection, NULL, &hooks);
}

static void unserved_end(void *self)
{
    count_end(self);
}

/* A CRD is called PLURAL.GROUP. */
static const struct ls_resource *resource_of(const struct ls_catalog *catalog, const char *crd)
{
    struct ls_match match;
    if (ls_catalog_find(catalog, ls_slice_of(crd), &match, NULL))
        return NULL;
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    ls_resource_print(&name, match.resource);
    return ls_slice_is(ls_buf_slice(&name), crd) ? match.resource : NULL;
}

struct ls_instance_count *ls_instance_count_new(struct ls_client *client,
                                                const struct ls_catalog *catalog,
                                                struct ls_leaving *leaving, uint32_t leaver,
                                                ls_instance_count_fn done, void *self)
{
    struct ls_instance_count *count = LS_NEW(struct ls_instance_count);
    count->client = client;
    count->loop = ls_client_world(client)->loop;
    count->leaving = leaving;
    count->leaver = leaver;
    count->done = done;
    count->self = self;
    count->resource = resource_of(catalog, ls_leaving_ref(leaving, leaver)->name);
    if (count->resource)
        list_start(count);
    else
        ls_task_start(count->loop, &count->task, unserved_end, count);
    return count;
}

void ls_instance_count_free(struct ls_instance_count *count)
{
    if (!count)
        return;
    ls_task_stop(count->loop, &count->task);
    ls_timer_stop(count->loop, &count->timer);
    ls_list_cancel(&count->list);
    ls_buf_release(&count->names);
    ls_free(count);
}

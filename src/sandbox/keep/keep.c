#include "sandbox/keep/keep.h"

#include "base/loop.h"
#include "base/mem.h"
#include "sandbox/keep/crds.h"
#include "sandbox/keep/gc.h"
#include "sandbox/keep/limits.h"
#include "sandbox/keep/namespaces.h"
#include "sandbox/keep/service_accounts.h"
#include "sandbox/keep/start.h"
#include "sandbox/ops/metadata.h"
#include "sandbox/store/store.h"

/* The collections whose events housekeeping reads. */
enum watched { WATCH_NAMESPACES, WATCH_ACCOUNTS, WATCH_CONFIG_MAPS, WATCH_COUNT };

struct ls_keep {
    struct ls_cluster *cluster;
    struct ls_arena arena; /* of the step that runs */
    struct ls_task causes;
    struct ls_crds *crds;
    struct keep_watch {
        struct ls_keep *keep;
        enum watched what;
        struct ls_collection_reader reader;
    } watching[WATCH_COUNT];
};

static struct ls_keep_step step_begin(struct ls_keep *keep, const char *manager)
{
    ls_arena_reset(&keep->arena);
    return (struct ls_keep_step){keep->cluster, &keep->arena, manager};
}

/* ---- causes ---- */

static void causes_wake(void *self);

static void causes_run(void *self)
{
    struct ls_keep *keep = self;
    enum ls_owner_cause cause;
    struct ls_object_place place;
    for (size_t i = 0; i < LS_KEEP_STEPS_MAX; i++) {
        if (!ls_owners_next(keep->cluster->owners, &cause, &place))
            return;
        struct ls_keep_step step = step_begin(keep, "kube-controller-manager");
        if (cause == LS_OWNER_CAUSE_REMOVED)
            ls_namespace_finalize(&step, place.key.name);
        else
            ls_gc_process(&step, cause, place);
    }
    causes_wake(keep);
}

static void causes_wake(void *self)
{
    struct ls_keep *keep = self;
    ls_task_start(keep->cluster->world->loop, &keep->causes, causes_run, keep);
}

/* ---- events ---- */

static void namespace_event(const struct ls_keep_step *step,
                            const struct ls_collection_event *event)
{
    struct ls_slice name = ls_arena_slice(step->arena, event->key.name);
    if (event->change == LS_CHANGE_DELETED) {
        ls_owners_watch_namespace(step->cluster->owners, name, false);
        return;
    }
    bool was_deleting = ls_object_is_deleting(ls_obj_root(event->previous));
    bool is_deleting = ls_object_is_deleting(ls_obj_root(event->object));
    bool is_new = event->change == LS_CHANGE_ADDED;
    if (is_deleting && !was_deleting)
        ls_namespace_finalize(step, name); /* writes: the event must not be read after this */
    if (!is_new)
        return;
    ls_service_account_ensure(step, name);
    ls_root_ca_ensure(step, name);
}

static void event_process(const struct ls_keep_step *step, enum watched what,
                          const struct ls_collection_event *event)
{
    if (what == WATCH_NAMESPACES) {
        namespace_event(step, event);
        return;
    }
    if (event->change != LS_CHANGE_DELETED)
        return;
    struct ls_slice namespace_name = ls_arena_slice(step->arena, event->key.namespace_name);
    if (what == WATCH_ACCOUNTS && ls_slice_is(event->key.name, "default"))
        ls_service_account_ensure(step, namespace_name);
    if (what == WATCH_CONFIG_MAPS && ls_slice_is(event->key.name, "kube-root-ca.crt"))
        ls_root_ca_ensure(step, namespace_name);
}

static void watching_wake(void *self);

/* From now on. */
static void watching_read(struct keep_watch *watching, struct ls_collection *collection)
{
    int64_t revision = ls_store_revision(watching->keep->cluster->store);
    bool is_reading =
        ls_collection_read_from(collection, &watching->reader, revision, watching_wake, watching);
    LS_ASSERT(is_reading);
}

static size_t namespaces_collect(const struct ls_keep_step *step, struct ls_slice **out)
{
    struct ls_collection *collection = ls_store_collection(step->cluster->store, "", "namespaces");
    struct ls_collection_walk walk;
    size_t count = 0;
    *out = LS_ARENA_ARRAY(step->arena, struct ls_slice, ls_collection_count(collection));
    if (!ls_collection_walk_start(&walk, collection, LS_SLICE(""), (struct ls_object_key){0}, 0))
        return 0;
    while (ls_collection_walk_next(&walk))
        (*out)[count++] = ls_arena_slice(step->arena, walk.key.name);
    ls_collection_walk_end(&walk);
    return count;
}

/* Events were lost: checks all namespaces instead. */
static void watching_catch_up(struct keep_watch *watching)
{
    struct ls_keep_step step = step_begin(watching->keep, "kube-controller-manager");
    struct ls_collection *collection = watching->reader.collection;
    struct ls_slice *names;
    ls_collection_read_end(&watching->reader);
    watching_read(watching, collection);
    size_t count = namespaces_collect(&step, &names);
    for (size_t i = 0; i < count; i++) {
        ls_namespace_finalize(&step, names[i]);
        ls_service_account_ensure(&step, names[i]);
        ls_root_ca_ensure(&step, names[i]);
    }
}

static void watching_wake(void *self)
{
    struct keep_watch *watching = self;
    struct ls_collection_event *event;
    enum ls_read read;
    while ((read = ls_collection_read(&watching->reader, &event)) == LS_READ_EVENT) {
        struct ls_keep_step step = step_begin(watching->keep, "kube-controller-manager");
        event_process(&step, watching->what, event);
    }
    if (read == LS_READ_LOST)
        watching_catch_up(watching);
}

static void watching_start(struct ls_keep *keep, enum watched what, const char *plural)
{
    struct keep_watch *watching = &keep->watching[what];
    *watching = (struct keep_watch){.keep = keep, .what = what};
    watching_read(watching, ls_store_collection(keep->cluster->store, "", plural));
}

/* ---- life ---- */

struct ls_keep *ls_keep_new(struct ls_cluster *cluster)
{
    struct ls_keep *keep = ls_alloc(sizeof *keep);
    keep->cluster = cluster;
    ls_owners_on_cause(cluster->owners, causes_wake, keep);
    watching_start(keep, WATCH_NAMESPACES, "namespaces");
    watching_start(keep, WATCH_ACCOUNTS, "serviceaccounts");
    watching_start(keep, WATCH_CONFIG_MAPS, "configmaps");
    keep->crds = ls_crds_new(cluster);
    struct ls_keep_step step = step_begin(keep, "kube-apiserver");
    ls_start_objects(&step);
    return keep;
}

void ls_keep_free(struct ls_keep *keep)
{
    if (!keep)
        return;
    ls_crds_free(keep->crds);
    for (size_t i = 0; i < WATCH_COUNT; i++)
        ls_collection_read_end(&keep->watching[i].reader);
    ls_task_stop(keep->cluster->world->loop, &keep->causes);
    ls_owners_on_cause(keep->cluster->owners, NULL, NULL);
    ls_arena_release(&keep->arena);
    ls_free(keep);
}

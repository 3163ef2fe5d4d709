#include "sandbox/workload/manager.h"

#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "sandbox/kinds/registry.h"
#include "sandbox/workload/actor.h"
#include "sandbox/workload/container.h"
#include "sandbox/workload/owner_index.h"
#include "sandbox/workload/limits.h"
#include "sandbox/workload/work_item.h"
#include "sandbox/workload/recorder.h"

struct ls_manager {
    struct ls_cluster *cluster;
    const struct ls_controller *const *controllers;
    size_t controller_count;
    const struct ls_kind *kinds[LS_WORKLOAD_COUNT];
    struct ls_collection_reader readers[LS_WORKLOAD_COUNT];
    struct ls_owner_index *index;
    struct ls_recorder *recorder;
    struct ls_map *items;
    void **states;     /* by controller */
    uint32_t *serials; /* the next one, by controller */
    struct ls_work_queue queue;
    struct ls_work_queue low_priority_queue;
    struct ls_task task;
    size_t act_count;                   /* of the task that runs */
    struct ls_arena arena;              /* of one pass */
    LS_VEC(const struct ls_obj *) held; /* the objects that the pass reads */
    struct ls_buf scratch;
};

static void manager_run(void *self);

static void manager_wake(void *self)
{
    struct ls_manager *manager = self;
    ls_task_start(manager->cluster->world->loop, &manager->task, manager_run, manager);
}

/* ---- items ---- */

static size_t manager_index(const struct ls_manager *manager,
                            const struct ls_controller *controller)
{
    size_t i = 0;
    while (manager->controllers[i] != controller)
        i++;
    return i;
}

static struct ls_work_item *manager_item(struct ls_manager *manager,
                                         const struct ls_controller *controller,
                                         struct ls_object_key key)
{
    ls_buf_clear(&manager->scratch);
    ls_buf_printf(&manager->scratch, "%zu/%.*s/%.*s", manager_index(manager, controller),
                  LS_ARG(key.namespace_name), LS_ARG(key.name));
    struct ls_slice id = ls_buf_slice(&manager->scratch);
    struct ls_work_item *item = ls_map_get(manager->items, id);
    if (item)
        return item;
    item = ls_work_item_new(manager, controller, key, id);
    ls_map_put(manager->items, id, item);
    return item;
}

static void work_item_queue(struct ls_work_item *item)
{
    struct ls_manager *manager = item->manager;
    ls_work_queue_add(
        item->controller->is_low_priority ? &manager->low_priority_queue : &manager->queue, item);
    manager_wake(manager);
}

static void work_item_drop_if_idle(struct ls_work_item *item)
{
    if (item->is_queued || item->memory || ls_timer_is_running(&item->timer))
        return;
    ls_map_remove(item->manager->items, item->id);
    ls_work_item_free(item, item->manager->cluster->world->loop);
}

static void work_item_due(void *self)
{
    work_item_queue(self);
}

void ls_manager_enqueue(struct ls_manager *manager, const struct ls_controller *controller,
                        struct ls_object_key key)
{
    work_item_queue(manager_item(manager, controller, key));
}

/* ---- observing ---- */

static void manager_enqueue_owner(struct ls_manager *manager, struct ls_node object)
{
    struct ls_node owner = ls_controller_of(object);
    if (ls_node_is_absent(owner))
        return;
    struct ls_object_key key = {ls_node_string(ls_node_at(object, "metadata.namespace")),
                                ls_node_string(ls_node_at(owner, "name"))};
    for (size_t i = 0; i < manager->controller_count; i++) {
        const struct ls_workload_kind_row *row = &ls_workload_kinds[manager->controllers[i]->kind];
        if (ls_node_string_is(ls_node_at(owner, "kind"), row->kind) &&
            ls_node_string_is(ls_node_at(owner, "apiVersion"), row->api_version))
            ls_manager_enqueue(manager, manager->controllers[i], key);
    }
}

static void manager_observe(struct ls_manager *manager, enum ls_workload_kind kind,
                            const struct ls_collection_event *event)
{
    struct ls_node object = ls_obj_root(event->object);
    if (event->change == LS_CHANGE_DELETED)
        ls_owner_index_remove(manager->index, kind, event->key, object);
    else
        ls_owner_index_put(manager->index, kind, event->key, object);
    for (size_t i = 0; i < manager->controller_count; i++) {
        const struct ls_controller *controller = manager->controllers[i];
        if (controller->kind == kind)
            ls_manager_enqueue(manager, controller, event->key);
        if (controller->on_event)
            controller->on_event(manager, controller, kind, event);
    }
    manager_enqueue_owner(manager, object);
    if (event->previous)
        manager_enqueue_owner(manager, ls_obj_root(event->previous));
}

static void manager_read_all(struct ls_manager *manager, enum ls_workload_kind kind)
{
    struct ls_collection *collection = manager->kinds[kind]->collection;
    struct ls_collection_walk walk;
    struct ls_object_key start = {LS_SLICE(""), LS_SLICE("")};
    if (!ls_collection_walk_start(&walk, collection, LS_SLICE(""), start, 0))
        return;
    while (ls_collection_walk_next(&walk)) {
        struct ls_collection_event event = {
            .change = LS_CHANGE_ADDED, .key = walk.key, .object = walk.object};
        manager_observe(manager, kind, &event);
    }
    ls_collection_walk_end(&walk);
}

static void manager_read_start(struct ls_manager *manager, enum ls_workload_kind kind)
{
    bool is_there =
        ls_collection_read_from(manager->kinds[kind]->collection, &manager->readers[kind],
                                ls_store_revision(manager->cluster->store), manager_wake, manager);
    LS_ASSERT(is_there);
    manager_read_all(manager, kind);
}

/* Resets what was counted from events, and enqueues every known key: its object may be gone. */
static void manager_forget(struct ls_manager *manager)
{
    struct ls_slice id;
    void *item;
    for (size_t i = 0; i < manager->controller_count; i++) {
        if (manager->states[i] && manager->controllers[i]->forget_state)
            manager->controllers[i]->forget_state(manager->states[i]);
    }
    for (size_t at = 0; ls_map_next(manager->items, &at, &id, &item);)
        work_item_queue(item);
}

/* Events were lost: everything is read again, as at the start. */
static void manager_read_again(struct ls_manager *manager)
{
    manager_forget(manager);
    for (unsigned kind = 0; kind < LS_WORKLOAD_COUNT; kind++) {
        if (!ls_workload_kinds[kind].is_watched)
            continue;
        ls_owner_index_clear(manager->index, kind);
        ls_collection_read_end(&manager->readers[kind]);
        manager->readers[kind] = (struct ls_collection_reader){0};
        manager_read_start(manager, kind);
    }
}

/* False: events were lost. */
static bool manager_read(struct ls_manager *manager, enum ls_workload_kind kind)
{
    struct ls_collection_event *event = NULL;
    for (;;) {
        switch (ls_collection_read(&manager->readers[kind], &event)) {
        case LS_READ_EVENT:
            manager_observe(manager, kind, event);
            break;
        case LS_READ_LOST:
            return false;
        case LS_READ_NOTHING:
            return true;
        }
    }
}

static void manager_catch_up(struct ls_manager *manager)
{
    bool is_whole = true;
    for (unsigned kind = 0; kind < LS_WORKLOAD_COUNT && is_whole; kind++) {
        if (ls_workload_kinds[kind].is_watched)
            is_whole = manager_read(manager, kind);
    }
    if (!is_whole)
        manager_read_again(manager);
}

/* ---- gathering ---- */

static struct ls_node manager_hold(struct ls_manager *manager, const struct ls_obj *object)
{
    if (!object)
        return LS_ABSENT;
    ls_vec_push(&manager->held, ls_obj_ref(object));
    return ls_obj_root(object);
}

struct ls_node ls_manager_get(struct ls_manager *manager, enum ls_workload_kind kind,
                              struct ls_object_key key)
{
    LS_ASSERT(kind < LS_WORKLOAD_COUNT);
    return manager_hold(manager, ls_collection_get(manager->kinds[kind]->collection, key));
}

struct manager_gathering {
    struct ls_manager *manager;
    enum ls_workload_kind kind;
    struct ls_arena *arena;
    struct ls_nodes *out;
};

static void gathering_add(void *self, struct ls_object_key key)
{
    struct manager_gathering *gathering = self;
    struct ls_node object = ls_manager_get(gathering->manager, gathering->kind, key);
    if (!ls_node_is_absent(object))
        ls_nodes_add(gathering->arena, gathering->out, object);
}

void ls_manager_controlled(struct ls_manager *manager, const struct ls_controller_view *view,
                           enum ls_workload_kind kind, struct ls_nodes *out)
{
    LS_ASSERT(kind < LS_WORKLOAD_COUNT);
    struct manager_gathering gathering = {manager, kind, view->arena, out};
    ls_owner_index_each(manager->index, ls_node_string(ls_node_at(view->object, "metadata.uid")),
                        kind, gathering_add, &gathering);
}

void ls_manager_orphans(struct ls_manager *manager, const struct ls_controller_view *view,
                        enum ls_workload_kind kind, struct ls_nodes *out)
{
    LS_ASSERT(kind < LS_WORKLOAD_COUNT);
    struct manager_gathering gathering = {manager, kind, view->arena, out};
    ls_owner_index_each_orphan(manager->index,
                               ls_node_string(ls_node_at(view->object, "metadata.namespace")), kind,
                               gathering_add, &gathering);
}

void ls_manager_all(struct ls_manager *manager, const struct ls_controller_view *view,
                    enum ls_workload_kind kind, struct ls_slice namespace_name,
                    struct ls_nodes *out)
{
    LS_ASSERT(kind < LS_WORKLOAD_COUNT);
    struct ls_collection_walk walk;
    struct ls_object_key start = {LS_SLICE(""), LS_SLICE("")};
    if (!ls_collection_walk_start(&walk, manager->kinds[kind]->collection, namespace_name, start,
                                  0))
        return;
    while (ls_collection_walk_next(&walk))
        ls_nodes_add(view->arena, out, manager_hold(manager, walk.object));
    ls_collection_walk_end(&walk);
}

void ls_manager_enqueue_where(struct ls_manager *manager, const struct ls_controller *controller,
                              struct ls_slice namespace_name, ls_manager_test test,
                              struct ls_node other)
{
    LS_ASSERT(test);
    struct ls_collection_walk walk;
    struct ls_object_key start = {LS_SLICE(""), LS_SLICE("")};
    struct ls_collection *collection = manager->kinds[controller->kind]->collection;
    if (!ls_collection_walk_start(&walk, collection, namespace_name, start, 0))
        return;
    while (ls_collection_walk_next(&walk)) {
        if (test(ls_obj_root(walk.object), other))
            ls_manager_enqueue(manager, controller, walk.key);
    }
    ls_collection_walk_end(&walk);
}

void ls_manager_enqueue_adopters(struct ls_manager *manager, const struct ls_controller *controller,
                                 const struct ls_collection_event *event, ls_manager_test may_adopt)
{
    struct ls_node object = ls_obj_root(event->object);
    if (event->change != LS_CHANGE_DELETED && ls_node_is_absent(ls_controller_of(object)))
        ls_manager_enqueue_where(manager, controller, event->key.namespace_name, may_adopt, object);
}

struct enqueuing {
    struct ls_manager *manager;
    const struct ls_controller *controller;
};

static void enqueuing_add(void *self, struct ls_object_key key)
{
    struct enqueuing *enqueuing = self;
    ls_manager_enqueue(enqueuing->manager, enqueuing->controller, key);
}

void ls_manager_enqueue_controlled(struct ls_manager *manager,
                                   const struct ls_controller *controller, struct ls_node owner)
{
    struct enqueuing enqueuing = {manager, controller};
    ls_owner_index_each(manager->index, ls_node_string(ls_node_at(owner, "metadata.uid")),
                        controller->kind, enqueuing_add, &enqueuing);
}

/* ---- acting ---- */

static struct ls_actor manager_actor(struct ls_manager *manager,
                                     const struct ls_controller *controller,
                                     struct ls_node regarding)
{
    return (struct ls_actor){.cluster = manager->cluster,
                             .arena = &manager->arena,
                             .recorder = manager->recorder,
                             .kinds = manager->kinds,
                             .component = controller->name,
                             .field_manager = controller->field_manager,
                             .kind = controller->kind,
                             .regarding = regarding};
}

static void manager_log_refusal(const struct ls_manager *manager,
                                const struct ls_controller *controller,
                                const struct ls_failure *failure)
{
    ls_log_debug(manager->cluster->world->log, "simulated write refused",
                 LS_STR("by", controller->name), LS_STR("why", failure->message));
}

void ls_manager_act(struct ls_manager *manager, const struct ls_controller *controller,
                    const struct ls_act *act)
{
    LS_ASSERT(act->type != LS_ACT_EVENT);
    struct ls_actor actor = manager_actor(manager, controller, LS_ABSENT);
    const struct ls_failure *failure = ls_actor_do(&actor, act);
    if (failure)
        manager_log_refusal(manager, controller, failure);
}

/* Another writer was first, or the object is gone: the event of that change enqueues the key. */
static bool failure_needs_no_retry(const struct ls_failure *failure)
{
    return failure->code == 404 ||
           (failure->code == 409 && strcmp(failure->reason, "Conflict") == 0);
}

static void work_item_act(struct ls_work_item *item, const struct ls_controller_view *view,
                          const struct ls_controller_decision *decision)
{
    struct ls_actor actor = manager_actor(item->manager, item->controller, view->object);
    ls_free(item->error);
    item->error = NULL;
    item->manager->act_count += decision->act_count;
    for (size_t i = 0; i < decision->act_count; i++) {
        const struct ls_failure *failure = ls_actor_do(&actor, &decision->acts[i]);
        if (failure && !failure_needs_no_retry(failure)) {
            manager_log_refusal(item->manager, item->controller, failure);
            ls_free(item->error);
            item->error = ls_strdup(failure->message);
            if (decision->acts[i].stops_at_failure)
                return;
        }
    }
}

static void work_item_set_alarm(struct ls_work_item *item,
                                const struct ls_controller_decision *decision, int64_t now_ms)
{
    struct ls_loop *loop = item->manager->cluster->world->loop;
    int64_t delay_ms = decision->wake_at_ms ? LS_MAX(decision->wake_at_ms - now_ms, 1) : -1;
    if (item->error) {
        item->retry_ms =
            ls_backoff_doubled_ms(item->retry_ms, LS_MANAGER_RETRY_MS, LS_MANAGER_RETRY_MS_MAX);
        delay_ms = delay_ms < 0 ? item->retry_ms : LS_MIN(delay_ms, item->retry_ms);
    } else {
        item->retry_ms = 0;
    }
    if (delay_ms < 0)
        ls_timer_stop(loop, &item->timer);
    else
        ls_timer_start(loop, &item->timer, delay_ms, work_item_due, item);
}

static void work_item_reconcile(struct ls_work_item *item)
{
    LS_ASSERT(!item->is_queued);
    struct ls_manager *manager = item->manager;
    const struct ls_controller *controller = item->controller;
    struct ls_controller_view view = {.arena = &manager->arena,
                                      .now_ms = ls_clock_wall_ms(manager->cluster->world->clock),
                                      .key = item->key,
                                      .object =
                                          ls_manager_get(manager, controller->kind, item->key),
                                      .last_error = item->error};
    struct ls_controller_decision decision = {.arena = &manager->arena};
    bool is_gone = ls_node_is_absent(view.object);
    if (is_gone)
        ls_work_item_forget(item);
    else if (controller->memory_bytes && !item->memory)
        ls_work_item_remember(item, manager->serials[manager_index(manager, controller)]++);
    view.memory = item->memory;
    view.serial = item->serial;
    if (!is_gone || controller->sees_deleted) {
        if (controller->gather)
            controller->gather(manager, &view);
        controller->decide(&view, &decision);
        work_item_act(item, &view, &decision);
    }
    work_item_set_alarm(item, &decision, view.now_ms);
}

static void manager_release_held(struct ls_manager *manager)
{
    for (size_t i = 0; i < manager->held.count; i++)
        ls_obj_unref(manager->held.at[i]);
    ls_vec_clear(&manager->held);
    ls_arena_reset(&manager->arena);
}

static void manager_run(void *self)
{
    struct ls_manager *manager = self;
    manager->act_count = 0;
    for (size_t passes = 0;
         passes < LS_MANAGER_PASSES_MAX && manager->act_count < LS_MANAGER_ACTS_MAX; passes++) {
        manager_catch_up(manager);
        struct ls_work_item *item = ls_work_queue_take(&manager->queue);
        if (!item)
            item = ls_work_queue_take(&manager->low_priority_queue);
        if (!item)
            return;
        work_item_reconcile(item);
        work_item_drop_if_idle(item);
        manager_release_held(manager);
    }
    manager_wake(manager);
}

/* ---- life ---- */

void *ls_manager_state(struct ls_manager *manager, const struct ls_controller *controller)
{
    return manager->states[manager_index(manager, controller)];
}

static void manager_make_states(struct ls_manager *manager)
{
    manager->states = LS_NEW_ARRAY(void *, manager->controller_count);
    manager->serials = LS_NEW_ARRAY(uint32_t, manager->controller_count);
    for (size_t i = 0; i < manager->controller_count; i++) {
        if (manager->controllers[i]->state_bytes)
            manager->states[i] = ls_alloc(manager->controllers[i]->state_bytes);
    }
}

static void manager_free_states(struct ls_manager *manager)
{
    for (size_t i = 0; i < manager->controller_count; i++) {
        if (manager->states[i] && manager->controllers[i]->forget_state)
            manager->controllers[i]->forget_state(manager->states[i]);
        ls_free(manager->states[i]);
    }
    ls_free(manager->states);
    ls_free(manager->serials);
}

struct ls_manager *ls_manager_new(struct ls_cluster *cluster,
                                  const struct ls_controller *const *controllers,
                                  size_t controller_count)
{
    LS_ASSERT(controller_count > 0);
    struct ls_manager *manager = LS_NEW(struct ls_manager);
    manager->cluster = cluster;
    manager->controllers = controllers;
    manager->controller_count = controller_count;
    manager->index = ls_owner_index_new();
    manager->recorder = ls_recorder_new(cluster);
    manager->items = ls_map_new(0);
    manager_make_states(manager);
    for (unsigned kind = 0; kind < LS_WORKLOAD_COUNT; kind++) {
        const struct ls_workload_kind_row *row = &ls_workload_kinds[kind];
        manager->kinds[kind] =
            ls_registry_resource(cluster->registry, ls_slice_of(row->group),
                                 ls_slice_of(row->version), ls_slice_of(row->plural));
        LS_ASSERT(manager->kinds[kind]);
        if (row->is_watched)
            manager_read_start(manager, kind);
    }
    return manager;
}

void ls_manager_free(struct ls_manager *manager)
{
    if (!manager)
        return;
    struct ls_slice key;
    void *item;
    ls_task_stop(manager->cluster->world->loop, &manager->task);
    for (unsigned kind = 0; kind < LS_WORKLOAD_COUNT; kind++) {
        if (ls_workload_kinds[kind].is_watched)
            ls_collection_read_end(&manager->readers[kind]);
    }
    for (size_t at = 0; ls_map_next(manager->items, &at, &key, &item);)
        ls_work_item_free(item, manager->cluster->world->loop);
    manager_release_held(manager);
    ls_vec_release(&manager->held);
    ls_arena_release(&manager->arena);
    ls_map_free(manager->items);
    manager_free_states(manager);
    ls_recorder_free(manager->recorder);
    ls_owner_index_free(manager->index);
    ls_buf_release(&manager->scratch);
    ls_free(manager);
}

#include "sandbox/workload/player.h"

#include <string.h>

#include "base/map.h"
#include "base/vec.h"
#include "sandbox/kinds/registry.h"
#include "sandbox/workload/actor.h"
#include "sandbox/workload/family.h"
#include "sandbox/workload/limits.h"
#include "sandbox/workload/part.h"
#include "sandbox/workload/recorder.h"

struct ls_player {
    struct ls_cluster *cluster;
    const struct ls_controller *const *controllers;
    size_t controller_count;
    const struct ls_kind *kinds[LS_THING_COUNT];
    struct ls_collection_reader readers[LS_THING_COUNT];
    struct ls_family *family;
    struct ls_recorder *recorder;
    struct ls_map *parts;
    void **states;     /* by controller */
    uint32_t *serials; /* the next one, by controller */
    struct ls_part_queue prompt;
    struct ls_part_queue patient;
    struct ls_task task;
    size_t act_count;                   /* of the task that runs */
    struct ls_arena arena;              /* of one look */
    LS_VEC(const struct ls_obj *) held; /* what the look reads */
    struct ls_buf scratch;
};

static void player_run(void *self);

static void player_wake(void *self)
{
    struct ls_player *player = self;
    ls_task_start(player->cluster->world->loop, &player->task, player_run, player);
}

/* ---- parts ---- */

static size_t player_index(const struct ls_player *player, const struct ls_controller *controller)
{
    size_t i = 0;
    while (player->controllers[i] != controller)
        i++;
    return i;
}

static struct ls_part *player_part(struct ls_player *player, const struct ls_controller *controller,
                                   struct ls_object_key key)
{
    ls_buf_clear(&player->scratch);
    ls_buf_printf(&player->scratch, "%zu/%.*s/%.*s", player_index(player, controller),
                  LS_ARG(key.namespace_name), LS_ARG(key.name));
    struct ls_slice id = ls_buf_slice(&player->scratch);
    struct ls_part *part = ls_map_get(player->parts, id);
    if (part)
        return part;
    part = ls_part_new(player, controller, key, id);
    ls_map_put(player->parts, id, part);
    return part;
}

static void part_queue(struct ls_part *part)
{
    struct ls_player *player = part->player;
    ls_part_queue_add(part->controller->is_patient ? &player->patient : &player->prompt, part);
    player_wake(player);
}

static void part_drop_if_idle(struct ls_part *part)
{
    if (part->is_queued || part->memory || ls_timer_is_running(&part->timer))
        return;
    ls_map_remove(part->player->parts, part->id);
    ls_part_free(part, part->player->cluster->world->loop);
}

static void part_due(void *self)
{
    part_queue(self);
}

void ls_player_touch(struct ls_player *player, const struct ls_controller *controller,
                     struct ls_object_key key)
{
    part_queue(player_part(player, controller, key));
}

/* ---- observing ---- */

static void player_touch_owner(struct ls_player *player, struct ls_node object)
{
    struct ls_node owner = ls_controller_of(object);
    if (ls_node_is_absent(owner))
        return;
    struct ls_object_key key = {ls_node_string(ls_node_at(object, "metadata.namespace")),
                                ls_node_string(ls_node_at(owner, "name"))};
    for (size_t i = 0; i < player->controller_count; i++) {
        const struct ls_thing_row *row = &ls_things[player->controllers[i]->thing];
        if (ls_node_string_is(ls_node_at(owner, "kind"), row->kind) &&
            ls_node_string_is(ls_node_at(owner, "apiVersion"), row->api_version))
            ls_player_touch(player, player->controllers[i], key);
    }
}

static void player_observe(struct ls_player *player, enum ls_thing thing,
                           const struct ls_collection_event *event)
{
    struct ls_node object = ls_obj_root(event->object);
    if (event->change == LS_CHANGE_DELETED)
        ls_family_remove(player->family, thing, event->key, object);
    else
        ls_family_put(player->family, thing, event->key, object);
    for (size_t i = 0; i < player->controller_count; i++) {
        const struct ls_controller *controller = player->controllers[i];
        if (controller->thing == thing)
            ls_player_touch(player, controller, event->key);
        if (controller->heard)
            controller->heard(player, controller, thing, event);
    }
    player_touch_owner(player, object);
    if (event->previous)
        player_touch_owner(player, ls_obj_root(event->previous));
}

static void player_read_all(struct ls_player *player, enum ls_thing thing)
{
    struct ls_collection *collection = player->kinds[thing]->collection;
    struct ls_collection_walk walk;
    struct ls_object_key start = {LS_SLICE(""), LS_SLICE("")};
    if (!ls_collection_walk_start(&walk, collection, LS_SLICE(""), start, 0))
        return;
    while (ls_collection_walk_next(&walk)) {
        struct ls_collection_event event = {
            .change = LS_CHANGE_ADDED, .key = walk.key, .object = walk.object};
        player_observe(player, thing, &event);
    }
    ls_collection_walk_end(&walk);
}

static void player_read_start(struct ls_player *player, enum ls_thing thing)
{
    bool is_there =
        ls_collection_read_from(player->kinds[thing]->collection, &player->readers[thing],
                                ls_store_revision(player->cluster->store), player_wake, player);
    LS_ASSERT(is_there);
    player_read_all(player, thing);
}

/* What was counted from changes starts at nothing, and every key we remember something of is looked
 * at: its object may be gone. */
static void player_forget(struct ls_player *player)
{
    struct ls_slice id;
    void *part;
    for (size_t i = 0; i < player->controller_count; i++) {
        if (player->states[i] && player->controllers[i]->forget_state)
            player->controllers[i]->forget_state(player->states[i]);
    }
    for (size_t at = 0; ls_map_next(player->parts, &at, &id, &part);)
        part_queue(part);
}

/* History moved on before we came: everything is read anew, as when we started. */
static void player_read_again(struct ls_player *player)
{
    player_forget(player);
    for (unsigned thing = 0; thing < LS_THING_COUNT; thing++) {
        if (!ls_things[thing].is_watched)
            continue;
        ls_family_clear(player->family, thing);
        ls_collection_read_end(&player->readers[thing]);
        player->readers[thing] = (struct ls_collection_reader){0};
        player_read_start(player, thing);
    }
}

/* False: some changes are lost. */
static bool player_read(struct ls_player *player, enum ls_thing thing)
{
    struct ls_collection_event *event = NULL;
    for (;;) {
        switch (ls_collection_read(&player->readers[thing], &event)) {
        case LS_READ_EVENT:
            player_observe(player, thing, event);
            break;
        case LS_READ_LOST:
            return false;
        case LS_READ_NOTHING:
            return true;
        }
    }
}

static void player_catch_up(struct ls_player *player)
{
    bool is_whole = true;
    for (unsigned thing = 0; thing < LS_THING_COUNT && is_whole; thing++) {
        if (ls_things[thing].is_watched)
            is_whole = player_read(player, thing);
    }
    if (!is_whole)
        player_read_again(player);
}

/* ---- gathering ---- */

static struct ls_node player_hold(struct ls_player *player, const struct ls_obj *object)
{
    if (!object)
        return LS_ABSENT;
    ls_vec_push(&player->held, ls_obj_ref(object));
    return ls_obj_root(object);
}

struct ls_node ls_player_get(struct ls_player *player, enum ls_thing thing,
                             struct ls_object_key key)
{
    return player_hold(player, ls_collection_get(player->kinds[thing]->collection, key));
}

struct player_gathering {
    struct ls_player *player;
    enum ls_thing thing;
    struct ls_arena *arena;
    struct ls_nodes *out;
};

static void gathering_add(void *self, struct ls_object_key key)
{
    struct player_gathering *gathering = self;
    struct ls_node object = ls_player_get(gathering->player, gathering->thing, key);
    if (!ls_node_is_absent(object))
        ls_nodes_add(gathering->arena, gathering->out, object);
}

void ls_player_controlled(struct ls_player *player, const struct ls_controller_view *view,
                          enum ls_thing thing, struct ls_nodes *out)
{
    struct player_gathering gathering = {player, thing, view->arena, out};
    ls_family_each(player->family, ls_node_string(ls_node_at(view->object, "metadata.uid")), thing,
                   gathering_add, &gathering);
}

void ls_player_orphans(struct ls_player *player, const struct ls_controller_view *view,
                       enum ls_thing thing, struct ls_nodes *out)
{
    struct player_gathering gathering = {player, thing, view->arena, out};
    ls_family_each_orphan(player->family,
                          ls_node_string(ls_node_at(view->object, "metadata.namespace")), thing,
                          gathering_add, &gathering);
}

void ls_player_all(struct ls_player *player, const struct ls_controller_view *view,
                   enum ls_thing thing, struct ls_slice namespace_name, struct ls_nodes *out)
{
    struct ls_collection_walk walk;
    struct ls_object_key start = {LS_SLICE(""), LS_SLICE("")};
    if (!ls_collection_walk_start(&walk, player->kinds[thing]->collection, namespace_name, start,
                                  0))
        return;
    while (ls_collection_walk_next(&walk))
        ls_nodes_add(view->arena, out, player_hold(player, walk.object));
    ls_collection_walk_end(&walk);
}

void ls_player_touch_where(struct ls_player *player, const struct ls_controller *controller,
                           struct ls_slice namespace_name, ls_player_test test,
                           struct ls_node other)
{
    struct ls_collection_walk walk;
    struct ls_object_key start = {LS_SLICE(""), LS_SLICE("")};
    struct ls_collection *collection = player->kinds[controller->thing]->collection;
    if (!ls_collection_walk_start(&walk, collection, namespace_name, start, 0))
        return;
    while (ls_collection_walk_next(&walk)) {
        if (test(ls_obj_root(walk.object), other))
            ls_player_touch(player, controller, walk.key);
    }
    ls_collection_walk_end(&walk);
}

struct touching {
    struct ls_player *player;
    const struct ls_controller *controller;
};

static void touching_add(void *self, struct ls_object_key key)
{
    struct touching *touching = self;
    ls_player_touch(touching->player, touching->controller, key);
}

void ls_player_touch_controlled(struct ls_player *player, const struct ls_controller *controller,
                                struct ls_node owner)
{
    struct touching touching = {player, controller};
    ls_family_each(player->family, ls_node_string(ls_node_at(owner, "metadata.uid")),
                   controller->thing, touching_add, &touching);
}

/* ---- acting ---- */

static struct ls_actor player_actor(struct ls_player *player,
                                    const struct ls_controller *controller,
                                    struct ls_node regarding)
{
    return (struct ls_actor){.cluster = player->cluster,
                             .arena = &player->arena,
                             .recorder = player->recorder,
                             .kinds = player->kinds,
                             .component = controller->name,
                             .manager = controller->manager,
                             .thing = controller->thing,
                             .regarding = regarding};
}

static void player_log_refusal(const struct ls_player *player,
                               const struct ls_controller *controller,
                               const struct ls_failure *failure)
{
    ls_log_debug(player->cluster->world->log, "simulated write refused",
                 LS_STR("by", controller->name), LS_STR("why", failure->message));
}

void ls_player_act(struct ls_player *player, const struct ls_controller *controller,
                   const struct ls_act *act)
{
    struct ls_actor actor = player_actor(player, controller, LS_ABSENT);
    const struct ls_failure *failure = ls_actor_do(&actor, act);
    if (failure)
        player_log_refusal(player, controller, failure);
}

/* Another writer was first, or it is gone: the change that tells of it brings the next look. */
static bool failure_settles_itself(const struct ls_failure *failure)
{
    return failure->code == 404 ||
           (failure->code == 409 && strcmp(failure->reason, "Conflict") == 0);
}

static void part_act(struct ls_part *part, const struct ls_controller_view *view,
                     const struct ls_controller_decision *decision)
{
    struct ls_actor actor = player_actor(part->player, part->controller, view->object);
    ls_free(part->trouble);
    part->trouble = NULL;
    part->player->act_count += decision->act_count;
    for (size_t i = 0; i < decision->act_count; i++) {
        const struct ls_failure *failure = ls_actor_do(&actor, &decision->acts[i]);
        if (failure && !failure_settles_itself(failure)) {
            player_log_refusal(part->player, part->controller, failure);
            ls_free(part->trouble);
            part->trouble = ls_strdup(failure->message);
            if (decision->acts[i].stops_at_failure)
                return;
        }
    }
}

static void part_set_alarm(struct ls_part *part, const struct ls_controller_decision *decision,
                           int64_t now_ms)
{
    struct ls_loop *loop = part->player->cluster->world->loop;
    int64_t delay_ms = decision->wake_at_ms ? LS_MAX(decision->wake_at_ms - now_ms, 1) : -1;
    if (part->trouble) {
        part->retry_ms = part->retry_ms ? LS_MIN(part->retry_ms * 2, LS_PLAYER_RETRY_MS_MAX)
                                        : LS_PLAYER_RETRY_MS;
        delay_ms = delay_ms < 0 ? part->retry_ms : LS_MIN(delay_ms, part->retry_ms);
    } else {
        part->retry_ms = 0;
    }
    if (delay_ms < 0)
        ls_timer_stop(loop, &part->timer);
    else
        ls_timer_start(loop, &part->timer, delay_ms, part_due, part);
}

static void part_look(struct ls_part *part)
{
    struct ls_player *player = part->player;
    const struct ls_controller *controller = part->controller;
    struct ls_controller_view view = {.arena = &player->arena,
                                      .now_ms = ls_clock_wall_ms(player->cluster->world->clock),
                                      .key = part->key,
                                      .object = ls_player_get(player, controller->thing, part->key),
                                      .trouble = part->trouble};
    struct ls_controller_decision decision = {.arena = &player->arena};
    bool is_gone = ls_node_is_absent(view.object);
    if (is_gone)
        ls_part_forget(part);
    else if (controller->memory_bytes && !part->memory)
        ls_part_remember(part, player->serials[player_index(player, controller)]++);
    view.memory = part->memory;
    view.serial = part->serial;
    if (!is_gone || controller->sees_gone) {
        if (controller->gather)
            controller->gather(player, &view);
        controller->decide(&view, &decision);
        part_act(part, &view, &decision);
    }
    part_set_alarm(part, &decision, view.now_ms);
}

static void player_let_go(struct ls_player *player)
{
    for (size_t i = 0; i < player->held.count; i++)
        ls_obj_unref(player->held.at[i]);
    ls_vec_clear(&player->held);
    ls_arena_reset(&player->arena);
}

static void player_run(void *self)
{
    struct ls_player *player = self;
    player->act_count = 0;
    for (size_t looks = 0; looks < LS_PLAYER_LOOKS_MAX && player->act_count < LS_PLAYER_ACTS_MAX;
         looks++) {
        player_catch_up(player);
        struct ls_part *part = ls_part_queue_take(&player->prompt);
        if (!part)
            part = ls_part_queue_take(&player->patient);
        if (!part)
            return;
        part_look(part);
        part_drop_if_idle(part);
        player_let_go(player);
    }
    player_wake(player);
}

/* ---- life ---- */

void *ls_player_state(struct ls_player *player, const struct ls_controller *controller)
{
    return player->states[player_index(player, controller)];
}

static void player_make_states(struct ls_player *player)
{
    player->states = LS_NEW_ARRAY(void *, player->controller_count);
    player->serials = LS_NEW_ARRAY(uint32_t, player->controller_count);
    for (size_t i = 0; i < player->controller_count; i++) {
        if (player->controllers[i]->state_bytes)
            player->states[i] = ls_alloc(player->controllers[i]->state_bytes);
    }
}

static void player_free_states(struct ls_player *player)
{
    for (size_t i = 0; i < player->controller_count; i++) {
        if (player->states[i] && player->controllers[i]->forget_state)
            player->controllers[i]->forget_state(player->states[i]);
        ls_free(player->states[i]);
    }
    ls_free(player->states);
    ls_free(player->serials);
}

struct ls_player *ls_player_new(struct ls_cluster *cluster,
                                const struct ls_controller *const *controllers,
                                size_t controller_count)
{
    struct ls_player *player = LS_NEW(struct ls_player);
    player->cluster = cluster;
    player->controllers = controllers;
    player->controller_count = controller_count;
    player->family = ls_family_new();
    player->recorder = ls_recorder_new(cluster);
    player->parts = ls_map_new(0);
    player_make_states(player);
    for (unsigned thing = 0; thing < LS_THING_COUNT; thing++) {
        const struct ls_thing_row *row = &ls_things[thing];
        player->kinds[thing] =
            ls_registry_resource(cluster->registry, ls_slice_of(row->group),
                                 ls_slice_of(row->version), ls_slice_of(row->plural));
        LS_ASSERT(player->kinds[thing]);
        if (row->is_watched)
            player_read_start(player, thing);
    }
    return player;
}

void ls_player_free(struct ls_player *player)
{
    if (!player)
        return;
    struct ls_slice key;
    void *part;
    ls_task_stop(player->cluster->world->loop, &player->task);
    for (unsigned thing = 0; thing < LS_THING_COUNT; thing++) {
        if (ls_things[thing].is_watched)
            ls_collection_read_end(&player->readers[thing]);
    }
    for (size_t at = 0; ls_map_next(player->parts, &at, &key, &part);)
        ls_part_free(part, player->cluster->world->loop);
    player_let_go(player);
    ls_vec_release(&player->held);
    ls_arena_release(&player->arena);
    ls_map_free(player->parts);
    player_free_states(player);
    ls_recorder_free(player->recorder);
    ls_family_free(player->family);
    ls_buf_release(&player->scratch);
    ls_free(player);
}

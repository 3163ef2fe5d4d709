#include "sandbox/workload/part.h"

#include <string.h>

#include "base/mem.h"

struct ls_part *ls_part_new(struct ls_player *player, const struct ls_controller *controller,
                            struct ls_object_key key, struct ls_slice id)
{
    size_t name_at = id.len - key.name.len;
    size_t namespace_at = name_at - 1 - key.namespace_name.len;
    struct ls_part *part = ls_alloc(sizeof *part + id.len + 1);
    memcpy(part->text, id.at, id.len);
    part->player = player;
    part->controller = controller;
    part->id = (struct ls_slice){part->text, id.len};
    part->key.namespace_name = (struct ls_slice){part->text + namespace_at, key.namespace_name.len};
    part->key.name = (struct ls_slice){part->text + name_at, key.name.len};
    return part;
}

void ls_part_remember(struct ls_part *part, uint32_t serial)
{
    LS_ASSERT(!part->memory);
    part->memory = ls_alloc(part->controller->memory_bytes);
    part->serial = serial;
}

void ls_part_forget(struct ls_part *part)
{
    if (part->memory && part->controller->forget)
        part->controller->forget(part->memory);
    ls_free(part->memory);
    part->memory = NULL;
}

void ls_part_free(struct ls_part *part, struct ls_loop *loop)
{
    ls_part_forget(part);
    ls_timer_stop(loop, &part->timer);
    ls_free(part->trouble);
    ls_free(part);
}

void ls_part_queue_add(struct ls_part_queue *queue, struct ls_part *part)
{
    if (part->is_queued)
        return;
    part->is_queued = true;
    part->next = NULL;
    if (queue->last)
        queue->last->next = part;
    else
        queue->first = part;
    queue->last = part;
}

struct ls_part *ls_part_queue_take(struct ls_part_queue *queue)
{
    struct ls_part *part = queue->first;
    if (!part)
        return NULL;
    queue->first = part->next;
    if (!queue->first)
        queue->last = NULL;
    part->is_queued = false;
    return part;
}

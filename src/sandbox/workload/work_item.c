#include "sandbox/workload/work_item.h"

#include <string.h>

#include "base/mem.h"

struct ls_work_item *ls_work_item_new(struct ls_manager *manager,
                                      const struct ls_controller *controller,
                                      struct ls_object_key key, struct ls_slice id)
{
    size_t name_at = id.len - key.name.len;
    size_t namespace_at = name_at - 1 - key.namespace_name.len;
    struct ls_work_item *item = ls_alloc(sizeof *item + id.len + 1);
    memcpy(item->text, id.at, id.len);
    item->manager = manager;
    item->controller = controller;
    item->id = (struct ls_slice){item->text, id.len};
    item->key.namespace_name = (struct ls_slice){item->text + namespace_at, key.namespace_name.len};
    item->key.name = (struct ls_slice){item->text + name_at, key.name.len};
    return item;
}

void ls_work_item_remember(struct ls_work_item *item, uint32_t serial)
{
    LS_ASSERT(!item->memory);
    LS_ASSERT(item->controller->memory_bytes > 0);
    LS_ASSERT(!item->memory);
    item->memory = ls_alloc(item->controller->memory_bytes);
    item->serial = serial;
}

void ls_work_item_forget(struct ls_work_item *item)
{
    if (item->memory && item->controller->forget)
        item->controller->forget(item->memory);
    ls_free(item->memory);
    item->memory = NULL;
}

void ls_work_item_free(struct ls_work_item *item, struct ls_loop *loop)
{
    ls_work_item_forget(item);
    ls_timer_stop(loop, &item->timer);
    ls_free(item->error);
    ls_free(item);
}

void ls_work_queue_add(struct ls_work_queue *queue, struct ls_work_item *item)
{
    if (item->is_queued)
        return;
    item->is_queued = true;
    item->next = NULL;
    if (queue->last)
        queue->last->next = item;
    else
        queue->first = item;
    queue->last = item;
}

struct ls_work_item *ls_work_queue_take(struct ls_work_queue *queue)
{
    struct ls_work_item *item = queue->first;
    if (!item)
        return NULL;
    queue->first = item->next;
    if (!queue->first)
        queue->last = NULL;
    item->is_queued = false;
    return item;
}

#pragma once
/*
 * A work item: one key of one controller, kept while it is queued, has a timer, or has a memory.
 */
#include "base/loop.h"
#include "sandbox/workload/manager.h"

struct ls_work_item {
    struct ls_manager *manager;
    const struct ls_controller *controller;
    struct ls_work_item *next; /* in its queue */
    bool is_queued;
    struct ls_timer timer;
    int64_t retry_ms;         /* after the next refusal twice as long; 0: none so far */
    char *error;              /* owned; NULL: none */
    void *memory;             /* owned; NULL: none */
    uint32_t serial;          /* of the memory */
    struct ls_object_key key; /* into `text` */
    struct ls_slice id;       /* the whole text: CONTROLLER/NAMESPACE/NAME */
    char text[];
};

/* The id ends with the key, a slash between its items. */
struct ls_work_item *ls_work_item_new(struct ls_manager *manager,
                                      const struct ls_controller *controller,
                                      struct ls_object_key key, struct ls_slice id);
void ls_work_item_free(struct ls_work_item *item, struct ls_loop *loop);
void ls_work_item_remember(struct ls_work_item *item, uint32_t serial); /* zeroes, to begin with */
void ls_work_item_forget(struct ls_work_item *item);

/* Parts in the order in which they came, each once. */
struct ls_work_queue {
    struct ls_work_item *first;
    struct ls_work_item *last;
};
void ls_work_queue_add(struct ls_work_queue *queue, struct ls_work_item *item);
struct ls_work_item *ls_work_queue_take(struct ls_work_queue *queue); /* NULL: empty */

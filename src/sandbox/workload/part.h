#pragma once
/*
 * A part: one key of one controller, while there is something to remember of it: that it waits for
 * a look, that it is to be woken, why its last write was refused, what the controller keeps in
 * mind.
 */
#include "base/loop.h"
#include "sandbox/workload/player.h"

struct ls_part {
    struct ls_player *player;
    const struct ls_controller *controller;
    struct ls_part *next; /* in its queue */
    bool is_queued;
    struct ls_timer timer;
    int64_t retry_ms;         /* after the next refusal twice as long; 0: none so far */
    char *trouble;            /* owned; NULL: none */
    void *memory;             /* owned; NULL: none */
    uint32_t serial;          /* of the memory */
    struct ls_object_key key; /* into `text` */
    struct ls_slice id;       /* the whole text: CONTROLLER/NAMESPACE/NAME */
    char text[];
};

/* The id ends with the key, a slash between its parts. */
struct ls_part *ls_part_new(struct ls_player *player, const struct ls_controller *controller,
                            struct ls_object_key key, struct ls_slice id);
void ls_part_free(struct ls_part *part, struct ls_loop *loop);
void ls_part_remember(struct ls_part *part, uint32_t serial); /* zeroes, to begin with */
void ls_part_forget(struct ls_part *part);

/* Parts in the order in which they came, each once. */
struct ls_part_queue {
    struct ls_part *first;
    struct ls_part *last;
};
void ls_part_queue_add(struct ls_part_queue *queue, struct ls_part *part);
struct ls_part *ls_part_queue_take(struct ls_part_queue *queue); /* NULL: empty */

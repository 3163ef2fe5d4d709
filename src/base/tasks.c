/* Tasks: callbacks that run once and soon, linked in a ring. */
#include "base/loop_impl.h"

static bool ring_is_empty(const struct ls_task *head)
{
    return head->next == head;
}

static void ring_init(struct ls_task *head)
{
    head->next = head;
    head->previous = head;
}

/* Moves all of `from` in front of what `to` holds. */
static void ring_prepend_all(struct ls_task *to, struct ls_task *from)
{
    if (ring_is_empty(from))
        return;
    from->previous->next = to->next;
    to->next->previous = from->previous;
    from->next->previous = to;
    to->next = from->next;
    ring_init(from);
}

static void ring_unlink(struct ls_task *task)
{
    task->previous->next = task->next;
    task->next->previous = task->previous;
    task->next = NULL;
    task->previous = NULL;
    task->is_queued = false;
}

void ls_tasks_init(struct ls_loop *loop)
{
    ring_init(&loop->tasks);
}

bool ls_tasks_could_run(const struct ls_loop *loop)
{
    return !ring_is_empty(&loop->tasks);
}

void ls_tasks_run(struct ls_loop *loop)
{
    /* In a list of their own, so that a task that starts itself again cannot keep everything else
     * waiting. */
    struct ls_task batch;
    ring_init(&batch);
    ring_prepend_all(&batch, &loop->tasks);
    while (!ring_is_empty(&batch) && !loop->is_stopped) {
        struct ls_task *task = batch.next;
        ls_loop_fn fn = task->fn;
        void *self = task->self;
        ring_unlink(task);
        loop->counts.calls++;
        fn(self);
    }
    ring_prepend_all(&loop->tasks, &batch);
}

void ls_task_start(struct ls_loop *loop, struct ls_task *task, ls_loop_fn fn, void *self)
{
    LS_ASSERT(fn);
    if (task->is_queued)
        return;
    struct ls_task *head = &loop->tasks;
    *task = (struct ls_task){head, head->previous, fn, self, true};
    head->previous->next = task;
    head->previous = task;
}

void ls_task_stop(struct ls_loop *loop, struct ls_task *task)
{
    (void)loop;
    if (task->is_queued)
        ring_unlink(task);
}

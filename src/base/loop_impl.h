#pragma once
/*
 * The parts of the event loop, for its own sources only (loop.c, tasks.c, timers.c, poll.c,
 * signals.c, mailbox.c, workers.c). Each part keeps one member of struct ls_loop and hands the loop
 * three things: how to set it up and take it down, whether it could still run something, and a
 * function that runs what is due. Each callback is counted before it is made, and is_stopped is
 * checked between any two of them.
 */
#include <pthread.h>
#include <signal.h>

#include "base/limits.h"
#include "base/loop.h"
#include "base/vec.h"

struct ls_timers {
    LS_VEC(struct ls_timer *) heap; /* the earliest on top, ties by order */
    uint64_t started_count;         /* gives each start its order */
};

/* epoll keeps the number of a descriptor and the generation of its slot, never a pointer: an event
 * that was fetched for a watch stopped in the meantime has an older generation than the slot, even
 * if the watch's memory is gone or its number is in use again. */
struct ls_poll_slot {
    struct ls_fd *watch; /* NULL: not watched */
    uint32_t generation;
    bool is_own; /* the loop's own: does not keep it running, not counted */
};

struct ls_poll {
    int epoll_fd; /* -1 on a virtual clock */
    bool lacks_pwait2;
    LS_VEC(struct ls_poll_slot) slots; /* by descriptor */
    size_t wanting_count;              /* watches that want something */
};

struct ls_signals {
    int fd; /* -1: no signal was asked for */
    struct ls_fd watch;
    sigset_t delivered; /* all that arrive here */
    sigset_t blocked;   /* those of them that were not blocked before us */
    struct {
        ls_signal_fn fn;
        void *self;
    } handlers[NSIG];
};

struct ls_posted {
    ls_loop_fn fn;
    void *self;
};

struct ls_mailbox {
    pthread_mutex_t lock;
    LS_VEC(struct ls_posted) arrived; /* guarded by lock */
    LS_VEC(struct ls_posted) taken;   /* the loop's; run from taken_at on */
    size_t taken_at;
    int wake_fd; /* -1 on a virtual clock */
    struct ls_fd wake_watch;
};

struct ls_job;
struct ls_job_list {
    struct ls_job *first;
    struct ls_job *last;
    size_t count;
};

struct ls_workers {
    pthread_mutex_t lock; /* guards what follows, up to the threads */
    pthread_cond_t wake;
    struct ls_job_list waiting;
    struct ls_job_list finished;
    size_t idle_count;
    bool is_quitting;
    pthread_t threads[LS_WORKER_THREADS_MAX]; /* from here on the loop's */
    size_t thread_count;
    size_t pending_count; /* jobs whose done has not run */
};

struct ls_loop {
    const struct ls_clock *clock;
    struct ls_virtual_clock *virtual_clock; /* NULL on the real clock */
    bool is_running;
    bool is_stopped;
    struct ls_loop_counts counts;
    struct ls_task tasks; /* head of a ring */
    struct ls_timers timers;
    struct ls_poll poll;
    struct ls_signals signals;
    struct ls_mailbox mailbox;
    struct ls_workers workers;
};

enum { LS_NS_PER_MS = 1000000 };
static const int64_t ls_wait_forever = INT64_MAX;

void ls_tasks_init(struct ls_loop *loop);
bool ls_tasks_could_run(const struct ls_loop *loop);
void ls_tasks_run(struct ls_loop *loop); /* those that wait now, not what they start */

void ls_timers_release(struct ls_loop *loop);
int64_t ls_timers_next_ns(const struct ls_loop *loop); /* ls_wait_forever: none */
void ls_timers_run(struct ls_loop *loop);              /* those due now, not what they start */

void ls_poll_init(struct ls_loop *loop);
void ls_poll_release(struct ls_loop *loop);
void ls_poll_watch_own(struct ls_loop *loop, struct ls_fd *watch, int fd, ls_fd_fn fn);
bool ls_poll_could_run(const struct ls_loop *loop);
/* Waits at most wait_ns for a ready descriptor, then runs timers and the ready ones' callbacks. */
void ls_poll_run(struct ls_loop *loop, int64_t wait_ns);

void ls_signals_init(struct ls_loop *loop);
void ls_signals_release(struct ls_loop *loop);

void ls_mailbox_init(struct ls_loop *loop);
void ls_mailbox_release(struct ls_loop *loop);
bool ls_mailbox_could_run(struct ls_loop *loop);
void ls_mailbox_run(struct ls_loop *loop);

void ls_workers_init(struct ls_loop *loop);
void ls_workers_release(struct ls_loop *loop);
bool ls_workers_could_run(const struct ls_loop *loop);

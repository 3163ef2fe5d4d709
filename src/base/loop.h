#pragma once
/*
 * The event loop: one thread, callbacks that run to their end, never one inside another.
 *
 * On the real clock it waits in epoll for file descriptors, timers, signals, children and wake-ups.
 * On a virtual clock it has no descriptors: when nothing is ready, time jumps to the next timer, so
 * an hour of waiting costs nothing and every run is the same. Ties between timers run in the order
 * in which they were started.
 *
 * Handles (timer, fd, task, ...) are structs in the caller's memory, zeroed before first use; the
 * loop links them and never frees them. Stopping a handle twice, or one never started, does
 * nothing.
 *
 * Threads: ls_loop_post() from any thread, the rest from the loop's thread.
 */
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "base/clock.h"
#include "base/err.h"
#include "base/slice.h"

struct ls_loop;
typedef void (*ls_loop_fn)(void *self);

struct ls_loop *ls_loop_new(void);                                   /* real clock, epoll */
struct ls_loop *ls_loop_new_virtual(struct ls_virtual_clock *clock); /* borrows clock for life */
void ls_loop_free(struct ls_loop *loop); /* handles still linked are forgotten, workers joined */
const struct ls_clock *ls_loop_clock(const struct ls_loop *loop);
bool ls_loop_is_virtual(const struct ls_loop *loop);

/* Runs until ls_loop_stop() or until nothing is left that could ever run: no task, timer, posted
 * call or job, and no descriptor of which anything is wanted. Signals alone keep no loop running.
 */
void ls_loop_run(struct ls_loop *loop);
/* Runs what is due now, waiting at most wait_ms for it (virtual: jumps at most that far).
 * False: nothing ran and nothing is left that could. */
bool ls_loop_step(struct ls_loop *loop, int64_t wait_ms);
/* Ends the run after the callback that is running now; what was still due waits for the next run.
 * Without a run it ends the next one before it begins. */
void ls_loop_stop(struct ls_loop *loop);

/* A task runs once, soon, after the callback that is running now and before the loop waits for
 * anything. Starting it again while it waits changes nothing. */
struct ls_task {
    struct ls_task *next;
    struct ls_task *previous;
    ls_loop_fn fn;
    void *self;
    bool is_queued;
};
void ls_task_start(struct ls_loop *loop, struct ls_task *task, ls_loop_fn fn, void *self);
void ls_task_stop(struct ls_loop *loop, struct ls_task *task);

/* A timer runs once after delay_ms; starting a running timer moves it. */
struct ls_timer {
    int64_t due_ns;
    uint64_t order;
    size_t heap_at; /* 1-based place in the heap, 0: not running */
    ls_loop_fn fn;
    void *self;
};
void ls_timer_start(struct ls_loop *loop, struct ls_timer *timer, int64_t delay_ms, ls_loop_fn fn,
                    void *self);
void ls_timer_stop(struct ls_loop *loop, struct ls_timer *timer);
bool ls_timer_is_running(const struct ls_timer *timer);

/* A descriptor: fn gets those of LS_FD_READ and LS_FD_WRITE that it wants and that are possible
 * (errors and a hung-up peer show as all of them). Level-triggered; wanting nothing pauses it.
 * There is one watch per descriptor. The caller closes the descriptor, after ls_fd_stop(). */
enum { LS_FD_READ = 1, LS_FD_WRITE = 2 };
typedef void (*ls_fd_fn)(void *self, unsigned events);
struct ls_fd {
    int fd;
    unsigned events;
    ls_fd_fn fn;
    void *self;
    bool is_watched;
};
enum ls_code ls_fd_start(struct ls_loop *loop, struct ls_fd *watch, int fd, unsigned events,
                         ls_fd_fn fn, void *self, struct ls_err *err);
void ls_fd_want(struct ls_loop *loop, struct ls_fd *watch, unsigned events);
void ls_fd_stop(struct ls_loop *loop, struct ls_fd *watch);

/* A signal is blocked for the process and delivered to fn on the loop, until the loop is freed.
 * Call it before other threads start; workers of a loop block all signals. */
typedef void (*ls_signal_fn)(void *self, int signal_number);
enum ls_code ls_loop_on_signal(struct ls_loop *loop, int signal_number, ls_signal_fn fn, void *self,
                               struct ls_err *err);

/* Runs fn on the loop; from any thread. Posted calls run in order of arrival. */
void ls_loop_post(struct ls_loop *loop, ls_loop_fn fn, void *self);

/* What must block: `work` runs on a worker thread, then `done` on the loop. On a virtual clock both
 * run on the loop, one after the other, so that a run stays repeatable. A job cannot be cancelled;
 * ls_loop_free() waits for running ones and drops the rest. For a dropped job `dropped` runs
 * instead of `done`, inside ls_loop_free(), to free what the job owns; NULL: it owns nothing. */
void ls_loop_work(struct ls_loop *loop, ls_loop_fn work, ls_loop_fn done, ls_loop_fn dropped,
                  void *self);

/* Counters for budgets and tests. */
struct ls_loop_counts {
    uint64_t wakeups; /* times epoll returned */
    uint64_t calls;   /* callbacks run */
};
struct ls_loop_counts ls_loop_counts(const struct ls_loop *loop);

/* File descriptors: waits in epoll and runs the callbacks of those that are ready. */
#include "base/loop_impl.h"

#include <errno.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <unistd.h>

void ls_poll_init(struct ls_loop *loop)
{
    loop->poll.epoll_fd = -1;
    if (loop->virtual_clock)
        return;
    loop->poll.epoll_fd = epoll_create1(EPOLL_CLOEXEC);
    LS_ASSERT(loop->poll.epoll_fd >= 0);
}

void ls_poll_release(struct ls_loop *loop)
{
    ls_vec_release(&loop->poll.slots);
    if (loop->poll.epoll_fd >= 0)
        close(loop->poll.epoll_fd);
}

bool ls_poll_could_run(const struct ls_loop *loop)
{
    return loop->poll.wanting_count > 0;
}

static struct ls_poll_slot *slot_of(struct ls_poll *poll, int fd)
{
    while (poll->slots.count <= (size_t)fd)
        ls_vec_push(&poll->slots, (struct ls_poll_slot){0});
    return &poll->slots.at[fd];
}

static int poll_control(struct ls_poll *poll, int operation, int fd, unsigned events)
{
    struct epoll_event event = {0};
    if (events & LS_FD_READ)
        event.events |= EPOLLIN;
    if (events & LS_FD_WRITE)
        event.events |= EPOLLOUT;
    /* The kernel reports a hang-up even when nothing is wanted; edge-triggered it does so once, not
     * forever. */
    if (events == 0)
        event.events = EPOLLET;
    event.data.u64 = (uint64_t)slot_of(poll, fd)->generation << 32 | (uint32_t)fd;
    return epoll_ctl(poll->epoll_fd, operation, fd, &event) == 0 ? 0 : errno;
}

enum ls_code ls_fd_start(struct ls_loop *loop, struct ls_fd *watch, int fd, unsigned events,
                         ls_fd_fn fn, void *self, struct ls_err *err)
{
    LS_ASSERT(fn && fd >= 0 && !watch->is_watched);
    if (loop->virtual_clock)
        return ls_fail(err, LS_E_UNSUPPORTED, "descriptors cannot be watched on a virtual clock");
    struct ls_poll *poll = &loop->poll;
    struct ls_poll_slot *slot = slot_of(poll, fd);
    LS_ASSERT(!slot->watch);
    slot->generation++;
    int failed = poll_control(poll, EPOLL_CTL_ADD, fd, events);
    if (failed)
        return ls_fail_errno(err, failed, "descriptor %d cannot be watched", fd);
    slot->watch = watch;
    slot->is_own = false;
    *watch = (struct ls_fd){fd, events, fn, self, true};
    poll->wanting_count += events != 0;
    return LS_OK;
}

void ls_fd_want(struct ls_loop *loop, struct ls_fd *watch, unsigned events)
{
    LS_ASSERT(watch->is_watched);
    if (watch->events == events)
        return;
    struct ls_poll *poll = &loop->poll;
    int failed = poll_control(poll, EPOLL_CTL_MOD, watch->fd, events);
    LS_ASSERT(!failed); /* a descriptor closed before ls_fd_stop() */
    poll->wanting_count -= watch->events != 0;
    poll->wanting_count += events != 0;
    watch->events = events;
}

void ls_fd_stop(struct ls_loop *loop, struct ls_fd *watch)
{
    if (!watch->is_watched)
        return;
    struct ls_poll *poll = &loop->poll;
    struct ls_poll_slot *slot = slot_of(poll, watch->fd);
    LS_ASSERT(slot->watch == watch);
    slot->watch = NULL;
    slot->generation++;
    poll->wanting_count -= watch->events != 0 && !slot->is_own;
    watch->is_watched = false;
    int failed = poll_control(poll, EPOLL_CTL_DEL, watch->fd, 0);
    LS_ASSERT(!failed); /* a descriptor closed before ls_fd_stop() */
}

/* Own watches do not keep the loop running, and their calls are not counted. */
void ls_poll_watch_own(struct ls_loop *loop, struct ls_fd *watch, int fd, ls_fd_fn fn)
{
    enum ls_code failed = ls_fd_start(loop, watch, fd, LS_FD_READ, fn, loop, NULL);
    LS_ASSERT(!failed);
    loop->poll.wanting_count--;
    slot_of(&loop->poll, fd)->is_own = true;
}

static int wait_in_ms(struct ls_poll *poll, struct epoll_event *events, int64_t wait_ns)
{
    if (wait_ns == ls_wait_forever)
        return epoll_wait(poll->epoll_fd, events, LS_POLL_EVENTS_MAX, -1);
    /* Up, never down: waking before the timer is due would spin. */
    int64_t wait_ms = wait_ns / LS_NS_PER_MS + (wait_ns % LS_NS_PER_MS != 0);
    return epoll_wait(poll->epoll_fd, events, LS_POLL_EVENTS_MAX,
                      (int)LS_MIN(wait_ms, (int64_t)INT32_MAX));
}

/* To the nanosecond where the kernel can (5.11 and later; EPERM comes from system call filters that
 * do not know the call), else to the millisecond. */
static int poll_wait(struct ls_poll *poll, struct epoll_event *events, int64_t wait_ns)
{
    if (poll->lacks_pwait2 || wait_ns == ls_wait_forever)
        return wait_in_ms(poll, events, wait_ns);
    const int64_t ns_per_s = 1000 * (int64_t)LS_NS_PER_MS;
    struct timespec wait = {wait_ns / ns_per_s, wait_ns % ns_per_s};
    int ready = epoll_pwait2(poll->epoll_fd, events, LS_POLL_EVENTS_MAX, &wait, NULL);
    if (ready >= 0 || (errno != ENOSYS && errno != EPERM))
        return ready;
    poll->lacks_pwait2 = true;
    return wait_in_ms(poll, events, wait_ns);
}

static unsigned events_of(const struct epoll_event *event, unsigned wanted)
{
    unsigned events = 0;
    if (event->events & EPOLLIN)
        events |= LS_FD_READ;
    if (event->events & EPOLLOUT)
        events |= LS_FD_WRITE;
    if (event->events & (EPOLLERR | EPOLLHUP))
        events |= LS_FD_READ | LS_FD_WRITE;
    return events & wanted;
}

/* An earlier callback of the same batch may have stopped, paused or replaced the watch. */
static void event_deliver(struct ls_loop *loop, const struct epoll_event *event)
{
    size_t fd = (uint32_t)event->data.u64;
    struct ls_poll_slot *slot = &loop->poll.slots.at[fd];
    if (!slot->watch || slot->generation != (uint32_t)(event->data.u64 >> 32))
        return;
    unsigned events = events_of(event, slot->watch->events);
    if (events == 0)
        return;
    if (!slot->is_own)
        loop->counts.calls++;
    slot->watch->fn(slot->watch->self, events);
}

void ls_poll_run(struct ls_loop *loop, int64_t wait_ns)
{
    struct epoll_event events[LS_POLL_EVENTS_MAX];
    int ready = poll_wait(&loop->poll, events, wait_ns);
    LS_ASSERT(ready >= 0 || errno == EINTR);
    loop->counts.wakeups++;
    ls_timers_run(loop);
    for (int i = 0; i < ready && !loop->is_stopped; i++)
        event_deliver(loop, &events[i]);
}

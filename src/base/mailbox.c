/* Calls posted from any thread. They arrive under a lock and wake the loop through an eventfd; the
 * loop takes all of them at once and runs them without the lock. */
#include "base/loop_impl.h"

#include <errno.h>
#include <sys/eventfd.h>
#include <unistd.h>

static void mailbox_woken(void *self, unsigned events)
{
    (void)events;
    struct ls_loop *loop = self;
    /* Only clears the wake-up: what arrived runs at the start of the next turn. */
    uint64_t count = 0;
    ssize_t got = read(loop->mailbox.wake_fd, &count, sizeof count);
    LS_ASSERT(got == (ssize_t)sizeof count || errno == EAGAIN || errno == EINTR);
}

void ls_mailbox_init(struct ls_loop *loop)
{
    struct ls_mailbox *mailbox = &loop->mailbox;
    pthread_mutex_init(&mailbox->lock, NULL);
    mailbox->wake_fd = -1;
    if (loop->virtual_clock)
        return;
    mailbox->wake_fd = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC);
    LS_ASSERT(mailbox->wake_fd >= 0);
    ls_poll_watch_own(loop, &mailbox->wake_watch, mailbox->wake_fd, mailbox_woken);
}

void ls_mailbox_release(struct ls_loop *loop)
{
    struct ls_mailbox *mailbox = &loop->mailbox;
    if (mailbox->wake_fd >= 0) {
        ls_fd_stop(loop, &mailbox->wake_watch);
        close(mailbox->wake_fd);
    }
    ls_vec_release(&mailbox->arrived);
    ls_vec_release(&mailbox->taken);
    pthread_mutex_destroy(&mailbox->lock);
}

bool ls_mailbox_could_run(struct ls_loop *loop)
{
    struct ls_mailbox *mailbox = &loop->mailbox;
    if (mailbox->taken_at < mailbox->taken.count)
        return true;
    pthread_mutex_lock(&mailbox->lock);
    bool has_arrived = mailbox->arrived.count > 0;
    pthread_mutex_unlock(&mailbox->lock);
    return has_arrived;
}

/* Swaps the two vectors, so that both keep their memory. */
static void mailbox_take(struct ls_mailbox *mailbox)
{
    ls_vec_clear(&mailbox->taken);
    mailbox->taken_at = 0;
    pthread_mutex_lock(&mailbox->lock);
    struct ls_posted *at = mailbox->taken.at;
    size_t cap = mailbox->taken.cap;
    mailbox->taken.at = mailbox->arrived.at;
    mailbox->taken.count = mailbox->arrived.count;
    mailbox->taken.cap = mailbox->arrived.cap;
    mailbox->arrived.at = at;
    mailbox->arrived.count = 0;
    mailbox->arrived.cap = cap;
    pthread_mutex_unlock(&mailbox->lock);
}

void ls_mailbox_run(struct ls_loop *loop)
{
    struct ls_mailbox *mailbox = &loop->mailbox;
    if (mailbox->taken_at == mailbox->taken.count)
        mailbox_take(mailbox);
    while (mailbox->taken_at < mailbox->taken.count && !loop->is_stopped) {
        struct ls_posted call = mailbox->taken.at[mailbox->taken_at++];
        loop->counts.calls++;
        call.fn(call.self);
    }
}

void ls_loop_post(struct ls_loop *loop, ls_loop_fn fn, void *self)
{
    LS_ASSERT(fn);
    struct ls_mailbox *mailbox = &loop->mailbox;
    pthread_mutex_lock(&mailbox->lock);
    bool was_empty = mailbox->arrived.count == 0;
    ls_vec_push(&mailbox->arrived, (struct ls_posted){fn, self});
    pthread_mutex_unlock(&mailbox->lock);
    if (!was_empty || mailbox->wake_fd < 0)
        return;
    uint64_t one = 1;
    ssize_t written = write(mailbox->wake_fd, &one, sizeof one);
    /* EAGAIN: the counter is full, so the loop is being woken anyway. */
    LS_ASSERT(written == (ssize_t)sizeof one || errno == EAGAIN);
}

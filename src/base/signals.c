/* Signals, delivered to the loop through a signalfd. */
#include "base/loop_impl.h"

#include <errno.h>
#include <sys/signalfd.h>
#include <unistd.h>

void ls_signals_init(struct ls_loop *loop)
{
    loop->signals.fd = -1;
    sigemptyset(&loop->signals.delivered);
    sigemptyset(&loop->signals.blocked);
}

static bool signals_read(struct ls_signals *signals, struct signalfd_siginfo *out)
{
    return read(signals->fd, out, sizeof *out) == (ssize_t)sizeof *out;
}

void ls_signals_release(struct ls_loop *loop)
{
    struct ls_signals *signals = &loop->signals;
    if (signals->fd < 0)
        return;
    /* A signal that came too late for the loop must not end the process once it is unblocked. */
    struct signalfd_siginfo late;
    while (signals_read(signals, &late))
        continue;
    ls_fd_stop(loop, &signals->watch);
    close(signals->fd);
    pthread_sigmask(SIG_UNBLOCK, &signals->blocked, NULL);
}

static void signals_ready(void *self, unsigned events)
{
    (void)events;
    struct ls_loop *loop = self;
    struct signalfd_siginfo info;
    while (!loop->is_stopped && signals_read(&loop->signals, &info)) {
        loop->counts.calls++;
        loop->signals.handlers[info.ssi_signo].fn(loop->signals.handlers[info.ssi_signo].self,
                                                  (int)info.ssi_signo);
    }
}

static void signal_block(struct ls_signals *signals, int signal_number)
{
    sigset_t one;
    sigset_t before;
    sigemptyset(&one);
    sigaddset(&one, signal_number);
    pthread_sigmask(SIG_BLOCK, &one, &before);
    if (!sigismember(&before, signal_number))
        sigaddset(&signals->blocked, signal_number);
}

enum ls_code ls_loop_on_signal(struct ls_loop *loop, int signal_number, ls_signal_fn fn, void *self,
                               struct ls_err *err)
{
    LS_ASSERT(fn && signal_number > 0 && signal_number < NSIG);
    if (loop->virtual_clock)
        return ls_fail(err, LS_E_UNSUPPORTED, "signals do not arrive on a virtual clock");
    struct ls_signals *signals = &loop->signals;
    sigset_t wanted = signals->delivered;
    sigaddset(&wanted, signal_number);
    int fd = signalfd(signals->fd, &wanted, SFD_NONBLOCK | SFD_CLOEXEC);
    if (fd < 0)
        return ls_fail_errno(err, errno, "signal %d cannot be watched", signal_number);
    if (signals->fd < 0)
        ls_poll_watch_own(loop, &signals->watch, fd, signals_ready);
    signals->fd = fd;
    signals->delivered = wanted;
    signals->handlers[signal_number].fn = fn;
    signals->handlers[signal_number].self = self;
    signal_block(signals, signal_number);
    return LS_OK;
}

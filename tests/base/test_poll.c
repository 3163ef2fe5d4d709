/* Descriptors, on the real clock: pipes and socket pairs, nothing that waits for time. */
#include "base/loop.h"

#include <fcntl.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <unistd.h>

#include "check.h"
#include "support_abort.h"
#include "base/loop_impl.h"
#include "base/mem.h"

struct end {
    struct ls_loop *loop;
    struct ls_fd watch;
    int fd;
    unsigned seen; /* all events delivered */
    int calls;
    struct end **other; /* what the callback takes away */
};

static void loop_release(struct ls_loop **loop)
{
    ls_loop_free(*loop);
}

static void pair_of(int fds[2])
{
    CHECK_INT(socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, fds), 0);
}

static void watch_end(struct end *end, unsigned events, ls_fd_fn fn)
{
    struct ls_err err = {0};
    CHECK_OK(ls_fd_start(end->loop, &end->watch, end->fd, events, fn, end, &err), err);
}

static void note_and_stop(void *self, unsigned events)
{
    struct end *end = self;
    end->seen |= events;
    end->calls++;
    ls_fd_stop(end->loop, &end->watch);
}

TEST(each_end_gets_what_is_possible)
{
    static const struct {
        unsigned wanted;
        bool has_data;
        bool peer_is_gone;
        unsigned delivered;
    } rows[] = {
        {LS_FD_READ, true, false, LS_FD_READ},
        {LS_FD_WRITE, true, false, LS_FD_WRITE},
        {LS_FD_READ | LS_FD_WRITE, true, false, LS_FD_READ | LS_FD_WRITE},
        {LS_FD_READ | LS_FD_WRITE, false, false, LS_FD_WRITE},
        {LS_FD_READ, false, true, LS_FD_READ},
        {LS_FD_WRITE, false, true, LS_FD_WRITE},
        {LS_FD_READ | LS_FD_WRITE, false, true, LS_FD_READ | LS_FD_WRITE},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_loop *loop LS_AUTO(loop_release) = ls_loop_new();
        int fds[2];
        pair_of(fds);
        if (rows[i].has_data)
            CHECK_INT(write(fds[1], "x", 1), 1);
        if (rows[i].peer_is_gone)
            close(fds[1]);
        struct end end = {.loop = loop, .fd = fds[0]};
        watch_end(&end, rows[i].wanted, note_and_stop);
        ls_loop_run(loop);
        CHECK_INT(end.seen, rows[i].delivered);
        CHECK_INT(end.calls, 1);
        CHECK_INT(ls_loop_counts(loop).calls, 1);
        close(fds[0]);
        if (!rows[i].peer_is_gone)
            close(fds[1]);
    }
}

static void count_to_three(void *self, unsigned events)
{
    struct end *end = self;
    end->seen |= events;
    if (++end->calls == 3)
        ls_fd_stop(end->loop, &end->watch);
}

TEST(what_is_not_taken_is_reported_again)
{
    struct ls_loop *loop LS_AUTO(loop_release) = ls_loop_new();
    int fds[2];
    pair_of(fds);
    CHECK_INT(write(fds[1], "x", 1), 1);
    struct end end = {.loop = loop, .fd = fds[0]};
    watch_end(&end, LS_FD_READ, count_to_three);
    ls_loop_run(loop);
    CHECK_INT(end.calls, 3);
    close(fds[0]);
    close(fds[1]);
}

static void switch_to_write(void *self, unsigned events)
{
    struct end *end = self;
    end->calls++;
    if (events & LS_FD_READ)
        ls_fd_want(end->loop, &end->watch, LS_FD_WRITE);
    else
        ls_fd_stop(end->loop, &end->watch);
    end->seen |= events;
}

TEST(what_is_wanted_may_change)
{
    struct ls_loop *loop LS_AUTO(loop_release) = ls_loop_new();
    int fds[2];
    pair_of(fds);
    CHECK_INT(write(fds[1], "x", 1), 1);
    struct end end = {.loop = loop, .fd = fds[0]};
    watch_end(&end, LS_FD_READ, switch_to_write);
    ls_loop_run(loop);
    CHECK_INT(end.calls, 2);
    CHECK_INT(end.seen, LS_FD_READ | LS_FD_WRITE);
    close(fds[0]);
    close(fds[1]);
}

static void resume(void *self)
{
    struct end *end = self;
    CHECK_INT(end->calls, 0);
    ls_fd_want(end->loop, &end->watch, LS_FD_READ);
}

/* The kernel reports a hang-up to those who want nothing; the loop must neither pass it on nor
 * spin. */
TEST(a_paused_watch_is_quiet_even_when_the_peer_hangs_up)
{
    struct ls_loop *loop LS_AUTO(loop_release) = ls_loop_new();
    int fds[2];
    pair_of(fds);
    close(fds[1]);
    struct end end = {.loop = loop, .fd = fds[0]};
    watch_end(&end, 0, note_and_stop);
    struct ls_timer timer = {0};
    ls_timer_start(loop, &timer, 30, resume, &end);
    ls_loop_run(loop);
    CHECK_INT(end.calls, 1);
    CHECK_INT(end.seen, LS_FD_READ);
    CHECK(ls_loop_counts(loop).wakeups < 10);
    close(fds[0]);
}

TEST(a_paused_watch_keeps_no_loop_running)
{
    struct ls_loop *loop LS_AUTO(loop_release) = ls_loop_new();
    int fds[2];
    pair_of(fds);
    struct end end = {.loop = loop, .fd = fds[0]};
    watch_end(&end, LS_FD_READ, note_and_stop);
    ls_fd_want(loop, &end.watch, 0);
    ls_loop_run(loop);
    CHECK_INT(end.calls, 0);
    ls_fd_stop(loop, &end.watch);
    ls_fd_stop(loop, &end.watch);
    close(fds[0]);
    close(fds[1]);
}

static void take_other_away(void *self, unsigned events)
{
    struct end *end = self;
    end->calls++;
    ls_fd_stop(end->loop, &end->watch);
    struct end *other = *end->other;
    if (!other)
        return;
    ls_fd_stop(other->loop, &other->watch);
    close(other->fd);
    ls_free(other);
    *end->other = NULL;
    (void)events;
}

/* Both are ready in one batch; whoever is called first frees the other. */
TEST(a_callback_may_free_a_watch_of_the_same_batch)
{
    struct ls_loop *loop LS_AUTO(loop_release) = ls_loop_new();
    int fds[2][2];
    struct end *ends[2];
    for (int i = 0; i < 2; i++) {
        pair_of(fds[i]);
        CHECK_INT(write(fds[i][1], "x", 1), 1);
        ends[i] = LS_NEW(struct end);
        *ends[i] = (struct end){.loop = loop, .fd = fds[i][0], .other = &ends[1 - i]};
        watch_end(ends[i], LS_FD_READ, take_other_away);
    }
    ls_loop_run(loop);
    CHECK((ends[0] == NULL) != (ends[1] == NULL));
    CHECK_INT(ls_loop_counts(loop).calls, 1);
    struct end *left = ends[0] ? ends[0] : ends[1];
    CHECK_INT(left->calls, 1);
    close(left->fd);
    ls_free(left);
    close(fds[0][1]);
    close(fds[1][1]);
}

/* One end of a batch of two; whoever is called first closes the other's descriptor, opens a quiet
 * pair in its place and watches that under the same number. */
struct swap {
    struct end ends[2];
    int quiet_peer;
    int calls;
};

static struct swap *swap_now;

static void replace_other(void *self, unsigned events)
{
    (void)events;
    struct end *end = self;
    struct swap *swap = swap_now;
    swap->calls++;
    CHECK_INT(swap->calls, 1);
    struct end *other = end == &swap->ends[0] ? &swap->ends[1] : &swap->ends[0];
    ls_fd_stop(end->loop, &end->watch);
    ls_fd_stop(other->loop, &other->watch);
    int quiet[2];
    pair_of(quiet);
    CHECK_INT(dup3(quiet[0], other->fd, O_CLOEXEC), other->fd);
    close(quiet[0]);
    swap->quiet_peer = quiet[1];
    watch_end(other, LS_FD_READ, replace_other);
}

TEST(an_event_for_a_number_in_use_again_is_dropped)
{
    struct ls_loop *loop LS_AUTO(loop_release) = ls_loop_new();
    struct swap swap = {0};
    int peers[2];
    swap_now = &swap;
    for (int i = 0; i < 2; i++) {
        int fds[2];
        pair_of(fds);
        CHECK_INT(write(fds[1], "x", 1), 1);
        peers[i] = fds[1];
        swap.ends[i] = (struct end){.loop = loop, .fd = fds[0]};
        watch_end(&swap.ends[i], LS_FD_READ, replace_other);
    }
    CHECK(ls_loop_step(loop, 1000));
    CHECK(ls_loop_step(loop, 0));
    CHECK_INT(swap.calls, 1);
    for (int i = 0; i < 2; i++) {
        ls_fd_stop(loop, &swap.ends[i].watch);
        close(swap.ends[i].fd);
        close(peers[i]);
    }
    close(swap.quiet_peer);
}

static void note_and_stop_loop(void *self, unsigned events)
{
    note_and_stop(self, events);
    ls_loop_stop(((struct end *)self)->loop);
}

TEST(stop_leaves_the_rest_of_the_batch_for_the_next_run)
{
    struct ls_loop *loop LS_AUTO(loop_release) = ls_loop_new();
    int fds[2][2];
    struct end ends[2];
    for (int i = 0; i < 2; i++) {
        pair_of(fds[i]);
        CHECK_INT(write(fds[i][1], "x", 1), 1);
        ends[i] = (struct end){.loop = loop, .fd = fds[i][0]};
        watch_end(&ends[i], LS_FD_READ, note_and_stop_loop);
    }
    ls_loop_run(loop);
    CHECK_INT(ends[0].calls + ends[1].calls, 1);
    ls_loop_run(loop);
    CHECK_INT(ends[0].calls, 1);
    CHECK_INT(ends[1].calls, 1);
    for (int i = 0; i < 2; i++) {
        close(fds[i][0]);
        close(fds[i][1]);
    }
}

TEST(more_are_ready_than_one_batch_holds)
{
    enum { PAIRS = 200 };
    struct ls_loop *loop LS_AUTO(loop_release) = ls_loop_new();
    static struct end ends[PAIRS];
    int peers[PAIRS];
    for (int i = 0; i < PAIRS; i++) {
        int fds[2];
        pair_of(fds);
        CHECK_INT(write(fds[1], "x", 1), 1);
        peers[i] = fds[1];
        ends[i] = (struct end){.loop = loop, .fd = fds[0]};
        watch_end(&ends[i], LS_FD_READ, note_and_stop);
    }
    ls_loop_run(loop);
    for (int i = 0; i < PAIRS; i++) {
        CHECK_INT(ends[i].calls, 1);
        close(ends[i].fd);
        close(peers[i]);
    }
}

TEST(what_cannot_be_watched_says_so)
{
    struct ls_loop *loop LS_AUTO(loop_release) = ls_loop_new();
    struct ls_err err = {0};
    struct ls_fd watch = {0};
    int file = open("/proc/self/exe", O_RDONLY | O_CLOEXEC);
    CHECK_CODE(ls_fd_start(loop, &watch, file, LS_FD_READ, (ls_fd_fn)abort, NULL, &err), LS_E_IO,
               err);
    CHECK_HAS(err.text, "cannot be watched: Operation not permitted");
    CHECK(!watch.is_watched);
    close(file);
    ls_loop_run(loop);
}

static void note_fired(void *self)
{
    *(int *)self += 1;
}

TEST(real_timers_fire_in_order_and_never_early)
{
    struct ls_loop *loop LS_AUTO(loop_release) = ls_loop_new();
    struct ls_timer timers[3] = {0};
    int fired = 0;
    int64_t start_ns = ls_clock_mono_ns(ls_loop_clock(loop));
    for (int i = 0; i < 3; i++)
        ls_timer_start(loop, &timers[i], i, note_fired, &fired);
    ls_loop_run(loop);
    CHECK_INT(fired, 3);
    CHECK(ls_clock_mono_ns(ls_loop_clock(loop)) - start_ns >= 2000000);
    CHECK(!ls_loop_is_virtual(loop));
}

TEST(a_kernel_without_short_waits_is_enough)
{
    struct ls_loop *loop LS_AUTO(loop_release) = ls_loop_new();
    loop->poll.lacks_pwait2 = true;
    struct ls_timer timers[3] = {0};
    int fired = 0;
    int64_t start_ns = ls_clock_mono_ns(ls_loop_clock(loop));
    for (int i = 0; i < 3; i++)
        ls_timer_start(loop, &timers[i], i, note_fired, &fired);
    ls_loop_run(loop);
    CHECK_INT(fired, 3);
    CHECK(ls_clock_mono_ns(ls_loop_clock(loop)) - start_ns >= 2000000);
    CHECK(ls_loop_counts(loop).wakeups <= 6);
}

TEST(a_step_waits_no_longer_than_asked)
{
    struct ls_loop *loop LS_AUTO(loop_release) = ls_loop_new();
    struct ls_timer timer = {0};
    int fired = 0;
    ls_timer_start(loop, &timer, 3600 * 1000, note_fired, &fired);
    CHECK(ls_loop_step(loop, 0));
    CHECK(ls_loop_step(loop, 1));
    CHECK_INT(fired, 0);
}

static void close_before_stop(void)
{
    struct ls_loop *loop = ls_loop_new();
    int fds[2];
    pair_of(fds);
    struct end end = {.loop = loop, .fd = fds[0]};
    watch_end(&end, LS_FD_READ, note_and_stop);
    close(fds[0]);
    ls_fd_stop(loop, &end.watch);
}

TEST(closing_before_stopping_is_a_mistake)
{
    char text[4096];
    abort_text(close_before_stop, text, sizeof text);
    CHECK_HAS(text, "assertion failed");
}

#include "base/loop.h"

#include <pthread.h>
#include <signal.h>
#include <unistd.h>

#include "check.h"
#include "base/buf.h"

static void loop_release(struct ls_loop **loop)
{
    ls_loop_free(*loop);
}

static void note(void *self, int signal_number)
{
    ls_buf_printf(self, "%d ", signal_number);
}

static bool is_blocked(int signal_number)
{
    sigset_t now;
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    return sigismember(&now, signal_number);
}

TEST(a_signal_arrives_on_the_loop)
{
    struct ls_loop *loop LS_AUTO(loop_release) = ls_loop_new();
    struct ls_buf seen LS_AUTO(ls_buf_release) = {0};
    struct ls_buf other LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    CHECK_OK(ls_loop_on_signal(loop, SIGUSR1, note, &seen, &err), err);
    CHECK_OK(ls_loop_on_signal(loop, SIGUSR2, note, &other, &err), err);
    kill(getpid(), SIGUSR1);
    kill(getpid(), SIGUSR2);
    CHECK_STR(ls_buf_text(&seen), "");
    CHECK(ls_loop_step(loop, 0));
    CHECK_STR(ls_buf_text(&seen), "10 ");
    CHECK_STR(ls_buf_text(&other), "12 ");
    CHECK_INT(ls_loop_counts(loop).calls, 2);
}

TEST(signals_alone_keep_no_loop_running)
{
    struct ls_loop *loop LS_AUTO(loop_release) = ls_loop_new();
    struct ls_buf seen LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    CHECK_OK(ls_loop_on_signal(loop, SIGUSR1, note, &seen, &err), err);
    ls_loop_run(loop);
    CHECK(!ls_loop_step(loop, 60 * 1000));
}

TEST(the_newest_handler_counts)
{
    struct ls_loop *loop LS_AUTO(loop_release) = ls_loop_new();
    struct ls_buf first LS_AUTO(ls_buf_release) = {0};
    struct ls_buf second LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    CHECK_OK(ls_loop_on_signal(loop, SIGUSR1, note, &first, &err), err);
    CHECK_OK(ls_loop_on_signal(loop, SIGUSR1, note, &second, &err), err);
    kill(getpid(), SIGUSR1);
    ls_loop_run(loop);
    CHECK_STR(ls_buf_text(&first), "");
    CHECK_STR(ls_buf_text(&second), "10 ");
}

/* SIGUSR1 would end this process if the late one were let in. */
TEST(freeing_the_loop_gives_the_signal_back)
{
    struct ls_buf seen LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    CHECK(!is_blocked(SIGUSR1));
    struct ls_loop *loop = ls_loop_new();
    CHECK_OK(ls_loop_on_signal(loop, SIGUSR1, note, &seen, &err), err);
    CHECK(is_blocked(SIGUSR1));
    kill(getpid(), SIGUSR1);
    ls_loop_free(loop);
    CHECK(!is_blocked(SIGUSR1));
    CHECK_STR(ls_buf_text(&seen), "");
}

TEST(a_signal_that_was_blocked_before_stays_blocked)
{
    struct ls_buf seen LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    sigset_t one;
    sigemptyset(&one);
    sigaddset(&one, SIGUSR1);
    pthread_sigmask(SIG_BLOCK, &one, NULL);
    struct ls_loop *loop = ls_loop_new();
    CHECK_OK(ls_loop_on_signal(loop, SIGUSR1, note, &seen, &err), err);
    ls_loop_free(loop);
    CHECK(is_blocked(SIGUSR1));
    pthread_sigmask(SIG_UNBLOCK, &one, NULL);
}

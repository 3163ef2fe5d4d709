/* What crosses threads: posted calls and workers. The thread sanitizer is the strictest reader. */
#include "base/loop.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>

#include "check.h"
#include "base/limits.h"
#include "base/macros.h"

static void loop_release(struct ls_loop **loop)
{
    ls_loop_free(*loop);
}

enum { POSTERS = 4, POSTS = 1000 };

struct poster {
    struct ls_loop *loop;
    pthread_t thread;
    struct ls_timer *keeper;
    int *arrived_total;
    int arrived;
    struct letter {
        struct poster *poster;
        int number;
    } letters[POSTS];
};

static void letter_arrived(void *self)
{
    struct letter *letter = self;
    struct poster *poster = letter->poster;
    CHECK_INT(letter->number, poster->arrived);
    poster->arrived++;
    if (++*poster->arrived_total == POSTERS * POSTS)
        ls_timer_stop(poster->loop, poster->keeper);
}

static void *poster_main(void *self)
{
    struct poster *poster = self;
    for (int i = 0; i < POSTS; i++) {
        poster->letters[i] = (struct letter){poster, i};
        ls_loop_post(poster->loop, letter_arrived, &poster->letters[i]);
    }
    return NULL;
}

static void never(void *self)
{
    (void)self;
    fail_msg("%s", "this must not run");
}

TEST(posts_from_many_threads_arrive_each_in_order)
{
    struct ls_loop *loop LS_AUTO(loop_release) = ls_loop_new();
    static struct poster posters[POSTERS];
    struct ls_timer keeper = {0}; /* gives the loop a reason to stay */
    int arrived_total = 0;
    ls_timer_start(loop, &keeper, 3600 * 1000, never, NULL);
    for (int i = 0; i < POSTERS; i++) {
        posters[i] =
            (struct poster){.loop = loop, .keeper = &keeper, .arrived_total = &arrived_total};
        CHECK_INT(pthread_create(&posters[i].thread, NULL, poster_main, &posters[i]), 0);
    }
    ls_loop_run(loop);
    for (int i = 0; i < POSTERS; i++) {
        pthread_join(posters[i].thread, NULL);
        CHECK_INT(posters[i].arrived, POSTS);
    }
}

struct job {
    int input;
    int result;
    pthread_t worked_on;
    bool signals_are_blocked;
    int *done_count;
    pthread_t loop_thread;
};

static void job_work(void *self)
{
    struct job *job = self;
    sigset_t now;
    pthread_sigmask(SIG_BLOCK, NULL, &now);
    job->signals_are_blocked = sigismember(&now, SIGTERM) && sigismember(&now, SIGINT);
    job->worked_on = pthread_self();
    job->result = job->input * job->input;
}

static void job_done(void *self)
{
    struct job *job = self;
    CHECK(pthread_equal(pthread_self(), job->loop_thread));
    CHECK(!pthread_equal(job->worked_on, job->loop_thread));
    ++*job->done_count;
}

TEST(many_jobs_few_threads_every_result)
{
    enum { JOBS = 500 };
    struct ls_loop *loop LS_AUTO(loop_release) = ls_loop_new();
    static struct job jobs[JOBS];
    int done_count = 0;
    for (int i = 0; i < JOBS; i++) {
        jobs[i] =
            (struct job){.input = i, .done_count = &done_count, .loop_thread = pthread_self()};
        ls_loop_work(loop, job_work, job_done, NULL, &jobs[i]);
    }
    CHECK_INT(done_count, 0);
    ls_loop_run(loop);
    CHECK_INT(done_count, JOBS);
    pthread_t threads[LS_WORKER_THREADS_MAX];
    int thread_count = 0;
    for (int i = 0; i < JOBS; i++) {
        CHECK_INT(jobs[i].result, i * i);
        CHECK(jobs[i].signals_are_blocked);
        int at = 0;
        while (at < thread_count && !pthread_equal(threads[at], jobs[i].worked_on))
            at++;
        CHECK(at < LS_WORKER_THREADS_MAX);
        if (at == thread_count)
            threads[thread_count++] = jobs[i].worked_on;
    }
}

static void in_line_done(void *self)
{
    struct job *job = self;
    CHECK(pthread_equal(job->worked_on, job->loop_thread));
    ++*job->done_count;
}

/* No thread can have a stack larger than the address space. */
TEST(without_a_single_thread_work_still_gets_done)
{
    pthread_attr_t usual;
    pthread_attr_t giant;
    CHECK_INT(pthread_getattr_default_np(&usual), 0);
    CHECK_INT(pthread_attr_init(&giant), 0);
    CHECK_INT(pthread_attr_setstacksize(&giant, (size_t)1 << 50), 0);
    CHECK_INT(pthread_setattr_default_np(&giant), 0);
    struct ls_loop *loop LS_AUTO(loop_release) = ls_loop_new();
    struct job jobs[3];
    int done_count = 0;
    for (int i = 0; i < 3; i++) {
        jobs[i] =
            (struct job){.input = i, .done_count = &done_count, .loop_thread = pthread_self()};
        ls_loop_work(loop, job_work, in_line_done, NULL, &jobs[i]);
    }
    CHECK_INT(pthread_setattr_default_np(&usual), 0);
    ls_loop_run(loop);
    CHECK_INT(done_count, 3);
    for (int i = 0; i < 3; i++)
        CHECK_INT(jobs[i].result, i * i);
    pthread_attr_destroy(&usual);
    pthread_attr_destroy(&giant);
}

struct meeting {
    pthread_barrier_t barrier;
    int left_count;
};

static void meet(void *self)
{
    struct meeting *meeting = self;
    pthread_barrier_wait(&meeting->barrier);
}

static void left(void *self)
{
    struct meeting *meeting = self;
    meeting->left_count++;
}

/* Each job waits for all the others: it ends only if they really run side by side. */
TEST(as_many_jobs_as_threads_run_at_once)
{
    struct ls_loop *loop LS_AUTO(loop_release) = ls_loop_new();
    struct meeting meeting = {0};
    pthread_barrier_init(&meeting.barrier, NULL, LS_WORKER_THREADS_MAX);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < LS_WORKER_THREADS_MAX; i++)
            ls_loop_work(loop, meet, left, NULL, &meeting);
        ls_loop_run(loop);
        CHECK_INT(meeting.left_count, (round + 1) * LS_WORKER_THREADS_MAX);
    }
    pthread_barrier_destroy(&meeting.barrier);
}

struct relay {
    struct ls_loop *loop;
    int rounds_left;
    int done_count;
};

static void relay_work(void *self)
{
    struct relay *relay = self;
    relay->rounds_left--;
}

static void relay_done(void *self)
{
    struct relay *relay = self;
    relay->done_count++;
    if (relay->rounds_left > 0)
        ls_loop_work(relay->loop, relay_work, relay_done, NULL, relay);
}

TEST(done_may_start_the_next_job)
{
    struct ls_loop *loop LS_AUTO(loop_release) = ls_loop_new();
    struct relay relay = {loop, 50, 0};
    ls_loop_work(loop, relay_work, relay_done, NULL, &relay);
    ls_loop_run(loop);
    CHECK_INT(relay.done_count, 50);
    CHECK_INT(relay.rounds_left, 0);
}

static void count_work(void *self)
{
    atomic_fetch_add((atomic_int *)self, 1);
}

TEST(freeing_the_loop_waits_for_running_jobs_and_drops_the_rest)
{
    for (int round = 0; round < 20; round++) {
        struct ls_loop *loop = ls_loop_new();
        atomic_int worked = 0;
        for (int i = 0; i < 50; i++)
            ls_loop_work(loop, count_work, never, NULL, &worked);
        ls_loop_free(loop);
        int at_free = atomic_load(&worked);
        CHECK(at_free <= 50);
        CHECK_INT(atomic_load(&worked), at_free);
    }
}

static void count_dropped(void *self)
{
    ++*(int *)self;
}

static void work_nothing(void *self)
{
    (void)self;
}

TEST(a_job_that_owns_memory_is_notified_when_dropped)
{
    struct ls_loop *loop = ls_loop_new();
    int dropped = 0;
    for (int i = 0; i < 50; i++)
        ls_loop_work(loop, work_nothing, never, count_dropped, &dropped);
    ls_loop_free(loop);
    CHECK_INT(dropped, 50);
}

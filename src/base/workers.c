/* Worker threads: they run jobs that block and report to the loop. */
#include "base/loop_impl.h"
#include "base/mem.h"

struct ls_job {
    struct ls_job *next;
    ls_loop_fn work;
    ls_loop_fn done;
    ls_loop_fn dropped; /* may be NULL */
    void *self;
};

static void list_add(struct ls_job_list *list, struct ls_job *job)
{
    job->next = NULL;
    if (list->last)
        list->last->next = job;
    else
        list->first = job;
    list->last = job;
    list->count++;
}

static struct ls_job *list_take(struct ls_job_list *list)
{
    struct ls_job *job = list->first;
    if (!job)
        return NULL;
    list->first = job->next;
    if (!list->first)
        list->last = NULL;
    list->count--;
    return job;
}

static void list_drop(struct ls_job_list *list)
{
    for (struct ls_job *job = list_take(list); job; job = list_take(list)) {
        if (job->dropped)
            job->dropped(job->self);
        ls_free(job);
    }
}

/* On the loop: one call for each job that was finished. */
static void workers_report(void *self)
{
    struct ls_loop *loop = self;
    struct ls_workers *workers = &loop->workers;
    pthread_mutex_lock(&workers->lock);
    struct ls_job *job = list_take(&workers->finished);
    pthread_mutex_unlock(&workers->lock);
    LS_ASSERT(job);
    struct ls_job finished = *job;
    ls_free(job);
    workers->pending_count--;
    finished.done(finished.self);
}

static void worker_finish(struct ls_loop *loop, struct ls_job *job)
{
    pthread_mutex_lock(&loop->workers.lock);
    list_add(&loop->workers.finished, job);
    pthread_mutex_unlock(&loop->workers.lock);
    ls_loop_post(loop, workers_report, loop);
}

/* NULL: the pool is closing. */
static struct ls_job *worker_wait(struct ls_workers *workers)
{
    pthread_mutex_lock(&workers->lock);
    workers->idle_count++;
    while (!workers->waiting.first && !workers->is_quitting)
        pthread_cond_wait(&workers->wake, &workers->lock);
    workers->idle_count--;
    struct ls_job *job = workers->is_quitting ? NULL : list_take(&workers->waiting);
    pthread_mutex_unlock(&workers->lock);
    return job;
}

static void *worker_main(void *self)
{
    struct ls_loop *loop = self;
    for (struct ls_job *job = worker_wait(&loop->workers); job; job = worker_wait(&loop->workers)) {
        job->work(job->self);
        worker_finish(loop, job);
    }
    return NULL;
}

/* Signals belong to the loop's thread: a worker starts with all of them blocked. */
static void workers_add_thread(struct ls_loop *loop)
{
    struct ls_workers *workers = &loop->workers;
    sigset_t all;
    sigset_t before;
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, &before);
    int failed = pthread_create(&workers->threads[workers->thread_count], NULL, worker_main, loop);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!failed)
        workers->thread_count++;
}

/* On a virtual clock, and when no thread could be started: runs the job on the loop. */
static void workers_run_in_line(void *self)
{
    struct ls_loop *loop = self;
    pthread_mutex_lock(&loop->workers.lock);
    struct ls_job *job = list_take(&loop->workers.waiting);
    if (job)
        list_add(&loop->workers.finished, job);
    pthread_mutex_unlock(&loop->workers.lock);
    if (!job)
        return; /* a thread that was started since then took it */
    job->work(job->self);
    workers_report(loop);
}

void ls_workers_init(struct ls_loop *loop)
{
    pthread_mutex_init(&loop->workers.lock, NULL);
    pthread_cond_init(&loop->workers.wake, NULL);
}

void ls_workers_release(struct ls_loop *loop)
{
    struct ls_workers *workers = &loop->workers;
    pthread_mutex_lock(&workers->lock);
    workers->is_quitting = true;
    pthread_cond_broadcast(&workers->wake);
    pthread_mutex_unlock(&workers->lock);
    for (size_t i = 0; i < workers->thread_count; i++)
        pthread_join(workers->threads[i], NULL);
    list_drop(&workers->waiting);
    list_drop(&workers->finished);
    pthread_cond_destroy(&workers->wake);
    pthread_mutex_destroy(&workers->lock);
}

bool ls_workers_could_run(const struct ls_loop *loop)
{
    return loop->workers.pending_count > 0;
}

void ls_loop_work(struct ls_loop *loop, ls_loop_fn work, ls_loop_fn done, ls_loop_fn dropped,
                  void *self)
{
    LS_ASSERT(work && done);
    struct ls_workers *workers = &loop->workers;
    struct ls_job *job = LS_NEW(struct ls_job);
    *job = (struct ls_job){NULL, work, done, dropped, self};
    workers->pending_count++;

    pthread_mutex_lock(&workers->lock);
    list_add(&workers->waiting, job);
    bool is_short_of_threads = workers->waiting.count > workers->idle_count;
    pthread_cond_signal(&workers->wake);
    pthread_mutex_unlock(&workers->lock);

    bool may_add = !loop->virtual_clock && workers->thread_count < LS_WORKER_THREADS_MAX;
    if (is_short_of_threads && may_add)
        workers_add_thread(loop);
    if (workers->thread_count == 0)
        ls_loop_post(loop, workers_run_in_line, loop);
}

#include "base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/spawn.h"

enum { CHILD_READ_BYTES = 16 * 1024 };

struct ls_child {
    struct ls_loop *loop;
    ls_child_fn done;
    void *self;
    char *name; /* argv[0], for sentences */
    pid_t pid;  /* 0: reaped */
    bool leads_group;
    bool is_reporting; /* inside done: freeing waits for its end */
    bool is_freed;
    int pid_fd;
    int stdout_fd; /* -1: not collected, or at its end */
    struct ls_fd exit_watch;
    struct ls_fd stdout_watch;
    struct ls_timer deadline;
    int64_t deadline_ms;
    size_t stdout_bytes_max;
    struct ls_buf output;
    int exit_status;
    struct ls_err problem; /* why we killed it; LS_OK: we did not */
};

static void child_kill(struct ls_child *child)
{
    /* The process number is ours until the child is reaped: the signal cannot reach another
     * process. */
    if (child->pid > 0)
        kill(child->leads_group ? -child->pid : child->pid, SIGKILL);
}

static void child_stop_reading(struct ls_child *child)
{
    if (child->stdout_fd < 0)
        return;
    ls_fd_stop(child->loop, &child->stdout_watch);
    close(child->stdout_fd);
    child->stdout_fd = -1;
}

static void child_take_output(struct ls_child *child, const char *bytes, size_t len)
{
    if (len > child->stdout_bytes_max - child->output.len) {
        (void)ls_fail(&child->problem, LS_E_TOO_BIG,
                      "%s wrote more to its standard output than the limit of %zu bytes",
                      child->name, child->stdout_bytes_max);
        child_kill(child);
        child_stop_reading(child);
        return;
    }
    ls_buf_add(&child->output, bytes, len);
}

/* False: nothing more is there now, or ever. */
static bool child_read(struct ls_child *child)
{
    char bytes[CHILD_READ_BYTES];
    ssize_t got = read(child->stdout_fd, bytes, sizeof bytes);
    if (got > 0) {
        child_take_output(child, bytes, (size_t)got);
        return child->stdout_fd >= 0;
    }
    if (got < 0 && errno == EINTR)
        return true;
    if (got == 0 || errno != EAGAIN)
        child_stop_reading(child);
    return false;
}

static void child_stdout_ready(void *self, unsigned events)
{
    (void)events;
    child_read(self);
}

static void child_deadline_passed(void *self)
{
    struct ls_child *child = self;
    if (child->problem.code)
        return; /* killed already, for another reason */
    (void)ls_fail(&child->problem, LS_E_TIMEOUT, "%s ran longer than %lld ms and was killed",
                  child->name, (long long)child->deadline_ms);
    child_kill(child);
}

static void child_reap(struct ls_child *child)
{
    siginfo_t info = {0};
    int failed = 0;
    do {
        failed = waitid(P_PID, (id_t)child->pid, &info, WEXITED);
    } while (failed && errno == EINTR);
    LS_ASSERT(!failed);
    child->pid = 0;
    child->exit_status = info.si_code == CLD_EXITED ? info.si_status : 128 + info.si_status;
}

static void child_detach(struct ls_child *child)
{
    child_stop_reading(child);
    ls_fd_stop(child->loop, &child->exit_watch);
    ls_timer_stop(child->loop, &child->deadline);
    if (child->pid_fd >= 0)
        close(child->pid_fd);
    child->pid_fd = -1;
}

static void child_destroy(struct ls_child *child)
{
    ls_buf_wipe(&child->output); /* a credential plugin prints a token */
    ls_free(child->name);
    ls_free(child);
}

static void child_exited(void *self, unsigned events)
{
    (void)events;
    struct ls_child *child = self;
    child_reap(child);
    /* Its last output may still be in the pipe. A grandchild may hold the pipe open, so this reads
     * what is there and does not wait for the end. */
    while (child->stdout_fd >= 0 && child_read(child))
        continue;
    child_detach(child);

    struct ls_child_result result = {
        .code = child->problem.code,
        .exit_status = child->exit_status,
        .output = ls_buf_slice(&child->output),
        .problem = child->problem.text,
    };
    child->is_reporting = true;
    child->done(child->self, &result);
    child->is_reporting = false;
    if (child->is_freed)
        child_destroy(child);
}

static enum ls_code child_spawn(struct ls_child *child, const struct ls_child_spec *spec,
                                struct ls_err *err)
{
    if (spec->inherit_stdout)
        return ls_child_spawn(spec, -1, &child->pid, err);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        return ls_fail_errno(err, errno, "cannot make a pipe for %s", child->name);
    child->stdout_fd = ends[0];
    enum ls_code code = LS_OK;
    if (fcntl(ends[0], F_SETFL, O_NONBLOCK))
        code = ls_fail_errno(err, errno, "cannot make a pipe for %s", child->name);
    else
        code = ls_child_spawn(spec, ends[1], &child->pid, err);
    close(ends[1]);
    return code;
}

static enum ls_code child_watch(struct ls_child *child, struct ls_err *err)
{
    child->pid_fd = (int)syscall(SYS_pidfd_open, child->pid, 0);
    if (child->pid_fd < 0)
        return ls_fail_errno(err, errno, "cannot watch the process of %s", child->name);
    enum ls_code code = ls_fd_start(child->loop, &child->exit_watch, child->pid_fd, LS_FD_READ,
                                    child_exited, child, err);
    if (!code && child->stdout_fd >= 0)
        code = ls_fd_start(child->loop, &child->stdout_watch, child->stdout_fd, LS_FD_READ,
                           child_stdout_ready, child, err);
    return code;
}

static struct ls_child *child_new(struct ls_loop *loop, const struct ls_child_spec *spec,
                                  ls_child_fn done, void *self)
{
    struct ls_child *child = LS_NEW(struct ls_child);
    child->loop = loop;
    child->done = done;
    child->self = self;
    child->name = ls_strdup(spec->argv[0]);
    child->leads_group = !spec->inherit_stdin;
    child->pid_fd = -1;
    child->stdout_fd = -1;
    child->stdout_bytes_max = spec->stdout_bytes_max;
    child->deadline_ms = spec->deadline_ms;
    return child;
}

enum ls_code ls_child_start(struct ls_loop *loop, const struct ls_child_spec *spec,
                            ls_child_fn done, void *self, struct ls_child **out, struct ls_err *err)
{
    LS_ASSERT(done && spec->argv && spec->argv[0] && spec->deadline_ms >= 0);
    if (ls_loop_is_virtual(loop))
        return ls_fail(err, LS_E_UNSUPPORTED, "cannot run %s: a virtual clock has no programs",
                       spec->argv[0]);
    struct ls_child *child = child_new(loop, spec, done, self);
    enum ls_code code = child_spawn(child, spec, err);
    if (!code)
        code = child_watch(child, err);
    if (code) {
        ls_child_free(child);
        return code;
    }
    if (spec->deadline_ms > 0)
        ls_timer_start(loop, &child->deadline, spec->deadline_ms, child_deadline_passed, child);
    *out = child;
    return LS_OK;
}

void ls_child_signal(struct ls_child *child, int signal_number)
{
    if (child->pid > 0)
        kill(child->pid, signal_number);
}

void ls_child_free(struct ls_child *child)
{
    if (!child)
        return;
    if (child->is_reporting) {
        child->is_freed = true;
        return;
    }
    child_kill(child);
    if (child->pid > 0)
        child_reap(child);
    child_detach(child);
    child_destroy(child);
}

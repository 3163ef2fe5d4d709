#include "base/child.h"

#include "base/mem.h"
#include "base/vec.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

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
    /* The number stays ours until the child is reaped, so it cannot hit a stranger. */
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
    ls_buf_release(&child->output);
    ls_free(child->name);
    ls_free(child);
}

static void child_exited(void *self, unsigned events)
{
    (void)events;
    struct ls_child *child = self;
    child_reap(child);
    /* What it wrote last may still be in the pipe. A grandchild may hold the pipe open, so this
     * reads what is there and does not wait for the end. */
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

/* The spawn call with all that must be prepared for it; released as a whole. */
struct spawn {
    posix_spawn_file_actions_t files;
    posix_spawnattr_t attributes;
    LS_VEC(char *) environment;
};

static void spawn_release(struct spawn *spawn)
{
    posix_spawn_file_actions_destroy(&spawn->files);
    posix_spawnattr_destroy(&spawn->attributes);
    ls_vec_release(&spawn->environment);
}

static bool same_variable(const char *a, const char *b)
{
    size_t len = strcspn(a, "=");
    return strcspn(b, "=") == len && memcmp(a, b, len) == 0;
}

static bool is_overridden(const char *variable, const char *const *given)
{
    for (; given && *given; given++) {
        if (same_variable(variable, *given))
            return true;
    }
    return false;
}

static void spawn_set_environment(struct spawn *spawn, const char *const *given)
{
    for (char **own = environ; own && *own; own++) {
        if (!is_overridden(*own, given))
            ls_vec_push(&spawn->environment, *own);
    }
    for (; given && *given; given++)
        ls_vec_push(&spawn->environment, (char *)(uintptr_t)*given);
    ls_vec_push(&spawn->environment, NULL);
}

/* A failure to record an action is lack of memory, and only that. */
static void spawn_set_files(struct spawn *spawn, const struct ls_child_spec *spec, int stdout_fd)
{
    int failed = posix_spawn_file_actions_init(&spawn->files);
    /* Output first: in a process started without standard input the pipe may have its number. */
    if (!failed && stdout_fd >= 0)
        failed = posix_spawn_file_actions_adddup2(&spawn->files, stdout_fd, STDOUT_FILENO);
    if (!failed && !spec->inherit_stdin)
        failed =
            posix_spawn_file_actions_addopen(&spawn->files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
    if (!failed)
        failed = posix_spawn_file_actions_addclosefrom_np(&spawn->files, STDERR_FILENO + 1);
    if (failed)
        ls_mem_exhausted(sizeof *spawn);
}

/* The loop blocks signals and ignores SIGPIPE; a program expects neither. */
static void spawn_set_attributes(struct spawn *spawn, bool leads_group)
{
    sigset_t none;
    sigset_t all;
    sigemptyset(&none);
    sigfillset(&all);
    int flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF;
    if (leads_group)
        flags |= POSIX_SPAWN_SETPGROUP;
    posix_spawnattr_init(&spawn->attributes);
    posix_spawnattr_setsigmask(&spawn->attributes, &none);
    posix_spawnattr_setsigdefault(&spawn->attributes, &all);
    posix_spawnattr_setpgroup(&spawn->attributes, 0);
    posix_spawnattr_setflags(&spawn->attributes, (short)flags);
}

static enum ls_code spawn_problem(int failed, const char *name, struct ls_err *err)
{
    if (failed != ENOENT)
        return ls_fail_errno(err, failed, "cannot run %s", name);
    if (strchr(name, '/'))
        return ls_fail(err, LS_E_NOT_FOUND,
                       "cannot run %s: there is no such file, or its interpreter is missing", name);
    return ls_fail(err, LS_E_NOT_FOUND,
                   "cannot run %s: no folder of PATH holds such a program; install it or put its "
                   "folder into PATH",
                   name);
}

static enum ls_code child_spawn(struct ls_child *child, const struct ls_child_spec *spec,
                                int stdout_fd, struct ls_err *err)
{
    struct spawn spawn LS_AUTO(spawn_release) = {0};
    spawn_set_files(&spawn, spec, stdout_fd);
    spawn_set_attributes(&spawn, child->leads_group);
    spawn_set_environment(&spawn, spec->environment);
    pid_t pid = 0;
    /* The call leaves the strings as they are; its type is older than const. */
    char *const *argv = (char *const *)(uintptr_t)spec->argv;
    int failed = posix_spawnp(&pid, spec->argv[0], &spawn.files, &spawn.attributes, argv,
                              spawn.environment.at);
    if (failed)
        return spawn_problem(failed, spec->argv[0], err);
    child->pid = pid;
    return LS_OK;
}

static enum ls_code child_spawn_with_pipe(struct ls_child *child, const struct ls_child_spec *spec,
                                          struct ls_err *err)
{
    if (spec->inherit_stdout)
        return child_spawn(child, spec, -1, err);
    int ends[2];
    if (pipe2(ends, O_CLOEXEC))
        return ls_fail_errno(err, errno, "cannot make a pipe for %s", child->name);
    child->stdout_fd = ends[0];
    enum ls_code code = LS_OK;
    if (fcntl(ends[0], F_SETFL, O_NONBLOCK))
        code = ls_fail_errno(err, errno, "cannot make a pipe for %s", child->name);
    else
        code = child_spawn(child, spec, ends[1], err);
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
    enum ls_code code = child_spawn_with_pipe(child, spec, err);
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

#include "support_abort.h"

#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"

/* The sanitizers' allocators refuse giants by reporting an error; here NULL is what we test. */
const char *__asan_default_options(void);
const char *__asan_default_options(void)
{
    return "allocator_may_return_null=1";
}

const char *__tsan_default_options(void);
const char *__tsan_default_options(void)
{
    return "allocator_may_return_null=1";
}

static _Noreturn void child_main(void (*fn)(void), int stderr_fd)
{
    setrlimit(RLIMIT_CORE, &(struct rlimit){0, 0});
    signal(SIGABRT, SIG_DFL);
    dup2(stderr_fd, STDERR_FILENO);
    fn();
    _exit(0);
}

void abort_text(void (*fn)(void), char *out, size_t out_bytes)
{
    int ends[2];
    CHECK_INT(pipe(ends), 0);
    fflush(NULL);
    pid_t pid = fork();
    CHECK(pid >= 0);
    if (pid == 0)
        child_main(fn, ends[1]);
    close(ends[1]);
    size_t len = 0;
    ssize_t got = 0;
    while (len + 1 < out_bytes && (got = read(ends[0], out + len, out_bytes - 1 - len)) > 0)
        len += (size_t)got;
    out[len] = '\0';
    close(ends[0]);
    int status = 0;
    CHECK_INT(waitpid(pid, &status, 0), pid);
    CHECK(WIFSIGNALED(status));
    CHECK_INT(WTERMSIG(status), SIGABRT);
}

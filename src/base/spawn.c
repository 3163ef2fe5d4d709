#include "base/spawn.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <unistd.h>

#include "base/vec.h"

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

enum ls_code ls_child_spawn(const struct ls_child_spec *spec, int stdout_fd, pid_t *out,
                            struct ls_err *err)
{
    struct spawn spawn LS_AUTO(spawn_release) = {0};
    spawn_set_files(&spawn, spec, stdout_fd);
    spawn_set_attributes(&spawn, !spec->inherit_stdin);
    spawn_set_environment(&spawn, spec->environment);
    /* The call leaves the strings as they are; its type is older than const. */
    char *const *argv = (char *const *)(uintptr_t)spec->argv;
    int failed = posix_spawnp(out, spec->argv[0], &spawn.files, &spawn.attributes, argv,
                              spawn.environment.at);
    return failed ? spawn_problem(failed, spec->argv[0], err) : LS_OK;
}

#include "base/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "base/mem.h"
#include "base/world.h"

enum { OUTPUT_BYTES_MAX = 64 * 1024, LONG_MS = 60 * 1000 };

struct stage {
    struct ls_world *world;
    struct ls_child *child;
    int done_count;
    bool frees_in_done;
    enum ls_code code;
    int exit_status;
    char *output;
    char *problem;
};

static void stage_init(struct stage *stage)
{
    *stage = (struct stage){.world = ls_world_new()};
}

static void stage_release(struct stage *stage)
{
    ls_child_free(stage->child);
    ls_world_free(stage->world);
    ls_free(stage->output);
    ls_free(stage->problem);
    /* No child of ours is left, neither running nor unreaped. */
    CHECK_INT(waitpid(-1, NULL, WNOHANG), -1);
    CHECK_INT(errno, ECHILD);
}

static void child_done(void *self, const struct ls_child_result *result)
{
    struct stage *stage = self;
    stage->done_count++;
    if (stage->frees_in_done) {
        ls_child_free(stage->child);
        stage->child = NULL;
    }
    stage->code = result->code;
    stage->exit_status = result->exit_status;
    stage->output = ls_strndup(result->output.at, result->output.len);
    stage->problem = ls_strdup(result->problem);
}

static void start(struct stage *stage, struct ls_child_spec spec)
{
    struct ls_err err = {0};
    if (spec.stdout_bytes_max == 0)
        spec.stdout_bytes_max = OUTPUT_BYTES_MAX;
    CHECK_OK(ls_child_start(stage->world->loop, &spec, child_done, stage, &stage->child, &err),
             err);
}

static void run(struct stage *stage, struct ls_child_spec spec)
{
    start(stage, spec);
    CHECK_INT(stage->done_count, 0);
    ls_loop_run(stage->world->loop);
    CHECK_INT(stage->done_count, 1);
}

#define SHELL(script)                                                                              \
    (const char *const[])                                                                          \
    {                                                                                              \
        "sh", "-c", (script), NULL                                                                 \
    }

TEST(output_and_exit_status_come_back)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    run(&stage, (struct ls_child_spec){.argv = SHELL("echo one; echo two; exit 3")});
    CHECK_INT(stage.code, LS_OK);
    CHECK_INT(stage.exit_status, 3);
    CHECK_STR(stage.output, "one\ntwo\n");
    CHECK_STR(stage.problem, "");
}

TEST(an_ignored_sigchld_from_our_parent_loses_no_status)
{
    signal(SIGCHLD, SIG_IGN);
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    run(&stage, (struct ls_child_spec){.argv = SHELL("exit 7")});
    CHECK_INT(stage.code, LS_OK);
    CHECK_INT(stage.exit_status, 7);
}

TEST(arguments_pass_no_shell)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    const char *const argv[] = {"printf", "%s|", "$HOME", "a b", "`x`", ";", NULL};
    run(&stage, (struct ls_child_spec){.argv = argv});
    CHECK_STR(stage.output, "$HOME|a b|`x`|;|");
}

TEST(done_may_free_the_child)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    stage.frees_in_done = true;
    run(&stage, (struct ls_child_spec){.argv = SHELL("echo still here")});
    CHECK_STR(stage.output, "still here\n");
}

TEST(standard_input_is_empty)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    run(&stage, (struct ls_child_spec){.argv = (const char *const[]){"cat", NULL}});
    CHECK_INT(stage.exit_status, 0);
    CHECK_STR(stage.output, "");
}

TEST(standard_input_can_be_ours)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    int ends[2];
    CHECK_INT(pipe2(ends, O_CLOEXEC), 0);
    CHECK_INT(write(ends[1], "typed", 5), 5);
    close(ends[1]);
    int saved = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3);
    dup2(ends[0], STDIN_FILENO);
    const char *const argv[] = {"cat", NULL};
    run(&stage, (struct ls_child_spec){.argv = argv, .inherit_stdin = true});
    if (saved >= 0)
        dup2(saved, STDIN_FILENO);
    close(saved);
    close(ends[0]);
    CHECK_STR(stage.output, "typed");
}

TEST(standard_output_can_be_ours)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    int ends[2];
    CHECK_INT(pipe2(ends, O_CLOEXEC), 0);
    fflush(stdout);
    int saved = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
    dup2(ends[1], STDOUT_FILENO);
    start(&stage, (struct ls_child_spec){.argv = SHELL("printf shown"), .inherit_stdout = true});
    dup2(saved, STDOUT_FILENO);
    close(saved);
    close(ends[1]);
    ls_loop_run(stage.world->loop);
    char text[16] = {0};
    CHECK_INT(read(ends[0], text, sizeof text - 1), 5);
    close(ends[0]);
    CHECK_STR(text, "shown");
    CHECK_STR(stage.output, "");
}

TEST(given_variables_win_over_our_own)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    setenv("LS_TEST_KEPT", "own", 1);
    setenv("LS_TEST_CHANGED", "own", 1);
    const char *const environment[] = {"LS_TEST_CHANGED=given", "LS_TEST_NEW=a=b", NULL};
    run(&stage, (struct ls_child_spec){
                    .argv = SHELL("echo $LS_TEST_KEPT $LS_TEST_CHANGED $LS_TEST_NEW; env | grep -c "
                                  "LS_TEST_CHANGED"),
                    .environment = environment});
    CHECK_STR(stage.output, "own given a=b\n1\n");
}

TEST(a_deadline_kills_the_child_and_its_children)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    run(&stage,
        (struct ls_child_spec){.argv = SHELL("sleep 1000 & echo $!; wait"), .deadline_ms = 100});
    CHECK_INT(stage.code, LS_E_TIMEOUT);
    CHECK_INT(stage.exit_status, 128 + SIGKILL);
    CHECK_STR(stage.problem, "sh ran longer than 100 ms and was killed");
    pid_t grandchild = (pid_t)atoi(stage.output);
    if (grandchild == 0)
        return; /* a machine so busy that the shell never came to speak */
    int fd = (int)syscall(SYS_pidfd_open, grandchild, 0);
    if (fd < 0)
        return; /* gone already */
    CHECK_INT(poll(&(struct pollfd){fd, POLLIN, 0}, 1, LONG_MS), 1);
    close(fd);
}

TEST(a_deadline_not_reached_changes_nothing)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    run(&stage, (struct ls_child_spec){.argv = SHELL("echo quick"), .deadline_ms = LONG_MS});
    CHECK_INT(stage.code, LS_OK);
    CHECK_STR(stage.output, "quick\n");
}

TEST(too_much_output_kills_the_child)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    const char *const argv[] = {"yes", NULL};
    run(&stage, (struct ls_child_spec){.argv = argv, .stdout_bytes_max = 100000});
    CHECK_INT(stage.code, LS_E_TOO_BIG);
    CHECK_INT(stage.exit_status, 128 + SIGKILL);
    CHECK_STR(stage.problem,
              "yes wrote more to its standard output than the limit of 100000 bytes");
    CHECK(strlen(stage.output) <= 100000);
}

TEST(output_of_just_the_limit_is_whole)
{
    static const struct {
        size_t max;
        enum ls_code code;
    } rows[] = {{300001, LS_OK}, {300000, LS_OK}, {299999, LS_E_TOO_BIG}};
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct stage stage LS_AUTO(stage_release);
        stage_init(&stage);
        const char *const argv[] = {"head", "-c", "300000", "/dev/zero", NULL};
        run(&stage, (struct ls_child_spec){.argv = argv, .stdout_bytes_max = rows[i].max});
        CHECK_INT(stage.code, rows[i].code);
    }
}

TEST(a_missing_program_fails_at_once_and_says_where_it_was_sought)
{
    static const struct {
        const char *program;
        enum ls_code code;
        const char *sentence;
    } rows[] = {
        {"no-such-program", LS_E_NOT_FOUND,
         "cannot run no-such-program: no folder of PATH holds such a program; install it or put "
         "its folder into PATH"},
        {"/no/such/file", LS_E_NOT_FOUND,
         "cannot run /no/such/file: there is no such file, or its interpreter is missing"},
        {"/etc/passwd", LS_E_IO, "cannot run /etc/passwd: Permission denied"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct stage stage LS_AUTO(stage_release);
        stage_init(&stage);
        struct ls_err err = {0};
        const char *const argv[] = {rows[i].program, NULL};
        struct ls_child_spec spec = {.argv = argv, .stdout_bytes_max = 10};
        CHECK_CODE(ls_child_start(stage.world->loop, &spec, child_done, &stage, &stage.child, &err),
                   rows[i].code, err);
        CHECK_STR(err.text, rows[i].sentence);
        CHECK(!stage.child);
        ls_loop_run(stage.world->loop);
        CHECK_INT(stage.done_count, 0);
    }
}

TEST(a_signal_reaches_the_child)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    start(&stage, (struct ls_child_spec){.argv = (const char *const[]){"sleep", "1000", NULL}});
    ls_child_signal(stage.child, SIGTERM);
    ls_loop_run(stage.world->loop);
    CHECK_INT(stage.code, LS_OK);
    CHECK_INT(stage.exit_status, 128 + SIGTERM);
    ls_child_signal(stage.child, SIGTERM);
}

TEST(freeing_a_running_child_ends_it_silently)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    start(&stage, (struct ls_child_spec){.argv = (const char *const[]){"sleep", "1000", NULL},
                                         .deadline_ms = LONG_MS});
    ls_child_free(stage.child);
    stage.child = NULL;
    ls_loop_run(stage.world->loop);
    CHECK_INT(stage.done_count, 0);
    ls_child_free(NULL);
}

/* Were the loop to wait for the end of the pipe, the deadline would be what ends it. */
TEST(a_grandchild_that_keeps_the_pipe_does_not_delay_the_end)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    run(&stage,
        (struct ls_child_spec){.argv = SHELL("sleep 1000 & echo $!"), .deadline_ms = LONG_MS});
    CHECK_INT(stage.code, LS_OK);
    pid_t grandchild = (pid_t)atoi(stage.output);
    CHECK(grandchild > 0);
    CHECK_INT(kill(grandchild, SIGKILL), 0);
}

static void ignore_signal(void *self, int signal_number)
{
    (void)self;
    (void)signal_number;
}

TEST(the_child_starts_with_clean_signals_and_descriptors)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage);
    struct ls_err err = {0};
    CHECK_OK(ls_loop_on_signal(stage.world->loop, SIGTERM, ignore_signal, NULL, &err), err);
    int leak[2];
    CHECK_INT(pipe(leak), 0);
    run(&stage, (struct ls_child_spec){
                    .argv = SHELL("while read name mask; do case $name in SigBlk:|SigIgn:) echo "
                                  "$name $mask;; esac; done </proc/$$/status; ls /proc/$$/fd")});
    close(leak[0]);
    close(leak[1]);
    unsigned long long blocked = 1;
    unsigned long long ignored = 1;
    int files_at = 0;
    sscanf(stage.output, "SigBlk: %llx\nSigIgn: %llx\n%n", &blocked, &ignored, &files_at);
    CHECK_INT(blocked, 0);
    /* 32 and 33 are glibc's own; its spawn ignores them. */
    CHECK_INT(ignored & ~0x180000000ull, 0);
    CHECK_STR(stage.output + files_at, "0\n1\n2\n");
}

TEST(many_children_at_once)
{
    enum { CHILDREN = 20 };
    struct stage stages[CHILDREN];
    struct ls_world *world = ls_world_new();
    for (int i = 0; i < CHILDREN; i++) {
        stages[i] = (struct stage){.world = world};
        char number[12];
        snprintf(number, sizeof number, "%d", i);
        start(&stages[i],
              (struct ls_child_spec){
                  .argv = (const char *const[]){"sh", "-c", "echo $0; exit $0", number, NULL}});
    }
    ls_loop_run(world->loop);
    for (int i = 0; i < CHILDREN; i++) {
        CHECK_INT(stages[i].done_count, 1);
        CHECK_INT(stages[i].exit_status, i);
        CHECK_INT(atoi(stages[i].output), i);
        ls_child_free(stages[i].child);
        ls_free(stages[i].output);
        ls_free(stages[i].problem);
    }
    ls_world_free(world);
}

TEST(a_virtual_world_runs_no_programs)
{
    struct ls_world *world = ls_world_new_virtual(1, 0);
    struct ls_err err = {0};
    struct ls_child *child = NULL;
    struct ls_child_spec spec = {.argv = SHELL("true")};
    CHECK_CODE(ls_child_start(world->loop, &spec, child_done, NULL, &child, &err), LS_E_UNSUPPORTED,
               err);
    ls_world_free(world);
}

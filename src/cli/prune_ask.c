#include "cli/prune_ask.h"

#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

bool ls_prune_is_asked(const struct ls_rollout *rollout)
{
    return rollout->goal == LS_GOAL_ROLLOUT && rollout->end == LS_RUN_REFUSED && rollout->run &&
           ls_run_is_prune_doubtful(rollout->run) && !rollout->is_json && isatty(STDIN_FILENO) &&
           isatty(STDERR_FILENO);
}

/* The loop blocks signals while it does not run: a pending one ends the question. */
static int signal_waiting(void)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    sigset_t waiting;
    if (sigpending(&waiting))
        return 0;
    for (size_t i = 0; i < LS_COUNT(numbers); i++)
        if (sigismember(&waiting, numbers[i]) == 1)
            return numbers[i];
    return 0;
}

/* One line; a terminal hands it over as a whole. 0: none came. The loop does not run meanwhile, so
 * nothing is drawn over the question. */
static size_t line_read(char *text, size_t bytes, int *signal_number)
{
    enum { STEP_MS = 100 };
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};
    int ready = 0;
    while (ready == 0 && (*signal_number = signal_waiting()) == 0)
        ready = poll(&input, 1, STEP_MS);
    ssize_t len = ready > 0 ? read(STDIN_FILENO, text, bytes) : 0;
    return len > 0 ? (size_t)len : 0;
}

bool ls_prune_ask(struct ls_rollout *rollout)
{
    char text[64];
    fflush(stdout);
    fprintf(stderr, "lockstep %s: %s\nDelete them and go on? Type yes: ", rollout->verb,
            rollout->err.text);
    fflush(stderr);
    size_t len = line_read(text, sizeof text, &rollout->signal_number);
    bool is_yes = ls_slice_is(ls_slice_trim((struct ls_slice){text, len}), "yes");
    if (len == 0)
        fputc('\n', stderr);
    if (!is_yes)
        (void)ls_fail(&rollout->err, LS_E_CONFLICT, "not confirmed; nothing was written");
    return is_yes;
}

#include "cli/signals.h"

#include <signal.h>

bool ls_signal_is_ignored(int signal_number)
{
    struct sigaction action = {0};
    return sigaction(signal_number, NULL, &action) == 0 && action.sa_handler == SIG_IGN;
}

enum ls_code ls_signals_take(struct ls_loop *loop, ls_signal_fn fn, void *self, struct ls_err *err)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    for (size_t i = 0; i < LS_COUNT(numbers); i++) {
        if (ls_signal_is_ignored(numbers[i]))
            continue;
        if (ls_loop_on_signal(loop, numbers[i], fn, self, err))
            return err->code;
    }
    return LS_OK;
}

void ls_die_of(int signal_number)
{
    LS_ASSERT(signal_number > 0);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signal_number);
    signal(signal_number, SIG_DFL);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    raise(signal_number);
}

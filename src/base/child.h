#pragma once
/*
 * Child processes on the loop: argv run directly, never through a shell; standard output collected
 * up to a limit, standard error passed through; a deadline after which the child is killed.
 *
 * A child that does not share our standard input leads a process group of its own: Ctrl-C on the
 * terminal reaches only us, and killing it takes its own children along. It inherits no other
 * descriptor, no blocked and no ignored signal. It is done when it exits, even if a grandchild
 * still holds its standard output. On a virtual clock there are no children.
 */
#include "base/buf.h"
#include "base/err.h"
#include "base/loop.h"

struct ls_child;

struct ls_child_spec {
    const char *const *argv;        /* argv[0] is searched in PATH unless it has a slash */
    const char *const *environment; /* "NAME=value" entries put on top of our own; may be NULL */
    bool inherit_stdin;             /* else standard input is /dev/null */
    bool inherit_stdout;            /* else it is collected */
    size_t stdout_bytes_max;        /* 0: it may write nothing */
    int64_t deadline_ms;            /* 0: none */
};

struct ls_child_result {
    enum ls_code code;      /* LS_OK: it exited by itself, with exit_status; else why not */
    int exit_status;        /* when killed by a signal: 128 + signal */
    struct ls_slice output; /* valid during the call */
    const char *problem;    /* sentence for people when code is not LS_OK */
};
typedef void (*ls_child_fn)(void *self, const struct ls_child_result *result);

/* done runs exactly once, later, unless the child is freed before; it may free the child. A program
 * that is not there fails at once with LS_E_NOT_FOUND. The spec is not needed after the call. */
enum ls_code ls_child_start(struct ls_loop *loop, const struct ls_child_spec *spec,
                            ls_child_fn done, void *self, struct ls_child **out,
                            struct ls_err *err);
void ls_child_signal(struct ls_child *child, int signal_number); /* to it alone, if it still runs */
/* Kills it if it still runs and waits for its end; done stays silent from here on. NULL does
 * nothing. */
void ls_child_free(struct ls_child *child);

#pragma once
/*
 * Child processes on the loop: argv run directly, never through a shell; standard output collected
 * up to a limit, standard error passed through; a deadline after which the child is killed.
 */
#include "base/buf.h"
#include "base/err.h"
#include "base/loop.h"

struct ls_child;

struct ls_child_spec {
    const char *const *argv;        /* argv[0] is looked up in PATH unless it has a slash */
    const char *const *environment; /* "NAME=value" entries put on top of our own; may be NULL */
    bool inherit_stdin;             /* else standard input is /dev/null */
    bool inherit_stdout;            /* else it is collected */
    size_t stdout_bytes_max;
    int64_t deadline_ms; /* 0: none */
};

struct ls_child_result {
    enum ls_code code;      /* LS_OK: exited by itself, exit_status tells; else why not */
    int exit_status;        /* when killed by a signal: 128 + signal */
    struct ls_slice output; /* valid during the call */
    const char *problem;    /* sentence for people when code is not LS_OK */
};
typedef void (*ls_child_fn)(void *self, const struct ls_child_result *result);

/* done runs exactly once, later, unless the child is freed before. */
enum ls_code ls_child_start(struct ls_loop *loop, const struct ls_child_spec *spec,
                            ls_child_fn done, void *self, struct ls_child **out,
                            struct ls_err *err);
void ls_child_signal(struct ls_child *child, int signal_number);
/* Kills it if it still runs and reaps it; done stays silent from here on. NULL does nothing. */
void ls_child_free(struct ls_child *child);

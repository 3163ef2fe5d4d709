/* From argv to the verb, and from its result to the exit of the program (verb.h). */
#include "cli/verb.h"

#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/mem.h"
#include "cli/connect.h"
#include "cli/help.h"
#include "cli/signals.h"

enum { VERBS_MAX = 64 };

enum ls_exit ls_cli_fail(const char *verb, const struct ls_err *err)
{
    LS_ASSERT(err->code != LS_OK);
    if (err->code == LS_E_USAGE)
        return ls_cli_usage(verb, "%s", err->text);
    fflush(stdout);
    fprintf(stderr, "lockstep %s: %s\n", verb, err->text);
    return LS_EXIT_ERROR;
}

enum ls_exit ls_cli_usage(const char *verb, const char *format, ...)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    va_list args;
    va_start(args, format);
    ls_buf_vprintf(&text, format, args);
    va_end(args);
    fflush(stdout);
    fprintf(stderr, "lockstep %s: %s\nTry: lockstep %s --help\n", verb, ls_buf_text(&text), verb);
    return LS_EXIT_USAGE;
}

static enum ls_exit unknown_verb(const char *typed)
{
    const char *known[VERBS_MAX + 1] = {0};
    for (size_t i = 0; ls_cli_verbs[i].name; i++) {
        LS_ASSERT(i < VERBS_MAX);
        known[i] = ls_cli_verbs[i].name;
    }
    const char *near = ls_nearest(typed, known);
    if (near)
        fprintf(stderr, "lockstep: no verb '%s'; did you mean '%s'?\n", typed, near);
    else
        fprintf(stderr, "lockstep: no verb '%s'\n", typed);
    fputs("Try: lockstep help\n", stderr);
    return LS_EXIT_USAGE;
}

static enum ls_exit show_help(const struct ls_cli_verb *verb)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_help_verb(&text, verb, LS_HELP_TEXT);
    fputs(ls_buf_text(&text), stdout);
    return LS_EXIT_DONE;
}

static enum ls_exit run_verb(const struct ls_cli_verb *verb, int argc, const char *const *argv)
{
    struct ls_args args LS_AUTO(ls_args_release) = {0};
    struct ls_err err = {0};
    if (ls_args_parse(&args, verb->groups, argc, argv, &err))
        return ls_cli_usage(verb->name, "%s", err.text);
    if (ls_args_is_on(&args, "help"))
        return show_help(verb);
    return verb->run(&args);
}

enum ls_exit ls_cli_end(enum ls_exit result, int signal_number)
{
    LS_ASSERT(signal_number >= 0);
    return signal_number ? (enum ls_exit)(LS_EXIT_SIGNAL + signal_number) : result;
}

/* A pipe whose other end was closed. */
static bool is_reader_gone(void)
{
    struct pollfd out = {.fd = STDOUT_FILENO, .events = POLLOUT};
    return poll(&out, 1, 0) == 1 && (out.revents & POLLERR);
}

/* Output that could not be written is an error, whatever the verb returned. If the reader is gone
 * (`| head`), we end as by SIGPIPE, without a message. */
static enum ls_exit close_output(enum ls_exit result)
{
    bool was_broken = ferror(stdout) != 0;
    if ((fflush(stdout) == 0 && !was_broken) || result >= LS_EXIT_SIGNAL)
        return result;
    if (is_reader_gone())
        return ls_cli_end(result, SIGPIPE);
    fputs("lockstep: standard output could not be written\n", stderr);
    return LS_EXIT_ERROR;
}

static int leave(enum ls_exit result)
{
    result = close_output(result);
    if (result > LS_EXIT_SIGNAL)
        ls_die_of((int)result - LS_EXIT_SIGNAL);
    return (int)result;
}

/* The flags that may stand in front of the verb, as with kubectl. */
static const struct ls_flag_group leading_groups[] = {
    {"Connection", ls_connection_flags}, {"Common flags", ls_common_flags}, {NULL, NULL}};

/* Runs the verb that stands at argv[at] with all the other words. */
static int run_at(int argc, const char *const *argv, int at)
{
    const struct ls_cli_verb *verb = ls_cli_verb_find(argv[at]);
    if (!verb)
        return (int)unknown_verb(argv[at]);
    const char **rest LS_AUTO(ls_free_at) = ls_alloc_array((size_t)argc, sizeof *rest);
    memcpy(rest, argv, (size_t)at * sizeof *rest);
    memcpy(rest + at, argv + at + 1, (size_t)(argc - at - 1) * sizeof *rest);
    return leave(run_verb(verb, argc - 1, rest));
}

int ls_cli_main(int argc, const char *const *argv)
{
    if (argc < 2) {
        (void)run_at(1, (const char *const[]){"help"}, 0);
        return LS_EXIT_USAGE;
    }
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)
        return run_at(1, (const char *const[]){"help"}, 0);
    if (strcmp(argv[1], "--version") == 0)
        return run_at(1, (const char *const[]){"version"}, 0);
    int at = ls_args_first_word(leading_groups, argc - 1, argv + 1);
    if (at == argc - 1) {
        fputs("lockstep: which verb?\nTry: lockstep help\n", stderr);
        return LS_EXIT_USAGE;
    }
    return run_at(argc - 1, argv + 1, at);
}

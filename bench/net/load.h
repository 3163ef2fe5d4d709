#pragma once
/*
 * A load of equal requests, so many at once, and its results. Clients report each reply; what
 * passes before the first LOAD_WARM_UP replies (handshake, first use of everything) is not counted.
 */
#include <stdbool.h>
#include <stddef.h>

enum { LOAD_WARM_UP = 500 };

struct load_args {
    const char *host;
    int port;
    const char *ca_file;
    const char *target;
    int count;
    int concurrency;
};
/* HOST PORT CA_FILE TARGET COUNT CONCURRENCY, or the end of the process. */
struct load_args load_args_read(int argc, char **argv);

struct load {
    int unsent; /* requests nobody has started yet */
    int unanswered;
    int counted;
    size_t bytes; /* of bodies, counted by the client */
    double wall_s;
    double cpu_s;
};

/* So many are sent by the caller at once; the rest as replies come in. */
struct load load_begin(int count, int concurrency);
bool load_reply(struct load *load); /* true: send one more */
bool load_is_over(const struct load *load);
void load_print(const struct load *load, size_t connections);

_Noreturn void load_die(const char *who, const char *why);

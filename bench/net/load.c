#include "load.h"

#include <stdio.h>
#include <stdlib.h>

#include "meter.h"

void load_die(const char *who, const char *why)
{
    fprintf(stderr, "%s: %s\n", who, why);
    exit(1);
}

struct load_args load_args_read(int argc, char **argv)
{
    if (argc != 7)
        load_die(argv[0], "usage: HOST PORT CA_FILE TARGET COUNT CONCURRENCY");
    struct load_args args = {argv[1], atoi(argv[2]), argv[3],
                             argv[4], atoi(argv[5]), atoi(argv[6])};
    if (args.concurrency < 1 || args.count < 1)
        load_die(argv[0], "the last two arguments are to be at least 1");
    return args;
}

struct load load_begin(int count, int concurrency)
{
    int all = count + LOAD_WARM_UP;
    if (concurrency > LOAD_WARM_UP)
        load_die("load", "more at once than the warm-up covers");
    return (struct load){.unsent = all - concurrency, .unanswered = all, .counted = count};
}

bool load_reply(struct load *load)
{
    if (--load->unanswered == load->counted) {
        load->wall_s = -bench_wall_s();
        load->cpu_s = -bench_cpu_s();
    }
    if (load->unanswered == 0) {
        load->wall_s += bench_wall_s();
        load->cpu_s += bench_cpu_s();
    }
    if (load->unsent == 0)
        return false;
    load->unsent--;
    return true;
}

bool load_is_over(const struct load *load)
{
    return load->unanswered == 0;
}

void load_print(const struct load *load, size_t connections)
{
    printf("%.0f %.2f %zu\n", load->counted / load->wall_s, load->cpu_s * 1e6 / load->counted,
           connections);
}

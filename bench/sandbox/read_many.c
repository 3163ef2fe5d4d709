/*
 * Reads a target so many times, one after the other. Prints ms at the median, and bytes.
 *
 * usage: read_many KUBECONFIG TARGET ROUNDS
 */
#include <stdio.h>
#include <stdlib.h>

#include "meter.h"
#include "wire_user.h"

static struct wire_user user;
static const char *target;
static size_t rounds, done_count, bytes;
static double start_s, *took_ms;
static struct ls_reply_sink sink;

static void read_next(void)
{
    bytes = 0;
    start_s = bench_wall_s();
    wire_user_send(&user, "GET", target, "", LS_LANE_BULK, &sink);
}

static void on_head(struct ls_reply_sink *self, int status, const struct ls_header *headers,
                    size_t header_count)
{
    (void)self, (void)headers, (void)header_count;
    if (status != 200)
        kube_side_die("read_many", "a status other than 200");
}

static enum ls_flow on_data(struct ls_reply_sink *self, struct ls_slice chunk)
{
    (void)self;
    bytes += chunk.len;
    return LS_FLOW_GO;
}

static void on_done(struct ls_reply_sink *self, const struct ls_outcome *outcome)
{
    (void)self;
    if (outcome->code)
        kube_side_die("read_many", outcome->err->text);
    took_ms[done_count++] = (bench_wall_s() - start_s) * 1e3;
    if (done_count == rounds)
        ls_loop_stop(user.side.world->loop);
    else
        read_next();
}

int main(int argc, char **argv)
{
    if (argc != 4 || atoi(argv[3]) < 1)
        kube_side_die("usage", "read_many KUBECONFIG TARGET ROUNDS");
    target = argv[2], rounds = (size_t)atoi(argv[3]);
    took_ms = calloc(rounds, sizeof *took_ms);
    if (!took_ms)
        abort();
    sink = (struct ls_reply_sink){.head = on_head, .data = on_data, .done = on_done};
    wire_user_init(&user, argv[1]);
    read_next();
    ls_loop_run(user.side.world->loop);
    printf("%.3f %zu\n", wire_user_percentile(took_ms, rounds, 50), bytes);
    wire_user_release(&user);
    free(took_ms);
    return 0;
}

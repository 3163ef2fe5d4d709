/*
 * GETs one target COUNT times over our socket wire, CONCURRENCY at once. Prints requests per
 * second, microseconds of CPU per request, and how many connections it took.
 *
 * usage: wire_load HOST PORT CA_FILE TARGET COUNT CONCURRENCY
 */
#include <stdlib.h>

#include "load.h"
#include "wire_side.h"

static struct load load;
static struct wire_side side;

static void on_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                    size_t header_count)
{
    (void)sink, (void)headers, (void)header_count;
    if (status != 200)
        load_die("wire_load", "a status other than 200");
}

static enum ls_flow on_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    (void)sink;
    load.bytes += chunk.len;
    return LS_FLOW_GO;
}

static void on_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    if (outcome->code)
        load_die("wire_load", outcome->err->text);
    if (load_reply(&load))
        wire_side_send(&side, sink);
    if (load_is_over(&load))
        ls_loop_stop(side.world->loop);
}

int main(int argc, char **argv)
{
    struct load_args args = load_args_read(argc, argv);
    struct ls_reply_sink *sinks = calloc((size_t)args.concurrency, sizeof *sinks);
    load = load_begin(args.count, args.concurrency);
    wire_side_init(&side, &args, LS_LANE_BULK);
    for (int i = 0; i < args.concurrency; i++) {
        sinks[i] = (struct ls_reply_sink){.head = on_head, .data = on_data, .done = on_done};
        wire_side_send(&side, &sinks[i]);
    }
    ls_loop_run(side.world->loop);
    load_print(&load, (size_t)ls_socket_wire_counts(side.sockets).connections_made);
    wire_side_release(&side);
    free(sinks);
    return 0;
}

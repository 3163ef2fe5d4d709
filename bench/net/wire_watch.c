/*
 * Opens STREAMS endless GETs over our socket wire and prints, once each has received EVENTS chunks,
 * the anonymous resident memory in KiB with one stream, with all, and per further stream.
 *
 * usage: wire_watch HOST PORT CA_FILE TARGET EVENTS STREAMS
 */
#include <stdlib.h>

#include "load.h"
#include "watches.h"
#include "wire_side.h"

struct stream {
    struct ls_reply_sink sink; /* first: the wire hands it back */
    size_t index;
};

static struct watches watches;
static struct wire_side side;

static void on_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                    size_t header_count)
{
    (void)sink, (void)headers, (void)header_count;
    if (status != 200)
        load_die("wire_watch", "a status other than 200");
}

static void on_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    (void)sink;
    load_die("wire_watch: a watch ended", outcome->err ? outcome->err->text : "without an error");
}

static enum ls_flow on_data(struct ls_reply_sink *sink, struct ls_slice chunk);

static void open_wanted(void)
{
    for (; watches.opened < watches.wanted; watches.opened++) {
        struct stream *stream = calloc(1, sizeof *stream);
        if (!stream)
            abort();
        stream->sink = (struct ls_reply_sink){.head = on_head, .data = on_data, .done = on_done};
        stream->index = watches.opened;
        wire_side_send(&side, &stream->sink);
    }
}

static enum ls_flow on_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    (void)chunk;
    watches_event(&watches, ((struct stream *)sink)->index);
    open_wanted();
    if (watches_are_over(&watches))
        ls_loop_stop(side.world->loop);
    return LS_FLOW_GO;
}

int main(int argc, char **argv)
{
    struct load_args args = load_args_read(argc, argv);
    wire_side_init(&side, &args, LS_LANE_WATCH);
    watches = watches_begin(args.concurrency, args.count);
    open_wanted();
    ls_loop_run(side.world->loop);
    watches_print(&watches);
    return 0;
}

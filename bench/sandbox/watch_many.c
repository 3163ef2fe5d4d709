/*
 * So many watches on the ConfigMaps of one namespace while ConfigMaps are created at a steady rate.
 * The time of an event runs from the moment its create is sent to the moment a watch has read it.
 * Prints events seen, ms at the median, at 99 % and at most.
 *
 * usage: watch_many KUBECONFIG NAMESPACE WATCHES RATE SECONDS
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "meter.h"
#include "wire_user.h"

enum { SAMPLES_MAX = 2 << 20, MARK_DIGITS = 7 };
static const char mark[] = "\"name\":\"mark-";

struct watch {
    struct ls_reply_sink sink; /* first: the wire hands it back */
    struct ls_buf line;        /* the beginning of one that is not complete */
};

struct create {
    struct ls_reply_sink sink; /* first */
    int status;
};

static struct wire_user user;
static const char *namespace_name;
static size_t watch_count, open_count, create_count, created, seen_count, expected;
static double *sent_s, *took_ms, period_s;
static struct ls_timer timer;
static double start_s;

static void die_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    (void)sink;
    kube_side_die("watch_many: a watch ended", outcome->err ? outcome->err->text : "cleanly");
}

static void line_seen(struct ls_slice line, double now_s)
{
    const char *at = memmem(line.at, LS_MIN(line.len, (size_t)256), mark, sizeof mark - 1);
    if (!at)
        return;
    size_t i = (size_t)atol(at + sizeof mark - 1);
    if (i < create_count && seen_count < SAMPLES_MAX)
        took_ms[seen_count++] = (now_s - sent_s[i]) * 1e3;
    if (seen_count == expected)
        ls_loop_stop(user.side.world->loop);
}

static enum ls_flow on_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    struct watch *watch = (struct watch *)sink;
    double now_s = bench_wall_s();
    while (chunk.len > 0) {
        size_t end = ls_slice_find(chunk, '\n');
        bool is_whole = end != SIZE_MAX;
        struct ls_slice part = {chunk.at, is_whole ? end : chunk.len};
        chunk = ls_slice_from(chunk, part.len + is_whole);
        if (!is_whole || watch->line.len > 0)
            ls_buf_add_slice(&watch->line, part);
        if (!is_whole)
            break;
        line_seen(watch->line.len > 0 ? ls_buf_slice(&watch->line) : part, now_s);
        ls_buf_clear(&watch->line);
    }
    return LS_FLOW_GO;
}

static void create_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                        size_t header_count)
{
    (void)sink, (void)headers, (void)header_count;
    if (status != 201)
        kube_side_die("watch_many", "a create was refused");
}

static enum ls_flow create_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    (void)sink, (void)chunk;
    return LS_FLOW_GO;
}

static void create_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    if (outcome->code)
        kube_side_die("watch_many", outcome->err->text);
    free(sink);
}

static void create_next(void *self);

static void create_wait(void)
{
    if (created == create_count)
        return;
    double due_s = start_s + (double)created * period_s;
    double wait_ms = (due_s - bench_wall_s()) * 1e3;
    ls_timer_start(user.side.world->loop, &timer, wait_ms > 0 ? (int64_t)wait_ms + 1 : 0,
                   create_next, NULL);
}

static void create_next(void *self)
{
    (void)self;
    char body[1024], text[513], target[512];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    snprintf(body, sizeof body,
             "{\"metadata\":{\"name\":\"mark-%0*zu\",\"labels\":{\"app\":\"bench\"}},"
             "\"data\":{\"text\":\"%s\"}}",
             MARK_DIGITS, created, text);
    snprintf(target, sizeof target, "/api/v1/namespaces/%s/configmaps", namespace_name);
    struct ls_reply_sink *sink = calloc(1, sizeof *sink);
    if (!sink)
        abort();
    *sink = (struct ls_reply_sink){.head = create_head, .data = create_data, .done = create_done};
    sent_s[created++] = bench_wall_s();
    wire_user_send(&user, "POST", target, body, LS_LANE_BULK, sink);
    create_wait();
}

/* The head comes at once; when all are there the writing begins. */
static void watch_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                       size_t header_count)
{
    (void)sink, (void)headers, (void)header_count;
    if (status != 200)
        kube_side_die("watch_many", "a watch was refused");
    if (++open_count < watch_count)
        return;
    start_s = bench_wall_s();
    create_wait();
}

static void watches_open(void)
{
    char target[512];
    snprintf(target, sizeof target,
             "/api/v1/namespaces/%s/configmaps?watch=true&sendInitialEvents=false&"
             "resourceVersionMatch=NotOlderThan&timeoutSeconds=3600",
             namespace_name);
    struct watch *watches = calloc(watch_count, sizeof *watches);
    if (!watches)
        abort();
    for (size_t i = 0; i < watch_count; i++) {
        watches[i].sink =
            (struct ls_reply_sink){.head = watch_head, .data = on_data, .done = die_done};
        wire_user_send(&user, "GET", target, "", LS_LANE_WATCH, &watches[i].sink);
    }
}

int main(int argc, char **argv)
{
    if (argc != 6 || atoi(argv[3]) < 1 || atof(argv[4]) <= 0 || atoi(argv[5]) < 1)
        kube_side_die("usage", "watch_many KUBECONFIG NAMESPACE WATCHES RATE SECONDS");
    namespace_name = argv[2], watch_count = (size_t)atoi(argv[3]);
    create_count = (size_t)(atof(argv[4]) * atoi(argv[5]));
    period_s = 1 / atof(argv[4]);
    expected = LS_MIN(create_count * watch_count, (size_t)SAMPLES_MAX);
    sent_s = calloc(create_count, sizeof *sent_s);
    took_ms = calloc(expected, sizeof *took_ms);
    if (!sent_s || !took_ms)
        abort();
    wire_user_init(&user, argv[1]);
    watches_open();
    ls_loop_run(user.side.world->loop);
    double median = wire_user_percentile(took_ms, seen_count, 50);
    printf("%zu %.3f %.3f %.3f\n", seen_count, median,
           wire_user_percentile(took_ms, seen_count, 99),
           wire_user_percentile(took_ms, seen_count, 100));
    return 0;
}

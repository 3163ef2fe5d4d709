/*
 * Writes so many ConfigMaps with two labels and DATA_BYTES of data, so many at once: creates or
 * server-side applies. Prints: writes per second, ms at the median and at 99 %.
 *
 * usage: write_many KUBECONFIG create|apply NAMESPACE PREFIX COUNT IN_FLIGHT DATA_BYTES
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "meter.h"
#include "wire_user.h"

enum { DATA_BYTES_MAX = 64 << 10 };

struct write {
    struct ls_reply_sink sink; /* first: the wire hands it back */
    double start_s;
    int status;
};

static struct wire_user user;
static const char *namespace_name, *prefix;
static bool is_apply;
static size_t count, sent, answered;
static char data[DATA_BYTES_MAX + 1];
static double *took_ms;

static void write_next(struct write *write)
{
    static char body[DATA_BYTES_MAX + 1024];
    char target[512];
    size_t i = sent++;
    snprintf(body, sizeof body,
             "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"%s-%06zu\","
             "\"namespace\":\"%s\",\"labels\":{\"app\":\"bench\",\"part\":\"p%zu\"}},"
             "\"data\":{\"index\":\"%zu\",\"text\":\"%s\"}}",
             prefix, i, namespace_name, i % 10, i, data);
    if (is_apply)
        snprintf(target, sizeof target,
                 "/api/v1/namespaces/%s/configmaps/%s-%06zu?fieldManager=bench&force=true",
                 namespace_name, prefix, i);
    else
        snprintf(target, sizeof target, "/api/v1/namespaces/%s/configmaps?fieldManager=bench",
                 namespace_name);
    write->start_s = bench_wall_s();
    wire_user_send(&user, is_apply ? "PATCH" : "POST", target, body, LS_LANE_BULK, &write->sink);
}

static void on_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                    size_t header_count)
{
    (void)headers, (void)header_count;
    ((struct write *)sink)->status = status;
}

static enum ls_flow on_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    if (((struct write *)sink)->status >= 300) {
        fprintf(stderr, "%.*s\n", LS_ARG(chunk));
        kube_side_die("write_many", "the server refused");
    }
    return LS_FLOW_GO;
}

static void on_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    struct write *write = (struct write *)sink;
    if (outcome->code)
        kube_side_die("write_many", outcome->err->text);
    took_ms[answered++] = (bench_wall_s() - write->start_s) * 1e3;
    if (sent < count)
        write_next(write);
    if (answered == count)
        ls_loop_stop(user.side.world->loop);
}

int main(int argc, char **argv)
{
    if (argc != 8 || atoi(argv[5]) < 1 || atoi(argv[6]) < 1 || atoi(argv[7]) > DATA_BYTES_MAX)
        kube_side_die("usage", "write_many KUBECONFIG create|apply NAMESPACE PREFIX COUNT "
                               "IN_FLIGHT DATA_BYTES");
    is_apply = strcmp(argv[2], "apply") == 0;
    namespace_name = argv[3], prefix = argv[4], count = (size_t)atoi(argv[5]);
    size_t in_flight = (size_t)atoi(argv[6]);
    memset(data, 'x', (size_t)atoi(argv[7]));
    took_ms = calloc(count, sizeof *took_ms);
    struct write *writes = calloc(in_flight, sizeof *writes);
    if (!took_ms || !writes)
        abort();
    wire_user_init(&user, argv[1]);
    double start_s = bench_wall_s();
    for (size_t i = 0; i < in_flight && sent < count; i++) {
        writes[i].sink = (struct ls_reply_sink){.head = on_head, .data = on_data, .done = on_done};
        write_next(&writes[i]);
    }
    ls_loop_run(user.side.world->loop);
    printf("%.0f %.3f %.3f\n", (double)count / (bench_wall_s() - start_s),
           wire_user_percentile(took_ms, count, 50), wire_user_percentile(took_ms, count, 99));
    wire_user_release(&user);
    free(writes);
    free(took_ms);
    return 0;
}

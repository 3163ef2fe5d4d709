/*
 * How fast and in how much memory a list-watch syncs pods of the size that servers send (about
 * 8.3 KB of JSON with managedFields), from a stream that a service in the same process writes.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kube/list_watch.h"
#include "meter.h"
#include "net/memory_wire.h"
#include "value/json.h"

enum { POD_COUNT = 100000, FILLER_ENTRIES = 98, BATCH_PODS = 16 };

struct stage {
    struct ls_world *world;
    struct ls_timer timer;
    size_t pod_count;
    size_t written;
    struct ls_exchange *exchange;
    struct ls_buf event; /* the text of one */
    size_t name_at;      /* where its eight digits are, three times */
    size_t uid_at;
    size_t version_at;
    size_t reported;
    bool is_synced;
    uint64_t bytes;
};

/* ---- one pod ---- */

static size_t digits_add(struct ls_buf *out)
{
    ls_buf_add_text(out, "00000000");
    return out->len - 8;
}

static void pod_print(struct stage *stage)
{
    struct ls_buf *out = &stage->event;
    ls_buf_add_text(out, "{\"type\":\"ADDED\",\"object\":{\"kind\":\"Pod\",\"apiVersion\":\"v1\","
                         "\"metadata\":{\"name\":\"web-");
    stage->name_at = digits_add(out);
    ls_buf_add_text(out, "\",\"namespace\":\"shop\",\"uid\":\"");
    stage->uid_at = digits_add(out);
    ls_buf_add_text(out, "-0000-4000-8000-000000000000\",\"resourceVersion\":\"1");
    stage->version_at = digits_add(out);
    ls_buf_add_text(out, "\",\"labels\":{\"app\":\"web\"},\"managedFields\":[");
    for (int i = 0; i < FILLER_ENTRIES; i++)
        ls_buf_printf(
            out,
            "%s{\"manager\":\"kubelet\",\"operation\":\"Update\",\"fieldsV1\":{\"f:spec\":{"
            "\"f:field%d\":{}}}}",
            i ? "," : "", i);
    ls_buf_add_text(out, "]},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"web:1.2.3\"}],"
                         "\"nodeName\":\"node-1\"},\"status\":{\"phase\":\"Running\"}}}\n");
}

static void pod_number(struct stage *stage, size_t number)
{
    char digits[16];
    snprintf(digits, sizeof digits, "%08zu", number);
    memcpy(stage->event.at + stage->name_at, digits, 8);
    memcpy(stage->event.at + stage->uid_at, digits, 8);
    memcpy(stage->event.at + stage->version_at, digits, 8);
}

/* ---- the lower bounds: splitting, and splitting with reading ---- */

static enum ls_code drop(void *self, struct ls_slice envelope, struct ls_slice item,
                         struct ls_err *err)
{
    (void)self;
    (void)envelope;
    (void)item;
    (void)err;
    return LS_OK;
}

static enum ls_code read_one(void *self, struct ls_slice envelope, struct ls_slice item,
                             struct ls_err *err)
{
    (void)self;
    (void)envelope;
    const struct ls_obj *obj = NULL;
    enum ls_code code = ls_json_parse(item, NULL, &obj, err);
    ls_obj_unref(obj);
    return code;
}

static void floor_measure(struct stage *stage, const char *label, ls_split_fn fn)
{
    struct ls_split split;
    ls_split_init(&split, LS_SPLIT_EVENTS, fn, NULL);
    double begin_s = bench_wall_s();
    enum ls_code code = LS_OK;
    for (size_t i = 0; i < stage->pod_count && !code; i++) {
        pod_number(stage, i);
        code = ls_split_feed(&split, ls_buf_slice(&stage->event), NULL);
    }
    double took_s = bench_wall_s() - begin_s;
    ls_split_release(&split);
    double megabytes = (double)(stage->pod_count * stage->event.len) / 1e6;
    printf("%-28s %8.0f MB/s %s\n", label, megabytes / took_s, code ? "(failed)" : "");
}

/* ---- the list-watch ---- */

static const char mark[] =
    "{\"type\":\"BOOKMARK\",\"object\":{\"kind\":\"Pod\",\"metadata\":{\"resourceVersion\":"
    "\"199999999\",\"annotations\":{\"k8s.io/initial-events-end\":\"true\"}}}}\n";

/* One batch per turn of the loop, so that little waits on the wire. */
static void stream_go_on(void *self)
{
    struct stage *stage = self;
    for (size_t i = 0; i < BATCH_PODS && stage->written < stage->pod_count; i++) {
        pod_number(stage, stage->written++);
        ls_exchange_write(stage->exchange, ls_buf_slice(&stage->event));
        stage->bytes += stage->event.len;
    }
    if (stage->written == stage->pod_count)
        ls_exchange_write(stage->exchange, ls_slice_of(mark));
    else
        ls_timer_start(stage->world->loop, &stage->timer, 0, stream_go_on, stage);
}

static void serve(void *self, struct ls_exchange *exchange)
{
    struct stage *stage = self;
    stage->exchange = exchange;
    ls_exchange_head(exchange, 200, NULL, 0);
    stream_go_on(stage);
}

static void news_count(void *self, const struct ls_news *news)
{
    struct stage *stage = self;
    stage->reported += news->kind == LS_NEWS_OBJECT;
    stage->is_synced = stage->is_synced || news->kind == LS_NEWS_SYNCED;
}

static void watch_measure(struct stage *stage)
{
    static const struct ls_resource pods = {
        .group = "", .version = "v1", .kind = "Pod", .plural = "pods", .is_namespaced = true};
    struct ls_world *world = stage->world = ls_world_new();
    struct ls_memory_wire *wire = ls_memory_wire_new(world, &(struct ls_service){stage, serve});
    struct ls_client *client = ls_client_new(world, ls_memory_wire_interface(wire), NULL);
    struct ls_selection selection = {.resource = &pods};
    struct ls_list_watch *watch = NULL;
    long before_kib = bench_memory_kib("RssAnon");
    double begin_s = bench_wall_s();
    struct ls_err err = {0};
    if (ls_list_watch_start(client, &selection, NULL, news_count, stage, &watch, &err))
        exit(1);
    while (!stage->is_synced)
        ls_loop_step(world->loop, 1000);
    double took_s = bench_wall_s() - begin_s;
    printf("%-28s %8.0f MB/s, %zu objects reported, %.0f events/s\n",
           "list-watch on the memory wire", (double)stage->bytes / 1e6 / took_s, stage->reported,
           (double)stage->reported / took_s);
    printf("%-28s %8.1f bytes per object in view; peak resident %ld KiB for %.0f MB of JSON\n",
           "memory",
           (double)(bench_memory_kib("RssAnon") - before_kib) * 1024 / (double)stage->reported,
           bench_memory_kib("VmHWM"), (double)stage->bytes / 1e6);
    ls_list_watch_free(watch);
    ls_client_free(client);
    ls_memory_wire_free(wire);
    ls_world_free(world);
}

int main(int argc, char **argv)
{
    struct stage stage = {.pod_count = argc > 1 ? strtoul(argv[1], NULL, 10) : POD_COUNT};
    pod_print(&stage);
    printf("%zu pods of %zu bytes\n", stage.pod_count, stage.event.len);
    watch_measure(&stage);
    floor_measure(&stage, "splitter alone", drop);
    floor_measure(&stage, "splitter and JSON reader", read_one);
    ls_buf_release(&stage.event);
    return 0;
}

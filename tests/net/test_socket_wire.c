/* Our client against our server, over real sockets, on each protocol. */
#include "net/socket_wire.h"

#include "base/mem.h"
#include "check.h"
#include "net/limits.h"
#include "support_stage.h"

#include <stdio.h>
#include <string.h>

static void check_body(const struct catcher *catcher, size_t bytes)
{
    CHECK_INT(catcher->body.len, bytes);
    for (size_t i = 0; i < bytes; i++) {
        if (catcher->body.at[i] != bench_byte(i))
            CHECK_INT(i, -1);
    }
}

static void check_clean(const struct catcher *catcher)
{
    if (catcher->outcome.code)
        print_message("    %s\n", catcher->err.text);
    CHECK_INT(catcher->outcome.code, LS_OK);
    CHECK_INT(catcher->outcome.delivery, LS_DELIVERY_ANSWERED);
}

TEST_EACH_KIND(a_request_is_answered)
{
    struct catcher catcher LS_AUTO(catcher_release);
    catcher_init(&catcher);
    catcher_send(&catcher, stage->wire, "/echo", LS_SLICE("hello"));
    CHECK_INT(catcher.done_count, 0);
    catcher_wait(&catcher, stage->world);
    check_clean(&catcher);
    CHECK_INT(catcher.status, 200);
    CHECK_STR(ls_buf_text(&catcher.body), "hello");
    CHECK_STR(ls_buf_text(&catcher.headers), "content-type: text/plain\ncontent-length: 5\n");
    CHECK_INT(stage->bench.executed, 1);
}

TEST_EACH_KIND(the_request_arrives_as_it_was_sent)
{
    struct catcher catcher LS_AUTO(catcher_release);
    catcher_init(&catcher);
    catcher_send(&catcher, stage->wire, "/headers", (struct ls_slice){0});
    catcher_wait(&catcher, stage->world);
    check_clean(&catcher);
    char expected[96];
    snprintf(expected, sizeof expected, "host: 127.0.0.1:%u\naccept: */*\n",
             ls_server_port(stage->server));
    CHECK_STR(ls_buf_text(&catcher.body), expected);
}

TEST_EACH_KIND(bodies_of_all_sizes_come_through_both_ways)
{
    static const size_t sizes[] = {0, 1, 1000, 16383, 16384, 16385, 65536, 300000, 3 << 20};
    for (size_t i = 0; i < LS_COUNT(sizes); i++) {
        char target[32];
        char *bytes = ls_alloc(sizes[i] + 1);
        for (size_t j = 0; j < sizes[i]; j++)
            bytes[j] = bench_byte(j);
        const char *forms[] = {"/bytes/", "/stream/", "/echo"};
        for (size_t form = 0; form < LS_COUNT(forms); form++) {
            struct catcher catcher LS_AUTO(catcher_release);
            catcher_init(&catcher);
            if (form == 2)
                snprintf(target, sizeof target, "/echo");
            else
                snprintf(target, sizeof target, "%s%zu", forms[form], sizes[i]);
            struct ls_slice body = {form == 2 ? bytes : NULL, form == 2 ? sizes[i] : 0};
            catcher_send(&catcher, stage->wire, target, body);
            catcher_wait(&catcher, stage->world);
            check_clean(&catcher);
            check_body(&catcher, sizes[i]);
        }
        ls_free(bytes);
    }
}

TEST_EACH_KIND(many_requests_at_once_are_all_answered_once)
{
    enum { MANY = 500 };
    static struct catcher catchers[MANY];
    size_t done = 0;
    for (size_t i = 0; i < MANY; i++) {
        catcher_init(&catchers[i]);
        catchers[i].done_total = &done;
        catcher_send(&catchers[i], stage->wire, "/echo", LS_SLICE("x"));
    }
    world_run_until(stage->world, &done, MANY);
    for (size_t i = 0; i < MANY; i++) {
        check_clean(&catchers[i]);
        catcher_release(&catchers[i]);
    }
    CHECK_INT(stage->bench.executed, MANY);
    struct ls_socket_counts counts = ls_socket_wire_counts(stage->sockets);
    CHECK_INT(counts.requests_sent, MANY);
    CHECK_INT(counts.requests_repeated, 0);
    CHECK(counts.connections_made <= LS_NET_CONNECTIONS_MAX);
}

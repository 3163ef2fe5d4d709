/* The server under bad and slow clients: it answers, cuts off, and lives on. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "net/limits.h"
#include "support_door.h"

#define H "host: a\r\n"

TEST(http1_requests_are_answered_in_order_on_one_connection)
{
    struct door door LS_AUTO(door_release);
    door_init(&door, 0);
    door_say(&door, "GET /status/404 HTTP/1.1\r\n" H "\r\nPOST /echo HTTP/1.1\r\n" H
                    "content-length: 5\r\n\r\nfirstPOST /echo HTTP/1.1\r\n" H
                    "transfer-encoding: chunked\r\n\r\n6\r\nsecond\r\n0\r\n\r\n");
    CHECK_STR(door_heard(&door), "HTTP/1.1 404 Not Found\r\ntransfer-encoding: chunked\r\n\r\n"
                                 "0\r\n\r\n"
                                 "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n"
                                 "content-length: 5\r\n\r\nfirst"
                                 "HTTP/1.1 200 OK\r\ncontent-type: text/plain\r\n"
                                 "content-length: 6\r\n\r\nsecond");
    CHECK(!door.pipe.is_closed);
    CHECK_INT(door.bench.executed, 3);
}

TEST(pipelined_requests_wait_for_the_one_that_is_being_answered)
{
    struct door door LS_AUTO(door_release);
    door_init(&door, 0);
    door_say(&door, "GET /open HTTP/1.1\r\n" H "\r\nGET /status/404 HTTP/1.1\r\n" H "\r\n");
    CHECK_INT(door.bench.executed, 1);
    ls_exchange_write(door.bench.open[0], LS_SLICE("now"));
    ls_exchange_end(bench_let_go(&door.bench, 0));
    CHECK_HAS(door_heard(&door), "3\r\nnow\r\n0\r\n\r\nHTTP/1.1 404 Not Found\r\n");
    CHECK_INT(door.bench.executed, 2);
}

TEST(malformed_requests_get_an_answer_and_the_connection_ends)
{
    static const struct {
        const char *request;
        const char *answer;
    } rows[] = {
        {"nonsense\r\n\r\n", "HTTP/1.1 400 Bad Request\r\n"},
        {"GET / HTTP/1.1\r\n\r\n", "HTTP/1.1 400 Bad Request\r\n"},
        {"GET / HTTP/3.0\r\n" H "\r\n", "HTTP/1.1 505 HTTP Version Not Supported\r\n"},
        {"P / HTTP/1.1\r\n" H "content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n",
         "HTTP/1.1 400 Bad Request\r\n"},
        {"P / HTTP/1.1\r\n" H "transfer-encoding: gzip\r\n\r\n",
         "HTTP/1.1 501 Not Implemented\r\n"},
        {"P /echo HTTP/1.1\r\n" H "transfer-encoding: chunked\r\n\r\nx\r\n",
         "HTTP/1.1 400 Bad Request\r\n"},
        {"P /echo HTTP/1.1\r\n" H "content-length: 99999999\r\n\r\n", ""},
    };
    struct door door LS_AUTO(door_release);
    door_init(&door, 0);
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        door_say(&door, rows[i].request);
        CHECK_INT(strncmp(door_heard(&door), rows[i].answer, strlen(rows[i].answer)), 0);
        if (rows[i].answer[0]) {
            CHECK_HAS(door_heard(&door), "connection: close\r\n");
            CHECK(door.pipe.is_write_closed);
        }
        pipe_end(&door.pipe);
        door_settle(&door);
        door_check_alive(&door);
        door_reopen(&door);
    }
    CHECK_INT(door.bench.executed, LS_COUNT(rows)); /* those of door_check_alive() alone */
}

TEST(http1_heads_past_the_limits_are_refused)
{
    struct door door LS_AUTO(door_release);
    door_init(&door, 0);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, "GET / HTTP/1.1\r\n" H);
    while (text.len < LS_NET_HEAD_BYTES_MAX + 100)
        ls_buf_printf(&text, "x-%zu: 0123456789012345678901234567890123456789\r\n", text.len);
    door_say_bytes(&door, ls_buf_slice(&text));
    CHECK_HAS(door_heard(&door), "HTTP/1.1 431 Request Header Fields Too Large\r\n");
    pipe_end(&door.pipe);
    door_settle(&door);
    door_check_alive(&door);
}

TEST(a_client_that_waits_for_100_continue_gets_it)
{
    struct door door LS_AUTO(door_release);
    door_init(&door, 0);
    door_say(&door, "PUT /echo HTTP/1.1\r\n" H "expect: 100-continue\r\ncontent-length: 2\r\n\r\n");
    CHECK_STR(door_heard(&door), "HTTP/1.1 100 Continue\r\n\r\n");
    door_say(&door, "ok");
    CHECK_HAS(door_heard(&door), "content-length: 2\r\n\r\nok");
}

TEST(http10_gets_its_answer_up_to_the_end_of_the_connection)
{
    struct door door LS_AUTO(door_release);
    door_init(&door, 0);
    door_say(&door, "GET /stream/3 HTTP/1.0\r\n\r\n");
    CHECK_HAS(door_heard(&door), "HTTP/1.1 200 OK\r\nconnection: close\r\n\r\n");
    CHECK(door.pipe.is_write_closed);
}

/* ---- slowness, on each protocol ---- */

TEST(a_client_that_says_nothing_is_cut_off)
{
    struct door door LS_AUTO(door_release);
    door_init(&door, 0);
    door_pass(&door, LS_NET_HANDSHAKE_DEADLINE_MS - 1);
    CHECK(!door.pipe.is_closed);
    door_pass(&door, 2);
    CHECK(door.pipe.is_closed);
    door_check_alive(&door);
}

TEST(a_head_that_dribbles_in_is_cut_off)
{
    struct door door LS_AUTO(door_release);
    door_init(&door, 0);
    const char *dribble = "GET / HTTP/1.1\r\nhost: a\r\nx: aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa";
    size_t said = 0;
    for (; !door.pipe.is_closed && said < strlen(dribble); said++) {
        door_say_bytes(&door, (struct ls_slice){dribble + said, 1});
        door_pass(&door, 1000);
    }
    CHECK(door.pipe.is_closed);
    CHECK_INT(said, LS_NET_HEAD_DEADLINE_MS / 1000);
    door_check_alive(&door);
}

TEST(a_body_that_dribbles_in_is_cut_off)
{
    struct door door LS_AUTO(door_release);
    door_init(&door, 0);
    door_say(&door, "POST /echo HTTP/1.1\r\n" H "content-length: 1000\r\n\r\n");
    size_t said = 0;
    for (; !door.pipe.is_closed && said < 1000; said++) {
        door_say(&door, "x");
        door_pass(&door, 1000);
    }
    CHECK_INT(said, LS_NET_BODY_DEADLINE_MS / 1000);
    door_check_alive(&door);
}

TEST(an_idle_connection_is_closed_in_good_order)
{
    for (int is_h2 = 0; is_h2 < 2; is_h2++) {
        struct door door LS_AUTO(door_release);
        door_init(&door, 0);
        if (is_h2) {
            door_open_h2(&door, (struct ls_slice){0});
            door_ask(&door, 1, "/echo", false);
        } else {
            door_say(&door, "GET /echo HTTP/1.1\r\n" H "\r\n");
        }
        door_pass(&door, LS_NET_IDLE_CLOSE_MS - 1000);
        CHECK(!door.pipe.is_write_closed);
        CHECK_INT(door.bench.executed, 1);
        door_pass(&door, 2000);
        if (is_h2) { /* the round trip that makes the last GOAWAY final */
            CHECK_INT(door_frames(&door, FRAME_GOAWAY), 1);
            door_frame(&door, FRAME_PING, FLAG_ACK, 0, LS_SLICE("lockstep"));
            CHECK(door_frames(&door, FRAME_GOAWAY) >= 2);
        }
        CHECK(door.pipe.is_write_closed);
        pipe_end(&door.pipe);
        door_settle(&door);
        door_check_alive(&door);
    }
}

TEST(a_watch_may_be_silent_for_ever)
{
    for (int is_h2 = 0; is_h2 < 2; is_h2++) {
        struct door door LS_AUTO(door_release);
        door_init(&door, 0);
        if (is_h2) {
            door_open_h2(&door, (struct ls_slice){0});
            door_ask(&door, 1, "/open", false);
        } else {
            door_say(&door, "GET /open HTTP/1.1\r\n" H "\r\n");
        }
        door_pass(&door, 3600 * 1000);
        CHECK(!door.pipe.is_closed);
        CHECK_INT(door.bench.open_count, 1);
        ls_exchange_write(door.bench.open[0], LS_SLICE("event"));
        door_settle(&door);
        CHECK_INT(memcmp(door.pipe.sent.at + door.pipe.sent.len - (is_h2 ? 5 : 7), "event", 5), 0);
        ls_exchange_end(bench_let_go(&door.bench, 0));
        door_settle(&door);
    }
}

TEST(a_reader_that_takes_nothing_is_cut_off)
{
    struct door door LS_AUTO(door_release);
    door_init(&door, 0);
    door.pipe.write_budget = 100;
    door_say(&door, "GET /bytes/1000000 HTTP/1.1\r\n" H "\r\n");
    door_pass(&door, LS_NET_WRITE_STALL_MS - 1000);
    CHECK(!door.pipe.is_closed);
    pipe_let_write(&door.pipe, 100); /* a sip now and then keeps it alive */
    door_pass(&door, LS_NET_WRITE_STALL_MS - 1000);
    CHECK(!door.pipe.is_closed);
    door_pass(&door, 2000);
    CHECK(door.pipe.is_closed);
    door_check_alive(&door);
}

TEST(a_watcher_that_reads_too_slowly_is_cut_off_and_the_service_notified)
{
    for (int is_h2 = 0; is_h2 < 2; is_h2++) {
        struct door door LS_AUTO(door_release);
        door_init(&door, 100000);
        if (is_h2) {
            door_open_h2(&door, (struct ls_slice){0});
            door_ask(&door, 1, "/open", false);
        } else {
            door_say(&door, "GET /open HTTP/1.1\r\n" H "\r\n");
        }
        door_settle(&door);
        door.pipe.write_budget = 0;
        char event[1000] = {0};
        size_t written = 0;
        while (door.bench.gone == 0 && written < 1000000) {
            written += sizeof event;
            ls_exchange_write(door.bench.open[0], (struct ls_slice){event, sizeof event});
            door_settle(&door);
            if (is_h2 && door.bench.gone == 0 && written > 300000)
                pipe_let_write(&door.pipe, 1); /* the reset goes behind what waits */
        }
        if (is_h2)
            pipe_let_write(&door.pipe, 1000000);
        door_settle(&door);
        CHECK_INT(door.bench.gone, 1);
        CHECK(written < 1000000 || is_h2);
        CHECK_INT(door.bench.open_count, 0);
    }
}

TEST(a_watcher_that_catches_up_makes_room)
{
    struct door door LS_AUTO(door_release);
    door_init(&door, 1000000);
    door_say(&door, "GET /open HTTP/1.1\r\n" H "\r\n");
    door.pipe.write_budget = 0;
    char block[100000] = {0};
    for (int i = 0; i < 5; i++)
        ls_exchange_write(door.bench.open[0], (struct ls_slice){block, sizeof block});
    door_settle(&door);
    CHECK_INT(door.bench.drained, 0);
    pipe_let_write(&door.pipe, 100000);
    door_settle(&door);
    CHECK_INT(door.bench.drained, 0);
    pipe_let_write(&door.pipe, 200000);
    door_settle(&door);
    CHECK_INT(door.bench.drained, 1);
    ls_exchange_end(bench_let_go(&door.bench, 0));
}

TEST(a_client_that_leaves_during_a_watch_is_noticed)
{
    for (int way = 0; way < 2; way++) {
        struct door door LS_AUTO(door_release);
        door_init(&door, 0);
        door_say(&door, "GET /open HTTP/1.1\r\n" H "\r\n");
        if (way == 0)
            pipe_end(&door.pipe);
        else
            pipe_break(&door.pipe);
        door_settle(&door);
        CHECK_INT(door.bench.gone, 1);
        door_check_alive(&door);
    }
}

static void serve_unsound(void *self, struct ls_exchange *exchange)
{
    (void)self;
    struct ls_header headers[] = {
        {LS_SLICE("x-first"), LS_SLICE("sound")},
        {LS_SLICE("warning"), LS_SLICE("299 - \"evil\r\nset-cookie: a=b\"")},
        {LS_SLICE("x bad"), LS_SLICE("name")},
        {LS_SLICE("transfer-encoding"), LS_SLICE("gzip")},
        {LS_SLICE("x-last"), LS_SLICE("sound too")},
    };
    ls_exchange_head(exchange, 200, headers, LS_COUNT(headers));
    ls_exchange_end(exchange);
}

TEST(a_header_cannot_break_out_of_its_line)
{
    struct door door LS_AUTO(door_release);
    door_init(&door, 0);
    door.server->service.serve = serve_unsound;
    door_say(&door, "GET / HTTP/1.1\r\n" H "\r\n");
    CHECK_STR(door_heard(&door), "HTTP/1.1 200 OK\r\nx-first: sound\r\nx-last: sound too\r\n"
                                 "transfer-encoding: chunked\r\n\r\n0\r\n\r\n");
}

TEST(connect_is_refused)
{
    struct door door LS_AUTO(door_release);
    door_init(&door, 0);
    door_open_h2(&door, (struct ls_slice){0});
    /* HPACK: ":method: CONNECT" and ":authority: a", as literals. */
    door_frame(&door, FRAME_HEADERS, FLAG_END_HEADERS | FLAG_END_STREAM, 1,
               LS_SLICE("\x02\x07"
                        "CONNECT\x01\x01"
                        "a"));
    door_ask(&door, 3, "/echo", false);
    door_settle(&door);
    CHECK_INT(door.bench.executed, 1);
    CHECK_INT(door_frames(&door, FRAME_HEADERS), 2);
}

TEST(connections_past_the_limit_are_closed_and_the_others_served)
{
    struct door door LS_AUTO(door_release);
    door_init(&door, 0);
    static struct pipe crowd[LS_NET_SERVER_CONNECTIONS_MAX];
    for (size_t i = 0; i < LS_COUNT(crowd); i++)
        ls_server_admit(door.server, pipe_init(&crowd[i], door.world->loop));
    CHECK(crowd[LS_COUNT(crowd) - 1].is_closed); /* the door's own pipe was the first */
    CHECK(!crowd[LS_COUNT(crowd) - 2].is_closed);
    door_say(&door, "GET /echo HTTP/1.1\r\n" H "\r\n");
    CHECK_HAS(door_heard(&door), "HTTP/1.1 200 OK\r\n");
    pipe_end(&crowd[0]);
    door_settle(&door);
    pipe_release(&crowd[LS_COUNT(crowd) - 1]);
    ls_server_admit(door.server, pipe_init(&crowd[LS_COUNT(crowd) - 1], door.world->loop));
    CHECK(!crowd[LS_COUNT(crowd) - 1].is_closed); /* there was room again */
    ls_server_free(door.server);
    door.server = NULL;
    for (size_t i = 0; i < LS_COUNT(crowd); i++)
        pipe_release(&crowd[i]);
}

/*
 * Flaws a peer may have that pass HTTP/2's own checks, and how they are reported: a reply without a
 * sane status, requests without a path, padding without data, violations named as such.
 */
#include <string.h>

#include "check.h"
#include "net/limits.h"
#include "net/socket_wire.h"
#include "support_door.h"
#include "support_frames.h"
#include "support_net.h"

/* A peer that answers each request with the bytes of one reply head, then data. */
struct scene {
    struct ls_world *world;
    struct peer peer;
    struct ls_socket_wire *sockets;
    struct catcher catcher;
    struct ls_slice head;
    enum frame_type type;
};

static void answer_as_set(struct peer_conn *conn, const struct frame *frame)
{
    const struct scene *scene = conn->peer->self;
    if (!(frame->flags & FLAG_END_STREAM) || frame->type == FRAME_SETTINGS)
        return;
    peer_send(conn, scene->type, FLAG_END_HEADERS, frame->stream_id, scene->head);
    peer_send(conn, FRAME_DATA, FLAG_END_STREAM, frame->stream_id, LS_SLICE("data"));
}

static void scene_post(struct scene *scene, enum frame_type type, struct ls_slice head)
{
    *scene = (struct scene){.world = ls_world_new(), .head = head, .type = type};
    peer_start(&scene->peer, scene->world->loop, answer_as_set, scene);
    struct ls_endpoint endpoint = {.host = "127.0.0.1", .port = scene->peer.port};
    scene->sockets = ls_socket_wire_new(scene->world, &endpoint,
                                        &(struct ls_socket_options){.is_h2_plain = true});
    catcher_init(&scene->catcher);
    catcher_send(&scene->catcher, ls_socket_wire_interface(scene->sockets), "/x",
                 LS_SLICE("some body"));
    catcher_wait(&scene->catcher, scene->world);
}

static void scene_release(struct scene *scene)
{
    ls_socket_wire_free(scene->sockets);
    peer_stop(&scene->peer);
    ls_world_free(scene->world);
    catcher_release(&scene->catcher);
}

/* ":status" literal, by the name's place in the static table. */
#define STATUS(digits) LS_SLICE("\x08\x03" digits)

TEST(a_status_outside_100_to_599_is_no_answer)
{
    const struct ls_slice heads[] = {STATUS("000"), STATUS("020"), STATUS("099"), STATUS("600"),
                                     STATUS("999")};
    for (size_t i = 0; i < LS_COUNT(heads); i++) {
        struct scene scene LS_AUTO(scene_release);
        scene_post(&scene, FRAME_HEADERS, heads[i]);
        CHECK_INT(scene.catcher.status, 0);
        CHECK_INT(scene.catcher.body_bytes, 0);
        CHECK_INT(scene.catcher.outcome.code, LS_E_PROTOCOL);
        CHECK_INT(scene.catcher.outcome.delivery, LS_DELIVERY_UNKNOWN);
        CHECK(strstr(scene.catcher.err.text, "status"));
    }
}

/* Whoever hears "answered" may rely on the status, and none was handed on. */
TEST(a_head_past_the_limits_leaves_the_result_unknown)
{
    struct ls_buf head LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&head, "\x88");
    for (int i = 0; i <= LS_NET_HEADER_COUNT_MAX; i++)
        ls_buf_add(&head, "\0\1x\1y", 5);
    struct scene scene LS_AUTO(scene_release);
    scene_post(&scene, FRAME_HEADERS, ls_buf_slice(&head));
    CHECK_INT(scene.catcher.outcome.code, LS_E_TOO_BIG);
    CHECK_INT(scene.catcher.outcome.delivery, LS_DELIVERY_UNKNOWN);
}

TEST(a_server_that_breaks_the_protocol_is_named_as_such)
{
    static const struct {
        enum frame_type type;
        struct ls_slice payload;
        const char *says;
    } rows[] = {
        {FRAME_HEADERS,
         {"\x08\x03"
          "abc",
          5},
         ":status"},                                        /* on the stream */
        {FRAME_HEADERS, {"\0\1x\1y", 5}, "HTTP/2"},         /* no status at all */
        {FRAME_DATA, {"no head", 7}, "HTTP/2"},             /* on the connection */
        {FRAME_HEADERS, {"\xFF\xFF\xFF\xFF", 4}, "HTTP/2"}, /* broken HPACK */
        {FRAME_RST_STREAM, {"x", 1}, "HTTP/2"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct scene scene LS_AUTO(scene_release);
        scene_post(&scene, rows[i].type, rows[i].payload);
        CHECK_INT(scene.catcher.outcome.code, LS_E_PROTOCOL);
        CHECK_INT(scene.catcher.outcome.delivery, LS_DELIVERY_UNKNOWN);
        if (!strstr(scene.catcher.err.text, rows[i].says))
            print_message("    row %zu says: %s\n", i, scene.catcher.err.text);
        CHECK(strstr(scene.catcher.err.text, rows[i].says));
        CHECK(!strstr(scene.catcher.err.text, "server reset"));
    }
}

/* ---- our server ---- */

static void door_leave(struct door *door)
{
    pipe_end(&door->pipe);
    door_settle(door);
}

TEST(a_request_with_too_large_a_head_gets_a_reason_over_http2)
{
    struct door door LS_AUTO(door_release);
    door_init(&door, 0);
    door_open_h2(&door, (struct ls_slice){0});
    struct ls_buf head LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&head, "\x82\x86\x84\x01\x01"
                           "a");
    for (int i = 0; i <= LS_NET_HEADER_COUNT_MAX; i++)
        ls_buf_add(&head, "\0\1x\1y", 5);
    door_frame(&door, FRAME_HEADERS, FLAG_END_HEADERS, 1, ls_buf_slice(&head));
    CHECK_INT(door_frames(&door, FRAME_HEADERS), 1);
    CHECK(memmem(door.pipe.sent.at, door.pipe.sent.len, "431", 3));
    CHECK_INT(door_frames(&door, FRAME_RST_STREAM), 1); /* the rest is not wanted */
    CHECK_INT(door.bench.executed, 0);
    door_leave(&door);
    door_check_alive(&door);
}

TEST(a_request_without_a_proper_path_never_reaches_the_service)
{
    static const struct ls_slice heads[] = {
        {"\x02\x07"
         "CONNECT"
         "\x01\x03"
         "a:1",
         14}, /* it has no path at all */
        {"\x82\x86\x04\x03"
         "/\xC3\xA4"
         "\x01\x01"
         "a",
         10}, /* not percent-encoded */
    };
    for (size_t i = 0; i < LS_COUNT(heads); i++) {
        struct door door LS_AUTO(door_release);
        door_init(&door, 0);
        door_open_h2(&door, (struct ls_slice){0});
        door_frame(&door, FRAME_HEADERS, FLAG_END_HEADERS | FLAG_END_STREAM, 1, heads[i]);
        CHECK_INT(door_frames(&door, FRAME_HEADERS), 1); /* the refusal */
        CHECK_INT(door_frames(&door, FRAME_RST_STREAM), 0);
        CHECK_INT(door.bench.executed, 0);
        door_leave(&door);
        door_check_alive(&door);
    }
}

TEST(data_that_is_nothing_but_padding_is_cut_off)
{
    enum { FLAG_PADDED = 8 };
    static const char padding[256] = {(char)255};
    struct door door LS_AUTO(door_release);
    door_init(&door, 0);
    door_open_h2(&door, (struct ls_slice){0});
    door_ask(&door, 1, "/echo", true);
    for (int i = 0; i < LS_NET_IDLE_FRAMES_MAX + 10 && !door.pipe.is_write_closed; i++) {
        door_frame(&door, FRAME_DATA, FLAG_PADDED, 1, (struct ls_slice){padding, sizeof padding});
        door_settle(&door);
        ls_buf_clear(&door.pipe.sent);
    }
    CHECK(door.pipe.is_write_closed);
    CHECK_INT(door.bench.executed, 0);
    door_leave(&door);
    door_check_alive(&door);
}

TEST(a_chunk_line_with_a_control_character_is_refused)
{
    static const char head[] =
        "POST /echo HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n";
    struct door door LS_AUTO(door_release);
    door_init(&door, 0);
    door_say(&door, head);
    door_say_bytes(&door, LS_SLICE("3;a\0b\r\nabc\r\n0\r\n\r\n"));
    CHECK_HAS(door_heard(&door), "HTTP/1.1 400 ");
    CHECK_INT(door.bench.executed, 0);
    door_leave(&door);
    door_check_alive(&door);
}

/* ---- A client that asks for large answers and reads none of them ---- */

enum { ANSWER_BYTES = 4 << 20, ANSWERS_HELD = LS_NET_CONNECTION_BACKLOG_BYTES_MAX / ANSWER_BYTES };

static void door_open_greedy(struct door *door)
{
    door_init(door, 0);
    door_open_h2(door, LS_SLICE("\0\4\0\0\0\0")); /* INITIAL_WINDOW_SIZE: 0 */
    for (uint32_t i = 0; i < 2 * ANSWERS_HELD; i++)
        door_ask(door, 2 * i + 1, "/bytes/4194304", false);
    door_settle(door);
}

TEST(requests_wait_while_the_answers_before_them_do)
{
    struct door door LS_AUTO(door_release);
    door_open_greedy(&door);
    CHECK_INT(door.bench.executed, ANSWERS_HELD + 1);
    /* Given up by the client: one that waits, and one that is answered. */
    static const char cancel[] = {0, 0, 0, H2_CANCEL};
    door_frame(&door, FRAME_RST_STREAM, 0, 4 * ANSWERS_HELD - 1, (struct ls_slice){cancel, 4});
    door_settle(&door);
    CHECK_INT(door.bench.executed, ANSWERS_HELD + 1);
    door_frame(&door, FRAME_RST_STREAM, 0, 1, (struct ls_slice){cancel, 4});
    door_settle(&door);
    CHECK_INT(door.bench.executed, ANSWERS_HELD + 2);
    /* Taken: windows open, and all that still waits is served in the end. */
    door_frame(&door, FRAME_WINDOW_UPDATE, 0, 0, LS_SLICE("\x7F\0\0\0"));
    door_frame(&door, FRAME_SETTINGS, 0, 0, LS_SLICE("\0\4\x7F\0\0\0"));
    door_settle(&door);
    CHECK_INT(door.bench.executed, 2 * ANSWERS_HELD - 1);
    CHECK_INT(door_frames(&door, FRAME_RST_STREAM), 0);
    door_leave(&door);
    door_check_alive(&door);
}

TEST(requests_that_wait_go_with_their_client)
{
    struct door door LS_AUTO(door_release);
    door_open_greedy(&door);
    door_leave(&door);
    CHECK_INT(door.bench.executed, ANSWERS_HELD + 1);
    door_check_alive(&door);
}

/*
 * Our client against a server that is driven frame by frame: GOAWAY and RST_STREAM at every frame,
 * answers that are wrong, late or missing. Each request ends once, with the delivery that is true.
 */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "net/limits.h"
#include "net/socket_wire.h"
#include "support_frames.h"
#include "support_net.h"

enum { CALLS = 4 };

/* A world with a peer, a client of it, and some calls. */
struct scene {
    struct ls_world *world;
    struct peer peer;
    struct ls_socket_wire *sockets;
    struct ls_wire *wire;
    struct catcher catchers[CALLS];
    size_t done;
    size_t executed; /* requests the peer took in whole and acted on */
    /* What the peer is to do. */
    size_t at_frame; /* of the first connection */
    bool has_acted;
    uint32_t last_stream; /* of a GOAWAY */
    int form;
};

static void scene_init(struct scene *scene,
                       void (*on_frame)(struct peer_conn *, const struct frame *),
                       const struct ls_socket_options *options)
{
    *scene = (struct scene){.world = ls_world_new()};
    peer_start(&scene->peer, scene->world->loop, on_frame, scene);
    struct ls_socket_options with_h2 = options ? *options : (struct ls_socket_options){0};
    with_h2.is_h2_plain = true;
    struct ls_endpoint endpoint = {.host = "127.0.0.1", .port = scene->peer.port};
    scene->sockets = ls_socket_wire_new(scene->world, &endpoint, &with_h2);
    scene->wire = ls_socket_wire_interface(scene->sockets);
    for (size_t i = 0; i < CALLS; i++) {
        catcher_init(&scene->catchers[i]);
        scene->catchers[i].done_total = &scene->done;
    }
}

static void scene_release(struct scene *scene)
{
    ls_socket_wire_free(scene->sockets);
    peer_stop(&scene->peer);
    ls_world_free(scene->world);
    for (size_t i = 0; i < CALLS; i++)
        catcher_release(&scene->catchers[i]);
}

static void scene_post_all(struct scene *scene)
{
    for (size_t i = 0; i < CALLS; i++)
        catcher_send(&scene->catchers[i], scene->wire, "/x", LS_SLICE("some body"));
    world_run_until(scene->world, &scene->done, CALLS);
}

static void scene_post_one(struct scene *scene)
{
    catcher_send(&scene->catchers[0], scene->wire, "/x", LS_SLICE("some body"));
    catcher_wait(&scene->catchers[0], scene->world);
}

static size_t scene_count(const struct scene *scene, enum ls_delivery delivery)
{
    size_t count = 0;
    for (size_t i = 0; i < CALLS; i++)
        count += scene->catchers[i].outcome.delivery == delivery;
    return count;
}

static bool is_request_end(const struct frame *frame)
{
    return (frame->type == FRAME_DATA || frame->type == FRAME_HEADERS) &&
           (frame->flags & FLAG_END_STREAM);
}

static void execute(struct peer_conn *conn, const struct frame *frame)
{
    struct scene *scene = conn->peer->self;
    if (!is_request_end(frame))
        return;
    scene->executed++;
    peer_answer(conn, frame->stream_id, LS_SLICE("done"));
}

static bool is_the_frame(struct peer_conn *conn)
{
    struct scene *scene = conn->peer->self;
    return conn->number == 1 && !scene->has_acted && conn->frame_count >= scene->at_frame;
}

/* GOAWAY at the n-th frame; streams up to the last one are still served, and only those. */
static void goaway_and_serve(struct peer_conn *conn, const struct frame *frame)
{
    struct scene *scene = conn->peer->self;
    if (is_the_frame(conn)) {
        scene->has_acted = true;
        scene->last_stream = conn->last_stream;
        peer_goaway(conn, conn->last_stream, H2_NO_ERROR);
    }
    if (conn->number == 1 && scene->has_acted && frame->stream_id > scene->last_stream)
        return;
    execute(conn, frame);
}

TEST(goaway_at_every_frame_loses_and_repeats_nothing)
{
    bool has_acted = true;
    size_t at_frame = 1;
    for (; has_acted; at_frame++) {
        struct scene scene LS_AUTO(scene_release);
        scene_init(&scene, goaway_and_serve, NULL);
        scene.at_frame = at_frame;
        scene_post_all(&scene);
        CHECK_INT(scene_count(&scene, LS_DELIVERY_ANSWERED), CALLS);
        CHECK_INT(scene.executed, CALLS);
        has_acted = scene.has_acted;
    }
    CHECK(at_frame > CALLS * 2);
}

/* GOAWAY at the n-th frame, then the connection is closed over whatever was under way. */
static void goaway_and_close(struct peer_conn *conn, const struct frame *frame)
{
    struct scene *scene = conn->peer->self;
    if (is_the_frame(conn)) {
        scene->has_acted = true;
        if (scene->form == 0)
            execute(conn, frame);
        peer_goaway(conn, scene->form == 2 ? 0 : conn->last_stream, H2_NO_ERROR);
        peer_close(conn);
        return;
    }
    execute(conn, frame);
}

TEST(goaway_and_close_at_every_frame_tells_the_truth)
{
    for (int form = 0; form < 3; form++) {
        bool has_acted = true;
        for (size_t at_frame = 1; has_acted; at_frame++) {
            struct scene scene LS_AUTO(scene_release);
            scene_init(&scene, goaway_and_close, NULL);
            scene.at_frame = at_frame;
            scene.form = form;
            scene_post_all(&scene);
            size_t answered = scene_count(&scene, LS_DELIVERY_ANSWERED);
            size_t unknown = scene_count(&scene, LS_DELIVERY_UNKNOWN);
            CHECK_INT(answered + unknown, CALLS);
            /* The third form lies: it says that nothing was processed though it may have been. */
            CHECK(scene.executed >= answered);
            if (form < 2)
                CHECK(scene.executed <= CALLS);
            has_acted = scene.has_acted;
        }
    }
}

static void reset_at_frame(struct peer_conn *conn, const struct frame *frame)
{
    struct scene *scene = conn->peer->self;
    static const uint32_t codes[] = {H2_REFUSED_STREAM, H2_INTERNAL_ERROR, H2_CANCEL, H2_NO_ERROR};
    if (is_the_frame(conn) && frame->stream_id > 0) {
        scene->has_acted = true;
        scene->last_stream = frame->stream_id;
        peer_reset(conn, frame->stream_id, codes[scene->form]);
    }
    if (scene->has_acted && conn->number == 1 && frame->stream_id == scene->last_stream)
        return;
    execute(conn, frame);
}

TEST(rst_stream_at_every_frame_ends_one_request_only)
{
    for (int form = 0; form < 4; form++) {
        bool has_acted = true;
        for (size_t at_frame = 1; has_acted; at_frame++) {
            struct scene scene LS_AUTO(scene_release);
            scene_init(&scene, reset_at_frame, NULL);
            scene.at_frame = at_frame;
            scene.form = form;
            scene_post_all(&scene);
            has_acted = scene.has_acted;
            bool is_refused = form == 0;
            size_t lost = has_acted && !is_refused ? 1 : 0;
            CHECK_INT(scene_count(&scene, LS_DELIVERY_ANSWERED), CALLS - lost);
            CHECK_INT(scene_count(&scene, LS_DELIVERY_UNKNOWN), lost);
            CHECK_INT(scene.executed, CALLS - lost);
            if (has_acted && is_refused)
                CHECK_INT(ls_socket_wire_counts(scene.sockets).requests_repeated, 1);
        }
    }
}

/* The reset comes after a part of the answer. */
static void reset_in_answer(struct peer_conn *conn, const struct frame *frame)
{
    struct scene *scene = conn->peer->self;
    if (!is_request_end(frame))
        return;
    scene->executed++;
    peer_send(conn, FRAME_HEADERS, FLAG_END_HEADERS, frame->stream_id, LS_SLICE("\x88"));
    if (scene->form > 0)
        peer_send(conn, FRAME_DATA, 0, frame->stream_id, LS_SLICE("half of"));
    peer_reset(conn, frame->stream_id, scene->form == 2 ? H2_REFUSED_STREAM : H2_INTERNAL_ERROR);
}

TEST(a_reset_in_the_middle_of_an_answer_is_an_answer_that_broke_off)
{
    for (int form = 0; form < 3; form++) {
        struct scene scene LS_AUTO(scene_release);
        scene_init(&scene, reset_in_answer, NULL);
        scene.form = form;
        scene_post_one(&scene);
        CHECK_INT(scene.catchers[0].status, 200);
        CHECK_INT(scene.catchers[0].outcome.delivery, LS_DELIVERY_ANSWERED);
        CHECK_INT(scene.catchers[0].outcome.code, LS_E_IO);
        CHECK_HAS(scene.catchers[0].err.text, "the answer broke off");
        CHECK_INT(scene.executed, 1);
    }
}

static void refuse_always(struct peer_conn *conn, const struct frame *frame)
{
    if (frame->type == FRAME_HEADERS)
        peer_reset(conn, frame->stream_id, H2_REFUSED_STREAM);
}

TEST(a_server_that_always_refuses_is_asked_a_bounded_number_of_times)
{
    struct scene scene LS_AUTO(scene_release);
    scene_init(&scene, refuse_always, NULL);
    scene_post_one(&scene);
    CHECK_INT(scene.catchers[0].outcome.delivery, LS_DELIVERY_REFUSED);
    CHECK_INT(scene.catchers[0].outcome.code, LS_E_NOT_SENT);
    CHECK_INT(ls_socket_wire_counts(scene.sockets).requests_repeated, LS_NET_REPEATS_MAX);
}

/* The server's notice that it will go: nothing new on that connection, all old ones answered. */
static void notice_then_serve(struct peer_conn *conn, const struct frame *frame)
{
    struct scene *scene = conn->peer->self;
    if (conn->number == 1 && !scene->has_acted) {
        scene->has_acted = true;
        peer_goaway(conn, 0x7FFFFFFF, H2_NO_ERROR);
    }
    execute(conn, frame);
}

TEST(after_a_shutdown_notice_new_requests_use_a_new_connection)
{
    struct scene scene LS_AUTO(scene_release);
    scene_init(&scene, notice_then_serve, NULL);
    scene_post_one(&scene);
    CHECK_INT(scene.catchers[0].outcome.code, LS_OK);
    catcher_release(&scene.catchers[0]);
    catcher_init(&scene.catchers[0]);
    scene_post_one(&scene);
    CHECK_INT(scene.catchers[0].outcome.code, LS_OK);
    CHECK_INT(scene.peer.conn_count, 2);
    CHECK_INT(scene.executed, 2);
}

/* Silence. */
static void fall_silent(struct peer_conn *conn, const struct frame *frame)
{
    (void)frame;
    conn->is_deaf = true;
}

TEST(a_connection_that_fell_silent_is_found_dead_by_ping)
{
    struct scene scene LS_AUTO(scene_release);
    scene_init(&scene, fall_silent,
               &(struct ls_socket_options){.ping_after_ms = 20, .ping_deadline_ms = 20});
    scene_post_one(&scene);
    CHECK_INT(scene.catchers[0].outcome.delivery, LS_DELIVERY_UNKNOWN);
    CHECK_INT(scene.catchers[0].outcome.code, LS_E_UNKNOWN_RESULT);
    CHECK_HAS(scene.catchers[0].err.text, "a PING after");
}

static void serve_but_not_first(struct peer_conn *conn, const struct frame *frame)
{
    (void)conn;
    (void)frame; /* PING is answered, the request is not */
}

TEST(a_slow_answer_on_a_living_connection_is_waited_for)
{
    struct scene scene LS_AUTO(scene_release);
    scene_init(&scene, serve_but_not_first,
               &(struct ls_socket_options){.ping_after_ms = 5, .ping_deadline_ms = 5000});
    struct ls_request request = {
        .method = "POST", .target = LS_SLICE("/x"), .total_deadline_ms = 100};
    scene.wire->send(scene.wire->self, &request, &scene.catchers[0].sink);
    catcher_wait(&scene.catchers[0], scene.world);
    CHECK_INT(scene.catchers[0].outcome.code, LS_E_TIMEOUT); /* its own deadline, not the PING's */
}

/* Nonsense from the server. */
static void talk_nonsense(struct peer_conn *conn, const struct frame *frame)
{
    static const struct {
        enum frame_type type;
        unsigned flags;
        uint32_t stream_id; /* 9: the request's */
        const char *payload;
        size_t len;
    } rows[] = {
        {FRAME_DATA, 0, 9, "no head", 7},                  /* DATA before HEADERS */
        {FRAME_HEADERS, 4, 9, "\xFF\xFF\xFF\xFF", 4},      /* broken HPACK */
        {FRAME_HEADERS, 4, 0, "\x88", 1},                  /* HEADERS on stream 0 */
        {FRAME_HEADERS, 4, 8, "\x88", 1},                  /* on a stream nobody opened */
        {FRAME_HEADERS, 5, 9, "\x82", 1},                  /* ":method" in a reply */
        {FRAME_SETTINGS, 0, 0, "\0\4\xFF\xFF\xFF\xFF", 6}, /* window past 2^31 */
        {FRAME_SETTINGS, 0, 0, "odd", 3},
        {FRAME_WINDOW_UPDATE, 0, 0, "\0\0\0\0", 4},         /* of nothing */
        {FRAME_WINDOW_UPDATE, 0, 0, "\x7F\xFF\xFF\xFF", 4}, /* past 2^31 */
        {FRAME_PING, 0, 0, "short", 5},
        {FRAME_GOAWAY, 0, 0, "x", 1},
        {FRAME_RST_STREAM, 0, 9, "x", 1},
        {FRAME_CONTINUATION, 4, 9, "\x88", 1},
        {5, 4, 9, "\0\0\0\2\x82", 5},     /* PUSH_PROMISE, which we forbade */
        {FRAME_HEADERS, 0, 9, "\x88", 1}, /* never ends: followed by something else */
    };
    struct scene *scene = conn->peer->self;
    if (!is_request_end(frame) || scene->has_acted)
        return;
    scene->has_acted = true;
    size_t row = scene->at_frame;
    if (row >= LS_COUNT(rows)) {
        scene->form = -1; /* that was all */
        peer_answer(conn, frame->stream_id, LS_SLICE("sense"));
        return;
    }
    peer_send(conn, rows[row].type, rows[row].flags,
              rows[row].stream_id == 9 ? frame->stream_id : rows[row].stream_id,
              (struct ls_slice){rows[row].payload, rows[row].len});
    peer_send(conn, FRAME_DATA, 0, frame->stream_id, LS_SLICE("after it"));
}

TEST(nonsense_from_the_server_ends_in_an_error_not_in_silence)
{
    bool has_more = true;
    for (size_t row = 0; has_more; row++) {
        struct scene scene LS_AUTO(scene_release);
        scene_init(&scene, talk_nonsense, NULL);
        scene.at_frame = row;
        scene_post_one(&scene);
        has_more = scene.form == 0;
        if (!has_more) {
            CHECK_INT(scene.catchers[0].outcome.code, LS_OK);
            break;
        }
        if (scene.catchers[0].outcome.code == LS_OK)
            print_message("    row %zu passed for sense\n", row);
        CHECK(scene.catchers[0].outcome.code != LS_OK);
        CHECK(scene.catchers[0].outcome.delivery == LS_DELIVERY_UNKNOWN ||
              scene.catchers[0].outcome.delivery == LS_DELIVERY_ANSWERED);
        CHECK_INT(scene.catchers[0].outcome.code, LS_E_PROTOCOL);
        CHECK_HAS(scene.catchers[0].err.text, " HTTP/2: ");
    }
}

/* Heads past the limits. */
static void flood_with_heads(struct peer_conn *conn, const struct frame *frame)
{
    struct scene *scene = conn->peer->self;
    if (!is_request_end(frame))
        return;
    if (scene->form == 0) { /* interim answers without end: ":status: 100", literal */
        for (int i = 0; i < LS_NET_INTERIM_HEADS_MAX + 5; i++)
            peer_send(conn, FRAME_HEADERS, FLAG_END_HEADERS, frame->stream_id,
                      LS_SLICE("\x08\x03"
                               "100"));
        return;
    }
    /* A head of many fields: "x: y" literal, without indexing. */
    struct ls_buf head LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&head, "\x88");
    for (int i = 0; i <= LS_NET_HEADER_COUNT_MAX; i++)
        ls_buf_add(&head, "\0\1x\1y", 5);
    peer_send(conn, FRAME_HEADERS, FLAG_END_HEADERS, frame->stream_id, ls_buf_slice(&head));
}

TEST(heads_past_the_limits_end_the_request)
{
    for (int form = 0; form < 2; form++) {
        struct scene scene LS_AUTO(scene_release);
        scene_init(&scene, flood_with_heads, NULL);
        scene.form = form;
        scene_post_one(&scene);
        CHECK_INT(scene.catchers[0].outcome.code, LS_E_TOO_BIG);
        CHECK_INT(scene.catchers[0].status, 0);
    }
}

/* Early answers: the server does not wait for the body. */
static void answer_at_the_head(struct peer_conn *conn, const struct frame *frame)
{
    if (frame->type != FRAME_HEADERS)
        return;
    peer_answer(conn, frame->stream_id, LS_SLICE("enough"));
}

TEST(an_early_answer_ends_a_request_that_is_still_being_sent)
{
    struct scene scene LS_AUTO(scene_release);
    scene_init(&scene, answer_at_the_head, NULL);
    static char body[1 << 20]; /* more than the peer's window, which it never opens */
    catcher_send(&scene.catchers[0], scene.wire, "/x", (struct ls_slice){body, sizeof body});
    catcher_wait(&scene.catchers[0], scene.world);
    CHECK_INT(scene.catchers[0].outcome.code, LS_OK);
    CHECK_STR(ls_buf_text(&scene.catchers[0].body), "enough");
    while (ls_socket_wire_counts(scene.sockets).streams_open > 0)
        ls_loop_step(scene.world->loop, 1000);
}

#include "support_door.h"

#include <string.h>

#include "check.h"

void door_init(struct door *door, size_t backlog_bytes_max)
{
    door->world = ls_world_new_virtual(1, 0);
    bench_init(&door->bench);
    struct ls_server_spec spec = {.service = door->bench.service,
                                  .backlog_bytes_max = backlog_bytes_max};
    door->server = ls_server_new(door->world, &spec);
    ls_server_admit(door->server, pipe_init(&door->pipe, door->world->loop));
}

void door_release(struct door *door)
{
    ls_server_free(door->server);
    pipe_release(&door->pipe);
    ls_world_free(door->world);
}

void door_settle(struct door *door)
{
    uint64_t calls;
    do {
        calls = ls_loop_counts(door->world->loop).calls;
        ls_loop_step(door->world->loop, 0);
    } while (ls_loop_counts(door->world->loop).calls != calls);
}

void door_pass(struct door *door, int64_t ms)
{
    int64_t until_ms = ls_clock_mono_ms(door->world->clock) + ms;
    door_settle(door);
    for (int64_t now_ms; (now_ms = ls_clock_mono_ms(door->world->clock)) < until_ms;) {
        if (!ls_loop_step(door->world->loop, until_ms - now_ms))
            break;
        door_settle(door);
    }
}

void door_say_bytes(struct door *door, struct ls_slice bytes)
{
    pipe_push(&door->pipe, bytes);
    door_settle(door);
}

void door_say(struct door *door, const char *text)
{
    door_say_bytes(door, ls_slice_of(text));
}

const char *door_heard(struct door *door)
{
    door_settle(door);
    return ls_buf_text(&door->pipe.sent);
}

void door_reopen(struct door *door)
{
    CHECK(door->pipe.is_closed);
    pipe_release(&door->pipe);
    ls_server_admit(door->server, pipe_init(&door->pipe, door->world->loop));
}

void door_check_alive(struct door *door)
{
    door_reopen(door);
    door_say(door, "GET /echo HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n");
    CHECK_HAS(door_heard(door), "HTTP/1.1 200 OK\r\n");
    pipe_end(&door->pipe);
    door_settle(door);
    CHECK(door->pipe.is_closed);
}

void door_frame(struct door *door, enum frame_type type, unsigned flags, uint32_t stream_id,
                struct ls_slice payload)
{
    struct ls_buf bytes LS_AUTO(ls_buf_release) = {0};
    frame_add(&bytes, type, flags, stream_id, payload);
    pipe_push(&door->pipe, ls_buf_slice(&bytes));
}

void door_open_h2(struct door *door, struct ls_slice settings)
{
    pipe_push(&door->pipe, LS_SLICE("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"));
    door_frame(door, FRAME_SETTINGS, 0, 0, settings);
    door_frame(door, FRAME_SETTINGS, FLAG_ACK, 0, (struct ls_slice){0});
}

void door_ask(struct door *door, uint32_t stream_id, const char *path, bool has_body)
{
    struct ls_buf head LS_AUTO(ls_buf_release) = {0};
    /* HPACK: ":method", ":scheme: http", ":path" as a literal, ":authority: a". */
    ls_buf_add_text(&head, has_body ? "\x83\x86\x04" : "\x82\x86\x04");
    ls_buf_add_char(&head, (char)strlen(path));
    ls_buf_add_text(&head, path);
    ls_buf_add_text(&head, "\x01\x01"
                           "a");
    door_frame(door, FRAME_HEADERS, FLAG_END_HEADERS | (has_body ? 0u : FLAG_END_STREAM), stream_id,
               ls_buf_slice(&head));
}

size_t door_frames(struct door *door, enum frame_type type)
{
    door_settle(door);
    struct ls_slice bytes = ls_buf_slice(&door->pipe.sent);
    struct frame frame;
    size_t count = 0;
    while (frame_cut(&bytes, &frame))
        count += frame.type == type;
    return count;
}

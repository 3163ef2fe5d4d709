/* HTTP/2 clients that mean harm: each is cut off at a named limit, and the server lives on. */
#include <string.h>

#include "check.h"
#include "net/limits.h"
#include "support_door.h"

/* One kind of harm, done again and again until the server has had enough or `times` is reached. */
struct attack {
    const char *name;
    void (*strike)(struct door *door, uint32_t round);
    size_t times;
    size_t executed_max; /* requests the service may have seen by then */
    bool reads_nothing;  /* the attacker leaves our answers in the pipe */
};

static void rapid_reset(struct door *door, uint32_t round)
{
    uint32_t stream_id = round * 2 + 1;
    door_ask(door, stream_id, "/silent", false);
    struct ls_buf code LS_AUTO(ls_buf_release) = {0};
    number32_add(&code, H2_CANCEL);
    door_frame(door, FRAME_RST_STREAM, 0, stream_id, ls_buf_slice(&code));
}

/* The server itself is made to reset the stream, by a frame that is wrong. */
static void made_you_reset(struct door *door, uint32_t round)
{
    uint32_t stream_id = round * 2 + 1;
    door_ask(door, stream_id, "/silent", false);
    door_frame(door, FRAME_WINDOW_UPDATE, 0, stream_id, LS_SLICE("\0\0\0\0"));
}

static void continuations(struct door *door, uint32_t round)
{
    if (round == 0)
        door_frame(door, FRAME_HEADERS, 0, 1, LS_SLICE("\x82\x86\x84"));
    door_frame(door, FRAME_CONTINUATION, 0, 1, LS_SLICE("\0\1x\1y"));
}

static void pings(struct door *door, uint32_t round)
{
    (void)round;
    door_frame(door, FRAME_PING, 0, 0, LS_SLICE("01234567"));
}

static void settings(struct door *door, uint32_t round)
{
    (void)round;
    door_frame(door, FRAME_SETTINGS, 0, 0, (struct ls_slice){0});
}

static void settings_of_many_entries(struct door *door, uint32_t round)
{
    (void)round;
    char entries[6 * (LS_NET_SETTINGS_MAX + 1)] = {0};
    door_frame(door, FRAME_SETTINGS, 0, 0, (struct ls_slice){entries, sizeof entries});
}

static void empty_data(struct door *door, uint32_t round)
{
    if (round == 0)
        door_ask(door, 1, "/echo", true);
    door_frame(door, FRAME_DATA, 0, 1, (struct ls_slice){0});
}

static void window_updates(struct door *door, uint32_t round)
{
    (void)round;
    door_frame(door, FRAME_WINDOW_UPDATE, 0, 0, LS_SLICE("\0\0\0\1"));
}

static void priorities(struct door *door, uint32_t round)
{
    (void)round;
    door_frame(door, FRAME_PRIORITY, 0, 1, LS_SLICE("\0\0\0\0\x10"));
}

static void too_many_streams(struct door *door, uint32_t round)
{
    door_ask(door, round * 2 + 1, "/silent", false);
}

static void streams_backwards(struct door *door, uint32_t round)
{
    door_ask(door, round == 0 ? 1001 : 1, "/echo", false);
}

static void data_past_the_window(struct door *door, uint32_t round)
{
    static char bytes[16384];
    if (round == 0)
        door_ask(door, 1, "/silent", true);
    /* Stream 3 was never opened. */
    door_frame(door, FRAME_DATA, 0, round < 10 ? 1 : 3, (struct ls_slice){bytes, sizeof bytes});
}

static void frame_past_the_size(struct door *door, uint32_t round)
{
    (void)round;
    static char bytes[20000];
    door_frame(door, FRAME_DATA, 0, 1, (struct ls_slice){bytes, sizeof bytes});
}

static const struct attack attacks[] = {
    {"rapid reset", rapid_reset, 2000, LS_NET_RESET_BURST + 1, false},
    {"made you reset", made_you_reset, 2000, LS_NET_RESET_BURST + 1, false},
    {"CONTINUATION without end", continuations, 20, 0, false},
    {"PING without reading", pings, 10000, 0, true},
    {"PING for ever", pings, LS_NET_IDLE_FRAMES_MAX + 10, 0, false},
    {"SETTINGS without reading", settings, 10000, 0, true},
    {"SETTINGS for ever", settings, LS_NET_IDLE_FRAMES_MAX + 10, 0, false},
    {"SETTINGS of many entries", settings_of_many_entries, 1, 0, false},
    {"empty DATA", empty_data, LS_NET_IDLE_FRAMES_MAX + 10, 0, false},
    {"WINDOW_UPDATE for ever", window_updates, LS_NET_IDLE_FRAMES_MAX + 10, 0, false},
    {"PRIORITY for ever", priorities, LS_NET_IDLE_FRAMES_MAX + 10, 0, false},
    {"more streams than allowed", too_many_streams, LS_NET_STREAMS_MAX + 1, LS_NET_STREAMS_MAX,
     false},
    {"stream ids that go back", streams_backwards, LS_NET_IDLE_FRAMES_MAX + 10, 1, false},
    {"DATA nobody asked for", data_past_the_window, 40, 0, false},
    {"a frame past the size", frame_past_the_size, 1, 0, false},
};

TEST(every_flood_is_cut_off)
{
    for (size_t i = 0; i < LS_COUNT(attacks); i++) {
        struct door door LS_AUTO(door_release);
        door_init(&door, 0);
        door_open_h2(&door, (struct ls_slice){0});
        door_settle(&door);
        if (attacks[i].reads_nothing)
            door.pipe.write_budget = 0;
        size_t struck = 0;
        for (; struck < attacks[i].times && !door.pipe.is_closed; struck++) {
            attacks[i].strike(&door, (uint32_t)struck);
            door_settle(&door);
            if (door.pipe.is_write_closed)
                break;
            ls_buf_clear(&door.pipe.sent);
        }
        if (attacks[i].reads_nothing)
            door_pass(&door, LS_NET_WRITE_STALL_MS + 1000);
        if (!door.pipe.is_write_closed && !door.pipe.is_closed)
            print_message("    not cut off: %s\n", attacks[i].name);
        CHECK(door.pipe.is_write_closed || door.pipe.is_closed);
        CHECK(door.bench.executed <= attacks[i].executed_max);
        pipe_end(&door.pipe);
        door_settle(&door);
        CHECK_INT(door.bench.open_count, 0); /* the service knows that they are gone */
        door_check_alive(&door);
    }
}

TEST(resets_at_a_sane_rate_are_fine)
{
    struct door door LS_AUTO(door_release);
    door_init(&door, 0);
    door_open_h2(&door, (struct ls_slice){0});
    for (uint32_t i = 0; i < 2000; i++) {
        rapid_reset(&door, i);
        door_pass(&door, 1000 / LS_NET_RESET_PER_SECOND + 1);
    }
    CHECK(!door.pipe.is_write_closed && !door.pipe.is_closed);
    CHECK_INT(door.bench.executed, 2000);
    CHECK_INT(door.bench.gone, 2000);
}

/* A table entry of 4,000 bytes, then a head that names it a thousand times: four megabytes. */
TEST(a_header_bomb_is_refused)
{
    struct door door LS_AUTO(door_release);
    door_init(&door, 0);
    door_open_h2(&door, (struct ls_slice){0});
    struct ls_buf head LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&head, "\x82\x86\x84\x01\x01"
                           "a\x40\x01x\x7F\xA1\x1E"); /* "x", then a value of 127 + 3873 bytes */
    for (int i = 0; i < 4000; i++)
        ls_buf_add_char(&head, 'v');
    for (int i = 0; i < 1000; i++)
        ls_buf_add_char(&head, '\xBE'); /* the newest entry of the dynamic table */
    door_frame(&door, FRAME_HEADERS, FLAG_END_HEADERS | FLAG_END_STREAM, 1, ls_buf_slice(&head));
    door_settle(&door);
    CHECK_INT(door.bench.executed, 0);
    CHECK_INT(door_frames(&door, FRAME_HEADERS), 1); /* 431 */
    /* The connection itself is still good. */
    door_ask(&door, 3, "/echo", false);
    door_settle(&door);
    CHECK_INT(door.bench.executed, 1);
}

TEST(a_head_that_never_ends_is_cut_off)
{
    struct door door LS_AUTO(door_release);
    door_init(&door, 0);
    door_open_h2(&door, (struct ls_slice){0});
    door_frame(&door, FRAME_HEADERS, 0, 1, LS_SLICE("\x82\x86\x84"));
    door_pass(&door, LS_NET_HEAD_DEADLINE_MS - 1000);
    CHECK(!door.pipe.is_closed);
    door_pass(&door, 2000);
    CHECK(door.pipe.is_closed);
    door_check_alive(&door);
}

TEST(a_body_that_never_ends_is_reset_and_the_others_go_on)
{
    struct door door LS_AUTO(door_release);
    door_init(&door, 0);
    door_open_h2(&door, (struct ls_slice){0});
    door_ask(&door, 1, "/echo", true);
    door_ask(&door, 3, "/open", false);
    for (int i = 0; i < LS_NET_BODY_DEADLINE_MS / 1000 + 2; i++) {
        door_frame(&door, FRAME_DATA, 0, 1, LS_SLICE("x"));
        door_pass(&door, 1000);
    }
    CHECK(!door.pipe.is_closed);
    CHECK_INT(door_frames(&door, FRAME_RST_STREAM), 1);
    CHECK_INT(door.bench.open_count, 1);
}

TEST(frames_of_unknown_kinds_are_skipped_and_keep_nothing_alive)
{
    struct door door LS_AUTO(door_release);
    door_init(&door, 0);
    door_open_h2(&door, (struct ls_slice){0});
    for (int i = 0; i < LS_NET_IDLE_CLOSE_MS / 1000 + 2; i++) {
        door_frame(&door, (enum frame_type)0xBE, 0, 0, LS_SLICE("?"));
        door_pass(&door, 1000);
    }
    CHECK_INT(door_frames(&door, FRAME_GOAWAY), 1);
}

/* The client opens no window for its answer. */
TEST(an_answer_nobody_takes_is_reset)
{
    struct door door LS_AUTO(door_release);
    door_init(&door, 0);
    door_open_h2(&door, LS_SLICE("\0\4\0\0\0\0")); /* INITIAL_WINDOW_SIZE: 0 */
    door_ask(&door, 1, "/bytes/1000", false);
    door_ask(&door, 3, "/open", false);
    door_pass(&door, LS_NET_WRITE_STALL_MS - 1000);
    CHECK_INT(door_frames(&door, FRAME_RST_STREAM), 0);
    door_pass(&door, 2000);
    CHECK_INT(door_frames(&door, FRAME_RST_STREAM), 1);
    CHECK_INT(door.bench.open_count, 1);
    /* Late in a quiet watch, too. */
    door_pass(&door, 600 * 1000);
    ls_exchange_write(door.bench.open[0], LS_SLICE("event"));
    door_pass(&door, LS_NET_WRITE_STALL_MS + 1000);
    CHECK_INT(door.bench.open_count, 0);
    CHECK_INT(door.bench.gone, 1);
}

TEST(bodies_of_all_streams_together_have_a_limit)
{
    struct door door LS_AUTO(door_release);
    door_init(&door, 0);
    door_open_h2(&door, (struct ls_slice){0});
    static char bytes[16384];
    size_t streams = LS_NET_CONNECTION_BODY_BYTES_MAX / LS_NET_BODY_BYTES_MAX + 2;
    for (uint32_t i = 0; i < streams; i++) {
        door_ask(&door, i * 2 + 1, "/echo", true);
        for (size_t sent = 0; sent + sizeof bytes < LS_NET_BODY_BYTES_MAX; sent += sizeof bytes) {
            door_frame(&door, FRAME_DATA, 0, i * 2 + 1, (struct ls_slice){bytes, sizeof bytes});
            door_settle(&door);
        }
    }
    CHECK(!door.pipe.is_closed);
    CHECK(door_frames(&door, FRAME_RST_STREAM) >= 1);
    CHECK(door_frames(&door, FRAME_RST_STREAM) < streams);
}

TEST(garbage_instead_of_a_preface_is_cut_off)
{
    const struct ls_slice rows[] = {
        LS_SLICE("PRI * HTTP/2.0\r\n\r\nXX\r\n\r\n"),
        LS_SLICE("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\nnot a frame at all, but as long as one"),
        LS_SLICE("\x16\x03\x01\x02\0\1\0\1\xFC\x03\x03 a TLS hello on a plain port \r\n"),
    };
    struct door door LS_AUTO(door_release);
    door_init(&door, 0);
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        door_say_bytes(&door, rows[i]);
        CHECK(door.pipe.is_closed || door.pipe.is_write_closed);
        pipe_end(&door.pipe);
        door_settle(&door);
        door_check_alive(&door);
        door_reopen(&door);
    }
}

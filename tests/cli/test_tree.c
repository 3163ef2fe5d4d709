#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "cli/tree.h"
#include "cli/width.h"
#include "rows.h"

static const struct ls_tree_options plain = {
    .title = "Rolling out shop", .width = 100, .height = 40, .now_ms = 75000, .begun_ms = 60000};

static void row_take(struct ls_tally *tally, const struct ls_rows *rows, size_t row, int64_t now_ms)
{
    ls_tally_take_event(tally, rows, &(struct ls_run_event){.kind = LS_RUN_ROW, .row = row},
                        now_ms);
}

static void draw(struct ls_buf *out, const struct made_rows *made,
                 const struct ls_tree_options *options)
{
    struct ls_tally tally LS_AUTO(ls_tally_release) = {0};
    struct ls_rows rows = made_rows_of(made);
    ls_tally_take(&tally, &rows);
    ls_buf_clear(out);
    ls_tree_draw(&tally, &rows, options, out);
}

static size_t line_count(const struct ls_buf *text)
{
    size_t lines = 0;
    for (size_t i = 0; i < text->len; i++)
        lines += text->at[i] == '\n';
    return lines;
}

/* The widest line in columns; escape sequences take none. */
static size_t widest(const struct ls_buf *text)
{
    size_t most = 0;
    struct ls_buf line LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < text->len; i++) {
        if (text->at[i] == '\n') {
            size_t width = ls_width(ls_buf_slice(&line));
            most = width > most ? width : most;
            ls_buf_clear(&line);
        } else if (text->at[i] == '\x1b') {
            while (text->at[i] != 'm')
                i++;
        } else {
            ls_buf_add_char(&line, text->at[i]);
        }
    }
    CHECK_INT(line.len, 0);
    return most;
}

static const struct made_row shop[] = {
    {"Namespace", "shop", -1, LS_ROW_READY, LS_ACTION_CREATE, "", 0, false, true, 1},
    {"ConfigMap", "settings", 0, LS_ROW_READY, LS_ACTION_SAME, "", 0, false, false, 1},
    {"StatefulSet", "db", 0, LS_ROW_IN_PROGRESS, LS_ACTION_CREATE, "1 of 3 pods are ready", 63000,
     false, true, 2},
    {"Deployment", "web", 1, LS_ROW_WAITING, LS_ACTION_CREATE, "", 0, false, true, 1},
    {"ConfigMap", "old", 2, LS_ROW_WAITING, LS_ACTION_DELETE, "", 0, true, false, 1},
};
static const struct made_rows shop_rows = {shop, LS_COUNT(shop)};

TEST(a_rollout_in_full)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    draw(&out, &shop_rows, &plain);
    CHECK_STR(ls_buf_text(&out),
              "Rolling out shop  2 of 5  15s\n"
              "  \u2714 phase -1  1 object\n"
              "    \u2714 Namespace shop/shop  ready, created\n"
              "  \u25cf phase 0  1 of 2 objects\n"
              "    \u2714 ConfigMap shop/settings  unchanged\n"
              "    \u25cf StatefulSet shop/db      in progress  12s  1 of 3 pods are ready\n"
              "  \u00b7 phase 1  1 object\n"
              "    \u00b7 Deployment shop/web\n"
              "  \u00b7 removal phase 2  1 object\n"
              "    \u00b7 ConfigMap shop/old\n");
}

/* A name is cut for a reason, not for a column that is too narrow. */
TEST(names_take_the_room_that_is_left)
{
    static const struct made_row rows[] = {
        {"Deployment", "a-name-of-twenty-five-cols", 0, LS_ROW_READY, LS_ACTION_CREATE, "", 0,
         false, false, 1},
        {"Deployment", "b-name-of-twenty-five-cols", 0, LS_ROW_WAITING, LS_ACTION_CREATE, "", 0,
         false, false, 1},
        {"Deployment", "c-name-of-twenty-five-cols", 0, LS_ROW_FAILED, LS_ACTION_CREATE,
         "the image cannot be pulled", 0, false, true, 1},
        {"ConfigMap", "short", 0, LS_ROW_READY, LS_ACTION_CREATE, "", 0, false, false, 1},
    };
    const struct made_rows made = {rows, LS_COUNT(rows)};
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_tree_options narrow = plain;
    narrow.width = 60;
    narrow.is_ascii = true;
    draw(&out, &made, &narrow);
    CHECK_STR(ls_buf_text(&out), "Rolling out shop  2 of 4, 1 failed  15s\n"
                                 "  ! phase 0  2 of 4 objects\n"
                                 "    + Deployment shop/a-name-of-twenty-five-cols  created\n"
                                 "    . Deployment shop/b-name-of-twenty-five-cols\n"
                                 "    ! Deployment shop/c-name-of-tw~  failed  the image can~\n"
                                 "    + ConfigMap shop/short           created\n");
}

TEST(a_terminal_that_knows_ascii_alone)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_tree_options options = plain;
    options.is_ascii = true;
    draw(&out, &shop_rows, &options);
    for (size_t i = 0; i < out.len; i++)
        CHECK(out.at[i] == '\n' || (out.at[i] >= ' ' && out.at[i] < 0x7f));
    CHECK_HAS(ls_buf_text(&out), "    * StatefulSet shop/db");
}

TEST(colours_end_with_their_line)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_tree_options options = plain;
    options.has_color = true;
    draw(&out, &shop_rows, &options);
    CHECK_HAS(ls_buf_text(&out), "\x1b[33m\u25cf\x1b[0m StatefulSet");
    for (const char *at = strchr(ls_buf_text(&out), '\n'); at; at = strchr(at + 1, '\n'))
        CHECK(memcmp(at - 4, "\x1b[0m", 4) == 0);
}

TEST(what_is_done_is_folded_first)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_tree_options options = plain;
    options.height = 11; /* ten lines in full, one for the cursor */
    draw(&out, &shop_rows, &options);
    CHECK_INT(line_count(&out), 10);
    options.height = 10;
    draw(&out, &shop_rows, &options);
    CHECK_INT(line_count(&out), 9);
    CHECK(!strstr(ls_buf_text(&out), "Namespace"));
    CHECK_HAS(ls_buf_text(&out), "removal phase 2  1 object\n    \u00b7 ConfigMap shop/old\n");
    options.height = 8;
    draw(&out, &shop_rows, &options);
    CHECK(!strstr(ls_buf_text(&out), "Deployment"));
    CHECK(!strstr(ls_buf_text(&out), "shop/old"));
    CHECK_HAS(ls_buf_text(&out), "StatefulSet shop/db");
    options.height = 7;
    draw(&out, &shop_rows, &options);
    CHECK_HAS(ls_buf_text(&out), "  \u00b7 2 phases to come  2 objects\n");
    CHECK_HAS(ls_buf_text(&out), "StatefulSet shop/db");
}

TEST(no_size_of_a_terminal_is_passed)
{
    struct made_row rows[60] = {0};
    for (size_t i = 0; i < LS_COUNT(rows); i++)
        rows[i] =
            (struct made_row){.kind = "\u5e97\u8217",
                              .name = "a-rather-long-name-of-an-object",
                              .phase = (int32_t)(i / 7),
                              .state = (enum ls_row_state)(i % LS_ROW_STATE_COUNT),
                              .action = LS_ACTION_CREATE,
                              .reason = "container web: image \u201cshop:2\u201d\n\x1b[2Jlost"};
    struct made_rows made = {rows, LS_COUNT(rows)};
    for (size_t height = 0; height < 90; height++) {
        for (size_t width = 0; width < 130; width += 3) {
            struct ls_buf out LS_AUTO(ls_buf_release) = {0};
            struct ls_tree_options options = plain;
            options.width = width;
            options.height = height;
            options.has_color = width % 2;
            options.is_ascii = height % 2;
            draw(&out, &made, &options);
            CHECK(line_count(&out) <= LS_MAX(height, 2) - 1);
            CHECK(widest(&out) <= LS_MAX(width, 2) - 1);
            CHECK(options.has_color || !memchr(out.at, '\x1b', out.len));
        }
    }
}

TEST(what_failed_is_seen_among_ten_thousand)
{
    enum { MANY = 10000 };
    struct made_row *rows = calloc(MANY, sizeof *rows);
    for (size_t i = 0; i < MANY; i++)
        rows[i] = (struct made_row){.kind = "ConfigMap", .name = "c", .state = LS_ROW_READY};
    for (size_t i = 5000; i < 6000; i++)
        rows[i].state = LS_ROW_IN_PROGRESS;
    rows[9999] = (struct made_row){
        .kind = "Job", .name = "migrate", .state = LS_ROW_FAILED, .reason = "exit code 1"};
    struct made_rows made = {rows, MANY};
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    struct ls_tree_options options = plain;
    options.height = 10;
    draw(&out, &made, &options);
    CHECK_INT(line_count(&out), 9);
    CHECK_HAS(ls_buf_text(&out), "phase 0  8999 of 10000 objects\n");
    CHECK_HAS(ls_buf_text(&out), "\u2718 Job shop/migrate");
    CHECK_HAS(ls_buf_text(&out), "failed  exit code 1\n");
    CHECK_HAS(ls_buf_text(&out), "    \u25cf 996 more in progress\n    \u2714 8999 ready\n");
    free(rows);
}

/* A change costs the change: rows are asked for one by one once they were all counted. */
static size_t asked;

static void counting_at(const void *self, size_t i, struct ls_row *out)
{
    asked++;
    made_rows_of(self).at(self, i, out);
}

TEST(a_change_is_counted_without_a_walk)
{
    struct made_row rows[1000];
    for (size_t i = 0; i < LS_COUNT(rows); i++)
        rows[i] = (struct made_row){.kind = "ConfigMap", .name = "c", .phase = (int32_t)(i / 100)};
    struct made_rows made = {rows, LS_COUNT(rows)};
    struct ls_tally tally LS_AUTO(ls_tally_release) = {0};
    struct ls_rows source = made_rows_of(&made);
    source.at = counting_at;
    ls_tally_take(&tally, &source);
    CHECK_INT(asked, 1000);
    CHECK_INT(tally.phases.count, 10);
    rows[555].state = LS_ROW_SENDING;
    row_take(&tally, &source, 555, 2000);
    CHECK_INT(asked, 1001);
    CHECK_INT(tally.displays[LS_DISPLAY_BUSY], 1);
    CHECK_INT(tally.phases.at[5].displays[LS_DISPLAY_BUSY], 1);
    CHECK_INT(tally.phases.at[5].begun_ms, 2000);
    CHECK_INT(ls_tally_state(&tally.phases.at[5]), LS_DISPLAY_BUSY);
}

TEST(a_phase_ends_with_its_last_object)
{
    struct made_row rows[2] = {{.kind = "A", .name = "a"}, {.kind = "B", .name = "b"}};
    struct made_rows made = {rows, LS_COUNT(rows)};
    struct ls_tally tally LS_AUTO(ls_tally_release) = {0};
    struct ls_rows source = made_rows_of(&made);
    ls_tally_take(&tally, &source);
    rows[0].state = LS_ROW_READY;
    row_take(&tally, &source, 0, 1000);
    CHECK_INT(tally.phases.at[0].done_ms, -1);
    rows[1].state = LS_ROW_READY;
    row_take(&tally, &source, 1, 4000);
    CHECK_INT(tally.phases.at[0].done_ms, 4000);
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_tree_draw(&tally, &source, &plain, &out);
    CHECK_HAS(ls_buf_text(&out), "phase 0  2 objects  3s\n");
    rows[1].state = LS_ROW_FAILED;
    row_take(&tally, &source, 1, 5000);
    CHECK_INT(ls_tally_state(&tally.phases.at[0]), LS_DISPLAY_BAD);
}

TEST(a_phase_that_is_put_right_later_shows_the_time_it_was_worked_on)
{
    struct made_row row = {.kind = "A", .name = "a"};
    struct made_rows made = {&row, 1};
    struct ls_tally tally LS_AUTO(ls_tally_release) = {0};
    struct ls_rows source = made_rows_of(&made);
    ls_tally_take(&tally, &source);
    static const struct {
        enum ls_row_state state;
        int64_t at_ms;
    } steps[] = {{LS_ROW_SENDING, 1000},
                 {LS_ROW_READY, 4000},
                 {LS_ROW_SENDING, 14000},
                 {LS_ROW_READY, 14500}};
    for (size_t i = 0; i < LS_COUNT(steps); i++) {
        row.state = steps[i].state;
        row_take(&tally, &source, 0, steps[i].at_ms);
    }
    CHECK_INT(tally.phases.at[0].done_ms - tally.phases.at[0].begun_ms, 3500);
}

TEST(rows_that_come_or_go_are_counted_anew)
{
    struct made_row rows[3] = {{.kind = "A", .name = "a"},
                               {.kind = "B", .name = "b", .phase = 1},
                               {.kind = "C", .name = "c", .phase = 1}};
    struct made_rows made = {rows, 2};
    struct ls_tally tally LS_AUTO(ls_tally_release) = {0};
    struct ls_rows source = made_rows_of(&made);
    ls_tally_take(&tally, &source);
    made.count = 3;
    row_take(&tally, &source, 2, 0);
    CHECK_INT(tally.count, 3);
    CHECK_INT(tally.phases.at[1].count, 2);
    rows[0].phase = 1; /* one went, another came */
    row_take(&tally, &source, 0, 0);
    CHECK_INT(tally.phases.count, 1);
    made.count = 0;
    ls_tally_take(&tally, &source);
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_tree_draw(&tally, &source, &plain, &out);
    CHECK_STR(ls_buf_text(&out), "Rolling out shop  15s\n");
}

#include "check.h"

#include <stdlib.h>
#include <string.h>

#include "cli/show.h"
#include "rows.h"
#include "value/json.h"
#include "value/obj.h"

enum { WALL_MS = 1000 }; /* 1970-01-01T00:00:01Z */
#define TIME "1970-01-01T00:00:01.000Z"

struct stage {
    struct ls_world *world;
    char *text;
    size_t bytes;
    FILE *out;
    struct ls_show show;
    struct ls_rows rows;
    size_t broken;
};

static void on_broken(void *self)
{
    struct stage *stage = self;
    stage->broken++;
}

static void stage_begin(struct stage *stage, const struct made_rows *made,
                        struct ls_show (*make)(const struct ls_show_spec *spec), FILE *out)
{
    *stage = (struct stage){.world = ls_world_new_virtual(1, WALL_MS)};
    stage->out = out ? out : open_memstream(&stage->text, &stage->bytes);
    stage->rows = made_rows_of(made);
    stage->show = make(&(struct ls_show_spec){.world = stage->world,
                                              .out = stage->out,
                                              .set_name = "shop",
                                              .parent_namespace = "ops",
                                              .verb = "apply",
                                              .on_broken = on_broken,
                                              .broken_self = stage});
}

static void event_send(struct stage *stage, enum ls_run_event_kind kind, size_t row,
                       const char *text)
{
    struct ls_run_event event = {.kind = kind, .row = row, .text = text};
    stage->show.event(stage->show.self, &stage->rows, &event);
}

static void state_send(struct stage *stage, enum ls_run_state state)
{
    struct ls_run_event event = {.kind = LS_RUN_STEP, .state = state};
    stage->show.event(stage->show.self, &stage->rows, &event);
}

/* What was written, once the loop has had its turn. */
static const char *written(struct stage *stage)
{
    ls_loop_step(stage->world->loop, 0);
    fflush(stage->out);
    return stage->text;
}

static void stage_end(struct stage *stage)
{
    stage->show.free(stage->show.self);
    fclose(stage->out);
    free(stage->text);
    ls_world_free(stage->world);
}

static struct made_row rows[] = {
    {.kind = "Deployment", .name = "web", .action = LS_ACTION_CREATE, .is_gate = true, .batch = 1},
    {.kind = "ConfigMap", .name = "same", .action = LS_ACTION_SAME, .batch = 1},
};
static const struct made_rows made = {rows, LS_COUNT(rows)};

static void state_set(enum ls_row_state state, const char *reason)
{
    rows[0].state = state;
    rows[0].reason = reason;
}

TEST(one_line_an_event)
{
    struct stage stage;
    state_set(LS_ROW_WAITING, "");
    stage_begin(&stage, &made, ls_show_lines_new, NULL);
    state_send(&stage, LS_RUN_STATE_WRITING);
    event_send(&stage, LS_RUN_NOTE, 0, "status is left out");
    event_send(&stage, LS_RUN_PHASE, 0, NULL);
    state_set(LS_ROW_SENDING, "");
    event_send(&stage, LS_RUN_ROW, 0, NULL);
    state_set(LS_ROW_IN_PROGRESS, "0 of 1 pods are ready");
    event_send(&stage, LS_RUN_ROW, 0, NULL);
    event_send(&stage, LS_RUN_ROW, 0, NULL); /* said already */
    state_send(&stage, LS_RUN_STATE_WRITING);
    state_set(LS_ROW_READY, "");
    event_send(&stage, LS_RUN_ROW, 0, NULL);
    rows[1].state = LS_ROW_READY;
    event_send(&stage, LS_RUN_ROW, 1, NULL); /* as before: no line */
    event_send(&stage, LS_RUN_PHASE_DONE, 0, NULL);
    CHECK_STR(written(&stage),
              TIME " shop: Rolling out\n" TIME " note: status is left out\n" TIME
                   " phase 0 begins: 2 objects\n" TIME
                   " phase 0: Deployment shop/web ready, created\n" TIME " phase 0 done in 0.0s\n");
    stage_end(&stage);
    rows[1].state = LS_ROW_WAITING;
}

static void pass_ms(struct stage *stage, int64_t ms)
{
    for (int64_t end = ls_clock_mono_ms(stage->world->clock) + ms;
         ls_clock_mono_ms(stage->world->clock) < end;)
        if (!ls_loop_step(stage->world->loop, 100))
            break;
}

/* Reasons come in quick succession; the one that lasts is said, once. */
TEST(a_reason_is_said_when_it_lasts)
{
    struct stage stage;
    stage_begin(&stage, &made, ls_show_lines_new, NULL);
    state_set(LS_ROW_IN_PROGRESS, "its controller has not observed it yet");
    event_send(&stage, LS_RUN_ROW, 0, NULL);
    state_set(LS_ROW_IN_PROGRESS, "0 of 1 pods are ready");
    event_send(&stage, LS_RUN_ROW, 0, NULL);
    event_send(&stage, LS_RUN_ROW, 0, NULL);
    CHECK_STR(written(&stage) ? stage.text : "", "");
    pass_ms(&stage, 1000);
    fflush(stage.out);
    CHECK_HAS(stage.text, "phase 0: Deployment shop/web in progress: 0 of 1 pods are ready\n");
    CHECK(!strstr(stage.text, "controller"));
    CHECK(strchr(stage.text, '\n') == strrchr(stage.text, '\n'));
    stage_end(&stage);
}

TEST(a_reason_of_several_lines_is_one_line)
{
    struct stage stage;
    state_set(LS_ROW_FAILED, "first\nsecond\x1b[2J");
    stage_begin(&stage, &made, ls_show_lines_new, NULL);
    event_send(&stage, LS_RUN_ROW, 0, NULL);
    CHECK_STR(written(&stage), TIME " phase 0: Deployment shop/web failed: first?second?[2J\n");
    stage_end(&stage);
}

TEST(events_of_one_turn_are_one_write)
{
    struct stage stage;
    stage_begin(&stage, &made, ls_show_lines_new, NULL);
    for (size_t i = 0; i < 100; i++)
        event_send(&stage, LS_RUN_NOTE, 0, "again");
    fflush(stage.out);
    CHECK_INT(stage.bytes, 0);
    CHECK_INT(strlen(written(&stage)), 100 * strlen(TIME " note: again\n"));
    stage_end(&stage);
}

TEST(a_reader_that_is_gone_is_reported_once)
{
    struct stage stage;
    stage_begin(&stage, &made, ls_show_lines_new, fopen("/dev/full", "w"));
    event_send(&stage, LS_RUN_NOTE, 0, "one");
    ls_loop_step(stage.world->loop, 0);
    event_send(&stage, LS_RUN_NOTE, 0, "two");
    ls_loop_step(stage.world->loop, 0);
    CHECK_INT(stage.broken, 1);
    stage_end(&stage);
}

/* Every line is a JSON value of its own. */
static size_t values_count(const char *text)
{
    size_t count = 0;
    for (const char *line = text; *line; count++) {
        const char *end = strchr(line, '\n');
        CHECK(end != NULL);
        const struct ls_obj *obj = NULL;
        struct ls_err err = {0};
        struct ls_json_options options = {0};
        CHECK_OK(ls_json_parse((struct ls_slice){line, (size_t)(end - line)}, &options, &obj, &err),
                 err);
        CHECK(!ls_node_is_absent(ls_node_at(ls_obj_root(obj), "type")));
        ls_obj_unref(obj);
        line = end + 1;
    }
    return count;
}

TEST(json_has_a_value_an_event_and_a_summary)
{
    struct stage stage;
    struct ls_err err = {.code = LS_E_INVALID, .text = "Deployment shop/web failed: \xff"};
    struct ls_show_end end = {.end = LS_RUN_FAILED, .err = &err, .took_ms = 1500, .exit = 4};
    end.counts.by_action[LS_ACTION_CREATE] = 1;
    end.counts.writes = 2;
    stage_begin(&stage, &made, ls_show_json_new, NULL);
    state_send(&stage, LS_RUN_STATE_WRITING);
    event_send(&stage, LS_RUN_PHASE, 0, NULL);
    state_set(LS_ROW_IN_PROGRESS, "0 of 1\npods");
    event_send(&stage, LS_RUN_ROW, 0, NULL);
    stage.show.line(stage.show.self, "Warning: old");
    stage.show.end(stage.show.self, &stage.rows, &end);
    const char *text = written(&stage);
    CHECK_INT(values_count(text), 5);
    CHECK_HAS(text, "{\"time\":\"" TIME "\",\"type\":\"object\",\"phase\":0,\"batch\":1,"
                    "\"removal\":false,\"group\":\"\",\"version\":\"v1\",\"kind\":\"Deployment\","
                    "\"namespace\":\"shop\",\"name\":\"web\",\"action\":\"create\","
                    "\"state\":\"in-progress\",\"gate\":true,\"reason\":\"0 of 1?pods\"}\n");
    CHECK_HAS(text,
              "\"type\":\"summary\",\"verb\":\"apply\",\"set\":\"shop\",\"namespace\":\"ops\","
              "\"result\":\"failed\",\"exitCode\":4,\"objects\":2,\"good\":0,\"counts\":{"
              "\"create\":1,");
    CHECK_HAS(text, "\"tookMs\":1500,\"error\":\"Deployment shop/web failed: ?\"}\n");
    stage_end(&stage);
}

/* Every way to end has a name, and no two share one. */
TEST(every_end_has_its_name)
{
    for (size_t i = 0; i < LS_RUN_END_COUNT; i++)
        for (size_t j = 0; j < i; j++)
            CHECK(strcmp(ls_run_end_name((enum ls_run_end)i), ls_run_end_name((enum ls_run_end)j)));
}

/* One JSON value per event, then a summary: docs/manual/output.md describes every member. */
#include "cli/show.h"

#include <string.h>

#include "cli/outlet.h"
#include "cli/width.h"
#include "value/build.h"
#include "value/json.h"

struct json {
    struct ls_show_spec spec;
    struct ls_outlet outlet;
    struct ls_tally tally;
    struct ls_build build;
};

/* ---- pieces ---- */

/* A text from outside as a JSON string: bytes that are not UTF-8 become ?. */
static void text_add(struct ls_build *build, const char *key, const char *text)
{
    struct ls_buf clean LS_AUTO(ls_buf_release) = {0};
    ls_width_fit(&clean, ls_slice_of(text), SIZE_MAX, false);
    ls_build_member_string(build, key, ls_buf_slice(&clean));
}

void ls_show_json_word(struct ls_build *build, const char *key, const char *words)
{
    char word[32] = {0};
    LS_ASSERT(strlen(words) < sizeof word);
    for (size_t i = 0; words[i]; i++)
        word[i] = words[i] == ' ' ? '-' : words[i];
    ls_build_member_text(build, key, word);
}

static void int_add(struct ls_build *build, const char *key, int64_t value)
{
    ls_build_key(build, ls_slice_of(key));
    ls_build_int(build, value);
}

static void bool_add(struct ls_build *build, const char *key, bool value)
{
    ls_build_key(build, ls_slice_of(key));
    ls_build_bool(build, value);
}

static void row_add(struct ls_build *build, const struct ls_row *row)
{
    const struct ls_resource *resource = row->ref->resource;
    int_add(build, "phase", row->phase);
    int_add(build, "batch", row->batch);
    bool_add(build, "removal", row->is_removal);
    ls_build_member_text(build, "group", resource->group);
    ls_build_member_text(build, "version", resource->version);
    ls_build_member_text(build, "kind", resource->kind);
    ls_build_member_text(build, "namespace", row->ref->namespace_name);
    ls_build_member_text(build, "name", row->ref->name);
    ls_show_json_word(build, "action", ls_action_name(row->action));
    ls_show_json_word(build, "state", ls_row_state_name(row->state));
    bool_add(build, "gate", row->is_gate);
    if (row->reason && *row->reason)
        text_add(build, "reason", row->reason);
}

void ls_show_json_print(struct ls_build *build, struct ls_buf *out)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = ls_build_obj(build);
    ls_json_print(out, ls_obj_root(obj), LS_JSON_PRETTY);
    ls_buf_add_char(out, '\n');
}

void ls_show_json_rows(struct ls_build *build, const struct ls_rows *rows)
{
    ls_build_key(build, LS_SLICE("objects"));
    ls_build_list(build);
    for (size_t i = 0; i < rows->count(rows->self); i++) {
        struct ls_row row;
        rows->at(rows->self, i, &row);
        ls_build_map(build);
        row_add(build, &row);
        ls_build_end(build);
    }
    ls_build_end(build);
}

void ls_show_json_counts(struct ls_build *build, const struct ls_run_counts *counts)
{
    ls_build_key(build, LS_SLICE("counts"));
    ls_build_map(build);
    for (size_t i = LS_ACTION_NONE + 1; i < LS_ACTION_COUNT; i++)
        int_add(build, ls_action_name((enum ls_action)i), (int64_t)counts->by_action[i]);
    ls_build_end(build);
}

static void problem_add(struct ls_build *build, const struct ls_problem *problem)
{
    ls_build_map(build);
    if (problem->manifest) {
        text_add(build, "file", problem->manifest->file);
        int_add(build, "line", problem->line);
    }
    text_add(build, "text", problem->text);
    ls_build_end(build);
}

void ls_show_json_problems(struct ls_build *build, const struct ls_problems *problems)
{
    if (!problems || problems->count == 0)
        return;
    ls_build_key(build, LS_SLICE("problems"));
    ls_build_list(build);
    for (size_t i = 0; i < problems->list.count; i++)
        problem_add(build, &problems->list.at[i]);
    ls_build_end(build);
    int_add(build, "problemCount", (int64_t)problems->count);
}

const char *ls_run_end_name(enum ls_run_end end)
{
    static const char *const names[LS_RUN_END_COUNT] = {
        [LS_RUN_DONE] = "done",     [LS_RUN_IN_PROGRESS] = "in progress",
        [LS_RUN_FAILED] = "failed", [LS_RUN_REFUSED] = "refused",
        [LS_RUN_ERROR] = "error",   [LS_RUN_STOPPED] = "stopped",
    };
    LS_ASSERT(end < LS_RUN_END_COUNT);
    return names[end];
}

/* ---- values ---- */

static void value_begin(struct json *json, const char *type)
{
    char time[LS_WALL_TEXT_BYTES];
    ls_wall_print(ls_clock_wall_ms(json->spec.world->clock), time);
    ls_build_map(&json->build);
    ls_build_member_text(&json->build, "time", time);
    ls_build_member_text(&json->build, "type", type);
}

static void value_end(struct json *json)
{
    ls_build_end(&json->build);
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = ls_build_obj(&json->build);
    ls_json_print(&json->outlet.text, ls_obj_root(obj), LS_JSON_COMPACT);
    ls_buf_add_char(&json->outlet.text, '\n');
    ls_outlet_push(&json->outlet);
}

static void text_value(struct json *json, const char *type, const char *text)
{
    value_begin(json, type);
    text_add(&json->build, "text", text);
    value_end(json);
}

static void phase_value(struct json *json, const struct ls_run_event *event)
{
    if (event->row >= json->tally.count)
        return;
    const struct ls_tally_phase *phase = ls_tally_phase_of(&json->tally, event->row);
    value_begin(json, event->kind == LS_RUN_PHASE ? "phase" : "phase-done");
    int_add(&json->build, "phase", phase->number);
    bool_add(&json->build, "removal", phase->is_removal);
    int_add(&json->build, "objects", (int64_t)phase->count);
    value_end(json);
}

static void row_value(struct json *json, const struct ls_rows *rows, size_t i)
{
    struct ls_row row;
    if (i >= json->tally.count)
        return;
    rows->at(rows->self, i, &row);
    value_begin(json, "object");
    row_add(&json->build, &row);
    value_end(json);
}

/* ---- the display ---- */

static void json_event(void *self, const struct ls_rows *rows, const struct ls_run_event *event)
{
    struct json *json = self;
    ls_tally_take_event(&json->tally, rows, event, ls_clock_mono_ms(json->spec.world->clock));
    switch (event->kind) {
    case LS_RUN_STEP:
        text_value(json, "step", ls_run_state_name(event->state));
        break;
    case LS_RUN_PHASE:
    case LS_RUN_PHASE_DONE:
        phase_value(json, event);
        break;
    case LS_RUN_ROW:
        row_value(json, rows, event->row);
        break;
    case LS_RUN_NOTE:
        text_value(json, "note", event->text);
        break;
    case LS_RUN_EVENT_COUNT:
        break;
    }
}

static void json_line(void *self, const char *text)
{
    text_value(self, "note", text);
}

static void json_end(void *self, const struct ls_rows *rows, const struct ls_show_end *end)
{
    struct json *json = self;
    ls_tally_take(&json->tally, rows);
    value_begin(json, "summary");
    ls_build_member_text(&json->build, "verb", json->spec.verb);
    ls_build_member_text(&json->build, "set", json->spec.set_name);
    ls_build_member_text(&json->build, "namespace", json->spec.parent_namespace);
    ls_show_json_word(&json->build, "result", ls_run_end_name(end->end));
    int_add(&json->build, "exitCode", (int64_t)end->exit);
    int_add(&json->build, "objects", (int64_t)json->tally.count);
    int_add(&json->build, "good", (int64_t)json->tally.displays[LS_DISPLAY_GOOD]);
    ls_show_json_counts(&json->build, &end->counts);
    int_add(&json->build, "writes", (int64_t)end->counts.writes);
    int_add(&json->build, "reads", (int64_t)end->counts.reads);
    if (end->counts.dry_runs > 0)
        int_add(&json->build, "dryRuns", (int64_t)end->counts.dry_runs);
    if (end->counts.reviews > 0)
        int_add(&json->build, "reviews", (int64_t)end->counts.reviews);
    if (end->counts.searches > 0)
        int_add(&json->build, "searches", (int64_t)end->counts.searches);
    int_add(&json->build, "tookMs", end->took_ms);
    if (end->err && end->err->code)
        text_add(&json->build, "error", end->err->text);
    ls_show_json_problems(&json->build, end->problems);
    value_end(json);
    ls_outlet_flush(&json->outlet);
}

static void json_free(void *self)
{
    struct json *json = self;
    ls_outlet_release(&json->outlet);
    ls_tally_release(&json->tally);
    ls_build_release(&json->build);
    ls_free(json);
}

struct ls_show ls_show_json_new(const struct ls_show_spec *spec)
{
    struct json *json = LS_NEW(struct json);
    json->spec = *spec;
    json->outlet.spec = &json->spec;
    return (struct ls_show){json, json_event, json_line, json_end, json_free};
}

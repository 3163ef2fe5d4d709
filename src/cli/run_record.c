#include "cli/run_record.h"

#include <string.h>

#include "base/map.h"
#include "base/mem.h"
#include "source/source.h"

struct ls_run_record {
    struct ls_connection *connection;
    struct ls_record *record;
    struct ls_run_record_spec spec;
    bool has_header;
    struct ls_api_call version_call;
    uint64_t decision_hash; /* of the last one that was written */
    uint64_t decision_count;
    size_t row_count; /* rows that were written once at least */
};

/* ---- the header ---- */

static const char *goal_name(enum ls_goal goal)
{
    static const char *const names[LS_GOAL_COUNT] = {
        [LS_GOAL_ROLLOUT] = "rollout", [LS_GOAL_TEARDOWN] = "teardown",
        [LS_GOAL_PLAN] = "plan",       [LS_GOAL_PLAN_TEARDOWN] = "plan-teardown",
        [LS_GOAL_OBSERVE] = "observe",
    };
    LS_ASSERT(goal < LS_GOAL_COUNT);
    return names[goal];
}

/* Flags whose value is a path, an address or a person stand there without it. */
static bool value_is_shown(const struct ls_flag *flag)
{
    static const char *const paths[] = {"FILE", "PATH", "DIR"};
    for (const struct ls_flag *row = ls_connection_flags; row->name; row++)
        if (strcmp(row->name, flag->name) == 0)
            return strcmp(flag->name, "namespace") == 0 || !flag->value;
    return !ls_slice_is_any(ls_slice_of(flag->value), paths, LS_COUNT(paths));
}

static void flags_add(struct ls_record *record, const struct ls_args *args)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_record_open_list(record, "flags");
    for (size_t i = 0; i < args->given_count; i++) {
        const struct ls_flag *flag = args->given[i].flag;
        ls_buf_clear(&text);
        ls_buf_printf(&text, "--%s", flag->name);
        if (value_is_shown(flag) && strcmp(args->given[i].value, "true") != 0)
            ls_buf_printf(&text, "=%s", args->given[i].value);
        ls_record_add_text(record, NULL, ls_buf_slice(&text));
    }
    ls_record_shut(record);
}

static void header_add(struct ls_run_record *run_record, const char *parent_namespace)
{
    struct ls_record *record = run_record->record;
    const struct ls_run_record_spec *spec = &run_record->spec;
    char time[LS_WALL_TEXT_BYTES];
    ls_wall_print(ls_clock_wall_ms(run_record->connection->world->clock), time);
    ls_record_begin(record, LS_RECORD_HEADER);
    ls_record_add_text(record, "lockstep", LS_SLICE("record"));
    ls_record_add_int(record, "version", LS_RECORD_VERSION);
    ls_record_add_text(record, "program", LS_SLICE(LS_VERSION));
    ls_record_add_text(record, "time", ls_slice_of(time));
    ls_record_add_text(record, "verb", ls_slice_of(spec->verb));
    ls_record_add_text(record, "goal", ls_slice_of(goal_name(spec->goal)));
    ls_record_add_text(record, "set", ls_slice_of(spec->set_name));
    ls_record_add_text(record, "namespace", ls_slice_of(parent_namespace));
    flags_add(record, spec->args);
    ls_record_end(record);
    run_record->has_header = true;
}

static void manifests_add(struct ls_run_record *run_record)
{
    struct ls_record *record = run_record->record;
    const struct ls_manifests *manifests = run_record->spec.manifests;
    for (size_t i = 0; manifests && i < manifests->list.count; i++) {
        ls_record_begin(record, LS_RECORD_MANIFEST);
        ls_record_add_object(record, "object", manifests->list.at[i].object, LS_MASK_ANY);
        ls_record_end(record);
    }
}

enum ls_code ls_run_record_open(struct ls_connection *connection,
                                const struct ls_run_record_spec *spec, struct ls_run_record **out,
                                struct ls_err *err)
{
    const char *path = ls_args_text(spec->args, "record");
    struct ls_record *record = NULL;
    if (!path)
        return LS_OK;
    if (ls_connection_begin(connection, spec->args, err))
        return err->code;
    if (ls_record_open(connection->world, path, NULL, &record, err))
        return ls_context(err, "--record");
    struct ls_run_record *run_record = LS_NEW(struct ls_run_record);
    run_record->connection = connection;
    run_record->record = record;
    run_record->spec = *spec;
    connection->record = record;
    for (size_t i = 0; spec->manifests && i < spec->manifests->list.count; i++)
        ls_mask_learn_object(ls_record_mask(record), spec->manifests->list.at[i].object);
    *out = run_record;
    return LS_OK;
}

void ls_run_record_close(struct ls_run_record *run_record)
{
    if (!run_record)
        return;
    ls_api_call_cancel(&run_record->version_call);
    ls_free(run_record);
}

const char *ls_run_record_trouble(const struct ls_run_record *run_record)
{
    return run_record ? ls_record_trouble(run_record->record) : NULL;
}

/* ---- the server ---- */

static void version_answered(void *self, const struct ls_answer *answer)
{
    struct ls_run_record *run_record = self;
    struct ls_node version = ls_node_at(ls_obj_root(answer->obj), "gitVersion");
    if (answer->code || !ls_node_is_string(version))
        return; /* the requests say what went wrong */
    ls_record_begin(run_record->record, LS_RECORD_SERVER);
    ls_record_add_text(run_record->record, "version", ls_node_string(version));
    ls_record_end(run_record->record);
}

static void config_learn(struct ls_mask *mask, const struct ls_kube_config *config)
{
    ls_mask_learn(mask, ls_slice_of(config->token));
    ls_mask_learn(mask, ls_slice_of(config->password));
    ls_mask_learn(mask, config->key.data);
    ls_mask_learn(mask, config->certificate.data);
}

void ls_run_record_connected(struct ls_run_record *run_record, const char *parent_namespace)
{
    struct ls_call_spec ask = {.raw_target = "/version", .is_single_try = true};
    if (!run_record)
        return;
    config_learn(ls_record_mask(run_record->record), run_record->connection->config);
    header_add(run_record, parent_namespace);
    manifests_add(run_record);
    ls_api_call_start(run_record->connection->client, &run_record->version_call, &ask,
                      version_answered, run_record);
}

/* ---- rows ---- */

static void ref_add(struct ls_record *record, const struct ls_ref *ref)
{
    ls_record_add_text(record, "group", ls_slice_of(ref->resource->group));
    ls_record_add_text(record, "kind", ls_slice_of(ref->resource->kind));
    ls_record_add_text(record, "namespace", ls_slice_of(ref->namespace_name));
    ls_record_add_text(record, "name", ls_slice_of(ref->name));
}

static void row_write(struct ls_run_record *run_record, const struct ls_rows *rows, size_t i)
{
    struct ls_record *record = run_record->record;
    struct ls_row row;
    rows->at(rows->self, i, &row);
    ls_record_begin(record, LS_RECORD_OBJECT);
    ref_add(record, row.ref);
    ls_record_add_int(record, "phase", row.phase);
    ls_record_add_int(record, "batch", row.batch);
    ls_record_add_bool(record, "removal", row.is_removal);
    ls_record_add_bool(record, "gate", row.is_gate);
    ls_record_add_text(record, "action", ls_slice_of(ls_action_name(row.action)));
    ls_record_add_text(record, "state", ls_slice_of(ls_row_state_name(row.state)));
    if (row.reason && *row.reason)
        ls_record_add_sentence(record, "reason", row.reason);
    ls_record_end(record);
}

/* Rows that nobody has reported yet: the run begins with them. */
static void rows_write(struct ls_run_record *run_record, const struct ls_rows *rows)
{
    size_t count = rows->count(rows->self);
    if (count < run_record->row_count)
        run_record->row_count = 0; /* everything is read anew */
    for (; run_record->row_count < count; run_record->row_count++)
        row_write(run_record, rows, run_record->row_count);
}

/* ---- decisions ---- */

static const char *cause_text(enum ls_end_cause cause)
{
    static const char *const texts[LS_END_CAUSE_COUNT] = {
        [LS_END_CAUSE_NONE] = "all is as wanted",
        [LS_END_CAUSE_REFUSED] = "objects belong to somebody else",
        [LS_CAUSE_PRUNE] = "more would be deleted than is likely wanted",
        [LS_END_CAUSE_WRITE] = "the server refuses a write",
        [LS_END_CAUSE_VERDICT] = "an object has failed",
        [LS_END_CAUSE_HELD] = "an object must not be deleted",
        [LS_END_CAUSE_DEADLINE] = "the time is over",
        [LS_END_CAUSE_NOT_READY] = "not all objects are ready",
    };
    LS_ASSERT(cause < LS_END_CAUSE_COUNT);
    return texts[cause];
}

/* The reason of a row; "" when there is none. Borrowed until the loop runs on. */
static const char *reason_of(const struct ls_rows *rows, size_t i)
{
    struct ls_row row;
    if (i == LS_NO_ROW)
        return "";
    rows->at(rows->self, i, &row);
    return row.reason ? row.reason : "";
}

static uint64_t decided_hash(const struct ls_run_decided *decided, const char *reason)
{
    const uint64_t parts[] = {
        (uint64_t)decided->state, decided->step,          decided->waits_for,
        decided->has_end,         (uint64_t)decided->end, (uint64_t)decided->cause,
        decided->intent_count,
    };
    uint64_t hash = ls_hash_bytes(1, parts, sizeof parts);
    for (size_t i = 0; i < decided->intent_count; i++) {
        const struct ls_run_intent *intent = &decided->intents[i];
        hash = ls_hash_bytes(hash, intent->name, strlen(intent->name));
        hash = ls_hash_bytes(hash, &intent->row, sizeof intent->row);
    }
    return ls_hash_bytes(hash, reason, strlen(reason));
}

static void subject_add(struct ls_record *record, const struct ls_rows *rows, size_t i)
{
    struct ls_row row;
    if (i == LS_NO_ROW)
        return;
    rows->at(rows->self, i, &row);
    ref_add(record, row.ref);
    ls_record_add_text(record, "action", ls_slice_of(ls_action_name(row.action)));
}

static void intents_add(struct ls_record *record, const struct ls_rows *rows,
                        const struct ls_run_decided *decided)
{
    ls_record_open_list(record, "intents");
    for (size_t i = 0; i < decided->intent_count; i++) {
        ls_record_open_map(record, NULL);
        ls_record_add_text(record, "intent", ls_slice_of(decided->intents[i].name));
        subject_add(record, rows, decided->intents[i].row);
        ls_record_shut(record);
    }
    ls_record_shut(record);
}

static void waits_add(struct ls_record *record, const struct ls_rows *rows, size_t i,
                      const char *reason)
{
    struct ls_row row;
    if (i == LS_NO_ROW)
        return;
    rows->at(rows->self, i, &row);
    ls_record_open_map(record, "waitsFor");
    ref_add(record, row.ref);
    ls_record_add_text(record, "state", ls_slice_of(ls_row_state_name(row.state)));
    ls_record_add_sentence(record, "reason", reason);
    ls_record_shut(record);
}

static void end_add(struct ls_record *record, const struct ls_run_decided *decided)
{
    if (!decided->has_end)
        return;
    ls_record_add_text(record, "end", ls_slice_of(ls_run_end_name(decided->end)));
    ls_record_add_text(record, "because", ls_slice_of(cause_text(decided->cause)));
}

void ls_run_record_decided(struct ls_run_record *run_record, const struct ls_rows *rows,
                           const struct ls_run_decided *decided)
{
    struct ls_record *record = run_record->record;
    bool is_over = decided->state == LS_RUN_STATE_OVER && !decided->has_end; /* said before */
    const char *reason = reason_of(rows, decided->waits_for);
    uint64_t hash = decided_hash(decided, reason);
    if (is_over || (run_record->decision_count > 0 && hash == run_record->decision_hash))
        return;
    rows_write(run_record, rows);
    run_record->decision_hash = hash;
    ls_record_begin(record, LS_RECORD_DECISION);
    ls_record_add_int(record, "number", (int64_t)++run_record->decision_count);
    ls_record_add_text(record, "state", ls_slice_of(ls_run_state_name(decided->state)));
    if (decided->step != LS_NO_CELL)
        ls_record_add_int(record, "step", (int64_t)decided->step + 1);
    ls_record_add_int(record, "inFlight", (int64_t)decided->in_flight);
    if (decided->intent_count > 0)
        intents_add(record, rows, decided);
    waits_add(record, rows, decided->waits_for, reason);
    end_add(record, decided);
    ls_record_end(record);
}

/* ---- events ---- */

void ls_run_record_note(struct ls_run_record *run_record, const char *text)
{
    ls_record_begin(run_record->record, LS_RECORD_NOTE);
    ls_record_add_sentence(run_record->record, "text", text);
    ls_record_end(run_record->record);
}

static void phase_write(struct ls_run_record *run_record, const struct ls_rows *rows,
                        const struct ls_run_event *event)
{
    struct ls_row row;
    rows->at(rows->self, event->row, &row);
    ls_record_begin(run_record->record, LS_RECORD_PHASE);
    ls_record_add_int(run_record->record, "phase", row.phase);
    ls_record_add_bool(run_record->record, "removal", row.is_removal);
    ls_record_add_bool(run_record->record, "done", event->kind == LS_RUN_PHASE_DONE);
    ls_record_end(run_record->record);
}

void ls_run_record_event(struct ls_run_record *run_record, const struct ls_rows *rows,
                         const struct ls_run_event *event)
{
    bool has_row = event->row < rows->count(rows->self);
    switch (event->kind) {
    case LS_RUN_PHASE:
    case LS_RUN_PHASE_DONE:
        if (has_row)
            phase_write(run_record, rows, event);
        break;
    case LS_RUN_ROW:
        if (has_row)
            row_write(run_record, rows, event->row);
        break;
    case LS_RUN_NOTE:
        ls_run_record_note(run_record, event->text);
        break;
    case LS_RUN_STEP: /* a decision says so */
    case LS_RUN_EVENT_COUNT:
        break;
    }
}

/* ---- the end ---- */

void ls_run_record_end(struct ls_run_record *run_record, const struct ls_show_end *end)
{
    struct ls_record *record = run_record->record;
    if (!run_record->has_header)
        header_add(run_record, "");
    ls_record_begin(record, LS_RECORD_RESULT);
    ls_record_add_text(record, "result", ls_slice_of(ls_run_end_name(end->end)));
    ls_record_add_int(record, "exitCode", (int64_t)end->exit);
    ls_record_add_int(record, "tookMs", end->took_ms);
    ls_record_add_int(record, "writes", (int64_t)end->counts.writes);
    ls_record_add_int(record, "reads", (int64_t)end->counts.reads);
    if (end->err && end->err->code)
        ls_record_add_sentence(record, "error", end->err->text);
    ls_record_end(record);
}

/* `lockstep replay`: a record of a rollout again, decision by decision, without a server. */
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "cli/replay_print.h"
#include "cli/verbs.h"
#include "kube/record/limits.h"
#include "sim/from_record.h"
#include "value/duration.h"
#include "value/json.h"

struct replay {
    struct ls_record_reader reader;
    struct ls_replay_requests requests;
    struct ls_replay_object object;
    int64_t from_ms;
    int64_t to_ms;
    bool is_json;
    bool is_stepping;
    bool is_scenario;
    bool is_ended;      /* by the user, or nobody reads on */
    struct ls_buf seen; /* since the last decision */
    size_t seen_count;
};

/* ---- the line ---- */

static enum ls_code time_read(const struct ls_args *args, const char *flag, int64_t otherwise_ms,
                              int64_t *out, struct ls_err *err)
{
    const char *text = ls_args_text(args, flag);
    int64_t ns = 0;
    *out = otherwise_ms;
    if (!text)
        return LS_OK;
    if (ls_duration_parse_or_seconds(ls_slice_of(text), &ns, err)) {
        err->code = LS_E_USAGE;
        return ls_context(err, "--%s", flag);
    }
    *out = ns / LS_NS_PER_MS;
    return LS_OK;
}

static enum ls_code line_read(struct replay *replay, const struct ls_args *args, struct ls_err *err)
{
    if (args->word_count != 1)
        return ls_fail(err, LS_E_USAGE, "%s",
                       args->word_count ? "one record at a time"
                                        : "which record? `lockstep apply --record FILE` makes one");
    replay->is_json = ls_args_is(args, "output", "json");
    replay->is_stepping = ls_args_is_on(args, "step");
    replay->is_scenario = ls_args_is_on(args, "scenario");
    if (replay->is_stepping && replay->is_json)
        return ls_fail(err, LS_E_USAGE, "--step is for people, -o json for programs: give one");
    if (replay->is_stepping && !isatty(STDIN_FILENO))
        return ls_fail(err, LS_E_UNSUPPORTED,
                       "--step waits for Enter, and standard input is no terminal");
    if (time_read(args, "from", 0, &replay->from_ms, err) ||
        time_read(args, "to", INT64_MAX, &replay->to_ms, err))
        return err->code;
    return ls_replay_object_read(ls_args_text(args, "object"), &replay->object, err);
}

/* ---- output ---- */

static void out_write(struct replay *replay, struct ls_slice text)
{
    if (fwrite(text.at, 1, text.len, stdout) < text.len || fflush(stdout))
        replay->is_ended = true; /* nobody reads any more */
}

/* Waits for Enter; q or the end of input ends the replay. */
static void step_wait(struct replay *replay)
{
    char answer[64];
    if (!replay->is_stepping || replay->is_ended)
        return;
    fputs("-- Enter: the next decision, q: end -- ", stderr);
    if (!fgets(answer, sizeof answer, stdin) || answer[0] == 'q')
        replay->is_ended = true;
}

static void seen_clear(struct replay *replay)
{
    ls_buf_clear(&replay->seen);
    replay->seen_count = 0;
}

static void seen_add(struct replay *replay, const struct ls_record_entry *entry)
{
    bool is_in_time = entry->at_ms >= replay->from_ms && entry->at_ms <= replay->to_ms;
    ls_replay_requests_take(&replay->requests, entry);
    if (!is_in_time || !ls_replay_is_about(entry, &replay->requests, &replay->object))
        return;
    if (replay->is_json) {
        ls_buf_add_text(&replay->seen, replay->seen_count > 0 ? "," : "");
        ls_json_print(&replay->seen, entry->root, LS_JSON_COMPACT);
    } else {
        ls_replay_print_time(&replay->seen, entry->at_ms);
        ls_buf_add_text(&replay->seen, "  ");
        ls_replay_print_seen(&replay->seen, &replay->requests, entry);
        ls_buf_add_char(&replay->seen, '\n');
    }
    replay->seen_count++;
}

/* {"KEY":ENTRY,"seen":[...]} */
static void json_write(struct replay *replay, const char *key, struct ls_node root)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&out, "{\"%s\":", key);
    ls_json_print(&out, root, LS_JSON_COMPACT);
    ls_buf_printf(&out, ",\"seen\":[%s]}\n", ls_buf_text(&replay->seen));
    out_write(replay, ls_buf_slice(&out));
}

static void decision_text(const struct ls_record_entry *entry, struct ls_buf *out)
{
    struct ls_buf lines LS_AUTO(ls_buf_release) = {0};
    ls_replay_print_decision(&lines, entry);
    struct ls_slice rest = ls_buf_slice(&lines);
    while (rest.len > 0) {
        struct ls_slice line = ls_slice_cut(rest, '\n', &rest);
        ls_replay_print_time(out, entry->at_ms);
        ls_buf_printf(out, "  %.*s\n", LS_ARG(line));
    }
}

static void decision_show(struct replay *replay, const struct ls_record_entry *entry)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    long long number = ls_node_int(ls_node_get(entry->root, LS_SLICE("number")), 0);
    bool is_in_time = entry->at_ms >= replay->from_ms && entry->at_ms <= replay->to_ms;
    bool is_asked_for = ls_replay_is_about(entry, &replay->requests, &replay->object);
    if (!is_in_time || (!is_asked_for && replay->seen_count == 0))
        return;
    if (replay->is_json) {
        json_write(replay, "decision", entry->root);
    } else {
        ls_buf_printf(&out, "\nDecision %lld\n%s", number, ls_buf_text(&replay->seen));
        decision_text(entry, &out);
        out_write(replay, ls_buf_slice(&out));
        step_wait(replay);
    }
    seen_clear(replay);
}

static void header_show(struct replay *replay, const struct ls_record_entry *entry)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    if (replay->is_json) {
        json_write(replay, "header", entry->root);
        return;
    }
    ls_replay_print_header(&out, entry);
    out_write(replay, ls_buf_slice(&out));
}

static void result_show(struct replay *replay, const struct ls_record_entry *entry)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    if (replay->is_json) {
        json_write(replay, "result", entry->root);
        return;
    }
    ls_buf_printf(&out, "\nResult\n%s", ls_buf_text(&replay->seen));
    ls_replay_print_result(&out, entry);
    out_write(replay, ls_buf_slice(&out));
}

/* What came after the last decision of a record that has no result. */
static void rest_show(struct replay *replay)
{
    static const char text[] = "The record has no result: the process was killed, or is still "
                               "running.";
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    if (replay->is_ended || replay->reader.has_end)
        return;
    if (replay->is_json)
        ls_buf_printf(&out, "{\"seen\":[%s]}\n", ls_buf_text(&replay->seen));
    else
        ls_buf_printf(&out, "\nNo decision came after this\n%s", ls_buf_text(&replay->seen));
    out_write(replay, ls_buf_slice(&out));
    fprintf(stderr, "%s%s\n", text, replay->reader.is_torn ? " Its last line is torn." : "");
}

static void entry_show(struct replay *replay, const struct ls_record_entry *entry)
{
    if (entry->type == LS_RECORD_HEADER)
        header_show(replay, entry);
    else if (entry->type == LS_RECORD_DECISION)
        decision_show(replay, entry);
    else if (entry->type == LS_RECORD_RESULT)
        result_show(replay, entry);
    else
        seen_add(replay, entry);
}

static enum ls_code scenario_print(const char *path, struct ls_slice record, struct ls_err *err)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    if (ls_scenario_from_record(&out, path, record, err))
        return err->code;
    fputs(ls_buf_text(&out), stdout);
    return LS_OK;
}

static enum ls_code replay_run(struct replay *replay, const char *path, struct ls_err *err)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_record_entry entry;
    bool has_entry = true;
    if (ls_file_read(path, LS_RECORD_FILE_BYTES_MAX, &text, err))
        return err->code;
    if (replay->is_scenario)
        return scenario_print(path, ls_buf_slice(&text), err);
    ls_record_reader_init(&replay->reader, path, ls_buf_slice(&text));
    enum ls_code code = LS_OK;
    while (!code && has_entry && !replay->is_ended) {
        code = ls_record_read(&replay->reader, &entry, &has_entry, err);
        if (!code && has_entry)
            entry_show(replay, &entry);
    }
    if (!code)
        rest_show(replay);
    ls_record_reader_release(&replay->reader);
    return code;
}

enum ls_exit ls_cli_verb_replay(const struct ls_args *args)
{
    struct replay replay = {0};
    struct ls_err err = {0};
    enum ls_code code = line_read(&replay, args, &err);
    if (!code)
        code = replay_run(&replay, args->words[0], &err);
    ls_replay_requests_release(&replay.requests);
    ls_buf_release(&replay.seen);
    return code ? ls_cli_fail("replay", &err) : LS_EXIT_DONE;
}

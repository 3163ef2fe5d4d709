#include "sandbox/workload/command.h"

#include <string.h>

#include "base/arena.h"
#include "sandbox/workload/facts.h"
#include "sandbox/workload/owner_index.h"
#include "sandbox/workload/limits.h"
#include "value/duration.h"

#define ANNOTATION(name) "sandbox.lockstep.dev/" name

/* What is known of a sequence of commands so far. */
struct script {
    bool is_known;   /* all commands were ones we know */
    bool runs_on;    /* one of them never ends */
    bool has_exited; /* `exit` was reached */
    int code;        /* of the last command */
    int64_t sleep_ms;
};

static const char *const trivial[] = {"true", "echo", ":",  "printf", "date",  "hostname", "env",
                                      "set",  "cd",   "ls", "cat",    "touch", "mkdir",    "test"};

static struct ls_slice word_next(struct ls_slice *rest)
{
    *rest = ls_slice_trim(*rest);
    return ls_slice_cut(*rest, ' ', rest);
}

static struct ls_slice word_program(struct ls_slice word)
{
    for (size_t slash; (slash = ls_slice_find(word, '/')) != SIZE_MAX;)
        word = ls_slice_from(word, slash + 1);
    return word;
}

static void script_sleep(struct script *script, struct ls_slice argument)
{
    int64_t amount = 0;
    int64_t unit_s = 1;
    argument = ls_slice_trim(argument);
    if (argument.len && ls_char_is_any(argument.at[argument.len - 1], "smhd")) {
        char unit = argument.at[--argument.len];
        unit_s = unit == 's' ? 1 : unit == 'm' ? 60 : unit == 'h' ? 3600 : 86400;
    }
    if (!ls_slice_to_i64(argument, &amount) || amount < 0 || amount > LS_SLEEP_S_MAX / unit_s)
        script->runs_on = true;
    else
        script->sleep_ms += amount * unit_s * 1000;
    script->code = 0;
}

static void script_exit(struct script *script, struct ls_slice argument)
{
    int64_t code = 0;
    if (ls_slice_to_i64(ls_slice_trim(argument), &code))
        script->code = (int)(code & 0xff);
    script->has_exited = true;
}

static bool program_is_trivial(struct ls_slice program)
{
    for (size_t i = 0; i < LS_COUNT(trivial); i++) {
        if (ls_slice_is(program, trivial[i]))
            return true;
    }
    return false;
}

static void script_run(struct script *script, struct ls_slice command)
{
    struct ls_slice rest = command;
    struct ls_slice program = word_program(word_next(&rest));
    if (!program.len)
        return;
    if (ls_slice_is(program, "sleep"))
        script_sleep(script, rest);
    else if (ls_slice_is(program, "exit"))
        script_exit(script, rest);
    else if (ls_slice_is(program, "false"))
        script->code = 1;
    else if (program_is_trivial(program))
        script->code = 0;
    else
        script->is_known = false;
    script->runs_on |= ls_slice_is(program, "while") || ls_slice_is(program, "tail");
}

enum joint { JOINT_THEN, JOINT_AND, JOINT_OR };

/* Cuts the first command off; `joint` is the operator behind it. */
static struct ls_slice script_cut(struct ls_slice *rest, enum joint *joint)
{
    for (size_t i = 0; i < rest->len; i++) {
        bool is_double = i + 1 < rest->len && rest->at[i + 1] == rest->at[i];
        char c = rest->at[i];
        if (c != ';' && c != '\n' && !(is_double && (c == '&' || c == '|')))
            continue;
        struct ls_slice first = {rest->at, i};
        *joint = c == '&' ? JOINT_AND : c == '|' ? JOINT_OR : JOINT_THEN;
        *rest = ls_slice_from(*rest, i + (*joint == JOINT_THEN ? 1 : 2));
        return first;
    }
    struct ls_slice all = *rest;
    *rest = (struct ls_slice){NULL, 0};
    *joint = JOINT_THEN;
    return all;
}

static struct script script_of(struct ls_slice text)
{
    struct script script = {.is_known = true};
    enum joint before = JOINT_THEN;
    while (text.len && !script.has_exited && !script.runs_on) {
        enum joint after = JOINT_THEN;
        struct ls_slice command = script_cut(&text, &after);
        bool runs = before == JOINT_THEN || (before == JOINT_AND) == (script.code == 0);
        if (runs)
            script_run(&script, command);
        before = after;
    }
    return script;
}

static bool program_is_shell(struct ls_slice program)
{
    return ls_slice_is(program, "sh") || ls_slice_is(program, "bash") ||
           ls_slice_is(program, "ash") || ls_slice_is(program, "dash");
}

/* command and args joined by spaces; for `sh -c TEXT` the text. */
static void argv_text(struct ls_buf *out, struct ls_node container)
{
    const char *lists[] = {"command", "args"};
    bool is_shell = false;
    for (size_t list = 0, word = 0; list < LS_COUNT(lists); list++) {
        LS_EACH (it, ls_node_at(container, lists[list])) {
            struct ls_slice text = ls_node_string(it.value);
            if (word++ == 0)
                is_shell = program_is_shell(word_program(text));
            bool is_prelude = is_shell && (word == 1 || ls_slice_starts(text, "-"));
            if (is_prelude)
                continue;
            ls_buf_add_slice(out, text);
            ls_buf_add_char(out, ' ');
        }
    }
}

static bool image_never_pulls(struct ls_slice image)
{
    return ls_slice_ends(image, ":404") || memmem(image.at, image.len, "invalid", 7);
}

/* `images.example.com/pause:3.10`, `pause@sha256:...`: made to do nothing until it is stopped. */
static bool image_is_pause(struct ls_slice image)
{
    struct ls_slice name = word_program(image);
    return ls_slice_is(name, "pause") || ls_slice_starts(name, "pause:") ||
           ls_slice_starts(name, "pause@");
}

/* Whether a container with an unknown command, or without one, ends by itself. */
struct expected_end {
    bool image_ends;   /* an image without a command */
    bool command_ends; /* a command that is not known */
};

static struct expected_end expected_end_of(struct ls_node pod, struct ls_node container,
                                           bool is_init)
{
    struct ls_node owner = ls_controller_of(pod);
    bool is_sidecar = ls_node_string_is(ls_node_at(container, "restartPolicy"), "Always");
    if (is_sidecar || image_is_pause(ls_node_string(ls_node_at(container, "image"))))
        return (struct expected_end){0};
    bool is_work = is_init || ls_node_string_is(ls_node_at(owner, "kind"), "Job");
    bool runs_once = ls_node_is_absent(owner) &&
                     ls_node_string_is(ls_node_at(pod, "spec.restartPolicy"), "Never");
    return (struct expected_end){.image_ends = is_work, .command_ends = is_work || runs_once};
}

static void behavior_from_command(struct ls_container_behavior *behavior, struct ls_node container,
                                  struct expected_end expected)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    argv_text(&text, container);
    if (!text.len) {
        behavior->ends = expected.image_ends;
        behavior->ends_after_ms = LS_COMPLETE_MS;
        return;
    }
    struct script script = script_of(ls_buf_slice(&text));
    bool has_result = script.is_known || script.has_exited;
    behavior->ends = !script.runs_on && (has_result || expected.command_ends);
    behavior->ends_after_ms = LS_MAX(script.sleep_ms, LS_COMMAND_MS);
    behavior->exit_code = has_result ? script.code : 0;
}

static void behavior_from_annotations(struct ls_container_behavior *behavior, struct ls_node pod,
                                      bool is_init)
{
    struct ls_node fail = ls_fact_annotation(pod, ANNOTATION("fail"));
    struct ls_node ready_after = ls_fact_annotation(pod, ANNOTATION("ready-after"));
    int64_t delay_ns = 0;
    struct ls_err err;
    if (ls_node_string_is(fail, "image-pull"))
        behavior->never_pulls = true;
    if (is_init)
        return;
    if (!ls_duration_parse(ls_node_string(ready_after), &delay_ns, &err) && delay_ns > 0)
        behavior->ready_after_ms = delay_ns / LS_NS_PER_MS;
    behavior->never_ready =
        ls_node_string_is(ls_fact_annotation(pod, ANNOTATION("never-ready")), "true");
    bool is_crash = ls_node_string_is(fail, "crash");
    if (is_crash || ls_node_string_is(fail, "exit")) {
        behavior->ends = true;
        behavior->exit_code = 1;
        behavior->ends_after_ms =
            is_crash ? LS_COMMAND_MS : behavior->ready_after_ms + LS_EXIT_AFTER_MS;
    }
    behavior->never_ready |= is_crash;
}

struct ls_container_behavior ls_container_behavior_of(struct ls_node pod, struct ls_node container,
                                                      bool is_init)
{
    struct ls_container_behavior behavior = {.ready_after_ms = LS_CONTAINER_READY_MS};
    behavior.never_pulls = image_never_pulls(ls_node_string(ls_node_at(container, "image")));
    behavior_from_command(&behavior, container, expected_end_of(pod, container, is_init));
    behavior_from_annotations(&behavior, pod, is_init);
    return behavior;
}

#include "sim/state.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/vec.h"
#include "phase/words.h"
#include "sandbox/sandbox.h"
#include "value/json.h"
#include "value/lookup.h"
#include "value/obj.h"

struct made_by { /* what controllers make */
    char *what;
    size_t count;
};

struct cluster_state {
    LS_VEC(char *) lines;
    LS_VEC(struct made_by) made;
};

/* ---- which objects ---- */

/* Events and leases report what happened when, not a state. */
static const char *const without_state[] = {"Event", "Lease"};

static bool has_state(struct ls_node object)
{
    for (size_t i = 0; i < LS_COUNT(without_state); i++) {
        if (ls_node_string_is(ls_node_at(object, "kind"), without_state[i]))
            return false;
    }
    return true;
}

static bool is_labelled(struct ls_node object, const char *label)
{
    struct ls_node labels = ls_node_at(object, "metadata.labels");
    return !ls_node_is_absent(ls_node_get(labels, ls_slice_of(label)));
}

/* The endpoints of a Service carry its labels, and what a Deployment makes carries its annotations:
 * a member has both of ours. */
static bool is_member(struct ls_node object)
{
    struct ls_node notes = ls_node_at(object, "metadata.annotations");
    return is_labelled(object, LS_LABEL_PART_OF) &&
           !ls_node_is_absent(ls_node_get(notes, LS_SLICE(LS_NOTE_ORDER)));
}

static struct ls_node controller_of(struct ls_node object)
{
    LS_EACH (owner, ls_node_at(object, "metadata.ownerReferences")) {
        if (ls_node_bool(ls_node_at(owner.value, "controller"), false))
            return owner.value;
    }
    return LS_ABSENT;
}

/* ---- a member, without what differs from one run to the next ---- */

struct passing_field {
    const char *kind; /* NULL: any */
    const char *path;
};

static const struct passing_field passing[] = {
    {NULL, ".metadata.uid"},
    {NULL, ".metadata.resourceVersion"},
    {NULL, ".metadata.creationTimestamp"},
    {NULL, ".metadata.generation"},
    {NULL, ".metadata.managedFields"},
    {NULL, ".status"},
    {NULL, ".spec.clusterIP"},
    {NULL, ".spec.clusterIPs"},
    {NULL, ".spec.volumeName"},
    {"Job", ".spec.selector"},
    {"Job", ".spec.template.metadata.labels"},
};

enum path_match { PATH_STAYS, PATH_PASSES, PATH_HOLDS_ONE };

static enum path_match path_match(const char *kind, const char *path)
{
    enum path_match match = PATH_STAYS;
    size_t len = strlen(path);
    for (size_t i = 0; i < LS_COUNT(passing); i++) {
        if (passing[i].kind && strcmp(passing[i].kind, kind) != 0)
            continue;
        if (strcmp(passing[i].path, path) == 0)
            return PATH_PASSES;
        if (strncmp(passing[i].path, path, len) == 0 && passing[i].path[len] == '.')
            match = PATH_HOLDS_ONE;
    }
    return match;
}

static void fields_print(struct ls_buf *out, const char *kind, const char *path, struct ls_node map)
{
    ls_buf_add_char(out, '{');
    LS_EACH (field, map) {
        struct ls_buf inner LS_AUTO(ls_buf_release) = {0};
        ls_buf_printf(&inner, "%s.%.*s", path, LS_ARG(field.key));
        enum path_match match = path_match(kind, ls_buf_text(&inner));
        if (match == PATH_PASSES)
            continue;
        ls_buf_printf(out, " %.*s: ", LS_ARG(field.key));
        if (match == PATH_HOLDS_ONE && ls_node_is_map(field.value))
            fields_print(out, kind, ls_buf_text(&inner), field.value);
        else
            ls_json_print(out, field.value, LS_JSON_COMPACT);
    }
    ls_buf_add_text(out, " }");
}

/* Hashes are keyed with the parent's uid: "v1:0af3..." becomes "v1:*". */
static void hashes_blank(const char *text, struct ls_buf *out)
{
    enum { HASH_DIGITS_MIN = 32 };
    for (const char *at; (at = strstr(text, "v1:")); text = at) {
        at += strlen("v1:");
        ls_buf_add(out, text, (size_t)(at - text));
        size_t digits = strspn(at, "0123456789abcdef");
        if (digits >= HASH_DIGITS_MIN) {
            ls_buf_add_char(out, '*');
            at += digits;
        }
    }
    ls_buf_add_text(out, text);
}

static void managers_print(struct ls_buf *out, struct ls_node object)
{
    LS_EACH (entry, ls_node_at(object, "metadata.managedFields")) {
        struct ls_slice manager = ls_node_string(ls_node_at(entry.value, "manager"));
        if (!ls_slice_starts(manager, LS_FIELD_MANAGER_PREFIX))
            continue;
        ls_buf_printf(out, " %.*s %s ", LS_ARG(manager),
                      ls_node_text(ls_node_at(entry.value, "operation")));
        ls_json_print(out, ls_node_at(entry.value, "fieldsV1"), LS_JSON_COMPACT);
    }
}

static void member_print(struct ls_buf *out, struct ls_node object)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    fields_print(&text, ls_node_text(ls_node_at(object, "kind")), "", object);
    ls_buf_add_char(out, ' ');
    hashes_blank(ls_buf_text(&text), out);
    managers_print(out, object);
}

/* ---- the state ---- */

static void name_print(struct ls_buf *out, struct ls_node object)
{
    struct ls_slice space = ls_node_string(ls_node_at(object, "metadata.namespace"));
    ls_buf_printf(out, "%s %.*s%s%s", ls_node_text(ls_node_at(object, "kind")), LS_ARG(space),
                  space.len ? "/" : "", ls_node_text(ls_node_at(object, "metadata.name")));
}

static void made_add(struct cluster_state *state, struct ls_node object, struct ls_node owner)
{
    struct ls_buf what LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&what, "%s in %s of a %s", ls_node_text(ls_node_at(object, "kind")),
                  ls_node_text(ls_node_at(object, "metadata.namespace")),
                  ls_node_text(ls_node_at(owner, "kind")));
    for (size_t i = 0; i < state->made.count; i++) {
        if (strcmp(state->made.at[i].what, ls_buf_text(&what)) == 0) {
            state->made.at[i].count++;
            return;
        }
    }
    ls_vec_push(&state->made, (struct made_by){ls_buf_take(&what), 1});
}

static void object_add(void *self, const struct ls_obj *stored)
{
    struct cluster_state *state = self;
    struct ls_node object = ls_obj_root(stored);
    if (!has_state(object))
        return;
    bool is_ours = is_member(object) || is_labelled(object, LS_LABEL_SET_ID);
    bool is_volume = ls_node_string_is(ls_node_at(object, "kind"), "PersistentVolume");
    struct ls_node owner = controller_of(object);
    if (!is_ours && (is_volume || !ls_node_is_absent(owner))) {
        made_add(state, object, owner);
        return;
    }
    struct ls_buf line = {0};
    name_print(&line, object);
    if (is_ours)
        member_print(&line, object);
    ls_vec_push(&state->lines, ls_buf_take(&line));
}

static void made_print(struct cluster_state *state)
{
    for (size_t i = 0; i < state->made.count; i++) {
        struct ls_buf line = {0};
        ls_buf_printf(&line, "%s: %zu", state->made.at[i].what, state->made.at[i].count);
        ls_vec_push(&state->lines, ls_buf_take(&line));
        ls_free(state->made.at[i].what);
    }
    ls_vec_release(&state->made);
}

static int line_compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

void ls_sim_state_print(const struct ls_sandbox *sandbox, struct ls_buf *out)
{
    struct cluster_state state = {0};
    ls_sandbox_each(sandbox, object_add, &state);
    made_print(&state);
    qsort(state.lines.at, state.lines.count, sizeof *state.lines.at, line_compare);
    for (size_t i = 0; i < state.lines.count; i++) {
        ls_buf_printf(out, "%s\n", state.lines.at[i]);
        ls_free(state.lines.at[i]);
    }
    ls_vec_release(&state.lines);
}

static void member_count_add(void *self, const struct ls_obj *object)
{
    *(size_t *)self += is_labelled(ls_obj_root(object), LS_LABEL_PART_OF);
}

size_t ls_sim_state_member_count(const struct ls_sandbox *sandbox)
{
    size_t count = 0;
    ls_sandbox_each(sandbox, member_count_add, &count);
    return count;
}

/* ---- two states ---- */

static bool has_line(struct ls_slice text, struct ls_slice line)
{
    while (text.len > 0) {
        if (ls_slice_equal(ls_slice_cut(text, '\n', &text), line))
            return true;
    }
    return false;
}

/* The line about the same object, or an empty one. The object is what stands before the brace. */
static struct ls_slice line_of(struct ls_slice text, struct ls_slice line)
{
    size_t len = ls_slice_find(line, '{');
    while (len != SIZE_MAX && text.len > 0) {
        struct ls_slice other = ls_slice_cut(text, '\n', &text);
        if (other.len > len && memcmp(other.at, line.at, len) == 0)
            return other;
    }
    return (struct ls_slice){0};
}

/* What differs between two lines about one object, with a little around it. */
static void change_print(struct ls_slice line, struct ls_slice other, struct ls_buf *out)
{
    enum { BEFORE = 40, BEHIND = 120 };
    struct ls_slice rest;
    size_t at = 0;
    while (at < line.len && at < other.len && line.at[at] == other.at[at])
        at++;
    size_t from = at > BEFORE ? at - BEFORE : 0;
    struct ls_slice object = ls_slice_cut(line, '{', &rest);
    ls_buf_printf(out, "missing: %.*s...%.*s\nunexpected: ...%.*s\n", LS_ARG(object),
                  (int)LS_MIN(line.len - from, (size_t)BEHIND), line.at + from,
                  (int)LS_MIN(other.len - from, (size_t)BEHIND), other.at + from);
}

static size_t missing_print(struct ls_slice expected, struct ls_slice actual, struct ls_buf *out)
{
    size_t count = 0;
    while (expected.len > 0) {
        struct ls_slice line = ls_slice_cut(expected, '\n', &expected);
        if (line.len == 0 || has_line(actual, line))
            continue;
        struct ls_slice other = line_of(actual, line);
        if (other.len == 0)
            ls_buf_printf(out, "missing: %.*s\n", LS_ARG(line));
        else
            change_print(line, other, out);
        count++;
    }
    return count;
}

/* Objects that differ are printed as missing. */
static size_t unexpected_print(struct ls_slice expected, struct ls_slice actual, struct ls_buf *out)
{
    size_t count = 0;
    while (actual.len > 0) {
        struct ls_slice line = ls_slice_cut(actual, '\n', &actual);
        if (line.len == 0 || has_line(expected, line))
            continue;
        if (line_of(expected, line).len == 0)
            ls_buf_printf(out, "unexpected: %.*s\n", LS_ARG(line));
        count++;
    }
    return count;
}

size_t ls_sim_state_diff(struct ls_slice actual, struct ls_slice expected, struct ls_buf *out)
{
    if (ls_slice_equal(actual, expected))
        return 0;
    return missing_print(expected, actual, out) + unexpected_print(expected, actual, out);
}

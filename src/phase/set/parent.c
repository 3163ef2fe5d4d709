#include "phase/set/parent.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "phase/set/limits.h"
#include "phase/words.h"
#include "value/base64.h"
#include "value/build.h"
#include "value/hash.h"
#include "value/label.h"

#define TOOL "lockstep"
static const char tooling_now[] = TOOL "/v" LS_VERSION;

/* ---- names ---- */

const struct ls_resource *ls_parent_resource(void)
{
    static const struct ls_resource config_maps = {
        .group = "",
        .version = "v1",
        .kind = "ConfigMap",
        .plural = "configmaps",
        .singular = "configmap",
        .is_namespaced = true,
    };
    return &config_maps;
}

void ls_set_id_print(struct ls_buf *out, const char *namespace_name, const char *set_name)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    /* NAME.NAMESPACE.KIND.GROUP: the core group is empty, its dot stays. */
    ls_buf_printf(&text, LS_PARENT_PREFIX "%s.%s.ConfigMap.", set_name, namespace_name);
    struct ls_hash hash = ls_hash_slice(ls_buf_slice(&text));
    ls_buf_add_text(out, "applyset-");
    ls_base64_encode(out, (struct ls_slice){(const char *)hash.bytes, sizeof hash.bytes},
                     LS_BASE64_URL);
    ls_buf_add_text(out, "-v1");
}

enum ls_code ls_set_name_check(const char *set_name, struct ls_err *err)
{
    struct ls_slice name = ls_slice_of(set_name);
    if (name.len == 0)
        return ls_fail(err, LS_E_USAGE, "the set has no name; give it one with --set NAME");
    if (name.len > LS_SET_NAME_BYTES_MAX)
        return ls_fail(err, LS_E_USAGE,
                       "the name of the set has %zu bytes, the limit is %d; give a shorter one "
                       "with --set NAME",
                       name.len, (int)LS_SET_NAME_BYTES_MAX);
    if (!ls_dns_subdomain_is_valid(name))
        return ls_fail(err, LS_E_USAGE,
                       "\"%s\" cannot be the name of a set: it is made of lower-case letters, "
                       "digits, '-' and '.', and begins and ends with a letter or digit; give "
                       "another one with --set NAME",
                       set_name);
    return LS_OK;
}

const char *ls_parent_set_name(struct ls_node object)
{
    const char *name = ls_node_text(ls_node_at(object, "metadata.name"));
    if (!ls_slice_starts(ls_slice_of(name), LS_PARENT_PREFIX))
        return NULL;
    return name + strlen(LS_PARENT_PREFIX);
}

/* ---- reading ---- */

struct parent_reading {
    struct ls_arena *arena;
    struct ls_node notes;
    const char *name; /* of the ConfigMap */
    struct ls_err *err;
};

static struct ls_node note_of(const struct parent_reading *reading, const char *key)
{
    return ls_node_get(reading->notes, ls_slice_of(key));
}

/* How many pieces a list with commas has; "" has none. */
static size_t piece_count(struct ls_slice text)
{
    size_t count = text.len > 0;
    for (size_t i = 0; i < text.len; i++)
        count += text.at[i] == ',';
    return count;
}

static enum ls_code text_read(const struct parent_reading *reading, const char *key,
                              size_t bytes_max, struct ls_slice *out)
{
    *out = ls_node_string(note_of(reading, key));
    if (out->len > bytes_max)
        return ls_fail(reading->err, LS_E_TOO_BIG,
                       "ConfigMap %s: annotation %s has %zu bytes, the limit is %zu", reading->name,
                       key, out->len, bytes_max);
    return LS_OK;
}

static enum ls_code piece_fail(const struct parent_reading *reading, const char *key,
                               struct ls_slice piece, const char *wanted)
{
    return ls_fail(reading->err, LS_E_INVALID,
                   "ConfigMap %s: annotation %s holds \"%.*s\", which is not %s. The annotation "
                   "was edited. Fix it by hand, or members of the set could be missed",
                   reading->name, key, (int)LS_MIN(piece.len, 64), piece.at, wanted);
}

static bool kind_is_valid(struct ls_slice kind)
{
    for (size_t i = 0; i < kind.len; i++) {
        char c = kind.at[i];
        bool is_letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
        if (!is_letter && (i == 0 || !((c >= '0' && c <= '9') || c == '-')))
            return false;
    }
    return kind.len > 0;
}

static enum ls_code kinds_read(const struct parent_reading *reading, struct ls_parent *out)
{
    if (!ls_node_is_string(note_of(reading, LS_NOTE_GROUP_KINDS)))
        return ls_fail(reading->err, LS_E_INVALID,
                       "ConfigMap %s: annotation " LS_NOTE_GROUP_KINDS " is missing. Without it "
                       "the members of the set cannot be found. Write it by hand, as "
                       "\"ConfigMap,Deployment.apps\"",
                       reading->name);
    struct ls_slice text;
    if (text_read(reading, LS_NOTE_GROUP_KINDS, LS_KINDS_BYTES_MAX, &text))
        return reading->err->code;
    size_t count = piece_count(text);
    struct ls_group_kind *kinds = LS_ARENA_ARRAY(reading->arena, struct ls_group_kind, count);
    for (size_t i = 0; i < count; i++) {
        struct ls_slice piece = ls_slice_cut(text, ',', &text);
        struct ls_slice group;
        struct ls_slice kind = ls_slice_cut(piece, '.', &group);
        if (!kind_is_valid(kind) || (group.at && !ls_dns_subdomain_is_valid(group)))
            return piece_fail(reading, LS_NOTE_GROUP_KINDS, piece, "KIND or KIND.GROUP");
        kinds[i].kind = ls_arena_dup(reading->arena, kind);
        kinds[i].group = ls_arena_dup(reading->arena, group);
    }
    out->kinds = kinds;
    out->kind_count = count;
    return LS_OK;
}

static enum ls_code namespaces_read(const struct parent_reading *reading, struct ls_parent *out)
{
    struct ls_slice text;
    if (text_read(reading, LS_NOTE_MORE_NAMESPACES, LS_NAMESPACES_BYTES_MAX, &text))
        return reading->err->code;
    size_t count = piece_count(text);
    const char **names = LS_ARENA_ARRAY(reading->arena, const char *, count);
    for (size_t i = 0; i < count; i++) {
        struct ls_slice piece = ls_slice_cut(text, ',', &text);
        if (!ls_dns_label_is_valid(piece))
            return piece_fail(reading, LS_NOTE_MORE_NAMESPACES, piece, "the name of a namespace");
        names[i] = ls_arena_dup(reading->arena, piece);
    }
    out->namespaces = names;
    out->namespace_count = count;
    return LS_OK;
}

/* NAMESPACE/NAME=HASH. One that does not read is left out: at worst a Job runs once more. */
static bool finished_parse(struct ls_arena *arena, struct ls_slice piece, struct ls_finished *out)
{
    struct ls_slice applied;
    struct ls_slice name;
    struct ls_slice space = ls_slice_cut(ls_slice_cut(piece, '=', &applied), '/', &name);
    if (space.len == 0 || name.len == 0 || applied.len == 0)
        return false;
    *out = (struct ls_finished){ls_arena_dup(arena, space), ls_arena_dup(arena, name),
                                ls_arena_dup(arena, applied)};
    return true;
}

static void finished_read(const struct parent_reading *reading, struct ls_parent *out)
{
    struct ls_slice text = ls_node_string(note_of(reading, LS_NOTE_FINISHED));
    if (text.len > LS_FINISHED_BYTES_MAX)
        return;
    size_t piece_max = piece_count(text);
    struct ls_finished *list = LS_ARENA_ARRAY(reading->arena, struct ls_finished, piece_max);
    for (size_t i = 0; i < piece_max; i++) {
        struct ls_slice piece = ls_slice_cut(text, ',', &text);
        if (finished_parse(reading->arena, piece, &list[out->finished_count]))
            out->finished_count++;
    }
    out->finished = list;
}

static uint64_t count_read(const struct parent_reading *reading, const char *note)
{
    int64_t count = 0;
    bool is_count = ls_slice_to_i64(ls_node_string(note_of(reading, note)), &count) && count > 0;
    return is_count ? (uint64_t)count : 0;
}

/* For people and warnings only: one that does not read is none. */
static void origin_read(const struct parent_reading *reading, struct ls_parent *out)
{
    struct ls_slice origin = ls_node_string(note_of(reading, LS_NOTE_ORIGIN));
    out->origin =
        ls_arena_dup(reading->arena, origin.len <= LS_ORIGIN_BYTES_MAX ? origin : LS_SLICE(""));
    out->unpruned_count = count_read(reading, LS_NOTE_UNPRUNED);
    out->object_count = count_read(reading, LS_NOTE_OBJECTS);
}

/* Another tool keeps its own books of a set: ApplySet tools leave each other's alone. */
static enum ls_code owner_check(const struct parent_reading *reading, struct ls_slice tooling,
                                const char *set_name)
{
    struct ls_slice version;
    if (ls_slice_is(ls_slice_cut(tooling, '/', &version), TOOL))
        return LS_OK;
    if (tooling.len == 0)
        return ls_fail(reading->err, LS_E_EXISTS,
                       "ConfigMap %s exists and is not the parent of a set: it has no "
                       "annotation " LS_NOTE_TOOLING
                       "; delete it, or give the set another name with --set",
                       reading->name);
    return ls_fail(reading->err, LS_E_EXISTS,
                   "set %s belongs to another tool, %.*s, by ConfigMap %s; use that tool, or give "
                   "the set another name with --set",
                   set_name, (int)LS_MIN(tooling.len, 64), tooling.at, reading->name);
}

static enum ls_code id_check(const struct parent_reading *reading, struct ls_node metadata,
                             const char *set_name)
{
    struct ls_buf id LS_AUTO(ls_buf_release) = {0};
    ls_set_id_print(&id, ls_node_text(ls_node_at(metadata, "namespace")), set_name);
    struct ls_node label = ls_node_get(ls_node_at(metadata, "labels"), LS_SLICE(LS_LABEL_SET_ID));
    if (ls_node_string_is(label, id.at))
        return LS_OK;
    return ls_fail(reading->err, LS_E_INVALID,
                   "ConfigMap %s: label " LS_LABEL_SET_ID " must be %s and is \"%.64s\". The "
                   "ConfigMap was edited or copied. Correct the label by hand, or delete it",
                   reading->name, id.at, ls_node_text(label));
}

enum ls_code ls_parent_read(struct ls_arena *arena, struct ls_node object, const char *set_name,
                            struct ls_parent *out, struct ls_err *err)
{
    struct ls_node metadata = ls_node_at(object, "metadata");
    struct parent_reading reading = {arena, ls_node_at(metadata, "annotations"),
                                     ls_node_text(ls_node_at(metadata, "name")), err};
    struct ls_slice tooling = ls_node_string(note_of(&reading, LS_NOTE_TOOLING));
    struct ls_slice holder;
    struct ls_parent parent = {.exists = true};
    if (owner_check(&reading, tooling, set_name) || id_check(&reading, metadata, set_name) ||
        kinds_read(&reading, &parent) || namespaces_read(&reading, &parent) ||
        text_read(&reading, LS_NOTE_HOLDER, LS_HOLDER_BYTES_MAX, &holder))
        return err->code;
    finished_read(&reading, &parent);
    origin_read(&reading, &parent);
    parent.is_going = !ls_node_is_absent(ls_node_at(metadata, "deletionTimestamp"));
    parent.uid = ls_arena_dup(arena, ls_node_string(ls_node_at(metadata, "uid")));
    parent.version = ls_arena_dup(arena, ls_node_string(ls_node_at(metadata, "resourceVersion")));
    parent.tooling = ls_arena_dup(arena, tooling);
    parent.holder = ls_arena_dup(arena, holder);
    *out = parent;
    return LS_OK;
}

/* ---- writing ---- */

static int text_compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* Sorted, without repeats and without `left_out`. */
static void list_print(struct ls_buf *out, const char **texts, size_t count, const char *left_out)
{
    qsort(texts, count, sizeof *texts, text_compare);
    for (size_t i = 0; i < count; i++) {
        bool is_repeat = i > 0 && strcmp(texts[i], texts[i - 1]) == 0;
        if (is_repeat || strcmp(texts[i], left_out) == 0)
            continue;
        if (out->len > 0)
            ls_buf_add_char(out, ',');
        ls_buf_add_text(out, texts[i]);
    }
}

static void kinds_print(struct ls_arena *arena, struct ls_buf *out, const struct ls_parent *parent)
{
    const char **texts = LS_ARENA_ARRAY(arena, const char *, parent->kind_count);
    for (size_t i = 0; i < parent->kind_count; i++) {
        const struct ls_group_kind *kind = &parent->kinds[i];
        bool is_core = kind->group[0] == '\0';
        texts[i] = is_core ? kind->kind : ls_arena_printf(arena, "%s.%s", kind->kind, kind->group);
    }
    list_print(out, texts, parent->kind_count, "");
}

static void namespaces_print(struct ls_arena *arena, struct ls_buf *out,
                             const struct ls_parent *parent, const char *own)
{
    const char **texts = LS_ARENA_ARRAY(arena, const char *, parent->namespace_count);
    for (size_t i = 0; i < parent->namespace_count; i++)
        texts[i] = parent->namespaces[i];
    list_print(out, texts, parent->namespace_count, own);
}

static size_t finished_bytes(const struct ls_finished *job)
{
    return strlen(job->namespace_name) + strlen(job->name) + strlen(job->applied) + 3;
}

static void finished_print(struct ls_buf *out, const struct ls_parent *parent)
{
    size_t first = parent->finished_count;
    size_t bytes = 0;
    while (first > 0) {
        bytes += finished_bytes(&parent->finished[first - 1]);
        if (bytes > LS_FINISHED_BYTES_MAX)
            break;
        first--;
    }
    for (size_t i = first; i < parent->finished_count; i++) {
        const struct ls_finished *job = &parent->finished[i];
        ls_buf_printf(out, "%s%s/%s=%s", out->len > 0 ? "," : "", job->namespace_name, job->name,
                      job->applied);
    }
}

struct parent_lists {
    struct ls_buf kinds;
    struct ls_buf namespaces;
    struct ls_buf finished;
};

static void lists_release(struct parent_lists *lists)
{
    ls_buf_release(&lists->kinds);
    ls_buf_release(&lists->namespaces);
    ls_buf_release(&lists->finished);
}

static enum ls_code list_check(const struct ls_buf *text, size_t bytes_max, const char *what,
                               struct ls_err *err)
{
    if (text->len <= bytes_max)
        return LS_OK;
    return ls_fail(err, LS_E_TOO_BIG,
                   "the names of the %s of this set have %zu bytes together, the limit is %zu; "
                   "split it into several sets",
                   what, text->len, bytes_max);
}

static void count_build(struct ls_build *build, const char *note, uint64_t count)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (count == 0)
        return;
    ls_buf_printf(&text, "%" PRIu64, count);
    ls_build_member_string(build, note, ls_buf_slice(&text));
}

static void notes_build(struct ls_build *build, const struct ls_parent *parent,
                        const struct parent_lists *lists)
{
    ls_build_key(build, LS_SLICE("annotations"));
    ls_build_map(build);
    ls_build_member_text(build, LS_NOTE_TOOLING, tooling_now);
    ls_build_member_text(build, LS_NOTE_GROUP_KINDS, ls_buf_text(&lists->kinds));
    ls_build_member_text(build, LS_NOTE_MORE_NAMESPACES, ls_buf_text(&lists->namespaces));
    if (parent->holder && parent->holder[0])
        ls_build_member_text(build, LS_NOTE_HOLDER, parent->holder);
    if (lists->finished.len > 0)
        ls_build_member_text(build, LS_NOTE_FINISHED, ls_buf_text(&lists->finished));
    if (parent->origin && parent->origin[0] && strlen(parent->origin) <= LS_ORIGIN_BYTES_MAX)
        ls_build_member_text(build, LS_NOTE_ORIGIN, parent->origin);
    count_build(build, LS_NOTE_UNPRUNED, parent->unpruned_count);
    count_build(build, LS_NOTE_OBJECTS, parent->object_count);
    ls_build_end(build);
}

static const struct ls_obj *body_build(const struct ls_parent *parent, const char *namespace_name,
                                       const char *set_name, const struct parent_lists *lists)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_member_text(&build, "apiVersion", "v1");
    ls_build_member_text(&build, "kind", "ConfigMap");
    ls_build_key(&build, LS_SLICE("metadata"));
    ls_build_map(&build);
    ls_buf_printf(&text, LS_PARENT_PREFIX "%s", set_name);
    ls_build_member_string(&build, "name", ls_buf_slice(&text));
    ls_build_member_text(&build, "namespace", namespace_name);
    ls_build_member_text(&build, "resourceVersion", parent->exists ? parent->version : "1");
    ls_build_key(&build, LS_SLICE("labels"));
    ls_build_map(&build);
    ls_buf_clear(&text);
    ls_set_id_print(&text, namespace_name, set_name);
    ls_build_member_string(&build, LS_LABEL_SET_ID, ls_buf_slice(&text));
    ls_build_end(&build);
    notes_build(&build, parent, lists);
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_obj(&build);
}

enum ls_code ls_parent_body(const struct ls_parent *parent, const char *namespace_name,
                            const char *set_name, const struct ls_obj **out, struct ls_err *err)
{
    LS_ASSERT(!parent->exists || parent->version[0] != '\0');
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct parent_lists lists LS_AUTO(lists_release) = {{0}, {0}, {0}};
    kinds_print(&arena, &lists.kinds, parent);
    namespaces_print(&arena, &lists.namespaces, parent, namespace_name);
    finished_print(&lists.finished, parent);
    if (list_check(&lists.kinds, LS_KINDS_BYTES_MAX, "kinds", err) ||
        list_check(&lists.namespaces, LS_NAMESPACES_BYTES_MAX, "namespaces", err))
        return err->code;
    *out = body_build(parent, namespace_name, set_name, &lists);
    return LS_OK;
}

bool ls_parent_is_by_us(const struct ls_parent *parent)
{
    return parent->tooling && strcmp(parent->tooling, tooling_now) == 0;
}

#include "phase/read/wishes.h"

#include <string.h>

#include "base/nearest.h"
#include "base/utf8.h"
#include "health/health.h"
#include "health/limits.h"
#include "health/word/grace.h"
#include "phase/read/ignore.h"
#include "phase/read/limits.h"
#include "phase/read/property.h"
#include "phase/words.h"
#include "value/duration.h"
#include "value/json.h"
#include "value/label.h"

/* One annotation being read. */
struct wishes_reading {
    struct ls_arena *arena;
    struct ls_wishes *out;
    const char *name;
    struct ls_err *err;
};

static struct ls_slice shown(struct ls_slice text)
{
    return ls_utf8_front(text, LS_VALUE_SHOWN_BYTES_MAX);
}

/* As KOTS reads it: a sign and zeros in front are fine, anything else it takes for 0. */
static bool phase_parse(struct ls_slice text, int64_t *out)
{
    bool has_plus = text.len > 1 && text.at[0] == '+' && text.at[1] != '-';
    return ls_slice_to_i64(ls_slice_from(text, has_plus ? 1 : 0), out);
}

static enum ls_code read_phase(struct wishes_reading *in, struct ls_slice text, int32_t *out,
                               bool *has)
{
    int64_t phase = 0;
    bool is_integer = phase_parse(text, &phase);
    if (!is_integer || phase < LS_PHASE_MIN || phase > LS_PHASE_MAX)
        return ls_fail(in->err, LS_E_INVALID,
                       "%s is \"%.*s\": write an integer from %d to %d in quotes, as in %s: \"1\"",
                       in->name, LS_ARG(shown(text)), LS_PHASE_MIN, LS_PHASE_MAX, in->name);
    *out = (int32_t)phase;
    *has = true;
    return LS_OK;
}

static enum ls_code read_creation(struct wishes_reading *in, struct ls_slice text)
{
    return read_phase(in, text, &in->out->creation_phase, &in->out->has_creation_phase);
}

static enum ls_code read_deletion(struct wishes_reading *in, struct ls_slice text)
{
    return read_phase(in, text, &in->out->deletion_phase, &in->out->has_deletion_phase);
}

static enum ls_code read_truth(struct wishes_reading *in, struct ls_slice text, bool *out)
{
    if (!ls_slice_is(text, "true") && !ls_slice_is(text, "false"))
        return ls_fail(in->err, LS_E_INVALID, "%s is \"%.*s\": write %s: \"true\" or \"false\"",
                       in->name, LS_ARG(shown(text)), in->name);
    *out = ls_slice_is(text, "true");
    return LS_OK;
}

static enum ls_code read_wait_ready(struct wishes_reading *in, struct ls_slice text)
{
    return read_truth(in, text, &in->out->waits_ready);
}

/* Either of the two names is enough. */
static enum ls_code read_keep(struct wishes_reading *in, struct ls_slice text)
{
    bool is_kept = false;
    if (read_truth(in, text, &is_kept))
        return in->err->code;
    in->out->is_kept = in->out->is_kept || is_kept;
    return LS_OK;
}

static enum ls_code read_replace(struct wishes_reading *in, struct ls_slice text)
{
    return read_truth(in, text, &in->out->is_replaced);
}

/* SET or NAMESPACE/SET. */
static enum ls_code read_moved_from(struct wishes_reading *in, struct ls_slice text)
{
    struct ls_slice set;
    struct ls_slice space = ls_slice_cut(text, '/', &set);
    bool has_space = set.at != NULL;
    if (!has_space)
        set = space;
    if (!ls_dns_subdomain_is_valid(set) || (has_space && !ls_dns_label_is_valid(space)))
        return ls_fail(in->err, LS_E_INVALID,
                       "%s is \"%.*s\": write the set that the object comes from, as in %s: "
                       "\"shop\" or \"NAMESPACE/shop\"",
                       in->name, LS_ARG(shown(text)), in->name);
    in->out->moved_from = ls_arena_dup(in->arena, set);
    in->out->moved_from_namespace = has_space ? ls_arena_dup(in->arena, space) : NULL;
    return LS_OK;
}

static enum ls_code read_wait_for(struct wishes_reading *in, struct ls_slice text)
{
    if (text.len == 0)
        return LS_OK; /* KOTS waits for nothing then */
    if (ls_properties_parse(in->arena, text, in->out, in->err))
        return ls_context(in->err, "%s", in->name);
    return LS_OK;
}

static enum ls_code read_ignore(struct wishes_reading *in, struct ls_slice text)
{
    if (ls_ignore_parse(in->arena, text, in->out, in->err))
        return ls_context(in->err, "%s", in->name);
    return LS_OK;
}

static enum ls_code read_timeout(struct wishes_reading *in, struct ls_slice text)
{
    int64_t ns = 0;
    struct ls_err unread;
    if (ls_duration_parse_or_seconds(text, &ns, &unread))
        ns = 0;
    int64_t ms = ns / LS_NS_PER_MS;
    if (ms <= 0 || ms > LS_NOTE_TIMEOUT_MAX_MS)
        return ls_fail(in->err, LS_E_INVALID,
                       "%s is \"%.*s\": write a duration above 0 and up to %d hours, as in %s: "
                       "\"5m\", or seconds, as in \"300\"",
                       in->name, LS_ARG(shown(text)), LS_NOTE_TIMEOUT_MAX_MS / (60 * 60 * 1000),
                       in->name);
    in->out->timeout_ms = ms;
    return LS_OK;
}

/* Only checked here: health reads it from the object itself. */
static enum ls_code read_grace(struct wishes_reading *in, struct ls_slice text)
{
    int64_t unused;
    if (!ls_grace_parse(text, &unused))
        return ls_fail(in->err, LS_E_INVALID,
                       "%s is \"%.*s\": write a duration up to %d hours, as in %s: \"5m\", or "
                       "seconds, as in \"300\"; \"0\" means no grace",
                       in->name, LS_ARG(shown(text)), LS_GRACE_MAX_MS / (60 * 60 * 1000), in->name);
    return LS_OK;
}

/* Only checked here, as well. */
static enum ls_code read_ready(struct wishes_reading *in, struct ls_slice text)
{
    if (!ls_slice_is(text, LS_NOTE_READY_EXISTS))
        return ls_fail(in->err, LS_E_INVALID,
                       "%s is \"%.*s\": write %s: exists, for an object that is ready once it "
                       "can be read, or leave it out",
                       in->name, LS_ARG(shown(text)), in->name);
    in->out->is_ready_existing = true;
    return LS_OK;
}

/* The words that KOTS takes for a boolean. */
static bool kots_truth_parse(struct ls_slice text, bool *out)
{
    static const char *const yes[] = {"true", "True", "TRUE", "t", "T", "1"};
    static const char *const no[] = {"false", "False", "FALSE", "f", "F", "0"};
    *out = ls_slice_is_any(text, yes, LS_COUNT(yes));
    return *out || ls_slice_is_any(text, no, LS_COUNT(no));
}

/* Only checked here: who is excluded is asked before anything else is read. */
static enum ls_code read_exclusion(struct wishes_reading *in, struct ls_slice text)
{
    bool unused;
    if (kots_truth_parse(text, &unused))
        return LS_OK;
    if (text.len > 0 && memmem(text.at, text.len, "{{", 2))
        return ls_fail(in->err, LS_E_INVALID,
                       "%s is a template of KOTS that was not rendered, \"%.*s\": render it, or "
                       "write \"true\" or \"false\"",
                       in->name, LS_ARG(shown(text)));
    return ls_fail(in->err, LS_E_INVALID, "%s is \"%.*s\": write %s: \"true\" or \"false\"",
                   in->name, LS_ARG(shown(text)), in->name);
}

/* Every annotation under our own prefix and that of KOTS. A new one is a row, with its reader. */
static const struct note {
    const char *name;
    enum ls_code (*read)(struct wishes_reading *in,
                         struct ls_slice text); /* NULL: not for people */
} notes[] = {
    {LS_NOTE_CREATION_PHASE, read_creation},
    {LS_NOTE_DELETION_PHASE, read_deletion},
    {LS_NOTE_WAIT_READY, read_wait_ready},
    {LS_NOTE_WAIT_FOR, read_wait_for},
    {LS_NOTE_KOTS_KEEP, read_keep},
    {LS_NOTE_EXCLUDE, read_exclusion},
    {LS_NOTE_WHEN, read_exclusion},
    {LS_NOTE_KEEP, read_keep},
    {LS_NOTE_TIMEOUT, read_timeout},
    {LS_NOTE_REPLACE, read_replace},
    {LS_NOTE_MOVED_FROM, read_moved_from},
    {LS_NOTE_IGNORE, read_ignore},
    {LS_NOTE_GRACE, read_grace},
    {LS_NOTE_READY, read_ready},
    {LS_NOTE_ORDER, NULL},
    {LS_NOTE_APPLIED, NULL},
    {LS_NOTE_ADOPTED, NULL},
    {LS_NOTE_HOLDER, NULL},
    {LS_NOTE_FINISHED, NULL},
    {LS_NOTE_ORIGIN, NULL},
    {LS_NOTE_UNPRUNED, NULL},
};

/* What else KOTS reads from the manifests of an application or writes with them; here it has no
 * effect. */
static const struct {
    const char *name;
    bool is_family; /* the name is how several of them begin */
} idle_notes[] = {
    {"kots.io/hook-delete-policy", false},
    {"kots.io/hook-weight", false},
    {"kots.io/hook", false},
    {"kots.io/installer-only", false},
    {"kots.io/placeholder", false},
    {"kots.io/app-", true},
    {"kots.io/backup", true},
    {"kots.io/embedded-", true},
    {"kots.io/instance", true},
    {"kots.io/is-", true},
    {"kots.io/kotsadm", true},
    {"kots.io/kurl", true},
    {"kots.io/snapshot-", true},
};
enum { IDLE_NONE = LS_COUNT(idle_notes) };

static size_t idle_find(struct ls_slice name)
{
    size_t i = 0;
    while (i < IDLE_NONE && !(idle_notes[i].is_family ? ls_slice_starts(name, idle_notes[i].name)
                                                      : ls_slice_is(name, idle_notes[i].name)))
        i++;
    return i;
}

static const struct note *note_find(struct ls_slice name)
{
    for (size_t i = 0; i < LS_COUNT(notes); i++) {
        if (ls_slice_is(name, notes[i].name))
            return &notes[i];
    }
    return NULL;
}

/* Of those that people may write under a prefix, the one nearest to a name. */
static const char *note_nearest(struct ls_slice name, const char *prefix)
{
    const char *nearest = LS_NOTE_KEEP;
    size_t distance = SIZE_MAX;
    for (size_t i = 0; i < LS_COUNT(notes); i++) {
        struct ls_slice other = ls_slice_of(notes[i].name);
        size_t found = ls_nearest_distance(name, other);
        if (!notes[i].read || !ls_slice_starts(other, prefix) || found >= distance)
            continue;
        nearest = notes[i].name;
        distance = found;
    }
    return nearest;
}

/* Under our own prefix and that of KOTS nothing is unknown: what is would have no effect, and
 * nobody would say so. */
static enum ls_code check_unknown(struct ls_slice name, struct ls_err *err)
{
    if (ls_slice_starts(name, LS_NOTE_PREFIX))
        return ls_fail(err, LS_E_INVALID,
                       "the annotation %.*s is not known, and %s is lockstep's own: the nearest "
                       "one is %s",
                       LS_ARG(shown(name)), LS_NOTE_PREFIX, note_nearest(name, LS_NOTE_PREFIX));
    if (ls_slice_starts(name, LS_KOTS_PREFIX))
        return ls_fail(err, LS_E_INVALID,
                       "the annotation %.*s is not known to KOTS nor to lockstep: the nearest one "
                       "is %s",
                       LS_ARG(shown(name)), note_nearest(name, LS_KOTS_PREFIX));
    return LS_OK;
}

/* YAML reads 1, 1.5, true or yes without quotes as something else than a text. */
static enum ls_code fail_unquoted(struct ls_slice name, struct ls_node value, struct ls_err *err)
{
    struct ls_slice key = shown(name);
    if (ls_node_is_map(value) || ls_node_is_list(value))
        return ls_fail(err, LS_E_INVALID,
                       "the annotation %.*s is of type %s: write a text in quotes", LS_ARG(key),
                       ls_type_name(ls_node_type(value)));
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_json_print(&text, value, LS_JSON_COMPACT);
    return ls_fail(err, LS_E_INVALID,
                   "the annotation %.*s must be a text: put its value in quotes, %.*s: \"%.*s\"",
                   LS_ARG(key), LS_ARG(key), LS_ARG(shown(ls_buf_slice(&text))));
}

static enum ls_code note_read(struct ls_arena *arena, struct ls_slice name, struct ls_node value,
                              struct ls_wishes *out, struct ls_err *err)
{
    const struct note *note = note_find(name);
    if (note && !note->read)
        return ls_fail(err, LS_E_INVALID,
                       "the annotation %s is written by lockstep itself: leave it out", note->name);
    if (!note && idle_find(name) == IDLE_NONE && check_unknown(name, err))
        return err->code;
    if (!ls_node_is_string(value) && !ls_node_is_null(value))
        return fail_unquoted(name, value, err);
    if (!note)
        return LS_OK;
    struct wishes_reading in = {arena, out, note->name, err};
    return note->read(&in, ls_node_string(value));
}

void ls_wishes_read(struct ls_arena *arena, const struct ls_manifest *manifest,
                    struct ls_wishes *out, struct ls_problems *problems)
{
    struct ls_node annotations = ls_node_at(manifest->object, "metadata.annotations");
    *out = (struct ls_wishes){0};
    if (!ls_node_is_absent(annotations) && !ls_node_is_null(annotations) &&
        !ls_node_is_map(annotations)) {
        ls_problems_fail(problems, manifest, annotations,
                         "metadata.annotations must be a map of names and texts, it is of type %s",
                         ls_type_name(ls_node_type(annotations)));
        return;
    }
    LS_EACH (it, annotations) {
        struct ls_err err;
        if (!note_read(arena, it.key, it.value, out, &err))
            continue;
        (void)ls_manifest_context(manifest, it.value, &err);
        ls_problems_add(problems, manifest, &err);
    }
}

bool ls_wishes_is_excluded(const struct ls_manifest *manifest)
{
    struct ls_node annotations = ls_node_at(manifest->object, "metadata.annotations");
    struct ls_node exclude = ls_node_get(annotations, LS_SLICE(LS_NOTE_EXCLUDE));
    struct ls_node when = ls_node_get(annotations, LS_SLICE(LS_NOTE_WHEN));
    bool truth;
    if (ls_node_is_string(exclude)) /* KOTS then does not look at the other */
        return kots_truth_parse(ls_node_string(exclude), &truth) && truth;
    return ls_node_is_string(when) && kots_truth_parse(ls_node_string(when), &truth) && !truth;
}

uint64_t ls_wishes_idle(const struct ls_manifest *manifest)
{
    _Static_assert(LS_COUNT(idle_notes) < 64, "a bit a row");
    uint64_t idle = 0;
    LS_EACH (it, ls_node_at(manifest->object, "metadata.annotations")) {
        if (ls_slice_starts(it.key, LS_KOTS_PREFIX))
            idle |= UINT64_C(1) << idle_find(it.key);
    }
    return idle & ~(UINT64_C(1) << IDLE_NONE);
}

void ls_wishes_idle_print(uint64_t idle, struct ls_buf *out)
{
    const char *comma = "";
    for (size_t i = 0; i < LS_COUNT(idle_notes); i++) {
        if (!(idle >> i & 1))
            continue;
        ls_buf_printf(out, "%s%s%s", comma, idle_notes[i].name, idle_notes[i].is_family ? "*" : "");
        comma = ", ";
    }
}

void ls_wishes_of_live(struct ls_arena *arena, struct ls_node object, struct ls_wishes *out)
{
    struct ls_node annotations = ls_node_at(object, "metadata.annotations");
    *out = (struct ls_wishes){0};
    for (size_t i = 0; i < LS_COUNT(notes); i++) {
        struct ls_node value = ls_node_get(annotations, ls_slice_of(notes[i].name));
        struct ls_err unread;
        struct wishes_reading in = {arena, out, notes[i].name, &unread};
        if (notes[i].read && ls_node_is_string(value))
            (void)notes[i].read(&in, ls_node_string(value)); /* what does not read is left out */
    }
}

bool ls_wishes_has_wait(const struct ls_wishes *wishes)
{
    return wishes->waits_ready || wishes->property_count > 0;
}

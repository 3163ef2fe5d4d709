#include "phase/read/wishes.h"

#include "base/nearest.h"
#include "base/utf8.h"
#include "health/limits.h"
#include "health/word/grace.h"
#include "phase/read/limits.h"
#include "phase/read/property.h"
#include "phase/words.h"
#include "value/duration.h"
#include "value/json.h"

#include <string.h>

/* One annotation being read. */
struct reading {
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

static enum ls_code read_phase(struct reading *in, struct ls_slice text, int32_t *out, bool *has)
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

static enum ls_code read_creation(struct reading *in, struct ls_slice text)
{
    return read_phase(in, text, &in->out->creation_phase, &in->out->has_creation_phase);
}

static enum ls_code read_deletion(struct reading *in, struct ls_slice text)
{
    return read_phase(in, text, &in->out->deletion_phase, &in->out->has_deletion_phase);
}

static enum ls_code read_truth(struct reading *in, struct ls_slice text, bool *out)
{
    if (!ls_slice_is(text, "true") && !ls_slice_is(text, "false"))
        return ls_fail(in->err, LS_E_INVALID, "%s is \"%.*s\": write %s: \"true\" or \"false\"",
                       in->name, LS_ARG(shown(text)), in->name);
    *out = ls_slice_is(text, "true");
    return LS_OK;
}

static enum ls_code read_wait_ready(struct reading *in, struct ls_slice text)
{
    return read_truth(in, text, &in->out->waits_ready);
}

/* Either of the two names is enough. */
static enum ls_code read_keep(struct reading *in, struct ls_slice text)
{
    bool is_kept = false;
    if (read_truth(in, text, &is_kept))
        return in->err->code;
    in->out->is_kept = in->out->is_kept || is_kept;
    return LS_OK;
}

static enum ls_code read_replace(struct reading *in, struct ls_slice text)
{
    return read_truth(in, text, &in->out->is_replaced);
}

static enum ls_code read_wait_for(struct reading *in, struct ls_slice text)
{
    if (text.len == 0)
        return LS_OK; /* KOTS waits for nothing then */
    if (ls_properties_parse(in->arena, text, in->out, in->err))
        return ls_context(in->err, "%s", in->name);
    return LS_OK;
}

static enum ls_code read_timeout(struct reading *in, struct ls_slice text)
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
static enum ls_code read_grace(struct reading *in, struct ls_slice text)
{
    int64_t unused;
    if (!ls_grace_parse(text, &unused))
        return ls_fail(in->err, LS_E_INVALID,
                       "%s is \"%.*s\": write a duration up to %d hours, as in %s: \"5m\", or "
                       "seconds, as in \"300\"; \"0\" has no patience at all",
                       in->name, LS_ARG(shown(text)), LS_GRACE_MAX_MS / (60 * 60 * 1000), in->name);
    return LS_OK;
}

static const struct note {
    const char *name;
    enum ls_code (*read)(struct reading *in, struct ls_slice text); /* NULL: not for people */
} notes[] = {
    {LS_NOTE_CREATION_PHASE, read_creation},
    {LS_NOTE_DELETION_PHASE, read_deletion},
    {LS_NOTE_WAIT_READY, read_wait_ready},
    {LS_NOTE_WAIT_FOR, read_wait_for},
    {LS_NOTE_KOTS_KEEP, read_keep},
    {LS_NOTE_KEEP, read_keep},
    {LS_NOTE_TIMEOUT, read_timeout},
    {LS_NOTE_REPLACE, read_replace},
    {LS_NOTE_GRACE, read_grace},
    {LS_NOTE_ORDER, NULL},
    {LS_NOTE_APPLIED, NULL},
    {LS_NOTE_ADOPTED, NULL},
    {LS_NOTE_HOLDER, NULL},
    {LS_NOTE_FINISHED, NULL},
};

static const struct note *note_find(struct ls_slice name)
{
    for (size_t i = 0; i < LS_COUNT(notes); i++) {
        if (ls_slice_is(name, notes[i].name))
            return &notes[i];
    }
    return NULL;
}

/* Of those that people may write under a prefix, the one nearest to a name. */
static const struct note *note_nearest(struct ls_slice name, const char *prefix, size_t *distance)
{
    const struct note *nearest = NULL;
    *distance = SIZE_MAX;
    for (size_t i = 0; i < LS_COUNT(notes); i++) {
        struct ls_slice other = ls_slice_of(notes[i].name);
        size_t found = ls_nearest_distance(name, other);
        if (!notes[i].read || !ls_slice_starts(other, prefix) || found >= *distance)
            continue;
        nearest = &notes[i];
        *distance = found;
    }
    return nearest;
}

/* Under our own name nothing is unknown. KOTS has more annotations than those read here: only what
 * is a slip of one of these is refused, since it would silently have no effect. */
static enum ls_code check_unknown(struct ls_slice name, struct ls_err *err)
{
    size_t distance;
    const struct note *nearest = NULL;
    if (ls_slice_starts(name, LS_NOTE_PREFIX)) {
        nearest = note_nearest(name, LS_NOTE_PREFIX, &distance);
        return ls_fail(err, LS_E_INVALID,
                       "the annotation %.*s is not known, and %s is lockstep's own: the nearest "
                       "one is %s",
                       LS_ARG(shown(name)), LS_NOTE_PREFIX, nearest ? nearest->name : LS_NOTE_KEEP);
    }
    if (ls_slice_starts(name, LS_KOTS_PREFIX))
        nearest = note_nearest(name, LS_KOTS_PREFIX, &distance);
    if (nearest && distance <= LS_SLIP_LETTERS_MAX)
        return ls_fail(err, LS_E_INVALID, "the annotation %.*s is not known: write %s",
                       LS_ARG(shown(name)), nearest->name);
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
    if (!note && check_unknown(name, err))
        return err->code;
    if (!ls_node_is_string(value) && !ls_node_is_null(value))
        return fail_unquoted(name, value, err);
    if (!note)
        return LS_OK;
    struct reading in = {arena, out, note->name, err};
    return note->read(&in, ls_node_string(value));
}

enum ls_code ls_wishes_read(struct ls_arena *arena, const struct ls_manifest *manifest,
                            struct ls_wishes *out, struct ls_err *err)
{
    struct ls_wishes found = {0};
    struct ls_node annotations = ls_node_at(manifest->object, "metadata.annotations");
    if (!ls_node_is_absent(annotations) && !ls_node_is_null(annotations) &&
        !ls_node_is_map(annotations))
        return ls_manifest_fail(
            manifest, annotations, err,
            "metadata.annotations must be a map of names and texts, it is of type %s",
            ls_type_name(ls_node_type(annotations)));
    LS_EACH (it, annotations) {
        if (note_read(arena, it.key, it.value, &found, err))
            return ls_manifest_context(manifest, it.value, err);
    }
    *out = found;
    return LS_OK;
}

void ls_wishes_of_live(struct ls_arena *arena, struct ls_node object, struct ls_wishes *out)
{
    struct ls_node annotations = ls_node_at(object, "metadata.annotations");
    *out = (struct ls_wishes){0};
    for (size_t i = 0; i < LS_COUNT(notes); i++) {
        struct ls_node value = ls_node_get(annotations, ls_slice_of(notes[i].name));
        struct ls_err unread;
        struct reading in = {arena, out, notes[i].name, &unread};
        if (notes[i].read && ls_node_is_string(value))
            (void)notes[i].read(&in, ls_node_string(value)); /* what does not read is left out */
    }
}

bool ls_wishes_has_wait(const struct ls_wishes *wishes)
{
    return wishes->waits_ready || wishes->property_count > 0;
}

#include "kube/record/record.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "kube/record/limits.h"
#include "value/json.h"

enum { NESTING_MAX = 8, END_BYTES = 16 << 10 /* kept free for the last entries */ };

struct ls_record {
    struct ls_world *world;
    struct ls_mask *mask;
    int fd; /* -1: it failed, see trouble */
    const char *trouble;
    int64_t begun_ms;
    uint64_t bytes_max;
    uint64_t entries_max;
    uint64_t byte_count;
    uint64_t entry_count;
    uint64_t left_out[LS_RECORD_TYPE_COUNT]; /* entries, past the limit */
    uint64_t named_only;                     /* objects */
    bool is_limit_said;
    bool is_naming_said;
    bool is_ended; /* the result was written */

    /* the entry that is being written */
    struct ls_buf line;
    enum ls_record_type type;
    char closers[NESTING_MAX];
    size_t depth;
    bool is_first; /* of the innermost map or list */
};

/* ---- the file ---- */

enum ls_code ls_record_open(struct ls_world *world, const char *path,
                            const struct ls_record_options *options, struct ls_record **out,
                            struct ls_err *err)
{
    int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_APPEND | O_CLOEXEC | O_NOFOLLOW, 0600);
    if (fd < 0 && errno == EEXIST)
        return ls_fail(err, LS_E_EXISTS, "%s exists: a record is never written over another file",
                       path);
    if (fd < 0)
        return ls_fail_errno(err, errno, "%s", path);
    struct ls_record *record = LS_NEW(struct ls_record);
    record->world = world;
    record->mask = ls_mask_new(ls_random_u64(&world->random));
    record->fd = fd;
    record->begun_ms = ls_clock_mono_ms(world->clock);
    record->bytes_max = options && options->bytes_max ? options->bytes_max : LS_RECORD_BYTES_MAX;
    record->entries_max =
        options && options->entries_max ? options->entries_max : LS_RECORD_ENTRIES_MAX;
    *out = record;
    return LS_OK;
}

void ls_record_close(struct ls_record *record)
{
    if (!record)
        return;
    if (record->fd >= 0)
        close(record->fd);
    ls_mask_free(record->mask);
    ls_buf_release(&record->line);
    ls_free(record);
}

struct ls_mask *ls_record_mask(struct ls_record *record)
{
    return record->mask;
}

const char *ls_record_trouble(const struct ls_record *record)
{
    return record->trouble;
}

static void file_fail(struct ls_record *record, int errno_value)
{
    record->trouble = strerrordesc_np(errno_value);
    close(record->fd);
    record->fd = -1;
}

static void line_write(struct ls_record *record)
{
    const char *at = record->line.at;
    size_t left = record->line.len;
    while (left > 0 && record->fd >= 0) {
        ssize_t done = write(record->fd, at, left);
        if (done < 0 && errno != EINTR)
            file_fail(record, errno);
        at += LS_MAX(done, 0);
        left -= (size_t)LS_MAX(done, 0);
    }
    record->byte_count += record->line.len;
    record->entry_count++;
}

/* ---- members ---- */

const char *ls_record_type_name(enum ls_record_type type)
{
    static const char *const names[LS_RECORD_TYPE_COUNT] = {
        [LS_RECORD_HEADER] = "header",     [LS_RECORD_SERVER] = "server",
        [LS_RECORD_MANIFEST] = "manifest", [LS_RECORD_REQUEST] = "request",
        [LS_RECORD_REPLY] = "reply",       [LS_RECORD_ITEM] = "item",
        [LS_RECORD_EVENT] = "event",       [LS_RECORD_CLOSED] = "closed",
        [LS_RECORD_DECISION] = "decision", [LS_RECORD_OBJECT] = "object",
        [LS_RECORD_PHASE] = "phase",       [LS_RECORD_NOTE] = "note",
        [LS_RECORD_LIMIT] = "limit",       [LS_RECORD_RESULT] = "result",
    };
    LS_ASSERT(type < LS_RECORD_TYPE_COUNT);
    return names[type];
}

static void key_add(struct ls_record *record, const char *key)
{
    LS_ASSERT(record->depth > 0);
    if (!record->is_first)
        ls_buf_add_char(&record->line, ',');
    record->is_first = false;
    if (!key)
        return;
    ls_json_print_string(&record->line, ls_slice_of(key));
    ls_buf_add_char(&record->line, ':');
}

static void nest(struct ls_record *record, char opener, char closer)
{
    LS_ASSERT(record->depth < NESTING_MAX);
    ls_buf_add_char(&record->line, opener);
    record->closers[record->depth++] = closer;
    record->is_first = true;
}

void ls_record_open_map(struct ls_record *record, const char *key)
{
    key_add(record, key);
    nest(record, '{', '}');
}

void ls_record_open_list(struct ls_record *record, const char *key)
{
    key_add(record, key);
    nest(record, '[', ']');
}

void ls_record_shut(struct ls_record *record)
{
    LS_ASSERT(record->depth > 1);
    ls_buf_add_char(&record->line, record->closers[--record->depth]);
    record->is_first = false;
}

void ls_record_add_int(struct ls_record *record, const char *key, int64_t value)
{
    key_add(record, key);
    ls_buf_printf(&record->line, "%lld", (long long)value);
}

void ls_record_add_bool(struct ls_record *record, const char *key, bool value)
{
    key_add(record, key);
    ls_buf_add_text(&record->line, value ? "true" : "false");
}

/* Bytes that are not UTF-8 become ?, and what is too long loses its end. */
static void clean_add(struct ls_buf *out, struct ls_slice text)
{
    text.len = LS_MIN(text.len, (size_t)LS_RECORD_TEXT_BYTES_MAX);
    for (size_t at = 0; at < text.len;) {
        uint32_t unused;
        size_t len = ls_utf8_decode(ls_slice_from(text, at), &unused);
        if (len)
            ls_buf_add(out, text.at + at, len);
        else
            ls_buf_add_char(out, '?');
        at += LS_MAX(len, (size_t)1);
    }
}

void ls_record_add_text(struct ls_record *record, const char *key, struct ls_slice text)
{
    struct ls_buf clean LS_AUTO(ls_buf_release) = {0};
    key_add(record, key);
    clean_add(&clean, text);
    ls_json_print_string(&record->line, ls_buf_slice(&clean));
}

void ls_record_add_sentence(struct ls_record *record, const char *key, const char *text)
{
    struct ls_buf masked LS_AUTO(ls_buf_release) = {0};
    ls_mask_print_text(record->mask, &masked, ls_slice_of(text));
    ls_record_add_text(record, key, ls_buf_slice(&masked));
}

/* ---- objects ---- */

static bool is_naming(const struct ls_record *record)
{
    return record->byte_count >= record->bytes_max / 4 * 3;
}

/* Which object, and which state of it. */
static void object_name(struct ls_record *record, struct ls_node object, size_t bytes)
{
    static const char *const names[] = {"namespace", "name", "uid", "resourceVersion"};
    struct ls_node metadata = ls_node_get(object, LS_SLICE("metadata"));
    record->named_only++;
    nest(record, '{', '}');
    ls_record_add_text(record, "apiVersion",
                       ls_node_string(ls_node_get(object, LS_SLICE("apiVersion"))));
    ls_record_add_text(record, "kind", ls_node_string(ls_node_get(object, LS_SLICE("kind"))));
    ls_record_open_map(record, "metadata");
    for (size_t i = 0; i < LS_COUNT(names); i++) {
        struct ls_node value = ls_node_get(metadata, ls_slice_of(names[i]));
        if (ls_node_is_string(value))
            ls_record_add_text(record, names[i], ls_node_string(value));
    }
    ls_record_shut(record);
    ls_record_add_int(record, "bytesLeftOut", (int64_t)bytes);
    ls_record_shut(record);
}

void ls_record_add_object(struct ls_record *record, const char *key, struct ls_node object,
                          enum ls_mask_subject subject)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    key_add(record, key);
    ls_mask_print(record->mask, &text, object, subject); /* remembers its secrets in any case */
    if (is_naming(record) || text.len > LS_RECORD_OBJECT_BYTES_MAX)
        object_name(record, object, text.len);
    else
        ls_buf_add_slice(&record->line, ls_buf_slice(&text));
}

/* ---- entries ---- */

static void entry_begin(struct ls_record *record, enum ls_record_type type)
{
    LS_ASSERT(record->depth == 0);
    ls_buf_clear(&record->line);
    record->type = type;
    nest(record, '{', '}');
    if (type == LS_RECORD_HEADER)
        return;
    ls_record_add_int(record, "at", ls_clock_mono_ms(record->world->clock) - record->begun_ms);
    ls_record_add_text(record, "type", ls_slice_of(ls_record_type_name(type)));
}

static void entry_write(struct ls_record *record)
{
    LS_ASSERT(record->depth == 1);
    record->depth = 0;
    ls_buf_add_text(&record->line, "}\n");
    line_write(record);
}

static bool has_room(const struct ls_record *record)
{
    return record->entry_count + 2 < record->entries_max &&
           record->byte_count + record->line.len + END_BYTES <= record->bytes_max;
}

static void limit_say(struct ls_record *record, const char *text)
{
    entry_begin(record, LS_RECORD_LIMIT);
    ls_record_add_text(record, "text", ls_slice_of(text));
    ls_record_add_int(record, "bytes", (int64_t)record->byte_count);
    ls_record_add_int(record, "entries", (int64_t)record->entry_count);
    entry_write(record);
}

static void left_out_add(struct ls_record *record)
{
    ls_record_open_map(record, "leftOut");
    for (size_t i = 0; i < LS_RECORD_TYPE_COUNT; i++)
        if (record->left_out[i])
            ls_record_add_int(record, ls_record_type_name((enum ls_record_type)i),
                              (int64_t)record->left_out[i]);
    if (record->named_only)
        ls_record_add_int(record, "objectsNamedOnly", (int64_t)record->named_only);
    ls_record_shut(record);
}

void ls_record_begin(struct ls_record *record, enum ls_record_type type)
{
    LS_ASSERT(type < LS_RECORD_TYPE_COUNT);
    if (is_naming(record) && !record->is_naming_said && !record->is_ended) {
        record->is_naming_said = true;
        limit_say(record, "three quarters of the bytes are used: objects are named, not kept");
    }
    entry_begin(record, type);
}

void ls_record_end(struct ls_record *record)
{
    bool is_last = record->type == LS_RECORD_RESULT;
    bool is_full = record->is_limit_said || !has_room(record);
    if (is_last)
        left_out_add(record);
    if (!record->is_ended && (is_last || !is_full)) {
        record->is_ended = is_last;
        entry_write(record);
        return;
    }
    record->left_out[record->type]++;
    record->depth = 0;
    if (!record->is_ended && !record->is_limit_said)
        limit_say(record, "the record is full: nothing more is kept but its end");
    record->is_limit_said = true;
}

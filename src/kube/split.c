#include "kube/split.h"

#include <string.h>

#include "base/ascii.h"
#include "kube/limits.h"

enum split_place {
    PLACE_OUTSIDE,  /* before the reply, or between two events */
    PLACE_ENVELOPE, /* inside an event or the list, outside its objects */
    PLACE_ITEMS,    /* inside the list's items, between two of them */
    PLACE_ITEM,     /* inside an object */
    PLACE_AFTER,    /* the list is complete */
};

static enum ls_code fail_at(const struct ls_split *split, struct ls_err *err, const char *what)
{
    return ls_fail(err, LS_E_PROTOCOL, "the server's %s is malformed at byte %llu: %s",
                   split->mode == LS_SPLIT_EVENTS ? "event stream" : "list",
                   (unsigned long long)split->offset, what);
}

static enum ls_code fail_too_big(const struct ls_split *split, struct ls_err *err)
{
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    ls_split_name(&name, ls_buf_slice(&split->kept));
    return ls_fail(err, LS_E_TOO_BIG,
                   "object %llu%s%s of the server's %s has more than %zu bytes of JSON, the limit",
                   (unsigned long long)split->item_count, name.len ? " " : "", ls_buf_text(&name),
                   split->mode == LS_SPLIT_EVENTS ? "event stream" : "list", split->item_bytes_max);
}

void ls_split_init(struct ls_split *split, enum ls_split_mode mode, ls_split_fn fn, void *self)
{
    LS_ASSERT(fn);
    *split = (struct ls_split){
        .mode = mode, .fn = fn, .self = self, .item_bytes_max = LS_OBJECT_BYTES_MAX};
}

void ls_split_release(struct ls_split *split)
{
    ls_buf_release(&split->envelope);
    ls_buf_release(&split->kept);
    *split = (struct ls_split){0};
}

/* ---- objects ---- */

/* The end of the string that is open at `at`, or `end` when it continues in the next chunk. */
static const char *string_skip(struct ls_split *split, const char *at, const char *end)
{
    for (; at < end; at++) {
        if (split->is_escaped) {
            split->is_escaped = false;
        } else if (*at == '\\') {
            split->is_escaped = true;
        } else if (*at == '"') {
            split->in_string = false;
            return at + 1;
        }
    }
    return at;
}

/* Just after the object that is open at `at`, or `end` when it continues in the next chunk. */
static const char *object_skip(struct ls_split *split, const char *at, const char *end)
{
    while (at < end) {
        if (split->in_string) {
            at = string_skip(split, at, end);
            continue;
        }
        switch (*at++) {
        case '"':
            split->in_string = true;
            break;
        case '{':
        case '[':
            split->depth++;
            break;
        case '}':
        case ']':
            LS_ASSERT(split->depth > 0);
            if (--split->depth == 0)
                return at;
            break;
        default:
            break;
        }
    }
    return at;
}

static void item_begin(struct ls_split *split)
{
    split->place = PLACE_ITEM;
    split->depth = 0;
    split->item_count++;
    ls_buf_clear(&split->kept);
}

static enum ls_code item_end(struct ls_split *split, struct ls_slice item, struct ls_err *err)
{
    split->item = item;
    if (split->mode == LS_SPLIT_EVENTS) {
        split->place = PLACE_ENVELOPE;
        split->depth = 1;
        return LS_OK;
    }
    split->place = PLACE_ITEMS;
    split->expects_item = false;
    split->item = (struct ls_slice){0};
    return split->fn(split->self, (struct ls_slice){0}, item, err);
}

static enum ls_code item_feed(struct ls_split *split, const char **at, const char *end,
                              struct ls_err *err)
{
    const char *start = *at;
    *at = object_skip(split, start, end);
    struct ls_slice part = {start, (size_t)(*at - start)};
    bool is_whole = split->depth == 0;
    LS_ASSERT(split->kept.len <= split->item_bytes_max);
    if (split->kept.len + part.len > split->item_bytes_max) {
        ls_buf_add(&split->kept, part.at, split->item_bytes_max - split->kept.len);
        return fail_too_big(split, err);
    }
    split->offset += part.len;
    if (is_whole && split->kept.len == 0)
        return item_end(split, part, err);
    ls_buf_add_slice(&split->kept, part);
    return is_whole ? item_end(split, ls_buf_slice(&split->kept), err) : LS_OK;
}

/* ---- the text around them ---- */

static enum ls_code envelope_end(struct ls_split *split, struct ls_err *err)
{
    struct ls_slice item = split->item;
    split->item = (struct ls_slice){0};
    split->place = split->mode == LS_SPLIT_EVENTS ? PLACE_OUTSIDE : PLACE_AFTER;
    if (split->mode == LS_SPLIT_EVENTS && item.len == 0)
        return fail_at(split, err, "an event without an object");
    return split->fn(split->self, ls_buf_slice(&split->envelope), item, err);
}

/* At a '{' or '[' of the envelope: does an item begin here? */
static bool value_begins(struct ls_split *split, char c)
{
    if (split->depth != 1 || !split->value_is_ours)
        return false;
    return c == (split->mode == LS_SPLIT_EVENTS ? '{' : '[');
}

static enum ls_code value_enter(struct ls_split *split, struct ls_err *err)
{
    if (split->item.len > 0 || split->has_items)
        return fail_at(split, err, "the same member twice");
    split->value_is_ours = false;
    if (split->mode == LS_SPLIT_EVENTS) {
        ls_buf_add_text(&split->envelope, "null");
        item_begin(split);
        return LS_OK;
    }
    ls_buf_add_text(&split->envelope, "[]");
    split->has_items = true;
    split->place = PLACE_ITEMS;
    split->expects_item = true;
    return LS_OK;
}

static void key_check(struct ls_split *split)
{
    LS_ASSERT(split->key_at <= split->key_end);
    LS_ASSERT(split->key_end <= split->envelope.len);
    struct ls_slice key = {split->envelope.at + split->key_at, split->key_end - split->key_at};
    split->value_is_ours = split->mode == LS_SPLIT_EVENTS
                               ? ls_slice_is(key, "object")
                               : ls_slice_is(key, "items") || ls_slice_is(key, "rows");
}

static void envelope_string_byte(struct ls_split *split, char c)
{
    if (split->is_escaped) {
        split->is_escaped = false;
    } else if (c == '\\') {
        split->is_escaped = true;
    } else if (c == '"') {
        split->in_string = false;
        if (split->expects_key)
            split->key_end = split->envelope.len;
    }
    ls_buf_add_char(&split->envelope, c);
}

static void envelope_byte(struct ls_split *split, char c)
{
    ls_buf_add_char(&split->envelope, c);
    switch (c) {
    case '"':
        split->in_string = true;
        if (split->depth == 1 && split->expects_key)
            split->key_at = split->envelope.len;
        break;
    case ':':
        if (split->depth == 1)
            key_check(split);
        split->expects_key = false;
        break;
    case ',':
        split->expects_key = split->depth == 1;
        split->value_is_ours = false;
        break;
    case '{':
    case '[':
        split->depth++;
        break;
    case '}':
    case ']':
        split->depth--;
        break;
    default:
        break;
    }
}

static enum ls_code envelope_feed(struct ls_split *split, const char **at, struct ls_err *err)
{
    char c = **at;
    if (!split->in_string && value_begins(split, c)) {
        enum ls_code code = value_enter(split, err);
        /* The object's opening brace is read as part of it. */
        if (split->mode == LS_SPLIT_LIST) {
            split->offset++;
            ++*at;
        }
        return code;
    }
    if (split->envelope.len == LS_ENVELOPE_BYTES_MAX)
        return fail_at(split, err, "too much text around the objects");
    split->offset++;
    ++*at;
    if (split->in_string) {
        envelope_string_byte(split, c);
        return LS_OK;
    }
    envelope_byte(split, c);
    return split->depth == 0 ? envelope_end(split, err) : LS_OK;
}

static enum ls_code items_feed(struct ls_split *split, const char **at, struct ls_err *err)
{
    char c = **at;
    if (c == '{' && split->expects_item) {
        item_begin(split);
        return LS_OK;
    }
    bool is_first = split->item_count == 0;
    split->offset++;
    ++*at;
    if (ls_ascii_is_space(c))
        return LS_OK;
    if (c == ',' && !split->expects_item) {
        split->expects_item = true;
        return LS_OK;
    }
    if (c == ']' && (is_first || !split->expects_item)) {
        split->place = PLACE_ENVELOPE;
        split->depth = 1;
        return LS_OK;
    }
    return fail_at(split, err, "an item that is no object");
}

static enum ls_code outside_feed(struct ls_split *split, const char **at, struct ls_err *err)
{
    char c = *(*at)++;
    split->offset++;
    if (ls_ascii_is_space(c))
        return LS_OK;
    if (c != '{' || split->place == PLACE_AFTER)
        return fail_at(split, err,
                       split->place == PLACE_AFTER ? "text after its end" : "it is no JSON object");
    split->place = PLACE_ENVELOPE;
    split->depth = 1;
    split->expects_key = true;
    split->value_is_ours = false;
    split->key_at = split->key_end = 0;
    ls_buf_clear(&split->envelope);
    ls_buf_add_char(&split->envelope, c);
    return LS_OK;
}

static enum ls_code place_feed(struct ls_split *split, const char **at, const char *end,
                               struct ls_err *err)
{
    switch ((enum split_place)split->place) {
    case PLACE_ITEM:
        return item_feed(split, at, end, err);
    case PLACE_ENVELOPE:
        return envelope_feed(split, at, err);
    case PLACE_ITEMS:
        return items_feed(split, at, err);
    case PLACE_OUTSIDE:
    case PLACE_AFTER:
        return outside_feed(split, at, err);
    }
    LS_ASSERT(false);
    return LS_E_PROTOCOL;
}

enum ls_code ls_split_feed(struct ls_split *split, struct ls_slice chunk, struct ls_err *err)
{
    const char *at = chunk.at;
    const char *end = chunk.at + chunk.len;
    while (at < end) {
        enum ls_code code = place_feed(split, &at, end, err);
        if (code)
            return code;
    }
    /* An object whose event is still open lies in the chunk, which becomes invalid. */
    if (split->item.len > 0 && split->item.at != split->kept.at) {
        ls_buf_clear(&split->kept);
        ls_buf_add_slice(&split->kept, split->item);
        split->item = ls_buf_slice(&split->kept);
    }
    return LS_OK;
}

struct ls_slice ls_split_envelope(const struct ls_split *split)
{
    return ls_buf_slice(&split->envelope);
}

enum ls_code ls_split_end(const struct ls_split *split, struct ls_err *err)
{
    bool is_complete = split->place == (split->mode == LS_SPLIT_EVENTS ? (unsigned)PLACE_OUTSIDE
                                                                       : (unsigned)PLACE_AFTER);
    return is_complete ? LS_OK : fail_at(split, err, "it ends in the middle");
}

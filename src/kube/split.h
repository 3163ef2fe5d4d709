#pragma once
/*
 * Splits a reply into its objects while the bytes arrive: the events of a watch, or the items of a
 * list. It keeps the incomplete object and the text around the objects, never the reply, so memory
 * is bounded by the largest object. The result does not depend on how the bytes are cut into
 * chunks.
 *
 * It only finds the ends of objects; the JSON reader parses them. An object that lies completely
 * within a chunk is delivered in place, without a copy.
 */
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"

enum ls_split_mode {
    LS_SPLIT_EVENTS, /* {"type":"ADDED","object":{...}} one after another */
    LS_SPLIT_LIST,   /* {"kind":"PodList",...,"items":[{...},{...}]}, once; or a Table's rows */
};

/*
 * Events: one call each, item is the text of the object, envelope the event with null in its place.
 * List: one call per item with no envelope, then one call with the list without its items and no
 * item. Both are valid during the call. A code that is not LS_OK ends the splitting.
 */
typedef enum ls_code (*ls_split_fn)(void *self, struct ls_slice envelope, struct ls_slice item,
                                    struct ls_err *err);

struct ls_split {
    enum ls_split_mode mode;
    ls_split_fn fn;
    void *self;
    size_t item_bytes_max;
    uint64_t offset;     /* bytes taken in so far, for errors */
    uint64_t item_count; /* begun so far */
    unsigned place;      /* the rest is private */
    uint32_t depth;
    bool in_string;
    bool is_escaped;
    bool expects_key;
    bool expects_item;
    bool value_is_ours;
    bool has_items;
    size_t key_at;
    size_t key_end;
    struct ls_buf envelope;
    struct ls_buf kept;
    struct ls_slice item;
};

void ls_split_init(struct ls_split *split, enum ls_split_mode mode, ls_split_fn fn, void *self);
void ls_split_release(struct ls_split *split);
/* Fails with LS_E_PROTOCOL on text that is neither events nor a list, LS_E_TOO_BIG on an object
 * above the limit (named in the error if its name was seen), or with what fn returned. After a
 * failure only release is allowed. */
enum ls_code ls_split_feed(struct ls_split *split, struct ls_slice chunk, struct ls_err *err);
/* The reply is complete; fails with LS_E_PROTOCOL when it ended inside an object or a list. */
enum ls_code ls_split_end(const struct ls_split *split, struct ls_err *err);

/* The text around the items so far: while they arrive, a list without its last brace. */
struct ls_slice ls_split_envelope(const struct ls_split *split);

/* The name near the beginning of an object's JSON text, as "NAMESPACE/NAME" or "NAME"; "" when it
 * is not there. For errors about objects that were not read completely. */
void ls_split_name(struct ls_buf *out, struct ls_slice text);

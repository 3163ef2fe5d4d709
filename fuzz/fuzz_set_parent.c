/* The parent of a set after any edit: what can be read prints to the same value again. The same
 * holds for holders of the lock. */
#include <string.h>

#include "phase/set/lock.h"
#include "phase/set/parent.h"
#include "phase/words.h"
#include "value/json.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool body_print(struct ls_node object, struct ls_buf *out)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_parent parent;
    struct ls_err err;
    const char *set = ls_parent_set_name(object);
    const char *space = ls_node_text(ls_node_at(object, "metadata.namespace"));
    if (!set || ls_parent_read(&arena, object, set, &parent, &err))
        return false;
    parent.exists = parent.version[0] != '\0';
    if (ls_parent_body(&parent, space, set, &body, &err))
        return false;
    ls_json_print(out, ls_obj_root(body), LS_JSON_COMPACT);
    return true;
}

static void parent_round_trip(struct ls_slice text)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_obj *again LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_buf first LS_AUTO(ls_buf_release) = {0}, second LS_AUTO(ls_buf_release) = {0};
    struct ls_err err;
    if (ls_json_parse(text, NULL, &obj, &err) || !body_print(ls_obj_root(obj), &first))
        return;
    LS_ASSERT(ls_json_parse(ls_buf_slice(&first), NULL, &again, &err) == LS_OK);
    LS_ASSERT(body_print(ls_obj_root(again), &second));
    LS_ASSERT(ls_slice_equal(ls_buf_slice(&first), ls_buf_slice(&second)));
}

static void holder_round_trip(struct ls_slice text)
{
    struct ls_buf first LS_AUTO(ls_buf_release) = {0}, shown LS_AUTO(ls_buf_release) = {0};
    struct ls_lock_name name, again;
    uint64_t count, count_again;
    ls_lock_show(&shown, text);
    if (!ls_lock_parse(text, &name, &count))
        return;
    ls_lock_print(&first, &name, count);
    LS_ASSERT(ls_lock_parse(ls_buf_slice(&first), &again, &count_again));
    LS_ASSERT(memcmp(&name, &again, sizeof name) == 0 && count == count_again);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ls_slice text = {(const char *)data, size};
    parent_round_trip(text);
    holder_round_trip(text);
    return 0;
}

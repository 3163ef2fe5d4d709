#include "value/obj.h"

#include "base/mem.h"
#include "value/tape.h"

const struct ls_obj *ls_obj_ref(const struct ls_obj *obj)
{
    if (!obj)
        return NULL;
    unsigned before =
        atomic_fetch_add_explicit(&((struct ls_obj *)obj)->refs, 1, memory_order_relaxed);
    LS_ASSERT(before > 0);
    return obj;
}

/* True for the last reference: its holder must see all that the others did before they dropped
 * theirs. */
static bool drop_reference(struct ls_obj *obj)
{
    unsigned before = atomic_fetch_sub_explicit(&obj->refs, 1, memory_order_acq_rel);
    LS_ASSERT(before > 0);
    return before == 1;
}

void ls_obj_unref(const struct ls_obj *obj)
{
    struct ls_obj *counted = (struct ls_obj *)obj;
    if (counted && drop_reference(counted))
        ls_free(counted);
}

void ls_obj_wipe_at(const struct ls_obj **obj)
{
    struct ls_obj *counted = (struct ls_obj *)*obj;
    *obj = NULL;
    if (!counted || !drop_reference(counted))
        return;
    ls_wipe(counted, ls_obj_bytes(counted));
    ls_free(counted);
}

void ls_obj_unref_at(const struct ls_obj **obj)
{
    ls_obj_unref(*obj);
    *obj = NULL;
}

struct ls_node ls_obj_root(const struct ls_obj *obj)
{
    return (struct ls_node){obj ? obj->words : NULL};
}

size_t ls_obj_bytes(const struct ls_obj *obj)
{
    size_t words = obj->word_count + (size_t)obj->position_count * LS_POSITION_WORDS;
    return sizeof *obj + words * sizeof obj->words[0];
}

size_t ls_positions_find(const uint32_t *positions, size_t count, size_t word)
{
    size_t from = 0;
    while (from < count) {
        size_t middle = from + (count - from) / 2;
        if (positions[middle * LS_POSITION_WORDS] < word)
            from = middle + 1;
        else
            count = middle;
    }
    return from;
}

bool ls_obj_position(const struct ls_obj *obj, struct ls_node node, struct ls_position *out)
{
    if (!obj || !node.word || node.word < obj->words || node.word >= obj->words + obj->word_count)
        return false;
    uint32_t word = (uint32_t)(node.word - obj->words);
    const uint32_t *positions = obj->words + obj->word_count;
    size_t at = ls_positions_find(positions, obj->position_count, word);
    const uint32_t *found = positions + at * LS_POSITION_WORDS;
    if (at == obj->position_count || found[0] != word)
        return false;
    *out = (struct ls_position){.line = found[1], .column = found[2]};
    return true;
}

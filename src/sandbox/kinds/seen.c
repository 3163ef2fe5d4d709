#include "sandbox/kinds/seen.h"

bool ls_seen_has(const struct ls_seen *seen, struct ls_slice text)
{
    LS_ASSERT(seen->count <= LS_SEEN_FEW);
    if (seen->many)
        return ls_map_get(seen->many, text) != NULL;
    size_t i = 0;
    while (i < seen->count && !ls_slice_equal(seen->few[i], text))
        i++;
    return i < seen->count;
}

bool ls_seen_add(struct ls_seen *seen, struct ls_slice text)
{
    static char present; /* its address is the value of every key */
    if (ls_seen_has(seen, text))
        return false;
    if (!seen->many && seen->count < LS_SEEN_FEW) {
        seen->few[seen->count++] = text;
        return true;
    }
    if (!seen->many) {
        seen->many = ls_map_new(0);
        for (size_t i = 0; i < seen->count; i++)
            ls_map_put(seen->many, seen->few[i], &present);
    }
    ls_map_put(seen->many, text, &present);
    return true;
}

void ls_seen_release(struct ls_seen *seen)
{
    ls_map_free(seen->many);
    *seen = (struct ls_seen){.count = 0};
}

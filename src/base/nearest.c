#include "base/nearest.h"

#include "base/ascii.h"

size_t ls_nearest_distance(struct ls_slice a, struct ls_slice b)
{
    size_t row[LS_NEAREST_BYTES_MAX + 1]; /* one row of the table is kept */
    if (a.len > LS_NEAREST_BYTES_MAX || b.len > LS_NEAREST_BYTES_MAX)
        return SIZE_MAX;
    for (size_t j = 0; j <= b.len; j++)
        row[j] = j;
    for (size_t i = 0; i < a.len; i++) {
        size_t diagonal = row[0];
        row[0] = i + 1;
        for (size_t j = 0; j < b.len; j++) {
            size_t above = row[j + 1];
            size_t change = diagonal + (ls_ascii_lower(a.at[i]) != ls_ascii_lower(b.at[j]));
            row[j + 1] = LS_MIN(change, LS_MIN(above, row[j]) + 1);
            diagonal = above;
        }
    }
    return row[b.len];
}

size_t ls_nearest_reach(size_t typed_bytes)
{
    return typed_bytes / 3 + 1;
}

const char *ls_nearest(const char *typed, const char *const *known)
{
    struct ls_slice text = ls_slice_of(typed);
    const char *best = NULL;
    size_t best_distance = ls_nearest_reach(text.len) + 1;
    for (size_t i = 0; known[i]; i++) {
        size_t distance = ls_nearest_distance(text, ls_slice_of(known[i]));
        if (distance < best_distance) {
            best = known[i];
            best_distance = distance;
        }
    }
    return best;
}

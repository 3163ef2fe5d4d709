#include "phase/set/prune.h"

bool ls_prune_is_doubtful(const struct ls_prune *prune)
{
    size_t total = prune->wanted_count + prune->deleted_count + prune->released_count;
    bool is_all_new = prune->wanted_count == 0 && prune->deleted_count > 0;
    bool is_most = prune->deleted_count > 1 && 2 * prune->deleted_count >= total;
    return prune->is_name_default && !prune->is_allowed && (is_all_new || is_most);
}

#include "sandbox/serve/lag.h"

#include "base/macros.h"
#include "sandbox/store/store.h"

int64_t ls_lag_newest(const struct ls_lag *lag, const struct ls_store *store,
                      const struct ls_collection *collection, struct ls_slice asked)
{
    LS_ASSERT(lag->revision >= 0);
    int64_t newest = ls_store_revision(store);
    bool is_recent = lag->reads == LS_LAG_CACHED && asked.len == 0;
    if (lag->revision == 0 || is_recent)
        return newest;
    return LS_MIN(newest, LS_MAX(lag->revision, ls_collection_oldest(collection)));
}

int64_t ls_lag_limit(const struct ls_lag *lag)
{
    return lag->revision == 0 ? INT64_MAX : lag->revision;
}

#pragma once
#include "kube/catalog.h"

/* How many resources it has. */
static inline size_t catalog_count(const struct ls_catalog *catalog)
{
    size_t count = 0;
    for (size_t at = 0; ls_catalog_next(catalog, NULL, &at);)
        count++;
    return count;
}

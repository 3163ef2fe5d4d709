#pragma once
/* From what discovery endpoints answer to resources in a catalog's draft. No requests here. */
#include "base/buf.h"
#include "base/vec.h"
#include "kube/catalog.h"

/* One group version that must be asked for by itself; texts of its own. */
struct ls_group_version {
    char *group; /* "" for the core */
    char *version;
};
struct ls_group_versions {
    struct ls_group_version *at;
    size_t count;
    size_t cap;
};
void ls_group_versions_release(struct ls_group_versions *versions);

/* Is this the answer with everything in it? */
bool ls_discovery_is_whole(struct ls_node root);
/* Adds all of such an answer; stale versions are kept from before and noted. */
enum ls_code ls_discovery_read_whole(struct ls_catalog *catalog, struct ls_node root,
                                     struct ls_buf *notes, struct ls_err *err);
/* Of the old answers to /api and /apis: which versions there are, preferred ones first. */
enum ls_code ls_discovery_read_versions(struct ls_node root, struct ls_group_versions *out,
                                        struct ls_err *err);
/* Adds the resources of an old answer to /api/v1 or /apis/GROUP/VERSION. */
enum ls_code ls_discovery_read_version(struct ls_catalog *catalog,
                                       const struct ls_group_version *version, struct ls_node root,
                                       struct ls_err *err);

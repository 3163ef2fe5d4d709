#pragma once
/* From the answers of the discovery endpoints to resources in a catalog's draft. Sends no
 * requests. */
#include "base/buf.h"
#include "base/vec.h"
#include "kube/catalog.h"

/* One group version that must be requested separately; owns its strings. */
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
/* Adds all of such an answer; stale versions keep their earlier resources and are noted. */
enum ls_code ls_discovery_read_whole(struct ls_catalog *catalog, struct ls_node root,
                                     struct ls_buf *notes, struct ls_err *err);
/* The versions in the old answers to /api and /apis, preferred ones first. */
enum ls_code ls_discovery_read_versions(struct ls_node root, struct ls_group_versions *out,
                                        struct ls_err *err);
/* Adds the resources of an old answer to /api/v1 or /apis/GROUP/VERSION. */
enum ls_code ls_discovery_read_version(struct ls_catalog *catalog,
                                       const struct ls_group_version *version, struct ls_node root,
                                       struct ls_err *err);

#pragma once
/*
 * Catalog: the kinds a server serves, found by any name people use for them.
 *
 * A resource that a later refresh finds unchanged keeps its address, and every resource that was
 * ever in the catalog lives as long as the catalog: pointers to resources stay valid.
 *
 * Names resolve as in kubectl: plural and singular names come before short names, those before
 * kinds; of equal names the group that the server lists first wins, in its preferred version.
 */
#include "kube/resource.h"

struct ls_catalog;
struct ls_catalog *ls_catalog_new(void);
void ls_catalog_free(struct ls_catalog *catalog);

/* ---- filling: a draft is not visible before it is published ---- */

void ls_catalog_draft(struct ls_catalog *catalog); /* begins one, discarding an unfinished one */
/* Copies the resource. Groups come in the server's order, versions with the preferred one first.
 * Fails with LS_E_TOO_BIG above LS_DISCOVERY_RESOURCES_MAX. */
enum ls_code ls_catalog_add(struct ls_catalog *catalog, const struct ls_resource *resource,
                            struct ls_err *err);
/* Takes over what is known about a group version whose server does not answer now, and records
 * that. */
void ls_catalog_keep(struct ls_catalog *catalog, struct ls_slice group, struct ls_slice version);
void ls_catalog_publish(struct ls_catalog *catalog);

/* ---- finding ---- */

struct ls_match {
    const struct ls_resource *resource;
    const struct ls_resource *rival; /* of another group, called the same; NULL: none */
};
/*
 * By "pods", "pod", "po", "Pod", "deployments.apps", "deploy.apps", "Deployment.v1.apps",
 * "storageclasses.storage" (a prefix of the group is enough), ignoring case. LS_E_NOT_FOUND: no
 * resource has this name.
 */
enum ls_code ls_catalog_find(const struct ls_catalog *catalog, struct ls_slice name,
                             struct ls_match *out, struct ls_err *err);
/* Is it a group version whose server did not answer at the last refresh? Then its kinds may exist
 * all the same. */
bool ls_catalog_is_silent(const struct ls_catalog *catalog, struct ls_slice group,
                          struct ls_slice version);
/* The resource of an object with this apiVersion and kind; NULL: unknown. */
const struct ls_resource *ls_catalog_of_kind(const struct ls_catalog *catalog,
                                             const struct ls_gvk *gvk);

/* Walks all: for (size_t at = 0; (resource = ls_catalog_next(catalog, NULL, &at));) ...
 * With a category ("all"), those of it, each once, in its preferred version. */
const struct ls_resource *ls_catalog_next(const struct ls_catalog *catalog, const char *category,
                                          size_t *at);
/* Is this the version that a name without a version resolves to? */
bool ls_catalog_is_preferred(const struct ls_catalog *catalog, const struct ls_resource *resource);

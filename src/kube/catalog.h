#pragma once
/*
 * Catalog: the kinds a server serves, found by any name people use for them.
 *
 * A resource that a later look finds unchanged keeps its address, and every resource that was ever
 * in the catalog lives as long as the catalog, so pointers to them need no care.
 *
 * Which one is meant follows kubectl: plural and singular names come before short names, those
 * before kinds; of equal names the group that the server lists first wins, in its preferred
 * version.
 */
#include "kube/resource.h"

struct ls_catalog;
struct ls_catalog *ls_catalog_new(void);
void ls_catalog_free(struct ls_catalog *catalog);

/* ---- filling: nothing is seen of a draft before it is published ---- */

void ls_catalog_draft(struct ls_catalog *catalog); /* begins one, dropping an unfinished one */
/* Copies the resource. Groups come in the server's order, versions with the preferred one first.
 * Fails with LS_E_TOO_BIG above LS_DISCOVERY_RESOURCES_MAX. */
enum ls_code ls_catalog_add(struct ls_catalog *catalog, const struct ls_resource *resource,
                            struct ls_err *err);
/* Takes over what is known of a group version whose server does not answer now, and notes that. */
void ls_catalog_keep(struct ls_catalog *catalog, struct ls_slice group, struct ls_slice version);
void ls_catalog_publish(struct ls_catalog *catalog);

/* ---- finding ---- */

struct ls_match {
    const struct ls_resource *resource;
    const struct ls_resource *rival; /* of another group, called the same; NULL: none */
};
/*
 * By "pods", "pod", "po", "Pod", "deployments.apps", "deploy.apps", "Deployment.v1.apps",
 * "storageclasses.storage" (the beginning of a group is enough); upper and lower case are the same.
 * LS_E_NOT_FOUND: nothing is called so.
 */
enum ls_code ls_catalog_find(const struct ls_catalog *catalog, struct ls_slice name,
                             struct ls_match *out, struct ls_err *err);
/* Is it a group version whose server did not answer at the last look? Then its kinds may be there
 * all the same. */
bool ls_catalog_is_silent(const struct ls_catalog *catalog, struct ls_slice group,
                          struct ls_slice version);
/* What an object with this apiVersion and kind is stored as; NULL: unknown. */
const struct ls_resource *ls_catalog_of_kind(const struct ls_catalog *catalog,
                                             const struct ls_gvk *gvk);

/* Walks all: for (size_t at = 0; (resource = ls_catalog_next(catalog, NULL, &at));) ...
 * With a category ("all"), those of it, each once, in its preferred version. */
const struct ls_resource *ls_catalog_next(const struct ls_catalog *catalog, const char *category,
                                          size_t *at);
/* Is this the version people get when they name none? */
bool ls_catalog_is_preferred(const struct ls_catalog *catalog, const struct ls_resource *resource);
size_t ls_catalog_count(const struct ls_catalog *catalog);

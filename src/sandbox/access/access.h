#pragma once
/*
 * RBAC of one cluster: the default roles and bindings, their aggregation, and the authorizer.
 */
struct ls_access;
struct ls_authorizer;
struct ls_cluster;

/* Makes the default roles and bindings. The kinds and housekeeping of the cluster are there. */
struct ls_access *ls_access_new(struct ls_cluster *cluster);
void ls_access_free(struct ls_access *access);
struct ls_authorizer *ls_access_authorizer(struct ls_access *access);

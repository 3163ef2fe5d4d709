#pragma once
/*
 * Aggregation: a ClusterRole with an aggregationRule gets the rules of all ClusterRoles that its
 * selectors match, which in a real cluster is a controller's work.
 *
 * It reads the store's events and applies the rules as the field manager
 * clusterrole-aggregation-controller, in a task of its own right after the write that caused it.
 */
struct ls_aggregation;
struct ls_cluster;

/* Fills the roles that are there already. */
struct ls_aggregation *ls_aggregation_new(struct ls_cluster *cluster);
void ls_aggregation_free(struct ls_aggregation *aggregation);

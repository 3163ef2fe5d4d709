#pragma once
/*
 * The housekeeping of the cluster, which in a real one is the controllers' work: garbage collection
 * by ownerReferences, foreground and orphan deletion, the end of namespaces, the default
 * ServiceAccount and kube-root-ca.crt in each, and the life of CustomResourceDefinitions (names,
 * Established, their kinds in the registry, the end of their objects).
 *
 * It reads the store's events and acts through ops/call.h, in tasks of its own on the loop, right
 * after the write that gave cause: every step is visible to watchers, none needs time to pass.
 */
struct ls_cluster;
struct ls_keep;

/* Makes the namespaces, the `kubernetes` Service and what else a fresh cluster has, then keeps. */
struct ls_keep *ls_keep_new(struct ls_cluster *cluster);
void ls_keep_free(struct ls_keep *keep);

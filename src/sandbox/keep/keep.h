#pragma once
/*
 * The housekeeping that controllers do in a real cluster: garbage collection by ownerReferences,
 * foreground and orphan deletion, deletion of namespaces, the default
 * ServiceAccount and kube-root-ca.crt in each, and the life of CustomResourceDefinitions (names,
 * Established, their kinds in the registry, the end of their objects).
 *
 * It reads the store's events and acts through ops/call.h, in tasks of its own on the loop, right
 * after the write that caused it: watchers see every step, and no time passes.
 */
struct ls_cluster;
struct ls_keep;

/* Makes the namespaces, the `kubernetes` Service and the other objects of a new cluster. */
struct ls_keep *ls_keep_new(struct ls_cluster *cluster);
void ls_keep_free(struct ls_keep *keep);

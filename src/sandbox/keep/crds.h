#pragma once
/*
 * The life cycle of CustomResourceDefinitions. The names of a new one are accepted or refused; then
 * it is established, and its kinds are in the registry from then on and follow its changes at once.
 * When one is deleted, its objects are deleted first and their finalizers awaited; then it is
 * removed, and its names are free for others of its group.
 *
 * Each step is one write with an event of its own, done in a task right after the write that
 * caused it; no time passes.
 */
struct ls_cluster;
struct ls_crds;

struct ls_crds *ls_crds_new(struct ls_cluster *cluster);
void ls_crds_free(struct ls_crds *crds); /* takes its kinds out of the registry; NULL: nothing */

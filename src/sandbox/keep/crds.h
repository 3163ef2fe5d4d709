#pragma once
/*
 * The life of CustomResourceDefinitions. A new one has its names accepted or refused, is
 * established, and from then on its kinds are in the registry; whatever changes in it changes them
 * at once. A deleted one has its objects deleted, waits until their finalizers let them go, and
 * then goes itself; names it held are free for others of its group.
 *
 * Each step is one write with an event of its own, done in a task right after the write that gave
 * cause; no time passes.
 */
struct ls_cluster;
struct ls_crds;

struct ls_crds *ls_crds_new(struct ls_cluster *cluster);
void ls_crds_free(struct ls_crds *crds); /* takes its kinds out of the registry; NULL: nothing */

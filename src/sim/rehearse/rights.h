#pragma once
/*
 * Rights: may a user send what a rehearsed rollout and its teardown sent?
 *
 * The needs come from the requests themselves: each verb on each kind of the set and on its parent.
 * What only explains why an object is not ready (pods, events) is not needed. Who answers is the
 * caller's: the roles of the set, or a real cluster.
 */
#include "phase/own/rights.h"
#include "sim/rehearse/rehearse.h"

/* May the user do this? With an empty name: to all objects of the kind. */
typedef bool (*ls_rehearse_may_fn)(void *self, const struct ls_right *right);

/* Adds a finding for each right that is missing, at the first object that needs it. */
void ls_rehearse_rights_check(struct ls_rehearsal *rehearsal, const char *user,
                              ls_rehearse_may_fn may, void *self);

/* The same by the Roles and bindings of the manifests alone, in a world of their own. */
void ls_rehearse_rights_of_set(struct ls_rehearsal *rehearsal, const struct ls_manifests *manifests,
                               const char *namespace_name, const struct ls_rehearse_user *user);

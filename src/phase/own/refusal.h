#pragma once
/*
 * Refusals: what the server says when it does not take a write, as a sentence that the reader can
 * act on: which field, whose, at which place of which file, and what helps.
 *
 * Values of fields are left out where they are long or may be secret.
 */
#include "phase/read/revision.h"
#include "value/node.h"

/* Is it about fields that others own? */
bool ls_refusal_is_conflict(struct ls_node status);
/* Is part-of among them? Then the object is another set's, and force would take it away. *manager
 * (may be NULL) is who owns it, borrowed. */
bool ls_refusal_is_over_set(struct ls_node status, struct ls_slice *manager);
/* Are all the fields in conflict owned by this manager? */
bool ls_refusal_is_only_with(struct ls_node status, struct ls_slice manager);
/* One cause of a Status: is it about a field that somebody else owns; is that the label part-of? */
bool ls_cause_is_conflict(struct ls_node cause);
bool ls_cause_is_label(struct ls_node cause);
/* The conflicts by field, `.spec.replicas is owned by "kubectl" (Update of scale, apps/v1)`; at
 * most LS_CAUSES_READ_MAX. Returns how many there are. */
size_t ls_refusal_conflicts(struct ls_arena *arena, struct ls_node status, const char ***out);
/* Is it about a field that cannot be changed once the object is there? */
bool ls_refusal_is_immutable(struct ls_node status);
/* Nothing new may be made in the namespace: it is being deleted. */
bool ls_refusal_is_terminating(struct ls_node status);

/* Puts the sentence in place of err's text, which stays where we know no better; the code stays.
 * member may be NULL: then no file is named. The object itself is the caller's to name. */
void ls_refusal_explain(const struct ls_member *member, struct ls_node status, struct ls_err *err);

#pragma once
/*
 * The state of a cluster as text, to compare the end of two runs.
 *
 * Members of sets and their parents are printed whole but for what differs from one run to the next
 * (uids, versions, times, status, addresses, keyed hashes), other objects by name, what controllers
 * make by number. One line each, sorted: two clusters in the same state give the same text.
 */
#include <stddef.h>

#include "base/buf.h"

struct ls_sandbox;

void ls_sim_state_print(const struct ls_sandbox *sandbox, struct ls_buf *out);
/* Objects that belong to some set; its parent does not count. */
size_t ls_sim_state_member_count(const struct ls_sandbox *sandbox);
/* The lines in which two states differ, marked "missing" and "unexpected"; returns how many. Of
 * lines about the same object, only the place where they begin to differ is printed. */
size_t ls_sim_state_diff(struct ls_slice actual, struct ls_slice expected, struct ls_buf *out);

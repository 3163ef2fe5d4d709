#pragma once
/*
 * Calls and lists that run the loop until they are done: for programs that have nothing else to do
 * meanwhile (the simulated world, tests). Not from inside a callback of the loop.
 */
#include "kube/list.h"

/* *out may be NULL; else the caller unrefs what it receives, on failure the Status or NULL. */
enum ls_code ls_call_wait(struct ls_client *client, const struct ls_call_spec *ask,
                          const struct ls_obj **out, struct ls_err *err);
enum ls_code ls_list_wait(struct ls_client *client, const struct ls_selection *selection,
                          const struct ls_list_options *options, const struct ls_list_hooks *hooks,
                          struct ls_err *err);

#pragma once
/*
 * Starting the program of a child, for child.c only: its descriptors, signals, process group and
 * environment as child.h promises them.
 */
#include "base/child.h"

/* stdout_fd becomes its standard output; -1: it keeps ours. The group it leads has its number. */
enum ls_code ls_child_spawn(const struct ls_child_spec *spec, int stdout_fd, pid_t *out,
                            struct ls_err *err);

#pragma once
/*
 * The name of a set: given by --set, else that of the folder or of the one file of manifests.
 */
#include <stddef.h>

#include "base/buf.h"
#include "base/err.h"

/* Made fit to be a name: lower case, other letters become -. LS_E_USAGE when there is no name to
 * take: standard input, several paths, a pipe, the root folder. */
enum ls_code ls_set_name_of_paths(const char *const *paths, size_t path_count, struct ls_buf *out,
                                  struct ls_err *err);

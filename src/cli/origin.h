#pragma once
/*
 * Where manifests come from, so that two applications whose folders have the same name can be told
 * apart: in a git repository with a remote `REMOTE//PATH`, PATH inside the repository; else the
 * whole path. The remote stands there without user, password and query.
 */
#include "base/buf.h"

/* Nothing for standard input and for what is not there. Reads .git/config; runs nothing. */
void ls_origin_print(struct ls_buf *out, const char *path);
/* The remote of a git config, cleaned: that of `origin`, else the first one; nothing: none. */
void ls_origin_remote_print(struct ls_buf *out, struct ls_slice config);

#pragma once
/*
 * Where manifests come from, by which two applications in folders of the same name differ: in a git
 * repository with a remote `REMOTE//PATH`, PATH inside the repository; else the
 * absolute path. User, password and query are left out of the remote.
 */
#include "base/buf.h"

/* Nothing for standard input and for what is not there. Reads .git/config; runs nothing. */
void ls_origin_print(struct ls_buf *out, const char *path);
/* The remote of a git config, cleaned: that of `origin`, else the first one; nothing: none. */
void ls_origin_remote_print(struct ls_buf *out, struct ls_slice config);

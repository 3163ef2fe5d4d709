#pragma once
/*
 * Where a running sandbox leaves its kubeconfig: a file its owner alone may read, in a folder of
 * its own or where --kubeconfig-out says, taken away again at the end.
 */
#include <stdint.h>

#include "base/buf.h"
#include "base/err.h"
#include "base/slice.h"

struct ls_sandbox_home {
    char *folder;     /* made by us, NULL with --kubeconfig-out */
    char *kubeconfig; /* absolute path */
};

/* What the kubeconfig says. */
struct ls_sandbox_access {
    uint16_t port;
    struct ls_slice ca_pem;
    const char *token;
};

/* Where the folders of sandboxes are: `lockstep` below the user's runtime folder, else one in /tmp.
 */
void ls_sandbox_home_folder(struct ls_buf *out);
/* Writes the kubeconfig in a folder of its own below ls_sandbox_home_folder(). */
enum ls_code ls_sandbox_home_make(struct ls_sandbox_home *home,
                                  const struct ls_sandbox_access *access, struct ls_err *err);
/* Writes it to `path`. A file that exists is replaced only if a sandbox wrote it. */
enum ls_code ls_sandbox_home_make_at(struct ls_sandbox_home *home, const char *path,
                                     const struct ls_sandbox_access *access, struct ls_err *err);
/* The kubeconfig of the sandbox that runs on this machine for this user, the newest when there are
 * several; NULL: none. Files that others could have written are ignored, and those whose
 * server is gone. *running is how many there are. Blocks no longer than the loopback does. */
char *ls_sandbox_home_find(size_t *running);
void ls_sandbox_home_clear(struct ls_sandbox_home *home); /* removes what was made */

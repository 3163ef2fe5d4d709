#pragma once
/*
 * Where a running sandbox leaves its kubeconfig: a file its owner alone may read, in a folder of
 * its own or where --kubeconfig-out says, taken away again at the end.
 */
#include "base/err.h"
#include "base/slice.h"

#include <stdint.h>

struct ls_sandbox_home {
    char *folder;     /* made by us, NULL with --kubeconfig-out */
    char *kubeconfig; /* absolute path */
};

/* What stands in the kubeconfig. */
struct ls_sandbox_access {
    uint16_t port;
    struct ls_slice ca_pem;
    const char *token;
};

/* wanted_path NULL: a folder of its own below $XDG_RUNTIME_DIR/lockstep, else below
 * /tmp/lockstep-UID. A file that is there already is
 * replaced only if a sandbox wrote it: nobody loses a kubeconfig by a slip. */
enum ls_code ls_sandbox_home_make(struct ls_sandbox_home *home, const char *wanted_path,
                                  const struct ls_sandbox_access *access, struct ls_err *err);
void ls_sandbox_home_clear(struct ls_sandbox_home *home); /* removes what was made */

#pragma once
/*
 * --dry-run of apply and delete, in kubectl's spelling: the verb shows what it would do, as `plan`
 * does, and writes nothing.
 */
#include "cli/args.h"

enum ls_dry_run {
    LS_DRY_RUN_NONE,
    LS_DRY_RUN_CLIENT, /* also without a value */
    LS_DRY_RUN_SERVER,
};

enum ls_dry_run ls_dry_run_of(const struct ls_args *args);

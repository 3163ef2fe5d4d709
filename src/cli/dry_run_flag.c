#include "cli/dry_run_flag.h"

enum ls_dry_run ls_dry_run_of(const struct ls_args *args)
{
    if (!ls_args_text(args, "dry-run") || ls_args_is(args, "dry-run", "none"))
        return LS_DRY_RUN_NONE;
    return ls_args_is(args, "dry-run", "server") ? LS_DRY_RUN_SERVER : LS_DRY_RUN_CLIENT;
}

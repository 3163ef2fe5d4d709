#include "cli/dry_run_flag.h"

#include <string.h>

enum ls_code ls_dry_run_flag_read(const struct ls_args *args, enum ls_dry_run *out,
                                  struct ls_err *err)
{
    static const char *const words[] = {
        [LS_DRY_RUN_NONE] = "none", [LS_DRY_RUN_CLIENT] = "client", [LS_DRY_RUN_SERVER] = "server"};
    const char *text = ls_args_text(args, "dry-run");
    *out = text ? LS_DRY_RUN_CLIENT : LS_DRY_RUN_NONE;
    if (!text || !*text)
        return LS_OK;
    for (size_t i = 0; i < LS_COUNT(words); i++) {
        if (strcmp(text, words[i]) != 0)
            continue;
        *out = (enum ls_dry_run)i;
        return LS_OK;
    }
    return ls_fail(err, LS_E_USAGE, "--dry-run is client, server or none, not '%s'", text);
}

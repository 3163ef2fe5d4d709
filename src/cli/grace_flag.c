#include "cli/grace_flag.h"

#include "health/word/grace.h"

enum ls_code ls_grace_flag_read(const struct ls_args *args, int64_t *out_ms, struct ls_err *err)
{
    const char *text = ls_args_text(args, "grace");
    int64_t ms = 0;
    if (text && !ls_grace_parse(ls_slice_of(text), &ms))
        return ls_fail(
            err, LS_E_USAGE,
            "--grace is a time such as 90s or 10m, or seconds, up to a week, or 0 for none, "
            "not %s",
            text);
    *out_ms = ms;
    return LS_OK;
}

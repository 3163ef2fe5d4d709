#pragma once
/* `--grace TIME`: how long trouble may last before it is a failure, for every verb that judges. */
#include "cli/args.h"

/* As struct ls_look wants it: 0 when the flag is not given. */
enum ls_code ls_grace_flag_read(const struct ls_args *args, int64_t *out_ms, struct ls_err *err);

#pragma once
/* `--grace TIME`: how long trouble may last before it is a failure, for every verb that judges. */
#include "cli/args.h"

/* 0: the flag is not given. LS_HEALTH_NO_GRACE: no grace at all. */
enum ls_code ls_grace_flag_read(const struct ls_args *args, int64_t *out_ms, struct ls_err *err);

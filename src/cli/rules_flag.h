#pragma once
/* `--health-rules FILE`: rules of the user's own, for every verb that judges. */
#include "cli/args.h"

struct ls_rules;

/* Those compiled in and those of the flags, for the caller to free. */
enum ls_code ls_rules_flag_read(const struct ls_args *args, struct ls_rules **out,
                                struct ls_err *err);

#pragma once
/*
 * `--probes FILE`: Package Operator's availability probes, from an ObjectSet, an ObjectDeployment,
 * an ObjectSetPhase, or a file that holds the list alone.
 */
#include "cli/args.h"

struct ls_obj;
struct ls_probes;

struct ls_probes_flag {
    const struct ls_obj *file;
    struct ls_probes *probes; /* NULL: the flag is not given */
};

enum ls_code ls_probes_flag_read(const struct ls_args *args, struct ls_probes_flag *out,
                                 struct ls_err *err);
void ls_probes_flag_release(struct ls_probes_flag *flag);

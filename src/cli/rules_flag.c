#include "cli/rules_flag.h"

#include "base/macros.h"
#include "health/rule/rules.h"

enum ls_code ls_rules_flag_read(const struct ls_args *args, struct ls_rules **out,
                                struct ls_err *err)
{
    struct ls_rules *rules LS_AUTO(ls_rules_free_at) = ls_rules_new();
    const char *path;
    for (size_t i = 0; (path = ls_args_nth(args, "health-rules", i)); i++)
        if (ls_rules_add_file(rules, path, err))
            return ls_context(err, "--health-rules");
    *out = ls_steal(&rules);
    return LS_OK;
}

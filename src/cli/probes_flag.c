#include "cli/probes_flag.h"

#include "base/file.h"
#include "health/limits.h"
#include "health/probe/probes.h"
#include "value/yaml.h"

/* Where the kinds that have probes keep them. */
static const char *const places[] = {"spec.availabilityProbes",
                                     "spec.template.spec.availabilityProbes", "availabilityProbes"};

static struct ls_node probes_find(struct ls_node root)
{
    struct ls_node found = ls_node_is_list(root) ? root : LS_ABSENT;
    for (size_t i = 0; ls_node_is_absent(found) && i < LS_COUNT(places); i++)
        found = ls_node_at(root, places[i]);
    return found;
}

static enum ls_code file_read(const char *path, struct ls_probes_flag *out, struct ls_err *err)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (ls_file_read(path, LS_RULES_BYTES_MAX, &text, err) ||
        ls_yaml_parse(ls_buf_slice(&text), &(struct ls_yaml_options){.name = path}, &out->file,
                      err))
        return err->code;
    struct ls_node list = probes_find(ls_obj_root(out->file));
    if (ls_node_is_absent(list))
        return ls_fail(err, LS_E_INVALID,
                       "%s: neither an ObjectSet with spec.availabilityProbes nor a list of them",
                       path);
    if (ls_probes_new(list, &out->probes, err))
        return ls_context(err, "%s", path);
    return LS_OK;
}

enum ls_code ls_probes_flag_read(const struct ls_args *args, struct ls_probes_flag *out,
                                 struct ls_err *err)
{
    const char *path = ls_args_text(args, "probes");
    if (path && file_read(path, out, err))
        return ls_context(err, "--probes");
    return LS_OK;
}

void ls_probes_flag_release(struct ls_probes_flag *flag)
{
    ls_probes_free(flag->probes);
    ls_obj_unref(flag->file);
    *flag = (struct ls_probes_flag){0};
}

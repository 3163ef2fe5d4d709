/* Typed fields of a kubeconfig entry, with errors that name file, line and field. */
#include "kube/config_file.h"

#include <string.h>

#include "kube/limits.h"
#include "value/base64.h"

enum ls_code ls_config_string(const struct ls_config_files *files,
                              const struct ls_config_entry *entry, const char *field,
                              struct ls_node node, const char **out, struct ls_err *err)
{
    struct ls_slice text = ls_node_string(node);
    if (!ls_node_is_string(node))
        return ls_config_fail(entry, field, LS_E_INVALID, err,
                              "must be a string, not a %s; put it in quotes",
                              ls_type_name(ls_node_type(node)));
    if (ls_slice_find(text, 0) != SIZE_MAX)
        return ls_config_fail(entry, field, LS_E_INVALID, err, "holds a NUL character");
    *out = ls_arena_dup(files->arena, text);
    return LS_OK;
}

/* The field, or absent when it is missing, null or the empty string. */
static struct ls_node config_field(const struct ls_config_entry *entry, const char *field)
{
    struct ls_node node = ls_node_at(entry->node, field);
    bool is_empty =
        ls_node_is_null(node) || (ls_node_is_string(node) && ls_node_string(node).len == 0);
    return is_empty ? LS_ABSENT : node;
}

enum ls_code ls_config_text(const struct ls_config_files *files,
                            const struct ls_config_entry *entry, const char *field,
                            const char **out, struct ls_err *err)
{
    struct ls_node node = config_field(entry, field);
    if (ls_node_is_absent(node))
        return LS_OK;
    return ls_config_string(files, entry, field, node, out, err);
}

enum ls_code ls_config_flag(const struct ls_config_entry *entry, const char *field, bool *out,
                            struct ls_err *err)
{
    struct ls_node node = config_field(entry, field);
    if (ls_node_is_absent(node))
        return LS_OK;
    if (ls_node_type(node) != LS_TYPE_BOOL)
        return ls_config_fail(entry, field, LS_E_INVALID, err, "must be true or false, not a %s",
                              ls_type_name(ls_node_type(node)));
    *out = ls_node_bool(node, false);
    return LS_OK;
}

const char *ls_config_beside(const struct ls_config_files *files,
                             const struct ls_config_entry *entry, const char *path)
{
    const char *slash = strrchr(entry->file->path, '/');
    if (path[0] == '/' || !slash)
        return path;
    return ls_arena_printf(files->arena, "%.*s/%s", (int)(slash - entry->file->path),
                           entry->file->path, path);
}

enum ls_code ls_config_path(const struct ls_config_files *files,
                            const struct ls_config_entry *entry, const char *field,
                            const char **out, struct ls_err *err)
{
    const char *path = NULL;
    enum ls_code code = ls_config_text(files, entry, field, &path, err);
    if (!code && path)
        *out = ls_config_beside(files, entry, path);
    return code;
}

enum ls_code ls_config_data(const struct ls_config_files *files,
                            const struct ls_config_entry *entry, const char *field,
                            struct ls_slice *out, struct ls_err *err)
{
    const char *text = NULL;
    enum ls_code code = ls_config_text(files, entry, field, &text, err);
    if (code || !text)
        return code;
    struct ls_buf bytes LS_AUTO(ls_buf_wipe) = {0};
    if (ls_base64_decode(ls_slice_of(text), LS_BASE64_STANDARD, &bytes, err))
        return ls_config_context(entry, field, err);
    if (bytes.len > LS_PEM_BYTES_MAX)
        return ls_config_fail(entry, field, LS_E_TOO_BIG, err, "has %zu bytes, the limit is %d",
                              bytes.len, LS_PEM_BYTES_MAX);
    *out = ls_arena_slice(files->arena, ls_buf_slice(&bytes));
    return LS_OK;
}

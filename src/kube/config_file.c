#include "kube/config_file.h"

#include <string.h>

#include "kube/limits.h"
#include "value/yaml.h"

static const struct {
    const char *list; /* at the top of the file */
    const char *item; /* inside each of its items, besides `name` */
} config_kinds[LS_CONFIG_KIND_COUNT] = {
    [LS_CONFIG_CLUSTER] = {"clusters", "cluster"},
    [LS_CONFIG_USER] = {"users", "user"},
    [LS_CONFIG_CONTEXT] = {"contexts", "context"},
};

static uint32_t config_line(const struct ls_config_file *file, struct ls_node node)
{
    struct ls_position position;
    return ls_obj_position(file->obj, node, &position) ? position.line : 1;
}

static bool config_is_missing(struct ls_node node)
{
    return ls_node_is_absent(node) || ls_node_is_null(node);
}

void ls_config_files_release(struct ls_config_files *files)
{
    for (size_t i = 0; i < files->list.count; i++)
        ls_obj_wipe_at(&files->list.at[i].obj);
    ls_vec_release(&files->list);
}

static enum ls_code config_item_check(const struct ls_config_file *file, enum ls_config_kind kind,
                                      struct ls_node item, struct ls_err *err)
{
    struct ls_node inner = ls_node_at(item, config_kinds[kind].item);
    if (!ls_node_is_string(ls_node_at(item, "name")))
        return ls_fail(err, LS_E_INVALID, "%s:%u: an item of %s has no name (a string)", file->path,
                       config_line(file, item), config_kinds[kind].list);
    if (!config_is_missing(inner) && !ls_node_is_map(inner))
        return ls_fail(err, LS_E_INVALID, "%s:%u: %s '%.80s' must be a map, not a %s", file->path,
                       config_line(file, inner), config_kinds[kind].item,
                       ls_node_text(ls_node_at(item, "name")), ls_type_name(ls_node_type(inner)));
    return LS_OK;
}

static enum ls_code config_list_check(const struct ls_config_file *file, enum ls_config_kind kind,
                                      struct ls_err *err)
{
    const char *name = config_kinds[kind].list;
    struct ls_node list = ls_node_at(ls_obj_root(file->obj), name);
    if (config_is_missing(list))
        return LS_OK;
    if (!ls_node_is_list(list))
        return ls_fail(err, LS_E_INVALID, "%s:%u: %s must be a list, not a %s", file->path,
                       config_line(file, list), name, ls_type_name(ls_node_type(list)));
    if (ls_node_count(list) > LS_KUBECONFIG_ENTRIES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "%s:%u: %s has more than %d items", file->path,
                       config_line(file, list), name, LS_KUBECONFIG_ENTRIES_MAX);
    LS_EACH (it, list) {
        enum ls_code code = config_item_check(file, kind, it.value, err);
        if (code)
            return code;
    }
    return LS_OK;
}

static enum ls_code config_head_check(const struct ls_config_file *file, struct ls_err *err)
{
    struct ls_node root = ls_obj_root(file->obj);
    struct ls_node kind = ls_node_at(root, "kind"), version = ls_node_at(root, "apiVersion");
    struct ls_node current = ls_node_at(root, "current-context");
    if (!ls_node_is_map(root))
        return ls_fail(err, LS_E_INVALID, "%s:1: a kubeconfig is a map, not a %s", file->path,
                       ls_type_name(ls_node_type(root)));
    if (!config_is_missing(kind) && !ls_node_string_is(kind, "Config"))
        return ls_fail(err, LS_E_INVALID,
                       "%s:%u: this is no kubeconfig: its kind is '%.80s', "
                       "not Config",
                       file->path, config_line(file, kind), ls_node_text(kind));
    if (!config_is_missing(version) && !ls_node_string_is(version, "v1"))
        return ls_fail(err, LS_E_UNSUPPORTED,
                       "%s:%u: apiVersion of a kubeconfig is v1, not '%.80s'", file->path,
                       config_line(file, version), ls_node_text(version));
    if (!config_is_missing(current) && !ls_node_is_string(current))
        return ls_fail(err, LS_E_INVALID, "%s:%u: current-context must be a string, not a %s",
                       file->path, config_line(file, current), ls_type_name(ls_node_type(current)));
    return LS_OK;
}

static enum ls_code config_file_check(const struct ls_config_file *file, struct ls_err *err)
{
    enum ls_code code = config_head_check(file, err);
    for (int kind = 0; kind < LS_CONFIG_KIND_COUNT && !code; kind++)
        code = config_list_check(file, (enum ls_config_kind)kind, err);
    return code;
}

/* The only document of a text; NULL when there is none. */
static enum ls_code config_read(const char *path, struct ls_slice text, const struct ls_obj **out,
                                struct ls_err *err)
{
    struct ls_yaml_options options = {
        .bytes_max = LS_KUBECONFIG_BYTES_MAX, .keep_positions = true, .name = path};
    struct ls_yaml *yaml LS_AUTO(ls_yaml_free_at) = ls_yaml_new(text, &options);
    const struct ls_obj *first LS_AUTO(ls_obj_wipe_at) = NULL;
    const struct ls_obj *second LS_AUTO(ls_obj_wipe_at) = NULL;
    enum ls_code code = ls_yaml_next(yaml, &first, err);
    if (!code && first)
        code = ls_yaml_next(yaml, &second, err);
    if (code)
        return code;
    if (second)
        return ls_fail(err, LS_E_INVALID,
                       "%s:%u: a kubeconfig is one document, here begins another", path,
                       ls_yaml_line(yaml));
    *out = ls_steal(&first);
    return LS_OK;
}

enum ls_code ls_config_files_add(struct ls_config_files *files, const char *path,
                                 struct ls_slice text, struct ls_err *err)
{
    struct ls_config_file file = {ls_arena_dup(files->arena, ls_slice_of(path)), NULL};
    enum ls_code code = config_read(file.path, text, &file.obj, err);
    if (!code && !ls_node_is_null(ls_obj_root(file.obj)) && file.obj)
        code = config_file_check(&file, err);
    if (!code && file.obj)
        ls_vec_push(&files->list, file);
    else
        ls_obj_wipe_at(&file.obj);
    return code;
}

bool ls_config_files_are_empty(const struct ls_config_files *files)
{
    for (size_t i = 0; i < files->list.count; i++) {
        struct ls_node root = ls_obj_root(files->list.at[i].obj);
        for (int kind = 0; kind < LS_CONFIG_KIND_COUNT; kind++) {
            if (ls_node_count(ls_node_at(root, config_kinds[kind].list)) > 0)
                return false;
        }
        if (ls_node_string(ls_node_at(root, "current-context")).len > 0)
            return false;
    }
    return true;
}

const char *ls_config_current(const struct ls_config_files *files, const char **out_from)
{
    for (size_t i = 0; i < files->list.count; i++) {
        const struct ls_config_file *file = &files->list.at[i];
        struct ls_node name = ls_node_at(ls_obj_root(file->obj), "current-context");
        if (ls_node_string(name).len == 0)
            continue;
        *out_from = ls_arena_printf(files->arena, "%s:%u", file->path, config_line(file, name));
        return ls_arena_dup(files->arena, ls_node_string(name));
    }
    return NULL;
}

void ls_config_names(const struct ls_config_files *files, enum ls_config_kind kind,
                     struct ls_buf *out)
{
    LS_ASSERT(kind < LS_CONFIG_KIND_COUNT);
    size_t count = 0;
    for (size_t i = 0; i < files->list.count; i++) {
        struct ls_node root = ls_obj_root(files->list.at[i].obj);
        LS_EACH (it, ls_node_at(root, config_kinds[kind].list)) {
            if (count++ < LS_KUBECONFIG_NAMES_SHOWN_MAX)
                ls_buf_printf(out, "%s%.60s", count > 1 ? ", " : "",
                              ls_node_text(ls_node_at(it.value, "name")));
        }
    }
    if (count == 0)
        ls_buf_add_text(out, "none at all");
    if (count > LS_KUBECONFIG_NAMES_SHOWN_MAX)
        ls_buf_printf(out, " and %zu more", count - LS_KUBECONFIG_NAMES_SHOWN_MAX);
}

static enum ls_code config_not_found(const struct ls_config_files *files, enum ls_config_kind kind,
                                     const char *name, struct ls_err *err)
{
    struct ls_buf names LS_AUTO(ls_buf_release) = {0};
    ls_config_names(files, kind, &names);
    return ls_fail(err, LS_E_NOT_FOUND, "there is no %s '%.80s'; there is: %s",
                   config_kinds[kind].item, name, ls_buf_text(&names));
}

static bool config_find_in(const struct ls_config_file *file, enum ls_config_kind kind,
                           const char *name, struct ls_node *out, struct ls_node *out_second)
{
    size_t count = 0;
    LS_EACH (it, ls_node_at(ls_obj_root(file->obj), config_kinds[kind].list)) {
        if (ls_node_string_is(ls_node_at(it.value, "name"), name))
            *(count++ == 0 ? out : out_second) = it.value;
    }
    return count > 0;
}

enum ls_code ls_config_find(const struct ls_config_files *files, enum ls_config_kind kind,
                            const char *name, struct ls_config_entry *out, struct ls_err *err)
{
    LS_ASSERT(kind < LS_CONFIG_KIND_COUNT);
    for (size_t i = 0; i < files->list.count; i++) {
        const struct ls_config_file *file = &files->list.at[i];
        struct ls_node item, second = LS_ABSENT;
        if (!config_find_in(file, kind, name, &item, &second))
            continue;
        if (!ls_node_is_absent(second))
            return ls_fail(err, LS_E_INVALID,
                           "%s:%u: %s '%.80s' stands here a second time, first "
                           "in line %u; remove one",
                           file->path, config_line(file, second), config_kinds[kind].item, name,
                           config_line(file, item));
        struct ls_node inner = ls_node_at(item, config_kinds[kind].item);
        *out = (struct ls_config_entry){file, kind, name, ls_node_is_map(inner) ? inner : item};
        return LS_OK;
    }
    return config_not_found(files, kind, name, err);
}

const char *ls_config_place(const struct ls_config_files *files,
                            const struct ls_config_entry *entry, const char *field)
{
    struct ls_node node = ls_node_at(entry->node, field);
    return ls_arena_printf(files->arena, "%s:%u", entry->file->path,
                           config_line(entry->file, ls_node_is_absent(node) ? entry->node : node));
}

enum ls_code ls_config_context(const struct ls_config_entry *entry, const char *field,
                               struct ls_err *err)
{
    LS_ASSERT(entry->file);
    LS_ASSERT(entry->kind < LS_CONFIG_KIND_COUNT);
    struct ls_node node = field ? ls_node_at(entry->node, field) : LS_ABSENT;
    uint32_t line = config_line(entry->file, ls_node_is_absent(node) ? entry->node : node);
    const char *kind = config_kinds[entry->kind].item;
    return ls_context(err, "%s:%u: %s '%.80s'%s%s", entry->file->path, line, kind, entry->name,
                      field ? ": " : "", field ? field : "");
}

enum ls_code ls_config_fail(const struct ls_config_entry *entry, const char *field,
                            enum ls_code code, struct ls_err *err, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    (void)ls_fail_v(err, code, format, args);
    va_end(args);
    return ls_config_context(entry, field, err);
}

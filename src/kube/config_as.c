/* Impersonation: the user, groups and extra values of the kubeconfig and the flags, as headers. */
#include "kube/config_work.h"

#include <string.h>

#include "base/buf.h"
#include "kube/limits.h"

/* Headers that are being built. */
struct as_headers {
    struct ls_config_work *work;
    LS_VEC(struct ls_header) list;
};

/* The flag that gave a field's value; NULL when it came from the file. */
static const char *as_flag(const struct ls_kube_overrides *flags, const char *field)
{
    if (flags->as_user && strcmp(field, "as") == 0)
        return "--as";
    if (flags->as_uid && strcmp(field, "as-uid") == 0)
        return "--as-uid";
    if (flags->as_group_count && strcmp(field, "as-groups") == 0)
        return "--as-group";
    return NULL;
}

static enum ls_code as_context(struct ls_config_work *work, const char *field, struct ls_err *err)
{
    const char *flag = as_flag(work->flags, field);
    return flag ? ls_context(err, "%s", flag) : ls_config_context(&work->user, field, err);
}

/* Errors name the field; the header name of an extra value is made from its key. */
static enum ls_code as_add(struct as_headers *headers, const char *field, const char *name,
                           const char *value, struct ls_err *err)
{
    struct ls_arena *arena = &headers->work->config->arena;
    enum ls_code code = ls_config_header_check(value, err);
    if (!code && headers->list.count == LS_AS_VALUES_MAX)
        code = ls_fail(err, LS_E_TOO_BIG, "more than %d values", LS_AS_VALUES_MAX);
    if (code)
        return as_context(headers->work, field, err);
    struct ls_header header = {ls_slice_of(name), ls_arena_slice(arena, ls_slice_of(value))};
    ls_vec_push(&headers->list, header);
    return LS_OK;
}

/* Extra keys are any text (often URLs); a header name is not. Lower case, and %XX for characters
 * that a header name cannot contain. */
static const char *as_extra_name(struct ls_arena *arena, struct ls_slice key)
{
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&name, "impersonate-extra-");
    for (size_t i = 0; i < key.len; i++) {
        char c = key.at[i];
        bool is_upper = c >= 'A' && c <= 'Z';
        bool is_plain = is_upper || (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') ||
                        ls_char_is_any(c, "!#$&'*+-.^_`|~");
        if (is_plain)
            ls_buf_add_char(&name, is_upper ? (char)(c - 'A' + 'a') : c);
        else
            ls_buf_printf(&name, "%%%02x", (unsigned char)c);
    }
    return ls_arena_dup(arena, ls_buf_slice(&name));
}

static enum ls_code as_list_add(struct as_headers *headers, const char *field, const char *name,
                                struct ls_node list, struct ls_err *err)
{
    struct ls_config_work *work = headers->work;
    if (!ls_node_is_absent(list) && !ls_node_is_null(list) && !ls_node_is_list(list))
        return ls_config_fail(&work->user, field, LS_E_INVALID, err,
                              "must be a list of strings, not a %s",
                              ls_type_name(ls_node_type(list)));
    LS_EACH (it, list) {
        const char *value = NULL;
        enum ls_code code =
            ls_config_string(&work->files, &work->user, field, it.value, &value, err);
        if (!code)
            code = as_add(headers, field, name, value, err);
        if (code)
            return code;
    }
    return LS_OK;
}

static enum ls_code as_groups_add(struct as_headers *headers, struct ls_err *err)
{
    const struct ls_kube_overrides *flags = headers->work->flags;
    if (flags->as_group_count == 0)
        return as_list_add(headers, "as-groups", "impersonate-group",
                           ls_node_at(headers->work->user.node, "as-groups"), err);
    for (size_t i = 0; i < flags->as_group_count; i++) {
        enum ls_code code =
            as_add(headers, "as-groups", "impersonate-group", flags->as_groups[i], err);
        if (code)
            return code;
    }
    return LS_OK;
}

static enum ls_code as_extras_add(struct as_headers *headers, struct ls_err *err)
{
    struct ls_config_work *work = headers->work;
    struct ls_node extras = ls_node_at(work->user.node, "as-user-extra");
    if (!ls_node_is_absent(extras) && !ls_node_is_null(extras) && !ls_node_is_map(extras))
        return ls_config_fail(&work->user, "as-user-extra", LS_E_INVALID, err,
                              "must be a map of lists, not a %s",
                              ls_type_name(ls_node_type(extras)));
    LS_EACH (it, extras) {
        const char *name = as_extra_name(&work->config->arena, it.key);
        enum ls_code code = as_list_add(headers, "as-user-extra", name, it.value, err);
        if (code)
            return code;
    }
    return LS_OK;
}

static enum ls_code as_texts_take(struct ls_config_work *work, const char **user, const char **uid,
                                  struct ls_err *err)
{
    const struct ls_kube_overrides *flags = work->flags;
    enum ls_code code = ls_config_text(&work->files, &work->user, "as", user, err);
    if (!code)
        code = ls_config_text(&work->files, &work->user, "as-uid", uid, err);
    if (flags->as_user)
        *user = ls_arena_dup(&work->config->arena, ls_slice_of(flags->as_user));
    if (flags->as_uid)
        *uid = flags->as_uid;
    return code;
}

static enum ls_code as_collect(struct as_headers *headers, struct ls_err *err)
{
    const char *user = NULL, *uid = NULL;
    enum ls_code code = as_texts_take(headers->work, &user, &uid, err);
    if (!code && user)
        code = as_add(headers, "as", "impersonate-user", user, err);
    if (!code && uid)
        code = as_add(headers, "as-uid", "impersonate-uid", uid, err);
    if (!code)
        code = as_groups_add(headers, err);
    if (!code)
        code = as_extras_add(headers, err);
    if (!code && !user && headers->list.count > 0) {
        (void)ls_fail(err, LS_E_INVALID,
                      "groups, a uid or extra values to act as need a user too; "
                      "add `as` or pass --as");
        return headers->work->user.file ? ls_config_context(&headers->work->user, NULL, err)
                                        : err->code;
    }
    headers->work->config->as_user = user;
    return code;
}

enum ls_code ls_config_take_as(struct ls_config_work *work, struct ls_err *err)
{
    struct as_headers headers = {.work = work};
    enum ls_code code = as_collect(&headers, err);
    size_t count = headers.list.count;
    if (!code && count > 0) {
        struct ls_header *copy = LS_ARENA_ARRAY(&work->config->arena, struct ls_header, count);
        memcpy(copy, headers.list.at, count * sizeof *copy);
        work->config->as_headers = copy;
        work->config->as_header_count = count;
    }
    ls_vec_release(&headers.list);
    return code;
}

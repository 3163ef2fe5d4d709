/* Loads a configuration: which kubeconfig files, which context, then its cluster and user, and the
 * flags on top. */
#include "kube/config_work.h"

#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "kube/limits.h"
#include "value/duration.h"
#include "value/label.h"

static const char *const credential_names[LS_CREDENTIAL_KIND_COUNT] = {
    [LS_CREDENTIAL_NONE] = "none",
    [LS_CREDENTIAL_TOKEN] = "token",
    [LS_CREDENTIAL_TOKEN_FILE] = "token file",
    [LS_CREDENTIAL_BASIC] = "username and password",
    [LS_CREDENTIAL_EXEC] = "credential plugin",
};

const char *ls_credential_kind_name(enum ls_credential_kind kind)
{
    LS_ASSERT(kind < LS_CREDENTIAL_KIND_COUNT);
    return credential_names[kind];
}

struct ls_kube_environment ls_kube_environment_read(void)
{
    return (struct ls_kube_environment){
        .kubeconfig = getenv("KUBECONFIG"),
        .home = getenv("HOME"),
        .service_host = getenv("KUBERNETES_SERVICE_HOST"),
        .service_port = getenv("KUBERNETES_SERVICE_PORT"),
        .pod_namespace = getenv("POD_NAMESPACE"),
        .service_account_dir = "/var/run/secrets/kubernetes.io/serviceaccount",
    };
}

/* ---- which files ---- */

struct config_paths {
    LS_VEC(const char *) list;
    const char *from; /* the variable or flag that named them, for people */
    bool must_exist;
};

static bool paths_have(const struct config_paths *paths, const char *path)
{
    for (size_t i = 0; i < paths->list.count; i++) {
        if (strcmp(paths->list.at[i], path) == 0)
            return true;
    }
    return false;
}

static enum ls_code paths_of_list(struct config_paths *paths, struct ls_arena *arena,
                                  const char *list, struct ls_err *err)
{
    for (struct ls_slice rest = ls_slice_of(list); rest.len > 0;) {
        const char *path = ls_arena_dup(arena, ls_slice_cut(rest, ':', &rest));
        if (!path[0] || paths_have(paths, path))
            continue;
        if (paths->list.count == LS_KUBECONFIG_FILES_MAX)
            return ls_fail(err, LS_E_TOO_BIG, "KUBECONFIG names more than %d files",
                           LS_KUBECONFIG_FILES_MAX);
        ls_vec_push(&paths->list, path);
    }
    return LS_OK;
}

static enum ls_code paths_choose(struct config_paths *paths, struct ls_arena *arena,
                                 const struct ls_kube_environment *environment,
                                 const struct ls_kube_overrides *flags, struct ls_err *err)
{
    if (flags->kubeconfig && flags->kubeconfig[0]) {
        paths->from = "--kubeconfig";
        paths->must_exist = true;
        ls_vec_push(&paths->list, flags->kubeconfig);
        return LS_OK;
    }
    if (environment->kubeconfig && environment->kubeconfig[0]) {
        paths->from = "KUBECONFIG";
        return paths_of_list(paths, arena, environment->kubeconfig, err);
    }
    if (environment->home && environment->home[0])
        ls_vec_push(&paths->list, ls_arena_printf(arena, "%s/.kube/config", environment->home));
    return LS_OK;
}

/* A file that does not exist is skipped, unless the user named it. */
static enum ls_code paths_read(struct config_paths *paths, struct ls_config_files *files,
                               struct ls_err *err)
{
    for (size_t i = 0; i < paths->list.count; i++) {
        struct ls_buf text LS_AUTO(ls_buf_wipe) = {0};
        const char *path = paths->list.at[i];
        enum ls_code code = ls_file_read(path, LS_KUBECONFIG_BYTES_MAX, &text, err);
        if (code == LS_E_NOT_FOUND && !paths->must_exist)
            continue;
        if (code)
            return paths->from ? ls_context(err, "%s", paths->from) : code;
        code = ls_config_files_add(files, path, ls_buf_slice(&text), err);
        if (code)
            return code;
    }
    return LS_OK;
}

static enum ls_code paths_fail(const struct config_paths *paths,
                               const struct ls_config_files *files, struct ls_err *err)
{
    struct ls_buf names LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < paths->list.count; i++)
        ls_buf_printf(&names, "%s%s", i ? ", " : "", paths->list.at[i]);
    if (files->list.count > 0 || paths->must_exist)
        return ls_fail(err, LS_E_NOT_FOUND,
                       "the kubeconfig is empty, it names no cluster: %.600s; set KUBECONFIG or "
                       "pass --kubeconfig or --server",
                       ls_buf_text(&names));
    return ls_fail(err, LS_E_NOT_FOUND,
                   "no kubeconfig found: looked at %.600s%s; set KUBECONFIG or pass --kubeconfig",
                   names.len ? ls_buf_text(&names) : "nothing, as HOME is not set",
                   paths->from ? " (from KUBECONFIG)" : "");
}

/* ---- their content ---- */

static enum ls_code config_context_take(struct ls_config_work *work, struct ls_err *err)
{
    struct ls_kube_config *config = work->config;
    const char *from = "--context";
    const char *name = work->flags->context;
    if (!name || !name[0])
        name = ls_config_current(&work->files, &from);
    if (!name && (work->flags->server || work->flags->cluster))
        return LS_OK;
    if (!name) {
        LS_ASSERT(work->files.list.count > 0); /* else there is a server or a pod */
        struct ls_buf names LS_AUTO(ls_buf_release) = {0};
        ls_config_names(&work->files, LS_CONFIG_CONTEXT, &names);
        return ls_fail(err, LS_E_INVALID,
                       "%s: current-context is not set; pass --context (there is: %s) or --server",
                       work->files.list.at[0].path, ls_buf_text(&names));
    }
    if (ls_config_find(&work->files, LS_CONFIG_CONTEXT, name, &work->context, err))
        return ls_context(err, "%s", from);
    config->context_name = ls_arena_dup(&config->arena, ls_slice_of(name));
    config->context_from = from;
    return LS_OK;
}

/* The cluster or user that the context, or a flag, names. */
static enum ls_code config_entry_take(struct ls_config_work *work, enum ls_config_kind kind,
                                      const char *field, const char *flag,
                                      struct ls_config_entry *out, const char **out_name,
                                      struct ls_err *err)
{
    const char *name = NULL;
    enum ls_code code = ls_config_text(&work->files, &work->context, field, &name, err);
    if (code)
        return code;
    if (flag)
        name = ls_arena_dup(&work->config->arena, ls_slice_of(flag));
    *out_name = name;
    if (!name)
        return LS_OK;
    code = ls_config_find(&work->files, kind, name, out, err);
    if (!code)
        return LS_OK;
    if (code == LS_E_NOT_FOUND && kind == LS_CONFIG_CLUSTER && work->flags->server && !flag)
        return LS_OK;
    return flag ? ls_context(err, "--%s", field) : ls_config_context(&work->context, field, err);
}

static enum ls_code config_entries_take(struct ls_config_work *work, struct ls_err *err)
{
    struct ls_kube_config *config = work->config;
    if (config_context_take(work, err) ||
        config_entry_take(work, LS_CONFIG_CLUSTER, "cluster", work->flags->cluster, &work->cluster,
                          &config->cluster_name, err) ||
        config_entry_take(work, LS_CONFIG_USER, "user", work->flags->user, &work->user,
                          &config->user_name, err))
        return err->code;
    if (!work->cluster.file && !work->flags->server)
        return ls_config_fail(&work->context, NULL, LS_E_INVALID, err,
                              "it names no cluster; add one, or pass --cluster or --server");
    return LS_OK;
}

static enum ls_code config_namespace_take(struct ls_config_work *work, struct ls_err *err)
{
    struct ls_kube_config *config = work->config;
    const char *flag = work->flags->namespace_name;
    const char *name = NULL;
    if (ls_config_text(&work->files, &work->context, "namespace", &name, err))
        return err->code;
    if (flag && flag[0]) {
        config->namespace_name = ls_arena_dup(&config->arena, ls_slice_of(flag));
        config->namespace_from = "--namespace";
    } else if (name) {
        config->namespace_name = name;
        config->namespace_from = ls_config_place(&work->files, &work->context, "namespace");
    } else if (!config->namespace_name) {
        config->namespace_name = "default";
        config->namespace_from = "nothing says otherwise";
    }
    if (!ls_dns_label_is_valid(ls_slice_of(config->namespace_name)))
        return ls_fail(err, LS_E_INVALID,
                       "%s: '%.80s' is no name of a namespace (lower-case letters, digits and '-', "
                       "at most 63)",
                       config->namespace_from, config->namespace_name);
    return LS_OK;
}

static enum ls_code config_timeout_take(struct ls_config_work *work, struct ls_err *err)
{
    const char *text = work->flags->request_timeout;
    int64_t ns = 0;
    if (!text)
        return LS_OK;
    if (ls_duration_parse_or_seconds(ls_slice_of(text), &ns, err))
        return ls_context(err, "--request-timeout");
    if (ns < 0)
        return ls_fail(err, LS_E_USAGE, "--request-timeout: must not be negative");
    /* A limit below one millisecond is still a limit. */
    work->config->request_timeout_ms = ns ? LS_MAX(ns / LS_NS_PER_MS, 1) : -1;
    return LS_OK;
}

static enum ls_code config_files_take(struct ls_config_work *work, struct ls_err *err)
{
    if (config_entries_take(work, err) || ls_config_take_trust(work, err) ||
        ls_config_take_certificate(work, err) || ls_config_take_server(work, err) ||
        ls_config_take_credential(work, err))
        return err->code;
    return LS_OK;
}

static enum ls_code config_rest_take(struct ls_config_work *work, struct ls_err *err)
{
    if (ls_config_take_as(work, err) || config_namespace_take(work, err) ||
        config_timeout_take(work, err))
        return err->code;
    if (!work->config->credential_from)
        work->config->credential_from = "nobody named any";
    return LS_OK;
}

/* ---- the whole ---- */

static enum ls_code config_load(struct ls_config_work *work,
                                const struct ls_kube_environment *environment, struct ls_err *err)
{
    struct config_paths paths = {0};
    enum ls_code code = paths_choose(&paths, work->files.arena, environment, work->flags, err);
    if (!code)
        code = paths_read(&paths, &work->files, err);
    bool is_empty = !code && ls_config_files_are_empty(&work->files);
    if (is_empty && !work->flags->server) {
        code = ls_config_pod_is_possible(environment) && !paths.must_exist
                   ? ls_config_take_pod(work, environment, err)
                   : paths_fail(&paths, &work->files, err);
    } else if (!code) {
        code = config_files_take(work, err);
    }
    ls_vec_release(&paths.list);
    return code ? code : config_rest_take(work, err);
}

static enum ls_code config_parse(struct ls_config_work *work, struct ls_slice text,
                                 const char *name, struct ls_err *err)
{
    enum ls_code code = ls_config_files_add(&work->files, name, text, err);
    if (!code && ls_config_files_are_empty(&work->files) && !work->flags->server)
        return ls_fail(err, LS_E_INVALID, "%s:1: the kubeconfig is empty, it names no cluster",
                       name);
    if (!code)
        code = config_files_take(work, err);
    return code ? code : config_rest_take(work, err);
}

static struct ls_config_work config_work(const struct ls_kube_overrides *flags)
{
    static const struct ls_kube_overrides none;
    struct ls_kube_config *config = LS_NEW(struct ls_kube_config);
    return (struct ls_config_work){.config = config,
                                   .flags = flags ? flags : &none,
                                   .files = {.arena = &config->arena},
                                   .context = {.kind = LS_CONFIG_CONTEXT},
                                   .cluster = {.kind = LS_CONFIG_CLUSTER},
                                   .user = {.kind = LS_CONFIG_USER}};
}

static enum ls_code config_finish(struct ls_config_work *work, enum ls_code code,
                                  struct ls_kube_config **out)
{
    ls_config_files_release(&work->files);
    if (code)
        ls_kube_config_free(work->config);
    else
        *out = work->config;
    return code;
}

enum ls_code ls_kube_config_load(const struct ls_kube_environment *environment,
                                 const struct ls_kube_overrides *overrides,
                                 struct ls_kube_config **out, struct ls_err *err)
{
    struct ls_err ignored;
    struct ls_config_work work = config_work(overrides);
    return config_finish(&work, config_load(&work, environment, err ? err : &ignored), out);
}

enum ls_code ls_kube_config_parse(struct ls_slice text, const char *name,
                                  const struct ls_kube_overrides *overrides,
                                  struct ls_kube_config **out, struct ls_err *err)
{
    struct ls_err ignored;
    struct ls_config_work work = config_work(overrides);
    return config_finish(&work, config_parse(&work, text, name, err ? err : &ignored), out);
}

void ls_kube_config_free(struct ls_kube_config *config)
{
    if (!config)
        return;
    ls_arena_wipe(&config->arena);
    ls_free(config);
}

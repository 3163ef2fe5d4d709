/* The configuration inside a pod: server, authority and token of its service account. */
#include "kube/config_work.h"

#include <string.h>
#include <unistd.h>

#include "base/file.h"
#include "kube/limits.h"
#include "value/label.h"

static const char *pod_file(struct ls_arena *arena, const struct ls_kube_environment *environment,
                            const char *name)
{
    return ls_arena_printf(arena, "%s/%s", environment->service_account_dir, name);
}

static bool pod_is_set(const char *variable)
{
    return variable && variable[0];
}

bool ls_config_pod_is_possible(const struct ls_kube_environment *environment)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    return pod_is_set(environment->service_host) && pod_is_set(environment->service_port) &&
           pod_is_set(environment->service_account_dir) &&
           access(pod_file(&arena, environment, "token"), F_OK) == 0;
}

static enum ls_code pod_server_take(struct ls_config_work *work,
                                    const struct ls_kube_environment *environment,
                                    struct ls_err *err)
{
    const char *host = environment->service_host;
    bool is_ipv6 = strchr(host, ':') != NULL;
    const char *server =
        ls_arena_printf(&work->config->arena, "https://%s%s%s:%s", is_ipv6 ? "[" : "", host,
                        is_ipv6 ? "]" : "", environment->service_port);
    work->config->server_from = "KUBERNETES_SERVICE_HOST and KUBERNETES_SERVICE_PORT";
    if (ls_config_set_server(work->config, server, err))
        return ls_context(err, "%s", work->config->server_from);
    return LS_OK;
}

/* Some platforms mount no authority: then the system's store is used, as in client-go. */
static enum ls_code pod_trust_take(struct ls_config_work *work,
                                   const struct ls_kube_environment *environment,
                                   struct ls_err *err)
{
    struct ls_arena *arena = &work->config->arena;
    const char *path = pod_file(arena, environment, "ca.crt");
    enum ls_code code = ls_config_pem_read(arena, path, &work->config->ca, err);
    return code == LS_E_NOT_FOUND ? LS_OK : code;
}

static enum ls_code pod_namespace_take(struct ls_config_work *work,
                                       const struct ls_kube_environment *environment,
                                       struct ls_err *err)
{
    struct ls_kube_config *config = work->config;
    if (pod_is_set(environment->pod_namespace)) {
        config->namespace_name =
            ls_arena_dup(&config->arena, ls_slice_of(environment->pod_namespace));
        config->namespace_from = "POD_NAMESPACE";
        return LS_OK;
    }
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    const char *path = pod_file(&config->arena, environment, "namespace");
    enum ls_code code = ls_file_read(path, LS_NAMESPACE_FILE_BYTES_MAX, &text, err);
    struct ls_slice name = ls_slice_trim(ls_buf_slice(&text));
    if (!code && name.len > 0) {
        config->namespace_name = ls_arena_dup(&config->arena, name);
        config->namespace_from = path;
    }
    return code == LS_E_NOT_FOUND ? LS_OK : code;
}

enum ls_code ls_config_take_pod(struct ls_config_work *work,
                                const struct ls_kube_environment *environment, struct ls_err *err)
{
    struct ls_kube_config *config = work->config;
    config->is_in_cluster = true;
    enum ls_code code = ls_config_take_trust(work, err);
    if (!code && !config->ca.data.at && !config->is_insecure)
        code = pod_trust_take(work, environment, err);
    if (!code)
        code = ls_config_take_certificate(work, err);
    if (!code)
        code = pod_server_take(work, environment, err);
    if (!code)
        code = ls_config_take_credential(work, err);
    if (!code)
        code = pod_namespace_take(work, environment, err);
    if (!code && config->credential == LS_CREDENTIAL_NONE) {
        config->credential = LS_CREDENTIAL_TOKEN_FILE;
        config->token_file = pod_file(&config->arena, environment, "token");
        config->credential_from = config->token_file;
    }
    return code;
}

/* The cluster of a configuration: the address of the server, and which certificates to trust. */
#include "kube/config_work.h"

#include <string.h>

#include "base/file.h"
#include "kube/limits.h"
#include "kube/server_url.h"

enum { CONFIG_PORT_TLS = 443, CONFIG_PORT_PLAIN = 80 };

enum ls_code ls_config_pem_read(struct ls_arena *arena, const char *path, struct ls_pem *out,
                                struct ls_err *err)
{
    struct ls_buf bytes LS_AUTO(ls_buf_wipe) = {0};
    if (ls_file_read(path, LS_PEM_BYTES_MAX, &bytes, err))
        return err->code;
    if (!bytes.len || !memmem(bytes.at, bytes.len, "-----BEGIN ", 11))
        return ls_fail(err, LS_E_INVALID, "%s is not PEM (-----BEGIN ...)", path);
    *out = (struct ls_pem){ls_arena_slice(arena, ls_buf_slice(&bytes)),
                           ls_arena_dup(arena, ls_slice_of(path))};
    return LS_OK;
}

enum ls_code ls_config_set_server(struct ls_kube_config *config, const char *server,
                                  struct ls_err *err)
{
    struct ls_server_url url;
    if (ls_server_url_parse(&config->arena, server, &url, err))
        return err->code;
    /* Without a scheme kubectl uses TLS only if a TLS setting is given. */
    bool has_tls_setting = config->ca.data.at || config->is_insecure || config->certificate.data.at;
    config->server = ls_arena_dup(&config->arena, ls_slice_of(server));
    config->is_tls = url.has_scheme ? url.is_tls : has_tls_setting;
    config->host = url.host;
    config->port = url.port ? url.port : config->is_tls ? CONFIG_PORT_TLS : CONFIG_PORT_PLAIN;
    config->path_prefix = url.path_prefix;
    return LS_OK;
}

/* Trust settings from the files. */
static enum ls_code cluster_trust_take(struct ls_config_work *work, struct ls_err *err)
{
    struct ls_kube_config *config = work->config;
    const struct ls_config_entry *cluster = &work->cluster;
    const char *path = NULL;
    enum ls_code code =
        ls_config_flag(cluster, "insecure-skip-tls-verify", &config->is_insecure, err);
    if (!code)
        code = ls_config_data(&work->files, cluster, "certificate-authority-data", &config->ca.data,
                              err);
    if (!code)
        code = ls_config_path(&work->files, cluster, "certificate-authority", &path, err);
    if (code)
        return code;
    if (path && !config->ca.data.at && ls_config_pem_read(&config->arena, path, &config->ca, err))
        return ls_config_context(cluster, "certificate-authority", err);
    if (config->is_insecure && config->ca.data.at)
        return ls_config_fail(cluster, "insecure-skip-tls-verify", LS_E_INVALID, err,
                              "cannot be true when a certificate authority is given; remove one "
                              "of them");
    return LS_OK;
}

/* A flag about trust replaces all trust settings of the files, as in kubectl. */
static enum ls_code cluster_trust_override(struct ls_config_work *work, struct ls_err *err)
{
    struct ls_kube_config *config = work->config;
    const char *path = work->flags->certificate_authority;
    if (path && work->flags->is_insecure)
        return ls_fail(err, LS_E_USAGE,
                       "--certificate-authority and --insecure-skip-tls-verify "
                       "exclude each other; give one");
    config->is_insecure = work->flags->is_insecure;
    if (path && ls_config_pem_read(&config->arena, path, &config->ca, err))
        return ls_context(err, "--certificate-authority");
    return LS_OK;
}

static enum ls_code cluster_proxy_refuse(struct ls_config_work *work, struct ls_err *err)
{
    const char *proxy = NULL;
    enum ls_code code = ls_config_text(&work->files, &work->cluster, "proxy-url", &proxy, err);
    if (code || !proxy)
        return code;
    return ls_config_fail(&work->cluster, "proxy-url", LS_E_UNSUPPORTED, err,
                          "proxies are not supported yet; remove this line if the server can be "
                          "reached directly, or pass --server with an address that can");
}

static enum ls_code cluster_server_take(struct ls_config_work *work, struct ls_err *err)
{
    const char *server = NULL;
    if (work->flags->server) {
        work->config->server_from = "--server";
        if (ls_config_set_server(work->config, work->flags->server, err))
            return ls_context(err, "--server");
        return LS_OK;
    }
    if (ls_config_text(&work->files, &work->cluster, "server", &server, err))
        return err->code;
    if (!server)
        return ls_config_fail(&work->cluster, NULL, LS_E_INVALID, err,
                              "it has no server; add one or pass --server");
    work->config->server_from = ls_config_place(&work->files, &work->cluster, "server");
    if (ls_config_set_server(work->config, server, err))
        return ls_config_context(&work->cluster, "server", err);
    return LS_OK;
}

static enum ls_code cluster_name_take(struct ls_config_work *work, struct ls_err *err)
{
    struct ls_kube_config *config = work->config;
    /* Another server does not have the name of the configured one. */
    if (!work->flags->tls_server_name && !work->flags->server)
        return ls_config_text(&work->files, &work->cluster, "tls-server-name",
                              &config->tls_server_name, err);
    if (work->flags->tls_server_name)
        config->tls_server_name =
            ls_arena_dup(&config->arena, ls_slice_of(work->flags->tls_server_name));
    return LS_OK;
}

enum ls_code ls_config_take_trust(struct ls_config_work *work, struct ls_err *err)
{
    if (work->flags->certificate_authority || work->flags->is_insecure)
        return cluster_trust_override(work, err);
    return cluster_trust_take(work, err);
}

enum ls_code ls_config_take_server(struct ls_config_work *work, struct ls_err *err)
{
    enum ls_code code = work->flags->server ? LS_OK : cluster_proxy_refuse(work, err);
    if (!code)
        code = cluster_server_take(work, err);
    return code ? code : cluster_name_take(work, err);
}

/* The user of a configuration: client certificate, token, token file, password or credential
 * plugin. */
#include "kube/config_work.h"

#include <string.h>

#include "kube/limits.h"

enum ls_code ls_config_header_check(const char *value, struct ls_err *err)
{
    size_t len = strlen(value);
    if (len > LS_TOKEN_BYTES_MAX)
        return ls_fail(err, LS_E_TOO_BIG, "has %zu bytes, the limit is %d", len,
                       LS_TOKEN_BYTES_MAX);
    for (size_t i = 0; i < len; i++) {
        if ((unsigned char)value[i] < ' ' || value[i] == 0x7f)
            return ls_fail(err, LS_E_INVALID, "holds a line break or another control character");
    }
    return LS_OK;
}

/* Certificate or key of a client: inline data wins over a file. */
static enum ls_code user_pem_take(struct ls_config_work *work, const char *path_field,
                                  const char *data_field, const char *flag_path, const char *flag,
                                  struct ls_pem *out, struct ls_err *err)
{
    const char *path = NULL;
    if (flag_path) {
        if (ls_config_pem_read(&work->config->arena, flag_path, out, err))
            return ls_context(err, "%s", flag);
        return LS_OK;
    }
    enum ls_code code = ls_config_data(&work->files, &work->user, data_field, &out->data, err);
    if (!code)
        code = ls_config_path(&work->files, &work->user, path_field, &path, err);
    if (code || out->data.at || !path)
        return code;
    if (ls_config_pem_read(&work->config->arena, path, out, err))
        return ls_config_context(&work->user, path_field, err);
    return LS_OK;
}

enum ls_code ls_config_take_certificate(struct ls_config_work *work, struct ls_err *err)
{
    struct ls_kube_config *config = work->config;
    const struct ls_kube_overrides *flags = work->flags;
    enum ls_code code =
        user_pem_take(work, "client-certificate", "client-certificate-data",
                      flags->client_certificate, "--client-certificate", &config->certificate, err);
    if (!code)
        code = user_pem_take(work, "client-key", "client-key-data", flags->client_key,
                             "--client-key", &config->key, err);
    if (code || !config->certificate.data.at == !config->key.data.at)
        return code;
    const char *has = config->key.data.at ? "client-key" : "client-certificate";
    const char *lacks = config->key.data.at ? "client-certificate" : "client-key";
    if (work->user.file)
        return ls_config_fail(&work->user, NULL, LS_E_INVALID, err,
                              "it has a %s but no %s; both are needed", has, lacks);
    return ls_fail(err, LS_E_USAGE, "--%s was given without --%s; both are needed", has, lacks);
}

static enum ls_code user_header_text(struct ls_config_work *work, const char *field,
                                     const char **out, struct ls_err *err)
{
    enum ls_code code = ls_config_text(&work->files, &work->user, field, out, err);
    if (code || !*out)
        return code;
    if (ls_config_header_check(*out, err))
        return ls_config_context(&work->user, field, err);
    return LS_OK;
}

static enum ls_code user_token_flag(struct ls_config_work *work, struct ls_err *err)
{
    if (ls_config_header_check(work->flags->token, err))
        return ls_context(err, "--token");
    work->config->token = ls_arena_dup(&work->config->arena, ls_slice_of(work->flags->token));
    work->config->credential = LS_CREDENTIAL_TOKEN;
    work->config->credential_from = "--token";
    return LS_OK;
}

static enum ls_code user_texts_take(struct ls_config_work *work, struct ls_err *err)
{
    struct ls_kube_config *config = work->config;
    if (user_header_text(work, "token", &config->token, err) ||
        ls_config_path(&work->files, &work->user, "tokenFile", &config->token_file, err) ||
        user_header_text(work, "username", &config->username, err) ||
        user_header_text(work, "password", &config->password, err))
        return err->code;
    bool is_basic = config->username || config->password;
    if (is_basic && (config->token || config->token_file))
        return ls_config_fail(&work->user, NULL, LS_E_INVALID, err,
                              "it has a token and a username; only one can be used, remove the "
                              "other");
    return LS_OK;
}

static enum ls_code user_provider_refuse(struct ls_config_work *work, struct ls_err *err)
{
    const char *name = "";
    if (ls_config_text(&work->files, &work->user, "auth-provider.name", &name, err))
        return err->code;
    if (strcmp(name, "gcp") == 0)
        return ls_config_fail(&work->user, "auth-provider", LS_E_UNSUPPORTED, err,
                              "the gcp provider was removed from Kubernetes in 1.26; let gcloud "
                              "write a new entry that uses the plugin gke-gcloud-auth-plugin");
    if (strcmp(name, "azure") == 0)
        return ls_config_fail(&work->user, "auth-provider", LS_E_UNSUPPORTED, err,
                              "the azure provider was removed from Kubernetes in 1.26; run "
                              "kubelogin convert-kubeconfig to use the plugin kubelogin");
    return ls_config_fail(&work->user, "auth-provider", LS_E_UNSUPPORTED, err,
                          "the provider '%.40s' is not supported; use an exec credential plugin, "
                          "or pass --token",
                          name);
}

/* Does a map of this name exist? */
static enum ls_code user_has_map(struct ls_config_work *work, const char *field, bool *out,
                                 struct ls_err *err)
{
    struct ls_node node = ls_node_at(work->user.node, field);
    *out = ls_node_is_map(node);
    if (*out || ls_node_is_absent(node) || ls_node_is_null(node))
        return LS_OK;
    return ls_config_fail(&work->user, field, LS_E_INVALID, err, "must be a map, not a %s",
                          ls_type_name(ls_node_type(node)));
}

/* The first that is given wins. A plugin is not run when anything else identifies the user. */
static const char *user_kind_choose(struct ls_kube_config *config)
{
    if (config->token_file) {
        config->credential = LS_CREDENTIAL_TOKEN_FILE;
        return "tokenFile";
    }
    if (config->token) {
        config->credential = LS_CREDENTIAL_TOKEN;
        return "token";
    }
    if (config->username || config->password) {
        config->credential = LS_CREDENTIAL_BASIC;
        return "username";
    }
    if (config->certificate.data.at)
        return config->certificate.path ? "client-certificate" : "client-certificate-data";
    return NULL;
}

static enum ls_code user_kind_take(struct ls_config_work *work, struct ls_err *err)
{
    bool has_exec, has_provider;
    enum ls_code code = user_has_map(work, "exec", &has_exec, err);
    if (!code)
        code = user_has_map(work, "auth-provider", &has_provider, err);
    if (code)
        return code;
    const char *field = user_kind_choose(work->config);
    if (!field && has_exec) {
        work->config->credential = LS_CREDENTIAL_EXEC;
        field = "exec";
        code = ls_config_take_exec(work, err);
    } else if (!field && has_provider) {
        return user_provider_refuse(work, err);
    }
    if (field)
        work->config->credential_from = work->user.file
                                            ? ls_config_place(&work->files, &work->user, field)
                                            : "--client-certificate";
    return code;
}

/* Without TLS no credential is sent, as anybody could read it. */
static void user_forget(struct ls_kube_config *config)
{
    config->certificate = config->key = (struct ls_pem){0};
    config->credential = LS_CREDENTIAL_NONE;
    config->credential_from = "none: credentials are only sent over https";
}

enum ls_code ls_config_take_credential(struct ls_config_work *work, struct ls_err *err)
{
    if (!work->config->is_tls) {
        user_forget(work->config);
        return LS_OK;
    }
    if (work->flags->token)
        return user_token_flag(work, err);
    enum ls_code code = user_texts_take(work, err);
    return code ? code : user_kind_take(work, err);
}

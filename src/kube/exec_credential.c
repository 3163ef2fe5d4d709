#include "kube/exec_credential.h"

#include <string.h>

#include "base/mem.h"
#include "kube/limits.h"
#include "value/base64.h"
#include "value/json.h"
#include "value/time.h"
#include "value/yaml.h"

void ls_exec_answer_release(struct ls_exec_answer *answer)
{
    ls_buf_wipe(&answer->token);
    ls_buf_wipe(&answer->certificate);
    ls_buf_wipe(&answer->key);
}

/* ---- its input ---- */

static void info_member(struct ls_buf *out, const char *name, struct ls_slice value)
{
    ls_buf_printf(out, ",\"%s\":", name);
    ls_json_print_string(out, value);
}

static void info_cluster_print(struct ls_buf *out, const struct ls_kube_config *config)
{
    ls_buf_add_text(out, "\"cluster\":{\"server\":");
    ls_json_print_string(out, ls_slice_of(config->server));
    if (config->tls_server_name)
        info_member(out, "tls-server-name", ls_slice_of(config->tls_server_name));
    if (config->is_insecure)
        ls_buf_add_text(out, ",\"insecure-skip-tls-verify\":true");
    if (config->ca.data.at) {
        ls_buf_add_text(out, ",\"certificate-authority-data\":\"");
        ls_base64_encode(out, config->ca.data, LS_BASE64_STANDARD);
        ls_buf_add_char(out, '"');
    }
    if (config->exec->cluster_config.len) {
        ls_buf_add_text(out, ",\"config\":");
        ls_buf_add_slice(out, config->exec->cluster_config);
    }
    ls_buf_add_text(out, "},");
}

void ls_exec_info_print(struct ls_buf *out, const struct ls_kube_config *config, bool may_talk)
{
    ls_buf_printf(out, "{\"kind\":\"ExecCredential\",\"apiVersion\":\"%s\",\"spec\":{",
                  config->exec->api_version);
    if (config->exec->wants_cluster)
        info_cluster_print(out, config);
    ls_buf_printf(out, "\"interactive\":%s}}", may_talk ? "true" : "false");
}

/* ---- its answer ---- */

static enum ls_code answer_head_check(struct ls_node root, const char *api_version,
                                      struct ls_err *err)
{
    struct ls_node version = ls_node_at(root, "apiVersion");
    if (!ls_node_string_is(ls_node_at(root, "kind"), "ExecCredential"))
        return ls_fail(err, LS_E_INVALID,
                       "its output is no ExecCredential (kind is missing or "
                       "another)");
    if (!ls_node_string_is(version, api_version))
        return ls_fail(err, LS_E_INVALID,
                       "it answered in apiVersion '%.60s', but the kubeconfig says '%s'; change "
                       "one of them",
                       ls_node_text(version), api_version);
    if (!ls_node_is_map(ls_node_at(root, "status")))
        return ls_fail(err, LS_E_INVALID, "its output has no status");
    return LS_OK;
}

static enum ls_code answer_text_take(struct ls_node status, const char *field, size_t bytes_max,
                                     struct ls_buf *out, struct ls_err *err)
{
    struct ls_node node = ls_node_at(status, field);
    struct ls_slice text = ls_node_string(node);
    if (ls_node_is_absent(node) || ls_node_is_null(node))
        return LS_OK;
    if (!ls_node_is_string(node))
        return ls_fail(err, LS_E_INVALID, "status.%s must be a string, not a %s", field,
                       ls_type_name(ls_node_type(node)));
    if (text.len > bytes_max)
        return ls_fail(err, LS_E_TOO_BIG, "status.%s has %zu bytes, the limit is %zu", field,
                       text.len, bytes_max);
    ls_buf_add_slice(out, text);
    return LS_OK;
}

static enum ls_code answer_token_check(const struct ls_buf *token, struct ls_err *err)
{
    for (size_t i = 0; i < token->len; i++) {
        if ((unsigned char)token->at[i] < ' ' || token->at[i] == 0x7f)
            return ls_fail(err, LS_E_INVALID, "status.token holds a control character");
    }
    return LS_OK;
}

static enum ls_code answer_expiry_take(struct ls_node status, int64_t *out, struct ls_err *err)
{
    struct ls_node node = ls_node_at(status, "expirationTimestamp");
    struct ls_time time;
    *out = INT64_MAX;
    if (ls_node_is_absent(node) || ls_node_is_null(node))
        return LS_OK;
    if (ls_time_parse(ls_node_string(node), &time, err))
        return ls_context(err, "status.expirationTimestamp");
    *out = ls_time_ms(time);
    return LS_OK;
}

static enum ls_code answer_status_take(struct ls_node status, struct ls_exec_answer *answer,
                                       struct ls_err *err)
{
    enum ls_code code = answer_text_take(status, "token", LS_TOKEN_BYTES_MAX, &answer->token, err);
    if (!code)
        code = answer_token_check(&answer->token, err);
    if (!code)
        code = answer_text_take(status, "clientCertificateData", LS_PEM_BYTES_MAX,
                                &answer->certificate, err);
    if (!code)
        code = answer_text_take(status, "clientKeyData", LS_PEM_BYTES_MAX, &answer->key, err);
    if (!code)
        code = answer_expiry_take(status, &answer->expires_at_ms, err);
    if (code)
        return code;
    if (!answer->token.len && !answer->certificate.len && !answer->key.len)
        return ls_fail(err, LS_E_INVALID, "its status has neither a token nor a certificate");
    if (!answer->certificate.len != !answer->key.len)
        return ls_fail(err, LS_E_INVALID,
                       "its status has only one of clientCertificateData and "
                       "clientKeyData; both are needed");
    return LS_OK;
}

enum ls_code ls_exec_answer_parse(struct ls_slice output, const char *api_version,
                                  struct ls_exec_answer *out, struct ls_err *err)
{
    struct ls_yaml_options options = {.bytes_max = LS_EXEC_OUTPUT_BYTES_MAX, .name = "its output"};
    const struct ls_obj *obj LS_AUTO(ls_obj_wipe_at) = NULL;
    struct ls_exec_answer answer = {0};
    if (ls_slice_trim(output).len == 0)
        return ls_fail(err, LS_E_INVALID, "it printed nothing");
    enum ls_code code = ls_yaml_parse(output, &options, &obj, err);
    if (!code)
        code = answer_head_check(ls_obj_root(obj), api_version, err);
    if (!code)
        code = answer_status_take(ls_node_at(ls_obj_root(obj), "status"), &answer, err);
    if (code)
        ls_exec_answer_release(&answer);
    else
        *out = answer;
    return code;
}

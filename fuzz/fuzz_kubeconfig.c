/* Kubeconfig: any text gives a complete configuration or an error. */
#include <string.h>

#include "kube/config.h"
#include "kube/limits.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void config_is_complete(const struct ls_kube_config *config)
{
    LS_ASSERT(config->host && config->host[0] && config->port > 0);
    LS_ASSERT(config->path_prefix[0] == 0 || config->path_prefix[0] == '/');
    LS_ASSERT(config->namespace_name && config->credential_from && config->server_from);
    LS_ASSERT(!config->certificate.data.at == !config->key.data.at);
    LS_ASSERT(!(config->is_insecure && config->ca.data.at));
    LS_ASSERT(config->is_tls || config->credential == LS_CREDENTIAL_NONE);
    LS_ASSERT((config->credential == LS_CREDENTIAL_EXEC) == (config->exec != NULL));
    LS_ASSERT(config->as_header_count <= LS_AS_VALUES_MAX);
    LS_ASSERT(config->as_header_count == 0 || config->as_user);
    for (size_t i = 0; i < config->as_header_count; i++) {
        struct ls_slice value = config->as_headers[i].value;
        LS_ASSERT(ls_slice_find(value, '\n') == SIZE_MAX);
        LS_ASSERT(ls_slice_find(value, '\r') == SIZE_MAX);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct ls_slice text = {(const char *)data, size};
    struct ls_kube_overrides flags = {.cluster = NULL, .context = size % 2 ? "c" : NULL};
    struct ls_kube_config *config = NULL;
    struct ls_err err;
    if (ls_kube_config_parse(text, "/nonexistent/config", &flags, &config, &err))
        LS_ASSERT(err.text[0] != 0 && !config);
    else
        config_is_complete(config);
    ls_kube_config_free(config);
    return 0;
}

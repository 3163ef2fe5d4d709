#include "support_config.h"

#include "check.h"
#include "base/buf.h"
#include "value/json.h"

struct ls_kube_config *config_make(const char *user, const char *cluster)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_kube_config *config;
    struct ls_err err;
    ls_buf_printf(&text,
                  "current-context: c\n"
                  "contexts: [{name: c, context: {cluster: k, user: u}}]\n"
                  "clusters: [{name: k, cluster: %s}]\n"
                  "users: [{name: u, user: %s}]\n",
                  cluster ? cluster : "{server: 'https://api.test'}", user);
    CHECK_OK(ls_kube_config_parse(ls_buf_slice(&text), "/etc/kube/config", NULL, &config, &err),
             err);
    return config;
}

struct ls_kube_config *config_make_exec(const char *script, const char *more)
{
    struct ls_buf user LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&user, "{exec: {apiVersion: client.authentication.k8s.io/v1, command: /bin/sh,"
                           " interactiveMode: Never, args: ['-c', ");
    ls_json_print_string(&user, ls_slice_of(script));
    ls_buf_printf(&user, "]%s}}", more);
    return config_make(ls_buf_text(&user), NULL);
}

void config_free_at(struct ls_kube_config **config)
{
    ls_kube_config_free(*config);
}

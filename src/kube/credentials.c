#include "kube/credentials.h"

#include "base/mem.h"
#include "kube/token_file.h"
#include "value/base64.h"

struct ls_credentials {
    const struct ls_kube_config *config;
    struct ls_buf authorization; /* of all kinds but plugins */
    uint64_t version;            /* of the token file that it was made from */
    struct ls_token_file token_file;
    struct ls_exec_plugin *plugin;
};

enum { BEARER_BYTES = sizeof "Bearer " - 1 };

static void credentials_set_bearer(struct ls_credentials *credentials, struct ls_slice token)
{
    ls_buf_wipe(&credentials->authorization);
    /* Reserves all of it at once: growing would leave copies of the secret in freed memory. */
    ls_buf_reserve(&credentials->authorization, token.len + BEARER_BYTES);
    ls_buf_add_text(&credentials->authorization, "Bearer ");
    ls_buf_add_slice(&credentials->authorization, token);
}

static void credentials_set_basic(struct ls_credentials *credentials)
{
    struct ls_buf pair LS_AUTO(ls_buf_wipe) = {0};
    const struct ls_kube_config *config = credentials->config;
    ls_buf_add_text(&pair, config->username ? config->username : "");
    ls_buf_add_char(&pair, ':');
    ls_buf_add_text(&pair, config->password ? config->password : "");
    ls_buf_add_text(&credentials->authorization, "Basic ");
    ls_base64_encode(&credentials->authorization, ls_buf_slice(&pair), LS_BASE64_STANDARD);
}

struct ls_credentials *ls_credentials_new(struct ls_world *world,
                                          const struct ls_kube_config *config,
                                          ls_certificate_fn on_certificate, void *self)
{
    struct ls_credentials *credentials = LS_NEW(struct ls_credentials);
    LS_ASSERT(config->credential < LS_CREDENTIAL_KIND_COUNT);
    credentials->config = config;
    if (config->credential == LS_CREDENTIAL_TOKEN)
        credentials_set_bearer(credentials, ls_slice_of(config->token));
    if (config->credential == LS_CREDENTIAL_BASIC)
        credentials_set_basic(credentials);
    if (config->credential == LS_CREDENTIAL_TOKEN_FILE)
        ls_token_file_init(&credentials->token_file, config->token_file, world->clock);
    if (config->credential == LS_CREDENTIAL_EXEC)
        credentials->plugin = ls_exec_plugin_new(world, config, on_certificate, self);
    return credentials;
}

void ls_credentials_free(struct ls_credentials *credentials)
{
    if (!credentials)
        return;
    ls_exec_plugin_free(credentials->plugin);
    ls_token_file_release(&credentials->token_file);
    ls_buf_wipe(&credentials->authorization);
    ls_free(credentials);
}

static struct ls_credential credentials_at_hand(const struct ls_credentials *credentials)
{
    return (struct ls_credential){ls_buf_slice(&credentials->authorization), credentials->version};
}

/* A token in the kubeconfig is used as long as the file was never readable. */
static enum ls_credential_state credentials_file_get(struct ls_credentials *credentials,
                                                     struct ls_credential *out, struct ls_err *err)
{
    const struct ls_token_file *file = &credentials->token_file;
    struct ls_slice token;
    if (ls_token_file_get(&credentials->token_file, &token, err)) {
        if (!credentials->config->token) {
            (void)ls_context(err, "no token");
            return LS_CREDENTIAL_FAILED;
        }
        token = ls_slice_of(credentials->config->token);
    }
    if (!ls_slice_equal(ls_slice_from(ls_buf_slice(&credentials->authorization), BEARER_BYTES),
                        token))
        credentials_set_bearer(credentials, token);
    credentials->version = file->version;
    *out = credentials_at_hand(credentials);
    return LS_CREDENTIAL_READY;
}

static enum ls_credential_state credentials_plugin_get(struct ls_credentials *credentials,
                                                       struct ls_credential *out,
                                                       struct ls_err *err)
{
    struct ls_slice authorization = {0};
    enum ls_credential_state state = ls_exec_plugin_get(credentials->plugin, &authorization, err);
    if (state == LS_CREDENTIAL_READY)
        *out = (struct ls_credential){authorization, ls_exec_plugin_version(credentials->plugin)};
    return state;
}

enum ls_credential_state ls_credentials_get(struct ls_credentials *credentials,
                                            struct ls_credential *out, struct ls_err *err)
{
    if (credentials->plugin)
        return credentials_plugin_get(credentials, out, err);
    if (credentials->config->credential == LS_CREDENTIAL_TOKEN_FILE)
        return credentials_file_get(credentials, out, err);
    *out = credentials_at_hand(credentials);
    return LS_CREDENTIAL_READY;
}

static void waiter_called(void *self, const struct ls_err *err)
{
    struct ls_credential_waiter *waiter = self;
    struct ls_exec_plugin *plugin = waiter->credentials->plugin;
    struct ls_credential credential = {ls_exec_plugin_last(plugin), ls_exec_plugin_version(plugin)};
    waiter->fn(waiter->self, err ? NULL : &credential, err);
}

void ls_credentials_wait(struct ls_credentials *credentials, struct ls_credential_waiter *waiter,
                         void (*fn)(void *self, const struct ls_credential *credential,
                                    const struct ls_err *err),
                         void *self)
{
    LS_ASSERT(credentials->plugin);
    waiter->credentials = credentials;
    waiter->fn = fn;
    waiter->self = self;
    ls_exec_plugin_wait(credentials->plugin, &waiter->waiter, waiter_called, waiter);
}

void ls_credentials_unwait(struct ls_credential_waiter *waiter)
{
    if (waiter->waiter.is_waiting)
        ls_exec_plugin_unwait(waiter->credentials->plugin, &waiter->waiter);
}

bool ls_credentials_can_change(const struct ls_credentials *credentials)
{
    return credentials->plugin || credentials->config->credential == LS_CREDENTIAL_TOKEN_FILE;
}

bool ls_credentials_refuse(struct ls_credentials *credentials, uint64_t version)
{
    if (credentials->plugin)
        return ls_exec_plugin_refuse(credentials->plugin, version);
    if (credentials->config->credential == LS_CREDENTIAL_TOKEN_FILE)
        return ls_token_file_refuse(&credentials->token_file, version);
    return false;
}

/* A session over sockets: its socket wire, and TLS settings that follow changed files. */
#include "kube/session_impl.h"

#include "base/mem.h"
#include "base/world.h"

/* New connections use the source's current settings. */
static enum ls_code sockets_renew(struct ls_session *session, struct ls_err *err)
{
    struct ls_tls *tls = NULL;
    enum ls_code code = ls_tls_source_build(session->tls_source, &tls, err);
    if (code) {
        ls_log_debug(session->world->log, "new certificates cannot be used",
                     LS_STR("why", err->text));
        return code;
    }
    ls_socket_wire_set_tls(session->sockets, tls);
    ls_tls_unref(tls);
    ls_log_debug(session->world->log, "certificates renewed");
    return LS_OK;
}

static void sockets_check(struct ls_session *session)
{
    struct ls_err ignored;
    /* A certificate that cannot be used is ignored: the old one stays until the new files match
     * each other. */
    if (session->tls_source && ls_tls_source_check(session->tls_source))
        (void)sockets_renew(session, &ignored);
}

static enum ls_code sockets_certificate(void *self, struct ls_slice certificate,
                                        struct ls_slice key, struct ls_err *err)
{
    struct ls_session *session = self;
    ls_tls_source_set_certificate(session->tls_source, certificate, key);
    return sockets_renew(session, err);
}

static void sockets_close(struct ls_session *session)
{
    ls_socket_wire_free(session->sockets);
    ls_tls_source_free(session->tls_source);
}

static void sockets_open(struct ls_session *session, const struct ls_socket_options *options,
                         struct ls_tls *tls)
{
    const struct ls_kube_config *config = session->config;
    struct ls_endpoint endpoint = {config->host, config->port, tls};
    session->sockets = ls_socket_wire_new(session->world, &endpoint, options);
    session->inner = ls_socket_wire_interface(session->sockets);
    session->check_tls = sockets_check;
    session->close_sockets = sockets_close;
}

enum ls_code ls_session_new(struct ls_world *world, const struct ls_kube_config *config,
                            const struct ls_socket_options *options, struct ls_session **out,
                            struct ls_err *err)
{
    struct ls_tls_source *source = NULL;
    struct ls_tls *tls = NULL;
    if (config->is_tls) {
        source = ls_tls_source_new(config, world->clock);
        if (ls_tls_source_build(source, &tls, err)) {
            ls_tls_source_free(source);
            return ls_context(err, "TLS for %s", config->server);
        }
    }
    struct ls_session *session = ls_session_make(world, config, NULL, sockets_certificate);
    session->tls_source = source;
    sockets_open(session, options, tls);
    ls_tls_unref(tls);
    *out = session;
    return LS_OK;
}

#include "kube/session.h"

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "support_config.h"
#include "support_folder.h"
#include "base/buf.h"
#include "base/world.h"
#include "kube/limits.h"
#include "kube/session_impl.h"
#include "net/server.h"
#include "net/support_certs.h"
#include "value/json.h"
#include "net/support_reply.h"

/* A TLS server that answers with the name of the client's certificate. */
struct stage {
    struct ls_world *world;
    struct ls_virtual_clock clock; /* of sessions: real loop, time by hand */
    struct folder folder;
    struct cert ca, other_ca, server_cert, jane, john;
    struct ls_server *server;
    struct ls_kube_config *config;
    struct ls_session *session;
};

static void stage_serve(void *self, struct ls_exchange *exchange)
{
    const char *name = ls_exchange_asked(exchange)->client_name;
    (void)self;
    reply_whole(exchange, 200, "text/plain", ls_slice_of(name ? name : "nobody"));
}

static void stage_certs_make(struct stage *stage)
{
    cert_make(&stage->ca, &(struct cert_spec){.name = "ca", .is_ca = true});
    cert_make(&stage->other_ca, &(struct cert_spec){.name = "other", .is_ca = true});
    cert_make(&stage->server_cert, &(struct cert_spec){.name = "server",
                                                       .alt_names = "DNS:api.test,IP:127.0.0.1",
                                                       .issuer = &stage->ca});
    cert_make(&stage->jane, &(struct cert_spec){.name = "jane", .issuer = &stage->ca});
    cert_make(&stage->john, &(struct cert_spec){.name = "john", .issuer = &stage->ca});
}

static void stage_init(struct stage *stage)
{
    struct ls_tls *tls = NULL;
    struct ls_err err;
    *stage = (struct stage){.world = ls_world_new(), .folder = folder_make()};
    ls_virtual_clock_init(&stage->clock, 1000000);
    stage_certs_make(stage);
    struct ls_tls_spec spec = {.ca = ls_buf_slice(&stage->ca.pem),
                               .certificate = ls_buf_slice(&stage->server_cert.pem),
                               .key = ls_buf_slice(&stage->server_cert.key),
                               .asks_for_client_certificate = true};
    CHECK_OK(ls_tls_server(&spec, &tls, &err), err);
    struct ls_server_spec server = {
        .host = "127.0.0.1", .tls = tls, .service = {stage, stage_serve}};
    CHECK_OK(ls_server_start(stage->world, &server, &stage->server, &err), err);
    ls_tls_unref(tls);
    stage->world->clock = &stage->clock.clock;
}

static void stage_release(struct stage *stage)
{
    stage->world->clock = ls_loop_clock(stage->world->loop);
    ls_session_free(stage->session);
    ls_kube_config_free(stage->config);
    ls_server_free(stage->server);
    ls_world_free(stage->world);
    cert_release(&stage->ca);
    cert_release(&stage->other_ca);
    cert_release(&stage->server_cert);
    cert_release(&stage->jane);
    cert_release(&stage->john);
    folder_release(&stage->folder);
}

static void stage_write(struct stage *stage, const char *name, const struct ls_buf *pem)
{
    folder_write(&stage->folder, name, ls_buf_text(pem));
}

/* A session whose certificates stand in files: ca, cert and key. */
static enum ls_code stage_open(struct stage *stage, const char *user, struct ls_err *err)
{
    char cluster[256];
    snprintf(cluster, sizeof cluster, "{server: 'https://127.0.0.1:%u', certificate-authority: %s}",
             ls_server_port(stage->server), folder_file(&stage->folder, "ca"));
    stage->config = config_make(user, cluster);
    return ls_session_new(stage->world, stage->config, NULL, &stage->session, err);
}

static const char *stage_user(struct stage *stage)
{
    static char user[512];
    snprintf(user, sizeof user, "{client-certificate: %s, client-key: %s}",
             folder_file(&stage->folder, "cert"), folder_file(&stage->folder, "key"));
    return user;
}

struct client {
    struct ls_reply_sink sink;
    struct ls_buf body;
    struct ls_err err;
    bool is_done;
};

static void client_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                        size_t header_count)
{
    (void)sink, (void)headers, (void)header_count;
    CHECK_INT(status, 200);
}

static enum ls_flow client_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    ls_buf_add_slice(&LS_HOLDER(sink, struct client, sink)->body, chunk);
    return LS_FLOW_GO;
}

static void client_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    struct client *client = LS_HOLDER(sink, struct client, sink);
    client->is_done = true;
    if (outcome->code)
        client->err = *outcome->err;
}

/* Whom the server takes us for, or why it came to nothing; borrowed until the next call. */
static const char *stage_who(struct stage *stage)
{
    static char answer[LS_ERR_TEXT_BYTES];
    struct client client = {.sink = {client_head, client_data, client_done, NULL}};
    struct ls_wire *wire = ls_session_wire(stage->session);
    struct ls_request request = {.method = "GET", .target = LS_SLICE("/")};
    wire->send(wire->self, &request, &client.sink);
    while (!client.is_done)
        ls_loop_step(stage->world->loop, 1000);
    snprintf(answer, sizeof answer, "%s",
             client.err.code ? client.err.text : ls_buf_text(&client.body));
    ls_buf_release(&client.body);
    return answer;
}

TEST(certificates_from_files_are_used)
{
    struct stage stage LS_AUTO(stage_release);
    struct ls_err err;
    stage_init(&stage);
    stage_write(&stage, "ca", &stage.ca.pem);
    stage_write(&stage, "cert", &stage.jane.pem);
    stage_write(&stage, "key", &stage.jane.key);
    CHECK_OK(stage_open(&stage, stage_user(&stage), &err), err);
    CHECK_STR(stage_who(&stage), "jane");
    CHECK_INT(ls_socket_wire_counts(stage.session->sockets).connections_made, 1);
}

TEST(replaced_files_are_used_after_five_minutes)
{
    struct stage stage LS_AUTO(stage_release);
    struct ls_err err;
    stage_init(&stage);
    stage_write(&stage, "ca", &stage.ca.pem);
    stage_write(&stage, "cert", &stage.jane.pem);
    stage_write(&stage, "key", &stage.jane.key);
    CHECK_OK(stage_open(&stage, stage_user(&stage), &err), err);
    CHECK_STR(stage_who(&stage), "jane");
    stage_write(&stage, "cert", &stage.john.pem);
    stage_write(&stage, "key", &stage.john.key);
    ls_virtual_clock_advance_ms(&stage.clock, LS_TLS_FILES_MS - 1);
    CHECK_STR(stage_who(&stage), "jane");
    ls_virtual_clock_advance_ms(&stage.clock, 1);
    CHECK_STR(stage_who(&stage), "john");
}

TEST(a_certificate_that_waits_for_its_key_leaves_the_old_pair)
{
    struct stage stage LS_AUTO(stage_release);
    struct ls_err err;
    stage_init(&stage);
    stage_write(&stage, "ca", &stage.ca.pem);
    stage_write(&stage, "cert", &stage.jane.pem);
    stage_write(&stage, "key", &stage.jane.key);
    CHECK_OK(stage_open(&stage, stage_user(&stage), &err), err);
    stage_write(&stage, "cert", &stage.john.pem);
    ls_virtual_clock_advance_ms(&stage.clock, LS_TLS_FILES_MS);
    CHECK_STR(stage_who(&stage), "jane");
    stage_write(&stage, "key", &stage.john.key);
    ls_virtual_clock_advance_ms(&stage.clock, LS_TLS_BROKEN_MS);
    CHECK_STR(stage_who(&stage), "john");
}

TEST(a_plugin_brings_a_certificate)
{
    struct stage stage LS_AUTO(stage_release);
    struct ls_buf answer LS_AUTO(ls_buf_release) = {0};
    char user[512];
    struct ls_err err;
    stage_init(&stage);
    stage_write(&stage, "ca", &stage.ca.pem);
    ls_buf_add_text(&answer, "{\"kind\":\"ExecCredential\","
                             "\"apiVersion\":\"client.authentication.k8s.io/v1\","
                             "\"status\":{\"clientCertificateData\":");
    ls_json_print_string(&answer, ls_buf_slice(&stage.jane.pem));
    ls_buf_add_text(&answer, ",\"clientKeyData\":");
    ls_json_print_string(&answer, ls_buf_slice(&stage.jane.key));
    ls_buf_add_text(&answer, "}}");
    snprintf(user, sizeof user,
             "{exec: {apiVersion: client.authentication.k8s.io/v1, command: cat,"
             " interactiveMode: Never, args: [%s]}}",
             folder_write(&stage.folder, "answer", ls_buf_text(&answer)));
    CHECK_OK(stage_open(&stage, user, &err), err);
    CHECK_STR(stage_who(&stage), "jane");
}

TEST(a_plugin_whose_certificate_is_none_leads_to_no_request)
{
    struct stage stage LS_AUTO(stage_release);
    char user[512];
    struct ls_err err;
    stage_init(&stage);
    stage_write(&stage, "ca", &stage.ca.pem);
    snprintf(user, sizeof user,
             "{exec: {apiVersion: client.authentication.k8s.io/v1, command: cat,"
             " interactiveMode: Never, args: [%s]}}",
             folder_write(&stage.folder, "answer",
                          "{\"kind\":\"ExecCredential\","
                          "\"apiVersion\":\"client.authentication.k8s.io/v1\",\"status\":"
                          "{\"clientCertificateData\":\"s3cret\",\"clientKeyData\":\"s3cret\"}}"));
    CHECK_OK(stage_open(&stage, user, &err), err);
    const char *who = stage_who(&stage);
    CHECK_HAS(who, "credential plugin cat: its certificate cannot be used");
    CHECK(!strstr(who, "s3cret"));
}

TEST(a_server_that_another_authority_vouches_for_is_refused)
{
    struct stage stage LS_AUTO(stage_release);
    struct ls_err err;
    stage_init(&stage);
    stage_write(&stage, "ca", &stage.other_ca.pem);
    CHECK_OK(stage_open(&stage, "{}", &err), err);
    CHECK_HAS(stage_who(&stage), "certificate");
}

TEST(a_key_of_another_certificate_is_refused_at_once)
{
    struct stage stage LS_AUTO(stage_release);
    struct ls_err err;
    stage_init(&stage);
    stage_write(&stage, "ca", &stage.ca.pem);
    stage_write(&stage, "cert", &stage.jane.pem);
    stage_write(&stage, "key", &stage.john.key);
    CHECK(stage_open(&stage, stage_user(&stage), &err) != LS_OK);
    CHECK_HAS(err.text, "TLS for https://127.0.0.1:");
}

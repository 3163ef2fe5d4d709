/* TLS: right certificates pass, each wrong one gets its own sentence, nothing is sent past them. */
#include "net/tls.h"

#include <openssl/pem.h>
#include <string.h>

#include "check.h"
#include "net/tls_impl.h"
#include "support_stage.h"

static struct ls_slice pem_of(const struct ls_buf *buf)
{
    return buf->len > 0 ? ls_buf_slice(buf) : (struct ls_slice){0};
}

/* A server with this certificate, and a client that trusts this CA. */
struct meeting {
    struct ls_world *world;
    struct bench bench;
    struct ls_server *server;
    struct ls_socket_wire *sockets;
    struct ls_tls *server_tls;
    struct ls_tls *client_tls;
    struct catcher catcher;
};

static void meeting_init(struct meeting *meeting, const struct ls_tls_spec *server,
                         const struct ls_tls_spec *client, const char *host)
{
    struct ls_err err;
    *meeting = (struct meeting){.world = ls_world_new()};
    bench_init(&meeting->bench);
    catcher_init(&meeting->catcher);
    if (server)
        CHECK_OK(ls_tls_server(server, &meeting->server_tls, &err), err);
    CHECK_OK(ls_tls_client(client, &meeting->client_tls, &err), err);
    struct ls_server_spec spec = {
        .host = "127.0.0.1", .tls = meeting->server_tls, .service = meeting->bench.service};
    spec.service.self = &meeting->bench;
    CHECK_OK(ls_server_start(meeting->world, &spec, &meeting->server, &err), err);
    struct ls_endpoint endpoint = {
        .host = host, .port = ls_server_port(meeting->server), .tls = meeting->client_tls};
    meeting->sockets = ls_socket_wire_new(meeting->world, &endpoint, NULL);
}

static void meeting_release(struct meeting *meeting)
{
    ls_socket_wire_free(meeting->sockets);
    ls_server_free(meeting->server);
    ls_tls_unref(meeting->client_tls);
    ls_tls_unref(meeting->server_tls);
    ls_world_free(meeting->world);
    catcher_release(&meeting->catcher);
}

static void meeting_post(struct meeting *meeting)
{
    catcher_release(&meeting->catcher);
    catcher_init(&meeting->catcher);
    catcher_send(&meeting->catcher, ls_socket_wire_interface(meeting->sockets), "/echo",
                 LS_SLICE("hello"));
    catcher_wait(&meeting->catcher, meeting->world);
}

static void check_refused(struct meeting *meeting, const char *says)
{
    CHECK_HAS(meeting->catcher.err.text, says);
    CHECK_INT(meeting->catcher.outcome.delivery, LS_DELIVERY_NOT_SENT);
    CHECK(!ls_code_is_transient(meeting->catcher.outcome.code));
    CHECK_INT(meeting->bench.executed, 0);
}

enum { CERT_GOOD, CERT_EXPIRED, CERT_EARLY, CERT_NAMES, CERT_BARE, CERT_ALONE, CERT_COUNT };

struct certs {
    struct cert ca;
    struct cert other_ca;
    struct cert server[CERT_COUNT];
    struct cert client;
    struct cert other_client;
};

static void certs_init(struct certs *certs)
{
    static const char everything[] = "IP:127.0.0.1,DNS:localhost";
    static const char many[] = "DNS:one.example,DNS:*.two.example,IP:10.0.0.1,IP:::1,DNS:d5,DNS:d6,"
                               "DNS:d7,DNS:d8,DNS:d9,DNS:d10";
    cert_make(&certs->ca, &(struct cert_spec){.name = "right CA", .is_ca = true});
    cert_make(&certs->other_ca, &(struct cert_spec){.name = "other CA", .is_ca = true});
    const struct cert_spec specs[CERT_COUNT] = {
        [CERT_GOOD] = {.name = "good", .alt_names = everything, .issuer = &certs->ca},
        [CERT_EXPIRED] = {.name = "old",
                          .alt_names = everything,
                          .issuer = &certs->ca,
                          .starts_in_s = -7200,
                          .ends_in_s = -3600},
        [CERT_EARLY] = {.name = "early",
                        .alt_names = everything,
                        .issuer = &certs->ca,
                        .starts_in_s = 3600,
                        .ends_in_s = 7200},
        [CERT_NAMES] = {.name = "127.0.0.1", .alt_names = many, .issuer = &certs->ca},
        [CERT_BARE] = {.name = "127.0.0.1", .issuer = &certs->ca},
        [CERT_ALONE] = {.name = "alone", .alt_names = everything},
    };
    for (size_t i = 0; i < CERT_COUNT; i++)
        cert_make(&certs->server[i], &specs[i]);
    cert_make(&certs->client, &(struct cert_spec){.name = "alice", .issuer = &certs->ca});
    cert_make(&certs->other_client, &(struct cert_spec){.name = "eve", .issuer = &certs->other_ca});
}

static void certs_release(struct certs *certs)
{
    cert_release(&certs->ca);
    cert_release(&certs->other_ca);
    cert_release(&certs->client);
    cert_release(&certs->other_client);
    for (size_t i = 0; i < CERT_COUNT; i++)
        cert_release(&certs->server[i]);
}

TEST(each_wrong_server_certificate_has_its_own_sentence)
{
    static const struct {
        size_t cert;
        bool is_other_ca;
        const char *host;
        const char *says;
        const char *says_too;
    } rows[] = {
        {CERT_EXPIRED, false, "127.0.0.1", "certificate expired on 2", "renew it"},
        {CERT_EARLY, false, "127.0.0.1", "is not valid before 2", "clock"},
        {CERT_NAMES, false, "127.0.0.1",
         "is not for 127.0.0.1 but for one.example, *.two.example, 10.0.0.1, ::1, d5",
         "and 2 more: connect by one of these"},
        {CERT_BARE, false, "127.0.0.1", "is not for 127.0.0.1 but for no name at all", "name"},
        {CERT_GOOD, true, "127.0.0.1", "was signed by /CN=right CA, which is not among the trusted",
         "give that authority's certificate"},
        {CERT_ALONE, false, "127.0.0.1", "(/CN=alone) is signed by itself", "CA to trust"},
    };
    struct certs certs LS_AUTO(certs_release);
    certs_init(&certs);
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        const struct cert *cert = &certs.server[rows[i].cert];
        struct ls_tls_spec server = {.certificate = pem_of(&cert->pem), .key = pem_of(&cert->key)};
        struct ls_tls_spec client = {
            .ca = pem_of(rows[i].is_other_ca ? &certs.other_ca.pem : &certs.ca.pem)};
        struct meeting meeting LS_AUTO(meeting_release);
        meeting_init(&meeting, &server, &client, rows[i].host);
        meeting_post(&meeting);
        check_refused(&meeting, rows[i].says);
        CHECK_HAS(meeting.catcher.err.text, rows[i].says_too);
        CHECK_HAS(meeting.catcher.err.text, "127.0.0.1:"); /* which server */
    }
}

TEST(right_certificates_pass)
{
    static const struct {
        size_t cert;
        const char *host;
        const char *server_name;
        bool is_insecure;
    } rows[] = {
        {CERT_GOOD, "127.0.0.1", NULL, false},
        {CERT_GOOD, "localhost", NULL, false},
        {CERT_GOOD, "127.0.0.1", "localhost", false},
        {CERT_NAMES, "127.0.0.1", "one.example", false},
        {CERT_NAMES, "127.0.0.1", "x.two.example", false},
        {CERT_NAMES, "127.0.0.1", NULL, true},
        {CERT_EXPIRED, "127.0.0.1", NULL, true},
        {CERT_ALONE, "127.0.0.1", NULL, true},
    };
    struct certs certs LS_AUTO(certs_release);
    certs_init(&certs);
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        const struct cert *cert = &certs.server[rows[i].cert];
        struct ls_tls_spec server = {.certificate = pem_of(&cert->pem), .key = pem_of(&cert->key)};
        struct ls_tls_spec client = {.ca = pem_of(&certs.ca.pem),
                                     .server_name = rows[i].server_name,
                                     .is_insecure = rows[i].is_insecure};
        struct meeting meeting LS_AUTO(meeting_release);
        meeting_init(&meeting, &server, &client, rows[i].host);
        meeting_post(&meeting);
        CHECK_STR(meeting.catcher.err.text, "");
        CHECK_INT(meeting.catcher.status, 200);
        CHECK_STR(meeting.bench.client_name, "");
    }
}

TEST(a_certificate_given_as_ca_is_trusted_as_it_is)
{
    struct certs certs LS_AUTO(certs_release);
    certs_init(&certs);
    const struct cert *cert = &certs.server[CERT_ALONE];
    struct ls_tls_spec server = {.certificate = pem_of(&cert->pem), .key = pem_of(&cert->key)};
    struct ls_tls_spec client = {.ca = pem_of(&cert->pem)};
    struct meeting meeting LS_AUTO(meeting_release);
    meeting_init(&meeting, &server, &client, "127.0.0.1");
    meeting_post(&meeting);
    CHECK_STR(meeting.catcher.err.text, "");
}

static void client_certificate_meeting(struct meeting *meeting, const struct certs *certs,
                                       const struct cert *client_cert, bool is_http1_only)
{
    const struct cert *cert = &certs->server[CERT_GOOD];
    struct ls_tls_spec server = {
        .certificate = pem_of(&cert->pem),
        .key = pem_of(&cert->key),
        .ca = pem_of(&certs->ca.pem),
        .asks_for_client_certificate = true,
    };
    struct ls_tls_spec client = {.ca = pem_of(&certs->ca.pem), .is_http1_only = is_http1_only};
    if (client_cert) {
        client.certificate = pem_of(&client_cert->pem);
        client.key = pem_of(&client_cert->key);
    }
    meeting_init(meeting, &server, &client, "127.0.0.1");
    meeting_post(meeting);
}

TEST(a_client_certificate_names_the_client)
{
    struct certs certs LS_AUTO(certs_release);
    certs_init(&certs);
    for (int is_http1_only = 0; is_http1_only < 2; is_http1_only++) {
        struct meeting meeting LS_AUTO(meeting_release);
        client_certificate_meeting(&meeting, &certs, &certs.client, is_http1_only);
        CHECK_STR(meeting.catcher.err.text, "");
        CHECK_STR(meeting.bench.client_name, "alice");
        struct meeting nameless LS_AUTO(meeting_release);
        client_certificate_meeting(&nameless, &certs, NULL, is_http1_only);
        CHECK_STR(nameless.catcher.err.text, "");
        CHECK_STR(nameless.bench.client_name, "");
    }
}

/* TLS 1.3: the client has already sent its request when the server refuses the certificate. */
TEST(a_request_with_a_refused_client_certificate_was_not_sent)
{
    struct certs certs LS_AUTO(certs_release);
    certs_init(&certs);
    for (int is_http1_only = 0; is_http1_only < 2; is_http1_only++) {
        struct meeting meeting LS_AUTO(meeting_release);
        client_certificate_meeting(&meeting, &certs, &certs.other_client, is_http1_only);
        check_refused(&meeting, "does not trust the authority that signed our certificate");
        CHECK_INT(meeting.catcher.outcome.code, LS_E_UNAUTHORIZED);
        CHECK_INT(ls_socket_wire_counts(meeting.sockets).connections_made, 1);
    }
}

TEST(a_server_that_speaks_no_tls_is_named_as_such)
{
    struct certs certs LS_AUTO(certs_release);
    certs_init(&certs);
    struct ls_tls_spec client = {.ca = pem_of(&certs.ca.pem)};
    struct meeting meeting LS_AUTO(meeting_release);
    meeting_init(&meeting, NULL, &client, "127.0.0.1");
    meeting_post(&meeting);
    check_refused(&meeting, "does not speak TLS on this port");
}

TEST(the_second_connection_reuses_the_session_of_the_first)
{
    struct certs certs LS_AUTO(certs_release);
    certs_init(&certs);
    const struct cert *cert = &certs.server[CERT_GOOD];
    struct ls_tls_spec server = {
        .certificate = pem_of(&cert->pem), .key = pem_of(&cert->key), .is_http1_only = true};
    struct ls_tls_spec client = {.ca = pem_of(&certs.ca.pem)};
    struct meeting meeting LS_AUTO(meeting_release);
    meeting_init(&meeting, &server, &client, "127.0.0.1");
    meeting_post(&meeting);
    CHECK_INT(SSL_CTX_sess_hits(meeting.server_tls->context), 0);
    struct catcher open LS_AUTO(catcher_release);
    catcher_init(&open);
    catcher_send(&open, ls_socket_wire_interface(meeting.sockets), "/open", (struct ls_slice){0});
    world_run_until(meeting.world, &meeting.bench.open_count, 1);
    meeting_post(&meeting); /* HTTP/1.1 needs a second connection for it */
    CHECK_INT(SSL_CTX_sess_hits(meeting.server_tls->context), 1);
    ls_exchange_end(bench_let_go(&meeting.bench, 0));
    catcher_wait(&open, meeting.world);
}

TEST(new_credentials_serve_new_requests_and_old_streams_live_on)
{
    struct certs certs LS_AUTO(certs_release);
    certs_init(&certs);
    struct cert second_cert;
    cert_make(&second_cert, &(struct cert_spec){.name = "bob", .issuer = &certs.ca});
    for (int is_http1_only = 0; is_http1_only < 2; is_http1_only++) {
        struct meeting meeting LS_AUTO(meeting_release);
        client_certificate_meeting(&meeting, &certs, &certs.client, is_http1_only);
        struct catcher open LS_AUTO(catcher_release);
        catcher_init(&open);
        catcher_send(&open, ls_socket_wire_interface(meeting.sockets), "/open",
                     (struct ls_slice){0});
        world_run_until(meeting.world, &meeting.bench.open_count, 1);

        struct ls_tls_spec second = {.ca = pem_of(&certs.ca.pem),
                                     .certificate = pem_of(&second_cert.pem),
                                     .key = pem_of(&second_cert.key),
                                     .is_http1_only = is_http1_only};
        struct ls_tls *tls = NULL;
        struct ls_err err;
        CHECK_OK(ls_tls_client(&second, &tls, &err), err);
        ls_socket_wire_set_tls(meeting.sockets, tls);
        ls_tls_unref(tls);
        meeting_post(&meeting);
        CHECK_STR(meeting.catcher.err.text, "");
        CHECK_STR(meeting.bench.client_name, "bob");

        ls_exchange_write(meeting.bench.open[0], LS_SLICE("still here"));
        ls_exchange_end(bench_let_go(&meeting.bench, 0));
        catcher_wait(&open, meeting.world);
        CHECK_STR(ls_buf_text(&open.body), "still here");
        while (ls_socket_wire_counts(meeting.sockets).connections_open > 1)
            ls_loop_step(meeting.world->loop, 1000);
    }
    cert_release(&second_cert);
}

/* Errors in a file, reported before any connection. */
TEST(malformed_pem_is_refused_with_a_sentence)
{
    struct certs certs LS_AUTO(certs_release);
    certs_init(&certs);
    struct ls_slice good = pem_of(&certs.client.pem);
    struct ls_slice key = pem_of(&certs.client.key);
    struct ls_slice other_key = pem_of(&certs.other_client.key);
    struct ls_slice broken =
        LS_SLICE("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n");
    struct ls_slice text = LS_SLICE("not a certificate\n");
    struct ls_slice locked = LS_SLICE("-----BEGIN ENCRYPTED PRIVATE KEY-----\nMIIB\n"
                                      "-----END ENCRYPTED PRIVATE KEY-----\n");
    const struct {
        struct ls_tls_spec spec;
        const char *says;
    } rows[] = {
        {{.ca = text}, "the CA bundle has no certificate in it"},
        {{.ca = LS_SLICE("")}, "the CA bundle has no certificate in it"},
        {{.ca = broken}, "certificate 1 of the CA bundle is damaged"},
        {{.certificate = good}, "a certificate was given without its private key"},
        {{.key = key}, "a private key was given without its certificate"},
        {{.certificate = text, .key = key}, "our certificate cannot be read"},
        {{.certificate = broken, .key = key}, "our certificate cannot be read"},
        {{.certificate = good, .key = text}, "our private key cannot be read"},
        {{.certificate = good, .key = locked}, "without a passphrase"},
        {{.certificate = good, .key = other_key}, "does not belong to our certificate"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct ls_tls *tls = NULL;
        struct ls_err err = {0};
        CHECK_CODE(ls_tls_client(&rows[i].spec, &tls, &err), LS_E_INVALID, err);
        CHECK_HAS(err.text, rows[i].says);
        CHECK(tls == NULL);
        CHECK(strstr(err.text, "AAAA") == NULL);
    }
    struct ls_tls *tls = NULL;
    struct ls_err err = {0};
    CHECK_CODE(ls_tls_server(&(struct ls_tls_spec){0}, &tls, &err), LS_E_INVALID, err);
    CHECK_HAS(err.text, "needs a certificate");
}

TEST(a_chain_of_two_is_sent_whole)
{
    struct cert root;
    struct cert middle;
    struct cert leaf;
    cert_make(&root, &(struct cert_spec){.name = "root", .is_ca = true});
    cert_make(&middle, &(struct cert_spec){.name = "middle", .is_ca = true, .issuer = &root});
    cert_make(&leaf,
              &(struct cert_spec){.name = "leaf", .alt_names = "IP:127.0.0.1", .issuer = &middle});
    ls_buf_add_slice(&leaf.pem, ls_buf_slice(&middle.pem));
    struct ls_tls_spec server = {.certificate = pem_of(&leaf.pem), .key = pem_of(&leaf.key)};
    struct ls_tls_spec client = {.ca = pem_of(&root.pem)};
    struct meeting meeting LS_AUTO(meeting_release);
    meeting_init(&meeting, &server, &client, "127.0.0.1");
    meeting_post(&meeting);
    CHECK_STR(meeting.catcher.err.text, "");
    cert_release(&root);
    cert_release(&middle);
    cert_release(&leaf);
}

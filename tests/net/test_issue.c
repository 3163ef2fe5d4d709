/* Certificates made on the spot: a client that trusts the authority accepts the server. */
#include "net/issue.h"

#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include "check.h"
#include "net/tls.h"

static X509 *parse(const struct ls_buf *pem)
{
    BIO *bio = BIO_new_mem_buf(pem->at, (int)pem->len);
    X509 *certificate = PEM_read_bio_X509(bio, NULL, NULL, NULL);
    BIO_free(bio);
    CHECK(certificate != NULL);
    return certificate;
}

static int verify(X509 *certificate, X509 *authority)
{
    X509_STORE *store = X509_STORE_new();
    X509_STORE_add_cert(store, authority);
    X509_STORE_CTX *context = X509_STORE_CTX_new();
    X509_STORE_CTX_init(context, store, certificate, NULL);
    X509_STORE_CTX_set_purpose(context, X509_PURPOSE_SSL_SERVER);
    int is_valid = X509_verify_cert(context);
    X509_STORE_CTX_free(context);
    X509_STORE_free(store);
    return is_valid;
}

TEST(authority_vouches_for_the_server_and_for_nobody_else)
{
    struct ls_issued issued LS_AUTO(ls_issued_release) = {0};
    struct ls_issued other LS_AUTO(ls_issued_release) = {0};
    struct ls_err err = {0};
    CHECK_OK(ls_issue_server("sandbox", "IP:127.0.0.1,DNS:localhost", 365, &issued, &err), err);
    CHECK_OK(ls_issue_server("sandbox", "IP:127.0.0.1", 365, &other, &err), err);
    X509 *server = parse(&issued.certificate);
    X509 *authority = parse(&issued.ca);
    X509 *stranger = parse(&other.ca);
    CHECK_INT(verify(server, authority), 1);
    CHECK_INT(verify(server, stranger), 0);
    CHECK_INT(X509_check_ip_asc(server, "127.0.0.1", 0), 1);
    CHECK_INT(X509_check_host(server, "localhost", 0, 0, NULL), 1);
    CHECK_INT(X509_check_host(server, "example.com", 0, 0, NULL), 0);
    X509_free(server);
    X509_free(authority);
    X509_free(stranger);
}

TEST(issued_certificate_serves_tls)
{
    struct ls_issued issued LS_AUTO(ls_issued_release) = {0};
    struct ls_err err = {0};
    CHECK_OK(ls_issue_server("sandbox", "IP:127.0.0.1", 1, &issued, &err), err);
    struct ls_tls_spec spec = {.certificate = ls_buf_slice(&issued.certificate),
                               .issued_key = issued.key};
    struct ls_tls *tls = NULL;
    CHECK_OK(ls_tls_server(&spec, &tls, &err), err);
    ls_tls_unref(tls);
}

TEST(wrong_names_are_refused_with_a_reason)
{
    struct ls_issued issued LS_AUTO(ls_issued_release) = {0};
    struct ls_err err = {0};
    CHECK_CODE(ls_issue_server("sandbox", "IP:300.0.0.1", 1, &issued, &err), LS_E_INVALID, err);
    CHECK_HAS(err.text, "IP:300.0.0.1");
}

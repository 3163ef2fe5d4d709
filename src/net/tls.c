#include "net/tls.h"

#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/x509.h>
#include <string.h>

#include "base/mem.h"
#include "net/tls_impl.h"

static const unsigned char alpn_both[] = "\x02h2\x08http/1.1";
static const unsigned char alpn_http1[] = "\x08http/1.1";

/* Never asks for a passphrase: nobody may be there to type it. */
static int no_passphrase(char *into, int bytes_max, int is_writing, void *self)
{
    (void)into;
    (void)bytes_max;
    (void)is_writing;
    (void)self;
    return -1;
}

static void bio_free(BIO **bio)
{
    BIO_free(*bio);
}

static BIO *pem_open(struct ls_slice pem)
{
    LS_ASSERT(pem.len <= INT32_MAX);
    return BIO_new_mem_buf(pem.at, (int)pem.len);
}

static void x509_free(X509 **certificate)
{
    X509_free(*certificate);
}

/* NULL: no further one; the error queue distinguishes a broken one from the end of the text. */
static X509 *pem_next(BIO *pem)
{
    return PEM_read_bio_X509(pem, NULL, no_passphrase, NULL);
}

static bool pem_is_broken(void)
{
    unsigned long code = ERR_peek_last_error();
    bool is_end = ERR_GET_LIB(code) == ERR_LIB_PEM && ERR_GET_REASON(code) == PEM_R_NO_START_LINE;
    ERR_clear_error();
    return !is_end;
}

static enum ls_code trust_add(struct ls_tls *tls, struct ls_slice ca, bool is_server,
                              struct ls_err *err)
{
    BIO *pem LS_AUTO(bio_free) = pem_open(ca);
    X509_STORE *store = SSL_CTX_get_cert_store(tls->context);
    /* A given certificate is trusted as it is, also when it is not the root of its chain. */
    X509_STORE_set_flags(store, X509_V_FLAG_PARTIAL_CHAIN);
    size_t count = 0;
    for (;;) {
        X509 *certificate LS_AUTO(x509_free) = pem_next(pem);
        if (!certificate)
            break;
        X509_STORE_add_cert(store, certificate);
        if (is_server)
            SSL_CTX_add_client_CA(tls->context, certificate);
        count++;
    }
    if (pem_is_broken())
        return ls_fail(err, LS_E_INVALID,
                       "certificate %zu of the CA bundle is damaged: it is not a PEM certificate",
                       count + 1);
    if (count == 0)
        return ls_fail(err, LS_E_INVALID,
                       "the CA bundle has no certificate in it: it must be PEM text with "
                       "\"BEGIN CERTIFICATE\" lines");
    return LS_OK;
}

static enum ls_code trust_set(struct ls_tls *tls, const struct ls_tls_spec *spec,
                              struct ls_err *err)
{
    if (spec->ca.at)
        return trust_add(tls, spec->ca, false, err);
    if (!spec->is_insecure && !SSL_CTX_set_default_verify_paths(tls->context))
        return ls_tls_fail(err, "the system's certificates cannot be read");
    return LS_OK;
}

static enum ls_code chain_set(struct ls_tls *tls, struct ls_slice chain, struct ls_err *err)
{
    BIO *pem LS_AUTO(bio_free) = pem_open(chain);
    size_t count = 0;
    for (;;) {
        X509 *certificate LS_AUTO(x509_free) = pem_next(pem);
        if (!certificate)
            break;
        int is_set = count++ == 0 ? SSL_CTX_use_certificate(tls->context, certificate)
                                  : SSL_CTX_add1_chain_cert(tls->context, certificate) == 1;
        if (!is_set)
            return ls_tls_fail(err, "our certificate cannot be used");
    }
    if (pem_is_broken() || count == 0)
        return ls_fail(err, LS_E_INVALID,
                       "our certificate cannot be read: it must be PEM text with \"BEGIN "
                       "CERTIFICATE\" lines");
    return LS_OK;
}

static enum ls_code key_set(struct ls_tls *tls, struct ls_slice key, struct ls_err *err)
{
    BIO *pem LS_AUTO(bio_free) = pem_open(key);
    EVP_PKEY *private_key = PEM_read_bio_PrivateKey(pem, NULL, no_passphrase, NULL);
    if (!private_key) {
        ERR_clear_error();
        return ls_fail(err, LS_E_INVALID,
                       "our private key cannot be read: it must be PEM text without a passphrase");
    }
    int is_set = SSL_CTX_use_PrivateKey(tls->context, private_key);
    EVP_PKEY_free(private_key);
    ERR_clear_error();
    if (!is_set)
        return ls_fail(err, LS_E_INVALID,
                       "our private key does not belong to our certificate: give the two that were "
                       "made together");
    return LS_OK;
}

static enum ls_code identity_set(struct ls_tls *tls, const struct ls_tls_spec *spec,
                                 struct ls_err *err)
{
    bool has_key = spec->key.at || spec->issued_key;
    if (!spec->certificate.at && !has_key)
        return LS_OK;
    if (!spec->certificate.at || !has_key)
        return ls_fail(err, LS_E_INVALID, "%s was given without %s: both are needed",
                       has_key ? "a private key" : "a certificate",
                       has_key ? "its certificate" : "its private key");
    enum ls_code code = chain_set(tls, spec->certificate, err);
    if (code || !spec->issued_key)
        return code ? code : key_set(tls, spec->key, err);
    int is_set = SSL_CTX_use_PrivateKey(tls->context, spec->issued_key);
    LS_ASSERT(is_set == 1); /* both were made together */
    return LS_OK;
}

static void tls_free(struct ls_tls **tls)
{
    ls_tls_unref(*tls);
}

static struct ls_tls *tls_new(const SSL_METHOD *method)
{
    struct ls_tls *tls = LS_NEW(struct ls_tls);
    tls->ref_count = 1;
    tls->socket_method = ls_tls_socket_method();
    tls->context = SSL_CTX_new(method);
    LS_ASSERT(tls->context); /* fails only without memory */
    SSL_CTX_set_min_proto_version(tls->context, TLS1_2_VERSION);
    SSL_CTX_set_options(tls->context, SSL_OP_NO_COMPRESSION | SSL_OP_NO_RENEGOTIATION);
    /* Idle connections keep no buffers; one read of the socket may hold many small records. */
    SSL_CTX_set_mode(tls->context, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE |
                                       SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_read_ahead(tls->context, 1);
    return tls;
}

enum ls_code ls_tls_client(const struct ls_tls_spec *spec, struct ls_tls **out, struct ls_err *err)
{
    struct ls_tls *tls LS_AUTO(tls_free) = tls_new(TLS_client_method());
    tls->is_insecure = spec->is_insecure;
    tls->server_name = spec->server_name ? ls_strdup(spec->server_name) : NULL;
    enum ls_code code = trust_set(tls, spec, err);
    if (!code)
        code = identity_set(tls, spec, err);
    if (code)
        return code;
    SSL_CTX_set_verify(tls->context, spec->is_insecure ? SSL_VERIFY_NONE : SSL_VERIFY_PEER,
                       ls_tls_on_verify);
    SSL_CTX_set_session_cache_mode(tls->context,
                                   SSL_SESS_CACHE_CLIENT | SSL_SESS_CACHE_NO_INTERNAL_STORE);
    SSL_CTX_sess_set_new_cb(tls->context, ls_tls_on_session);
    const unsigned char *alpn = spec->is_http1_only ? alpn_http1 : alpn_both;
    size_t alpn_bytes = (spec->is_http1_only ? sizeof alpn_http1 : sizeof alpn_both) - 1;
    int failed = SSL_CTX_set_alpn_protos(tls->context, alpn, (unsigned)alpn_bytes);
    LS_ASSERT(!failed);
    *out = ls_steal(&tls);
    return LS_OK;
}

/* Server: h2 where the client has it; a client without a common protocol is refused. */
static int alpn_select(const unsigned char **out, unsigned char *out_len, const unsigned char *in,
                       unsigned in_len, const unsigned char *ours, size_t ours_len)
{
    unsigned char *chosen = NULL;
    int result = SSL_select_next_proto(&chosen, out_len, ours, (unsigned)ours_len, in, in_len);
    *out = chosen;
    return result == OPENSSL_NPN_NEGOTIATED ? SSL_TLSEXT_ERR_OK : SSL_TLSEXT_ERR_ALERT_FATAL;
}

static int alpn_select_both(SSL *ssl, const unsigned char **out, unsigned char *out_len,
                            const unsigned char *in, unsigned in_len, void *self)
{
    (void)ssl;
    (void)self;
    return alpn_select(out, out_len, in, in_len, alpn_both, sizeof alpn_both - 1);
}

static int alpn_select_http1(SSL *ssl, const unsigned char **out, unsigned char *out_len,
                             const unsigned char *in, unsigned in_len, void *self)
{
    (void)ssl;
    (void)self;
    return alpn_select(out, out_len, in, in_len, alpn_http1, sizeof alpn_http1 - 1);
}

enum ls_code ls_tls_server(const struct ls_tls_spec *spec, struct ls_tls **out, struct ls_err *err)
{
    struct ls_tls *tls LS_AUTO(tls_free) = tls_new(TLS_server_method());
    if (!spec->certificate.at)
        return ls_fail(err, LS_E_INVALID, "a TLS server needs a certificate and its private key");
    enum ls_code code = identity_set(tls, spec, err);
    if (!code && spec->asks_for_client_certificate)
        code = trust_add(tls, spec->ca, true, err);
    if (code)
        return code;
    if (spec->asks_for_client_certificate)
        SSL_CTX_set_verify(tls->context, SSL_VERIFY_PEER, ls_tls_on_verify);
    /* Sessions are in tickets on the client's side: the server stores none. */
    SSL_CTX_set_session_cache_mode(tls->context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_session_id_context(tls->context, (const unsigned char *)"lockstep", 8);
    SSL_CTX_set_num_tickets(tls->context, 1);
    SSL_CTX_set_alpn_select_cb(tls->context,
                               spec->is_http1_only ? alpn_select_http1 : alpn_select_both, NULL);
    *out = ls_steal(&tls);
    return LS_OK;
}

struct ls_tls *ls_tls_ref(struct ls_tls *tls)
{
    if (tls)
        tls->ref_count++;
    return tls;
}

void ls_tls_unref(struct ls_tls *tls)
{
    if (!tls || --tls->ref_count > 0)
        return;
    SSL_CTX_free(tls->context);
    BIO_meth_free(tls->socket_method);
    ls_free(tls->server_name);
    ls_free(tls);
}

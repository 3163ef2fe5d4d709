#include "net/issue.h"

#include <openssl/ec.h>
#include <openssl/err.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/x509v3.h>

enum { SERIAL_BITS = 127, BACKDATED_S = 3600, DAY_S = 24 * 3600 };

/* One certificate with its key, while it is being made. */
struct pair {
    X509 *certificate;
    EVP_PKEY *key;
};

static void pair_release(struct pair *pair)
{
    X509_free(pair->certificate);
    EVP_PKEY_free(pair->key);
}

static bool serial_set(X509 *certificate)
{
    BIGNUM *number = BN_new();
    bool is_set = number && BN_rand(number, SERIAL_BITS, BN_RAND_TOP_ANY, BN_RAND_BOTTOM_ANY) &&
                  BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate));
    BN_free(number);
    return is_set;
}

static bool extension_add(X509 *certificate, X509 *issuer, int id, const char *value)
{
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, id, value);
    bool is_added = extension && X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
    return is_added;
}

/* A version 3 certificate with a fresh P-256 key, all set but extensions and signature. */
static bool pair_begin(struct pair *pair, const char *common_name, const struct pair *issuer,
                       int days_valid)
{
    pair->key = EVP_EC_gen("P-256");
    pair->certificate = X509_new();
    if (!pair->key || !pair->certificate || !serial_set(pair->certificate))
        return false;
    X509 *certificate = pair->certificate;
    X509_NAME *name = X509_get_subject_name(certificate);
    X509 *signer = issuer ? issuer->certificate : certificate;
    return X509_set_version(certificate, X509_VERSION_3) &&
           X509_gmtime_adj(X509_getm_notBefore(certificate), -BACKDATED_S) &&
           X509_gmtime_adj(X509_getm_notAfter(certificate), (long)days_valid * DAY_S) &&
           X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)common_name,
                                      -1, -1, 0) &&
           X509_set_issuer_name(certificate, X509_get_subject_name(signer)) &&
           X509_set_pubkey(certificate, pair->key);
}

static bool authority_make(struct pair *out, const char *common_name, int days_valid)
{
    return pair_begin(out, common_name, NULL, days_valid) &&
           extension_add(out->certificate, out->certificate, NID_basic_constraints,
                         "critical,CA:TRUE,pathlen:0") &&
           extension_add(out->certificate, out->certificate, NID_key_usage,
                         "critical,keyCertSign") &&
           extension_add(out->certificate, out->certificate, NID_subject_key_identifier, "hash") &&
           X509_sign(out->certificate, out->key, EVP_sha256());
}

static bool server_make(struct pair *out, const struct pair *authority, const char *common_name,
                        const char *alt_names, int days_valid)
{
    X509 *issuer = authority->certificate;
    return pair_begin(out, common_name, authority, days_valid) &&
           extension_add(out->certificate, issuer, NID_basic_constraints, "critical,CA:FALSE") &&
           extension_add(out->certificate, issuer, NID_key_usage, "critical,digitalSignature") &&
           extension_add(out->certificate, issuer, NID_ext_key_usage, "serverAuth") &&
           extension_add(out->certificate, issuer, NID_authority_key_identifier, "keyid") &&
           extension_add(out->certificate, issuer, NID_subject_alt_name, alt_names) &&
           X509_sign(out->certificate, authority->key, EVP_sha256());
}

static void pem_take(struct ls_buf *out, BIO *pem)
{
    char *text;
    long len = BIO_get_mem_data(pem, &text);
    ls_buf_add(out, text, (size_t)len);
    BIO_free(pem);
}

static void certificate_print(struct ls_buf *out, X509 *certificate)
{
    BIO *pem = BIO_new(BIO_s_mem());
    PEM_write_bio_X509(pem, certificate);
    pem_take(out, pem);
}

static void key_print(struct ls_buf *out, EVP_PKEY *key)
{
    BIO *pem = BIO_new(BIO_s_secmem());
    PEM_write_bio_PrivateKey(pem, key, NULL, NULL, 0, NULL, NULL);
    pem_take(out, pem);
}

enum ls_code ls_issue_server(const char *common_name, const char *alt_names, int days_valid,
                             struct ls_issued *out, struct ls_err *err)
{
    struct pair authority LS_AUTO(pair_release) = {0};
    struct pair server LS_AUTO(pair_release) = {0};
    if (!authority_make(&authority, "lockstep authority", days_valid) ||
        !server_make(&server, &authority, common_name, alt_names, days_valid)) {
        char reason[256];
        ERR_error_string_n(ERR_get_error(), reason, sizeof reason);
        ERR_clear_error();
        return ls_fail(err, LS_E_IO, "cannot make a certificate for %s (%s): %s", common_name,
                       alt_names, reason);
    }
    certificate_print(&out->ca, authority.certificate);
    certificate_print(&out->certificate, server.certificate);
    key_print(&out->key, server.key);
    return LS_OK;
}

void ls_issued_release(struct ls_issued *issued)
{
    ls_buf_release(&issued->ca);
    ls_buf_release(&issued->certificate);
    ls_buf_wipe(&issued->key);
}

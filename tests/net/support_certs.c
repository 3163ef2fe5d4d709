#include "support_certs.h"

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>

#include "check.h"

static void extension_add(X509 *certificate, X509 *issuer, int nid, const char *value)
{
    X509V3_CTX context;
    X509V3_set_ctx(&context, issuer, certificate, NULL, NULL, 0);
    X509_EXTENSION *extension = X509V3_EXT_conf_nid(NULL, &context, nid, value);
    CHECK(extension != NULL);
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
}

static void pem_take(struct ls_buf *out, BIO *bio)
{
    char *text;
    long len = BIO_get_mem_data(bio, &text);
    ls_buf_add(out, text, (size_t)len);
    BIO_free(bio);
}

void cert_make(struct cert *out, const struct cert_spec *spec)
{
    static long serial = 1;
    *out = (struct cert){0};
    EVP_PKEY *key = EVP_EC_gen("P-256");
    X509 *certificate = X509_new();
    CHECK(key && certificate);
    X509_set_version(certificate, 2);
    ASN1_INTEGER_set(X509_get_serialNumber(certificate), serial++);
    X509_gmtime_adj(X509_getm_notBefore(certificate), spec->starts_in_s ? spec->starts_in_s : -60);
    X509_gmtime_adj(X509_getm_notAfter(certificate), spec->ends_in_s ? spec->ends_in_s : 3600);
    X509_NAME *name = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)spec->name, -1, -1,
                               0);
    X509 *issuer = spec->issuer ? spec->issuer->x509 : certificate;
    X509_set_issuer_name(certificate, X509_get_subject_name(issuer));
    X509_set_pubkey(certificate, key);
    if (spec->is_ca)
        extension_add(certificate, issuer, NID_basic_constraints, "critical,CA:TRUE");
    if (spec->alt_names)
        extension_add(certificate, issuer, NID_subject_alt_name, spec->alt_names);
    CHECK(X509_sign(certificate, spec->issuer ? spec->issuer->pkey : key, EVP_sha256()) > 0);
    out->x509 = certificate;
    out->pkey = key;
    BIO *pem = BIO_new(BIO_s_mem());
    PEM_write_bio_X509(pem, certificate);
    pem_take(&out->pem, pem);
    BIO *key_pem = BIO_new(BIO_s_mem());
    PEM_write_bio_PrivateKey(key_pem, key, NULL, NULL, 0, NULL, NULL);
    pem_take(&out->key, key_pem);
}

void cert_release(struct cert *cert)
{
    ls_buf_release(&cert->pem);
    ls_buf_release(&cert->key);
    X509_free(cert->x509);
    EVP_PKEY_free(cert->pkey);
    *cert = (struct cert){0};
}

#include "net/issue.h"

#include <arpa/inet.h>
#include <string.h>
#include <time.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rand.h>
#include <openssl/sha.h>

#include "net/der.h"

enum {
    SERIAL_BYTES = 16,
    BACKDATED_S = 3600,
    DAY_S = 24 * 3600,
    POINT_BYTES = 65, /* of P-256, uncompressed */
    KEY_ID_BYTES = 20,
    SIGNATURE_BYTES_MAX = 80,
    YEAR_OF_LONG_TIMES = 2050, /* RFC 5280: from then on with four digits */
    COMMON_NAME_BYTES_MAX = 64,
};

/* Object identifiers, as DER. */
#define OID_ECDSA_SHA256  "\x06\x08\x2a\x86\x48\xce\x3d\x04\x03\x02"
#define OID_COMMON_NAME   "\x06\x03\x55\x04\x03"
#define OID_SERVER_AUTH   "\x06\x08\x2b\x06\x01\x05\x05\x07\x03\x01"
#define OID_KEY_ID        "\x06\x03\x55\x1d\x0e"
#define OID_KEY_USAGE     "\x06\x03\x55\x1d\x0f"
#define OID_ALT_NAME      "\x06\x03\x55\x1d\x11"
#define OID_CONSTRAINTS   "\x06\x03\x55\x1d\x13"
#define OID_ISSUER_KEY_ID "\x06\x03\x55\x1d\x23"
#define OID_EXT_KEY_USAGE "\x06\x03\x55\x1d\x25"
/* SubjectPublicKeyInfo of P-256 up to the point. */
#define P256_KEY                                                                                   \
    "\x30\x59\x30\x13\x06\x07\x2a\x86\x48\xce\x3d\x02\x01\x06\x08\x2a\x86\x48\xce\x3d\x03\x01\x07" \
    "\x03\x42\x00"
#define PUT(der, literal) ls_der_put(der, literal, sizeof(literal) - 1)

/* The subject of a certificate. */
struct subject {
    const char *name;
    EVP_PKEY *key;
    unsigned char point[POINT_BYTES];
    unsigned char key_id[KEY_ID_BYTES]; /* RFC 7093: of the SHA-256 of the point */
};

static void subject_release(struct subject *subject)
{
    EVP_PKEY_free(subject->key);
}

static bool subject_make(struct subject *out, const char *name)
{
    unsigned char hash[SHA256_DIGEST_LENGTH];
    size_t len = 0;
    out->name = name;
    out->key = EVP_EC_gen("P-256");
    if (!out->key ||
        !EVP_PKEY_get_octet_string_param(out->key, "pub", out->point, sizeof out->point, &len) ||
        len != sizeof out->point)
        return false;
    SHA256(out->point, sizeof out->point, hash);
    memcpy(out->key_id, hash, sizeof out->key_id);
    return true;
}

static void put_algorithm(struct ls_der *der)
{
    size_t mark = der->used;
    PUT(der, OID_ECDSA_SHA256);
    ls_der_wrap(der, LS_DER_SEQUENCE, mark);
}

static void put_name(struct ls_der *der, const char *common_name)
{
    size_t mark = der->used;
    ls_der_put(der, common_name, strlen(common_name));
    ls_der_wrap(der, LS_DER_UTF8, mark);
    PUT(der, OID_COMMON_NAME);
    ls_der_wrap(der, LS_DER_SEQUENCE, mark);
    ls_der_wrap(der, LS_DER_SET, mark);
    ls_der_wrap(der, LS_DER_SEQUENCE, mark);
}

static void put_time(struct ls_der *der, time_t when)
{
    struct tm parts;
    char text[24];
    size_t mark = der->used;
    gmtime_r(&when, &parts);
    bool is_long = parts.tm_year + 1900 >= YEAR_OF_LONG_TIMES;
    size_t skip = is_long ? 0 : 2; /* digits of the year */
    size_t len = strftime(text, sizeof text, "%Y%m%d%H%M%SZ", &parts);
    ls_der_put(der, text + skip, len - skip);
    ls_der_wrap(der, is_long ? LS_DER_TIME : LS_DER_UTC_TIME, mark);
}

static void put_validity(struct ls_der *der, int days_valid)
{
    size_t mark = der->used;
    time_t now = time(NULL);
    put_time(der, now + (time_t)days_valid * DAY_S);
    put_time(der, now - BACKDATED_S);
    ls_der_wrap(der, LS_DER_SEQUENCE, mark);
}

/* Around a value that was put since the mark. */
static void wrap_extension(struct ls_der *der, const char *oid, size_t oid_len, bool is_critical,
                           size_t mark)
{
    ls_der_wrap(der, LS_DER_OCTETS, mark);
    if (is_critical)
        PUT(der, "\x01\x01\xff");
    ls_der_put(der, oid, oid_len);
    ls_der_wrap(der, LS_DER_SEQUENCE, mark);
}
#define WRAP_EXTENSION(der, oid, is_critical, mark)                                                \
    wrap_extension(der, oid, sizeof(oid) - 1, is_critical, mark)

static void put_authority_extensions(struct ls_der *der, const struct subject *subject)
{
    size_t mark = der->used, all = mark;
    ls_der_put(der, subject->key_id, sizeof subject->key_id);
    ls_der_wrap(der, LS_DER_OCTETS, mark);
    WRAP_EXTENSION(der, OID_KEY_ID, false, mark);
    mark = der->used;
    PUT(der, "\x03\x02\x02\x04"); /* keyCertSign */
    WRAP_EXTENSION(der, OID_KEY_USAGE, true, mark);
    mark = der->used;
    PUT(der, "\x30\x06\x01\x01\xff\x02\x01\x00"); /* CA, no further one below it */
    WRAP_EXTENSION(der, OID_CONSTRAINTS, true, mark);
    ls_der_wrap(der, LS_DER_SEQUENCE, all);
}

/* One of "IP:127.0.0.1" and "DNS:localhost". */
static bool put_alt_name(struct ls_der *der, struct ls_slice name)
{
    unsigned char address[16];
    char text[256];
    size_t mark = der->used;
    struct ls_slice value;
    struct ls_slice kind = ls_slice_cut(name, ':', &value);
    if (value.len == 0 || value.len >= sizeof text)
        return false;
    memcpy(text, value.at, value.len);
    text[value.len] = '\0';
    bool is_v4 = inet_pton(AF_INET, text, address) == 1;
    bool is_v6 = !is_v4 && inet_pton(AF_INET6, text, address) == 1;
    if (ls_slice_is(kind, "IP") && (is_v4 || is_v6)) {
        ls_der_put(der, address, is_v4 ? 4 : 16);
        ls_der_wrap(der, LS_DER_CONTEXT + 7, mark);
        return true;
    }
    ls_der_put(der, text, value.len);
    ls_der_wrap(der, LS_DER_CONTEXT + 2, mark);
    return ls_slice_is(kind, "DNS");
}

static bool put_alt_names(struct ls_der *der, const char *names)
{
    size_t mark = der->used;
    for (struct ls_slice rest = ls_slice_of(names); rest.at;) {
        struct ls_slice name = ls_slice_cut(rest, ',', &rest);
        if (!put_alt_name(der, name))
            return false;
    }
    ls_der_wrap(der, LS_DER_SEQUENCE, mark);
    WRAP_EXTENSION(der, OID_ALT_NAME, false, mark);
    return true;
}

static bool put_server_extensions(struct ls_der *der, const struct subject *issuer,
                                  const char *alt_names)
{
    size_t mark = der->used, all = mark;
    if (!put_alt_names(der, alt_names))
        return false;
    mark = der->used;
    ls_der_put(der, issuer->key_id, sizeof issuer->key_id);
    ls_der_wrap(der, LS_DER_CONTEXT + 0, mark);
    ls_der_wrap(der, LS_DER_SEQUENCE, mark);
    WRAP_EXTENSION(der, OID_ISSUER_KEY_ID, false, mark);
    mark = der->used;
    PUT(der, OID_SERVER_AUTH);
    ls_der_wrap(der, LS_DER_SEQUENCE, mark);
    WRAP_EXTENSION(der, OID_EXT_KEY_USAGE, false, mark);
    mark = der->used;
    PUT(der, "\x03\x02\x07\x80"); /* digitalSignature */
    WRAP_EXTENSION(der, OID_KEY_USAGE, true, mark);
    mark = der->used;
    PUT(der, "\x30\x00"); /* no CA */
    WRAP_EXTENSION(der, OID_CONSTRAINTS, true, mark);
    ls_der_wrap(der, LS_DER_SEQUENCE, all);
    return true;
}

static bool put_serial(struct ls_der *der)
{
    unsigned char serial[SERIAL_BYTES];
    size_t mark = der->used;
    if (RAND_bytes(serial, sizeof serial) != 1)
        return false;
    serial[0] = (unsigned char)((serial[0] & 0x3f) | 0x40); /* positive, and of full length */
    ls_der_put(der, serial, sizeof serial);
    ls_der_wrap(der, LS_DER_INTEGER, mark);
    return true;
}

/* Everything that is signed; alt_names NULL: the authority itself. */
static bool put_to_be_signed(struct ls_der *der, const struct subject *subject,
                             const struct subject *issuer, const char *alt_names, int days_valid)
{
    if (!alt_names)
        put_authority_extensions(der, subject);
    else if (!put_server_extensions(der, issuer, alt_names))
        return false;
    ls_der_wrap(der, LS_DER_CONTEXT_PARTS + 3, 0);
    ls_der_put(der, subject->point, sizeof subject->point);
    PUT(der, P256_KEY);
    put_name(der, subject->name);
    put_validity(der, days_valid);
    put_name(der, issuer->name);
    put_algorithm(der);
    if (!put_serial(der))
        return false;
    PUT(der, "\xa0\x03\x02\x01\x02"); /* version 3 */
    ls_der_wrap(der, LS_DER_SEQUENCE, 0);
    return true;
}

static bool sign(EVP_PKEY *key, struct ls_slice text, unsigned char *out, size_t *len)
{
    EVP_MD_CTX *context = EVP_MD_CTX_new();
    bool is_signed =
        context && EVP_DigestSignInit(context, NULL, EVP_sha256(), NULL, key) == 1 &&
        EVP_DigestSign(context, out, len, (const unsigned char *)text.at, text.len) == 1;
    EVP_MD_CTX_free(context);
    return is_signed;
}

static void pem_print(struct ls_buf *out, struct ls_slice der)
{
    BIO *pem = BIO_new(BIO_s_mem());
    char *text;
    PEM_write_bio(pem, "CERTIFICATE", "", (const unsigned char *)der.at, (long)der.len);
    long len = BIO_get_mem_data(pem, &text);
    ls_buf_add(out, text, (size_t)len);
    BIO_free(pem);
}

static bool certificate_make(struct ls_buf *out, const struct subject *subject,
                             const struct subject *issuer, const char *alt_names, int days_valid)
{
    struct ls_der inner = {0}, whole = {0};
    unsigned char signature[SIGNATURE_BYTES_MAX];
    size_t len = sizeof signature;
    if (!put_to_be_signed(&inner, subject, issuer, alt_names, days_valid) ||
        !sign(issuer->key, ls_der_slice(&inner), signature, &len))
        return false;
    ls_der_put(&whole, signature, len);
    PUT(&whole, "\0"); /* no unused bits */
    ls_der_wrap(&whole, LS_DER_BIT_STRING, 0);
    put_algorithm(&whole);
    struct ls_slice signed_text = ls_der_slice(&inner);
    ls_der_put(&whole, signed_text.at, signed_text.len);
    ls_der_wrap(&whole, LS_DER_SEQUENCE, 0);
    if (inner.is_full || whole.is_full)
        return false;
    pem_print(out, ls_der_slice(&whole));
    return true;
}

static enum ls_code issue_fail(const char *common_name, const char *alt_names, struct ls_err *err)
{
    char reason[256] = "its names cannot be written: IP:ADDRESS and DNS:NAME, with commas between";
    unsigned long code = ERR_get_error();
    if (code != 0)
        ERR_error_string_n(code, reason, sizeof reason);
    ERR_clear_error();
    return ls_fail(err, code != 0 ? LS_E_IO : LS_E_INVALID,
                   "cannot make a certificate for %s (%s): %s", common_name, alt_names, reason);
}

enum ls_code ls_issue_server(const char *common_name, const char *alt_names, int days_valid,
                             struct ls_issued *out, struct ls_err *err)
{
    struct subject authority LS_AUTO(subject_release) = {0};
    struct subject server LS_AUTO(subject_release) = {0};
    LS_ASSERT(strlen(common_name) <= COMMON_NAME_BYTES_MAX);
    ERR_clear_error();
    if (!subject_make(&authority, "lockstep authority") || !subject_make(&server, common_name) ||
        !certificate_make(&out->ca, &authority, &authority, NULL, days_valid) ||
        !certificate_make(&out->certificate, &server, &authority, alt_names, days_valid)) {
        ls_issued_release(out);
        return issue_fail(common_name, alt_names, err);
    }
    out->key = ls_steal(&server.key);
    return LS_OK;
}

void ls_issued_release(struct ls_issued *issued)
{
    ls_buf_release(&issued->ca);
    ls_buf_release(&issued->certificate);
    EVP_PKEY_free(issued->key);
    issued->key = NULL;
}

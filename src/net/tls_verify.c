/* Why a handshake failed, in sentences that say what to do. */
#include "net/tls_impl.h"

#include <arpa/inet.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"

enum { NAMES_SHOWN_MAX = 8, NAME_BYTES_MAX = 256 };

/* Certificates contain text of the peer: characters that cannot be printed become '?'. */
static void printable(char *text)
{
    for (; *text; text++) {
        if ((unsigned char)*text < 0x20 || (unsigned char)*text > 0x7E)
            *text = '?';
    }
}

static void name_of(X509_NAME *name, char out[NAME_BYTES_MAX])
{
    X509_NAME_oneline(name, out, NAME_BYTES_MAX);
    printable(out);
}

static void time_of(const ASN1_TIME *time, char out[32])
{
    struct tm parts = {0};
    if (!ASN1_TIME_to_tm(time, &parts) || !strftime(out, 32, "%Y-%m-%d %H:%M:%SZ", &parts))
        snprintf(out, 32, "an unreadable date");
}

static void alt_name_text(const GENERAL_NAME *name, char out[NAME_BYTES_MAX])
{
    out[0] = '\0';
    if (name->type == GEN_DNS) {
        snprintf(out, NAME_BYTES_MAX, "%.*s", ASN1_STRING_length(name->d.dNSName),
                 (const char *)ASN1_STRING_get0_data(name->d.dNSName));
    } else if (name->type == GEN_IPADD) {
        int len = ASN1_STRING_length(name->d.iPAddress);
        int family = len == 4 ? AF_INET : AF_INET6;
        if (len == 4 || len == 16)
            inet_ntop(family, ASN1_STRING_get0_data(name->d.iPAddress), out, NAME_BYTES_MAX);
    }
    printable(out);
}

/* "a.example, 10.0.0.1 and 3 more", or "nothing at all". */
static void names_of(X509 *certificate, struct ls_buf *out)
{
    GENERAL_NAMES *names = X509_get_ext_d2i(certificate, NID_subject_alt_name, NULL, NULL);
    int count = names ? sk_GENERAL_NAME_num(names) : 0;
    size_t shown = 0;
    size_t left_out = 0;
    for (int i = 0; i < count; i++) {
        char text[NAME_BYTES_MAX];
        alt_name_text(sk_GENERAL_NAME_value(names, i), text);
        if (!text[0])
            continue;
        if (shown < NAMES_SHOWN_MAX)
            ls_buf_printf(out, "%s%s", shown++ ? ", " : "", text);
        else
            left_out++;
    }
    if (left_out > 0)
        ls_buf_printf(out, " and %zu more", left_out);
    if (shown == 0)
        ls_buf_add_text(out, "no name at all");
    GENERAL_NAMES_free(names);
}

static enum ls_code fail_name(struct ls_err *err, X509 *certificate, const char *host)
{
    struct ls_buf names LS_AUTO(ls_buf_release) = {0};
    names_of(certificate, &names);
    return ls_fail(err, LS_E_PROTOCOL,
                   "the server's certificate is not for %s but for %s: connect by one of these "
                   "names, or set the TLS server name to one of them",
                   host, ls_buf_text(&names));
}

static enum ls_code fail_time(struct ls_err *err, const char *whose, X509 *certificate,
                              bool is_over)
{
    char date[32];
    time_of(is_over ? X509_get0_notAfter(certificate) : X509_get0_notBefore(certificate), date);
    if (is_over)
        return ls_fail(err, LS_E_PROTOCOL,
                       "%s certificate expired on %s: renew it, or correct this machine's clock",
                       whose, date);
    return ls_fail(err, LS_E_PROTOCOL,
                   "%s certificate is not valid before %s: correct this machine's clock", whose,
                   date);
}

static enum ls_code fail_trust(struct ls_err *err, const char *whose, X509 *certificate)
{
    char issuer[NAME_BYTES_MAX];
    name_of(X509_get_issuer_name(certificate), issuer);
    return ls_fail(err, LS_E_PROTOCOL,
                   "%s certificate was signed by %s, which is not among the trusted authorities: "
                   "give that authority's certificate as the CA to trust",
                   whose, issuer);
}

static enum ls_code fail_self_signed(struct ls_err *err, const char *whose, X509 *certificate)
{
    char subject[NAME_BYTES_MAX];
    name_of(X509_get_subject_name(certificate), subject);
    return ls_fail(err, LS_E_PROTOCOL,
                   "%s certificate (%s) is signed by itself and not trusted: give it as the CA to "
                   "trust if you know it to be the right one",
                   whose, subject);
}

static enum ls_code fail_verify(struct ls_err *err, int problem, X509 *certificate,
                                const char *whose, const char *host)
{
    switch (problem) {
    case X509_V_ERR_HOSTNAME_MISMATCH:
    case X509_V_ERR_IP_ADDRESS_MISMATCH:
        return fail_name(err, certificate, host);
    case X509_V_ERR_CERT_HAS_EXPIRED:
        return fail_time(err, whose, certificate, true);
    case X509_V_ERR_CERT_NOT_YET_VALID:
        return fail_time(err, whose, certificate, false);
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT:
    case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY:
    case X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
    case X509_V_ERR_CERT_SIGNATURE_FAILURE:
        return fail_trust(err, whose, certificate);
    case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT:
    case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN:
        return fail_self_signed(err, whose, certificate);
    default:
        return ls_fail(err, LS_E_PROTOCOL, "%s certificate was not accepted: %s", whose,
                       X509_verify_cert_error_string(problem));
    }
}

int ls_tls_on_verify(int is_fine, X509_STORE_CTX *store)
{
    if (is_fine)
        return is_fine;
    SSL *ssl = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx());
    struct ls_tls_channel *channel = SSL_get_app_data(ssl);
    (void)fail_verify(
        &channel->err, X509_STORE_CTX_get_error(store), X509_STORE_CTX_get_current_cert(store),
        channel->is_server ? "the client's" : "the server's", channel->host ? channel->host : "");
    return 0;
}

/* What the peer's alert, or our own refusal, means to a person. OpenSSL numbers an alert that came
 * in as 1000 plus the alert. */
struct reason_row {
    int reason;
    enum ls_code code;
    const char *sentence;
};

/* clang-format off */
static const struct reason_row reason_rows[] = {
    {SSL_R_WRONG_VERSION_NUMBER, LS_E_PROTOCOL, "the peer does not speak TLS on this port: check the port, or use http instead of https"},
    {SSL_R_PACKET_LENGTH_TOO_LONG, LS_E_PROTOCOL, "the peer does not speak TLS on this port: check the port, or use http instead of https"},
    {SSL_R_HTTP_REQUEST, LS_E_PROTOCOL, "the peer speaks plain HTTP to a TLS port"},
    {SSL_R_UNSUPPORTED_PROTOCOL, LS_E_PROTOCOL, "the peer offers no TLS version from 1.2 on: it must be upgraded"},
    {SSL_R_TLSV1_ALERT_PROTOCOL_VERSION, LS_E_PROTOCOL, "the peer accepts no TLS version from 1.2 on: it must be upgraded"},
    {SSL_R_SSLV3_ALERT_HANDSHAKE_FAILURE, LS_E_PROTOCOL, "the peer found no cipher or certificate it could agree on"},
    {SSL_R_TLSV1_ALERT_NO_APPLICATION_PROTOCOL, LS_E_PROTOCOL, "the peer speaks neither HTTP/2 nor HTTP/1.1 on this port"},
    {SSL_R_TLSV1_UNRECOGNIZED_NAME, LS_E_PROTOCOL, "the peer does not know the server name we asked for"},
    {SSL_R_UNEXPECTED_EOF_WHILE_READING, LS_E_IO, "the peer closed the connection without a TLS close notification"},
    {SSL_R_TLSV13_ALERT_CERTIFICATE_REQUIRED, LS_E_UNAUTHORIZED, "the peer asks for a client certificate and none was given"},
    {SSL_R_TLSV1_ALERT_UNKNOWN_CA, LS_E_UNAUTHORIZED, "the peer does not trust the authority that signed our certificate"},
    {SSL_R_SSLV3_ALERT_CERTIFICATE_EXPIRED, LS_E_UNAUTHORIZED, "the peer refused our certificate: it has expired"},
    {SSL_R_SSLV3_ALERT_CERTIFICATE_REVOKED, LS_E_UNAUTHORIZED, "the peer refused our certificate: it was revoked"},
    {SSL_R_SSLV3_ALERT_CERTIFICATE_UNKNOWN, LS_E_UNAUTHORIZED, "the peer refused our certificate"},
    {SSL_R_SSLV3_ALERT_BAD_CERTIFICATE, LS_E_UNAUTHORIZED, "the peer refused our certificate"},
    {SSL_R_SSLV3_ALERT_UNSUPPORTED_CERTIFICATE, LS_E_UNAUTHORIZED, "the peer refused our certificate: it is not for this use"},
    {SSL_R_TLSV1_ALERT_ACCESS_DENIED, LS_E_UNAUTHORIZED, "the peer refused our certificate: access denied"},
    {SSL_R_TLSV1_ALERT_DECRYPT_ERROR, LS_E_UNAUTHORIZED, "the peer could not verify that our certificate is ours"},
};
/* clang-format on */

enum ls_code ls_tls_fail(struct ls_err *err, const char *doing)
{
    unsigned long code = ERR_peek_last_error();
    const char *text = ERR_reason_error_string(code);
    ERR_clear_error();
    for (size_t i = 0; i < LS_COUNT(reason_rows); i++) {
        if (ERR_GET_LIB(code) == ERR_LIB_SSL && ERR_GET_REASON(code) == reason_rows[i].reason)
            return ls_fail(err, reason_rows[i].code, "%s: %s", doing, reason_rows[i].sentence);
    }
    return ls_fail(err, LS_E_PROTOCOL, "%s: %s", doing, text ? text : "no reason was given");
}

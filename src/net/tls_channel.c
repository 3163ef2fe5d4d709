/* A channel over TLS: OpenSSL on a non-blocking socket. */
#include "net/channel.h"

#include <arpa/inet.h>
#include <openssl/err.h>
#include <openssl/x509v3.h>
#include <string.h>

#include "base/mem.h"
#include "net/tls_impl.h"

/* The BIO: OpenSSL's access to the socket. Unlike its own it never raises SIGPIPE. */

static int socket_bio_end(BIO *bio, enum ls_io result, size_t moved, bool is_read)
{
    BIO_clear_retry_flags(bio);
    if (result == LS_IO_DONE)
        return (int)moved;
    if (result == LS_IO_CLOSED)
        return 0;
    if (result == LS_IO_AGAIN)
        BIO_set_flags(bio, BIO_FLAGS_SHOULD_RETRY | (is_read ? BIO_FLAGS_READ : BIO_FLAGS_WRITE));
    return -1;
}

static int socket_bio_read(BIO *bio, char *into, int bytes_max)
{
    struct ls_tls_channel *channel = BIO_get_data(bio);
    size_t moved = 0;
    enum ls_io result =
        ls_socket_read(&channel->socket, into, (size_t)bytes_max, &moved, &channel->err);
    return socket_bio_end(bio, result, moved, true);
}

static int socket_bio_write(BIO *bio, const char *data, int len)
{
    struct ls_tls_channel *channel = BIO_get_data(bio);
    size_t moved = 0;
    enum ls_io result = ls_socket_write(&channel->socket, (struct ls_slice){data, (size_t)len},
                                        &moved, &channel->err);
    return socket_bio_end(bio, result, moved, false);
}

static long socket_bio_control(BIO *bio, int command, long number, void *pointer)
{
    (void)bio;
    (void)number;
    (void)pointer;
    return command == BIO_CTRL_FLUSH;
}

BIO_METHOD *ls_tls_socket_method(void)
{
    BIO_METHOD *method = BIO_meth_new(BIO_TYPE_SOURCE_SINK, "lockstep socket");
    LS_ASSERT(method);
    BIO_meth_set_read(method, socket_bio_read);
    BIO_meth_set_write(method, socket_bio_write);
    BIO_meth_set_ctrl(method, socket_bio_control);
    return method;
}

static struct ls_tls_channel *tls_of(struct ls_channel *channel)
{
    return (struct ls_tls_channel *)channel;
}

/* What OpenSSL's result means for the direction that was tried. */
static enum ls_io tls_result(struct ls_tls_channel *channel, int result, const char *doing,
                             bool *needs_other, struct ls_err *err)
{
    switch (SSL_get_error(channel->ssl, result)) {
    case SSL_ERROR_NONE:
        return LS_IO_DONE;
    case SSL_ERROR_ZERO_RETURN:
        return LS_IO_CLOSED;
    case SSL_ERROR_WANT_READ:
    case SSL_ERROR_WANT_WRITE:
        *needs_other = SSL_want_write(channel->ssl);
        return LS_IO_AGAIN;
    default:
        break;
    }
    if (channel->err.code) {
        if (err)
            *err = channel->err;
        ERR_clear_error();
        return LS_IO_FAILED;
    }
    if (ERR_peek_error() == 0)
        (void)ls_fail(err, LS_E_IO, "%s: the peer closed the connection", doing);
    else
        (void)ls_tls_fail(err, doing);
    return LS_IO_FAILED;
}

static char *common_name(X509 *certificate)
{
    char text[256];
    int len = X509_NAME_get_text_by_NID(X509_get_subject_name(certificate), NID_commonName, text,
                                        sizeof text);
    /* A name that contains a NUL would be read as another one. */
    bool is_whole = len > 0 && strlen(text) == (size_t)len;
    return is_whole ? ls_strndup(text, (size_t)len) : NULL;
}

static void tls_opened(struct ls_tls_channel *channel)
{
    const unsigned char *protocol;
    unsigned len;
    SSL_get0_alpn_selected(channel->ssl, &protocol, &len);
    channel->socket.channel.is_h2 = len == 2 && memcmp(protocol, "h2", 2) == 0;
    X509 *certificate = channel->is_server ? SSL_get0_peer_certificate(channel->ssl) : NULL;
    if (certificate && SSL_get_verify_result(channel->ssl) == X509_V_OK)
        channel->client_name = common_name(certificate);
    channel->socket.channel.client_name = channel->client_name;
}

static void tls_want_both(struct ls_tls_channel *channel);

static enum ls_io tls_handshake(struct ls_channel *base, struct ls_err *err)
{
    struct ls_tls_channel *channel = tls_of(base);
    ERR_clear_error();
    bool needs_write = false;
    enum ls_io result =
        tls_result(channel, SSL_do_handshake(channel->ssl), "TLS handshake", &needs_write, err);
    if (result == LS_IO_DONE)
        tls_opened(channel);
    if (result == LS_IO_AGAIN)
        ls_fd_want(channel->socket.loop, &channel->socket.watch,
                   needs_write ? LS_FD_WRITE : LS_FD_READ);
    return result;
}

static enum ls_io tls_read(struct ls_channel *base, char *into, size_t bytes_max, size_t *out,
                           struct ls_err *err)
{
    struct ls_tls_channel *channel = tls_of(base);
    ERR_clear_error();
    int result = SSL_read_ex(channel->ssl, into, bytes_max, out);
    if (result == 1)
        return LS_IO_DONE;
    return tls_result(channel, result, "TLS", &channel->read_needs_write, err);
}

static enum ls_io tls_write(struct ls_channel *base, struct ls_slice data, size_t *out,
                            struct ls_err *err)
{
    struct ls_tls_channel *channel = tls_of(base);
    ERR_clear_error();
    int result = SSL_write_ex(channel->ssl, data.at, data.len, out);
    if (result == 1)
        return LS_IO_DONE;
    bool needs_write = true;
    enum ls_io io = tls_result(channel, result, "TLS", &needs_write, err);
    channel->write_needs_read = io == LS_IO_AGAIN && !needs_write;
    return io;
}

static void tls_want(struct ls_channel *base, unsigned events)
{
    struct ls_tls_channel *channel = tls_of(base);
    channel->wanted = events;
    tls_want_both(channel);
}

/* TLS may have to write in order to read, and vice versa. */
static void tls_want_both(struct ls_tls_channel *channel)
{
    unsigned events = channel->wanted;
    if ((events & LS_FD_READ) && channel->read_needs_write)
        events |= LS_FD_WRITE;
    if ((events & LS_FD_WRITE) && channel->write_needs_read)
        events |= LS_FD_READ;
    ls_fd_want(channel->socket.loop, &channel->socket.watch, events);
}

static void tls_event(void *self, unsigned events)
{
    struct ls_tls_channel *channel = self;
    channel->socket.is_drained = false;
    if (channel->read_needs_write && (events & LS_FD_WRITE))
        events |= LS_FD_READ;
    if (channel->write_needs_read && (events & LS_FD_READ))
        events |= LS_FD_WRITE;
    channel->read_needs_write = channel->write_needs_read = false;
    channel->socket.channel.ready(channel->socket.channel.ready_self, events);
}

static bool tls_has_more(const struct ls_channel *base)
{
    const struct ls_tls_channel *channel = (const struct ls_tls_channel *)base;
    return SSL_has_pending(channel->ssl);
}

static void tls_close_write(struct ls_channel *base)
{
    struct ls_tls_channel *channel = tls_of(base);
    ERR_clear_error();
    SSL_shutdown(channel->ssl);
    ERR_clear_error();
    ls_socket_close_write(&channel->socket);
}

static void tls_free(struct ls_channel *base)
{
    struct ls_tls_channel *channel = tls_of(base);
    SSL_free(channel->ssl);
    ERR_clear_error();
    ls_socket_close(&channel->socket);
    ls_tls_unref(channel->tls);
    ls_free(channel->host);
    ls_free(channel->client_name);
    ls_free(channel);
}

static const struct ls_channel_ops tls_ops = {
    tls_handshake, tls_read, tls_write, tls_want, tls_has_more, tls_close_write, tls_free,
};

static struct ls_tls_channel *tls_channel_new(struct ls_loop *loop, int fd, struct ls_tls *tls)
{
    struct ls_tls_channel *channel = LS_NEW(struct ls_tls_channel);
    ls_socket_init(&channel->socket, loop, fd, &tls_ops, tls_event);
    channel->tls = ls_tls_ref(tls);
    channel->ssl = SSL_new(tls->context);
    LS_ASSERT(channel->ssl); /* fails only without memory */
    SSL_set_app_data(channel->ssl, channel);
    BIO *bio = BIO_new(tls->socket_method);
    LS_ASSERT(bio);
    BIO_set_data(bio, channel);
    BIO_set_init(bio, 1);
    SSL_set_bio(channel->ssl, bio, bio);
    return channel;
}

static void name_to_verify(struct ls_tls_channel *channel)
{
    unsigned char address[16];
    bool is_address = inet_pton(AF_INET, channel->host, address) == 1 ||
                      inet_pton(AF_INET6, channel->host, address) == 1;
    if (!is_address)
        SSL_set_tlsext_host_name(channel->ssl, channel->host);
    if (channel->tls->is_insecure)
        return;
    X509_VERIFY_PARAM *param = SSL_get0_param(channel->ssl);
    /* Names are read from the subject alternative names only, as all current clients do. */
    X509_VERIFY_PARAM_set_hostflags(param, X509_CHECK_FLAG_NO_PARTIAL_WILDCARDS |
                                               X509_CHECK_FLAG_NEVER_CHECK_SUBJECT);
    int is_set = is_address ? X509_VERIFY_PARAM_set1_ip_asc(param, channel->host)
                            : X509_VERIFY_PARAM_set1_host(param, channel->host, 0);
    LS_ASSERT(is_set);
}

struct ls_channel *ls_channel_tls_client(struct ls_loop *loop, int fd, struct ls_tls *tls,
                                         const char *host, struct ls_tls_memory *memory)
{
    struct ls_tls_channel *channel = tls_channel_new(loop, fd, tls);
    channel->memory = memory;
    channel->host = ls_strdup(tls->server_name ? tls->server_name : host);
    name_to_verify(channel);
    SSL_set_connect_state(channel->ssl);
    if (memory && memory->session && memory->tls == tls)
        SSL_set_session(channel->ssl, memory->session);
    return &channel->socket.channel;
}

struct ls_channel *ls_channel_tls_server(struct ls_loop *loop, int fd, struct ls_tls *tls)
{
    struct ls_tls_channel *channel = tls_channel_new(loop, fd, tls);
    channel->is_server = true;
    SSL_set_accept_state(channel->ssl);
    return &channel->socket.channel;
}

int ls_tls_on_session(SSL *ssl, SSL_SESSION *session)
{
    struct ls_tls_channel *channel = SSL_get_app_data(ssl);
    if (!channel->memory || channel->memory->tls != channel->tls)
        return 0;
    SSL_SESSION_free(channel->memory->session);
    channel->memory->session = session;
    return 1; /* the reference is ours now */
}

void ls_tls_memory_release(struct ls_tls_memory *memory)
{
    SSL_SESSION_free(memory->session);
    *memory = (struct ls_tls_memory){0};
}

#include "kube/session_impl.h"

#include <string.h>

#include "base/mem.h"

#if defined(__x86_64__)
#define SESSION_MACHINE "amd64"
#elif defined(__aarch64__)
#define SESSION_MACHINE "arm64"
#else
#define SESSION_MACHINE "unknown"
#endif

/* A copy of a request, to send it later or again. */
struct session_copy {
    struct ls_request request; /* points into the arena */
    struct ls_arena arena;
};

/* One open request. */
struct ls_session_pass {
    struct ls_reply_sink sink; /* ours, passed to the inner wire */
    struct ls_reply_sink *outer;
    struct ls_session *session;
    struct ls_session_pass *next;
    struct ls_session_pass *prev;
    struct session_copy *copy; /* NULL: it will not be sent again */
    struct ls_credential_waiter waiter;
    struct ls_timer deadline; /* while it waits for credentials */
    struct ls_task task;
    struct ls_err err;  /* for the task that ends it */
    uint64_t version;   /* of the credential it was sent with */
    int64_t sent_at_ms; /* deadlines count from send() */
    bool has_own_authorization;
    bool is_inner; /* the inner wire knows our sink */
    bool was_repeated;
    bool is_answered; /* the head was passed on */
};

static void pass_go(struct ls_session_pass *pass, const struct ls_request *request,
                    struct ls_slice authorization);

/* ---- copies ---- */

static struct session_copy *copy_of(const struct ls_request *request)
{
    struct session_copy *copy = LS_NEW(struct session_copy);
    struct ls_arena *arena = &copy->arena;
    struct ls_header *headers = LS_ARENA_ARRAY(arena, struct ls_header, request->header_count);
    for (size_t i = 0; i < request->header_count; i++) {
        headers[i].name = ls_arena_slice(arena, request->headers[i].name);
        headers[i].value = ls_arena_slice(arena, request->headers[i].value);
    }
    copy->request = *request;
    copy->request.method = ls_arena_dup(arena, ls_slice_of(request->method));
    copy->request.target = ls_arena_slice(arena, request->target);
    copy->request.headers = headers;
    copy->request.body = ls_arena_slice(arena, request->body);
    return copy;
}

/* A body may be a Secret. */
static void copy_free(struct session_copy *copy)
{
    if (!copy)
        return;
    ls_arena_wipe(&copy->arena);
    ls_free(copy);
}

/* ---- the life of a pass ---- */

static struct ls_session_pass *pass_new(struct ls_session *session, struct ls_reply_sink *outer)
{
    LS_ASSERT(!outer->wire_state);
    struct ls_session_pass *pass = LS_NEW(struct ls_session_pass);
    pass->session = session;
    pass->outer = outer;
    pass->sent_at_ms = ls_clock_mono_ms(session->world->clock);
    ls_list_add_first(&session->passes, pass);
    outer->wire_state = pass;
    return pass;
}

/* Frees the pass; the outer sink may be used again. */
static void pass_free(struct ls_session_pass *pass)
{
    struct ls_session *session = pass->session;
    ls_credentials_unwait(&pass->waiter);
    ls_timer_stop(session->world->loop, &pass->deadline);
    ls_task_stop(session->world->loop, &pass->task);
    ls_list_remove(&session->passes, pass);
    pass->outer->wire_state = NULL;
    copy_free(pass->copy);
    ls_free(pass);
}

static void pass_end(struct ls_session_pass *pass, const struct ls_outcome *outcome)
{
    struct ls_reply_sink *outer = pass->outer;
    pass_free(pass);
    outer->done(outer, outcome);
}

static void pass_fail(struct ls_session_pass *pass, enum ls_delivery delivery)
{
    struct ls_err err = pass->err;
    struct ls_outcome outcome = {delivery, err.code, &err};
    pass_end(pass, &outcome);
}

/* A failure to get credentials must not pass for an answer of the server: NOT_FOUND would mean
 * that the object is gone. */
static void pass_refuse(struct ls_session_pass *pass, const struct ls_err *err)
{
    (void)ls_fail(&pass->err, LS_E_UNAUTHORIZED, "no credentials for %s: %s",
                  pass->session->config->server, err->text);
}

static void pass_refused(void *self)
{
    pass_fail(self, LS_DELIVERY_NOT_SENT);
}

static void pass_deadline_passed(void *self)
{
    struct ls_session_pass *pass = self;
    (void)ls_fail(&pass->err, LS_E_TIMEOUT,
                  "credentials for %s did not come before the deadline of the request",
                  pass->session->config->server);
    pass_fail(pass, LS_DELIVERY_NOT_SENT);
}

/* ---- waiting for credentials ---- */

static void pass_credential_came(void *self, const struct ls_credential *credential,
                                 const struct ls_err *err)
{
    struct ls_session_pass *pass = self;
    ls_timer_stop(pass->session->world->loop, &pass->deadline);
    if (err) {
        pass_refuse(pass, err);
        pass_fail(pass, LS_DELIVERY_NOT_SENT);
        return;
    }
    pass->version = credential->version;
    pass_go(pass, &pass->copy->request, credential->authorization);
}

static int64_t deadline_first_ms(const struct ls_request *request)
{
    int64_t head = request->head_deadline_ms, total = request->total_deadline_ms;
    return head && total ? LS_MIN(head, total) : LS_MAX(head, total);
}

static int64_t deadline_left_ms(const struct ls_session_pass *pass, int64_t deadline_ms)
{
    int64_t spent_ms = ls_clock_mono_ms(pass->session->world->clock) - pass->sent_at_ms;
    return deadline_ms ? LS_MAX(deadline_ms - spent_ms, 1) : 0;
}

static void pass_wait(struct ls_session_pass *pass, const struct ls_request *request)
{
    struct ls_session *session = pass->session;
    int64_t deadline_ms = deadline_first_ms(request);
    if (!pass->copy)
        pass->copy = copy_of(request);
    if (deadline_ms)
        ls_timer_start(session->world->loop, &pass->deadline, deadline_left_ms(pass, deadline_ms),
                       pass_deadline_passed, pass);
    ls_credentials_wait(session->credentials, &pass->waiter, pass_credential_came, pass);
}

/* Sends at once, waits, or ends soon. */
static void pass_begin(struct ls_session_pass *pass, const struct ls_request *request)
{
    struct ls_session *session = pass->session;
    struct ls_credential credential = {0};
    struct ls_err err;
    switch (ls_credentials_get(session->credentials, &credential, &err)) {
    case LS_CREDENTIAL_READY:
        pass->version = credential.version;
        pass_go(pass, request, credential.authorization);
        return;
    case LS_CREDENTIAL_WAIT:
        pass_wait(pass, request);
        return;
    case LS_CREDENTIAL_FAILED:
        pass_refuse(pass, &err);
        ls_task_start(session->world->loop, &pass->task, pass_refused, pass);
        return;
    }
}

/* ---- the inner sink ---- */

static void pass_again(void *self)
{
    struct ls_session_pass *pass = self;
    LS_ASSERT(pass->copy);
    pass_begin(pass, &pass->copy->request);
}

/* True: the reply is dropped and the request is sent once more. */
static bool pass_repeats(struct ls_session_pass *pass, int status)
{
    struct ls_session *session = pass->session;
    if (status != 401 || !pass->copy || pass->was_repeated || pass->has_own_authorization ||
        !ls_credentials_refuse(session->credentials, pass->version))
        return false;
    pass->was_repeated = true;
    pass->is_inner = false;
    session->inner->cancel(session->inner->self, &pass->sink);
    ls_task_start(session->world->loop, &pass->task, pass_again, pass);
    return true;
}

static void sink_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                      size_t header_count)
{
    struct ls_session_pass *pass = LS_HOLDER(sink, struct ls_session_pass, sink);
    if (pass_repeats(pass, status))
        return;
    copy_free(ls_steal(&pass->copy));
    pass->is_answered = true;
    pass->outer->head(pass->outer, status, headers, header_count);
}

static enum ls_flow sink_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    struct ls_session_pass *pass = LS_HOLDER(sink, struct ls_session_pass, sink);
    return pass->outer->data(pass->outer, chunk);
}

static void sink_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    struct ls_session_pass *pass = LS_HOLDER(sink, struct ls_session_pass, sink);
    pass_end(pass, outcome);
}

/* ---- sending ---- */

static void headers_add(struct ls_session *session, const char *name, struct ls_slice value)
{
    struct ls_header header = {ls_slice_of(name), value};
    ls_vec_push(&session->headers, header);
}

/* The request's own headers and ours. */
static void headers_make(struct ls_session_pass *pass, const struct ls_request *request,
                         struct ls_slice authorization)
{
    struct ls_session *session = pass->session;
    ls_vec_clear(&session->headers);
    for (size_t i = 0; i < request->header_count; i++)
        ls_vec_push(&session->headers, request->headers[i]);
    if (authorization.len)
        headers_add(session, "authorization", authorization);
    if (!ls_header_find(request->headers, request->header_count, "user-agent").at)
        headers_add(session, "user-agent",
                    LS_SLICE("lockstep/" LS_VERSION " (linux/" SESSION_MACHINE ")"));
    for (size_t i = 0; i < session->config->as_header_count; i++)
        ls_vec_push(&session->headers, session->config->as_headers[i]);
}

static struct ls_slice target_make(struct ls_session *session, struct ls_slice target)
{
    if (!session->config->path_prefix[0])
        return target;
    ls_buf_clear(&session->target);
    ls_buf_add_text(&session->target, session->config->path_prefix);
    ls_buf_add_slice(&session->target, target);
    return ls_buf_slice(&session->target);
}

static void pass_go(struct ls_session_pass *pass, const struct ls_request *request,
                    struct ls_slice authorization)
{
    struct ls_session *session = pass->session;
    LS_ASSERT(!pass->is_inner);
    LS_ASSERT(!pass->is_answered);
    if (session->check_tls)
        session->check_tls(session);
    headers_make(pass, request, authorization);
    struct ls_request ours = *request;
    ours.target = target_make(session, request->target);
    ours.headers = session->headers.at;
    ours.header_count = session->headers.count;
    ours.head_deadline_ms = deadline_left_ms(pass, request->head_deadline_ms);
    ours.total_deadline_ms = deadline_left_ms(pass, request->total_deadline_ms);
    if (!pass->copy && ls_credentials_can_change(session->credentials) && !pass->was_repeated &&
        !pass->has_own_authorization)
        pass->copy = copy_of(request);
    pass->sink = (struct ls_reply_sink){sink_head, sink_data, sink_done, NULL};
    pass->is_inner = true;
    session->inner->send(session->inner->self, &ours, &pass->sink);
}

static void session_send(void *self, const struct ls_request *request, struct ls_reply_sink *sink)
{
    struct ls_session *session = self;
    LS_ASSERT(!session->is_closing);
    struct ls_session_pass *pass = pass_new(session, sink);
    pass->has_own_authorization =
        ls_header_find(request->headers, request->header_count, "authorization").at != NULL;
    if (pass->has_own_authorization)
        pass_go(pass, request, (struct ls_slice){0});
    else
        pass_begin(pass, request);
}

static void session_cancel(void *self, struct ls_reply_sink *sink)
{
    struct ls_session *session = self;
    struct ls_session_pass *pass = sink->wire_state;
    if (!pass)
        return;
    if (pass->is_inner)
        session->inner->cancel(session->inner->self, &pass->sink);
    pass_free(pass);
}

static void session_resume(void *self, struct ls_reply_sink *sink)
{
    struct ls_session *session = self;
    struct ls_session_pass *pass = sink->wire_state;
    if (pass && pass->is_inner)
        session->inner->resume(session->inner->self, &pass->sink);
}

/* ---- the session ---- */

struct ls_session *ls_session_make(struct ls_world *world, const struct ls_kube_config *config,
                                   struct ls_wire *inner, ls_certificate_fn on_certificate)
{
    struct ls_session *session = LS_NEW(struct ls_session);
    session->world = world;
    session->config = config;
    session->inner = inner;
    session->wire = (struct ls_wire){session, session_send, session_cancel, session_resume};
    session->credentials = ls_credentials_new(world, config, on_certificate, session);
    return session;
}

struct ls_wire *ls_session_wire(struct ls_session *session)
{
    return &session->wire;
}

static enum ls_delivery pass_delivery(const struct ls_session_pass *pass)
{
    if (pass->is_answered)
        return LS_DELIVERY_ANSWERED;
    return pass->is_inner ? LS_DELIVERY_UNKNOWN : LS_DELIVERY_NOT_SENT;
}

static void session_close(struct ls_session *session)
{
    session->is_closing = true;
    while (session->passes.first) {
        struct ls_session_pass *pass = session->passes.first;
        if (pass->is_inner)
            session->inner->cancel(session->inner->self, &pass->sink);
        (void)ls_fail(&pass->err, LS_E_CANCELLED, "the session to %s was closed",
                      session->config->server);
        pass_fail(pass, pass_delivery(pass));
    }
}

void ls_session_free(struct ls_session *session)
{
    if (!session)
        return;
    session_close(session);
    ls_credentials_free(session->credentials);
    if (session->close_sockets)
        session->close_sockets(session);
    ls_vec_release(&session->headers);
    ls_buf_release(&session->target);
    ls_free(session);
}

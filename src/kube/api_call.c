/* One call: its tries, its deadline, its answer (kube/client.h). */
#include "base/mem.h"
#include "kube/call_spec.h"
#include "kube/attempt.h"
#include "kube/client.h"
#include "kube/limits.h"
#include "kube/retry.h"
#include "kube/status.h"

static void call_try(void *self);

static const struct ls_clock *call_clock(const struct ls_api_call *call)
{
    return ls_client_world(call->client)->clock;
}

static struct ls_loop *call_loop(const struct ls_api_call *call)
{
    return ls_client_world(call->client)->loop;
}

/* Releases everything except what the answer still points at; the memory is the caller's again. */
static void call_clear(struct ls_api_call *call)
{
    struct ls_loop *loop = call_loop(call);
    ls_timer_stop(loop, &call->timer);
    ls_task_stop(loop, &call->task);
    ls_buf_release(&call->target);
    ls_buf_release(&call->body);
    ls_buf_release(&call->what);
    ls_free(call->refused);
    *call = (struct ls_api_call){0};
}

/* The last thing that happens in a call. */
static void call_answer(struct ls_api_call *call, struct ls_answer *answer, struct ls_err *err)
{
    LS_ASSERT(!call->attempt);
    ls_answer_fn done = call->done;
    void *self = call->self;
    answer->err = err;
    answer->repeats = call->repeats;
    if (answer->code)
        answer->code = ls_context(err, "%s", ls_buf_text(&call->what));
    call_clear(call);
    done(self, answer);
}

/* ---- a try ended ---- */

static int64_t left_ms(const struct ls_api_call *call)
{
    if (call->deadline_ms < 0)
        return -1;
    return LS_MAX(call->deadline_ms - ls_clock_mono_ms(call_clock(call)), 0);
}

static int64_t repeat_delay_ms(const struct ls_api_call *call, const struct ls_attempt *attempt,
                               const struct ls_answer *answer)
{
    struct ls_retry_facts facts = {
        .is_read = !attempt->is_write,
        .delivery = attempt->outcome.delivery,
        .is_complete = attempt->outcome.code == LS_OK,
        .is_unreadable = answer->code == LS_E_PROTOCOL,
        .http_status = attempt->http_status,
        .retry_after_ms = attempt->retry_after_ms,
        .repeated = call->repeats,
        .left_ms = left_ms(call),
    };
    return call->is_single_try || attempt->is_broken_off ? -1 : ls_retry_delay_ms(&facts);
}

/* A success whose object cannot be parsed: the write is done, but its result is unknown. */
static enum ls_code reply_unreadable(bool is_write, struct ls_err *err)
{
    if (is_write)
        err->code = LS_E_UNKNOWN_RESULT;
    return ls_context(err, is_write ? "the server carried it out, but its reply is unreadable"
                                    : "the server's reply is unreadable");
}

static void answer_read(const struct ls_api_call *call, const struct ls_attempt *attempt,
                        struct ls_answer *answer, struct ls_err *err)
{
    *err = attempt->err;
    *answer = (struct ls_answer){
        .code = attempt->code,
        .obj = attempt->obj ? ls_obj_ref(attempt->obj) : NULL,
        .body = ls_buf_slice(&attempt->body),
        .http_status = attempt->http_status,
        .warnings = attempt->warnings,
    };
    if (attempt->code == LS_E_NOT_FOUND)
        answer->is_kind_unknown = !ls_status_names_object(ls_obj_root(attempt->obj));
    if (attempt->is_broken_off)
        answer->code = reply_unreadable(attempt->is_write, err);
    if (attempt->code)
        return;
    enum ls_code code = ls_reply_parse(answer->body, &answer->obj, err);
    if (code && call->is_raw)
        answer->obj = NULL; /* "ok" of /readyz is a valid answer */
    else if (code)
        answer->code = reply_unreadable(attempt->is_write, err);
}

static void call_ended(void *self, const struct ls_attempt *attempt)
{
    struct ls_api_call *call = self;
    call->attempt = NULL;
    struct ls_err err = {0};
    struct ls_answer answer;
    answer_read(call, attempt, &answer, &err);
    const struct ls_obj *obj = answer.obj;
    int64_t delay_ms = repeat_delay_ms(call, attempt, &answer);
    if (delay_ms < 0) {
        call_answer(call, &answer, &err);
    } else {
        call->repeats++;
        ls_timer_start(call_loop(call), &call->timer, delay_ms, call_try, call);
    }
    ls_obj_unref(obj);
}

/* ---- trying ---- */

static void call_try(void *self)
{
    struct ls_api_call *call = self;
    LS_ASSERT(!call->attempt);
    LS_ASSERT(call->repeats <= LS_RETRIES_MAX);
    const struct ls_verb_row *row = ls_verb_row(call->verb);
    int64_t left = left_ms(call);
    struct ls_attempt_spec spec = {
        .method = row->method,
        .target = ls_buf_slice(&call->target),
        .accept = call->accept,
        .content_type = row->content_type,
        .body = ls_buf_slice(&call->body),
        .lane = call->lane,
        .is_write = row->is_write,
        .total_deadline_ms = left < 0 ? 0 : LS_MAX(left, 1),
    };
    ls_client_count(call->client, call->repeats > 0);
    call->attempt = ls_attempt_new(call->client, &spec,
                                   &(struct ls_attempt_hooks){.self = call, .end = call_ended});
}

/* The arguments make no request; reported later, like every other failure. */
static void call_refused(void *self)
{
    struct ls_api_call *call = self;
    struct ls_err err = *call->refused;
    struct ls_answer answer = {.code = err.code};
    call_answer(call, &answer, &err);
}

static bool is_open(const struct ls_api_call *call)
{
    return call->client != NULL;
}

static int64_t deadline_of(const struct ls_api_call *call, const struct ls_call_spec *ask)
{
    int64_t timeout_ms = ask->timeout_ms ? ask->timeout_ms : ls_client_timeout_ms(call->client);
    return timeout_ms < 0 ? -1 : ls_clock_mono_ms(call_clock(call)) + timeout_ms;
}

void ls_api_call_start(struct ls_client *client, struct ls_api_call *call,
                       const struct ls_call_spec *ask, ls_answer_fn done, void *self)
{
    LS_ASSERT(!is_open(call));
    LS_ASSERT(done);
    *call = (struct ls_api_call){
        .client = client,
        .done = done,
        .self = self,
        .accept = ls_call_spec_accept(ask),
        .verb = ask->verb,
        .lane = ask->lane,
        .is_raw = ask->raw_target != NULL,
        .is_single_try = ask->is_single_try,
    };
    call->deadline_ms = deadline_of(call, ask);
    ls_call_spec_print(ask, &call->what);
    struct ls_err err = {0};
    if (ls_call_spec_target(ask, ls_client_field_manager(client), &call->target, &err)) {
        call->refused = LS_NEW(struct ls_err);
        *call->refused = err;
        ls_task_start(call_loop(call), &call->task, call_refused, call);
        return;
    }
    ls_call_spec_body(ask, &call->body);
    call_try(call);
}

void ls_api_call_cancel(struct ls_api_call *call)
{
    if (!is_open(call))
        return;
    ls_attempt_cancel(call->attempt);
    call_clear(call);
}

/* One request on its way through a simulated wire: its parts, and when they reach the client. */
#include "base/mem.h"
#include "sim/wire_impl.h"

/* ---- life ---- */

static void part_free(struct sim_part *part)
{
    ls_buf_release(&part->bytes);
    ls_free(part);
}

static void parts_drop(struct sim_pass *pass)
{
    for (struct sim_part *part; (part = pass->parts.first);) {
        ls_list_remove(&pass->parts, part);
        part_free(part);
    }
}

void ls_sim_pass_disconnect(struct sim_pass *pass)
{
    struct ls_wire *inner = pass->wire->inner;
    if (pass->is_inner_open)
        inner->cancel(inner->self, &pass->inner);
    pass->is_inner_open = false;
    ls_free(pass->request);
    pass->request = NULL;
}

void ls_sim_pass_free(struct sim_pass *pass)
{
    ls_sim_pass_disconnect(pass);
    ls_call_cancel(&pass->call);
    ls_timer_stop(pass->wire->loop, &pass->timer);
    ls_list_remove(&pass->wire->passes, pass);
    parts_drop(pass);
    ls_buf_release(&pass->body);
    ls_free(pass->headers);
    ls_free(pass);
}

void ls_sim_pass_enter(struct sim_pass *pass)
{
    pass->depth++;
}

void ls_sim_pass_leave(struct sim_pass *pass)
{
    LS_ASSERT(pass->depth > 0);
    if (--pass->depth == 0 && !ls_call_is_open(&pass->call))
        ls_sim_pass_free(pass);
}

void ls_sim_pass_step(struct sim_pass *pass, struct ls_sim_step step, struct ls_slice bytes)
{
    step.request = pass->entry;
    step.at_ms = ls_sim_wire_now(pass->wire);
    step.bytes = bytes.len;
    ls_sim_trace_step_add(pass->wire->trace, &step, bytes);
}

/* ---- parts ---- */

static struct sim_part *part_add(struct sim_pass *pass, enum sim_part_kind kind)
{
    LS_ASSERT(!pass->is_ending);
    struct sim_part *part = LS_NEW(struct sim_part);
    const struct sim_part *last = pass->parts.last;
    part->kind = kind;
    part->due_ms = ls_sim_wire_now(pass->wire) + ls_sim_wire_latency(pass->wire);
    if (last && last->due_ms > part->due_ms)
        part->due_ms = last->due_ms;
    ls_list_add_last(&pass->parts, part);
    return part;
}

void ls_sim_pass_head(struct sim_pass *pass)
{
    (void)part_add(pass, SIM_PART_HEAD);
}

void ls_sim_pass_data(struct sim_pass *pass, enum sim_part_kind kind, struct ls_slice bytes,
                      enum ls_sim_fault_kind fault)
{
    if (bytes.len == 0)
        return;
    struct sim_part *part = part_add(pass, kind);
    part->fault = fault;
    ls_buf_add_slice(&part->bytes, bytes);
    pass->sent_bytes += bytes.len;
}

void ls_sim_pass_end(struct sim_pass *pass, enum ls_delivery delivery)
{
    (void)part_add(pass, SIM_PART_END);
    pass->is_ending = true;
    pass->delivery = delivery;
}

void ls_sim_pass_break(struct sim_pass *pass, enum ls_delivery delivery, enum ls_code code,
                       const char *why)
{
    (void)ls_fail(&pass->err, code, "%s", why);
    ls_sim_pass_disconnect(pass);
    ls_sim_pass_end(pass, delivery);
}

void ls_sim_pass_lose(struct sim_pass *pass, enum ls_code code, const char *why)
{
    parts_drop(pass);
    pass->is_ending = false;
    pass->held_until_ms = 0;
    bool has_head = pass->call.has_head;
    ls_sim_pass_break(pass, has_head ? LS_DELIVERY_ANSWERED : LS_DELIVERY_UNKNOWN,
                      has_head ? code : LS_E_UNKNOWN_RESULT, why);
    pass->parts.first->due_ms = ls_sim_wire_now(pass->wire);
    ls_sim_pass_wake(pass);
}

/* ---- delivery ---- */

static void call_end(struct sim_pass *pass)
{
    ls_sim_pass_disconnect(pass);
    struct ls_sim_step step = {
        .kind = LS_SIM_STEP_ENDED, .delivery = pass->delivery, .code = pass->err.code};
    ls_sim_pass_step(pass, step, (struct ls_slice){0});
    ls_call_done(&pass->call, pass->delivery, pass->err.code, &pass->err);
}

static void head_deliver(struct sim_pass *pass)
{
    LS_ASSERT(pass->status >= 200);
    struct ls_sim_step step = {.kind = LS_SIM_STEP_HEARD, .status = pass->status};
    ls_sim_pass_step(pass, step, (struct ls_slice){0});
    if (pass->fault.kind == LS_SIM_FAULT_CRASH_HEARD) {
        /* What the process sends from inside the reply is not heard any more. */
        pass->is_crash_reply = true;
        ls_sim_wire_crash(pass->wire, pass->entry);
    }
    ls_call_head(&pass->call, pass->status, pass->headers, pass->header_count);
}

/* An event that reached the client may be the one that another stream was held for. */
static void late_count(struct sim_pass *delivered)
{
    struct ls_sim_wire *wire = delivered->wire;
    for (struct sim_pass *pass = wire->passes.first; pass; pass = pass->next) {
        if (pass == delivered || pass->late_left == 0 || --pass->late_left > 0)
            continue;
        pass->held_until_ms = 0;
        ls_sim_pass_wake(pass);
    }
}

static void bytes_deliver(struct sim_pass *pass, struct ls_slice bytes)
{
    if (!ls_call_data(&pass->call, bytes, &pass->err))
        return;
    pass->delivery = LS_DELIVERY_ANSWERED;
    call_end(pass);
}

static void data_deliver(struct sim_pass *pass, const struct sim_part *part)
{
    bool is_event = part->kind == SIM_PART_EVENT;
    struct ls_sim_step step = {.kind = is_event ? LS_SIM_STEP_EVENT : LS_SIM_STEP_DATA,
                               .fault = part->fault};
    ls_sim_pass_step(pass, step, ls_buf_slice(&part->bytes));
    if (is_event)
        late_count(pass);
    bytes_deliver(pass, ls_slice_from(ls_buf_slice(&part->bytes), part->done));
}

/* The next byte of a slow body; the rest of it waits. False: it is not slow, or slow no more. */
static bool slow_byte_deliver(struct sim_pass *pass, struct sim_part *part)
{
    bool is_slow = pass->fault.kind == LS_SIM_FAULT_SLOW_BYTES &&
                   pass->slow_bytes < LS_SIM_FAULT_SLOW_BYTES_MAX;
    bool is_bytes = part->kind == SIM_PART_DATA || part->kind == SIM_PART_EVENT;
    if (!is_slow || !is_bytes || part->done + 1 >= part->bytes.len)
        return false;
    pass->slow_bytes++;
    part->due_ms = ls_sim_wire_now(pass->wire) + pass->fault.value;
    /* The client may lose its connection, and this part with it, from inside its call. */
    char byte = part->bytes.at[part->done++];
    bytes_deliver(pass, (struct ls_slice){&byte, 1});
    return true;
}

static void part_deliver(struct sim_pass *pass, struct sim_part *part)
{
    if (slow_byte_deliver(pass, part))
        return;
    LS_ASSERT(part == pass->parts.first);
    ls_list_remove(&pass->parts, part);
    switch (part->kind) {
    case SIM_PART_HEAD:
        head_deliver(pass);
        break;
    case SIM_PART_END:
        LS_ASSERT(!pass->parts.first);
        call_end(pass);
        break;
    default:
        data_deliver(pass, part);
    }
    part_free(part);
}

static bool may_not_receive(const struct sim_pass *pass)
{
    return !ls_call_is_open(&pass->call) || pass->call.is_paused ||
           (pass->wire->is_crashed && !pass->is_crash_reply);
}

static void pass_run(void *self);

static void pass_run_in(struct sim_pass *pass, int64_t delay_ms)
{
    ls_timer_start(pass->wire->loop, &pass->timer, delay_ms, pass_run, pass);
}

void ls_sim_pass_flush(struct sim_pass *pass)
{
    ls_sim_pass_enter(pass);
    while (pass->parts.first && !may_not_receive(pass)) {
        struct sim_part *part = pass->parts.first;
        int64_t now = ls_sim_wire_now(pass->wire);
        int64_t due = LS_MAX(part->due_ms, pass->held_until_ms);
        if (due > now) {
            pass_run_in(pass, due - now);
            break;
        }
        part_deliver(pass, part);
    }
    ls_sim_pass_leave(pass);
}

void ls_sim_pass_wake(struct sim_pass *pass)
{
    pass_run_in(pass, 0);
}

/* ---- to the server ---- */

static void pass_run(void *self)
{
    struct sim_pass *pass = self;
    if (pass->request && !pass->wire->is_crashed)
        ls_sim_pass_forward(pass, pass->request);
    else
        ls_sim_pass_flush(pass);
}

void ls_sim_pass_forward(struct sim_pass *pass, const struct ls_request *request)
{
    struct ls_wire *inner = pass->wire->inner;
    LS_ASSERT(inner);
    LS_ASSERT(!pass->is_inner_open && !pass->is_ending);
    /* The deadlines are those of the client's end. */
    struct ls_request bare = *request;
    bare.head_deadline_ms = bare.total_deadline_ms = bare.idle_deadline_ms = 0;
    pass->is_inner_open = true;
    inner->send(inner->self, &bare, &pass->inner);
    ls_free(pass->request);
    pass->request = NULL;
}

void ls_sim_pass_depart(struct sim_pass *pass, const struct ls_request *request)
{
    int64_t latency_ms = ls_sim_wire_latency(pass->wire);
    if (latency_ms == 0) {
        ls_sim_pass_forward(pass, request);
        return;
    }
    pass->request = ls_alloc(sizeof *pass->request + ls_request_packed_bytes(request));
    *pass->request = ls_request_pack(request, pass->request + 1);
    pass_run_in(pass, latency_ms);
}

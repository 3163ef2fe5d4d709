#include "support_session.h"

#include <stdio.h>

#include "check.h"
#include "kube/wait.h"

static const int64_t wall_start_ms = 1767225600000;

const struct ls_resource session_configmaps = {.group = "",
                                               .version = "v1",
                                               .kind = "ConfigMap",
                                               .plural = "configmaps",
                                               .can = 0xFF,
                                               .is_namespaced = true};

static struct ls_memory_wire *session_connect(struct session *session)
{
    struct ls_service service = ls_sandbox_service(session->sandbox);
    return ls_memory_wire_new(session->world, &service);
}

void session_init(struct session *session, uint64_t seed, const struct ls_sim_wire_options *wire)
{
    *session = (struct session){.world = ls_world_new_virtual(seed, wall_start_ms)};
    session->sandbox =
        ls_sandbox_new(session->world, &(struct ls_sandbox_options){.has_no_workloads = true});
    session->trace = ls_sim_trace_new();
    session->wire = ls_sim_wire_new(session->world->loop, session->trace, wire);
    session->observer_memory = session_connect(session);
    session->observer =
        ls_client_new(session->world, ls_memory_wire_interface(session->observer_memory), NULL);
    session_start(session);
}

void session_start(struct session *session)
{
    CHECK(session->client == NULL);
    session->memory = session_connect(session);
    ls_sim_wire_open(session->wire, ls_memory_wire_interface(session->memory), ++session->process);
    session->client = ls_client_new(session->world, ls_sim_wire_interface(session->wire), NULL);
}

void session_kill(struct session *session)
{
    ls_client_free(session->client);
    ls_sim_wire_close(session->wire);
    ls_memory_wire_free(session->memory);
    session->client = NULL;
    session->memory = NULL;
}

void session_release(struct session *session)
{
    session_kill(session);
    ls_sim_wire_free(session->wire);
    ls_sim_trace_free(session->trace);
    ls_client_free(session->observer);
    ls_memory_wire_free(session->observer_memory);
    ls_sandbox_free(session->sandbox);
    ls_world_free(session->world);
}

static void time_is_up(void *self)
{
    *(bool *)self = true;
}

void session_pass_ms(struct session *session, int64_t ms)
{
    struct ls_timer end = {0};
    bool is_over = false;
    ls_timer_start(session->world->loop, &end, ms, time_is_up, &is_over);
    while (!is_over)
        CHECK(ls_loop_step(session->world->loop, ms));
}

struct ls_sim_fault session_fault(const char *text)
{
    struct ls_sim_fault fault = {0};
    struct ls_err err = {0};
    CHECK_OK(ls_sim_fault_parse(ls_slice_of(text), &fault, &err), err);
    return fault;
}

/* ---- the observer ---- */

static void configmap_print(struct ls_buf *out, const char *name)
{
    ls_buf_printf(
        out, "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"%s\"}}", name);
}

void session_create(struct session *session, const char *name)
{
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    configmap_print(&body, name);
    struct ls_call_spec spec = {.verb = LS_VERB_CREATE,
                                .place = {&session_configmaps, "default", NULL, NULL},
                                .body_text = ls_buf_slice(&body)};
    CHECK_OK(ls_call_wait(session->observer, &spec, NULL, &err), err);
}

void session_delete(struct session *session, const char *name)
{
    struct ls_err err = {0};
    struct ls_call_spec spec = {.verb = LS_VERB_DELETE,
                                .place = {&session_configmaps, "default", name, NULL}};
    CHECK_OK(ls_call_wait(session->observer, &spec, NULL, &err), err);
}

bool session_has(struct session *session, const char *name)
{
    struct ls_err err = {0};
    struct ls_call_spec spec = {.verb = LS_VERB_GET,
                                .place = {&session_configmaps, "default", name, NULL}};
    return ls_call_wait(session->observer, &spec, NULL, &err) == LS_OK;
}

/* ---- calls ---- */

static void call_done(void *self, const struct ls_answer *answer)
{
    struct session_call *call = self;
    call->is_done = true;
    call->code = answer->code;
    call->http_status = answer->http_status;
    call->done_ms = ls_clock_mono_ms(call->session->world->clock);
    snprintf(call->text, sizeof call->text, "%s", answer->code ? answer->err->text : "");
}

void session_apply_start(struct session *session, struct session_call *call, const char *name)
{
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    configmap_print(&body, name);
    *call = (struct session_call){.session = session};
    struct ls_call_spec spec = {.verb = LS_VERB_APPLY,
                                .place = {&session_configmaps, "default", name, NULL},
                                .body_text = ls_buf_slice(&body)};
    ls_api_call_start(session->client, &call->call, &spec, call_done, call);
}

void session_apply(struct session *session, struct session_call *call, const char *name)
{
    session_apply_start(session, call, name);
    for (int i = 0; i < 120 && !ls_sim_wire_is_crashed(session->wire); i++)
        session_pass_ms(session, 1000);
    ls_api_call_cancel(&call->call);
}

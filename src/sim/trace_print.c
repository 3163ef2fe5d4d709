/* The steps of a trace as lines for people. */
#include "base/buf.h"
#include "sim/trace.h"
#include "value/json.h"

/* ---- what the bytes of a step say ---- */

static void status_print(struct ls_buf *out, struct ls_node status)
{
    ls_buf_printf(out, " %s: %s", ls_node_text(ls_node_at(status, "reason")),
                  ls_node_text(ls_node_at(status, "message")));
}

/* Names and versions only: an object may hold secrets. */
static void object_print(struct ls_buf *out, struct ls_node object)
{
    struct ls_node space = ls_node_at(object, "metadata.namespace");
    struct ls_node version = ls_node_at(object, "metadata.resourceVersion");
    ls_buf_printf(out, " %s %s%s%s", ls_node_text(ls_node_at(object, "kind")), ls_node_text(space),
                  ls_node_is_absent(space) ? "" : "/",
                  ls_node_text(ls_node_at(object, "metadata.name")));
    if (!ls_node_is_absent(version))
        ls_buf_printf(out, " at %s", ls_node_text(version));
}

static void document_print(struct ls_buf *out, struct ls_slice bytes)
{
    const struct ls_obj *document LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err;
    if (bytes.len == 0 || ls_json_parse(bytes, NULL, &document, &err))
        return;
    struct ls_node root = ls_obj_root(document);
    struct ls_node object = ls_node_at(root, "object"); /* of an event */
    if (ls_node_is_absent(object))
        object = root;
    else
        ls_buf_printf(out, " %s", ls_node_text(ls_node_at(root, "type")));
    if (ls_node_string_is(ls_node_at(object, "status"), "Failure"))
        status_print(out, object);
    else if (!ls_node_is_absent(ls_node_at(object, "kind")))
        object_print(out, object);
}

/* ---- lines ---- */

static void request_print(struct ls_buf *out, const struct ls_sim_request *request)
{
    ls_buf_printf(out, " %s %s%s%s", request->method, request->path, request->query[0] ? "?" : "",
                  request->query);
    if (request->fault.kind == LS_SIM_FAULT_NONE)
        return;
    ls_buf_add_text(out, " [");
    ls_sim_fault_print(out, &request->fault);
    ls_buf_add_char(out, ']');
}

static void outcome_print(struct ls_buf *out, const struct ls_sim_step *step)
{
    if (step->code)
        ls_buf_printf(out, " %s: %s", ls_delivery_name(step->delivery), ls_code_name(step->code));
    else
        ls_buf_add_text(out, " complete");
}

void ls_sim_step_print(struct ls_buf *out, const struct ls_sim_request *request,
                       const struct ls_sim_step *step, struct ls_slice bytes)
{
    ls_buf_printf(out, "%10.3f s  process %u  #%zu %-8s", (double)step->at_ms / 1000,
                  request->process, step->request + 1, ls_sim_step_name(step->kind));
    switch (step->kind) {
    case LS_SIM_STEP_SENT:
    case LS_SIM_STEP_CRASHED:
        request_print(out, request);
        break;
    case LS_SIM_STEP_ANSWERED:
    case LS_SIM_STEP_HEARD:
        ls_buf_printf(out, " %d", step->status);
        document_print(out, bytes);
        break;
    case LS_SIM_STEP_ENDED:
        outcome_print(out, step);
        break;
    default:
        document_print(out, bytes);
        ls_buf_printf(out, " (%zu bytes)", step->bytes);
    }
    if (step->fault != LS_SIM_FAULT_NONE)
        ls_buf_printf(out, " [%s]", ls_sim_fault_word(step->fault));
    ls_buf_add_char(out, '\n');
}

void ls_sim_trace_print(struct ls_buf *out, const struct ls_sim_trace *trace)
{
    for (size_t i = 0; i < ls_sim_trace_step_count(trace); i++) {
        const struct ls_sim_step *step = ls_sim_trace_step(trace, i);
        ls_sim_step_print(out, ls_sim_trace_request(trace, step->request), step,
                          (struct ls_slice){0});
    }
}

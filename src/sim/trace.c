#include "sim/trace.h"

#include <string.h>

#include "base/buf.h"
#include "base/map.h"
#include "base/vec.h"

struct trace_observer {
    ls_sim_step_fn fn;
    void *self;
};

struct ls_sim_trace {
    LS_VEC(struct ls_sim_request) requests;
    LS_VEC(struct ls_sim_step) steps;
    LS_VEC(struct trace_observer) observers;
    uint64_t hash;
};

static const char *const step_names[LS_SIM_STEP_KIND_COUNT] = {
    [LS_SIM_STEP_SENT] = "sent",     [LS_SIM_STEP_ANSWERED] = "answered",
    [LS_SIM_STEP_HEARD] = "heard",   [LS_SIM_STEP_DATA] = "data",
    [LS_SIM_STEP_EVENT] = "event",   [LS_SIM_STEP_ENDED] = "ended",
    [LS_SIM_STEP_CRASHED] = "crash",
};

const char *ls_sim_step_name(enum ls_sim_step_kind kind)
{
    LS_ASSERT((size_t)kind < LS_COUNT(step_names));
    return step_names[kind];
}

struct ls_sim_trace *ls_sim_trace_new(void)
{
    return LS_NEW(struct ls_sim_trace);
}

void ls_sim_trace_free(struct ls_sim_trace *trace)
{
    if (!trace)
        return;
    for (size_t i = 0; i < trace->requests.count; i++) {
        ls_free(trace->requests.at[i].method);
        ls_free(trace->requests.at[i].path);
        ls_free(trace->requests.at[i].query);
    }
    ls_vec_release(&trace->requests);
    ls_vec_release(&trace->steps);
    ls_vec_release(&trace->observers);
    ls_free(trace);
}

void ls_sim_trace_observe(struct ls_sim_trace *trace, ls_sim_step_fn fn, void *self)
{
    ls_vec_push(&trace->observers, (struct trace_observer){fn, self});
}

/* ---- recording ---- */

/* Reviews are questions that are sent as POST. */
static bool is_question(const struct ls_sim_request *request)
{
    return strcmp(request->method, "GET") == 0 || strstr(request->query, "dryRun=All") ||
           strstr(request->path, "/authorization.k8s.io/") ||
           strstr(request->path, "/authentication.k8s.io/");
}

size_t ls_sim_trace_add(struct ls_sim_trace *trace, const struct ls_request *request,
                        unsigned process, int64_t now_ms)
{
    struct ls_slice query;
    struct ls_slice path = ls_slice_cut(request->target, '?', &query);
    struct ls_sim_request added = {
        .method = ls_strdup(request->method),
        .path = ls_strndup(path.at, path.len),
        .query = ls_strndup(query.at ? query.at : "", query.len),
        .sent_ms = now_ms,
        .heard_ms = -1,
        .process = process,
    };
    added.is_write = !is_question(&added);
    added.is_watch = strstr(added.query, "watch=") != NULL;
    added.is_resume = added.is_watch && strstr(added.query, "resourceVersion=") &&
                      !strstr(added.query, "sendInitialEvents=true");
    ls_vec_push(&trace->requests, added);
    return trace->requests.count - 1;
}

void ls_sim_trace_strike(struct ls_sim_trace *trace, size_t request, struct ls_sim_fault fault)
{
    LS_ASSERT(request < trace->requests.count);
    trace->requests.at[request].fault = fault;
}

static void hash_add(struct ls_sim_trace *trace, const void *bytes, size_t len)
{
    trace->hash = ls_hash_bytes(trace->hash, bytes, len);
}

/* Numbers one by one: a struct has bytes between its members. */
static void step_hash(struct ls_sim_trace *trace, const struct ls_sim_request *request,
                      const struct ls_sim_step *step, struct ls_slice bytes)
{
    int64_t numbers[] = {
        step->kind,       (int64_t)step->request, step->at_ms,          step->status,
        step->code,       step->delivery,         (int64_t)step->bytes, step->fault,
        request->process, request->is_write,      request->is_watch,
    };
    hash_add(trace, numbers, sizeof numbers);
    hash_add(trace, bytes.at, bytes.len);
    if (step->kind != LS_SIM_STEP_SENT)
        return;
    hash_add(trace, request->method, strlen(request->method));
    hash_add(trace, request->path, strlen(request->path));
    hash_add(trace, request->query, strlen(request->query));
}

static void step_apply(struct ls_sim_request *request, const struct ls_sim_step *step)
{
    if (step->kind == LS_SIM_STEP_ANSWERED)
        request->server_status = step->status;
    if (step->kind != LS_SIM_STEP_HEARD)
        return;
    request->heard_status = step->status;
    request->heard_ms = step->at_ms;
}

void ls_sim_trace_step_add(struct ls_sim_trace *trace, const struct ls_sim_step *step,
                           struct ls_slice bytes)
{
    LS_ASSERT(step->request < trace->requests.count);
    LS_ASSERT(trace->steps.count == 0 || step->at_ms >= ls_vec_last(&trace->steps)->at_ms);
    struct ls_sim_request *request = &trace->requests.at[step->request];
    step_apply(request, step);
    step_hash(trace, request, step, bytes);
    ls_vec_push(&trace->steps, *step);
    for (size_t i = 0; i < trace->observers.count; i++)
        trace->observers.at[i].fn(trace->observers.at[i].self, request, step, bytes);
}

/* ---- reading ---- */

uint64_t ls_sim_trace_hash(const struct ls_sim_trace *trace)
{
    return trace->hash;
}

size_t ls_sim_trace_request_count(const struct ls_sim_trace *trace)
{
    return trace->requests.count;
}

const struct ls_sim_request *ls_sim_trace_request(const struct ls_sim_trace *trace, size_t at)
{
    LS_ASSERT(at < trace->requests.count);
    return &trace->requests.at[at];
}

size_t ls_sim_trace_step_count(const struct ls_sim_trace *trace)
{
    return trace->steps.count;
}

const struct ls_sim_step *ls_sim_trace_step(const struct ls_sim_trace *trace, size_t at)
{
    LS_ASSERT(at < trace->steps.count);
    return &trace->steps.at[at];
}

size_t ls_sim_trace_count(const struct ls_sim_trace *trace, size_t from, const char *method,
                          const char *path_part)
{
    size_t count = 0;
    for (size_t i = from; i < trace->requests.count; i++) {
        const struct ls_sim_request *request = &trace->requests.at[i];
        count += (!method || strcmp(request->method, method) == 0) &&
                 (!path_part || strstr(request->path, path_part));
    }
    return count;
}

size_t ls_sim_trace_writes(const struct ls_sim_trace *trace, size_t from)
{
    size_t count = 0;
    for (size_t i = from; i < trace->requests.count; i++)
        count += trace->requests.at[i].is_write;
    return count;
}

static bool is_created_again(const struct ls_sim_trace *trace, size_t at)
{
    for (size_t i = at + 1; i < trace->requests.count; i++) {
        const struct ls_sim_request *request = &trace->requests.at[i];
        if (!request->is_write || strcmp(request->path, trace->requests.at[at].path) != 0)
            continue;
        if (strcmp(request->method, "DELETE") == 0)
            return false;
        if (request->server_status == 201)
            return true;
    }
    return false;
}

size_t ls_sim_trace_doubles(const struct ls_sim_trace *trace, size_t from, const char **path)
{
    size_t count = 0;
    for (size_t i = from; i < trace->requests.count; i++) {
        const struct ls_sim_request *request = &trace->requests.at[i];
        if (request->server_status != 201 || !request->is_write || !is_created_again(trace, i))
            continue;
        if (count++ == 0)
            *path = request->path;
    }
    return count;
}

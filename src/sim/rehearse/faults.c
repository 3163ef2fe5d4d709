#include "sim/rehearse/faults.h"

#include "sim/rehearse/limits.h"
#include "sim/rehearse/rehearsing.h"
#include "sim/state.h"
#include "value/edit.h"
#include "value/json.h"

#define READY_AFTER "sandbox.lockstep.dev/ready-after"
#define SLOW_POD    "1m"

/* What is tried at each write. */
static const enum ls_sim_fault_kind at_writes[] = {
    LS_SIM_FAULT_CRASH_BEFORE,
    LS_SIM_FAULT_CRASH_AFTER,
    LS_SIM_FAULT_CRASH_HEARD,
    LS_SIM_FAULT_LOST,
};

/* One of all tries, by number: first those at the writes of the rollout, then at those of the
 * teardown, then slow replies, then slow pods. */
struct fault_try {
    enum ls_goal goal;
    struct ls_sim_fault fault; /* kind NONE: slow pods */
    size_t write;              /* from 0; of those at writes */
    bool is_at_write;
};

/* How the undisturbed runs ended. */
struct faults {
    const struct ls_rehearse_options *options;
    struct ls_rehearsal *out;
    size_t rollout_writes;
    size_t teardown_writes;
    struct ls_buf rolled_out; /* states of the cluster */
    struct ls_buf taken_down;
};

static void faults_release(struct faults *faults)
{
    ls_buf_release(&faults->rolled_out);
    ls_buf_release(&faults->taken_down);
}

/* ---- runs ---- */

/* A teardown whose last write was carried out before the crash finds nothing more to do. */
static bool is_gone(const struct ls_rehearsing *rehearsing, enum ls_goal goal, size_t tries)
{
    return goal == LS_GOAL_TEARDOWN && tries > 0 && rehearsing->command.err.code == LS_E_NOT_FOUND;
}

/* The same command, started again after each crash; false: it does not come through. */
static bool command_finish(struct ls_rehearsing *rehearsing, enum ls_goal goal,
                           struct ls_rehearsal_part *part)
{
    for (size_t i = 0; i < LS_REHEARSE_RESTARTS_MAX; i++) {
        struct ls_problems problems LS_AUTO(ls_problems_release) = {0};
        ls_rehearsal_part_release(part);
        enum ls_sim_end end = ls_rehearsing_run(rehearsing, goal, part, &problems);
        bool is_done = part->timeline.end == LS_RUN_DONE || is_gone(rehearsing, goal, i);
        if (end == LS_SIM_DONE && is_done)
            return true;
        if (end != LS_SIM_CRASHED)
            return false;
        ls_sim_wire_clear(ls_sim_wire(rehearsing->sim));
    }
    return false;
}

static void state_take(struct ls_rehearsing *rehearsing, struct ls_buf *out)
{
    ls_sim_pass_ms(rehearsing->sim, LS_REHEARSE_SETTLE_MS);
    ls_sim_state_print(ls_sim_sandbox(rehearsing->sim), out);
}

/* ---- slow pods ---- */

static bool is_workload(struct ls_node object)
{
    static const char *const kinds[] = {"Deployment", "StatefulSet", "DaemonSet", "ReplicaSet",
                                        "Job"};
    return ls_slice_is_any(ls_node_string(ls_node_at(object, "kind")), kinds, LS_COUNT(kinds)) &&
           ls_node_is_map(ls_node_at(object, "spec.template"));
}

static void pod_slow(struct ls_rehearsing *rehearsing, struct ls_manifest *manifest)
{
    struct ls_path_step steps[] = {{.key = LS_SLICE("spec")},
                                   {.key = LS_SLICE("template")},
                                   {.key = LS_SLICE("metadata")},
                                   {.key = LS_SLICE("annotations")},
                                   {.key = LS_SLICE(READY_AFTER)}};
    const struct ls_obj *value LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_obj *slow = NULL;
    if (!is_workload(manifest->object) ||
        ls_json_parse(LS_SLICE("\"" SLOW_POD "\""), NULL, &value, NULL))
        return;
    struct ls_edit edit = {{steps, LS_COUNT(steps)}, ls_obj_root(value)};
    if (ls_edit_apply(manifest->object, &edit, 1, &slow, NULL))
        return;
    ls_vec_push(&rehearsing->edited, slow);
    manifest->document = slow;
    manifest->object = ls_obj_root(slow);
}

static void pods_slow(struct ls_rehearsing *rehearsing)
{
    for (size_t i = 0; i < rehearsing->manifests.list.count; i++)
        pod_slow(rehearsing, &rehearsing->manifests.list.at[i]);
}

/* ---- one try ---- */

static void try_name(const struct faults *faults, const struct fault_try *one, struct ls_buf *out)
{
    const struct ls_rehearsal_part *part =
        one->goal == LS_GOAL_ROLLOUT ? &faults->out->rollout : &faults->out->teardown;
    size_t write = 0;
    ls_buf_add_text(out, one->goal == LS_GOAL_ROLLOUT ? "rollout, " : "teardown, ");
    if (one->fault.kind == LS_SIM_FAULT_NONE) {
        ls_buf_add_text(out, "every pod takes " SLOW_POD " to become ready");
        return;
    }
    ls_sim_fault_print(out, &one->fault);
    for (size_t i = 0; one->is_at_write && i < part->requests.list.count; i++) {
        const struct ls_rehearsal_request *request = &part->requests.list.at[i];
        if (ls_request_verb_is_write(request->verb) && write++ == one->write)
            ls_buf_printf(out, " (%s %s)", request->method, request->target);
    }
}

static void try_fail(const struct faults *faults, const struct fault_try *one, const char *how)
{
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    try_name(faults, one, &name);
    ls_rehearse_findings_add(&faults->out->findings,
                             &(struct ls_rehearse_finding_spec){.kind = LS_REHEARSE_FINDING_FAULT},
                             "%s: %s", ls_buf_text(&name), how);
}

/* What is different from the run without a fault; false: nothing. */
static bool difference_print(struct ls_rehearsing *rehearsing, const struct ls_buf *expected,
                             struct ls_buf *out)
{
    struct ls_buf state LS_AUTO(ls_buf_release) = {0};
    const char *path = NULL;
    if (ls_sim_trace_doubles(ls_sim_trace(rehearsing->sim), 0, &path) > 0) {
        ls_buf_printf(out, "%s was created twice", path);
        return true;
    }
    state_take(rehearsing, &state);
    struct ls_buf lines LS_AUTO(ls_buf_release) = {0};
    size_t count = ls_sim_state_diff(ls_buf_slice(&state), ls_buf_slice(expected), &lines);
    struct ls_slice rest;
    struct ls_slice first = ls_slice_cut(ls_buf_slice(&lines), '\n', &rest);
    if (first.len > LS_REHEARSE_DIFF_BYTES_MAX)
        first.len = LS_REHEARSE_DIFF_BYTES_MAX;
    if (count > 0)
        ls_buf_printf(out, "the cluster ends in another state, %zu line%s differ: %.*s", count,
                      count == 1 ? "" : "s", LS_ARG(first));
    return count > 0;
}

static enum ls_code try_run(const struct faults *faults, const struct fault_try *one,
                            struct ls_err *err)
{
    struct ls_rehearsal scratch LS_AUTO(ls_rehearsal_release) = {0};
    struct ls_rehearsing rehearsing LS_AUTO(ls_rehearsing_release) = {0};
    struct ls_buf how LS_AUTO(ls_buf_release) = {0};
    bool is_slow_pods = one->fault.kind == LS_SIM_FAULT_NONE;
    bool is_rollout = one->goal == LS_GOAL_ROLLOUT;
    struct ls_rehearsal_part *part = &scratch.rollout;
    if (ls_rehearsing_open(&rehearsing, faults->options, &scratch, err))
        return err->code;
    if (is_slow_pods)
        pods_slow(&rehearsing);
    if (!is_rollout && !command_finish(&rehearsing, LS_GOAL_ROLLOUT, part))
        return LS_OK; /* a fault of the rollout, found there */
    if (!is_slow_pods)
        ls_sim_wire_add(ls_sim_wire(rehearsing.sim), one->fault);
    if (!command_finish(&rehearsing, one->goal, part)) {
        ls_buf_printf(&how, "it does not come through: %s",
                      part->timeline.is_stuck ? "the run does not end" : part->timeline.error);
        try_fail(faults, one, ls_buf_text(&how));
    } else if (!is_slow_pods &&
               difference_print(&rehearsing, is_rollout ? &faults->rolled_out : &faults->taken_down,
                                &how)) {
        try_fail(faults, one, ls_buf_text(&how));
    }
    return LS_OK;
}

/* ---- all of them ---- */

static size_t try_count(const struct faults *faults)
{
    return (faults->rollout_writes + faults->teardown_writes) * LS_COUNT(at_writes) + 2;
}

static struct fault_try try_at(const struct faults *faults, size_t number)
{
    size_t write = number / LS_COUNT(at_writes);
    size_t writes = faults->rollout_writes + faults->teardown_writes;
    struct fault_try one = {.goal = LS_GOAL_ROLLOUT};
    if (write < writes) {
        bool is_rollout = write < faults->rollout_writes;
        one.goal = is_rollout ? LS_GOAL_ROLLOUT : LS_GOAL_TEARDOWN;
        one.write = is_rollout ? write : write - faults->rollout_writes;
        one.is_at_write = true;
        one.fault = ls_sim_fault_filled(
            (struct ls_sim_fault){.kind = at_writes[number % LS_COUNT(at_writes)],
                                  .place = LS_SIM_PLACE_WRITE,
                                  .nth = one.write + 1});
    } else if (number == writes * LS_COUNT(at_writes)) {
        one.fault = ls_sim_fault_filled((struct ls_sim_fault){.kind = LS_SIM_FAULT_SLOW,
                                                              .place = LS_SIM_PLACE_REQUEST,
                                                              .nth = 1,
                                                              .times = LS_SIM_FAULT_TIMES_ALL,
                                                              .value = LS_REHEARSE_SLOW_MS});
    }
    return one;
}

/* The runs without faults, with which all others are compared. */
static enum ls_code clean_run(struct faults *faults, struct ls_err *err)
{
    struct ls_rehearsal scratch LS_AUTO(ls_rehearsal_release) = {0};
    struct ls_rehearsing rehearsing LS_AUTO(ls_rehearsing_release) = {0};
    if (ls_rehearsing_open(&rehearsing, faults->options, &scratch, err))
        return err->code;
    if (!command_finish(&rehearsing, LS_GOAL_ROLLOUT, &scratch.rollout))
        return LS_OK;
    faults->rollout_writes = ls_rehearsal_requests_writes(&scratch.rollout.requests);
    state_take(&rehearsing, &faults->rolled_out);
    if (!command_finish(&rehearsing, LS_GOAL_TEARDOWN, &scratch.teardown))
        return LS_OK;
    faults->teardown_writes = ls_rehearsal_requests_writes(&scratch.teardown.requests);
    state_take(&rehearsing, &faults->taken_down);
    return LS_OK;
}

size_t ls_rehearse_faults_tries(size_t object_count)
{
    size_t tries = LS_REHEARSE_FAULT_OBJECTS / LS_MAX(object_count, (size_t)1);
    return LS_MAX(LS_MIN(tries, (size_t)LS_REHEARSE_TRIES_DEFAULT_MAX),
                  (size_t)LS_REHEARSE_TRIES_DEFAULT_MIN);
}

enum ls_code ls_rehearse_faults_try(struct ls_rehearsal *rehearsal,
                                    const struct ls_rehearse_options *options, size_t tries_max,
                                    struct ls_err *err)
{
    struct faults faults LS_AUTO(faults_release) = {.options = options, .out = rehearsal};
    LS_ASSERT(tries_max > 0);
    if (clean_run(&faults, err))
        return err->code;
    size_t possible = try_count(&faults);
    size_t tries = LS_MIN(possible, tries_max);
    for (size_t i = 0; i < tries; i++) {
        size_t found = rehearsal->findings.count;
        /* From the last, so that slow replies and slow pods are always among them. */
        struct fault_try one = try_at(&faults, possible - 1 - i * possible / tries);
        if (try_run(&faults, &one, err))
            return err->code;
        rehearsal->faults.survived += rehearsal->findings.count == found;
        rehearsal->faults.tries++;
    }
    rehearsal->faults.possible = possible;
    return LS_OK;
}

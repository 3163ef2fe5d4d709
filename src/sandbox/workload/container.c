#include "sandbox/workload/container.h"

#include <string.h>

#include "base/machine.h"
#include "base/map.h"
#include "sandbox/workload/limits.h"

int64_t ls_backoff_doubled_ms(int64_t backoff_ms, int64_t first_ms, int64_t max_ms)
{
    LS_ASSERT(first_ms > 0);
    LS_ASSERT(backoff_ms <= max_ms);
    return backoff_ms ? LS_MIN(backoff_ms * 2, max_ms) : first_ms;
}

static bool pass_is_due(const struct ls_container_pass *pass)
{
    return pass->run->due_ms && pass->run->due_ms <= pass->now_ms;
}

/* The time at which the present state ended, even when this pass comes later. */
static int64_t pass_moment_ms(const struct ls_container_pass *pass)
{
    return pass->run->due_ms ? pass->run->due_ms : pass->now_ms;
}

static unsigned pass_enter(struct ls_container_pass *pass, unsigned state, int64_t at_ms,
                           int64_t lasts_ms)
{
    LS_ASSERT(state < LS_CONTAINER_STATE_COUNT);
    pass->run->since_ms = at_ms;
    pass->run->due_ms = lasts_ms < 0 ? 0 : at_ms + lasts_ms;
    return state;
}

static void pass_record(struct ls_container_pass *pass, const char *reason, const char *text)
{
    ls_decide_event(pass->decision, reason, "%s", text)->field_path = pass->field_path;
}

static void pass_warn(struct ls_container_pass *pass, const char *reason, const char *text)
{
    ls_decide_warning(pass->decision, reason, "%s", text)->field_path = pass->field_path;
}

static unsigned pass_pull(struct ls_container_pass *pass, int64_t at_ms)
{
    struct ls_arena *arena = pass->decision->arena;
    pass_record(pass, "Pulling", ls_arena_printf(arena, "Pulling image \"%s\"", pass->image));
    return pass_enter(pass, LS_CONTAINER_PULLING, at_ms, LS_IMAGE_PULL_MS);
}

static unsigned container_wait(void *context)
{
    struct ls_container_pass *pass = context;
    return pass->may_start ? pass_pull(pass, pass->now_ms) : LS_CONTAINER_WAITING;
}

static unsigned pass_fail_pull(struct ls_container_pass *pass)
{
    struct ls_arena *arena = pass->decision->arena;
    pass_warn(pass, "Failed",
              ls_arena_printf(arena,
                              "Failed to pull image \"%s\": rpc error: code = NotFound desc = "
                              "failed to pull and unpack image \"%s\": not found",
                              pass->image, pass->image));
    pass_warn(pass, "Failed", "Error: ErrImagePull");
    return pass_enter(pass, LS_CONTAINER_PULL_FAILED, pass_moment_ms(pass), LS_IMAGE_PULL_MS);
}

static unsigned container_pull(void *context)
{
    struct ls_container_pass *pass = context;
    if (!pass_is_due(pass))
        return LS_CONTAINER_PULLING;
    if (pass->behavior.never_pulls)
        return pass_fail_pull(pass);
    pass_record(
        pass, "Pulled",
        ls_arena_printf(pass->decision->arena,
                        "Successfully pulled image \"%s\" in %dms (%dms including waiting). "
                        "Image size: 10485760 bytes.",
                        pass->image, LS_IMAGE_PULL_MS, LS_IMAGE_PULL_MS));
    return pass_enter(pass, LS_CONTAINER_STARTING, pass_moment_ms(pass), LS_CONTAINER_START_MS);
}

static unsigned container_back_off_pull(void *context)
{
    struct ls_container_pass *pass = context;
    struct ls_container_run *run = pass->run;
    if (!pass_is_due(pass))
        return LS_CONTAINER_PULL_FAILED;
    pass_record(
        pass, "BackOff",
        ls_arena_printf(pass->decision->arena, "Back-off pulling image \"%s\"", pass->image));
    pass_warn(pass, "Failed", "Error: ImagePullBackOff");
    run->pull_backoff_ms =
        ls_backoff_doubled_ms(run->pull_backoff_ms, LS_PULL_BACKOFF_MS, LS_PULL_BACKOFF_MS_MAX);
    return pass_enter(pass, LS_CONTAINER_PULL_BACKOFF, pass_moment_ms(pass), run->pull_backoff_ms);
}

static unsigned container_pull_again(void *context)
{
    struct ls_container_pass *pass = context;
    if (!pass_is_due(pass))
        return LS_CONTAINER_PULL_BACKOFF;
    return pass_pull(pass, pass_moment_ms(pass));
}

static unsigned pass_misconfigure(struct ls_container_pass *pass)
{
    struct ls_container_run *run = pass->run;
    run->config_backoff_ms = ls_backoff_doubled_ms(run->config_backoff_ms, LS_CONFIG_BACKOFF_MS,
                                                   LS_CONFIG_BACKOFF_MS_MAX);
    pass_warn(pass, "Failed", ls_arena_printf(pass->decision->arena, "Error: %s", pass->error));
    return pass_enter(pass, LS_CONTAINER_MISCONFIGURED, pass->now_ms, run->config_backoff_ms);
}

static unsigned container_configure_again(void *context)
{
    struct ls_container_pass *pass = context;
    if (!pass_is_due(pass))
        return LS_CONTAINER_MISCONFIGURED;
    return pass_enter(pass, LS_CONTAINER_STARTING, pass->now_ms, LS_CONTAINER_START_MS);
}

static unsigned container_start(void *context)
{
    struct ls_container_pass *pass = context;
    if (!pass_is_due(pass))
        return LS_CONTAINER_STARTING;
    if (pass->error)
        return pass_misconfigure(pass);
    pass_record(pass, "Created", "Container created");
    pass_record(pass, "Started", "Container started");
    pass->run->started_ms = pass_moment_ms(pass);
    pass->run->pull_backoff_ms = 0;
    pass->run->config_backoff_ms = 0;
    return pass_enter(pass, LS_CONTAINER_RUNNING, pass_moment_ms(pass),
                      pass->behavior.ends ? pass->behavior.ends_after_ms : -1);
}

static bool pass_restarts(const struct ls_container_pass *pass)
{
    if (pass->restart == LS_RESTART_ALWAYS)
        return true;
    return pass->restart == LS_RESTART_ON_FAILURE && pass->run->end.exit_code != 0;
}

/* The first restart is immediate; later ones wait, unless the run before was long. */
static unsigned pass_end(struct ls_container_pass *pass)
{
    struct ls_container_run *run = pass->run;
    int64_t at_ms = pass_moment_ms(pass);
    run->end = (struct ls_container_end){run->started_ms, at_ms, pass->behavior.exit_code};
    run->is_ready = false;
    if (!pass_restarts(pass))
        return pass_enter(pass, LS_CONTAINER_ENDED, at_ms, -1);
    if (at_ms - run->started_ms >= LS_CRASH_FORGET_MS)
        run->crash_backoff_ms = 0;
    return pass_enter(pass, LS_CONTAINER_ENDED, at_ms, LS_CONTAINER_START_MS);
}

static unsigned container_run(void *context)
{
    struct ls_container_pass *pass = context;
    struct ls_container_run *run = pass->run;
    int64_t ready_at_ms = run->started_ms + pass->behavior.ready_after_ms;
    if (!pass->behavior.never_ready && ready_at_ms <= pass->now_ms)
        run->is_ready = true;
    if (pass_is_due(pass))
        return pass_end(pass);
    if (!run->is_ready && !pass->behavior.never_ready)
        ls_decide_wake(pass->decision, ready_at_ms);
    return LS_CONTAINER_RUNNING;
}

static unsigned pass_restart(struct ls_container_pass *pass)
{
    struct ls_container_run *run = pass->run;
    run->last = run->end;
    run->has_last = true;
    run->restart_count++;
    return pass_pull(pass, pass_moment_ms(pass));
}

static unsigned container_end(void *context)
{
    struct ls_container_pass *pass = context;
    struct ls_container_run *run = pass->run;
    if (!pass_is_due(pass))
        return LS_CONTAINER_ENDED;
    if (!run->crash_backoff_ms) {
        run->crash_backoff_ms = LS_CRASH_BACKOFF_MS;
        return pass_restart(pass);
    }
    pass_warn(pass, "BackOff",
              ls_arena_printf(pass->decision->arena,
                              "Back-off restarting failed container %s in pod %s", pass->name,
                              pass->pod));
    int64_t wait_ms = run->crash_backoff_ms;
    run->crash_backoff_ms = LS_MIN(wait_ms * 2, LS_CRASH_BACKOFF_MS_MAX);
    return pass_enter(pass, LS_CONTAINER_CRASH_BACKOFF, pass_moment_ms(pass), wait_ms);
}

static unsigned container_back_off(void *context)
{
    struct ls_container_pass *pass = context;
    return pass_is_due(pass) ? pass_restart(pass) : LS_CONTAINER_CRASH_BACKOFF;
}

#define TO(state) LS_BIT(LS_CONTAINER_##state)
/* clang-format off */
static const struct ls_state container_states[LS_CONTAINER_STATE_COUNT] = {
    /*                              reason              step                      may lead to */
    [LS_CONTAINER_WAITING]       = {"PodInitializing",  container_wait,           TO(PULLING), false},
    [LS_CONTAINER_PULLING]       = {"ContainerCreating", container_pull,          TO(PULL_FAILED) | TO(STARTING), false},
    [LS_CONTAINER_PULL_FAILED]   = {"ErrImagePull",     container_back_off_pull,  TO(PULL_BACKOFF), false},
    [LS_CONTAINER_PULL_BACKOFF]  = {"ImagePullBackOff", container_pull_again,     TO(PULLING), false},
    [LS_CONTAINER_STARTING]      = {"Starting",         container_start,          TO(RUNNING) | TO(MISCONFIGURED), false},
    [LS_CONTAINER_MISCONFIGURED] = {"CreateContainerConfigError", container_configure_again, TO(STARTING), false},
    [LS_CONTAINER_RUNNING]       = {"Running",          container_run,            TO(ENDED), false},
    [LS_CONTAINER_ENDED]         = {"Terminated",       container_end,            TO(PULLING) | TO(CRASH_BACKOFF), false},
    [LS_CONTAINER_CRASH_BACKOFF] = {"CrashLoopBackOff", container_back_off,       TO(PULLING), false},
};
/* clang-format on */

const struct ls_machine ls_container_machine = {
    .name = "container", .states = container_states, .state_count = LS_CONTAINER_STATE_COUNT};

/* Another image: a running container is stopped, and a back-off ends. */
static void pass_change_image(struct ls_container_pass *pass, uint64_t image)
{
    struct ls_container_run *run = pass->run;
    bool is_first = !run->image;
    run->image = image;
    if (is_first || run->state == LS_CONTAINER_WAITING || run->state == LS_CONTAINER_ENDED)
        return;
    if (run->state == LS_CONTAINER_RUNNING) {
        pass_record(pass, "Killing",
                    ls_arena_printf(pass->decision->arena,
                                    "Container %s definition changed, will be restarted",
                                    pass->name));
        run->end = (struct ls_container_end){run->started_ms, pass->now_ms, 0};
        run->last = run->end;
        run->has_last = true;
        run->restart_count++;
    }
    run->is_ready = false;
    run->pull_backoff_ms = 0;
    run->state = pass_pull(pass, pass->now_ms);
}

void ls_container_advance(struct ls_container_pass *pass)
{
    LS_ASSERT(pass->run->state < LS_CONTAINER_STATE_COUNT);
    LS_ASSERT(pass->decision);
    struct ls_container_run *run = pass->run;
    uint64_t image = ls_hash_bytes(1, pass->image, strlen(pass->image)) | 1;
    if (image != run->image)
        pass_change_image(pass, image);
    for (;;) {
        unsigned next = ls_machine_step(&ls_container_machine, run->state, pass, NULL);
        if (next == run->state)
            break;
        run->state = next;
    }
    ls_decide_wake(pass->decision, run->due_ms);
}

void ls_container_stop(struct ls_container_run *run, int exit_code, int64_t now_ms)
{
    LS_ASSERT(run->state < LS_CONTAINER_STATE_COUNT);
    if (run->state == LS_CONTAINER_RUNNING)
        run->end = (struct ls_container_end){run->started_ms, now_ms, exit_code};
    run->is_ready = false;
    run->due_ms = 0;
    if (run->started_ms)
        run->state = LS_CONTAINER_ENDED;
}

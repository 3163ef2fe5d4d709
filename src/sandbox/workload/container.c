#include "sandbox/workload/container.h"

#include <string.h>

#include "base/machine.h"
#include "base/map.h"
#include "sandbox/workload/limits.h"

static bool stage_is_due(const struct ls_container_stage *stage)
{
    return stage->run->due_ms && stage->run->due_ms <= stage->now_ms;
}

/* The time at which the present state ended, even when we look later. */
static int64_t stage_moment_ms(const struct ls_container_stage *stage)
{
    return stage->run->due_ms ? stage->run->due_ms : stage->now_ms;
}

static unsigned stage_enter(struct ls_container_stage *stage, unsigned state, int64_t at_ms,
                            int64_t lasts_ms)
{
    stage->run->since_ms = at_ms;
    stage->run->due_ms = lasts_ms < 0 ? 0 : at_ms + lasts_ms;
    return state;
}

static void stage_tell(struct ls_container_stage *stage, const char *reason, const char *text)
{
    ls_decide_event(stage->decision, reason, "%s", text)->field_path = stage->field_path;
}

static void stage_warn(struct ls_container_stage *stage, const char *reason, const char *text)
{
    ls_decide_warning(stage->decision, reason, "%s", text)->field_path = stage->field_path;
}

static unsigned stage_pull(struct ls_container_stage *stage, int64_t at_ms)
{
    struct ls_arena *arena = stage->decision->arena;
    stage_tell(stage, "Pulling", ls_arena_printf(arena, "Pulling image \"%s\"", stage->image));
    return stage_enter(stage, LS_CONTAINER_PULLING, at_ms, LS_IMAGE_PULL_MS);
}

static unsigned container_wait(void *context)
{
    struct ls_container_stage *stage = context;
    return stage->may_start ? stage_pull(stage, stage->now_ms) : LS_CONTAINER_WAITING;
}

static unsigned stage_fail_pull(struct ls_container_stage *stage)
{
    struct ls_arena *arena = stage->decision->arena;
    stage_warn(stage, "Failed",
               ls_arena_printf(arena,
                               "Failed to pull image \"%s\": rpc error: code = NotFound desc = "
                               "failed to pull and unpack image \"%s\": not found",
                               stage->image, stage->image));
    stage_warn(stage, "Failed", "Error: ErrImagePull");
    return stage_enter(stage, LS_CONTAINER_PULL_FAILED, stage_moment_ms(stage), LS_IMAGE_PULL_MS);
}

static unsigned container_pull(void *context)
{
    struct ls_container_stage *stage = context;
    if (!stage_is_due(stage))
        return LS_CONTAINER_PULLING;
    if (stage->fate.never_pulls)
        return stage_fail_pull(stage);
    stage_tell(stage, "Pulled",
               ls_arena_printf(stage->decision->arena,
                               "Successfully pulled image \"%s\" in %dms (%dms including waiting). "
                               "Image size: 10485760 bytes.",
                               stage->image, LS_IMAGE_PULL_MS, LS_IMAGE_PULL_MS));
    return stage_enter(stage, LS_CONTAINER_STARTING, stage_moment_ms(stage), LS_CONTAINER_START_MS);
}

static unsigned container_back_off_pull(void *context)
{
    struct ls_container_stage *stage = context;
    struct ls_container_run *run = stage->run;
    if (!stage_is_due(stage))
        return LS_CONTAINER_PULL_FAILED;
    stage_tell(
        stage, "BackOff",
        ls_arena_printf(stage->decision->arena, "Back-off pulling image \"%s\"", stage->image));
    stage_warn(stage, "Failed", "Error: ImagePullBackOff");
    run->pull_backoff_ms = run->pull_backoff_ms
                               ? LS_MIN(run->pull_backoff_ms * 2, LS_PULL_BACKOFF_MS_MAX)
                               : LS_PULL_BACKOFF_MS;
    return stage_enter(stage, LS_CONTAINER_PULL_BACKOFF, stage_moment_ms(stage),
                       run->pull_backoff_ms);
}

static unsigned container_pull_again(void *context)
{
    struct ls_container_stage *stage = context;
    if (!stage_is_due(stage))
        return LS_CONTAINER_PULL_BACKOFF;
    return stage_pull(stage, stage_moment_ms(stage));
}

static unsigned stage_misconfigure(struct ls_container_stage *stage)
{
    struct ls_container_run *run = stage->run;
    run->config_backoff_ms = run->config_backoff_ms
                                 ? LS_MIN(run->config_backoff_ms * 2, LS_CONFIG_BACKOFF_MS_MAX)
                                 : LS_CONFIG_BACKOFF_MS;
    stage_warn(stage, "Failed",
               ls_arena_printf(stage->decision->arena, "Error: %s", stage->trouble));
    return stage_enter(stage, LS_CONTAINER_MISCONFIGURED, stage->now_ms, run->config_backoff_ms);
}

static unsigned container_configure_again(void *context)
{
    struct ls_container_stage *stage = context;
    if (!stage_is_due(stage))
        return LS_CONTAINER_MISCONFIGURED;
    return stage_enter(stage, LS_CONTAINER_STARTING, stage->now_ms, LS_CONTAINER_START_MS);
}

static unsigned container_start(void *context)
{
    struct ls_container_stage *stage = context;
    if (!stage_is_due(stage))
        return LS_CONTAINER_STARTING;
    if (stage->trouble)
        return stage_misconfigure(stage);
    stage_tell(stage, "Created", "Container created");
    stage_tell(stage, "Started", "Container started");
    stage->run->started_ms = stage_moment_ms(stage);
    stage->run->pull_backoff_ms = 0;
    stage->run->config_backoff_ms = 0;
    return stage_enter(stage, LS_CONTAINER_RUNNING, stage_moment_ms(stage),
                       stage->fate.ends ? stage->fate.ends_after_ms : -1);
}

static bool stage_restarts(const struct ls_container_stage *stage)
{
    if (stage->restart == LS_RESTART_ALWAYS)
        return true;
    return stage->restart == LS_RESTART_ON_FAILURE && stage->run->end.exit_code != 0;
}

/* The first restart comes at once; each one after that waits, unless the run before was long. */
static unsigned stage_end(struct ls_container_stage *stage)
{
    struct ls_container_run *run = stage->run;
    int64_t at_ms = stage_moment_ms(stage);
    run->end = (struct ls_container_end){run->started_ms, at_ms, stage->fate.exit_code};
    run->is_ready = false;
    if (!stage_restarts(stage))
        return stage_enter(stage, LS_CONTAINER_ENDED, at_ms, -1);
    if (at_ms - run->started_ms >= LS_CRASH_FORGET_MS)
        run->crash_backoff_ms = 0;
    return stage_enter(stage, LS_CONTAINER_ENDED, at_ms, LS_CONTAINER_START_MS);
}

static unsigned container_run(void *context)
{
    struct ls_container_stage *stage = context;
    struct ls_container_run *run = stage->run;
    int64_t ready_at_ms = run->started_ms + stage->fate.ready_after_ms;
    if (!stage->fate.never_ready && ready_at_ms <= stage->now_ms)
        run->is_ready = true;
    if (stage_is_due(stage))
        return stage_end(stage);
    if (!run->is_ready && !stage->fate.never_ready)
        ls_decide_wake(stage->decision, ready_at_ms);
    return LS_CONTAINER_RUNNING;
}

static unsigned stage_restart(struct ls_container_stage *stage)
{
    struct ls_container_run *run = stage->run;
    run->last = run->end;
    run->has_last = true;
    run->restart_count++;
    return stage_pull(stage, stage_moment_ms(stage));
}

static unsigned container_end(void *context)
{
    struct ls_container_stage *stage = context;
    struct ls_container_run *run = stage->run;
    if (!stage_is_due(stage))
        return LS_CONTAINER_ENDED;
    if (!run->crash_backoff_ms) {
        run->crash_backoff_ms = LS_CRASH_BACKOFF_MS;
        return stage_restart(stage);
    }
    stage_warn(stage, "BackOff",
               ls_arena_printf(stage->decision->arena,
                               "Back-off restarting failed container %s in pod %s", stage->name,
                               stage->pod));
    int64_t wait_ms = run->crash_backoff_ms;
    run->crash_backoff_ms = LS_MIN(wait_ms * 2, LS_CRASH_BACKOFF_MS_MAX);
    return stage_enter(stage, LS_CONTAINER_CRASH_BACKOFF, stage_moment_ms(stage), wait_ms);
}

static unsigned container_back_off(void *context)
{
    struct ls_container_stage *stage = context;
    return stage_is_due(stage) ? stage_restart(stage) : LS_CONTAINER_CRASH_BACKOFF;
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

/* Another image: what runs is stopped, what waits need not wait any longer. */
static void stage_change_image(struct ls_container_stage *stage, uint64_t image)
{
    struct ls_container_run *run = stage->run;
    bool is_first = !run->image;
    run->image = image;
    if (is_first || run->state == LS_CONTAINER_WAITING || run->state == LS_CONTAINER_ENDED)
        return;
    if (run->state == LS_CONTAINER_RUNNING) {
        stage_tell(stage, "Killing",
                   ls_arena_printf(stage->decision->arena,
                                   "Container %s definition changed, will be restarted",
                                   stage->name));
        run->end = (struct ls_container_end){run->started_ms, stage->now_ms, 0};
        run->last = run->end;
        run->has_last = true;
        run->restart_count++;
    }
    run->is_ready = false;
    run->pull_backoff_ms = 0;
    run->state = stage_pull(stage, stage->now_ms);
}

void ls_container_play(struct ls_container_stage *stage)
{
    struct ls_container_run *run = stage->run;
    uint64_t image = ls_hash_bytes(1, stage->image, strlen(stage->image)) | 1;
    if (image != run->image)
        stage_change_image(stage, image);
    for (;;) {
        unsigned next = ls_machine_step(&ls_container_machine, run->state, stage, NULL);
        if (next == run->state)
            break;
        run->state = next;
    }
    ls_decide_wake(stage->decision, run->due_ms);
}

void ls_container_stop(struct ls_container_run *run, int exit_code, int64_t now_ms)
{
    if (run->state == LS_CONTAINER_RUNNING)
        run->end = (struct ls_container_end){run->started_ms, now_ms, exit_code};
    run->is_ready = false;
    run->due_ms = 0;
    if (run->started_ms)
        run->state = LS_CONTAINER_ENDED;
}

/*
 * A server that is restored from a backup while a run waits: it has older versions of what was
 * seen, lacks objects that were made and has objects that were gone. The run notices it, says so,
 * reads everything again after a pause and arrives at the same state.
 *
 * The restores go back so far that the server has not reached the versions that were seen when the
 * watches begin again: one that has shows nothing by which it could be noticed.
 */
#include "support_rollout.h"

#include "check.h"

enum { SEED = 17, COST_MAX = 3, MAPS = 40, OPENS_MS = 5 * 60 * 1000 };

#define GATE "/api/v1/namespaces/default/configmaps/gate"

/* The gate opens when somebody else writes to it; of a teardown a finalizer holds it. */
static void set_print(struct ls_buf *out)
{
    for (int i = 0; i < MAPS; i++)
        ls_buf_printf(out,
                      "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: map-%d}\n"
                      "data: {a: '1'}\n---\n",
                      i);
    ls_buf_add_text(out, "apiVersion: v1\n"
                         "kind: ConfigMap\n"
                         "metadata:\n"
                         "  name: gate\n"
                         "  annotations:\n"
                         "    kots.io/creation-phase: '1'\n"
                         "    kots.io/deletion-phase: '1'\n"
                         "    kots.io/wait-for-properties: '.metadata.labels.open=yes'\n"
                         "---\n"
                         "apiVersion: v1\n"
                         "kind: ConfigMap\n"
                         "metadata: {name: last, annotations: {kots.io/creation-phase: '2',\n"
                         "  kots.io/deletion-phase: '2'}}\n"
                         "data: {a: '1'}\n");
}

struct restore {
    struct rollout rollout; /* the hook of a rollout finds the rest by it */
    bool is_teardown;
    int64_t to; /* the revision to go back to */
    bool is_done;
    bool is_open;
    int64_t done_ms;
};

static void gate_open(struct restore *restore)
{
    restore->is_open = stage_has(&restore->rollout.stage, GATE);
    if (restore->is_open)
        stage_merge(&restore->rollout.stage, "configmaps", "default", "gate",
                    restore->is_teardown ? "{\"metadata\":{\"finalizers\":null}}"
                                         : "{\"metadata\":{\"labels\":{\"open\":\"yes\"}}}");
}

/* Between two steps of the run. */
static void restore_step(struct rollout *rollout)
{
    struct restore *restore = LS_HOLDER(rollout, struct restore, rollout);
    int64_t now_ms = ls_clock_mono_ms(rollout->stage.world->clock);
    bool waits = rollout->state == LS_RUN_STATE_WAITING ||
                 (rollout->state == LS_RUN_STATE_REMOVING &&
                  stage_text(&rollout->stage, GATE, "metadata.deletionTimestamp")[0]);
    if (!restore->is_done && waits) {
        restore->is_done = true;
        restore->done_ms = now_ms;
        if (restore->to > 0)
            CHECK(ls_sandbox_restore(rollout->stage.sandbox, restore->to));
    }
    if (restore->is_done && !restore->is_open && now_ms >= restore->done_ms + OPENS_MS)
        gate_open(restore);
}

static void apply(struct rollout *rollout)
{
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
    struct ls_buf set LS_AUTO(ls_buf_release) = {0};
    set_print(&set);
    manifests_text(&manifests, ls_buf_text(&set));
    CHECK(rollout_apply(rollout, &manifests));
}

/* Begins with an empty cluster, or with one in which the set stands and its gate cannot go. */
static void restore_begin(struct restore *restore)
{
    struct rollout *rollout = &restore->rollout;
    rollout_init(rollout, SEED);
    if (!restore->is_teardown)
        return;
    restore->is_teardown = false;
    rollout->meddle = restore_step;
    apply(rollout);
    rollout_check_end(rollout, LS_RUN_DONE);
    restore->is_done = restore->is_open = false;
    restore->is_teardown = true;
    stage_merge(&rollout->stage, "configmaps", "default", "gate",
                "{\"metadata\":{\"finalizers\":[\"example.com/guard\"]}}");
}

static void restore_run(struct restore *restore, struct ls_buf *dump)
{
    restore->rollout.meddle = restore_step;
    if (restore->is_teardown)
        CHECK(rollout_delete(&restore->rollout));
    else
        apply(&restore->rollout);
    rollout_check_end(&restore->rollout, LS_RUN_DONE);
    CHECK(restore->is_done);
    stage_pass_ms(&restore->rollout.stage, 60000);
    stage_dump(&restore->rollout.stage, dump);
}

static void restore_try(bool is_teardown)
{
    struct ls_buf expected LS_AUTO(ls_buf_release) = {0};
    struct restore clean = {.is_teardown = is_teardown};
    restore_begin(&clean);
    int64_t oldest = ls_sandbox_revision(clean.rollout.stage.sandbox);
    restore_run(&clean, &expected);
    size_t requests = rollout_requests(&clean.rollout);
    rollout_release(&clean.rollout);
    for (int64_t to = oldest; to < oldest + MAPS / 2; to += 4) {
        struct ls_buf dump LS_AUTO(ls_buf_release) = {0};
        struct restore restore = {.is_teardown = is_teardown};
        restore_begin(&restore);
        restore.to = to;
        restore_run(&restore, &dump);
        print_message("back to %lld: %zu requests instead of %zu\n%s", (long long)to,
                      rollout_requests(&restore.rollout), requests,
                      ls_buf_text(&restore.rollout.notes));
        CHECK_HAS(ls_buf_text(&restore.rollout.notes), "set back to an earlier state");
        CHECK(rollout_requests(&restore.rollout) <= COST_MAX * requests);
        stage_check_same(&dump, &expected);
        rollout_release(&restore.rollout);
    }
}

TEST(a_rollout_goes_on_after_a_restore_of_the_server)
{
    restore_try(false);
}

TEST(a_teardown_goes_on_after_a_restore_of_the_server)
{
    restore_try(true);
}

/* Of a command that only reads. */
TEST(a_wait_goes_on_after_a_restore_of_the_server)
{
    struct restore restore = {0};
    restore_begin(&restore);
    struct rollout *rollout = &restore.rollout;
    rollout->meddle = restore_step;
    apply(rollout);
    rollout_check_end(rollout, LS_RUN_DONE);
    stage_merge(&rollout->stage, "configmaps", "default", "gate",
                "{\"metadata\":{\"labels\":{\"open\":null}}}");
    restore.to = ls_sandbox_revision(rollout->stage.sandbox);
    restore.is_done = restore.is_open = false;
    for (int i = 0; i < MAPS; i++)
        stage_merge(&rollout->stage, "configmaps", "default", "map-0",
                    i % 2 ? "{\"data\":{\"theirs\":\"1\"}}" : "{\"data\":{\"theirs\":\"2\"}}");
    CHECK(rollout_run(rollout,
                      &(struct ls_run_options){.goal = LS_GOAL_OBSERVE, .waits_ready = true}));
    rollout_check_end(rollout, LS_RUN_DONE);
    print_message("%s", ls_buf_text(&rollout->notes));
    CHECK_HAS(ls_buf_text(&rollout->notes), "set back to an earlier state");
    CHECK_INT(rollout_writes(rollout), 0);
    rollout_release(rollout);
}

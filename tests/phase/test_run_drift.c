/*
 * Drift: others change fields that the set declares, before a run or in the middle of it. What a
 * plain update changed is set back and told; what is left to others stays theirs.
 */
#include "check.h"
#include "support_show.h"

#define MAP(name, extra)                                                                           \
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " name extra "}\ndata: {a: b}\n---\n"

static const char path_a[] = "/api/v1/namespaces/default/configmaps/a";

/* Runs until the object is there, though nobody has told the run yet. */
static void run_until_there(struct show *show, const char *path)
{
    while (!stage_has(&show->stage, path))
        CHECK(ls_loop_step(show->stage.world->loop, 1000));
}

TEST(an_edit_that_is_told_before_the_reply_is_no_word_of_the_server)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show.options.forces_conflicts = true;
    show_take(&show, MAP("a", ""));
    fault_wire_set(&show.stage.wire, (struct fault){.kind = FAULT_SLOW,
                                                    .is_of_writes = true,
                                                    .nth = 2, /* the first is the lock */
                                                    .delay_ms = 5000});
    show_begin(&show, LS_GOAL_ROLLOUT);
    run_until_there(&show, path_a);
    stage_merge(&show.stage, "configmaps", "default", "a", "{\"data\":{\"a\":\"theirs\"}}");
    show_finish(&show);
    show_check_done(&show);
    CHECK_STR(stage_text(&show.stage, path_a, "data.a"), "b");
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show_writes(&show), 0);
}

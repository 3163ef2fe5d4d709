/* What a run hands out of its decisions, for records: in terms of rows, each before it is acted on.
 */
#include <string.h>

#include "check.h"
#include "support_rollout.h"

static const char *const set_text =
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: first}\n---\n"
    "apiVersion: apps/v1\nkind: Deployment\n"
    "metadata: {name: web, annotations: {kots.io/wait-for-ready: 'true', kots.io/creation-phase: "
    "'1'}}\nspec:\n  selector: {matchLabels: {app: web}}\n  template:\n"
    "    metadata: {labels: {app: web}}\n    spec: {containers: [{name: main, image: a}]}\n---\n"
    "apiVersion: v1\nkind: ConfigMap\n"
    "metadata: {name: last, annotations: {kots.io/creation-phase: '2'}}\n";

static struct {
    struct ls_run *run; /* that is listened to */
    struct ls_buf lines;
} heard;

static void row_add(size_t i)
{
    struct ls_row row;
    if (i == LS_NO_ROW)
        return;
    CHECK(i < ls_run_row_count(heard.run));
    ls_run_row(heard.run, i, &row);
    ls_buf_printf(&heard.lines, " %s", row.ref->name);
}

/* One line per intent, and one for what is waited for when nothing is intended. */
static void on_decided(void *self, const struct ls_run_decided *decided)
{
    CHECK(self == &heard);
    for (size_t i = 0; i < decided->intent_count; i++) {
        ls_buf_add_text(&heard.lines, decided->intents[i].name);
        row_add(decided->intents[i].row);
        ls_buf_add_char(&heard.lines, '\n');
    }
    if (decided->state == LS_RUN_STATE_WAITING) {
        ls_buf_add_text(&heard.lines, "wait");
        row_add(decided->waits_for);
        ls_buf_add_char(&heard.lines, '\n');
    }
    if (decided->has_end)
        ls_buf_printf(&heard.lines, "end %d because %d\n", decided->end, decided->cause);
}

static void listen(struct rollout *rollout)
{
    if (heard.run == rollout->run)
        return;
    heard.run = rollout->run;
    ls_run_on_decided(rollout->run, on_decided, &heard);
}

/* The lines without repeats of the one before. */
static const char *distinct(struct ls_buf *out)
{
    struct ls_slice rest = ls_buf_slice(&heard.lines);
    struct ls_slice before = {0};
    ls_buf_clear(out);
    while (rest.len > 0) {
        struct ls_slice line = ls_slice_cut(rest, '\n', &rest);
        if (!ls_slice_equal(line, before))
            ls_buf_printf(out, "%.*s\n", LS_ARG(line));
        before = line;
    }
    return ls_buf_text(out);
}

TEST(decisions_name_rows_and_intents_in_order)
{
    struct rollout rollout LS_AUTO(rollout_release);
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    rollout_init(&rollout, 1);
    rollout.meddle = listen;
    manifests_text(&manifests, set_text);
    rollout_apply(&rollout, &manifests);
    rollout_check_end(&rollout, LS_RUN_DONE);
    CHECK_STR(distinct(&out), "take the lock\nwrite first\nwrite web\nwait web\nwrite last\n"
                              "give the lock back\nend 0 because 0\n");
    ls_buf_clear(&heard.lines);
    heard.run = NULL;
    rollout_delete(&rollout);
    rollout_check_end(&rollout, LS_RUN_DONE);
    CHECK_HAS(distinct(&out), "take the lock\nremove last\nremove web\n");
    CHECK_HAS(distinct(&out), "remove first\n");
    CHECK_HAS(distinct(&out), "delete the set\nend 0 because 0\n");
    ls_buf_release(&heard.lines);
}

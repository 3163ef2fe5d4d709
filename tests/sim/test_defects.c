/*
 * The tester bites: each planted defect (base/defect.h) is found by playing the scenarios, and the
 * check that finds it is the one that should.
 *
 * A defect is on in a process of its own, so that an assertion of the engine or a run without an
 * end is an answer like any other.
 */
#include "base/defect.h"

#include <dirent.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "sim/play.h"
#include "sim/state.h"
#include "source_dir.h"

enum {
    SEED = 1,
    LATENCY_MAX_MS = 40,
    PROCESSES_MAX = 3, /* of one step, crashed ones counted */
    FAULT_PLACES_MAX = 40,
    CHILD_S = 300, /* of real time, for one defect: only a run without an end takes it */
    SCENARIOS_MAX = 100,
    COST_MAX = 2, /* times the requests that a scenario allows */
};

#define DEFECT_NAME(name, text) #name,
static const char *const names[] = {LS_DEFECT_TABLE(DEFECT_NAME)};
#define DEFECT_TEXT(name, text) text,
static const char *const texts[] = {LS_DEFECT_TABLE(DEFECT_TEXT)};

static enum ls_defect planted = LS_DEFECT_COUNT; /* which one is on; COUNT: none */

bool ls_defect_is_on(enum ls_defect defect)
{
    return defect == planted;
}

/* By which check a defect is found, and what else has to go wrong meanwhile. Faults are tried at
 * each place that has a number: "%d". */
struct expected {
    const char *check;
    const char *scenario;  /* NULL: all of them, undisturbed, in order of their names */
    const char *faults[2]; /* NULL: none */
};
static const struct expected expectations[LS_DEFECT_COUNT] = {
    [LS_DEFECT_delete_without_uid] = {"identity", NULL, {0}},
    [LS_DEFECT_delete_any_version] = {"identity", NULL, {0}},
    [LS_DEFECT_apply_any_version] = {"version", NULL, {0}},
    [LS_DEFECT_accepted_is_gone] = {"removal", "finalizer", {0}},
    [LS_DEFECT_unread_is_gone] = {"removal",
                                  "teardown",
                                  {"status:409@write:%d", "status:403@request:%d,path=/first"}},
    [LS_DEFECT_unanswered_is_gone] = {"removal", "teardown", {"no-reply@write:%d"}},
    [LS_DEFECT_gate_ignored] = {"gate", NULL, {0}},
    [LS_DEFECT_stale_generation] = {"gate", NULL, {0}},
    [LS_DEFECT_teardown_forward] = {"removal", NULL, {0}},
    [LS_DEFECT_parent_lists_early] = {"parent", NULL, {0}},
    [LS_DEFECT_parent_goes_first] = {"parent", NULL, {0}},
    [LS_DEFECT_prune_forgotten] = {"parent", NULL, {0}},
    [LS_DEFECT_job_forgotten] = {"silence", NULL, {0}},
    [LS_DEFECT_list_of_any_age] = {"fresh", NULL, {0}},
    [LS_DEFECT_change_not_seen] = {"outcome", NULL, {0}},
    [LS_DEFECT_removed_key_stays] = {"state", NULL, {0}},
    [LS_DEFECT_old_trouble_counts] = {"outcome", NULL, {0}},
    [LS_DEFECT_controller_ignored] = {"foreign", NULL, {0}},
    [LS_DEFECT_adopted_is_deleted] = {"kept", NULL, {0}},
    [LS_DEFECT_read_each_event] = {"requests", NULL, {0}},
    [LS_DEFECT_lock_ignored] = {"outcome", NULL, {0}},
    [LS_DEFECT_secret_shown] = {"secret", NULL, {0}},
    [LS_DEFECT_parent_always_written] = {"silence", NULL, {0}},
    [LS_DEFECT_fields_always_taken] = {"outcome", NULL, {0}},
    [LS_DEFECT_vanished_not_reported] = {"outcome",
                                         "finalizer",
                                         {"drop@event:%d", "expired@resume:1"}},
};

/* ---- one play ---- */

struct shown;

struct trial {
    enum ls_defect defect;
    const struct ls_scenario *scenario;
    const struct shown *clean; /* the same without the defect; NULL: not known yet */
    int64_t latency_max_ms;
    struct ls_sim_fault faults[2];
    size_t fault_count;
};

/* What a play showed. */
struct shown {
    const char *check;      /* that did not hold; NULL: all did */
    bool is_rule;           /* it is one of sim/check.h */
    size_t requests;        /* of the last step */
    struct ls_buf sentence; /* what did not hold */
    struct ls_buf state;    /* of the cluster at the end */
};

static void shown_release(struct shown *shown)
{
    ls_buf_release(&shown->sentence);
    ls_buf_release(&shown->state);
}

static const char *first_rule(const struct ls_play *play, struct shown *out)
{
    if (ls_sim_check_count(play->check) == 0)
        return NULL;
    const struct ls_sim_breach *breach = ls_sim_check_at(play->check, 0);
    ls_buf_printf(&out->sentence, "%s%s%s", breach->object, breach->object[0] ? " " : "",
                  breach->sentence);
    out->is_rule = true;
    return ls_sim_rule_name(breach->rule);
}

/* A second run of the same command has nothing to write. */
static void run_again(struct ls_play *play)
{
    const struct ls_scenario_step *last = ls_scenario_last(play->scenario);
    if (last->options.goal != LS_GOAL_ROLLOUT || last->end != LS_RUN_DONE)
        return;
    ls_sim_check_silence(play->check, true);
    (void)ls_play_run(play);
}

static const char *play_judge(struct ls_play *play, enum ls_sim_end end, const struct trial *trial,
                              struct shown *out)
{
    struct ls_err err = {0};
    const char *rule = first_rule(play, out);
    if (rule)
        return rule;
    if (end == LS_SIM_STUCK)
        return "stuck";
    if (ls_play_check_end(play, &err)) {
        ls_buf_add_text(&out->sentence, err.text);
        return "outcome";
    }
    bool is_disturbed = trial->fault_count > 0 || trial->latency_max_ms > 0;
    if (out->requests > (is_disturbed ? COST_MAX : 1) * play->scenario->requests_max) {
        ls_buf_printf(&out->sentence, "%zu requests", out->requests);
        return "requests";
    }
    ls_sim_state_print(ls_sim_sandbox(play->sim), &out->state);
    run_again(play);
    return first_rule(play, out);
}

/* The cluster is prepared without the defect. */
static void play_once(const struct trial *trial, enum ls_defect defect, struct shown *out)
{
    const struct ls_sim_options options = {.seed = SEED, .latency_max_ms = trial->latency_max_ms};
    struct ls_play play;
    struct ls_err err = {0};
    CHECK_OK(ls_play_open(&play, trial->scenario, &options, &err), err);
    for (size_t i = 0; i < trial->fault_count; i++)
        ls_sim_wire_add(ls_sim_wire(play.sim), trial->faults[i]);
    planted = defect;
    enum ls_sim_end end = LS_SIM_CRASHED;
    for (int i = 0; i < PROCESSES_MAX && end == LS_SIM_CRASHED; i++)
        end = ls_play_run(&play);
    out->requests = ls_play_requests(&play);
    ls_sim_wire_clear(ls_sim_wire(play.sim));
    ls_play_settle(&play);
    out->check = play_judge(&play, end, trial, out);
    planted = LS_DEFECT_COUNT;
    ls_play_release(&play);
}

/* With the defect and without it: the same end of the cluster. NULL: it was not caught. */
static const char *trial_run(const struct trial *trial, struct ls_buf *sentence)
{
    struct shown own LS_AUTO(shown_release) = {0};
    struct shown with LS_AUTO(shown_release) = {0};
    const struct shown *clean = trial->clean ? trial->clean : &own;
    if (!trial->clean)
        play_once(trial, LS_DEFECT_COUNT, &own);
    play_once(trial, trial->defect, &with);
    ls_buf_clear(sentence);
    ls_buf_add_text(sentence, ls_buf_text(&with.sentence));
    /* A fault may be one that a run rightly gives up at: then only the rules count. */
    bool gives_up = clean->check && !clean->is_rule && trial->fault_count > 0;
    if (gives_up)
        return with.is_rule ? with.check : NULL;
    if (clean->check)
        return "a play without any defect";
    if (with.check)
        return with.check;
    bool is_other =
        ls_sim_state_diff(ls_buf_slice(&with.state), ls_buf_slice(&clean->state), sentence) > 0;
    return is_other ? "state" : NULL;
}

/* ---- all scenarios, all places ---- */

static int is_scenario(const struct dirent *entry)
{
    return ls_slice_ends(ls_slice_of(entry->d_name), ".yaml");
}

struct caught {
    const char *check; /* NULL: by nothing */
    char scenario[64];
    struct ls_buf sentence;
};

static bool trial_catches(const struct trial *trial, struct caught *out)
{
    out->check = trial_run(trial, &out->sentence);
    (void)snprintf(out->scenario, sizeof out->scenario, "%s%s", trial->scenario->name,
                   trial->latency_max_ms ? ", with latency" : "");
    return out->check != NULL;
}

/* A text with "%d" stands for one fault at each number. */
static struct ls_sim_fault fault_at(const char *text, int number)
{
    struct ls_sim_fault fault;
    struct ls_err err = {0};
    struct ls_buf printed LS_AUTO(ls_buf_release) = {0};
    const char *place = strstr(text, "%d");
    if (place)
        ls_buf_printf(&printed, "%.*s%d%s", (int)(place - text), text, number, place + 2);
    else
        ls_buf_add_text(&printed, text);
    CHECK_OK(ls_sim_fault_parse(ls_buf_slice(&printed), &fault, &err), err);
    return fault;
}

/* The second fault, if there is one, may strike at any place too. */
static bool faults_catch(struct trial *trial, const struct expected *expected, struct caught *out)
{
    bool has_second = expected->faults[1] != NULL;
    bool moves_second = has_second && strstr(expected->faults[1], "%d");
    for (int i = 1; i <= FAULT_PLACES_MAX; i++) {
        for (int j = 1; j <= (moves_second ? FAULT_PLACES_MAX : 1); j++) {
            trial->faults[0] = fault_at(expected->faults[0], i);
            trial->fault_count = 1;
            if (has_second)
                trial->faults[trial->fault_count++] = fault_at(expected->faults[1], j);
            if (trial_catches(trial, out))
                return true;
        }
    }
    return false;
}

/* A scenario, and what it shows without any defect. */
struct stage {
    struct ls_scenario scenario;
    struct shown clean;
    struct shown clean_late; /* with latency */
};

static struct stage stages[SCENARIOS_MAX];
static size_t stage_count;

static void stage_open(struct stage *stage, const char *name)
{
    struct ls_buf path LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    ls_buf_printf(&path, LS_SOURCE_DIR "/tests/sim/scenarios/%s", name);
    CHECK_OK(ls_scenario_read(&stage->scenario, ls_buf_text(&path), &err), err);
    struct trial trial = {.scenario = &stage->scenario};
    play_once(&trial, LS_DEFECT_COUNT, &stage->clean);
    trial.latency_max_ms = LATENCY_MAX_MS;
    play_once(&trial, LS_DEFECT_COUNT, &stage->clean_late);
}

static void stages_open(void)
{
    struct dirent **entries = NULL;
    int count = scandir(LS_SOURCE_DIR "/tests/sim/scenarios", &entries, is_scenario, alphasort);
    CHECK(count > 0 && count <= SCENARIOS_MAX);
    for (int i = 0; i < count; i++) {
        stage_open(&stages[stage_count++], entries[i]->d_name);
        free(entries[i]);
    }
    free(entries);
}

static void stages_release(void)
{
    while (stage_count > 0) {
        struct stage *stage = &stages[--stage_count];
        shown_release(&stage->clean);
        shown_release(&stage->clean_late);
        ls_scenario_release(&stage->scenario);
    }
}

static bool stage_catches(const struct stage *stage, enum ls_defect defect, struct caught *out)
{
    const struct expected *expected = &expectations[defect];
    struct trial trial = {.defect = defect, .scenario = &stage->scenario};
    if (expected->scenario && strcmp(expected->scenario, stage->scenario.name) != 0)
        return false;
    if (expected->faults[0])
        return faults_catch(&trial, expected, out);
    trial.clean = &stage->clean;
    if (trial_catches(&trial, out))
        return true;
    trial.latency_max_ms = LATENCY_MAX_MS;
    trial.clean = &stage->clean_late;
    return trial_catches(&trial, out);
}

static void scenarios_catch(enum ls_defect defect, struct caught *out)
{
    for (size_t i = 0; i < stage_count; i++) {
        if (stage_catches(&stages[i], defect, out))
            return;
    }
}

/* ---- each in a process of its own ---- */

static void child_run(enum ls_defect defect, int out)
{
    struct caught caught = {0};
    alarm(CHILD_S);
    scenarios_catch(defect, &caught);
    (void)dprintf(out, "%s\n%s: %s", caught.check ? caught.check : "nothing", caught.scenario,
                  ls_buf_text(&caught.sentence));
    _exit(0);
}

static const char *signal_check(int signal)
{
    if (signal == SIGALRM)
        return "no end";
    return signal == SIGABRT ? "assertion" : "signal";
}

/* The name of the check in the first line of *how, where it was caught and why in the others. */
static void defect_catch(enum ls_defect defect, struct ls_buf *how)
{
    int ends[2];
    char part[512];
    ssize_t got;
    int status = 0;
    CHECK_INT(pipe(ends), 0);
    (void)fflush(NULL);
    pid_t child = fork();
    CHECK(child >= 0);
    if (child == 0)
        child_run(defect, ends[1]);
    (void)close(ends[1]);
    while ((got = read(ends[0], part, sizeof part)) > 0)
        ls_buf_add(how, part, (size_t)got);
    (void)close(ends[0]);
    CHECK_INT(waitpid(child, &status, 0), child);
    if (WIFSIGNALED(status))
        ls_buf_printf(how, "%s\n", signal_check(WTERMSIG(status)));
}

TEST(every_planted_defect_is_caught_by_the_check_that_is_for_it)
{
    size_t wrong = 0;
    stages_open();
    for (unsigned i = 0; i < LS_DEFECT_COUNT; i++) {
        struct ls_buf how LS_AUTO(ls_buf_release) = {0};
        defect_catch((enum ls_defect)i, &how);
        struct ls_slice why;
        struct ls_slice check = ls_slice_cut(ls_buf_slice(&how), '\n', &why);
        print_message("%-22s %s\n    caught by %.*s: %.*s\n", names[i], texts[i], LS_ARG(check),
                      LS_ARG(why));
        if (ls_slice_is(check, expectations[i].check))
            continue;
        print_error("%s: caught by %.*s, not by %s\n", names[i], LS_ARG(check),
                    expectations[i].check);
        wrong++;
    }
    print_message("%d planted defects\n", LS_DEFECT_COUNT);
    stages_release();
    CHECK_INT(wrong, 0);
}

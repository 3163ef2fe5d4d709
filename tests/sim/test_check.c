/* Each rule of the check: a breach by hand is found and named, and what is allowed is not. */
#include "sim/check.h"

#include <stdio.h>
#include <string.h>

#include "base/world.h"
#include "check.h"
#include "phase/set/parent.h"
#include "phase/words.h"
#include "sandbox/store/store.h"
#include "source/source.h"
#include "value/json.h"

/* ---- a cluster by hand ---- */

struct thing {
    const char *kind; /* NULL: ConfigMap */
    const char *name;
    const char *uid;   /* NULL: the name */
    const char *set;   /* label of its set; NULL: that of the process; "": none */
    const char *notes; /* more annotations: ,"a":"b" */
    const char *order; /* NULL: 0/0/1000000 */
    const char *meta;  /* more metadata */
    const char *rest;  /* more members */
};

struct bench {
    struct ls_world *world;
    struct ls_sim_check *check;
    struct ls_manifests manifests;
    struct ls_run_options options;
    struct ls_buf set_id;
    int64_t revision;
    size_t requests;
};

static const char *api_of(const char *kind)
{
    return strcmp(kind, "Job") == 0 ? "batch/v1" : "v1";
}

static void thing_print(struct bench *bench, const struct thing *thing, struct ls_buf *out)
{
    const char *kind = thing->kind ? thing->kind : "ConfigMap";
    const char *set = thing->set ? thing->set : ls_buf_text(&bench->set_id);
    ls_buf_printf(
        out,
        "{\"apiVersion\":\"%s\",\"kind\":\"%s\",\"metadata\":{\"name\":\"%s\","
        "\"namespace\":\"default\",\"uid\":\"%s\",\"resourceVersion\":\"%lld\","
        "\"labels\":{\"" LS_LABEL_PART_OF "\":\"%s\"},"
        "\"annotations\":{\"" LS_NOTE_ORDER "\":\"%s\"%s}%s%s}%s}",
        api_of(kind), kind, thing->name, thing->uid ? thing->uid : thing->name,
        (long long)bench->revision, set, thing->order ? thing->order : "0/0/1000000",
        thing->notes ? thing->notes : "",
        set[0] ? ",\"managedFields\":[{\"manager\":\"lockstep:default/shop\","
                 "\"operation\":\"Apply\",\"fieldsV1\":{\"f:data\":{\"f:ours\":{},\"f:open\":{}}}}]"
               : "",
        thing->meta ? thing->meta : "", thing->rest ? thing->rest : "");
}

static const struct ls_obj *json(const char *text)
{
    const struct ls_obj *obj = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_json_parse(ls_slice_of(text), NULL, &obj, &err), err);
    return obj;
}

static const struct ls_obj *thing_make(struct bench *bench, const struct thing *thing)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    thing_print(bench, thing, &text);
    return json(ls_buf_text(&text));
}

/* The store takes a write. */
static void change(struct bench *bench, const struct thing *before, const struct thing *after,
                   bool is_gone)
{
    const struct ls_obj *previous LS_AUTO(ls_obj_unref_at) =
        before ? thing_make(bench, before) : NULL;
    bench->revision++;
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = thing_make(bench, after);
    enum ls_change kind = before ? LS_CHANGE_MODIFIED : LS_CHANGE_ADDED;
    ls_sim_check_change(bench->check, &(struct ls_collection_event){
                                          .change = is_gone ? LS_CHANGE_DELETED : kind,
                                          .revision = bench->revision,
                                          .object = object,
                                          .previous = previous,
                                      });
}

static struct ls_sim_request request_of(char *method, char *path, unsigned process)
{
    return (struct ls_sim_request){
        .method = method, .path = path, .query = "", .process = process, .is_write = true};
}

static void step(struct bench *bench, const struct ls_sim_request *request,
                 enum ls_sim_step_kind kind, const char *text)
{
    ls_sim_check_step(
        bench->check, request,
        &(struct ls_sim_step){.kind = kind, .request = bench->requests, .status = 200},
        ls_slice_of(text));
}

struct written {
    unsigned process; /* 0: 1 */
    const struct thing *before;
    const struct thing *after;
    const char *body; /* NULL: the thing after it */
};

/* A write of a process that the store takes. */
static void write_by(struct bench *bench, const struct written *written)
{
    struct ls_sim_request request =
        request_of("PATCH", "/x", written->process ? written->process : 1);
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    struct ls_buf reply LS_AUTO(ls_buf_release) = {0};
    thing_print(bench, written->after, &body);
    step(bench, &request, LS_SIM_STEP_SENT, written->body ? written->body : ls_buf_text(&body));
    change(bench, written->before, written->after, false);
    thing_print(bench, written->after, &reply);
    step(bench, &request, LS_SIM_STEP_ANSWERED, ls_buf_text(&reply));
    bench->requests++;
}

static void apply(struct bench *bench, const struct thing *before, const struct thing *after)
{
    write_by(bench, &(struct written){.before = before, .after = after});
}

#define PRECONDITIONS "{\"preconditions\":{\"uid\":\"u\",\"resourceVersion\":\"1\"}}"

static void delete_with(struct bench *bench, const struct thing *thing, const char *body)
{
    struct ls_sim_request request = request_of("DELETE", "/x", 1);
    char reply[200];
    snprintf(reply, sizeof reply, "{\"kind\":\"Status\",\"details\":{\"uid\":\"%s\"}}",
             thing->uid ? thing->uid : thing->name);
    step(bench, &request, LS_SIM_STEP_SENT, body);
    change(bench, thing, thing, true);
    step(bench, &request, LS_SIM_STEP_ANSWERED, reply);
    bench->requests++;
}

static void delete (struct bench *bench, const struct thing *thing)
{
    delete_with(bench, thing, PRECONDITIONS);
}

/* ---- a process and its set ---- */

#define HOLDER(pid) ",\"" LS_NOTE_HOLDER "\":\"sim 1 " #pid " 1 1 1\""
#define LISTS       ",\"" LS_NOTE_GROUP_KINDS "\":\"ConfigMap,Secret,Job.batch\""

static void parent_add(struct bench *bench, const char *notes)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    bench->revision++;
    ls_buf_printf(&text,
                  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"parent\","
                  "\"namespace\":\"default\",\"uid\":\"parent\",\"resourceVersion\":\"%lld\","
                  "\"labels\":{\"" LS_LABEL_SET_ID "\":\"%s\"},\"annotations\":{\"a\":\"b\"%s}}}",
                  (long long)bench->revision, ls_buf_text(&bench->set_id), notes);
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = json(ls_buf_text(&text));
    ls_sim_check_change(bench->check, &(struct ls_collection_event){.change = LS_CHANGE_ADDED,
                                                                    .revision = bench->revision,
                                                                    .object = object});
}

static void bench_init(struct bench *bench, enum ls_goal goal, const char *yaml)
{
    struct ls_err err = {0};
    *bench = (struct bench){.world = ls_world_new_virtual(1, 0), .revision = 10};
    bench->check = ls_sim_check_new(bench->world->clock);
    ls_set_id_print(&bench->set_id, "default", "shop");
    bench->options = (struct ls_run_options){.goal = goal,
                                             .set_name = "shop",
                                             .parent_namespace = "default",
                                             .namespace_name = "default"};
    if (yaml) {
        CHECK_OK(ls_source_read_text(&bench->manifests, "t.yaml", ls_slice_of(yaml), &err), err);
        bench->options.manifests = &bench->manifests;
    }
    ls_sim_check_expect(bench->check, 1, &bench->options);
    parent_add(bench, HOLDER(1) LISTS);
}

static void bench_release(struct bench *bench)
{
    ls_sim_check_free(bench->check);
    ls_manifests_release(&bench->manifests);
    ls_buf_release(&bench->set_id);
    ls_world_free(bench->world);
}

/* Exactly these rules were broken, one word each. */
static void check_rules(const struct bench *bench, const char *expected)
{
    struct ls_buf found LS_AUTO(ls_buf_release) = {0};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < ls_sim_check_count(bench->check); i++)
        ls_buf_printf(&found, "%s%s", i ? " " : "",
                      ls_sim_rule_name(ls_sim_check_at(bench->check, i)->rule));
    ls_sim_check_print(bench->check, &text);
    print_message("%s", ls_buf_text(&text));
    CHECK_STR(ls_buf_text(&found), expected);
}

#define TWO_MAPS                                                                                   \
    "apiVersion: v1\nkind: ConfigMap\n"                                                            \
    "metadata: {name: a, annotations: {kots.io/wait-for-properties: '.data.open=yes'}}\n---\n"     \
    "apiVersion: v1\nkind: ConfigMap\n"                                                            \
    "metadata: {name: b, annotations: {kots.io/creation-phase: '1'}}\n"
#define WAITS ",\"kots.io/wait-for-properties\":\".data.open=yes\""
#define OPEN  ",\"data\":{\"open\":\"yes\"}"

static const struct thing shut = {.name = "a", .notes = WAITS};
static const struct thing open = {.name = "a", .notes = WAITS, .rest = OPEN};
static const struct thing later = {.name = "b", .order = "1/0/1000000"};
static const struct thing plain = {.name = "b"};

/* ---- order ---- */

TEST(a_later_phase_waits_until_the_earlier_one_has_been_ready)
{
    for (int opens = 0; opens < 2; opens++) {
        struct bench bench LS_AUTO(bench_release);
        bench_init(&bench, LS_GOAL_ROLLOUT, TWO_MAPS);
        apply(&bench, NULL, &shut);
        if (opens)
            change(&bench, &shut, &open, false);
        if (opens)
            change(&bench, &open, &shut, false); /* it was ready once: that is enough */
        apply(&bench, NULL, &later);
        check_rules(&bench, opens ? "" : "gate");
    }
}

/* Written anew, it is to be ready anew. */
TEST(a_gate_that_was_met_before_the_write_counts_no_more)
{
    struct bench bench LS_AUTO(bench_release);
    bench_init(&bench, LS_GOAL_ROLLOUT, TWO_MAPS);
    apply(&bench, NULL, &open);
    apply(&bench, &open, &shut);
    apply(&bench, NULL, &later);
    check_rules(&bench, "gate");
}

/* A status that was made for another generation says nothing. */
TEST(a_status_of_an_earlier_generation_opens_no_gate)
{
    static const struct thing stale = {.name = "a",
                                       .notes = WAITS,
                                       .meta = ",\"generation\":2",
                                       .rest = OPEN ",\"status\":{\"observedGeneration\":1}"};
    struct bench bench LS_AUTO(bench_release);
    bench_init(&bench, LS_GOAL_ROLLOUT, TWO_MAPS);
    apply(&bench, NULL, &stale);
    apply(&bench, NULL, &later);
    check_rules(&bench, "gate");
}

TEST(a_later_phase_is_not_written_first)
{
    struct bench bench LS_AUTO(bench_release);
    bench_init(&bench, LS_GOAL_ROLLOUT, TWO_MAPS);
    apply(&bench, NULL, &later);
    check_rules(&bench, "phase");
}

/* Positions 2 and 1: the higher one goes first. */
TEST(what_goes_first_is_gone_before_the_next)
{
    static const struct thing first = {.name = "b", .order = "0/0/2000000"};
    static const struct thing next = {.name = "a", .order = "0/0/1000000"};
    for (int is_right = 0; is_right < 2; is_right++) {
        struct bench bench LS_AUTO(bench_release);
        bench_init(&bench, LS_GOAL_TEARDOWN, NULL);
        change(&bench, NULL, &first, false);
        change(&bench, NULL, &next, false);
        if (is_right)
            delete (&bench, &first);
        delete (&bench, &next);
        check_rules(&bench, is_right ? "" : "removal");
    }
}

TEST(deletion_phases_go_from_the_lowest_to_the_highest)
{
    static const struct thing first = {.name = "b", .order = "0/-1/1000000"};
    static const struct thing next = {.name = "a", .order = "0/1/2000000"};
    struct bench bench LS_AUTO(bench_release);
    bench_init(&bench, LS_GOAL_TEARDOWN, NULL);
    change(&bench, NULL, &first, false);
    change(&bench, NULL, &next, false);
    delete (&bench, &next);
    check_rules(&bench, "removal");
}

TEST(nothing_is_pruned_before_the_rollout_is_through)
{
    static const struct thing extra = {.name = "extra"};
    struct bench bench LS_AUTO(bench_release);
    bench_init(&bench, LS_GOAL_ROLLOUT, TWO_MAPS);
    change(&bench, NULL, &extra, false);
    apply(&bench, NULL, &shut);
    delete (&bench, &extra);
    check_rules(&bench, "gate gate");
}

/* ---- single writes ---- */

TEST(a_delete_names_uid_and_version)
{
    static const char *const bodies[] = {
        PRECONDITIONS,
        "{}",
        "",
        "{\"preconditions\":{\"uid\":\"u\"}}",
        "{\"preconditions\":{\"resourceVersion\":\"1\"}}",
    };
    for (size_t i = 0; i < LS_COUNT(bodies); i++) {
        struct bench bench LS_AUTO(bench_release);
        bench_init(&bench, LS_GOAL_TEARDOWN, NULL);
        change(&bench, NULL, &plain, false);
        delete_with(&bench, &plain, bodies[i]);
        check_rules(&bench, i == 0 ? "" : "identity");
    }
}

TEST(no_read_is_of_any_age)
{
    struct bench bench LS_AUTO(bench_release);
    struct ls_sim_request request = {.method = "GET", .path = "/x", .process = 1};
    bench_init(&bench, LS_GOAL_ROLLOUT, NULL);
    request.query = "watch=true&resourceVersion=01";
    step(&bench, &request, LS_SIM_STEP_SENT, "");
    check_rules(&bench, "");
    request.query = "watch=true&resourceVersion=0";
    step(&bench, &request, LS_SIM_STEP_SENT, "");
    check_rules(&bench, "fresh");
}

TEST(an_apply_names_the_version_it_replaces)
{
    struct bench bench LS_AUTO(bench_release);
    bench_init(&bench, LS_GOAL_ROLLOUT, NULL);
    write_by(&bench, &(struct written){.after = &plain, .body = "{\"metadata\":{\"name\":\"b\"}}"});
    check_rules(&bench, "version");
}

TEST(what_others_have_is_not_written)
{
    static const struct thing of_set = {.name = "b", .set = "other"};
    static const struct thing of_controller = {
        .name = "b",
        .set = "",
        .meta = ",\"ownerReferences\":[{\"name\":\"boss\",\"controller\":true}]"};
    static const struct thing of_nobody = {.name = "b", .set = ""};
    static const struct thing moved = {.name = "b",
                                       .notes = ",\"" LS_NOTE_MOVED_FROM "\":\"other\""};
    static const struct {
        const struct thing *before;
        const struct thing *after;
        const char *rules;
    } rows[] = {
        {&of_set, &plain, "foreign fields"}, /* the label of the other set as well */
        {&of_set, &moved, "fields"},
        {&of_controller, &plain, "foreign fields fields"},
        {&of_nobody, &plain, "fields"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct bench bench LS_AUTO(bench_release);
        bench_init(&bench, LS_GOAL_ROLLOUT, NULL);
        change(&bench, NULL, rows[i].before, false);
        write_by(&bench, &(struct written){
                             .before = rows[i].before,
                             .after = rows[i].after,
                             .body = "{\"metadata\":{\"name\":\"b\",\"resourceVersion\":\"1\"}}"});
        check_rules(&bench, rows[i].rules);
    }
}

TEST(what_belongs_to_no_set_is_not_deleted)
{
    static const struct thing stranger = {.name = "b", .set = ""};
    struct bench bench LS_AUTO(bench_release);
    bench_init(&bench, LS_GOAL_TEARDOWN, NULL);
    change(&bench, NULL, &stranger, false);
    delete (&bench, &stranger);
    check_rules(&bench, "foreign");
}

TEST(an_object_has_one_controller)
{
    static const struct thing two = {
        .name = "b", .meta = ",\"ownerReferences\":[{\"controller\":true},{\"controller\":true}]"};
    struct bench bench LS_AUTO(bench_release);
    bench_init(&bench, LS_GOAL_ROLLOUT, NULL);
    apply(&bench, NULL, &two);
    check_rules(&bench, "controller");
}

/* .data.ours is owned by us before the write, .data.theirs is not. */
TEST(fields_that_are_not_declared_stay)
{
    static const struct thing before = {
        .name = "b", .rest = ",\"data\":{\"ours\":\"1\",\"theirs\":\"1\",\"sent\":\"1\"}"};
    static const struct {
        const char *data;
        const char *rules;
    } rows[] = {
        {",\"data\":{\"ours\":\"1\",\"theirs\":\"1\",\"sent\":\"2\"}", ""},
        {",\"data\":{\"theirs\":\"1\",\"sent\":\"2\"}", ""},
        {",\"data\":{\"ours\":\"1\",\"theirs\":\"2\",\"sent\":\"2\"}", "fields"},
        {",\"data\":{\"ours\":\"1\",\"sent\":\"2\"}", "fields"},
        {"", "fields"},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct bench bench LS_AUTO(bench_release);
        struct thing after = {.name = "b", .rest = rows[i].data};
        bench_init(&bench, LS_GOAL_ROLLOUT, NULL);
        change(&bench, NULL, &before, false);
        write_by(&bench, &(struct written){.before = &before,
                                           .after = &after,
                                           .body = "{\"metadata\":{\"resourceVersion\":\"1\"},"
                                                   "\"data\":{\"sent\":\"2\"}}"});
        check_rules(&bench, rows[i].rules);
    }
}

TEST(a_finished_job_is_not_run_again)
{
#define ONCE ",\"spec\":{\"ttlSecondsAfterFinished\":1}"
    static const struct thing job = {.kind = "Job",
                                     .name = "j",
                                     .uid = "1",
                                     .notes = ",\"" LS_NOTE_APPLIED "\":\"x\"",
                                     .rest = ONCE};
    static const struct thing done = {
        .kind = "Job",
        .name = "j",
        .uid = "1",
        .notes = ",\"" LS_NOTE_APPLIED "\":\"x\"",
        .rest = ONCE ",\"status\":{\"conditions\":[{\"type\":\"Complete\",\"status\":\"True\"}]}"};
    static const struct thing again = {.kind = "Job",
                                       .name = "j",
                                       .uid = "2",
                                       .notes = ",\"" LS_NOTE_APPLIED "\":\"x\"",
                                       .rest = ONCE};
    for (int is_done = 0; is_done < 2; is_done++) {
        struct bench bench LS_AUTO(bench_release);
        bench_init(&bench, LS_GOAL_ROLLOUT, NULL);
        apply(&bench, NULL, &job);
        change(&bench, &job, is_done ? &done : &job, true);
        apply(&bench, NULL, &again);
        check_rules(&bench, is_done ? "twice" : "");
    }
}

TEST(what_is_kept_adopted_or_wanted_is_not_deleted)
{
    static const struct thing rows[] = {
        {.name = "c", .notes = ",\"" LS_NOTE_KEEP "\":\"true\""},
        {.name = "c", .notes = ",\"" LS_NOTE_KOTS_KEEP "\":\"true\""},
        {.name = "c", .notes = ",\"" LS_NOTE_ADOPTED "\":\"true\""},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        struct bench bench LS_AUTO(bench_release);
        bench_init(&bench, LS_GOAL_TEARDOWN, NULL);
        change(&bench, NULL, &rows[i], false);
        delete (&bench, &rows[i]);
        check_rules(&bench, "kept");
    }
    struct bench bench LS_AUTO(bench_release);
    bench_init(&bench, LS_GOAL_ROLLOUT, TWO_MAPS);
    change(&bench, NULL, &shut, false);
    delete (&bench, &shut);
    check_rules(&bench, "kept");
}

/* ---- the set ---- */

TEST(only_the_holder_of_the_lock_writes)
{
    struct bench bench LS_AUTO(bench_release);
    bench_init(&bench, LS_GOAL_ROLLOUT, NULL);
    ls_sim_check_expect(bench.check, 2, &bench.options);
    write_by(&bench, &(struct written){.process = 2, .after = &plain});
    check_rules(&bench, "lock");
}

TEST(the_parent_lists_what_there_is)
{
    static const struct thing lease = {.kind = "Lease", .name = "b"};
    struct bench bench LS_AUTO(bench_release);
    bench_init(&bench, LS_GOAL_ROLLOUT, NULL);
    apply(&bench, NULL, &lease);
    check_rules(&bench, "parent");
}

TEST(the_parent_goes_last)
{
    static const struct thing parent = {.name = "parent"};
    for (int is_empty = 0; is_empty < 2; is_empty++) {
        struct bench bench LS_AUTO(bench_release);
        struct ls_sim_request request = request_of("DELETE", "/x", 1);
        struct ls_buf last LS_AUTO(ls_buf_release) = {0};
        bench_init(&bench, LS_GOAL_TEARDOWN, NULL);
        if (!is_empty)
            change(&bench, NULL, &plain, false);
        step(&bench, &request, LS_SIM_STEP_SENT, PRECONDITIONS);
        bench.revision++;
        ls_buf_printf(&last,
                      "{\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"%s\",\"uid\":\"parent\","
                      "\"labels\":{\"" LS_LABEL_SET_ID "\":\"%s\"}}}",
                      parent.name, ls_buf_text(&bench.set_id));
        const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = json(ls_buf_text(&last));
        ls_sim_check_change(bench.check, &(struct ls_collection_event){.change = LS_CHANGE_DELETED,
                                                                       .revision = bench.revision,
                                                                       .object = object,
                                                                       .previous = object});
        step(&bench, &request, LS_SIM_STEP_ANSWERED,
             "{\"kind\":\"Status\",\"details\":{\"uid\":\"parent\"}}");
        check_rules(&bench, is_empty ? "" : "parent");
    }
}

TEST(nothing_is_written_when_nothing_has_changed)
{
    struct bench bench LS_AUTO(bench_release);
    bench_init(&bench, LS_GOAL_ROLLOUT, NULL);
    ls_sim_check_silence(bench.check, true);
    apply(&bench, NULL, &plain);
    ls_sim_check_silence(bench.check, false);
    apply(&bench, &plain, &plain);
    check_rules(&bench, "silence");
}

TEST(done_means_that_all_is_there_and_ready_and_nothing_else)
{
    static const struct thing extra = {.name = "extra"};
    struct bench bench LS_AUTO(bench_release);
    bench_init(&bench, LS_GOAL_ROLLOUT, TWO_MAPS);
    change(&bench, NULL, &shut, false);
    change(&bench, NULL, &extra, false);
    ls_sim_check_ended(bench.check, 1, LS_RUN_FAILED);
    check_rules(&bench, "");
    ls_sim_check_ended(bench.check, 1, LS_RUN_DONE);
    check_rules(&bench, "end end end"); /* a is shut, b was never made, extra is left */
}

TEST(a_secret_value_is_in_no_text)
{
    static const struct thing secret = {
        .kind = "Secret", .name = "s", .rest = ",\"data\":{\"a\":\"aHVudGVyMnh5\"}"};
    struct bench bench LS_AUTO(bench_release);
    bench_init(&bench, LS_GOAL_ROLLOUT, NULL);
    apply(&bench, NULL, &secret);
    ls_sim_check_text(bench.check, "note", LS_SLICE("nothing of that kind"));
    check_rules(&bench, "");
    ls_sim_check_text(bench.check, "note", LS_SLICE("the password is hunter2xy"));
    ls_sim_check_text(bench.check, "note", LS_SLICE("the password is aHVudGVyMnh5"));
    check_rules(&bench, "secret secret");
}

TEST(rules_have_names_of_their_own)
{
    for (unsigned i = 0; i < LS_SIM_RULE_COUNT; i++) {
        for (unsigned j = 0; j < i; j++)
            CHECK(strcmp(ls_sim_rule_name(i), ls_sim_rule_name(j)) != 0);
    }
}

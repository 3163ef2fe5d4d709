/*
 * Others are at work in the same cluster while a run goes on: people who edit and delete members,
 * and further runs on the same set.
 */
#include "support_rollout.h"

#include <string.h>

#include "check.h"
#include "phase/set/lock.h"

enum { SEED = 3, SEEDS = 10, MEDDLE_ONE_IN = 40, RUNS_MAX = 8 };

static void shop_read(struct ls_manifests *out)
{
    manifests_example(out, "shop");
}

static void end_print(struct rollout *rollout, struct ls_buf *out)
{
    stage_pass_ms(&rollout->stage, 60000);
    stage_dump(&rollout->stage, out);
}

/* Returns how many requests a run without trouble takes. */
static size_t clean_end(struct ls_buf *out)
{
    struct rollout rollout LS_AUTO(rollout_release);
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
    rollout_init(&rollout, SEED);
    shop_read(&manifests);
    CHECK(rollout_apply(&rollout, &manifests));
    rollout_check_end(&rollout, LS_RUN_DONE);
    end_print(&rollout, out);
    return rollout_requests(&rollout);
}

/* ---- people ---- */

struct deed {
    const char *path;
    const char *patch; /* NULL: deletes it */
};

#define PARENT     "/api/v1/namespaces/default/configmaps/lockstep-set-shop"
#define SHOP(rest) "/namespaces/shop/" rest
static const struct deed deeds[] = {
    {"/api/v1" SHOP("configmaps/settings"), NULL},
    {"/api/v1" SHOP("configmaps/settings"), "{\"data\":{\"database\":\"elsewhere\"}}"},
    {"/api/v1" SHOP("secrets/database"), NULL},
    {"/api/v1" SHOP("services/api"), NULL},
    {"/api/v1" SHOP("serviceaccounts/shop"), NULL},
    {"/apis/apps/v1" SHOP("deployments/api"), NULL},
    {"/apis/apps/v1" SHOP("deployments/web"), "{\"spec\":{\"replicas\":1}}"},
    {"/apis/apps/v1" SHOP("deployments/mailer"),
     "{\"metadata\":{\"annotations\":{\"somebody\":\"was here\"}}}"},
    {"/apis/shop.example.com/v1" SHOP("discounts/opening-week"), NULL},
    {"/apis/shop.example.com/v1" SHOP("discounts/opening-week"), "{\"spec\":{\"percent\":99}}"},
    {"/apis/networking.k8s.io/v1" SHOP("ingresses/shop"), NULL},
};

struct said {
    struct ls_reply_sink sink;
    bool is_done;
};

static void said_head(struct ls_reply_sink *sink, int status, const struct ls_header *headers,
                      size_t header_count)
{
    (void)sink;
    (void)status;
    (void)headers;
    (void)header_count;
}

static enum ls_flow said_data(struct ls_reply_sink *sink, struct ls_slice chunk)
{
    (void)sink;
    (void)chunk;
    return LS_FLOW_GO;
}

static void said_done(struct ls_reply_sink *sink, const struct ls_outcome *outcome)
{
    (void)outcome;
    LS_HOLDER(sink, struct said, sink)->is_done = true;
}

/* Whatever comes of it: the object may not be there. */
static void deed_do(struct rollout *rollout, const struct deed *deed)
{
    struct said said = {.sink = {said_head, said_data, said_done, NULL}};
    struct ls_header header = {LS_SLICE("content-type"), LS_SLICE("application/merge-patch+json")};
    struct ls_request request = {
        .method = deed->patch ? "PATCH" : "DELETE",
        .target = ls_slice_of(deed->path),
        .headers = &header,
        .header_count = deed->patch ? 1 : 0,
        .body = ls_slice_of(deed->patch),
    };
    struct ls_wire *wire = ls_memory_wire_interface(rollout->stage.raw);
    wire->send(wire->self, &request, &said.sink);
    while (!said.is_done)
        CHECK(ls_loop_step(rollout->stage.world->loop, 1000));
}

static void meddle(struct rollout *rollout)
{
    if (ls_random_below(&rollout->chance, MEDDLE_ONE_IN) == 0)
        deed_do(rollout, &deeds[ls_random_below(&rollout->chance, LS_COUNT(deeds))]);
}

static bool apply_forced(struct rollout *rollout, const struct ls_manifests *manifests)
{
    return rollout_run(rollout, &(struct ls_run_options){.goal = LS_GOAL_ROLLOUT,
                                                         .manifests = manifests,
                                                         .forces_conflicts = true});
}

static void meddled_check(uint64_t seed, const struct ls_buf *clean)
{
    struct rollout rollout LS_AUTO(rollout_release);
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
    rollout_init(&rollout, seed);
    ls_random_init(&rollout.chance, seed);
    shop_read(&manifests);
    rollout.meddle = meddle;
    CHECK(apply_forced(&rollout, &manifests));
    if (rollout.end != LS_RUN_DONE)
        print_message("  %s\n", rollout.err.text);
    rollout.meddle = NULL;
    CHECK(apply_forced(&rollout, &manifests));
    rollout_check_end(&rollout, LS_RUN_DONE);
    struct ls_buf end LS_AUTO(ls_buf_release) = {0};
    deed_do(&rollout,
            &(struct deed){deeds[7].path, "{\"metadata\":{\"annotations\":{\"somebody\":null}}}"});
    end_print(&rollout, &end);
    stage_check_same(&end, clean);
    CHECK(apply_forced(&rollout, &manifests));
    CHECK_INT(rollout_writes(&rollout), 0);
    rollout.meddle = meddle;
    CHECK(rollout_delete(&rollout));
    if (rollout.end != LS_RUN_DONE)
        print_message("  %s\n", rollout.err.text);
}

TEST(what_people_do_meanwhile_is_put_right)
{
    struct ls_buf clean LS_AUTO(ls_buf_release) = {0};
    clean_end(&clean);
    for (uint64_t seed = 1; seed <= SEEDS; seed++) {
        print_message("seed %u\n", (unsigned)seed);
        meddled_check(seed, &clean);
    }
}

/* ---- further runs ---- */

struct pair {
    struct rollout rollout;
    struct ls_manifests manifests;
};

static void pair_init(struct pair *pair)
{
    memset(pair, 0, sizeof *pair);
    rollout_init(&pair->rollout, SEED);
    shop_read(&pair->manifests);
}

static void pair_release(struct pair *pair)
{
    ls_manifests_release(&pair->manifests);
    rollout_release(&pair->rollout);
}

static struct beside beside;
static struct ls_run_options beside_options;
static size_t beside_after; /* requests of the first run */

static void beside_begin(struct rollout *rollout)
{
    if (!beside.process && !beside.plain.is_done && rollout_requests(rollout) >= beside_after)
        beside_start(&beside, rollout, &beside_options);
}

/* The first run, and a second that begins after so many of its requests. False: it has fewer. */
static bool pair_try(struct pair *pair, struct ls_run_options second, size_t after)
{
    beside_options = second;
    beside_after = after;
    beside = (struct beside){0};
    pair->rollout.meddle = beside_begin;
    CHECK(rollout_run(&pair->rollout, &(struct ls_run_options){.goal = LS_GOAL_ROLLOUT,
                                                               .manifests = &pair->manifests}));
    pair->rollout.meddle = NULL;
    if (beside.process)
        beside_finish(&beside, &pair->rollout);
    return beside.plain.is_done;
}

static void pair_run(struct pair *pair, struct ls_run_options second, size_t after)
{
    CHECK(pair_try(pair, second, after));
}

TEST(of_two_rollouts_at_once_one_waits_and_finds_nothing_to_do)
{
    struct ls_buf clean LS_AUTO(ls_buf_release) = {0};
    size_t requests = clean_end(&clean);
    for (size_t after = 1; after <= requests; after++) {
        struct pair pair LS_AUTO(pair_release);
        struct ls_buf end LS_AUTO(ls_buf_release) = {0};
        pair_init(&pair);
        pair_run(&pair,
                 (struct ls_run_options){.goal = LS_GOAL_ROLLOUT, .manifests = &pair.manifests},
                 after);
        rollout_check_end(&pair.rollout, LS_RUN_DONE);
        if (beside.plain.end != LS_RUN_DONE)
            fail_msg("after %zu: %s", after, beside.plain.err.text);
        end_print(&pair.rollout, &end);
        stage_check_same(&end, &clean);
    }
}

/* Nothing is to be written, but what the holder does meanwhile decides what there is to report. */
TEST(an_unchanged_rollout_waits_for_the_run_that_holds_the_lock)
{
    struct rollout rollout LS_AUTO(rollout_release);
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
    rollout_init(&rollout, SEED);
    shop_read(&manifests);
    CHECK(rollout_apply(&rollout, &manifests));
    deed_do(&rollout,
            &(struct deed){PARENT, "{\"metadata\":{\"annotations\":{\"lockstep.dev/holder\":"
                                   "\"elsewhere b-1 1 2 3 4\"}}}"});
    struct ls_run_options options = {
        .goal = LS_GOAL_ROLLOUT, .manifests = &manifests, .timeout_ms = 10000};
    CHECK(rollout_run(&rollout, &options));
    rollout_check_end(&rollout, LS_RUN_FAILED);
    CHECK_HAS(rollout.err.text, "another run works on the set (host elsewhere, process 1)");
    CHECK_INT(rollout_writes(&rollout), 0);
    options.timeout_ms = 120000;
    CHECK(rollout_run(&rollout, &options));
    rollout_check_end(&rollout, LS_RUN_DONE);
    CHECK(rollout.took_ms >= LS_LOCK_STALE_MS);
}

/* What joined the set while the teardown waited for the lock is not removed by it, but told. */
static void teardown_again(struct pair *pair)
{
    if (beside.plain.end == LS_RUN_DONE)
        return;
    CHECK_HAS(beside.plain.err.text, "the same command");
    CHECK(rollout_delete(&pair->rollout));
    rollout_check_end(&pair->rollout, LS_RUN_DONE);
}

TEST(a_teardown_waits_for_the_rollout_before_it)
{
    struct ls_buf clean LS_AUTO(ls_buf_release) = {0};
    struct ls_buf empty LS_AUTO(ls_buf_release) = {0};
    size_t requests = clean_end(&clean);
    for (size_t after = requests - 18; after <= requests; after++) { /* the lock is taken by then */
        struct pair pair LS_AUTO(pair_release);
        struct ls_buf end LS_AUTO(ls_buf_release) = {0};
        pair_init(&pair);
        if (empty.len == 0)
            end_print(&pair.rollout, &empty);
        pair_run(&pair, (struct ls_run_options){.goal = LS_GOAL_TEARDOWN}, after);
        rollout_check_end(&pair.rollout, LS_RUN_DONE);
        teardown_again(&pair);
        end_print(&pair.rollout, &end);
        stage_check_same(&end, &empty);
    }
}

TEST(of_two_versions_at_once_the_later_one_stays)
{
    struct ls_manifests other LS_AUTO(ls_manifests_release) = {0};
    manifests_changed(&other, "shop",
                      &(struct manifests_change){.from = "registry.example/shop-web:1.0",
                                                 .to = "registry.example/shop-web:2.0"});
    struct ls_buf clean LS_AUTO(ls_buf_release) = {0};
    size_t requests = clean_end(&clean);
    for (size_t after = requests - 18; after <= requests; after++) {
        struct pair pair LS_AUTO(pair_release);
        pair_init(&pair);
        pair_run(&pair, (struct ls_run_options){.goal = LS_GOAL_ROLLOUT, .manifests = &other},
                 after);
        rollout_check_end(&pair.rollout, LS_RUN_DONE);
        if (beside.plain.end != LS_RUN_DONE)
            fail_msg("after %zu: %s", after, beside.plain.err.text);
        CHECK_HAS(stage_text(&pair.rollout.stage, "/apis/apps/v1" SHOP("deployments/web"),
                             "spec.template.spec.containers"),
                  "registry.example/shop-web:2.0");
    }
}

/* The set stands; a rollout brings new kinds and namespaces to it while a teardown, which knows
 * nothing of them, begins. */
TEST(a_teardown_leaves_nothing_that_came_after_it_looked)
{
    static const char *const versions[] = {
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n",
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: a}}\n---\n"
        "{apiVersion: v1, kind: Namespace, metadata: {name: new}}\n---\n"
        "{apiVersion: v1, kind: Secret, metadata: {name: b}}\n---\n"
        "{apiVersion: v1, kind: ConfigMap, metadata: {name: c, namespace: new}}\n",
    };
    bool is_through = false;
    for (size_t after = 1; !is_through; after++) {
        struct pair pair LS_AUTO(pair_release);
        struct ls_buf empty LS_AUTO(ls_buf_release) = {0};
        struct ls_buf end LS_AUTO(ls_buf_release) = {0};
        pair_init(&pair);
        end_print(&pair.rollout, &empty);
        struct ls_manifests first LS_AUTO(ls_manifests_release) = {0};
        manifests_text(&first, versions[0]);
        CHECK(rollout_apply(&pair.rollout, &first));
        ls_manifests_release(&pair.manifests);
        manifests_text(&pair.manifests, versions[1]);
        is_through = !pair_try(&pair, (struct ls_run_options){.goal = LS_GOAL_TEARDOWN}, after);
        if (is_through)
            break;
        if (beside.plain.end != LS_RUN_DONE || pair.rollout.end != LS_RUN_DONE)
            print_message("after %zu: %s; %s\n", after, pair.rollout.err.text,
                          beside.plain.err.text);
        if (beside.plain.end != LS_RUN_DONE || stage_has(&pair.rollout.stage, PARENT))
            CHECK(rollout_delete(&pair.rollout));
        end_print(&pair.rollout, &end);
        stage_check_same(&end, &empty);
    }
}

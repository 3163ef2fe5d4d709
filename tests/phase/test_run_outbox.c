/* The outbox against the embedded cluster: whatever goes wrong, what it tells is true. */
#include "runtime/outbox.h"

#include <string.h>

#include "support_stage.h"
#include "check.h"
#include "value/json.h"

#define CM "/api/v1/namespaces/default/configmaps/a"

static const struct ls_resource configmaps = {.group = "",
                                              .version = "v1",
                                              .kind = "ConfigMap",
                                              .plural = "configmaps",
                                              .can = 0xFF,
                                              .is_namespaced = true};
static const struct ls_ref ref = {&configmaps, "default", "a"};

struct heard {
    bool is_told;
    enum ls_code code;
    bool is_read;
    char value[16]; /* data.k of the object that came with it; "" without one */
};

static void on_result(void *self, const struct ls_result *result)
{
    struct heard *heard = self;
    CHECK(!heard->is_told);
    struct ls_node data = ls_node_at(ls_obj_root(result->obj), "data.k");
    *heard = (struct heard){.is_told = true, .code = result->code, .is_read = result->is_read};
    strncpy(heard->value, ls_node_text(data), sizeof heard->value - 1);
}

static void body_print(struct ls_buf *out, const char *version, const char *value)
{
    ls_buf_printf(
        out,
        "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"%s%s%s},"
        "\"data\":{\"k\":\"%s\"}}",
        version[0] ? ",\"resourceVersion\":\"" : "", version, version[0] ? "\"" : "", value);
}

/* One intent to its result, or until the client crashes. */
static struct heard act(struct stage *stage, struct ls_intent intent, const char *body)
{
    struct heard heard = {0};
    struct ls_err err = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    if (body)
        CHECK_OK(ls_json_parse(ls_slice_of(body), NULL, &obj, &err), err);
    struct ls_outbox *box = ls_outbox_new(stage->client, NULL, on_result, &heard);
    intent.ref = ref;
    intent.body = obj;
    intent.field_manager = "me";
    ls_outbox_put(box, &intent);
    for (int i = 0; i < 600 && !heard.is_told && !ls_sim_wire_is_crashed(stage->wire); i++)
        stage_pass_ms(stage, 500);
    ls_outbox_free(box);
    return heard;
}

static struct heard apply(struct stage *stage, const char *version, const char *value)
{
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    body_print(&body, version, value);
    return act(stage, (struct ls_intent){.kind = LS_INTENT_APPLY}, ls_buf_text(&body));
}

static struct heard delete (struct stage *stage)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = stage_get(stage, CM);
    struct ls_node metadata = ls_node_at(ls_obj_root(obj), "metadata");
    int64_t version = 0;
    CHECK(ls_slice_to_i64(ls_node_string(ls_node_at(metadata, "resourceVersion")), &version));
    return act(stage,
               (struct ls_intent){.kind = LS_INTENT_DELETE,
                                  .uid = ls_uid_of_object(ls_obj_root(obj)),
                                  .version = (uint64_t)version},
               NULL);
}

TEST(version_1_creates_and_never_overwrites)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 1);
    CHECK_INT(apply(&stage, "1", "first").code, LS_OK);
    CHECK_STR(stage_text(&stage, CM, "data.k"), "first");
    CHECK_INT(apply(&stage, "1", "second").code, LS_E_CONFLICT);
    CHECK_STR(stage_text(&stage, CM, "data.k"), "first");
    CHECK_INT(apply(&stage, "", "second").code, LS_OK);
    CHECK_STR(stage_text(&stage, CM, "data.k"), "second");
}

/* Faults of a single request, with the statuses a server has for them. */
static const struct ls_sim_fault faults[] = {
    {.kind = LS_SIM_FAULT_NONE},
    {.kind = LS_SIM_FAULT_NOT_SENT},
    {.kind = LS_SIM_FAULT_NOT_SENT, .times = 3},
    {.kind = LS_SIM_FAULT_NO_REPLY},
    {.kind = LS_SIM_FAULT_LOST},
    {.kind = LS_SIM_FAULT_HANG},
    {.kind = LS_SIM_FAULT_SLOW, .value = 20000},
    {.kind = LS_SIM_FAULT_STATUS, .value = 429},
    {.kind = LS_SIM_FAULT_STATUS, .value = 429, .times = 20},
    {.kind = LS_SIM_FAULT_STATUS, .value = 500},
    {.kind = LS_SIM_FAULT_STATUS, .value = 503},
    {.kind = LS_SIM_FAULT_STATUS, .value = 504},
    {.kind = LS_SIM_FAULT_STATUS_AFTER, .value = 500},
    {.kind = LS_SIM_FAULT_STATUS_AFTER, .value = 503},
    {.kind = LS_SIM_FAULT_STATUS_AFTER, .value = 504},
    /* The write, and the read that is to settle it. */
    {.kind = LS_SIM_FAULT_LOST, .times = 3},
    {.kind = LS_SIM_FAULT_STATUS_AFTER, .value = 503, .times = 4},
};

/* What is told is what is there: the new value, the old one, or nothing. */
TEST(an_apply_tells_the_truth_whatever_goes_wrong)
{
    for (size_t i = 0; i < LS_COUNT(faults) * 2; i++) {
        bool is_create = i % 2;
        struct ls_sim_fault fault = faults[i / 2];
        fault.nth = 1;
        struct stage stage LS_AUTO(stage_release);
        stage_init(&stage, 1);
        if (!is_create)
            CHECK_INT(apply(&stage, "1", "old").code, LS_OK);
        ls_sim_wire_set(stage.wire, fault);
        struct heard heard = apply(&stage, is_create ? "1" : "", "new");
        CHECK(heard.is_told);
        CHECK(heard.code == LS_OK || (heard.code == LS_E_NOT_FOUND && heard.is_read));
        CHECK_STR(heard.value, stage_text(&stage, CM, "data.k"));
        CHECK(heard.is_read || strcmp(heard.value, "new") == 0);
    }
}

TEST(a_delete_tells_the_truth_whatever_goes_wrong)
{
    for (size_t i = 0; i < LS_COUNT(faults); i++) {
        struct ls_sim_fault fault = faults[i];
        fault.nth = 1;
        struct stage stage LS_AUTO(stage_release);
        stage_init(&stage, 1);
        CHECK_INT(apply(&stage, "1", "old").code, LS_OK);
        ls_sim_wire_set(stage.wire, fault);
        struct heard heard = delete (&stage);
        CHECK(heard.is_told);
        CHECK_INT(heard.code, LS_OK);
        CHECK_STR(heard.value, stage_text(&stage, CM, "data.k")); /* "" when it is gone */
        CHECK(heard.is_read || !stage_has(&stage, CM));
    }
}

TEST(a_delete_never_hits_another_version)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 1);
    CHECK_INT(apply(&stage, "1", "old").code, LS_OK);
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = stage_get(&stage, CM);
    struct ls_intent intent = {
        .kind = LS_INTENT_DELETE, .uid = ls_uid_of_object(ls_obj_root(obj)), .version = 1};
    CHECK_INT(act(&stage, intent, NULL).code, LS_E_CONFLICT);
    intent.uid.low ^= 1;
    CHECK_INT(act(&stage, intent, NULL).code, LS_E_CONFLICT);
    CHECK(stage_has(&stage, CM));
}

/* ---- a server that was away ---- */

struct first_and_last {
    struct stage *stage;
    int64_t at_ms[2];
    size_t count;
};

static void on_read(void *self, const struct ls_result *result)
{
    struct first_and_last *read = self;
    CHECK_INT(result->code, LS_OK);
    CHECK(!result->is_read);
    read->at_ms[read->count++] = ls_clock_mono_ms(read->stage->world->clock);
}

TEST(all_go_on_when_one_has_reached_the_server_again)
{
    enum { AWAY = 13 }; /* requests that find nobody: pauses have grown to many seconds by then */
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 1);
    CHECK_INT(apply(&stage, "1", "first").code, LS_OK);
    struct first_and_last read = {.stage = &stage};
    struct ls_outbox *box = ls_outbox_new(stage.client, NULL, on_read, &read);
    ls_sim_wire_set(stage.wire,
                    (struct ls_sim_fault){.kind = LS_SIM_FAULT_NOT_SENT, .nth = 1, .times = AWAY});
    for (uint32_t i = 0; i < 2; i++)
        ls_outbox_put(box, &(struct ls_intent){.kind = LS_INTENT_READ, .item = i, .ref = ref});
    stage_pass_ms(&stage, 1000);
    CHECK_HAS(ls_outbox_trouble(box), "connection refused, next try in ");
    for (int i = 0; i < 600 && read.count < 2; i++)
        stage_pass_ms(&stage, 1000);
    CHECK_INT(read.count, 2);
    CHECK(read.at_ms[0] > 20000);
    CHECK(read.at_ms[1] - read.at_ms[0] < 100);
    CHECK_STR(ls_outbox_trouble(box), "");
    ls_outbox_free(box);
}

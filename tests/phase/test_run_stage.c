/* The stage itself: its faults do what they say, with plain calls of a client. */
#include "support_stage.h"

#include <string.h>

#include "check.h"
#include "kube/list_watch.h"

#define CM   "/api/v1/namespaces/default/configmaps/"
#define BODY "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"a\"}}"

static const struct ls_resource configmaps = {.group = "",
                                              .version = "v1",
                                              .kind = "ConfigMap",
                                              .plural = "configmaps",
                                              .can = 0xFF,
                                              .is_namespaced = true};

struct call {
    struct ls_api_call call;
    bool is_done;
    enum ls_code code;
    int http_status;
};

static void call_done(void *self, const struct ls_answer *answer)
{
    struct call *call = self;
    call->is_done = true;
    call->code = answer->code;
    call->http_status = answer->http_status;
}

/* Applies ConfigMap a and lets two minutes pass, or less when the client crashes. */
static void apply(struct stage *stage, struct call *call)
{
    *call = (struct call){0};
    struct ls_call_spec ask = {.verb = LS_VERB_APPLY,
                               .place = {&configmaps, "default", "a", NULL},
                               .body_text = LS_SLICE(BODY)};
    ls_api_call_start(stage->client, &call->call, &ask, call_done, call);
    for (int i = 0; i < 120 && !stage->wire.is_crashed; i++)
        stage_pass_ms(stage, 1000);
    ls_api_call_cancel(&call->call);
}

struct row {
    struct fault fault;
    bool is_done;
    enum ls_code code;
    bool is_there; /* what the cluster has */
};

static const struct row rows[] = {
    {{.kind = FAULT_NONE, .nth = 1}, true, LS_OK, true},
    {{.kind = FAULT_CRASH_BEFORE, .nth = 1}, false, LS_OK, false},
    {{.kind = FAULT_CRASH_AFTER, .nth = 1}, false, LS_OK, true},
    {{.kind = FAULT_CRASH_HEARD, .nth = 1}, true, LS_OK, true},
    {{.kind = FAULT_NOT_SENT, .nth = 1}, true, LS_E_NOT_SENT, false},
    {{.kind = FAULT_NO_REPLY, .nth = 1}, true, LS_E_UNKNOWN_RESULT, false},
    {{.kind = FAULT_LOST, .nth = 1}, true, LS_E_UNKNOWN_RESULT, true},
    {{.kind = FAULT_STATUS, .nth = 1, .status = 409}, true, LS_E_CONFLICT, false},
    {{.kind = FAULT_STATUS, .nth = 1, .status = 503}, true, LS_E_SERVER, false},
    {{.kind = FAULT_STATUS, .nth = 1, .status = 429}, true, LS_OK, true}, /* the client repeats */
    {{.kind = FAULT_STATUS_AFTER, .nth = 1, .status = 500}, true, LS_E_SERVER, true},
    {{.kind = FAULT_SLOW, .nth = 1, .delay_ms = 5000}, true, LS_OK, true},
    {{.kind = FAULT_HANG, .nth = 1}, true, LS_E_UNKNOWN_RESULT, false},
    {{.kind = FAULT_LOST, .nth = 2}, true, LS_OK, true}, /* never comes to it */
};

TEST(each_fault_is_what_it_says)
{
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        const struct row *row = &rows[i];
        struct stage stage LS_AUTO(stage_release);
        stage_init(&stage, 1);
        struct call call;
        fault_wire_set(&stage.wire, row->fault);
        apply(&stage, &call);
        CHECK_INT(call.is_done, row->is_done);
        CHECK_INT(call.code, row->code);
        CHECK_INT(stage_has(&stage, CM "a"), row->is_there);
        CHECK_INT(stage.wire.is_struck, row->fault.kind != FAULT_NONE && row->fault.nth == 1);
    }
}

TEST(a_new_process_finds_the_cluster_as_the_old_one_left_it)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 1);
    struct call call;
    fault_wire_set(&stage.wire, (struct fault){.kind = FAULT_CRASH_AFTER, .nth = 1});
    apply(&stage, &call);
    CHECK(stage.wire.is_crashed && !call.is_done);
    stage_kill(&stage);
    stage_start(&stage);
    apply(&stage, &call);
    CHECK_INT(call.http_status, 200); /* it was there already */
    CHECK_INT(stage.wire.log.count, 2);
    CHECK_INT(stage.wire.log.at[0].client, 1);
    CHECK_INT(stage.wire.log.at[0].status, 201);
    CHECK_INT(stage.wire.log.at[1].client, 2);
}

TEST(the_log_counts_and_finds_what_was_made_twice)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 1);
    struct call call;
    const char *path = NULL;
    apply(&stage, &call);
    stage_delete(&stage, "configmaps", "default", "a"); /* unseen by the log */
    CHECK_INT(fault_wire_doubles(&stage.wire, 0, &path), 0);
    apply(&stage, &call);
    CHECK_INT(fault_wire_doubles(&stage.wire, 0, &path), 1);
    CHECK_STR(path, CM "a");
    CHECK_INT(fault_wire_count(&stage.wire, 0, "PATCH", "configmaps"), 2);
    CHECK_INT(fault_wire_count(&stage.wire, 1, NULL, NULL), 1);
    CHECK_INT(fault_wire_writes(&stage.wire, 0), 2);
}

/* ---- watches ---- */

struct view {
    struct ls_buf told; /* names, '-' in front of one that is gone */
    size_t syncs;
};

static void view_add(void *self, const struct ls_news *news)
{
    struct view *view = self;
    view->syncs += news->kind == LS_NEWS_SYNCED;
    bool is_gone = news->kind == LS_NEWS_GONE;
    if (news->kind != LS_NEWS_OBJECT && !is_gone)
        return;
    const char *name =
        news->obj ? ls_node_text(ls_node_at(ls_obj_root(news->obj), "metadata.name")) : "?";
    if (strncmp(name, "cm-", 3) == 0 || is_gone)
        ls_buf_printf(&view->told, "%s%s ", is_gone ? "-" : "", name);
}

static void configmap_make(struct stage *stage, const char *name)
{
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&body,
                  "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\"metadata\":{\"name\":\"%s\"}}",
                  name);
    stage_create(stage, "configmaps", "default", body.at);
}

static void compact(void *self)
{
    struct stage *stage = self;
    ls_sandbox_compact(stage->sandbox);
}

static void watch_check(struct fault fault, bool is_compacted)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, 1);
    struct view view = {0};
    struct ls_list_watch *watch = NULL;
    struct ls_err err = {0};
    struct ls_selection selection = {.resource = &configmaps, .namespace_name = "default"};
    CHECK_OK(ls_list_watch_start(stage.client, &selection, NULL, view_add, &view, &watch, &err),
             err);
    stage_pass_ms(&stage, 1000);
    CHECK_INT(view.syncs, 1);
    if (is_compacted) {
        stage.wire.on_cut = compact;
        stage.wire.cut_self = &stage;
    }
    fault_wire_set(&stage.wire, fault);
    configmap_make(&stage, "cm-1");
    configmap_make(&stage, "cm-2");
    stage_pass_ms(&stage, 60000);
    CHECK_STR(ls_buf_text(&view.told), "cm-1 cm-2 ");
    CHECK(stage.wire.is_struck);
    CHECK(fault_wire_cut(&stage.wire) == 1);
    configmap_make(&stage, "cm-3");
    stage_pass_ms(&stage, 60000);
    CHECK_STR(ls_buf_text(&view.told), "cm-1 cm-2 cm-3 ");
    ls_list_watch_free(watch);
    ls_buf_release(&view.told);
}

TEST(events_are_delayed_doubled_and_dropped_and_none_is_lost)
{
    for (size_t nth = 1; nth <= 2; nth++) {
        watch_check((struct fault){.kind = FAULT_EVENT_DELAYED, .nth = nth, .delay_ms = 5000},
                    false);
        watch_check((struct fault){.kind = FAULT_EVENT_DOUBLED, .nth = nth}, false);
        watch_check((struct fault){.kind = FAULT_EVENT_DROPPED, .nth = nth}, false);
        watch_check((struct fault){.kind = FAULT_EVENT_DROPPED, .nth = nth}, true);
    }
}

/* ---- states ---- */

TEST(two_lives_that_end_alike_give_the_same_dump)
{
    struct ls_buf dumps[2] = {{0}, {0}};
    for (size_t i = 0; i < 2; i++) {
        struct stage stage LS_AUTO(stage_release);
        stage_init(&stage, i + 1); /* other uids, other names of pods */
        stage_create(&stage, "deployments", "default",
                     "{\"apiVersion\":\"apps/v1\",\"kind\":\"Deployment\",\"metadata\":{\"name\":"
                     "\"web\",\"labels\":{\"applyset.kubernetes.io/part-of\":\"x\"},"
                     "\"annotations\":{\"lockstep.dev/order\":\"0/0/0\",\"lockstep.dev/applied\":"
                     "\"v1:00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff\"}},"
                     "\"spec\":{\"replicas\":2,\"selector\":{\"matchLabels\":{\"app\":\"web\"}},"
                     "\"template\":{\"metadata\":{\"labels\":{\"app\":\"web\"}},\"spec\":"
                     "{\"containers\":[{\"name\":\"c\",\"image\":\"nginx\"}]}}}}");
        stage_pass_ms(&stage, 60000);
        CHECK_INT(stage_member_count(&stage), 1);
        stage_dump(&stage, &dumps[i]);
    }
    CHECK_HAS(ls_buf_text(&dumps[0]), "Pod in default of a ReplicaSet: 2\n");
    CHECK_HAS(ls_buf_text(&dumps[0]), "Deployment default/web {");
    CHECK_HAS(ls_buf_text(&dumps[0]), "\"v1:*\"");
    CHECK_HAS(ls_buf_text(&dumps[0]), "\nServiceAccount default/default\n");
    CHECK_STR(ls_buf_text(&dumps[0]), ls_buf_text(&dumps[1]));
    ls_buf_release(&dumps[0]);
    ls_buf_release(&dumps[1]);
}

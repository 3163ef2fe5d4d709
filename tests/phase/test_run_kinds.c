/*
 * Kinds and namespaces that come with the set, and what kinds need to be waited for.
 */
#include "check.h"
#include "support_show.h"

#define CRD                                                                                        \
    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n"                        \
    "metadata: {name: widgets.example.com}\nspec:\n  group: example.com\n  scope: Namespaced\n"    \
    "  names: {plural: widgets, singular: widget, kind: Widget, listKind: WidgetList}\n"           \
    "  versions:\n  - name: v1\n    served: true\n    storage: true\n    schema:\n"                \
    "      openAPIV3Schema:\n        type: object\n        properties:\n"                          \
    "          spec: {type: object, properties: {size: {type: integer}}}\n---\n"
#define WIDGET(name, spec)                                                                         \
    "apiVersion: example.com/v1\nkind: Widget\nmetadata: {name: " name "}\nspec: {" spec "}\n---"  \
    "\n"
#define SPACE "apiVersion: v1\nkind: Namespace\nmetadata: {name: new}\n---\n"
#define POD                                                                                        \
    "apiVersion: v1\nkind: Pod\nmetadata: {name: bare, namespace: new}\nspec:\n"                   \
    "  containers: [{name: main, image: good}]\n---\n"

static const char crd_path[] =
    "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/widgets.example.com";

TEST(a_kind_and_its_objects_come_in_one_set_and_leave_in_order)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, WIDGET("one", "size: 1") CRD);
    show_play(&show, LS_GOAL_PLAN);
    show_check_done(&show);
    CHECK_INT(show_row(&show, "Widget default/one").action, LS_ACTION_CREATE);
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_INT(show_row(&show, "Widget default/one").state, LS_ROW_READY);
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_INT(show_writes(&show), 0);
    show_play(&show, LS_GOAL_TEARDOWN);
    show_check_done(&show);
    CHECK(!stage_has(&show.stage, crd_path));
}

TEST(a_field_that_the_sets_own_kind_does_not_have_is_found_before_anything_is_written)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, CRD WIDGET("one", "seize: 1"));
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show.end, LS_RUN_REFUSED);
    CHECK_INT(show_writes(&show), 0);
    CHECK_HAS(show.err.text, "spec.seize");
    CHECK_HAS(show.err.text, "shop.yaml:");
}

TEST(a_kind_with_instances_of_others_is_held_and_they_are_named)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, CRD WIDGET("one", "size: 1"));
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    stage_create(&show.stage, "widgets.example.com", "default",
                 "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Widget\",\"metadata\":{\"name\":"
                 "\"theirs\"}}");
    show_play(&show, LS_GOAL_TEARDOWN);
    CHECK_INT(show.end, LS_RUN_FAILED);
    CHECK_HAS(show.err.text, "Widget default/theirs");
    CHECK_INT(show_row(&show, "CustomResourceDefinition widgets.example.com").state, LS_ROW_HELD);
    CHECK(stage_has(&show.stage, "/apis/example.com/v1/namespaces/default/widgets/theirs"));
    show.options.deletes_instances = true;
    show_play(&show, LS_GOAL_TEARDOWN);
    show_check_done(&show);
    CHECK(!stage_has(&show.stage, crd_path));
}

TEST(a_namespace_and_a_bare_pod_in_it_come_in_one_set)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, POD SPACE);
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_STR(stage_text(&show.stage, "/api/v1/namespaces/new/pods/bare", "status.phase"),
              "Running");
    show_play(&show, LS_GOAL_TEARDOWN);
    show_check_done(&show);
    CHECK(!stage_has(&show.stage, "/api/v1/namespaces/new"));
}

#define SERVICE                                                                                    \
    "apiVersion: v1\nkind: Service\nmetadata: {name: web}\nspec:\n  selector: {app: web}\n"        \
    "  ports: [{port: 80}]\n---\n"
#define DEPLOYMENT                                                                                 \
    "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web}\nspec:\n"                        \
    "  selector: {matchLabels: {app: web}}\n  template:\n    metadata: {labels: {app: web}}\n"     \
    "    spec: {containers: [{name: main, image: good}]}\n---\n"

TEST(a_service_waits_for_pods_of_its_own_phase)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, SERVICE DEPLOYMENT);
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_INT(show_row(&show, "Service default/web").state, LS_ROW_READY);
    CHECK(show_row(&show, "Service default/web").is_gate);
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_INT(show_writes(&show), 0);
    show_play(&show, LS_GOAL_PLAN);
    CHECK_STR(show_row(&show, "Service default/web").reason, "");
    show_play(&show, LS_GOAL_OBSERVE);
    show_check_done(&show);
}

TEST(a_look_that_watches_on_tells_what_changes)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, SERVICE DEPLOYMENT);
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    show.options.watches_on = true;
    show.options.timeout_ms = 0;
    show_begin(&show, LS_GOAL_OBSERVE);
    stage_pass_ms(&show.stage, 1000);
    CHECK(!show.is_done);
    CHECK_INT(show_row(&show, "Deployment default/web").state, LS_ROW_READY);
    stage_delete(&show.stage, "deployments.apps", "default", "web");
    stage_pass_ms(&show.stage, 5000);
    CHECK_INT(show_row(&show, "Deployment default/web").state, LS_ROW_GONE);
    ls_run_stop(show.run);
    show_finish(&show);
    CHECK_INT(show.end, LS_RUN_STOPPED);
}

/*
 * What is found wrong before the first write is told at once: mistakes of manifests of every kind,
 * in the order of files and lines; and what KOTS leaves out.
 */
#include "check.h"
#include "support_show.h"

#define MAP(name, rest) "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: " name rest "}\n---\n"
#define CRD(plural)                                                                                \
    "apiVersion: apiextensions.k8s.io/v1\nkind: CustomResourceDefinition\n"                        \
    "metadata: {name: " plural ".example.com}\nspec:\n  group: example.com\n"                      \
    "  scope: Namespaced\n  names: {plural: " plural ", singular: widget, kind: Widget}\n"         \
    "  versions:\n  - name: v1\n    served: true\n    storage: true\n    schema:\n"                \
    "      openAPIV3Schema: {type: object, properties: {spec: {type: object}}}\n---\n"

static void check_refused(struct show *show, const char *const *wanted, size_t count)
{
    const struct ls_problems *problems = ls_run_problems(show->run);
    CHECK_INT(show->end, LS_RUN_REFUSED);
    CHECK_INT(show_writes(show), 0);
    for (size_t i = 0; i < count && i < problems->list.count; i++)
        CHECK_HAS(problems->list.at[i].text, wanted[i]);
    CHECK_INT(problems->count, count);
}

TEST(mistakes_of_every_kind_are_told_at_once)
{
    static const char *const wanted[] = {
        "shop.yaml:3: ConfigMap a: the annotation kots.io/creationphase is not known",
        "shop.yaml:3: ConfigMap a: kots.io/wait-for-ready is \"maybe\"",
        "shop.yaml:6: Confgmap b: there is no kind Confgmap in v1",
        "shop.yaml:7: Confgmap b: metadata.labels: label value 'x y' must be",
        "shop.yaml:11: ConfigMap C_C: metadata.name \"C_C\" is no name",
        "shop.yaml:19: ConfigMap d: namespace nowhere does not exist",
        "shop.yaml:21: ConfigMap ok: ConfigMap default/ok stands already at shop.yaml:13",
        "shop.yaml:42: Widget one: it has no field spec.seize",
        "shop.yaml:42: Widget one: it has no field spec.weight",
    };
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, MAP("a", ", annotations: {kots.io/creationphase: '1', kots.io/wait-for-ready: "
                              "maybe}") "apiVersion: v1\nkind: Confgmap\nmetadata: {name: b, "
                                        "labels: {app: 'x y'}}\n---\n" MAP("C_C", "") MAP("ok", "")
                                            MAP("d", ", namespace: nowhere") MAP("ok", "")
                                                CRD("widgets") "apiVersion: example.com/v1\nkind: "
                                                               "Widget\nmetadata: {name: one}\n"
                                                               "spec: {seize: 1, weight: 2}\n");
    show_play(&show, LS_GOAL_PLAN);
    check_refused(&show, wanted, LS_COUNT(wanted));
    show_play(&show, LS_GOAL_ROLLOUT);
    check_refused(&show, wanted, LS_COUNT(wanted));
    CHECK_HAS(show.err.text, "9 problems in the manifests, the first: shop.yaml:3: ConfigMap a: ");
}

TEST(a_set_with_a_mistake_removes_nothing)
{
    static const char *const wanted[] = {"shop.yaml:6: Confgmap b: there is no kind Confgmap"};
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, MAP("a", "") MAP("b", ""));
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    show_take(&show, MAP("a", "") "apiVersion: v1\nkind: Confgmap\nmetadata: {name: b}\n");
    show_play(&show, LS_GOAL_ROLLOUT);
    check_refused(&show, wanted, LS_COUNT(wanted));
    CHECK_INT(ls_run_row_count(show.run), 0);
    CHECK(stage_has(&show.stage, "/api/v1/namespaces/default/configmaps/b"));
}

TEST(one_kind_comes_with_one_crd)
{
    static const char *const wanted[] = {
        "shop.yaml:21: CustomResourceDefinition gadgets.example.com: the CustomResourceDefinition "
        "widgets.example.com of the set brings the kind Widget of example.com too: keep one of the "
        "two",
    };
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show, CRD("widgets") CRD("gadgets"));
    show_play(&show, LS_GOAL_PLAN);
    check_refused(&show, wanted, LS_COUNT(wanted));
}

TEST(what_kots_excludes_is_no_member)
{
    struct show show LS_AUTO(show_close);
    show_open(&show, 1);
    show_take(&show,
              MAP("a", "") MAP("b", ", annotations: {kots.io/when: 'false'}")
                  MAP("c", ", annotations: {kots.io/exclude: 'true', kots.io/nothing: x}")
                      MAP("d", ", annotations: {kots.io/when: 'true', kots.io/app-slug: s}"));
    show_play(&show, LS_GOAL_ROLLOUT);
    show_check_done(&show);
    CHECK_INT(ls_run_row_count(show.run), 2);
    CHECK_HAS(ls_buf_text(&show.told),
              "shop.yaml:5: kots.io/exclude or kots.io/when leaves 2 objects, this one first, out "
              "of the set");
    CHECK_HAS(ls_buf_text(&show.told),
              "shop.yaml:13: annotations of KOTS that have no effect here: kots.io/app-*");
    show_take(&show, MAP("a", ", annotations: {kots.io/exclude: 'true'}"));
    show_play(&show, LS_GOAL_ROLLOUT);
    CHECK_INT(show.end, LS_RUN_REFUSED);
    CHECK_HAS(show.err.text, "what -f names holds no object that kots.io/exclude and kots.io/when "
                             "leave in");
    CHECK(stage_has(&show.stage, "/api/v1/namespaces/default/configmaps/d"));
}

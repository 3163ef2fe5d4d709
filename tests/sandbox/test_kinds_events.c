#include "check.h"
#include "support_json.h"
#include "support_kinds.h"

TEST(an_event_reads_the_same_in_both_groups)
{
    struct kinds_stage stage LS_AUTO(kinds_stage_release);
    kinds_stage_init(&stage);
    const struct ls_kind *kind =
        ls_registry_kind(stage.cluster.registry, LS_SLICE("events.k8s.io/v1"), LS_SLICE("Event"));
    const struct ls_obj *stored LS_AUTO(ls_obj_unref_at) =
        obj_of("{\"kind\":\"Event\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"e\"},"
               "\"involvedObject\":{\"kind\":\"Pod\"},\"reason\":\"R\",\"message\":\"m\","
               "\"source\":{\"component\":\"c\"},\"firstTimestamp\":null,\"lastTimestamp\":null,"
               "\"count\":2,\"type\":\"Normal\",\"eventTime\":null,\"reportingComponent\":\"\","
               "\"reportingInstance\":\"\"}");
    struct ls_node shown = kind->view->show(&stage.arena, kind, ls_obj_root(stored));
    CHECK_STR(json_of(shown),
              "{\"kind\":\"Event\",\"apiVersion\":\"events.k8s.io/v1\",\"metadata\":{\"name\":"
              "\"e\"},\"regarding\":{\"kind\":\"Pod\"},\"reason\":\"R\",\"note\":\"m\","
              "\"deprecatedSource\":{\"component\":\"c\"},\"deprecatedFirstTimestamp\":null,"
              "\"deprecatedLastTimestamp\":null,\"deprecatedCount\":2,\"type\":\"Normal\","
              "\"eventTime\":null}");
}

TEST(who_reports_an_event_has_two_names)
{
    struct kinds_stage stage LS_AUTO(kinds_stage_release);
    kinds_stage_init(&stage);
    const struct ls_kind *kind =
        ls_registry_kind(stage.cluster.registry, LS_SLICE("events.k8s.io/v1"), LS_SLICE("Event"));
    const struct ls_obj *stored LS_AUTO(ls_obj_unref_at) =
        obj_of("{\"kind\":\"Event\",\"apiVersion\":\"v1\",\"metadata\":{\"name\":\"e\"},"
               "\"message\":\"m\",\"reportingComponent\":\"me\",\"reportingInstance\":\"here\"}");
    struct ls_node shown = kind->view->show(&stage.arena, kind, ls_obj_root(stored));
    CHECK_STR(json_of(shown),
              "{\"kind\":\"Event\",\"apiVersion\":\"events.k8s.io/v1\",\"metadata\":{"
              "\"name\":\"e\"},\"note\":\"m\",\"reportingController\":\"me\","
              "\"reportingInstance\":\"here\"}");
    struct ls_node back = kind->view->store(&stage.arena, kind, shown);
    CHECK_STR(json_of(back), json_of(ls_obj_root(stored)));
}

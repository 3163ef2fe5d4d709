#include "sandbox/types/order.h"

#include "sandbox/types/table_types.h"
#include "support_json.h"

static const char *ordered(struct ls_arena *arena, const struct ls_api_type *type, const char *json)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(json);
    ls_api_build_ordered(&build, ls_obj_root(obj), type);
    struct ls_node out = ls_build_arena(&build, arena);
    CHECK(ls_node_equal(out, ls_obj_root(obj)));
    return json_of(out);
}

TEST(members_come_in_the_order_of_the_rows)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    CHECK_STR(ordered(&arena, &ls_api_apps_v1_Deployment,
                      "{\"kind\":\"Deployment\",\"spec\":{\"template\":{\"spec\":{\"containers\":[{"
                      "\"image\":\"i\",\"name\":\"c\"}],\"volumes\":[]}},\"replicas\":1},"
                      "\"apiVersion\":\"apps/v1\"}"),
              "{\"kind\":\"Deployment\",\"apiVersion\":\"apps/v1\",\"spec\":{\"replicas\":1,"
              "\"template\":{\"spec\":{\"volumes\":[],\"containers\":[{\"name\":\"c\",\"image\":"
              "\"i\"}]}}}}");
}

TEST(keys_of_maps_are_sorted_and_raw_values_left_alone)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    CHECK_STR(ordered(&arena, &ls_api_core_v1_ConfigMap,
                      "{\"data\":{\"z\":\"1\",\"a\":\"2\"},\"metadata\":{\"managedFields\":[{"
                      "\"fieldsV1\":{\"f:z\":{},\"f:a\":{}},\"manager\":\"m\"}],\"name\":\"n\"}}"),
              "{\"metadata\":{\"name\":\"n\",\"managedFields\":[{\"manager\":\"m\",\"fieldsV1\":{"
              "\"f:z\":{},\"f:a\":{}}}]},\"data\":{\"a\":\"2\",\"z\":\"1\"}}");
}

TEST(what_is_in_order_stays_and_says_so)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    static const char json[] = "{\"metadata\":{\"name\":\"n\"},\"data\":{\"a\":\"2\"}}";
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(json);
    CHECK(ls_api_is_ordered(ls_obj_root(obj), &ls_api_core_v1_ConfigMap));
    CHECK_STR(ordered(&arena, &ls_api_core_v1_ConfigMap, json), json);
}

TEST(what_no_row_knows_comes_last)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    CHECK_STR(ordered(&arena, &ls_api_core_v1_ConfigMap, "{\"x\":1,\"data\":null,\"kind\":\"k\"}"),
              "{\"kind\":\"k\",\"data\":null,\"x\":1}");
}

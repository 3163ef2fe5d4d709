/* Custom kinds: the kinds that a definition makes, and the checks of their objects. Expected
 * answers are those of kube-apiserver 1.36.3. */
#include "sandbox/kinds/custom.h"

#include <stdlib.h>
#include <string.h>

#include "cases.h"
#include "check.h"
#include "sandbox/kinds/kind_columns.h"
#include "support_cluster.h"
#include "value/build.h"

struct room {
    struct stage stage;
    const struct ls_obj *definition;
    const struct ls_kind *kind;
};

/* The kind of version `index` of a definition with these names and versions. */
static void room_init(struct room *room, const char *versions, size_t index)
{
    stage_init(&room->stage);
    const char *text = ls_arena_printf(
        &room->stage.arena,
        "{\"metadata\":{\"name\":\"boxes.x.test\",\"generation\":1},\"spec\":{\"group\":\"x.test\","
        "\"scope\":\"Namespaced\",\"names\":{\"plural\":\"boxes\",\"singular\":\"box\",\"kind\":"
        "\"Box\",\"listKind\":\"BoxList\",\"shortNames\":[\"bx\"],\"categories\":[\"all\"]},"
        "\"versions\":%s},\"status\":{\"storedVersions\":[\"v1\"]}}",
        versions);
    room->definition = obj_of(text);
    struct ls_node definition = ls_obj_root(room->definition);
    room->kind = ls_custom_kind_new(&room->stage.cluster, definition,
                                    ls_node_item(ls_node_at(definition, "spec.versions"), index));
    CHECK(room->kind != NULL);
}

static void room_release(struct room *room)
{
    ls_kind_unref(room->kind);
    ls_obj_unref(room->definition);
    stage_release(&room->stage);
}

static const char rich_version[] =
    "[{\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{\"openAPIV3Schema\":{\"type\":"
    "\"object\",\"properties\":{\"spec\":{\"type\":\"object\",\"x-kubernetes-validations\":[{"
    "\"rule\":\"true\"}],\"properties\":{\"a\":{\"type\":\"string\",\"maxLength\":5},\"replicas\":{"
    "\"x-kubernetes-preserve-unknown-fields\":true}}},\"status\":{\"type\":\"object\",\"required\":"
    "[\"phase\"],\"properties\":{\"phase\":{\"type\":\"string\",\"enum\":[\"a\",\"b\"]},\"n\":{"
    "\"type\":\"integer\",\"maximum\":3},\"replicas\":{\"x-kubernetes-preserve-unknown-fields\":"
    "true},\"sel\":{\"x-kubernetes-preserve-unknown-fields\":true},\"set\":{\"type\":\"array\","
    "\"x-kubernetes-list-type\":\"set\",\"items\":{\"type\":\"string\"}}}}}}},\"subresources\":{"
    "\"status\":{},\"scale\":{\"specReplicasPath\":\".spec.replicas\",\"statusReplicasPath\":"
    "\".status.replicas\",\"labelSelectorPath\":\".status.sel\"}},\"selectableFields\":[{"
    "\"jsonPath\":\".spec.a\"}],\"additionalPrinterColumns\":[{\"name\":\"A\",\"type\":\"string\","
    "\"jsonPath\":\".spec.a\"},{\"name\":\"N\",\"type\":\"integer\",\"jsonPath\":\".status.n\","
    "\"description\":\"how many\",\"priority\":1}]},{\"name\":\"v1beta1\",\"served\":true,"
    "\"storage\":false,\"deprecated\":true,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\","
    "\"x-kubernetes-preserve-unknown-fields\":true}}}]";

TEST(a_version_becomes_a_kind)
{
    struct room room;
    room_init(&room, rich_version, 0);
    const struct ls_resource *resource = &room.kind->resource;
    CHECK_STR(room.kind->api_version, "x.test/v1");
    CHECK_STR(resource->plural, "boxes");
    CHECK_STR(resource->singular, "box");
    CHECK_STR(room.kind->list_kind, "BoxList");
    CHECK_STR(resource->short_names[0], "bx");
    CHECK_STR(resource->categories[0], "all");
    CHECK(resource->is_namespaced && room.kind->is_custom);
    CHECK_INT(resource->verb_count, 8);
    CHECK_STR(resource->verbs[0], "delete");
    CHECK_INT(resource->subresource_count, 2);
    CHECK_STR(resource->subresources[0].name, "status");
    CHECK_STR(resource->subresources[0].kind, "Box");
    CHECK_STR(resource->subresources[1].group, "autoscaling");
    CHECK_STR(room.kind->rules->selectable[0], "spec.a");
    CHECK_INT(room.kind->rules->generation, LS_GENERATION_BUT_STATUS);
    CHECK_STR(ls_custom_scale(room.kind)->label_selector, "status.sel");
    CHECK(ls_custom_warning(room.kind) == NULL);
    CHECK_HAS(json_of(ls_custom_openapi(room.kind)), "\"maxLength\":5");
    room_release(&room);
}

TEST(a_deprecated_version_warns_and_names_its_successor)
{
    struct room room;
    room_init(&room, rich_version, 1);
    CHECK_STR(ls_custom_warning(room.kind), "x.test/v1beta1 Box is deprecated; use x.test/v1 Box");
    CHECK(ls_custom_scale(room.kind) == NULL);
    CHECK_INT(room.kind->rules->generation, LS_GENERATION_ALL);
    room_release(&room);
}

TEST(another_version_shows_only_what_it_declares)
{
    static const char versions[] =
        "[{\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{\"openAPIV3Schema\":{"
        "\"type\":\"object\",\"properties\":{\"both\":{\"type\":\"string\"},\"new\":{\"type\":"
        "\"string\",\"default\":\"n\"}}}}},{\"name\":\"v1alpha1\",\"served\":true,\"storage\":"
        "false,\"schema\":{\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":{\"both\":{"
        "\"type\":\"string\"},\"old\":{\"type\":\"string\",\"default\":\"o\"}}}}}]";
    struct room room;
    room_init(&room, versions, 1);
    const struct ls_kind_view *view = room.kind->view;
    const struct ls_obj *stored LS_AUTO(ls_obj_unref_at) =
        obj_of("{\"apiVersion\":\"x.test/v1\",\"kind\":\"Box\",\"both\":\"b\"}");
    struct ls_node shown = view->show(&room.stage.arena, room.kind, ls_obj_root(stored));
    CHECK_STR(ls_node_text(ls_node_at(shown, "apiVersion")), "x.test/v1alpha1");
    CHECK_STR(ls_node_text(ls_node_at(shown, "both")), "b");
    CHECK(ls_node_is_absent(ls_node_at(shown, "new")));
    CHECK(ls_node_is_absent(ls_node_at(shown, "old")));
    const struct ls_obj *sent LS_AUTO(ls_obj_unref_at) = obj_of(
        "{\"apiVersion\":\"x.test/v1alpha1\",\"kind\":\"Box\",\"both\":\"b\",\"old\":\"o\"}");
    struct ls_node kept = view->store(&room.stage.arena, room.kind, ls_obj_root(sent));
    CHECK_STR(ls_node_text(ls_node_at(kept, "apiVersion")), "x.test/v1");
    CHECK(ls_node_is_absent(ls_node_at(kept, "old")));
    CHECK_STR(ls_custom_stored_version(room.kind), "v1");
    room_release(&room);
}

TEST(versions_show_and_store_the_same_object)
{
    struct room room;
    room_init(&room, rich_version, 1);
    const struct ls_obj *stored LS_AUTO(ls_obj_unref_at) =
        obj_of("{\"apiVersion\":\"x.test/v1\",\"kind\":\"Box\",\"spec\":{\"a\":\"b\"}}");
    struct ls_node shown = room.kind->view->show(&room.stage.arena, room.kind, ls_obj_root(stored));
    CHECK_STR(json_of(shown),
              "{\"apiVersion\":\"x.test/v1beta1\",\"kind\":\"Box\",\"spec\":{\"a\":\"b\"}}");
    struct ls_node again = room.kind->view->store(&room.stage.arena, room.kind, shown);
    CHECK_STR(json_of(again), json_of(ls_obj_root(stored)));
    room_release(&room);
}

TEST(columns_show_what_their_paths_lead_to)
{
    static const char versions[] =
        "[{\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{\"openAPIV3Schema\":{"
        "\"type\":\"object\"}},\"additionalPrinterColumns\":["
        "{\"name\":\"S\",\"type\":\"string\",\"jsonPath\":\".spec.s\"},"
        "{\"name\":\"L\",\"type\":\"string\",\"jsonPath\":\".spec.l\"},"
        "{\"name\":\"L0\",\"type\":\"string\",\"jsonPath\":\".spec.l[0]\"},"
        "{\"name\":\"M\",\"type\":\"string\",\"jsonPath\":\".spec.m\"},"
        "{\"name\":\"NS\",\"type\":\"string\",\"jsonPath\":\".spec.n\"},"
        "{\"name\":\"I\",\"type\":\"integer\",\"jsonPath\":\".spec.i\"},"
        "{\"name\":\"IN\",\"type\":\"integer\",\"jsonPath\":\".spec.n\"},"
        "{\"name\":\"N\",\"type\":\"number\",\"jsonPath\":\".spec.n\"},"
        "{\"name\":\"B\",\"type\":\"boolean\",\"jsonPath\":\".spec.b\"},"
        "{\"name\":\"IS\",\"type\":\"integer\",\"jsonPath\":\".spec.s\"},"
        "{\"name\":\"D\",\"type\":\"date\",\"jsonPath\":\".spec.d\"},"
        "{\"name\":\"DX\",\"type\":\"date\",\"jsonPath\":\".spec.s\"},"
        "{\"name\":\"Z\",\"type\":\"string\",\"jsonPath\":\".spec.zz\"}]}]";
    struct room room;
    room_init(&room, versions, 0);
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = obj_of(
        "{\"metadata\":{\"name\":\"one\"},\"spec\":{\"s\":\"a<b\",\"l\":[\"x\",\"y\"],\"m\":{"
        "\"a\":\"2\"},\"n\":1.5,\"i\":3,\"b\":true,\"d\":\"2026-01-01T00:00:00Z\"}}");
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_list(&build);
    ls_kind_cells(room.kind, &build, ls_obj_root(object), INT64_C(1767225605) * 1000);
    ls_build_end(&build);
    CHECK_STR(
        json_of(ls_build_arena(&build, &room.stage.arena)),
        "[\"one\",\"a<b\",\"[\\\"x\\\",\\\"y\\\"]\",\"x\",\"{\\\"a\\\":\\\"2\\\"}\",\"1.5\",3,"
        "1,1.5,true,null,\"5s\",\"<invalid>\",null]");
    CHECK_INT(ls_kind_column_count(room.kind), 14);
    CHECK_STR(ls_kind_column(room.kind, 1).description,
              "Custom resource definition column (in JSONPath format): .spec.s");
    room_release(&room);
}

TEST(without_columns_there_are_name_and_age)
{
    struct room room;
    room_init(&room, rich_version, 1);
    CHECK_INT(ls_kind_column_count(room.kind), 2);
    CHECK_STR(ls_kind_column(room.kind, 0).format, "name");
    CHECK_STR(ls_kind_column(room.kind, 1).name, "Age");
    CHECK_STR(ls_kind_column(room.kind, 1).type, "date");
    room_release(&room);
}

/* The object after coercion, followed by its unknown fields; or the failure. */
static const char *coerced(struct room *room, const char *json)
{
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) = obj_of(json);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_strict_errors strict = {.arena = &room->stage.arena};
    struct ls_node out = LS_ABSENT;
    const char *why =
        ls_custom_coerce(&room->stage.arena, room->kind, ls_obj_root(body), &strict, &out);
    if (why != NULL)
        return why;
    ls_json_print(&text, out, LS_JSON_COMPACT);
    for (size_t i = 0; i < strict.count; i++)
        ls_buf_printf(&text, " %s", strict.at[i]);
    return ls_arena_dup(&room->stage.arena, ls_buf_slice(&text));
}

TEST(bodies_lose_what_is_not_declared)
{
    struct room room;
    room_init(&room, rich_version, 0);
    CHECK_STR(
        coerced(&room, "{\"spec\":{\"junk\":1,\"a\":\"x\"},\"more\":2,\"metadata\":{\"name\":"
                       "\"n\",\"odd\":1},\"kind\":\"Box\",\"apiVersion\":\"x.test/v1\"}"),
        "{\"apiVersion\":\"x.test/v1\",\"kind\":\"Box\",\"metadata\":{\"name\":\"n\"},\"spec\":{"
        "\"a\":\"x\"}} unknown field \"metadata.odd\" unknown field \"more\" unknown field "
        "\"spec.junk\"");
    CHECK_STR(coerced(&room, "{\"metadata\":{\"name\":\"n\",\"labels\":5}}"),
              "json: cannot unmarshal number into Go struct field ObjectMeta.labels of type "
              "map[string]string");
    room_release(&room);
}

/* The causes, one per line. */
static const char *refused(struct room *room, const char *subresource, const char *json)
{
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) = obj_of(json);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_field_errors errors = {.arena = &room->stage.arena};
    struct ls_response_warnings warnings = {0};
    ls_custom_validate(&room->stage.arena, room->kind, ls_slice_of(subresource), LS_ABSENT,
                       ls_obj_root(body), &errors, &warnings);
    for (size_t i = 0; i < errors.count; i++)
        ls_buf_printf(&text, "%s: %s\n", errors.at[i].field, errors.at[i].message);
    return ls_arena_dup(&room->stage.arena, ls_buf_slice(&text));
}

#define RULES_SKIPPED                                                                              \
    "<nil>: Invalid value: null: some validation rules were not checked because the object was "   \
    "invalid; correct the existing errors to complete validation\n"

TEST(objects_are_refused_in_the_words_of_the_server)
{
    static const struct {
        const char *subresource;
        const char *object;
        const char *causes;
    } rows[] = {
        {"", "{\"spec\":{\"a\":\"fine\"}}", ""},
        {"", "{\"spec\":{\"a\":\"longer\"}}",
         "spec.a: Too long: may not be more than 5 bytes\n" RULES_SKIPPED},
        {"", "{\"spec\":{\"replicas\":\"y\"}}",
         ".spec.replicas: Invalid value: 0: .spec.replicas accessor error: y is of the type "
         "string, expected int64\n"},
        {"", "{\"spec\":{\"replicas\":-1}}",
         ".spec.replicas: Invalid value: -1: should be a non-negative integer\n"},
        {"", "{\"spec\":{\"replicas\":3000000000}}",
         ".spec.replicas: Invalid value: 3000000000: should be less than or equal to "
         "2147483647\n"},
        {"", "{\"spec\":{\"replicas\":1.5}}",
         ".spec.replicas: Invalid value: 0: .spec.replicas accessor error: 1.5 is of the type "
         "float64, expected int64\n"},
        {"", "{\"spec\":{\"replicas\":[1]}}",
         ".spec.replicas: Invalid value: 0: .spec.replicas accessor error: [1] is of the type "
         "[]interface {}, expected int64\n"},
        {"", "{\"spec\":\"str\"}",
         "spec: Invalid value: \"string\": spec in body must be of type object: \"string\"\n"
         ".spec.replicas: Invalid value: 0: .spec.replicas accessor error: str is of the type "
         "string, expected map[string]interface{}\n" RULES_SKIPPED},
        {"status", "{\"spec\":\"str\",\"status\":{\"phase\":\"z\",\"n\":9}}",
         "status.n: Invalid value: 9: n in body should be less than or equal to 3\n"
         "status.phase: Unsupported value: \"z\": supported values: \"a\", \"b\"\n" RULES_SKIPPED},
        {"status", "{\"status\":{}}", "status.phase: Required value\n" RULES_SKIPPED},
        {"status", "{\"status\":\"s\"}",
         "status: Invalid value: \"string\":  in body must be of type object: \"string\"\n"
         ".status.replicas: Invalid value: 0: .status.replicas accessor error: s is of the type "
         "string, expected map[string]interface{}\n"
         ".status.sel: Invalid value: \"\": .status.sel accessor error: s is of the type string, "
         "expected map[string]interface{}\n" RULES_SKIPPED},
        {"status",
         "{\"status\":{\"phase\":\"a\",\"replicas\":\"x\",\"sel\":5,\"set\":[\"q\","
         "\"q\"]}}",
         ".status.replicas: Invalid value: 0: .status.replicas accessor error: x is of the type "
         "string, expected int64\n"
         ".status.sel: Invalid value: \"\": .status.sel accessor error: 5 is of the type int64, "
         "expected string\n"
         "status.set[1]: Duplicate value: \"q\"\n"},
        {"status", "{\"spec\":{}}", ""},
    };
    struct room room;
    room_init(&room, rich_version, 0);
    for (size_t i = 0; i < LS_COUNT(rows); i++)
        CHECK_STR(refused(&room, rows[i].subresource, rows[i].object), rows[i].causes);
    room_release(&room);
}

static int line_compare(const void *a, const void *b)
{
    const struct ls_failure_cause *left = a, *right = b;
    int order = strcmp(left->reason, right->reason);
    return order != 0 ? order : strcmp(left->field, right->field);
}

static void causes_print(struct ls_buf *out, struct ls_field_errors *errors)
{
    qsort(errors->at, errors->count, sizeof *errors->at, line_compare);
    for (size_t i = 0; i < errors->count; i++)
        ls_buf_printf(out, "%s%s %s: %s", i > 0 ? "\n" : "==> ", errors->at[i].reason,
                      errors->at[i].field, errors->at[i].message);
}

/* Without apiVersion and kind, which the cases leave out; followed by the unknown fields. */
static void accepted_print(struct ls_buf *out, struct ls_node object,
                           const struct ls_strict_errors *strict)
{
    ls_buf_add_text(out, "==> {\"spec\":");
    ls_json_print(out, ls_node_at(object, "spec"), LS_JSON_COMPACT);
    ls_buf_add_char(out, '}');
    for (size_t i = 0; i < strict->count; i++) {
        const char *field = strchr(strict->at[i], '"') + 1;
        ls_buf_printf(out, "\ndropped %.*s", (int)strlen(field) - 1, field);
    }
}

static void run_embedded(const struct case_row *row)
{
    struct room room;
    struct ls_slice rest = row->input;
    struct ls_slice schema = ls_slice_cut(rest, '\n', &rest);
    struct ls_slice value = ls_slice_cut(rest, '\n', &rest);
    struct ls_buf versions LS_AUTO(ls_buf_release) = {0}, text LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&versions,
                  "[{\"name\":\"v1\",\"served\":true,\"storage\":true,\"schema\":{"
                  "\"openAPIV3Schema\":{\"type\":\"object\",\"properties\":{\"spec\":%.*s}}}}]",
                  LS_ARG(schema));
    room_init(&room, ls_buf_text(&versions), 0);
    struct ls_arena *arena = &room.stage.arena;
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) =
        obj_of(ls_arena_printf(arena, "{\"spec\":%.*s}", LS_ARG(value)));
    struct ls_strict_errors strict = {.arena = arena};
    struct ls_field_errors errors = {.arena = arena};
    struct ls_node object = LS_ABSENT;
    CHECK(ls_custom_coerce(arena, room.kind, ls_obj_root(body), &strict, &object) == NULL);
    ls_custom_validate(arena, room.kind, LS_SLICE(""), LS_ABSENT, object, &errors, NULL);
    if (errors.count > 0)
        causes_print(&text, &errors);
    else
        accepted_print(&text, object, &strict);
    CHECK_STR(ls_buf_text(&text), row->expected);
    room_release(&room);
}

TEST(embedded_resources_are_resources)
{
    CHECK_INT(cases_run("custom", run_embedded), 6);
}

/* Schemas: the answers that kube-apiserver 1.36.3 gave to the same schemas and values. */
#include "value/schema.h"

#include <stdlib.h>
#include <string.h>

#include "cases.h"
#include "support_value.h"
#include "value/build.h"
#include "value/limits.h"

/* clang-format off */
static const char *const reasons[][2] = {
    [LS_FINDING_INVALID]       = {"FieldValueInvalid", "Invalid value"},
    [LS_FINDING_TYPE_INVALID]  = {"FieldValueTypeInvalid", "Invalid value"},
    [LS_FINDING_REQUIRED]      = {"FieldValueRequired", "Required value"},
    [LS_FINDING_NOT_SUPPORTED] = {"FieldValueNotSupported", "Unsupported value"},
    [LS_FINDING_DUPLICATE]     = {"FieldValueDuplicate", "Duplicate value"},
    [LS_FINDING_TOO_LONG]      = {"FieldValueTooLong", "Too long"},
    [LS_FINDING_TOO_MANY]      = {"FieldValueTooMany", "Too many"},
    [LS_FINDING_FORBIDDEN]     = {"FieldValueForbidden", "Forbidden"},
};
/* clang-format on */

static int text_compare(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static const char *finding_text(struct ls_arena *arena, const struct ls_finding *finding)
{
    bool has_detail = finding->detail[0] != '\0';
    return ls_arena_printf(arena, "%s %s: %s%s%s%s%s", reasons[finding->type][0], finding->field,
                           reasons[finding->type][1], finding->value_text ? ": " : "",
                           finding->value_text ? finding->value_text : "", has_detail ? ": " : "",
                           finding->detail);
}

/* The API server's own order depends on its maps: lines are compared sorted. */
static void findings_print(struct ls_arena *arena, struct ls_buf *out,
                           const struct ls_findings *findings)
{
    const char **lines = LS_ARENA_ARRAY(arena, const char *, findings->count);
    for (size_t i = 0; i < findings->count; i++)
        lines[i] = finding_text(arena, &findings->at[i]);
    qsort(lines, findings->count, sizeof *lines, text_compare);
    for (size_t i = 0; i < findings->count; i++)
        ls_buf_printf(out, "%s%s", i > 0 ? "\n" : "==> ", lines[i]);
}

/* A JSON text with something around it; absent for an empty one. */
static struct ls_node wrap(struct ls_arena *arena, const char *before, struct ls_slice text,
                           const char *after)
{
    if (text.len == 0)
        return LS_ABSENT;
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) =
        obj_of(ls_arena_printf(arena, "%s%.*s%s", before, LS_ARG(text), after));
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_node(&build, ls_obj_root(obj));
    return ls_build_arena(&build, arena);
}

static void check_accepted(struct ls_arena *arena, const struct case_row *row, struct ls_node value,
                           const struct ls_path_list *dropped)
{
    struct ls_slice rest = ls_slice_of(row->expected);
    struct ls_slice json = ls_slice_from(ls_slice_cut(rest, '\n', &rest), strlen("==> "));
    if (!ls_slice_starts(json, "{")) {
        print_message("%s\nexpected %s\n", row->title, row->expected);
        CHECK_STR(json_of(value), row->expected);
    }
    const struct ls_obj *expected LS_AUTO(ls_obj_unref_at) = obj_of(ls_arena_dup(arena, json));
    if (!ls_node_equal(value, ls_obj_root(expected))) {
        print_message("%s\n", row->title);
        CHECK_STR(json_of(value), json_of(ls_obj_root(expected)));
    }
    struct ls_buf lines LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < dropped->count; i++)
        ls_buf_printf(&lines, "%sdropped %s", i > 0 ? "\n" : "", dropped->at[i]);
    CHECK_STR(ls_buf_text(&lines), rest.len > 0 ? ls_arena_dup(arena, rest) : "");
}

static void run_case(const struct case_row *row)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_slice rest = row->input;
    struct ls_slice openapi = ls_slice_cut(rest, '\n', &rest);
    struct ls_slice body = ls_slice_cut(rest, '\n', &rest);
    struct ls_node node =
        wrap(&arena, "{\"type\":\"object\",\"properties\":{\"spec\":", openapi, "}}");
    struct ls_node old = wrap(&arena, "{\"spec\":", ls_slice_cut(rest, '\n', &rest), "}");
    struct ls_node value = wrap(&arena, "{\"spec\":", body, "}");
    struct ls_schema *schema = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_schema_compile(&arena, node, &schema, &err), err);

    struct ls_path_list dropped = {0};
    struct ls_findings findings = {0}, before = {0};
    value = ls_schema_default(&arena, schema, value);
    value = ls_schema_prune(&arena, schema, value, &dropped, NULL, NULL);
    ls_schema_validate(&arena, schema, old, value, &findings);
    if (!ls_node_is_absent(old))
        ls_schema_validate_lists(&arena, schema, old, &before);
    if (before.count == 0)
        ls_schema_validate_lists(&arena, schema, value, &findings);
    ls_schema_release(schema);

    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    findings_print(&arena, &text, &findings);
    if (findings.count == 0) {
        check_accepted(&arena, row, value, &dropped);
        return;
    }
    if (strcmp(ls_buf_text(&text), row->expected) != 0)
        print_message("%s\n", row->title);
    CHECK_STR(ls_buf_text(&text), row->expected);
}

TEST(schemas_answer_as_kube_apiserver_does)
{
    CHECK(cases_run("schema", run_case) >= 280);
}

static struct ls_schema *schema_of(struct ls_arena *arena, const char *json)
{
    struct ls_schema *schema = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_schema_compile(arena, wrap(arena, "", ls_slice_of(json), ""), &schema, &err), err);
    return schema;
}

TEST(an_unknown_type_is_refused_with_its_place)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_schema *schema = NULL;
    struct ls_err err = {0};
    struct ls_node node = wrap(
        &arena, "",
        LS_SLICE("{\"properties\":{\"a\":{\"items\":{\"anyOf\":[{},{\"type\":\"strong\"}]}}}}"),
        "");
    CHECK_CODE(ls_schema_compile(&arena, node, &schema, &err), LS_E_INVALID, err);
    CHECK_STR(err.text, "properties[a]: items: anyOf[1]: type strong is not one of object, array, "
                        "string, integer, number, boolean");
    CHECK(schema == NULL);
    ls_schema_release(NULL);
}

TEST(properties_that_are_no_map_say_nothing)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_findings findings = {0};
    struct ls_schema *schema =
        schema_of(&arena, "{\"type\":\"object\",\"properties\":[{\"required\":[\"a\"]},{}]}");
    ls_schema_validate(&arena, schema, LS_ABSENT, wrap(&arena, "", LS_SLICE("{\"b\":1}"), ""),
                       &findings);
    CHECK_INT(findings.count, 0);
}

TEST(rules_are_noticed_wherever_they_stand)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    CHECK(!ls_schema_has_rules(schema_of(&arena, "{\"type\":\"object\"}")));
    CHECK(ls_schema_has_rules(
        schema_of(&arena, "{\"properties\":{\"a\":{\"items\":{\"additionalProperties\":"
                          "{\"x-kubernetes-validations\":[{\"rule\":\"self > 1\"}]}}}}}")));
}

TEST(findings_have_a_limit)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf list LS_AUTO(ls_buf_release) = {0};
    struct ls_findings findings = {0};
    ls_buf_add_char(&list, '[');
    for (int i = 0; i < LS_FINDINGS_MAX + 10; i++)
        ls_buf_printf(&list, "%s%d", i > 0 ? "," : "", i);
    ls_buf_add_char(&list, ']');
    struct ls_schema *schema =
        schema_of(&arena, "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}");
    struct ls_node value = wrap(&arena, "", ls_buf_slice(&list), "");
    ls_schema_validate(&arena, schema, LS_ABSENT, value, &findings);
    CHECK_INT(findings.count, LS_FINDINGS_MAX);
}

static void add_field(void *self, const char *field, struct ls_node resource)
{
    struct ls_buf *text = self;
    ls_buf_printf(text, "%s=%s ", field, ls_node_text(ls_node_at(resource, "kind")));
}

TEST(embedded_resources_are_found_outer_ones_first)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_schema *schema = schema_of(
        &arena,
        "{\"properties\":{\"a\":{\"x-kubernetes-embedded-resource\":true,\"properties\":{"
        "\"in\":{\"x-kubernetes-embedded-resource\":true}}},\"m\":{"
        "\"additionalProperties\":{\"items\":{\"x-kubernetes-embedded-resource\":true}}}}}");
    struct ls_node value =
        wrap(&arena, "",
             LS_SLICE("{\"a\":{\"kind\":\"A\",\"in\":{\"kind\":\"B\"}},\"m\":{\"k\":[1,{\"kind\":"
                      "\"C\"}]}}"),
             "");
    ls_schema_each_embedded(&arena, schema, value, add_field, &text);
    CHECK_STR(ls_buf_text(&text), "a=A a.in=B m[k][1]=C ");
}

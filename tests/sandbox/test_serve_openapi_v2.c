/* /openapi/v2: the kinds are there, all references resolve, and both forms agree. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "sandbox/serve/openapi_pages.h"
#include "sandbox/types/wire_record.h"
#include "support_sandbox.h"
#include "value/json.h"

#define PROTOBUF "application/com.github.proto-openapi.spec.v2@v1.0+protobuf"
#define CRDS     "/apis/apiextensions.k8s.io/v1/customresourcedefinitions"

static struct ls_node definition(const struct front *front, const char *name)
{
    struct ls_node definitions =
        ls_node_get(ls_obj_root(front->answer.value), LS_SLICE("definitions"));
    return ls_node_get(definitions, ls_slice_of(name));
}

static const char *shown(struct ls_buf *out, struct ls_node value)
{
    ls_buf_clear(out);
    ls_json_print(out, value, LS_JSON_COMPACT);
    return ls_buf_text(out);
}

static void document_get(struct front *front)
{
    CHECK_INT(front_ask(front, "GET", "/openapi/v2", NULL, NULL), 200);
    CHECK_STR(front_header(front, "content-type"), "application/json");
    CHECK_STR(front_text(front, "swagger"), "2.0");
}

TEST(kinds_and_their_lists_have_definitions)
{
    static const char *const names[] = {
        "io.k8s.api.apps.v1.Deployment",
        "io.k8s.api.apps.v1.DeploymentList",
        "io.k8s.api.apps.v1.DeploymentSpec",
        "io.k8s.api.core.v1.Pod",
        "io.k8s.api.policy.v1.Eviction",
        "io.k8s.api.authorization.v1.SelfSubjectAccessReview",
        "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta",
        "io.k8s.apimachinery.pkg.apis.meta.v1.Patch",
    };
    struct front front LS_AUTO(front_release);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    front_init(&front);
    document_get(&front);
    for (size_t i = 0; i < LS_COUNT(names); i++)
        CHECK(ls_node_is_map(definition(&front, names[i])));
    struct ls_node deployment = definition(&front, names[0]);
    CHECK_STR(shown(&text, ls_node_at(deployment, "properties.spec")),
              "{\"$ref\":\"#/definitions/io.k8s.api.apps.v1.DeploymentSpec\"}");
    CHECK_STR(shown(&text, ls_node_at(deployment, "x-kubernetes-group-version-kind")),
              "[{\"group\":\"apps\",\"kind\":\"Deployment\",\"version\":\"v1\"}]");
    CHECK_STR(shown(&text, ls_node_at(definition(&front, names[1]), "properties.items")),
              "{\"type\":\"array\",\"items\":{\"$ref\":\"#/definitions/"
              "io.k8s.api.apps.v1.Deployment\"}}");
    struct ls_node quantity = definition(&front, "io.k8s.apimachinery.pkg.api.resource.Quantity");
    CHECK_STR(shown(&text, quantity), "{\"type\":\"string\"}");
    CHECK(ls_node_count(ls_node_at(ls_obj_root(front.answer.value), "definitions")) > 500);
}

/* Fails on members that v2 does not have and on references that do not resolve. */
static void schema_check(const struct front *front, struct ls_node schema)
{
    static const char *const unknown[] = {"default", "nullable", "allOf", "oneOf", "anyOf", "not"};
    struct ls_slice target = ls_node_string(ls_node_get(schema, LS_SLICE("$ref")));
    for (size_t i = 0; i < LS_COUNT(unknown); i++)
        CHECK(ls_node_is_absent(ls_node_get(schema, ls_slice_of(unknown[i]))));
    if (target.len > 0) {
        struct ls_slice name = ls_slice_from(target, strlen("#/definitions/"));
        CHECK(ls_slice_starts(target, "#/definitions/"));
        CHECK(!ls_node_is_absent(
            ls_node_get(ls_node_at(ls_obj_root(front->answer.value), "definitions"), name)));
    }
    LS_EACH (it, ls_node_get(schema, LS_SLICE("properties")))
        schema_check(front, it.value);
    static const char *const nested[] = {"items", "additionalProperties"};
    for (size_t i = 0; i < LS_COUNT(nested); i++) {
        struct ls_node inner = ls_node_get(schema, ls_slice_of(nested[i]));
        if (ls_node_is_map(inner))
            schema_check(front, inner);
    }
}

TEST(definitions_say_only_what_v2_knows)
{
    struct front front LS_AUTO(front_release);
    front_init(&front);
    document_get(&front);
    LS_EACH (it, ls_node_at(ls_obj_root(front.answer.value), "definitions"))
        schema_check(&front, it.value);
}

TEST(operations_list_what_they_accept)
{
    struct front front LS_AUTO(front_release);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    front_init(&front);
    document_get(&front);
    struct ls_node paths = ls_node_at(ls_obj_root(front.answer.value), "paths");
    struct ls_node path =
        ls_node_get(paths, LS_SLICE("/apis/apps/v1/namespaces/{namespace}/deployments/{name}"));
    struct ls_node patch = ls_node_at(path, "patch");
    CHECK_STR(shown(&text, ls_node_at(patch, "x-kubernetes-group-version-kind")),
              "{\"group\":\"apps\",\"kind\":\"Deployment\",\"version\":\"v1\"}");
    CHECK(ls_node_string_is(ls_node_at(patch, "x-kubernetes-action"), "patch"));
    struct ls_node parameters = ls_node_at(patch, "parameters");
    CHECK(!ls_node_is_absent(ls_node_find(parameters, "name", LS_SLICE("fieldValidation"))));
    CHECK(!ls_node_is_absent(ls_node_find(parameters, "name", LS_SLICE("dryRun"))));
    struct ls_node body = ls_node_find(parameters, "in", LS_SLICE("body"));
    CHECK_STR(shown(&text, ls_node_at(body, "schema")),
              "{\"$ref\":\"#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.Patch\"}");
}

/* Declared schemas of custom kinds and their form in v2. */
static const struct {
    const char *declared;
    const char *shown;
} custom_rows[] = {
    {"{\"type\":\"string\",\"description\":\"words\",\"default\":\"a\"}",
     "{\"description\":\"words\",\"type\":\"string\"}"},
    {"{\"x-kubernetes-int-or-string\":true}", "{\"x-kubernetes-int-or-string\":true}"},
    {"{\"type\":\"object\",\"nullable\":true,\"properties\":{\"q\":{\"type\":\"string\"}}}", "{}"},
    {"{\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true}",
     "{\"x-kubernetes-preserve-unknown-fields\":true}"},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}},\"oneOf\":[{\"required\":["
     "\"a\"]}]}",
     "{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"string\"}}}"},
    {"{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"}}",
     "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"}}"},
};

static void crd_create(struct front *front)
{
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&body, "{\"metadata\":{\"name\":\"gears.example.com\"},\"spec\":{\"group\":"
                           "\"example.com\",\"scope\":\"Namespaced\",\"names\":{\"plural\":"
                           "\"gears\",\"kind\":\"Gear\"},\"versions\":[{\"name\":\"v1\",\"served\":"
                           "true,\"storage\":true,\"schema\":{\"openAPIV3Schema\":{\"type\":"
                           "\"object\",\"properties\":{\"spec\":{\"type\":\"object\","
                           "\"properties\":{");
    for (size_t i = 0; i < LS_COUNT(custom_rows); i++)
        ls_buf_printf(&body, "%s\"p%zu\":%s", i ? "," : "", i, custom_rows[i].declared);
    ls_buf_add_text(&body, "}}}}}}]}}");
    CHECK_INT(front_ask(front, "POST", CRDS, NULL, ls_buf_text(&body)), 201);
    front_settle(front);
}

TEST(custom_kinds_come_and_go_with_their_definitions)
{
    struct front front LS_AUTO(front_release);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    front_init(&front);
    document_get(&front);
    CHECK(ls_node_is_absent(definition(&front, "com.example.v1.Gear")));
    crd_create(&front);
    document_get(&front);
    struct ls_node gear = definition(&front, "com.example.v1.Gear");
    CHECK(ls_node_is_map(definition(&front, "com.example.v1.GearList")));
    CHECK_STR(shown(&text, ls_node_at(gear, "properties.metadata")),
              "{\"$ref\":\"#/definitions/io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta\"}");
    for (size_t i = 0; i < LS_COUNT(custom_rows); i++) {
        char name[8];
        (void)snprintf(name, sizeof name, "p%zu", i);
        struct ls_node properties = ls_node_at(gear, "properties.spec.properties");
        CHECK_STR(shown(&text, ls_node_get(properties, ls_slice_of(name))), custom_rows[i].shown);
    }
    CHECK_INT(front_ask(&front, "DELETE", CRDS "/gears.example.com", NULL, NULL), 200);
    front_settle(&front);
    document_get(&front);
    CHECK(ls_node_is_absent(definition(&front, "com.example.v1.Gear")));
}

/* ---- protobuf ---- */

static struct ls_slice record_of(struct ls_slice message, uint32_t number)
{
    struct ls_err err;
    struct ls_wire_record record = {0};
    while (message.len > 0 && ls_wire_take(&message, "Document", &record, &err) == LS_OK) {
        if (record.number == number)
            return record.bytes;
    }
    return LS_SLICE("");
}

/* The value of {name=1, value=2} under `number` that has this name. */
static struct ls_slice named(struct ls_slice message, uint32_t number, const char *name)
{
    struct ls_err err;
    struct ls_wire_record record = {0};
    while (message.len > 0 && ls_wire_take(&message, "Document", &record, &err) == LS_OK) {
        if (record.number == number && ls_slice_is(record_of(record.bytes, 1), name))
            return record_of(record.bytes, 2);
    }
    return LS_SLICE("");
}

TEST(protobuf_says_the_same_in_the_numbers_of_openapi_v2)
{
    enum { PATHS = 8, DEFINITIONS = 9, TYPE = 22, PROPERTIES = 25, EXTENSION = 31 };
    struct front front LS_AUTO(front_release);
    front_init(&front);
    CHECK_INT(front_ask(&front, "GET", "/openapi/v2", ADMIN "accept: " PROTOBUF "\n", NULL), 200);
    CHECK_STR(front_header(&front, "content-type"),
              "application/com.github.proto-openapi.spec.v2.v1.0+protobuf");
    struct ls_slice document = ls_buf_slice(&front.answer.body);
    CHECK(ls_slice_is(record_of(document, 1), "2.0"));
    struct ls_slice service_port =
        named(record_of(document, DEFINITIONS), 1, "io.k8s.api.core.v1.ServicePort");
    CHECK(ls_slice_is(record_of(record_of(service_port, TYPE), 1), "object"));
    struct ls_slice port = named(record_of(service_port, PROPERTIES), 1, "port");
    CHECK(ls_slice_is(record_of(port, 2), "int32"));
    struct ls_slice target = named(record_of(service_port, PROPERTIES), 1, "targetPort");
    CHECK(ls_slice_is(record_of(target, 1),
                      "#/definitions/io.k8s.apimachinery.pkg.util.intstr.IntOrString"));
    struct ls_slice pod = named(record_of(document, DEFINITIONS), 1, "io.k8s.api.core.v1.Pod");
    CHECK(ls_slice_is(record_of(named(pod, EXTENSION, "x-kubernetes-group-version-kind"), 2),
                      "[{\"group\":\"\",\"kind\":\"Pod\",\"version\":\"v1\"}]"));
    CHECK(named(record_of(document, PATHS), 2, "/api/v1/pods").len > 0);
}

TEST(a_document_that_is_known_is_not_sent_again)
{
    struct front front LS_AUTO(front_release);
    struct ls_buf headers LS_AUTO(ls_buf_release) = {0};
    front_init(&front);
    document_get(&front);
    ls_buf_printf(&headers, ADMIN "if-none-match: %s\n", front_header(&front, "etag"));
    CHECK_INT(front_ask(&front, "GET", "/openapi/v2", ls_buf_text(&headers), NULL), 304);
    crd_create(&front);
    CHECK_INT(front_ask(&front, "GET", "/openapi/v2", ls_buf_text(&headers), NULL), 200);
}

TEST(the_form_is_what_the_client_takes)
{
    static const struct {
        const char *accept;
        bool is_served;
        enum ls_openapi_form form;
    } rows[] = {
        {"", true, LS_OPENAPI_JSON},
        {"application/json", true, LS_OPENAPI_JSON},
        {"*/*", true, LS_OPENAPI_JSON},
        {"text/html, application/json;q=0.5", true, LS_OPENAPI_JSON},
        {PROTOBUF, true, LS_OPENAPI_PROTOBUF},
        {PROTOBUF ", application/json", true, LS_OPENAPI_PROTOBUF},
        {"text/html", false, LS_OPENAPI_JSON},
        {"application/yaml", false, LS_OPENAPI_JSON},
    };
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        enum ls_openapi_form form;
        CHECK_INT(ls_openapi_form_choose(ls_slice_of(rows[i].accept), &form), rows[i].is_served);
        CHECK_INT(form, rows[i].form);
    }
    struct front front LS_AUTO(front_release);
    front_init(&front);
    CHECK_INT(front_ask(&front, "GET", "/openapi/v2", ADMIN "accept: text/html\n", NULL), 406);
    CHECK_HAS(front_body(&front), "is served as application/json");
}

#include "check.h"

#include "cli/objects.h"
#include "value/json.h"

static const char web[] = "{\"kind\":\"Deployment\",\"apiVersion\":\"apps/"
                          "v1\",\"spec\":{\"b\":1,\"a\":[{\"z\":\"<\",\"y\":true}]},"
                          "\"metadata\":{\"name\":\"web\",\"managedFields\":[{\"manager\":\"x\"}],"
                          "\"annotations\":{\"managedFields\":\"mine\"}}}";
static const char node[] =
    "{\"metadata\":{\"name\":\"n\"},\"apiVersion\":\"v1\",\"kind\":\"Node\"}";

static const struct ls_resource deployments = {
    .group = "apps", .version = "v1", .kind = "Deployment", .plural = "deployments"};
static const struct ls_resource nodes = {
    .group = "", .version = "v1", .kind = "Node", .plural = "nodes"};

static const struct ls_obj *json(const char *text)
{
    const struct ls_obj *obj = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_json_parse(ls_slice_of(text), NULL, &obj, &err), err);
    return obj;
}

#define WEB_YAML                                                                                   \
    "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  annotations:\n    managedFields: mine\n"  \
    "  name: web\nspec:\n  a:\n  - \"y\": true\n    z: <\n  b: 1\n"

TEST(one_object_stands_by_itself)
{
    static const struct {
        struct ls_objects options;
        const char *printed;
    } forms[] = {
        {{.form = LS_OUTPUT_NAME, .resource = &deployments}, "deployment.apps/web\n"},
        {{.form = LS_OUTPUT_YAML}, WEB_YAML},
        {{.form = LS_OUTPUT_JSON},
         "{\n    \"apiVersion\": \"apps/v1\",\n    \"kind\": \"Deployment\",\n    \"metadata\": {\n"
         "        \"annotations\": {\n            \"managedFields\": \"mine\"\n        },\n"
         "        \"name\": \"web\"\n    },\n    \"spec\": {\n        \"a\": [\n            {\n"
         "                \"y\": true,\n                \"z\": \"\\u003c\"\n            }\n"
         "        ],\n        \"b\": 1\n    }\n}\n"},
    };
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = json(web);
    for (size_t i = 0; i < LS_COUNT(forms); i++) {
        struct ls_objects objects = forms[i].options;
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        ls_objects_one(&objects, ls_obj_root(obj), &out);
        CHECK_STR(ls_buf_text(&out), forms[i].printed);
    }
}

TEST(managed_fields_are_shown_when_asked_for)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = json(web);
    struct ls_objects objects = {.form = LS_OUTPUT_YAML, .has_managed_fields = true};
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_objects_one(&objects, ls_obj_root(obj), &out);
    CHECK_HAS(ls_buf_text(&out), "  managedFields:\n  - manager: x\n");
}

TEST(several_objects_make_a_list)
{
    static const struct {
        enum ls_form_of_output form;
        size_t count;
        const char *printed;
    } lists[] = {
        {LS_OUTPUT_NAME, 0, ""},
        {LS_OUTPUT_NAME, 2, "node/n\nnode/n\n"},
        {LS_OUTPUT_YAML, 0,
         "apiVersion: v1\nitems: []\nkind: List\nmetadata:\n  resourceVersion: \"\"\n"},
        {LS_OUTPUT_YAML, 2,
         "apiVersion: v1\nitems:\n- apiVersion: v1\n  kind: Node\n  metadata:\n    name: \"n\"\n"
         "- apiVersion: v1\n  kind: Node\n  metadata:\n    name: \"n\"\n"
         "kind: List\nmetadata:\n  resourceVersion: \"\"\n"},
        {LS_OUTPUT_JSON, 0,
         "{\n    \"apiVersion\": \"v1\",\n    \"items\": [],\n    \"kind\": \"List\",\n"
         "    \"metadata\": {\n        \"resourceVersion\": \"\"\n    }\n}\n"},
        {LS_OUTPUT_JSON, 2,
         "{\n    \"apiVersion\": \"v1\",\n    \"items\": [\n        {\n"
         "            \"apiVersion\": \"v1\",\n            \"kind\": \"Node\",\n"
         "            \"metadata\": {\n                \"name\": \"n\"\n            }\n        },\n"
         "        {\n            \"apiVersion\": \"v1\",\n            \"kind\": \"Node\",\n"
         "            \"metadata\": {\n                \"name\": \"n\"\n            }\n        }\n"
         "    ],\n    \"kind\": \"List\",\n    \"metadata\": {\n        \"resourceVersion\": \"\"\n"
         "    }\n}\n"},
    };
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = json(node);
    for (size_t i = 0; i < LS_COUNT(lists); i++) {
        struct ls_objects objects = {.form = lists[i].form, .resource = &nodes};
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        for (size_t n = 0; n < lists[i].count; n++)
            ls_objects_item(&objects, ls_obj_root(obj), &out);
        ls_objects_end(&objects, &out);
        CHECK_STR(ls_buf_text(&out), lists[i].printed);
    }
}

TEST(changes_follow_one_another_as_documents)
{
    static const struct {
        struct ls_objects options;
        const char *printed;
    } forms[] = {
        {{.form = LS_OUTPUT_NAME, .has_event = true, .resource = &nodes}, "node/n\nnode/n\n"},
        {{.form = LS_OUTPUT_YAML},
         "apiVersion: v1\nkind: Node\nmetadata:\n  name: \"n\"\n---\n"
         "apiVersion: v1\nkind: Node\nmetadata:\n  name: \"n\"\n"},
        {{.form = LS_OUTPUT_YAML, .has_event = true},
         "object:\n  apiVersion: v1\n  kind: Node\n  metadata:\n    name: \"n\"\ntype: ADDED\n---\n"
         "object:\n  apiVersion: v1\n  kind: Node\n  metadata:\n    name: \"n\"\ntype: DELETED\n"},
        {{.form = LS_OUTPUT_JSON, .has_event = true},
         "{\"type\":\"ADDED\",\"object\":{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{"
         "\"name\":\"n\"}}}\n"
         "{\"type\":\"DELETED\",\"object\":{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{"
         "\"name\":\"n\"}}}\n"},
    };
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = json(node);
    for (size_t i = 0; i < LS_COUNT(forms); i++) {
        struct ls_objects objects = forms[i].options;
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        ls_objects_event(&objects, ls_obj_root(obj), "ADDED", &out);
        ls_objects_event(&objects, ls_obj_root(obj), "DELETED", &out);
        CHECK_STR(ls_buf_text(&out), forms[i].printed);
    }
}

TEST(an_object_without_a_name_is_printed_as_such)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = json("{\"metadata\":[]}");
    struct ls_objects objects = {.form = LS_OUTPUT_NAME, .resource = &nodes};
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    ls_objects_one(&objects, ls_obj_root(obj), &out);
    CHECK_STR(ls_buf_text(&out), "node/<unknown>\n");
}

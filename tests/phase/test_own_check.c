/* Fields that a kind does not have: by the set's own CRDs, by the server's OpenAPI document, and
 * the sentence that names the place. */
#include "phase/own/check.h"

#include <string.h>

#include "check.h"
#include "phase/own/limits.h"
#include "phase/own/stray.h"
#include "value/yaml.h"

static const struct ls_obj *parse(const char *yaml)
{
    const struct ls_obj *obj = NULL;
    struct ls_err err = {0};
    CHECK_OK(ls_yaml_parse(ls_slice_of(yaml), NULL, &obj, &err), err);
    return obj;
}

/* ---- by a CRD ---- */

static const char CRD[] =
    "apiVersion: apiextensions.k8s.io/v1\n"
    "kind: CustomResourceDefinition\n"
    "metadata: {name: things.example.com}\n"
    "spec:\n"
    "  group: example.com\n"
    "  names: {kind: Thing, plural: things}\n"
    "  versions:\n"
    "  - name: v0\n"
    "  - name: v1\n"
    "    schema:\n"
    "      openAPIV3Schema:\n"
    "        type: object\n"
    "        properties:\n"
    "          spec:\n"
    "            type: object\n"
    "            properties:\n"
    "              size: {type: integer}\n"
    "              weight: {type: number}\n"
    "              port: {x-kubernetes-int-or-string: true}\n"
    "              enabled: {type: boolean}\n"
    "              any: {type: object, x-kubernetes-preserve-unknown-fields: true}\n"
    "              none: {type: object}\n"
    "              open: {type: object, additionalProperties: true}\n"
    "              byName:\n"
    "                type: object\n"
    "                additionalProperties: {type: object, properties: {a: {type: string}}}\n"
    "              list: {type: array, items: {type: object, properties: {b: {type: string}}}}\n"
    "              inner: {type: object, x-kubernetes-embedded-resource: true, properties: {spec: "
    "{type: object, x-kubernetes-preserve-unknown-fields: true}}}\n"
    "              updateStrategy: {type: string}\n";

static void check_thing(const char *spec, enum ls_check_word word, const char *lines)
{
    struct ls_buf yaml LS_AUTO(ls_buf_release) = {0}, out LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&yaml, "{apiVersion: example.com/v1, kind: Thing, metadata: {name: t}, %s}",
                  spec);
    const struct ls_obj *crd LS_AUTO(ls_obj_unref_at) = parse(CRD);
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = parse(ls_buf_text(&yaml));
    CHECK_INT(ls_check_by_crd(ls_obj_root(crd), ls_obj_root(object), &out), word);
    CHECK_STR(ls_buf_text(&out), lines);
}

TEST(a_custom_object_is_held_to_the_schema_of_the_set)
{
    check_thing("spec: {size: 1, enabled: true}", LS_CHECK_CLEAN, "");
    check_thing("spec: {sise: 1}", LS_CHECK_STRAYS, "spec.sise; did you mean spec.size?\n");
    check_thing("bogus: 1", LS_CHECK_STRAYS, "bogus\n");
    check_thing("spec: {zebra: 1, yak: {x: secret}}", LS_CHECK_STRAYS, "spec.zebra\nspec.yak\n");
    check_thing("spec: {strategy: x}", LS_CHECK_STRAYS,
                "spec.strategy; did you mean spec.updateStrategy?\n");
    check_thing("spec: {byName: {k: {a: x, c: 1}}}", LS_CHECK_STRAYS, "spec.byName.k.c\n");
    check_thing("spec: {list: [{b: x}, {d: 1}]}", LS_CHECK_STRAYS, "spec.list[1].d\n");
    check_thing("spec: {none: {x: 1}}", LS_CHECK_STRAYS, "spec.none.x\n");
    check_thing("spec: {\"a.b\": 1}", LS_CHECK_STRAYS, "spec[\"a.b\"]\n");
}

TEST(what_may_hold_anything_is_left_alone)
{
    check_thing("spec: {any: {x: {y: 1}}, open: {z: [1]}}", LS_CHECK_CLEAN, "");
    check_thing("spec: {inner: {apiVersion: v1, kind: Pod, metadata: {name: p}, spec: {x: 1}}}",
                LS_CHECK_CLEAN, "");
    check_thing("status: {made: up}, spec: {bogus: null}", LS_CHECK_CLEAN, "");
}

TEST(values_of_another_type_are_named_without_the_value)
{
    check_thing("spec: {size: \"hunter2\"}", LS_CHECK_STRAYS,
                "spec.size: expected integer, got string\n");
    check_thing("spec: {enabled: \"yes\"}", LS_CHECK_STRAYS,
                "spec.enabled: expected boolean, got string\n");
    check_thing("spec: {enabled: \"true\", size: \"3\"}", LS_CHECK_STRAYS,
                "spec.enabled: expected boolean, got string: write it without quotes\n"
                "spec.size: expected integer, got string: write it without quotes\n");
    check_thing("spec: {port: true}", LS_CHECK_STRAYS,
                "spec.port: expected integer or string, got boolean\n");
    check_thing("spec: {list: {b: x}}", LS_CHECK_STRAYS, "spec.list: expected list, got map\n");
    check_thing("spec: [1]", LS_CHECK_STRAYS, "spec: expected map, got list\n");
    check_thing("spec: {size: 1.0, weight: 1, port: http}", LS_CHECK_CLEAN, "");
}

TEST(without_a_schema_nothing_is_known)
{
    static const char *const objects[] = {
        "{apiVersion: example.com/v0, kind: Thing, x: 1}", /* no schema */
        "{apiVersion: example.com/v9, kind: Thing, x: 1}", /* no such version */
        "{apiVersion: other.com/v1, kind: Thing, x: 1}",
        "{apiVersion: v1, kind: Thing, x: 1}",
    };
    const struct ls_obj *crd LS_AUTO(ls_obj_unref_at) = parse(CRD);
    for (size_t i = 0; i < LS_COUNT(objects); i++) {
        struct ls_buf out LS_AUTO(ls_buf_release) = {0};
        const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = parse(objects[i]);
        CHECK_INT(ls_check_by_crd(ls_obj_root(crd), ls_obj_root(object), &out), LS_CHECK_UNKNOWN);
        CHECK_INT(ls_check_by_crd(LS_ABSENT, ls_obj_root(object), &out), LS_CHECK_UNKNOWN);
    }
}

/* ---- by the server's document ---- */

static const char DOCUMENT[] =
    "components:\n"
    "  schemas:\n"
    "    loop: {$ref: '#/components/schemas/loop'}\n"
    "    meta: {type: object, properties: {name: {type: string}, labels: {type: object, "
    "additionalProperties: {type: string}}}}\n"
    "    raw: {type: object}\n"
    "    thing:\n"
    "      type: object\n"
    "      x-kubernetes-group-version-kind: [{group: example.com, version: v1, kind: Thing}]\n"
    "      properties:\n"
    "        apiVersion: {type: string}\n"
    "        kind: {type: string}\n"
    "        metadata: {description: d, allOf: [{$ref: '#/components/schemas/meta'}]}\n"
    "        data: {$ref: '#/components/schemas/raw'}\n"
    "        ring: {$ref: '#/components/schemas/loop'}\n"
    "        port: {$ref: '#/components/schemas/gone'}\n";

static void check_document(const char *yaml, enum ls_check_word word, const char *lines)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    const struct ls_obj *document LS_AUTO(ls_obj_unref_at) = parse(DOCUMENT);
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = parse(yaml);
    CHECK_INT(ls_check_by_openapi(ls_obj_root(document), ls_obj_root(object), &out), word);
    CHECK_STR(ls_buf_text(&out), lines);
}

TEST(an_object_is_held_to_the_servers_document)
{
    check_document("{apiVersion: example.com/v1, kind: Thing, metadata: {name: t, labels: {a: b}}, "
                   "data: {anything: 1}, ring: {x: 1}, port: 80}",
                   LS_CHECK_CLEAN, "");
    check_document("{apiVersion: example.com/v1, kind: Thing, metadata: {nam: t, labels: {a: 1}}}",
                   LS_CHECK_STRAYS,
                   "metadata.nam; did you mean metadata.name?\n"
                   "metadata.labels.a: expected string, got integer: put it in quotes\n");
    check_document("{apiVersion: example.com/v1, kind: Other, x: 1}", LS_CHECK_UNKNOWN, "");
}

/* ---- the sentence ---- */

static void check_sentence(const char *yaml, const char *paths, const char *sentence)
{
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
    struct ls_err err = {0};
    CHECK_OK(ls_source_read_text(&manifests, "shop.yaml", ls_slice_of(yaml), &err), err);
    struct ls_member member = {.manifest = &manifests.list.at[manifests.list.count - 1]};
    struct ls_problems problems LS_AUTO(ls_problems_release) = {0};
    ls_check_tell(&member, paths, &problems);
    CHECK_CODE(ls_problems_err(&problems, &err), LS_E_INVALID, err);
    CHECK_STR(err.text, sentence);
}

static const char STATEFUL_SET[] = "apiVersion: v1\n"
                                   "kind: ConfigMap\n"
                                   "metadata: {name: other}\n"
                                   "---\n"
                                   "apiVersion: apps/v1\n"
                                   "kind: StatefulSet\n"
                                   "metadata:\n"
                                   "  name: postgresql\n"
                                   "spec:\n"
                                   "  replicas: one\n"
                                   "  # how it goes\n"
                                   "  strategy:\n"
                                   "\n"
                                   "    type: Recreate\n"
                                   "  template:\n"
                                   "    spec:\n"
                                   "      containers:\n"
                                   "      - name: pg\n"
                                   "        foo: 1\n"
                                   "  \"a.b\": {}\n";

TEST(the_sentence_names_the_line_of_the_field)
{
    check_sentence(STATEFUL_SET, "spec.strategy; did you mean spec.updateStrategy?\n",
                   "shop.yaml:12: StatefulSet postgresql: it has no field spec.strategy; did you "
                   "mean spec.updateStrategy?");
    check_sentence(
        STATEFUL_SET, "spec.template.spec.containers[0].foo\nspec.x\nspec.y\n",
        "3 problems in the manifests, the first: shop.yaml:5: StatefulSet postgresql: it "
        "has no field spec.x");
    check_sentence(STATEFUL_SET, "spec.replicas: expected integer, got string\n",
                   "shop.yaml:10: StatefulSet postgresql: spec.replicas: expected integer, got "
                   "string");
    check_sentence(STATEFUL_SET, "spec[\"a.b\"]",
                   "shop.yaml:20: StatefulSet postgresql: it has no field spec[\"a.b\"]");
    check_sentence(STATEFUL_SET, "spec.nowhere",
                   "shop.yaml:5: StatefulSet postgresql: it has no field spec.nowhere");
}

TEST(one_object_does_not_fill_the_screen)
{
    struct ls_buf yaml LS_AUTO(ls_buf_release) = {0}, out LS_AUTO(ls_buf_release) = {0};
    const struct ls_obj *crd LS_AUTO(ls_obj_unref_at) = parse(CRD);
    ls_buf_add_text(&yaml, "{apiVersion: example.com/v1, kind: Thing, spec: {list: [");
    for (size_t i = 0; i < 5000; i++)
        ls_buf_printf(&yaml, "{xxxx%zu: 1},", i);
    ls_buf_add_text(&yaml, "]}}");
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = parse(ls_buf_text(&yaml));
    CHECK_INT(ls_check_by_crd(ls_obj_root(crd), ls_obj_root(object), &out), LS_CHECK_STRAYS);
    CHECK(out.len < LS_STRAY_LINES_BYTES_MAX + LS_STRAY_KEY_BYTES_MAX);
}

TEST(the_servers_words_about_fields_are_known)
{
    CHECK(ls_check_is_about_fields("failed to create typed patch object (health/postgresql; "
                                   "apps/v1, Kind=StatefulSet): .spec.strategy: field not declared "
                                   "in schema"));
    CHECK(ls_check_is_about_fields("StatefulSet in version \"v1\" cannot be handled as a "
                                   "StatefulSet: strict decoding error: unknown field \"spec.x\""));
    CHECK(!ls_check_is_about_fields("Deployment.apps \"web\" is invalid: spec.selector: Required"));
}

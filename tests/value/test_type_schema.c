/* Types: tables in C and OpenAPI schemas say the same things. */
#include "support_value.h"

#include <string.h>

#include "support_schema.h"
#include "value/limits.h"

/* A type as one line, to compare: s(calar), L(ist), M(ap), with what is in them to a depth. */
static void type_show(struct ls_buf *out, const struct ls_type_schema *type, int depth);

static void list_show(struct ls_buf *out, const struct ls_type_list *list, int depth)
{
    static const char *const kinds[] = {"atomic", "set", "map"};
    ls_buf_printf(out, "[%s", kinds[list->kind]);
    for (size_t i = 0; i < list->key_count; i++)
        ls_buf_printf(out, " %s", list->keys[i]);
    ls_buf_add_text(out, " of ");
    type_show(out, list->items, depth - 1);
    ls_buf_add_char(out, ']');
}

static void map_show(struct ls_buf *out, const struct ls_type_map *map, int depth)
{
    ls_buf_add_text(out, map->is_atomic ? "{atomic" : "{");
    for (size_t i = 0; i < map->field_count; i++) {
        ls_buf_printf(out, " %s:", map->fields[i].name);
        type_show(out, map->fields[i].type, depth - 1);
        if (!ls_node_is_absent(map->fields[i].default_value))
            ls_buf_printf(out, "=%s", json_of(map->fields[i].default_value));
        if (map->fields[i].default_text)
            ls_buf_printf(out, "=\"%s\"", map->fields[i].default_text);
    }
    if (map->values) {
        ls_buf_add_text(out, " *:");
        type_show(out, map->values, depth - 1);
    }
    ls_buf_add_char(out, '}');
}

static void type_show(struct ls_buf *out, const struct ls_type_schema *type, int depth)
{
    static const char *const scalars[] = {"", "number", "string", "bool", "any"};
    if (type == &ls_type_deduced || type == &ls_type_atomic || depth == 0) {
        ls_buf_add_text(out, type->name ? type->name : "...");
        return;
    }
    if (type->name)
        ls_buf_printf(out, "<%s>", type->name);
    ls_buf_add_text(out, scalars[type->scalar]);
    if (type->list)
        list_show(out, type->list, depth);
    if (type->map)
        map_show(out, type->map, depth);
}

static const char *shown(const struct ls_type_schema *type)
{
    static struct ls_buf text;
    ls_buf_clear(&text);
    type_show(&text, type, 6);
    return ls_buf_text(&text);
}

static const struct {
    const char *schema;
    const char *type;
} read[] = {
    {"{\"type\":\"string\"}", "string"},
    {"{\"type\":\"string\",\"format\":\"byte\"}", "string"},
    {"{\"type\":\"string\",\"format\":\"date-time\"}", "any"},
    {"{\"type\":\"string\",\"format\":\"int-or-string\"}", "any"},
    {"{\"type\":\"integer\",\"format\":\"int32\"}", "number"},
    {"{\"type\":\"number\"}", "number"},
    {"{\"type\":\"boolean\"}", "bool"},
    /* Lists are atomic unless marked. */
    {"{\"type\":\"array\",\"items\":{\"type\":\"string\"}}", "[atomic of string]"},
    {"{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"x-kubernetes-list-type\":\"atomic\"}",
     "[atomic of string]"},
    {"{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"x-kubernetes-list-type\":\"set\"}",
     "[set of string]"},
    {"{\"type\":\"array\",\"x-kubernetes-list-type\":\"map\",\"x-kubernetes-list-map-keys\":"
     "[\"port\",\"protocol\"],\"items\":{\"type\":\"object\",\"properties\":{\"protocol\":"
     "{\"type\":\"string\",\"default\":\"TCP\"},\"port\":{\"type\":\"integer\"}}}}",
     "[map port protocol of { port:number protocol:string=\"TCP\"}]"},
    /* The markers of strategic merge patch count where there is no list type. */
    {"{\"type\":\"array\",\"items\":{\"type\":\"string\"},\"x-kubernetes-patch-strategy\":"
     "\"merge\"}",
     "[set of string]"},
    {"{\"type\":\"array\",\"items\":{\"type\":\"object\"},\"x-kubernetes-patch-strategy\":"
     "\"merge,retainKeys\",\"x-kubernetes-patch-merge-key\":\"name\"}",
     "[map name of { *:deduced}]"},
    {"{\"type\":\"array\",\"items\":{\"type\":\"object\"},\"x-kubernetes-patch-strategy\":"
     "\"retainKeys\"}",
     "[atomic of { *:deduced}]"},
    /* Maps. */
    {"{\"type\":\"object\"}", "{ *:deduced}"},
    {"{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}}", "{ *:string}"},
    {"{\"type\":\"object\",\"additionalProperties\":true}", "{ *:deduced}"},
    {"{\"type\":\"object\",\"additionalProperties\":false}", "{}"},
    {"{\"type\":\"object\",\"x-kubernetes-map-type\":\"atomic\",\"additionalProperties\":"
     "{\"type\":\"string\"}}",
     "{atomic *:string}"},
    {"{\"type\":\"object\",\"x-kubernetes-map-type\":\"granular\",\"properties\":{\"b\":{\"type\":"
     "\"string\"},\"a\":{\"type\":\"boolean\"}}}",
     "{ a:bool b:string}"},
    /* Keeping unknown fields goes down into what is written inline. */
    {"{\"type\":\"object\",\"x-kubernetes-preserve-unknown-fields\":true,\"properties\":{\"a\":"
     "{\"type\":\"object\",\"properties\":{\"b\":{\"type\":\"string\"}}}}}",
     "{ a:{ b:string *:deduced} *:deduced}"},
    /* Without a type anything goes. */
    {"{\"x-kubernetes-preserve-unknown-fields\":true}", "any[atomic of atomic]{ *:deduced}"},
    {"{\"x-kubernetes-int-or-string\":true}", "any[atomic of atomic]{ *:deduced}"},
};

TEST(an_openapi_schema_becomes_a_type)
{
    for (size_t i = 0; i < LS_COUNT(read); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        const struct ls_obj *schema LS_AUTO(ls_obj_unref_at) = obj_of(read[i].schema);
        const struct ls_type_schema *type = NULL;
        struct ls_err err = {0};
        CHECK_OK(ls_type_schema_from_openapi(&arena, ls_obj_root(schema), LS_ABSENT, &type, &err),
                 err);
        CHECK_STR(shown(type), read[i].type);
    }
}

static const struct {
    const char *schema;
    const char *why;
} refused[] = {
    {"7", "expected a schema, got integer"},
    {"{\"type\":\"thing\"}", "type `thing` is unknown"},
    {"{\"type\":\"array\"}", "a list has no `items`"},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"type\":\"array\",\"items\":{\"type\":\"x\"}}}}",
     ".a: items: type `x` is unknown"},
    {"{\"type\":\"object\",\"additionalProperties\":{\"type\":\"x\"}}",
     "additionalProperties: type `x` is unknown"},
    {"{\"type\":\"array\",\"items\":{},\"x-kubernetes-list-type\":\"bag\"}",
     "x-kubernetes-list-type is none of atomic, set, map"},
    {"{\"type\":\"array\",\"items\":{},\"x-kubernetes-list-type\":\"map\"}",
     "x-kubernetes-list-map-keys is no list of 1 to 16 names"},
    {"{\"type\":\"array\",\"items\":{},\"x-kubernetes-list-type\":\"map\","
     "\"x-kubernetes-list-map-keys\":[1]}",
     "x-kubernetes-list-map-keys holds no string"},
    {"{\"type\":\"array\",\"items\":{},\"x-kubernetes-patch-strategy\":\"bag\"}",
     "x-kubernetes-patch-strategy is unknown"},
    {"{\"type\":\"object\",\"x-kubernetes-map-type\":\"bag\"}",
     "x-kubernetes-map-type is neither atomic nor granular"},
    {"{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#/components/schemas/nope\"}}}",
     ".a: $ref to nope, which is not defined"},
};

TEST(a_schema_that_makes_no_sense_is_refused_with_its_place)
{
    for (size_t i = 0; i < LS_COUNT(refused); i++) {
        struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
        const struct ls_obj *schema LS_AUTO(ls_obj_unref_at) = obj_of(refused[i].schema);
        const struct ls_type_schema *type = NULL;
        struct ls_err err = {0};
        CHECK_CODE(ls_type_schema_from_openapi(&arena, ls_obj_root(schema), LS_ABSENT, &type, &err),
                   LS_E_INVALID, err);
        CHECK_STR(err.text, refused[i].why);
        CHECK(type == NULL);
    }
}

static const char definitions_text[] =
    "{\"Tree\":{\"type\":\"object\",\"properties\":{\"value\":{\"type\":\"string\"},\"left\":"
    "{\"$ref\":\"#/components/schemas/Tree\"}}},"
    "\"Selector\":{\"type\":\"object\",\"additionalProperties\":{\"type\":\"string\"}},"
    "\"io.k8s.apimachinery.pkg.api.resource.Quantity\":{\"oneOf\":[{\"type\":\"string\"},"
    "{\"type\":\"number\"}]},"
    "\"io.k8s.apimachinery.pkg.runtime.RawExtension\":{\"type\":\"object\"},"
    "\"Bad\":{\"type\":\"object\",\"properties\":{\"x\":{\"type\":\"odd\"}}}}";

static const struct ls_type_schema *referred(struct ls_arena *arena, struct ls_node definitions,
                                             const char *text, struct ls_err *err)
{
    const struct ls_obj *schema LS_AUTO(ls_obj_unref_at) = obj_of(text);
    const struct ls_type_schema *type = NULL;
    if (ls_type_schema_from_openapi(arena, ls_obj_root(schema), definitions, &type, err))
        return NULL;
    return type;
}

TEST(references_are_followed_in_cycles_too)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    const struct ls_obj *definitions LS_AUTO(ls_obj_unref_at) = obj_of(definitions_text);
    struct ls_node known = ls_obj_root(definitions);
    struct ls_err err = {0};
    const struct ls_type_schema *tree =
        referred(&arena, known, "{\"$ref\":\"#/components/schemas/Tree\"}", &err);
    CHECK(tree != NULL);
    CHECK(ls_type_member(tree->map, LS_SLICE("left")) == tree);
    CHECK(ls_type_member(tree->map, LS_SLICE("right")) == NULL);

    const char *quantity = "{\"$ref\":\"#/x/io.k8s.apimachinery.pkg.api.resource.Quantity\"}";
    CHECK_STR(shown(referred(&arena, known, quantity, &err)),
              "<io.k8s.apimachinery.pkg.api.resource.Quantity>any");
    const char *raw = "{\"$ref\":\"#/x/io.k8s.apimachinery.pkg.runtime.RawExtension\"}";
    CHECK(referred(&arena, known, raw, &err)->map->is_atomic);

    CHECK(referred(&arena, known, "{\"$ref\":\"#/x/Bad\"}", &err) == NULL);
    CHECK_STR(err.text, "Bad: .x: type `odd` is unknown");
}

TEST(the_place_of_use_may_make_a_map_atomic)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    const struct ls_obj *definitions LS_AUTO(ls_obj_unref_at) = obj_of(definitions_text);
    struct ls_err err = {0};
    const struct ls_type_schema *type = referred(
        &arena, ls_obj_root(definitions),
        "{\"type\":\"object\",\"properties\":{\"a\":{\"allOf\":[{\"$ref\":\"#/x/Selector\"}],"
        "\"x-kubernetes-map-type\":\"atomic\"},\"b\":{\"$ref\":\"#/x/Selector\"}}}",
        &err);
    CHECK_STR(shown(type), "{ a:<Selector>{atomic *:string} b:<Selector>{ *:string}}");
}

static const struct ls_type_field port_fields[] = {
    {.name = "containerPort", .type = &ls_type_number},
    {.name = "protocol", .type = &ls_type_string, .default_text = "TCP"},
};
static const struct ls_type_schema port = TYPE_STRUCT("ContainerPort", port_fields);
static const char *const port_keys[] = {"containerPort", "protocol"};
static const struct ls_type_schema ports = TYPE_LIST_MAP(&port, port_keys);
static const struct ls_type_schema names = TYPE_LIST_OF(LS_LIST_SET, &ls_type_string);
static const struct ls_type_schema labels = TYPE_MAP_OF(&ls_type_string);

TEST(tables_in_c_make_the_same_types)
{
    CHECK_STR(shown(&ports), "[map containerPort protocol of <ContainerPort>{ containerPort:number "
                             "protocol:string=\"TCP\"}]");
    CHECK_STR(shown(&names), "[set of string]");
    CHECK_STR(shown(&labels), "{ *:string}");
}

TEST(a_field_is_replaced_or_added_in_its_order)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    const struct ls_type_schema *with = ls_type_with_field(&arena, &port, "metadata", &labels);
    CHECK_STR(shown(with), "<ContainerPort>{ containerPort:number metadata:{ *:string} "
                           "protocol:string=\"TCP\"}");
    with = ls_type_with_field(&arena, with, "protocol", &ls_type_scalar);
    with = ls_type_with_field(&arena, with, "zone", &ls_type_bool);
    with = ls_type_with_field(&arena, with, "age", &ls_type_bool);
    CHECK_STR(shown(with), "<ContainerPort>{ age:bool containerPort:number metadata:{ *:string} "
                           "protocol:any zone:bool}");
    CHECK_INT(port.map->field_count, 2);
}

/* Types of schemas: what an expression sees of a property, and which sizes are assumed. */
#include <inttypes.h>
#include <string.h>

#include "../check.h"
#include "support_check.h"

/* The longest text, list or map that a request of three MiB holds. */
#define REQUEST_TEXT "3145726"

struct row {
    const char *schema;
    const char *answer; /* TYPE size_max bytes_min, or - */
};

static const char *type_line(struct stage *stage, const struct ls_cel_type *type)
{
    if (!type)
        return "-";
    return ls_arena_printf(&stage->arena, "%s %" PRIu64 " %" PRIu64,
                           ls_cel_type_text(&stage->arena, type), type->size_max, type->bytes_min);
}

static void rows_check(const struct row *rows, size_t count)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, STAGE_BOUND);
    for (size_t i = 0; i < count; i++) {
        const struct ls_cel_type *type = stage_type(&stage, rows[i].schema, false);
        CHECK_STR(
            ls_arena_printf(&stage.arena, "%s => %s", rows[i].schema, type_line(&stage, type)),
            ls_arena_printf(&stage.arena, "%s => %s", rows[i].schema, rows[i].answer));
    }
}

static const struct row scalars[] = {
    {"{type: integer}", "int 0 1"},
    {"{type: integer, format: int32}", "int 0 1"},
    {"{type: number}", "double 0 1"},
    {"{type: boolean}", "bool 0 4"},
    {"{type: string}", "string " REQUEST_TEXT " 2"},
    {"{type: string, nullable: true}", "string " REQUEST_TEXT " 2"},
    {"{type: string, maxLength: 5}", "string 20 2"},
    {"{type: string, maxLength: -1}", "string 0 2"},
    {"{type: string, enum: [a, bbb, cc]}", "string 3 2"},
    {"{type: string, enum: [a, bbb], maxLength: 2}", "string 8 2"},
    {"{type: string, format: email}", "string " REQUEST_TEXT " 2"},
    {"{type: string, format: byte}", "bytes " REQUEST_TEXT " 2"},
    {"{type: string, format: byte, maxLength: 5}", "bytes 5 2"},
    {"{type: string, format: date}", "timestamp 12 12"},
    {"{type: string, format: date-time}", "timestamp 32 21"},
    {"{type: string, format: duration, maxLength: 3}", "duration 32 3"},
    {"{x-kubernetes-int-or-string: true}", "dyn " REQUEST_TEXT " 1"},
    {"{x-kubernetes-int-or-string: true, maxLength: 3}", "dyn 12 1"},
    {"{x-kubernetes-preserve-unknown-fields: true}", "-"},
    {"{}", "-"},
};

TEST(scalars_have_types_and_sizes)
{
    rows_check(scalars, LS_COUNT(scalars));
}

static const struct row containers[] = {
    {"{type: array}", "-"},
    {"{type: array, items: {}}", "-"},
    {"{type: array, items: {type: string}}", "list(string) 1048575 2"},
    {"{type: array, items: {type: integer}, maxItems: 7}", "list(int) 7 2"},
    {"{type: array, items: {type: array, items: {type: boolean}}}", "list(list(bool)) 1048575 2"},
    {"{type: array, items: {type: object, required: [a], properties: {a: {type: string}}}}",
     "list(T.@idx) 314572 2"},
    {"{type: object, additionalProperties: {type: string}}", "map(string, string) 393215 2"},
    {"{type: object, additionalProperties: {type: integer}, maxProperties: 3}",
     "map(string, int) 3 2"},
    {"{type: object, additionalProperties: {}}", "-"},
    {"{type: object, additionalProperties: true}", "T 0 2"},
    {"{type: object}", "T 0 2"},
    {"{type: object, x-kubernetes-preserve-unknown-fields: true}", "T 0 2"},
    {"{type: object, required: [ab, c], properties: {ab: {type: string}, c: {type: integer}}}",
     "T 0 16"},
    {"{type: object, required: [ab, zz], properties: {ab: {type: string, default: x}}}", "T 0 2"},
    {"{type: object, required: [ab], properties: {ab: {type: string, default: null}}}", "T 0 10"},
};

TEST(lists_maps_and_objects_have_types_and_sizes)
{
    rows_check(containers, LS_COUNT(containers));
}

/* Fields by their escaped names, with the keys behind them. */
static const char *fields_line(struct stage *stage, const struct ls_cel_type *type)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < type->field_count; i++)
        ls_buf_printf(&out, "%s%s=%.*s", i > 0 ? " " : "", type->fields[i].name,
                      LS_ARG(type->fields[i].key));
    return ls_arena_dup(&stage->arena, ls_buf_slice(&out));
}

TEST(fields_are_named_so_that_expressions_can_write_them)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, STAGE_BOUND);
    const struct ls_cel_type *type = stage_type(
        &stage,
        "{type: object, properties: {z: &s {type: string}, a-b: *s, c.d: *s, e/f: *s, g__h: *s, "
        "namespace: *s, 1x: *s, a b: *s, _i: *s, gone: {}}}",
        false);
    CHECK_STR(fields_line(&stage, type),
              "__namespace__=namespace _i=_i a__dash__b=a-b c__dot__d=c.d e__slash__f=e/f "
              "g__underscores__h=g__h z=z");
    CHECK_STR(ls_cel_field_find(type, LS_SLICE("namespace"))->name, "__namespace__");
    CHECK(!ls_cel_field_find(type, LS_SLICE("dash")));
}

TEST(a_resource_always_has_its_own_members)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, STAGE_BOUND);
    const struct ls_cel_type *type =
        stage_type(&stage, "{type: object, properties: {spec: {type: object}}}", true);
    CHECK_STR(fields_line(&stage, type),
              "apiVersion=apiVersion kind=kind metadata=metadata spec=spec");
    CHECK_STR(type_line(&stage, type->fields[2].type), "T.metadata 0 2");
    CHECK_STR(fields_line(&stage, type->fields[2].type), "generateName=generateName name=name");

    /* The schema's own metadata counts only when it is complete. */
    type =
        stage_type(&stage,
                   "{type: object, required: [kind, metadata], properties: {kind: {type: string}, "
                   "metadata: {type: object, properties: {name: {type: string, maxLength: 3}}}}}",
                   true);
    CHECK_STR(type_line(&stage, ls_cel_field_find(type->fields[2].type, LS_SLICE("name"))->type),
              "string " REQUEST_TEXT " 2");
    CHECK_INT(type->bytes_min, 2 + (4 + 2 + 4) + (8 + 2 + 4));
    type =
        stage_type(&stage,
                   "{type: object, properties: {kind: {type: string}, apiVersion: {type: string}, "
                   "metadata: {type: object, properties: {name: {type: string, maxLength: 3}, "
                   "generateName: {type: string}}}}}",
                   true);
    CHECK_STR(type_line(&stage, ls_cel_field_find(type->fields[2].type, LS_SLICE("name"))->type),
              "string 12 2");
}

TEST(a_resource_may_be_embedded)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, STAGE_BOUND);
    const struct ls_cel_type *type = stage_type(
        &stage, "{type: array, items: {type: object, x-kubernetes-embedded-resource: true}}",
        false);
    CHECK_STR(fields_line(&stage, type->item), "apiVersion=apiVersion kind=kind metadata=metadata");
}

TEST(lists_know_how_they_compare)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, STAGE_BOUND);
    const struct ls_cel_type *type = stage_type(
        &stage, "{type: array, x-kubernetes-list-type: set, items: {type: string}}", false);
    CHECK_INT(type->list_as, LS_CEL_LIST_SET);
    type =
        stage_type(&stage,
                   "{type: array, x-kubernetes-list-type: map, x-kubernetes-list-map-keys: [a, b], "
                   "items: {type: object, properties: {a: {type: string}}}}",
                   false);
    CHECK_INT(type->list_as, LS_CEL_LIST_KEYED);
    CHECK_INT(type->list_key_count, 2);
    CHECK_STR(type->list_keys[1], "b");
}

TEST(what_is_small_can_occur_often)
{
    struct stage stage LS_AUTO(stage_release);
    stage_init(&stage, STAGE_BOUND);
    CHECK_INT(ls_cel_cardinality_max(stage_type(&stage, "{type: string}", false)), 1048576);
    CHECK_INT(ls_cel_cardinality_max(stage_type(&stage, "{type: integer}", false)), 1572864);
}

TEST(names_are_escaped)
{
    static const struct {
        const char *name, *escaped; /* NULL: cannot be written */
    } names[] = {
        {"abc", "abc"},
        {"a_b", "a_b"},
        {"a__b", "a__underscores__b"},
        {"a___b", "a__underscores___b"},
        {"a-b.c/d", "a__dash__b__dot__c__slash__d"},
        {"in", "__in__"},
        {"while", "__while__"},
        {"int", "int"},
        {"", NULL},
        {"1a", NULL},
        {"a b", NULL},
        {"\xc3\xa4", NULL},
    };
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    for (size_t i = 0; i < LS_COUNT(names); i++) {
        const char *escaped = ls_cel_escape(&arena, ls_slice_of(names[i].name));
        CHECK(!escaped == !names[i].escaped);
        if (escaped)
            CHECK_STR(escaped, names[i].escaped);
    }
}

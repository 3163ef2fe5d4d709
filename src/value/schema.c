#include "value/schema.h"

#include <stdlib.h>
#include <string.h>

#include "value/limits.h"
#include "value/schema_impl.h"

struct compiler {
    struct ls_arena *arena;
    struct schema_pattern *patterns;
    struct ls_err *err;
};

static struct ls_schema *compile(struct compiler *compiler, struct ls_node openapi);

static const struct {
    const char *name;
    enum schema_type type;
} type_names[] = {
    {"object", SCHEMA_OBJECT},   {"array", SCHEMA_ARRAY},   {"string", SCHEMA_STRING},
    {"integer", SCHEMA_INTEGER}, {"number", SCHEMA_NUMBER}, {"boolean", SCHEMA_BOOLEAN},
};

static enum ls_code compile_type(struct compiler *compiler, struct ls_node openapi,
                                 struct ls_schema *schema)
{
    schema->type_text = "";
    if (ls_node_bool(ls_node_at(openapi, "x-kubernetes-int-or-string"), false)) {
        schema->types = SCHEMA_INTEGER | SCHEMA_STRING;
        schema->type_text = "integer,string";
        return LS_OK;
    }
    struct ls_slice type = ls_node_string(ls_node_at(openapi, "type"));
    if (type.len == 0)
        return LS_OK;
    for (size_t i = 0; i < LS_COUNT(type_names); i++) {
        if (ls_slice_is(type, type_names[i].name)) {
            schema->types = type_names[i].type;
            schema->type_text = type_names[i].name;
            return LS_OK;
        }
    }
    return ls_fail(compiler->err, LS_E_INVALID,
                   "type %.*s is not one of object, array, string, integer, number, boolean",
                   LS_ARG(type));
}

/* Formats that do not apply to the type are ignored, as the API server does. */
static void compile_format(struct ls_node openapi, struct ls_schema *schema)
{
    struct ls_node format = ls_node_at(openapi, "format");
    const char *text = ls_node_text(format);
    schema->format = schema->number_format = "";
    switch (schema->types) {
    case 0:
    case SCHEMA_STRING:
    case SCHEMA_INTEGER | SCHEMA_STRING:
        schema->format_fn = ls_format_find(ls_node_string(format));
        if (schema->format_fn != NULL)
            schema->format = text;
        break;
    case SCHEMA_INTEGER:
        if (strcmp(text, "int32") == 0 || strcmp(text, "int64") == 0)
            schema->format = schema->number_format = text;
        break;
    case SCHEMA_NUMBER:
        if (strcmp(text, "float") == 0 || strcmp(text, "double") == 0)
            schema->format = schema->number_format = text;
        break;
    default:
        break;
    }
}

static struct schema_count count_of(struct ls_node openapi, const char *name)
{
    struct ls_node value = ls_node_at(openapi, name);
    return (struct schema_count){.is_set = ls_node_type(value) == LS_TYPE_INT,
                                 .value = ls_node_int(value, 0)};
}

static struct schema_bound bound_of(struct ls_node openapi, const char *name, const char *exclusive)
{
    struct ls_node value = ls_node_at(openapi, name);
    enum ls_type type = ls_node_type(value);
    return (struct schema_bound){.is_set = type == LS_TYPE_INT || type == LS_TYPE_NUMBER,
                                 .is_exclusive =
                                     ls_node_bool(ls_node_at(openapi, exclusive), false),
                                 .value = ls_node_double(value, 0)};
}

static const struct schema_limits no_limits;
static const struct schema_logic no_logic;

static void compile_limits(struct compiler *compiler, struct ls_node openapi,
                           struct ls_schema *schema)
{
    struct schema_limits limits = {.minimum = bound_of(openapi, "minimum", "exclusiveMinimum"),
                                   .maximum = bound_of(openapi, "maximum", "exclusiveMaximum"),
                                   .multiple_of = bound_of(openapi, "multipleOf", ""),
                                   .length_min = count_of(openapi, "minLength"),
                                   .length_max = count_of(openapi, "maxLength"),
                                   .items_min = count_of(openapi, "minItems"),
                                   .items_max = count_of(openapi, "maxItems"),
                                   .members_min = count_of(openapi, "minProperties"),
                                   .members_max = count_of(openapi, "maxProperties")};
    bool has_any = limits.minimum.is_set || limits.maximum.is_set || limits.multiple_of.is_set ||
                   limits.length_min.is_set || limits.length_max.is_set ||
                   limits.items_min.is_set || limits.items_max.is_set ||
                   limits.members_min.is_set || limits.members_max.is_set;
    schema->limits = &no_limits;
    if (!has_any)
        return;
    struct schema_limits *kept = LS_ARENA_NEW(compiler->arena, struct schema_limits);
    *kept = limits;
    schema->limits = kept;
}

static void compile_pattern(struct compiler *compiler, struct ls_node openapi,
                            struct ls_schema *schema)
{
    struct ls_slice text = ls_node_string(ls_node_at(openapi, "pattern"));
    if (text.len == 0)
        return;
    schema->pattern = LS_ARENA_NEW(compiler->arena, struct schema_pattern);
    schema->pattern->text = text;
    schema->pattern->next = compiler->patterns;
    compiler->patterns = schema->pattern;
}

static int property_compare(const void *a, const void *b)
{
    const struct schema_property *left = a, *right = b;
    return ls_slice_compare(left->name, right->name);
}

static void inherit(struct ls_schema *schema, const struct ls_schema *below)
{
    schema->has_rules = schema->has_rules || below->has_rules;
    schema->has_defaults =
        schema->has_defaults || below->has_defaults || !ls_node_is_absent(below->default_value);
}

static enum ls_code compile_properties(struct compiler *compiler, struct ls_node openapi,
                                       struct ls_schema *schema)
{
    struct ls_node properties = ls_node_at(openapi, "properties");
    if (!ls_node_is_map(properties))
        properties = LS_ABSENT; /* a list has items to walk, and no names */
    struct schema_property *rows =
        LS_ARENA_ARRAY(compiler->arena, struct schema_property, ls_node_count(properties) + 1);
    LS_EACH (it, properties) {
        const struct ls_schema *property = compile(compiler, it.value);
        if (property == NULL)
            return ls_context(compiler->err, "properties[%.*s]", LS_ARG(it.key));
        rows[schema->property_count++] = (struct schema_property){it.key, property};
        inherit(schema, property);
    }
    qsort(rows, schema->property_count, sizeof *rows, property_compare);
    schema->properties = rows;
    return LS_OK;
}

static enum ls_code compile_additional(struct compiler *compiler, struct ls_node openapi,
                                       struct ls_schema *schema)
{
    struct ls_node additional = ls_node_at(openapi, "additionalProperties");
    if (ls_node_is_absent(additional) || ls_node_is_null(additional))
        return LS_OK;
    schema->forbids_additional = !ls_node_bool(additional, true);
    schema->allows_additional = !schema->forbids_additional;
    if (!ls_node_is_map(additional))
        return LS_OK;
    schema->additional = compile(compiler, additional);
    if (schema->additional == NULL)
        return ls_context(compiler->err, "additionalProperties");
    inherit(schema, schema->additional);
    return LS_OK;
}

static enum ls_code compile_items(struct compiler *compiler, struct ls_node openapi,
                                  struct ls_schema *schema)
{
    struct ls_node items = ls_node_at(openapi, "items");
    struct ls_slice kind = ls_node_string(ls_node_at(openapi, "x-kubernetes-list-type"));
    schema->list_kind = ls_slice_is(kind, "set")   ? LS_LIST_SET
                        : ls_slice_is(kind, "map") ? LS_LIST_MAP
                                                   : LS_LIST_ATOMIC;
    schema->list_keys = ls_node_at(openapi, "x-kubernetes-list-map-keys");
    if (!ls_node_is_map(items))
        return LS_OK;
    schema->items = compile(compiler, items);
    if (schema->items == NULL)
        return ls_context(compiler->err, "items");
    inherit(schema, schema->items);
    return LS_OK;
}

static enum ls_code compile_group(struct compiler *compiler, struct ls_node openapi,
                                  const char *name, struct schema_group *group)
{
    struct ls_node list = ls_node_at(openapi, name);
    group->at = LS_ARENA_ARRAY(compiler->arena, const struct ls_schema *, ls_node_count(list) + 1);
    LS_EACH (it, list) {
        group->at[group->count] = compile(compiler, it.value);
        if (group->at[group->count++] == NULL)
            return ls_context(compiler->err, "%s[%zu]", name, group->count - 1);
    }
    return LS_OK;
}

static bool has_logic(struct ls_node openapi)
{
    static const char *const members[] = {"anyOf", "oneOf", "allOf", "not"};
    for (size_t i = 0; i < LS_COUNT(members); i++) {
        if (!ls_node_is_absent(ls_node_at(openapi, members[i])))
            return true;
    }
    return false;
}

static enum ls_code compile_logic(struct compiler *compiler, struct ls_node openapi,
                                  struct ls_schema *schema)
{
    struct ls_node not_schema = ls_node_at(openapi, "not");
    schema->logic = &no_logic;
    if (!has_logic(openapi))
        return LS_OK;
    struct schema_logic *logic = LS_ARENA_NEW(compiler->arena, struct schema_logic);
    schema->logic = logic;
    if (compile_group(compiler, openapi, "anyOf", &logic->any_of) ||
        compile_group(compiler, openapi, "oneOf", &logic->one_of) ||
        compile_group(compiler, openapi, "allOf", &logic->all_of))
        return compiler->err->code;
    if (!ls_node_is_map(not_schema))
        return LS_OK;
    logic->not_schema = compile(compiler, not_schema);
    return logic->not_schema != NULL ? LS_OK : ls_context(compiler->err, "not");
}

/* NULL: compiler->err says why not. */
static struct ls_schema *compile(struct compiler *compiler, struct ls_node openapi)
{
    struct ls_schema *schema = LS_ARENA_NEW(compiler->arena, struct ls_schema);
    if (compile_type(compiler, openapi, schema))
        return NULL;
    compile_format(openapi, schema);
    compile_limits(compiler, openapi, schema);
    compile_pattern(compiler, openapi, schema);
    schema->is_nullable = ls_node_bool(ls_node_at(openapi, "nullable"), false);
    schema->keeps_unknown =
        ls_node_bool(ls_node_at(openapi, "x-kubernetes-preserve-unknown-fields"), false);
    schema->is_embedded =
        ls_node_bool(ls_node_at(openapi, "x-kubernetes-embedded-resource"), false);
    schema->has_rules = ls_node_count(ls_node_at(openapi, "x-kubernetes-validations")) > 0;
    schema->required = ls_node_at(openapi, "required");
    schema->enum_values = ls_node_at(openapi, "enum");
    schema->default_value = ls_node_at(openapi, "default");
    if (ls_node_is_null(schema->default_value))
        schema->default_value = LS_ABSENT;
    if (compile_properties(compiler, openapi, schema) ||
        compile_additional(compiler, openapi, schema) || compile_items(compiler, openapi, schema) ||
        compile_logic(compiler, openapi, schema))
        return NULL;
    return schema;
}

enum ls_code ls_schema_compile(struct ls_arena *arena, struct ls_node openapi,
                               struct ls_schema **out, struct ls_err *err)
{
    struct ls_err own = {0};
    struct compiler compiler = {.arena = arena, .err = err != NULL ? err : &own};
    struct ls_schema *schema = compile(&compiler, openapi);
    if (schema == NULL)
        return compiler.err->code;
    schema->patterns = compiler.patterns;
    *out = schema;
    return LS_OK;
}

void ls_schema_release(struct ls_schema *schema)
{
    if (schema == NULL)
        return;
    for (struct schema_pattern *pattern = schema->patterns; pattern; pattern = pattern->next) {
        ls_regex_free(pattern->regex);
        pattern->regex = NULL;
    }
}

bool ls_schema_has_rules(const struct ls_schema *schema)
{
    return schema->has_rules;
}

const struct ls_schema *schema_property_find(const struct ls_schema *schema, struct ls_slice name)
{
    struct schema_property wanted = {.name = name};
    if (schema->property_count == 0)
        return NULL;
    const struct schema_property *found = bsearch(
        &wanted, schema->properties, schema->property_count, sizeof wanted, property_compare);
    return found != NULL ? found->schema : NULL;
}

const struct ls_schema *schema_member(const struct ls_schema *schema, struct ls_slice name)
{
    const struct ls_schema *property = schema_property_find(schema, name);
    return property != NULL ? property : schema->additional;
}

const struct ls_schema *ls_schema_property(const struct ls_schema *schema, const char *name)
{
    return schema_property_find(schema, ls_slice_of(name));
}

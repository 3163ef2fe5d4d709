/* Schemas of definitions: which keywords they may use, independent of structure. */
#include <stdlib.h>
#include <string.h>

#include "sandbox/kinds/crd_parts.h"
#include "sandbox/kinds/crd_rules.h"
#include "sandbox/kinds/seen.h"
#include "value/go_text.h"

/* Restrictions at the current depth of the walk. */
struct schema_walk {
    const char *no_defaults; /* why; NULL: they are allowed */
    bool is_metadata;        /* of the object or of an embedded one */
    bool is_root;
    struct ls_crd_scope scope; /* of its rules */
};

static void check_openapi(const struct ls_spot *schema, struct schema_walk walk);

static struct ls_slice text_of(const struct ls_spot *schema, const char *member)
{
    return ls_node_string(ls_node_get(schema->value, ls_slice_of(member)));
}

/* ---- unsupported keywords ---- */

static const struct {
    const char *name;
    const char *why;
} unsupported[] = {
    {"id", "id is not supported"},
    {"additionalItems", "additionalItems is not supported"},
    {"patternProperties", "patternProperties is not supported"},
    {"definitions", "definitions is not supported"},
    {"dependencies", "dependencies is not supported"},
    {"$ref", "$ref is not supported"},
};

static void check_members(const struct ls_spot *schema, struct schema_walk walk)
{
    static const char *const types[] = {"array",  "boolean", "integer",
                                        "number", "object",  "string"};
    struct ls_spot type = ls_crd_member(schema, "type"), value = ls_crd_member(schema, "default");
    struct ls_spot items = ls_crd_member(schema, "items");
    struct ls_spot embedded = ls_crd_member(schema, "x-kubernetes-embedded-resource");
    if (ls_spot_text(&type).len > 0)
        (void)LS_SPOT_CHOICE(&type, types);
    if (ls_spot_is_there(&value) && walk.no_defaults != NULL)
        ls_spot_forbidden(&value, "must not be set %s", walk.no_defaults);
    for (size_t i = 0; i < LS_COUNT(unsupported); i++) {
        struct ls_spot spot = ls_crd_member(schema, unsupported[i].name);
        if (ls_spot_is_there(&spot))
            ls_spot_forbidden(&spot, "%s", unsupported[i].why);
    }
    if (ls_slice_is(ls_spot_text(&type), "null"))
        ls_spot_forbidden(&type, "type cannot be set to null, use nullable as an alternative");
    if (ls_node_is_list(items.value))
        ls_spot_forbidden(&items, "items must be a schema object and not an array");
    if (walk.is_metadata && ls_node_bool(embedded.value, false))
        ls_spot_forbidden(&embedded, "must not be used inside of resource meta");
}

/* ---- nested schemas ---- */

static void check_additional(const struct ls_spot *schema, struct schema_walk walk)
{
    struct ls_spot additional = ls_crd_member(schema, "additionalProperties");
    if (!ls_spot_is_there(&additional))
        return;
    bool is_open = ls_node_bool(additional.value, false);
    if (ls_node_count(ls_node_at(schema->value, "properties")) > 0 && !is_open)
        ls_spot_forbidden(&additional, "additionalProperties and properties are mutual exclusive");
    if (walk.is_metadata)
        walk.no_defaults = "inside additionalProperties applying to object metadata";
    walk.is_root = false;
    walk.scope = ls_crd_scope_below(&walk.scope, schema->value);
    if (ls_node_is_map(additional.value))
        check_openapi(&additional, walk);
}

static bool is_meta(struct ls_slice name)
{
    return ls_slice_is(name, "metadata") || ls_slice_is(name, "kind") ||
           ls_slice_is(name, "apiVersion");
}

static void check_properties(const struct ls_spot *schema, struct schema_walk walk)
{
    struct ls_spot properties = ls_crd_member(schema, "properties");
    bool is_resource =
        walk.is_root ||
        ls_node_bool(ls_node_at(schema->value, "x-kubernetes-embedded-resource"), false);
    LS_EACH (it, properties.value) {
        struct ls_spot property = ls_spot_entry(&properties, it.key, it.value);
        struct schema_walk below = walk;
        below.is_root = false;
        below.scope = ls_crd_scope_below(&walk.scope, schema->value);
        below.is_metadata = walk.is_metadata || (is_resource && is_meta(it.key));
        if (walk.is_root && is_meta(it.key))
            below.no_defaults =
                ls_arena_printf(schema->errors->arena, "in top-level %.*s", LS_ARG(it.key));
        check_openapi(&property, below);
    }
}

/* Only items of a map list can be matched with their old values. */
static void check_items(const struct ls_spot *schema, struct schema_walk walk)
{
    struct ls_spot items = ls_crd_member(schema, "items");
    walk.scope = ls_crd_scope_below(&walk.scope, schema->value);
    if (!ls_slice_is(text_of(schema, "x-kubernetes-list-type"), "map") &&
        walk.scope.uncorrelated == NULL)
        walk.scope.uncorrelated = schema;
    if (ls_node_is_map(items.value))
        check_openapi(&items, walk);
}

static void check_below(const struct ls_spot *schema, struct schema_walk walk)
{
    static const char *const groups[] = {"allOf", "oneOf", "anyOf"};
    struct ls_spot not_schema = ls_crd_member(schema, "not");
    check_additional(schema, walk);
    check_properties(schema, walk);
    walk.is_root = false;
    struct schema_walk logic = walk;
    logic.scope.checks_rules = false; /* rules are not allowed below these */
    if (ls_node_is_map(not_schema.value))
        check_openapi(&not_schema, logic);
    for (size_t i = 0; i < LS_COUNT(groups); i++) {
        struct ls_spot group = ls_crd_member(schema, groups[i]);
        LS_EACH_ITEM (branch, &group)
            check_openapi(&branch, logic);
    }
    check_items(schema, walk);
}

/* ---- list and map types ---- */

static void check_type_is(const struct ls_spot *schema, const char *wanted, const char *extension)
{
    struct ls_spot type = ls_crd_member(schema, "type");
    if (ls_slice_is(ls_spot_text(&type), wanted))
        return;
    if (ls_spot_text(&type).len == 0)
        ls_spot_required(&type, "must be %s if %s is specified", wanted, extension);
    else
        ls_spot_invalid(&type, "must be %s if %s is specified", wanted, extension);
}

static void check_map_type(const struct ls_spot *schema)
{
    static const char *const types[] = {"atomic", "granular"};
    struct ls_spot map_type = ls_crd_member(schema, "x-kubernetes-map-type");
    if (!ls_spot_is_there(&map_type))
        return;
    check_type_is(schema, "object", "x-kubernetes-map-type");
    (void)LS_SPOT_CHOICE(&map_type, types);
}

/* Items of a set are compared and owned as a whole. */
static void check_set_items(const struct ls_spot *items)
{
    static const char rule[] = "must be atomic as item of a list with x-kubernetes-list-type=set";
    struct ls_spot list_type = ls_crd_member(items, "x-kubernetes-list-type");
    struct ls_spot map_type = ls_crd_member(items, "x-kubernetes-map-type");
    struct ls_slice type = text_of(items, "type");
    if (ls_slice_is(type, "array") && ls_spot_is_there(&list_type) &&
        !ls_slice_is(ls_spot_text(&list_type), "atomic"))
        ls_spot_invalid(&list_type, "%s", rule);
    /* The value shown is the list type, as in the server. */
    if (ls_slice_is(type, "object") && !ls_slice_is(ls_spot_text(&map_type), "atomic"))
        ls_spot_invalid_as(&map_type, "null", "%s", rule);
}

static void check_key(const struct ls_spot *keys, const struct ls_spot *items, struct ls_slice name,
                      struct ls_seen *seen)
{
    struct ls_spot properties = ls_crd_member(items, "properties");
    struct ls_spot property = ls_spot_entry(&properties, name, ls_node_get(properties.value, name));
    struct ls_spot type = ls_crd_member(&property, "type");
    if (ls_node_is_absent(property.value))
        ls_spot_invalid(keys, "entries must all be names of item properties");
    else if (ls_slice_is(ls_spot_text(&type), "array") ||
             ls_slice_is(ls_spot_text(&type), "object"))
        ls_spot_invalid_as(&type, "\"object\"",
                           "must be a scalar type if parent array's x-kubernetes-list-type is map");
    if (!ls_seen_add(seen, name))
        ls_spot_invalid(keys, "must not contain duplicate entries");
}

static void check_map_items(const struct ls_spot *schema)
{
    struct ls_spot keys = ls_crd_member(schema, "x-kubernetes-list-map-keys");
    struct ls_spot items = ls_crd_member(schema, "items"), type = ls_crd_member(&items, "type");
    if (ls_node_count(keys.value) == 0)
        ls_spot_required(&keys, "must not be empty if x-kubernetes-list-type is map");
    if (!ls_spot_is_there(&items))
        ls_spot_required(&items, "must have a schema if x-kubernetes-list-type is map");
    if (!ls_node_is_map(items.value))
        return;
    if (!ls_slice_is(ls_spot_text(&type), "object")) {
        ls_spot_invalid_as(
            &type, ls_arena_printf(schema->errors->arena, "\"%.*s\"", LS_ARG(ls_spot_text(&type))),
            "must be object if parent array's x-kubernetes-list-type is map");
        return;
    }
    struct ls_seen seen LS_AUTO(ls_seen_release) = {.count = 0};
    LS_EACH (it, keys.value)
        check_key(&keys, &items, ls_node_string(it.value), &seen);
}

/* Keys of a map list must be required and not nullable. */
static void check_list_nulls(const struct ls_spot *schema, struct ls_slice list_type)
{
    struct ls_spot items = ls_crd_member(schema, "items"),
                   nullable = ls_crd_member(&items, "nullable");
    struct ls_spot properties = ls_crd_member(&items, "properties");
    if (ls_node_bool(nullable.value, false))
        ls_spot_forbidden(&nullable, "cannot be nullable when x-kubernetes-list-type is %.*s",
                          LS_ARG(list_type));
    if (!ls_slice_is(list_type, "map"))
        return;
    LS_EACH (it, ls_node_get(schema->value, LS_SLICE("x-kubernetes-list-map-keys"))) {
        struct ls_slice name = ls_node_string(it.value);
        struct ls_spot property =
            ls_spot_entry(&properties, name, ls_node_get(properties.value, name));
        struct ls_spot value = ls_crd_member(&property, "default");
        struct ls_spot key_nullable = ls_crd_member(&property, "nullable");
        if (ls_node_is_absent(property.value))
            continue;
        if (!ls_node_has_text(ls_node_at(items.value, "required"), name) &&
            !ls_spot_is_there(&value))
            ls_spot_required(&value, "this property is in x-kubernetes-list-map-keys, so it must "
                                     "have a default or be a required property");
        if (ls_node_bool(key_nullable.value, false))
            ls_spot_forbidden(&key_nullable, "this property is in x-kubernetes-list-map-keys, so "
                                             "it cannot be nullable");
    }
}

static void check_list_type(const struct ls_spot *schema)
{
    static const char *const types[] = {"atomic", "set", "map"};
    struct ls_spot list_type = ls_crd_member(schema, "x-kubernetes-list-type");
    struct ls_spot keys = ls_crd_member(schema, "x-kubernetes-list-map-keys");
    struct ls_spot items = ls_crd_member(schema, "items");
    struct ls_slice text = ls_spot_text(&list_type);
    if (ls_spot_is_there(&list_type)) {
        check_type_is(schema, "array", "x-kubernetes-list-type");
        if (ls_slice_is(text_of(schema, "type"), "array") && ls_slice_is(text, "set"))
            check_set_items(&items);
        (void)LS_SPOT_CHOICE(&list_type, types);
    }
    if (ls_node_count(keys.value) > 0 && !ls_spot_is_there(&list_type))
        ls_spot_required(&list_type, "must be map if x-kubernetes-list-map-keys is non-empty");
    else if (ls_node_count(keys.value) > 0 && !ls_slice_is(text, "map"))
        ls_spot_invalid(&list_type, "must be map if x-kubernetes-list-map-keys is non-empty");
    if (ls_slice_is(text, "map"))
        check_map_items(schema);
    if (ls_slice_is(text, "map") || ls_slice_is(text, "set"))
        check_list_nulls(schema, text);
}

static void check_openapi(const struct ls_spot *schema, struct schema_walk walk)
{
    struct ls_spot unique = ls_crd_member(schema, "uniqueItems");
    struct ls_spot preserve = ls_crd_member(schema, "x-kubernetes-preserve-unknown-fields");
    size_t before = schema->errors->count;
    check_members(schema, walk);
    if (ls_node_bool(unique.value, false))
        ls_spot_forbidden(&unique, "uniqueItems cannot be set to true since the runtime "
                                   "complexity becomes quadratic");
    check_below(schema, walk);
    if (ls_spot_is_there(&preserve) && !ls_node_bool(preserve.value, true))
        ls_spot_invalid(&preserve, "must be true or undefined");
    check_map_type(schema);
    check_list_type(schema);
    ls_crd_check_rule_forms(schema);
    if (schema->errors->count == before)
        ls_crd_check_rules(schema, &walk.scope, walk.is_root);
}

/* ---- whole schemas ---- */

/* With the status subresource, status is validated by its part of the schema alone: nothing at the
 * root may span both. */
static bool is_kept_apart(struct ls_node schema)
{
    static const char *const fine[] = {"description",
                                       "type",
                                       "format",
                                       "title",
                                       "maximum",
                                       "exclusiveMaximum",
                                       "minimum",
                                       "exclusiveMinimum",
                                       "maxLength",
                                       "minLength",
                                       "pattern",
                                       "maxItems",
                                       "minItems",
                                       "uniqueItems",
                                       "multipleOf",
                                       "required",
                                       "items",
                                       "properties",
                                       "externalDocs",
                                       "example",
                                       "x-kubernetes-preserve-unknown-fields",
                                       "x-kubernetes-validations"};
    LS_EACH (it, schema) {
        bool is_fine = false;
        for (size_t i = 0; i < LS_COUNT(fine); i++)
            is_fine = is_fine || ls_slice_is(it.key, fine[i]);
        if (!is_fine)
            return false;
    }
    return true;
}

static void check_root(const struct ls_spot *schema, bool has_status)
{
    struct ls_spot type = ls_crd_member(schema, "type"),
                   nullable = ls_crd_member(schema, "nullable");
    if (has_status && ls_spot_text(&type).len > 0 && !ls_slice_is(ls_spot_text(&type), "object"))
        ls_spot_invalid(&type, "only \"object\" is allowed as the type at the root of the schema "
                               "if the status subresource is enabled");
    else if (has_status && !is_kept_apart(schema->value))
        ls_spot_invalid(
            schema,
            "only [Description Type Format Title Maximum ExclusiveMaximum Minimum "
            "ExclusiveMinimum MaxLength MinLength Pattern MaxItems MinItems UniqueItems "
            "MultipleOf Required Items Properties ExternalDocs Example XPreserveUnknownFields "
            "XValidations] fields are allowed at the root of the schema if the status "
            "subresource is enabled");
    if (ls_node_bool(nullable.value, false))
        ls_spot_forbidden(&nullable, "nullable cannot be true at the root");
}

/* What cannot be converted to a structural schema is reported by check_openapi() alone. */
static bool is_convertible(struct ls_node schema)
{
    for (size_t i = 0; i < LS_COUNT(unsupported); i++) {
        struct ls_node found = ls_node_get(schema, ls_slice_of(unsupported[i].name));
        if (ls_node_is_map(schema) && !ls_node_is_absent(found) && !ls_node_is_null(found))
            return false;
    }
    if (ls_node_is_list(ls_node_at(schema, "items")))
        return false;
    LS_EACH (it, schema) {
        bool is_data = ls_slice_is(it.key, "default") || ls_slice_is(it.key, "enum") ||
                       ls_slice_is(it.key, "example");
        if (ls_slice_is(it.key, "properties")) {
            LS_EACH (property, it.value) {
                if (!is_convertible(property.value))
                    return false;
            }
        } else if (!is_data && (ls_node_is_map(it.value) || ls_node_is_list(it.value)) &&
                   !is_convertible(it.value)) {
            return false;
        }
    }
    return true;
}

void ls_crd_check_schema(const struct ls_spot *schema, bool has_status, bool is_as_before)
{
    struct ls_field_errors *errors = schema->errors;
    struct ls_crd_rules rules = {.errors = {.arena = errors->arena}, .is_as_before = is_as_before};
    bool is_sound = false;
    check_root(schema, has_status);
    if (is_convertible(schema->value)) {
        size_t before = errors->count;
        ls_crd_check_structure(schema);
        if (errors->count == before)
            ls_crd_check_defaults(schema);
        is_sound = errors->count == before;
    }
    struct ls_crd_scope scope = ls_crd_scope(&rules, is_sound);
    check_openapi(schema, (struct schema_walk){.is_root = true, .scope = scope});
    ls_crd_rules_report(&rules, schema);
}

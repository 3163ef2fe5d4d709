#include "sandbox/kinds/custom_rules.h"

#include <stdlib.h>
#include <string.h>

#include "expr/check/schema_type.h"
#include "sandbox/kinds/custom_rules_impl.h"

static struct ls_custom_rules *build(struct ls_arena *arena, struct ls_node schema,
                                     const struct ls_cel_type *type);

static void rules_compile(struct ls_arena *arena, struct ls_custom_rules *rules)
{
    struct ls_node list = ls_node_at(rules->schema, "x-kubernetes-validations");
    struct ls_custom_scope scope = {.schema = rules->schema, .type = rules->type};
    rules->rules = LS_ARENA_ARRAY(arena, struct ls_custom_rule, ls_node_count(list) + 1);
    LS_EACH (it, list) {
        struct ls_custom_rule *rule = &rules->rules[rules->rule_count++];
        if (rules->type != NULL)
            ls_custom_rule_compile(arena, &scope, it.value, rule);
        rules->uses_old = rules->uses_old || rule->uses_old;
    }
}

static bool is_true(struct ls_node schema, const char *name)
{
    return ls_node_bool(ls_node_at(schema, name), false);
}

static const struct ls_cel_type *type_of(struct ls_arena *arena, struct ls_node schema,
                                         bool is_root)
{
    return ls_cel_type_of_schema(
        arena, schema, is_root || is_true(schema, "x-kubernetes-embedded-resource"), "selfType");
}

/* The CEL declaration of a property. A property that expressions cannot name can still have rules
 * of its own; one that CEL cannot represent cannot. */
static const struct ls_cel_type *property_type(struct ls_arena *arena,
                                               const struct ls_cel_type *object,
                                               struct ls_slice name, struct ls_node schema)
{
    const char *escaped = ls_cel_escape(arena, name);
    if (escaped == NULL)
        return type_of(arena, schema, false);
    const struct ls_cel_field *field =
        object->kind == LS_CEL_OBJECT ? ls_cel_field_find(object, ls_slice_of(escaped)) : NULL;
    return field != NULL ? field->type : NULL;
}

static int property_compare(const void *a, const void *b)
{
    const struct custom_rules_property *left = a, *right = b;
    return strcmp(left->name, right->name);
}

static void build_properties(struct ls_arena *arena, struct ls_custom_rules *rules)
{
    struct ls_node properties = ls_node_at(rules->schema, "properties");
    rules->properties =
        LS_ARENA_ARRAY(arena, struct custom_rules_property, ls_node_count(properties) + 1);
    LS_EACH (it, properties) {
        const struct ls_cel_type *type = property_type(arena, rules->type, it.key, it.value);
        const struct ls_custom_rules *below = type != NULL ? build(arena, it.value, type) : NULL;
        if (below != NULL)
            rules->properties[rules->property_count++] =
                (struct custom_rules_property){ls_arena_dup(arena, it.key), below};
    }
    qsort(rules->properties, rules->property_count, sizeof *rules->properties, property_compare);
}

static const struct ls_custom_rules *build_each(struct ls_arena *arena,
                                                const struct ls_custom_rules *rules,
                                                const char *member, enum ls_cel_kind kind)
{
    struct ls_node schema = ls_node_at(rules->schema, member);
    if (!ls_node_is_map(schema) || rules->type->kind != kind)
        return NULL;
    return build(arena, schema, rules->type->item);
}

/* Property names may have dots: ls_node_at() is only used for keywords of the schema language. */
static struct ls_custom_rules *build(struct ls_arena *arena, struct ls_node schema,
                                     const struct ls_cel_type *type)
{
    struct ls_custom_rules *rules = LS_ARENA_NEW(arena, struct ls_custom_rules);
    rules->schema = schema;
    rules->type = type;
    rules->type_text = ls_node_text(ls_node_at(schema, "type"));
    rules_compile(arena, rules);
    if (type != NULL) {
        build_properties(arena, rules);
        rules->items = build_each(arena, rules, "items", LS_CEL_LIST);
        rules->additional = build_each(arena, rules, "additionalProperties", LS_CEL_MAP);
    }
    bool has_any = rules->rule_count > 0 || rules->property_count > 0 || rules->items != NULL ||
                   rules->additional != NULL;
    return has_any ? rules : NULL;
}

static bool has_rules(struct ls_node schema)
{
    if (!ls_node_is_map(schema))
        return false;
    if (ls_node_count(ls_node_at(schema, "x-kubernetes-validations")) > 0 ||
        has_rules(ls_node_at(schema, "items")) ||
        has_rules(ls_node_at(schema, "additionalProperties")))
        return true;
    LS_EACH (it, ls_node_at(schema, "properties")) {
        if (has_rules(it.value))
            return true;
    }
    return false;
}

struct ls_custom_rules *ls_custom_rules_new(struct ls_arena *arena, struct ls_node schema,
                                            bool is_root)
{
    return has_rules(schema) ? build(arena, schema, type_of(arena, schema, is_root)) : NULL;
}

static void release(const struct ls_custom_rules *rules)
{
    if (rules == NULL)
        return;
    for (size_t i = 0; i < rules->rule_count; i++)
        ls_custom_rule_release(&rules->rules[i]);
    for (size_t i = 0; i < rules->property_count; i++)
        release(rules->properties[i].rules);
    release(rules->items);
    release(rules->additional);
}

void ls_custom_rules_release(struct ls_custom_rules *rules)
{
    release(rules);
}

const struct ls_custom_rules *custom_rules_property(const struct ls_custom_rules *rules,
                                                    struct ls_slice name, const char **name_text)
{
    LS_ASSERT(rules != NULL);
    LS_ASSERT(name_text != NULL);
    size_t low = 0, high = rules->property_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = ls_slice_compare(ls_slice_of(rules->properties[middle].name), name);
        if (order == 0) {
            *name_text = rules->properties[middle].name;
            return rules->properties[middle].rules;
        }
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

/* Structural schemas: types are complete, and below anyOf, oneOf, allOf and not there is only value
 * validation. */
#include <stdlib.h>
#include <string.h>

#include "sandbox/kinds/crd_parts.h"
#include "value/regex.h"

enum level { LEVEL_ROOT, LEVEL_ITEM, LEVEL_FIELD };

static bool is_true(const struct ls_spot *schema, const char *name)
{
    return ls_node_bool(ls_node_get(schema->value, ls_slice_of(name)), false);
}

static struct ls_slice type_of(struct ls_node schema)
{
    return ls_node_string(ls_node_at(schema, "type"));
}

/* ---- value validation ---- */

static void check_values(const struct ls_spot *schema, bool skips_any_of, bool skips_in_all_of);

static const struct {
    const char *name;
    const char *why;
    bool may_be_false; /* a false value counts as unset */
} not_below[] = {
    {"type", "must be empty to be structural", false},
    {"additionalProperties", "must be undefined to be structural", false},
    {"default", "must be undefined to be structural", false},
    {"title", "must be empty to be structural", false},
    {"description", "must be empty to be structural", false},
    {"nullable", "must be false to be structural", true},
    {"x-kubernetes-preserve-unknown-fields", "must be false to be structural", true},
    {"x-kubernetes-embedded-resource", "must be false to be structural", true},
    {"x-kubernetes-int-or-string", "must be false to be structural", true},
    {"x-kubernetes-list-map-keys", "must be empty to be structural", false},
    {"x-kubernetes-list-type", "must be undefined to be structural", false},
    {"x-kubernetes-map-type", "must be undefined to be structural", false},
    {"x-kubernetes-validations", "must be empty to be structural", false},
};

static void check_nested(const struct ls_spot *schema, bool skips_any_of)
{
    struct ls_spot items = ls_crd_member(schema, "items"),
                   properties = ls_crd_member(schema, "properties");
    if (!ls_node_is_map(schema->value))
        return;
    check_values(schema, skips_any_of, false);
    check_nested(&items, false);
    LS_EACH (it, properties.value) {
        struct ls_spot property = ls_spot_entry(&properties, it.key, it.value);
        check_nested(&property, false);
        if (ls_slice_is(it.key, "metadata"))
            ls_spot_forbidden(&property, "must not be specified in a nested context");
    }
    for (size_t i = 0; i < LS_COUNT(not_below); i++) {
        struct ls_spot spot = ls_crd_member(schema, not_below[i].name);
        if (ls_spot_is_there(&spot) &&
            (!not_below[i].may_be_false || ls_node_bool(spot.value, false)))
            ls_spot_forbidden(&spot, "%s", not_below[i].why);
    }
}

static void check_pattern(const struct ls_spot *pattern)
{
    struct ls_regex *regex = NULL;
    struct ls_err err;
    if (ls_spot_text(pattern).len == 0)
        return;
    if (ls_regex_new(ls_spot_text(pattern), &regex, &err))
        ls_spot_invalid(pattern, "must be a valid regular expression, but isn't: %s", err.text);
    else
        ls_regex_free(regex);
}

static void check_values(const struct ls_spot *schema, bool skips_any_of, bool skips_in_all_of)
{
    struct ls_spot any_of = ls_crd_member(schema, "anyOf"), all_of = ls_crd_member(schema, "allOf");
    struct ls_spot one_of = ls_crd_member(schema, "oneOf"),
                   not_schema = ls_crd_member(schema, "not");
    struct ls_spot pattern = ls_crd_member(schema, "pattern");
    if (!skips_any_of) {
        LS_EACH_ITEM (branch, &any_of)
            check_nested(&branch, false);
    }
    LS_EACH_ITEM (branch, &all_of)
        check_nested(&branch, skips_in_all_of && branch.index == 0);
    LS_EACH_ITEM (branch, &one_of)
        check_nested(&branch, false);
    check_nested(&not_schema, false);
    check_pattern(&pattern);
}

/* ---- types and extensions ---- */

/* The two forms in which older tools write int-or-string. */
static bool is_int_or_string(struct ls_node any_of)
{
    struct ls_node first = ls_node_item(any_of, 0), second = ls_node_item(any_of, 1);
    return ls_node_count(any_of) == 2 && ls_node_count(first) == 1 && ls_node_count(second) == 1 &&
           ls_slice_is(type_of(first), "integer") && ls_slice_is(type_of(second), "string");
}

static void check_extensions(const struct ls_spot *schema)
{
    struct ls_spot preserve = ls_crd_member(schema, "x-kubernetes-preserve-unknown-fields");
    struct ls_spot embedded = ls_crd_member(schema, "x-kubernetes-embedded-resource");
    if (!is_true(schema, "x-kubernetes-int-or-string"))
        return;
    if (ls_node_bool(preserve.value, false))
        ls_spot_invalid(&preserve, "must be false if x-kubernetes-int-or-string is true");
    if (ls_node_bool(embedded.value, false))
        ls_spot_invalid(&embedded, "must be false if x-kubernetes-int-or-string is true");
}

static void check_type(const struct ls_spot *schema, enum level level)
{
    LS_ASSERT(level <= LEVEL_FIELD);
    static const char *const where[] = {[LEVEL_ROOT] = "at the root",
                                        [LEVEL_ITEM] = "for specified array items",
                                        [LEVEL_FIELD] = "for specified object fields"};
    struct ls_spot type = ls_crd_member(schema, "type");
    struct ls_slice text = ls_spot_text(&type);
    if (is_true(schema, "x-kubernetes-embedded-resource") && !ls_slice_is(text, "object")) {
        if (text.len == 0)
            ls_spot_required(&type, "must be object if x-kubernetes-embedded-resource is true");
        else
            ls_spot_invalid(&type, "must be object if x-kubernetes-embedded-resource is true");
    } else if (text.len == 0 && !is_true(schema, "x-kubernetes-int-or-string") &&
               !is_true(schema, "x-kubernetes-preserve-unknown-fields")) {
        ls_spot_required(&type, "must not be empty %s", where[level]);
    }
    if (level == LEVEL_ROOT && text.len > 0 && !ls_slice_is(text, "object"))
        ls_spot_invalid(&type, "must be object at the root");
}

static void check_property_type(const struct ls_spot *properties, const char *name,
                                const char *wanted)
{
    struct ls_node value = ls_node_get(properties->value, ls_slice_of(name));
    struct ls_spot property = ls_spot_entry(properties, ls_slice_of(name), value);
    struct ls_spot type = ls_crd_member(&property, "type");
    if (ls_node_is_absent(value) || ls_slice_is(type_of(value), wanted))
        return;
    if (ls_spot_is_there(&type))
        ls_spot_invalid(&type, "must be %s", wanted);
    else
        ls_spot_invalid_as(&type, "\"\"", "must be %s", wanted);
}

/* metadata of the object itself: only its name may be restricted. */
static bool is_name_only(struct ls_node metadata)
{
    LS_EACH (it, metadata) {
        if (!ls_slice_is(it.key, "type") && !ls_slice_is(it.key, "properties") &&
            !ls_slice_is(it.key, "default"))
            return false;
    }
    LS_EACH (it, ls_node_at(metadata, "properties")) {
        if (!ls_slice_is(it.key, "name") && !ls_slice_is(it.key, "generateName"))
            return false;
    }
    return true;
}

static void check_metadata(const struct ls_spot *schema, enum level level)
{
    struct ls_spot properties = ls_crd_member(schema, "properties");
    struct ls_node value = ls_node_get(properties.value, LS_SLICE("metadata"));
    struct ls_spot metadata = ls_spot_entry(&properties, LS_SLICE("metadata"), value);
    if (level == LEVEL_ROOT || is_true(schema, "x-kubernetes-embedded-resource")) {
        check_property_type(&properties, "kind", "string");
        check_property_type(&properties, "apiVersion", "string");
        check_property_type(&properties, "metadata", "object");
    }
    if (level == LEVEL_ROOT && !ls_node_is_absent(value) && !is_name_only(value))
        ls_spot_forbidden(&metadata, "must not specify anything other than name and generateName, "
                                     "but metadata is implicitly specified");
}

static void check_embedded(const struct ls_spot *schema)
{
    struct ls_spot additional = ls_crd_member(schema, "additionalProperties");
    struct ls_spot properties = ls_crd_member(schema, "properties");
    if (!is_true(schema, "x-kubernetes-embedded-resource"))
        return;
    if (ls_spot_is_there(&additional))
        ls_spot_forbidden(&additional, "must not be used if x-kubernetes-embedded-resource is set");
    if (!is_true(schema, "x-kubernetes-preserve-unknown-fields") &&
        ls_node_count(properties.value) == 0)
        ls_spot_required(&properties,
                         "must not be empty if x-kubernetes-embedded-resource is true without "
                         "x-kubernetes-preserve-unknown-fields");
}

static void check_structure(const struct ls_spot *schema, enum level level)
{
    struct ls_spot items = ls_crd_member(schema, "items"),
                   properties = ls_crd_member(schema, "properties");
    struct ls_spot additional = ls_crd_member(schema, "additionalProperties");
    struct ls_node all_of = ls_node_at(schema->value, "allOf");
    if (ls_slice_is(type_of(schema->value), "array") && !ls_spot_is_there(&items))
        ls_spot_required(&items, "must be specified");
    if (ls_node_is_map(items.value))
        check_structure(&items, LEVEL_ITEM);
    LS_EACH (it, properties.value) {
        struct ls_spot property = ls_spot_entry(&properties, it.key, it.value);
        check_structure(&property, LEVEL_FIELD);
    }
    if (level == LEVEL_ROOT && ls_spot_is_there(&additional))
        ls_spot_forbidden(&additional, "must not be used at the root");
    if (ls_node_is_map(additional.value))
        check_structure(&additional, LEVEL_FIELD);
    check_extensions(schema);
    check_values(schema, is_int_or_string(ls_node_at(schema->value, "anyOf")),
                 is_int_or_string(ls_node_at(ls_node_item(all_of, 0), "anyOf")));
    check_type(schema, level);
    check_metadata(schema, level);
    check_embedded(schema);
}

/* ---- completeness: fields under value validation are declared in the structure too ---- */

static void check_complete(const struct ls_spot *values, const struct ls_spot *described);

static void check_branch(const struct ls_spot *branch, const struct ls_spot *described)
{
    struct ls_spot items = ls_crd_member(branch, "items"),
                   properties = ls_crd_member(branch, "properties");
    struct ls_spot their_items = ls_crd_member(described, "items");
    struct ls_spot their_properties = ls_crd_member(described, "properties");
    if (!ls_node_is_map(branch->value))
        return;
    if (!ls_node_is_map(described->value)) {
        ls_spot_required(described, "because it is defined in %s", ls_spot_path(branch));
        return;
    }
    check_complete(branch, described);
    check_branch(&items, &their_items);
    LS_EACH (it, properties.value) {
        struct ls_spot property = ls_spot_entry(&properties, it.key, it.value);
        struct ls_spot theirs =
            ls_spot_entry(&their_properties, it.key, ls_node_get(their_properties.value, it.key));
        check_branch(&property, &theirs);
    }
}

static void check_complete(const struct ls_spot *values, const struct ls_spot *described)
{
    static const char *const groups[] = {"allOf", "anyOf", "oneOf"};
    struct ls_spot not_schema = ls_crd_member(values, "not");
    check_branch(&not_schema, described);
    for (size_t i = 0; i < LS_COUNT(groups); i++) {
        struct ls_spot group = ls_crd_member(values, groups[i]);
        LS_EACH_ITEM (branch, &group)
            check_branch(&branch, described);
    }
}

/* ---- whole schemas ---- */

static int cause_compare(const void *a, const void *b)
{
    const struct ls_failure_cause *left = a, *right = b;
    int order = strcmp(left->field, right->field);
    return order != 0 ? order : strcmp(left->message, right->message);
}

/* The server sorts these errors and no others. */
void ls_crd_check_structure(const struct ls_spot *schema)
{
    struct ls_field_errors *errors = schema->errors;
    size_t before = errors->count;
    check_structure(schema, LEVEL_ROOT);
    check_complete(schema, schema);
    if (errors->count > before)
        qsort(errors->at + before, errors->count - before, sizeof *errors->at, cause_compare);
}

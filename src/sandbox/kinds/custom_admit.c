/* Custom objects before they are stored: coercion, then validation. */
#include <limits.h>
#include <string.h>

#include "base/buf.h"
#include "kube/resource.h"
#include "sandbox/kinds/custom_impl.h"
#include "sandbox/kinds/embedded.h"
#include "sandbox/kinds/findings.h"
#include "sandbox/kinds/limits.h"
#include "value/go_text.h"

struct coercion {
    struct ls_arena *arena;
    struct ls_strict_errors *strict;  /* may be NULL */
    struct ls_strict_errors embedded; /* those of embedded metadata, which are reported last */
    struct ls_err err;
    bool has_failed;
};

/* `unknown field "junk"` of metadata becomes `unknown field "spec.t.metadata.junk"`. */
static void strict_errors_move(struct ls_strict_errors *to, const struct ls_strict_errors *from,
                               const char *field)
{
    for (size_t i = 0; i < from->count; i++) {
        const char *quote = strchr(from->at[i], '"');
        if (quote == NULL)
            ls_strict_errors_add(to, "%s", from->at[i]);
        else
            ls_strict_errors_add(to, "%.*s%s%s%s", (int)(quote - from->at[i] + 1), from->at[i],
                                 field, field[0] != '\0' ? "." : "", quote + 1);
    }
}

static struct ls_node coerce_metadata(void *self, const char *field, struct ls_node metadata)
{
    struct coercion *coercion = self;
    const struct ls_api_type *type =
        ls_api_type_find("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta");
    struct ls_strict_errors found = {.arena = coercion->arena};
    struct ls_node out = metadata;
    if (coercion->has_failed)
        return metadata;
    if (ls_round_trip(coercion->arena, metadata, type, &found, &out, &coercion->err)) {
        coercion->has_failed = true;
        return metadata;
    }
    bool is_root = strcmp(field, "metadata") == 0;
    if (is_root && coercion->strict != NULL)
        strict_errors_move(coercion->strict, &found, field);
    if (!is_root)
        strict_errors_move(&coercion->embedded, &found, field);
    return out;
}

const char *ls_custom_coerce(struct ls_arena *arena, const struct ls_kind *kind,
                             struct ls_node body, struct ls_strict_errors *strict,
                             struct ls_node *out)
{
    LS_ASSERT(out != NULL);
    const struct ls_schema *schema = custom_of(kind)->schema;
    struct coercion coercion = {.arena = arena, .strict = strict, .embedded = {.arena = arena}};
    struct ls_path_list dropped = {0};
    struct ls_node value = ls_schema_default(arena, schema, body);
    value = ls_schema_prune(arena, schema, value, strict != NULL ? &dropped : NULL, coerce_metadata,
                            &coercion);
    if (coercion.has_failed)
        return ls_arena_dup(arena, ls_slice_of(coercion.err.text));
    for (size_t i = 0; i < dropped.count; i++)
        ls_strict_errors_add(strict, "unknown field \"%s\"", dropped.at[i]);
    if (strict != NULL)
        strict_errors_move(strict, &coercion.embedded, "");
    *out = value;
    return NULL;
}

static void value_show(struct ls_buf *out, struct ls_node value)
{
    if (ls_node_is_string(value))
        ls_buf_add_slice(out, ls_node_string(value));
    else if (ls_node_is_null(value))
        ls_buf_add_text(out, "<nil>");
    else
        ls_go_print_json(out, value);
}

/* Follows a dotted path; reports an error when a value on the way is not a map. */
static bool walk_path(struct ls_node object, const char *path, const char *wanted,
                      enum ls_type type, const char *zero, struct ls_field_errors *errors,
                      struct ls_node *out)
{
    struct ls_slice rest = ls_slice_of(path), name = rest;
    struct ls_node node = object;
    bool is_lost = false;
    while (rest.at != NULL && !is_lost) {
        name = ls_slice_cut(rest, '.', &rest);
        is_lost = !ls_node_is_map(node);
        if (!is_lost)
            node = ls_node_get(node, name);
    }
    *out = node;
    if (ls_node_is_absent(node) || (is_lost && ls_node_is_null(node)))
        return false;
    if (!is_lost && ls_node_type(node) == type)
        return true;
    struct ls_buf shown LS_AUTO(ls_buf_release) = {0};
    value_show(&shown, node);
    ls_field_error_add(errors, LS_FIELD_ERROR_INVALID, ls_arena_printf(errors->arena, ".%s", path),
                       zero, ".%.*s accessor error: %s is of the type %s, expected %s",
                       (int)(name.at + name.len - path), path, ls_buf_text(&shown),
                       ls_go_type_name(ls_node_type(node)),
                       is_lost ? "map[string]interface{}" : wanted);
    return false;
}

static void check_replicas(struct ls_node object, const char *path, struct ls_field_errors *errors)
{
    struct ls_node node;
    if (!walk_path(object, path, "int64", LS_TYPE_INT, "0", errors, &node))
        return;
    int64_t replicas = ls_node_int(node, 0);
    const char *field = ls_arena_printf(errors->arena, ".%s", path);
    if (replicas < 0)
        ls_field_error_add_value(errors, LS_FIELD_ERROR_INVALID, field, node,
                                 "should be a non-negative integer");
    else if (replicas > INT32_MAX)
        ls_field_error_add_value(errors, LS_FIELD_ERROR_INVALID, field, node,
                                 "should be less than or equal to %d", INT32_MAX);
}

static void check_scale(const struct custom *custom, bool is_status, struct ls_node object,
                        struct ls_field_errors *errors)
{
    const struct ls_custom_scale *scale = ls_custom_scale(&custom->kind);
    struct ls_node selector;
    if (scale == NULL)
        return;
    if (!is_status)
        check_replicas(object, scale->spec_replicas, errors);
    if (scale->status_replicas != NULL)
        check_replicas(object, scale->status_replicas, errors);
    if (scale->label_selector != NULL)
        (void)walk_path(object, scale->label_selector, "string", LS_TYPE_STRING, "\"\"", errors,
                        &selector);
}

static bool has_blocking_error(const struct ls_field_errors *errors)
{
    static const char *const blocking[] = {"FieldValueNotSupported", "FieldValueRequired",
                                           "FieldValueTooLong", "FieldValueTooMany",
                                           "FieldValueTypeInvalid"};
    for (size_t i = 0; i < errors->count; i++) {
        for (size_t k = 0; k < LS_COUNT(blocking); k++) {
            if (strcmp(errors->at[i].reason, blocking[k]) == 0)
                return true;
        }
    }
    return false;
}

/* Invalid sets and map lists that did not change are accepted. */
static void check_lists(struct ls_arena *arena, const struct ls_schema *schema, struct ls_node old,
                        struct ls_node object, struct ls_field_errors *errors)
{
    struct ls_findings before = {0}, findings = {0};
    if (!ls_node_is_absent(old))
        ls_schema_validate_lists(arena, schema, old, &before);
    if (before.count == 0)
        ls_schema_validate_lists(arena, schema, object, &findings);
    ls_findings_report(&findings, "", errors);
}

static const struct ls_custom_rules *rules_of(struct custom *custom)
{
    if (!custom->has_compiled_rules)
        custom->cel_rules = ls_custom_rules_new(&custom->arena, custom->openapi, true);
    custom->has_compiled_rules = true;
    return custom->cel_rules;
}

/* Rules run last, and only on values of the form that they expect. */
static void check_rules(const struct ls_kind *kind, struct ls_node old, struct ls_node object,
                        struct ls_field_errors *errors, struct ls_response_warnings *warnings)
{
    if (has_blocking_error(errors)) {
        ls_field_error_add(errors, LS_FIELD_ERROR_INVALID, "<nil>", "null",
                           "some validation rules were not checked because the object was invalid; "
                           "correct the existing errors to complete validation");
        return;
    }
    const struct ls_custom_rules *rules = rules_of(kind->owner);
    struct ls_custom_rules_input input = {.spot = ls_spot_root(object, errors),
                                          .old = old,
                                          .is_lenient = true,
                                          .warnings = warnings,
                                          .budget = LS_RULES_COST_MAX};
    if (rules != NULL)
        ls_custom_rules_check(rules, &input);
}

void ls_custom_validate(struct ls_arena *arena, const struct ls_kind *kind,
                        struct ls_slice subresource, struct ls_node old, struct ls_node object,
                        struct ls_field_errors *errors, struct ls_response_warnings *warnings)
{
    LS_ASSERT(errors->arena != NULL);
    const struct custom *custom = custom_of(kind);
    const struct ls_schema *schema = custom->schema;
    struct ls_findings findings = {0};
    bool is_status = ls_slice_is(subresource, "status");
    if (is_status) {
        struct ls_node status = ls_node_at(object, "status");
        schema = ls_schema_property(schema, "status");
        if (schema != NULL && !ls_node_is_absent(status))
            ls_schema_validate(arena, schema, ls_node_at(old, "status"), status, &findings);
    } else {
        ls_schema_validate(arena, schema, old, object, &findings);
    }
    ls_findings_report(&findings, is_status ? "status" : "", errors);
    check_scale(custom, is_status, object, errors);
    if (!is_status)
        ls_embedded_validate(arena, custom->schema, object, errors);
    check_lists(arena, custom->schema, old, object, errors);
    if (ls_schema_has_rules(custom->schema))
        check_rules(kind, old, object, errors, warnings);
}

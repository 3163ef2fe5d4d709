#include "sandbox/kinds/embedded.h"

#include <ctype.h>

#include "kube/resource.h"
#include "value/label.h"

#define DNS_1035_RULE                                                                              \
    "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an "   \
    "alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or "           \
    "'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"
#define QUALIFIED_NAME_RULE                                                                        \
    "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end "  \
    "with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for " \
    "validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]')"
#define LABEL_VALUE_RULE                                                                           \
    "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or "    \
    "'.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or "             \
    "'my_value',  or '12345', regex used for validation is "                                       \
    "'(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"

static bool is_kind_name(struct ls_slice kind)
{
    enum { LABEL_BYTES_MAX = 63 };
    char lower[LABEL_BYTES_MAX];
    if (kind.len > sizeof lower || !isalpha((unsigned char)kind.at[0]))
        return false;
    for (size_t i = 0; i < kind.len; i++)
        lower[i] = (char)tolower((unsigned char)kind.at[i]);
    return ls_dns_label_is_valid((struct ls_slice){lower, kind.len});
}

static void check_api_version(const char *field, struct ls_node value,
                              struct ls_field_errors *errors)
{
    struct ls_slice group, version, text = ls_node_string(value);
    if (!ls_node_is_string(value))
        ls_field_error_add_value(errors, LS_FIELD_ERROR_INVALID, field, value, "must be a string");
    else if (text.len == 0)
        ls_field_error_add_value(errors, LS_FIELD_ERROR_INVALID, field, value, "must not be empty");
    else if (!ls_gvk_split(text, &group, &version))
        ls_field_error_add_value(errors, LS_FIELD_ERROR_INVALID, field, value,
                                 "unexpected GroupVersion string: %.*s", LS_ARG(text));
}

static void check_kind(const char *field, struct ls_node value, struct ls_field_errors *errors)
{
    if (!ls_node_is_string(value))
        ls_field_error_add_value(errors, LS_FIELD_ERROR_INVALID, field, value, "must be a string");
    else if (ls_node_string(value).len == 0)
        ls_field_error_add_value(errors, LS_FIELD_ERROR_INVALID, field, value, "must not be empty");
    else if (!is_kind_name(ls_node_string(value)))
        ls_field_error_add_value(errors, LS_FIELD_ERROR_INVALID, field, value,
                                 "may have mixed case, but should otherwise match: %s",
                                 DNS_1035_RULE);
}

static void check_name(const char *field, struct ls_node value, struct ls_field_errors *errors)
{
    struct ls_slice name = ls_node_string(value);
    if (ls_slice_is(name, ".") || ls_slice_is(name, "..")) {
        ls_field_error_add_value(errors, LS_FIELD_ERROR_INVALID, field, value, "may not be '%.*s'",
                                 LS_ARG(name));
        return;
    }
    if (ls_slice_find(name, '/') != SIZE_MAX)
        ls_field_error_add_value(errors, LS_FIELD_ERROR_INVALID, field, value,
                                 "may not contain '/'");
    if (ls_slice_find(name, '%') != SIZE_MAX)
        ls_field_error_add_value(errors, LS_FIELD_ERROR_INVALID, field, value,
                                 "may not contain '%%'");
}

static void check_labels(struct ls_arena *arena, const char *field, struct ls_node labels,
                         struct ls_field_errors *errors)
{
    LS_EACH (it, labels) {
        if (ls_label_key_check(it.key, NULL))
            ls_field_error_add(errors, LS_FIELD_ERROR_INVALID, field,
                               ls_arena_printf(arena, "\"%.*s\"", LS_ARG(it.key)), "%s",
                               QUALIFIED_NAME_RULE);
        if (ls_label_value_check(ls_node_string(it.value), NULL))
            ls_field_error_add_value(errors, LS_FIELD_ERROR_INVALID, field, it.value, "%s",
                                     LABEL_VALUE_RULE);
    }
}

struct embedded {
    struct ls_arena *arena;
    struct ls_field_errors *errors;
};

static void check_resource(void *self, const char *field, struct ls_node resource)
{
    struct embedded *embedded = self;
    struct ls_field_errors *errors = embedded->errors;
    struct ls_node api_version = ls_node_at(resource, "apiVersion");
    struct ls_node kind = ls_node_at(resource, "kind");
    const char *version_field = ls_field(embedded->arena, field, "apiVersion");
    const char *kind_field = ls_field(embedded->arena, field, "kind");
    const char *metadata_field = ls_field(embedded->arena, field, "metadata");
    if (ls_node_is_absent(api_version))
        ls_field_error_add(errors, LS_FIELD_ERROR_REQUIRED, version_field, NULL, "%s", "");
    if (ls_node_is_absent(kind))
        ls_field_error_add(errors, LS_FIELD_ERROR_REQUIRED, kind_field, NULL, "%s", "");
    if (!ls_node_is_absent(api_version))
        check_api_version(version_field, api_version, errors);
    if (!ls_node_is_absent(kind))
        check_kind(kind_field, kind, errors);
    check_name(ls_field(embedded->arena, metadata_field, "name"),
               ls_node_at(resource, "metadata.name"), errors);
    check_labels(embedded->arena, ls_field(embedded->arena, metadata_field, "labels"),
                 ls_node_at(resource, "metadata.labels"), errors);
}

void ls_embedded_validate(struct ls_arena *arena, const struct ls_schema *schema,
                          struct ls_node object, struct ls_field_errors *errors)
{
    struct embedded embedded = {.arena = arena, .errors = errors};
    ls_schema_each_embedded(arena, schema, object, check_resource, &embedded);
}

#include "sandbox/serve/select.h"

#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "value/field_selector.h"
#include "value/go_text.h"

/* Fields whose name in selectors differs from their path, or that have a default value. */
struct field_row {
    const char *group;
    const char *kind;
    const char *field;
    const char *path;   /* as stored */
    const char *absent; /* "": as all others */
};

/* clang-format off */
static const struct field_row field_rows[] = {
    {"",              "Pod",                   "spec.host",                 "spec.nodeName",                  ""},
    {"",              "Pod",                   "spec.hostNetwork",          "spec.hostNetwork",               "false"},
    {"",              "Node",                  "spec.unschedulable",        "spec.unschedulable",             "false"},
    {"",              "ReplicationController", "status.replicas",           "status.replicas",                "0"},
    {"",              "Event",                 "source",                    "source.component",               ""},
    {"batch",         "Job",                   "status.successful",         "status.succeeded",               "0"},
    {"events.k8s.io", "Event",                 "reportingController",       "reportingComponent",             ""},
    {"events.k8s.io", "Event",                 "regarding.kind",            "involvedObject.kind",            ""},
    {"events.k8s.io", "Event",                 "regarding.namespace",       "involvedObject.namespace",       ""},
    {"events.k8s.io", "Event",                 "regarding.name",            "involvedObject.name",            ""},
    {"events.k8s.io", "Event",                 "regarding.uid",             "involvedObject.uid",             ""},
    {"events.k8s.io", "Event",                 "regarding.apiVersion",      "involvedObject.apiVersion",      ""},
    {"events.k8s.io", "Event",                 "regarding.resourceVersion", "involvedObject.resourceVersion", ""},
    {"events.k8s.io", "Event",                 "regarding.fieldPath",       "involvedObject.fieldPath",       ""},
};
/* clang-format on */

static const struct field_row *field_row_find(const struct ls_kind *kind, const char *field)
{
    for (size_t i = 0; i < LS_COUNT(field_rows); i++) {
        const struct field_row *row = &field_rows[i];
        if (strcmp(row->field, field) == 0 && strcmp(row->kind, kind->resource.kind) == 0 &&
            strcmp(row->group, kind->resource.group) == 0)
            return row;
    }
    return NULL;
}

static const char *const *kind_selectable(const struct ls_kind *kind)
{
    return kind->rules ? kind->rules->selectable : NULL;
}

static bool field_is_known(const struct ls_kind *kind, const char *field)
{
    const char *const *selectable = kind_selectable(kind);
    if (strcmp(field, "metadata.name") == 0)
        return true;
    /* Cluster-scoped kinds with a list of their own do not list metadata.namespace. */
    if (strcmp(field, "metadata.namespace") == 0)
        return kind->resource.is_namespaced || kind->is_custom || !selectable;
    for (size_t i = 0; selectable && selectable[i]; i++) {
        if (strcmp(selectable[i], field) == 0)
            return true;
    }
    return field_row_find(kind, field) != NULL;
}

static const struct ls_failure *field_refuse(struct ls_arena *arena, const struct ls_kind *kind,
                                             const char *field)
{
    if (kind->is_custom || (kind_selectable(kind) && strcmp(kind->resource.kind, "Job") != 0))
        return ls_failure_bad_request(arena, "field label not supported: %s", field);
    struct ls_buf quoted LS_AUTO(ls_buf_release) = {0};
    ls_go_quote(&quoted, ls_slice_of(field));
    if (kind_selectable(kind))
        return ls_failure_bad_request(arena, "field label %s not supported for %s",
                                      ls_buf_text(&quoted), kind->resource.kind);
    return ls_failure_bad_request(arena,
                                  "%s is not a known field selector: only \"metadata.name\", "
                                  "\"metadata.namespace\"",
                                  ls_buf_text(&quoted));
}

static const struct ls_failure *field_read(struct ls_arena *arena, const struct ls_kind *kind,
                                           const struct ls_field_term *term,
                                           struct ls_select_field *out)
{
    if (!field_is_known(kind, term->field))
        return field_refuse(arena, kind, term->field);
    const struct field_row *row = field_row_find(kind, term->field);
    *out = (struct ls_select_field){
        .path = row ? row->path : term->field,
        .absent = row ? row->absent : "",
        .value = term->value,
        .is_negated = term->is_negated,
    };
    return NULL;
}

/* The error in the value of a term; NULL: none. */
static const char *value_words(struct ls_arena *arena, struct ls_slice value)
{
    for (size_t i = 0; i < value.len; i++) {
        char c = value.at[i];
        if (c == '=' || c == ',')
            return ls_arena_printf(arena,
                                   "invalid field selector: unescaped character in value: %d", c);
        if (c != '\\')
            continue;
        struct ls_slice rest = ls_slice_from(value, ++i);
        if (rest.len == 0 || !ls_char_is_any(rest.at[0], "\\,="))
            return ls_arena_printf(arena, "invalid field selector: invalid escape sequence: \\%.*s",
                                   (int)LS_MIN(rest.len, (size_t)1), rest.at);
    }
    return NULL;
}

/* The first invalid term, as kube-apiserver reports it: in sorted order. */
static const struct ls_failure *fields_refuse(struct ls_arena *arena, struct ls_slice text)
{
    struct ls_slice worst = {0};
    const char *words = NULL;
    for (struct ls_slice rest = text; rest.len > 0;) {
        size_t len = 0;
        while (len < rest.len && rest.at[len] != ',')
            len += rest.at[len] == '\\' ? 2 : 1;
        struct ls_slice part = {rest.at, LS_MIN(len, rest.len)};
        rest = ls_slice_from(rest, part.len + 1);
        size_t at = ls_slice_find(part, '=');
        bool is_double = at != SIZE_MAX && at + 1 < part.len && part.at[at + 1] == '=';
        const char *why =
            at == SIZE_MAX
                ? ls_arena_printf(arena, "invalid selector: '%.*s'; can't understand '%.*s'",
                                  LS_ARG(text), LS_ARG(part))
                : value_words(arena, ls_slice_from(part, at + 1 + is_double));
        if (part.len > 0 && why && (!words || ls_slice_compare(part, worst) < 0)) {
            worst = part;
            words = why;
        }
    }
    return ls_failure_bad_request(arena, "%s", words ? words : "invalid field selector");
}

static const struct ls_failure *fields_read(struct ls_arena *arena, const struct ls_kind *kind,
                                            struct ls_slice text, struct ls_select *out)
{
    struct ls_field_selector selector = {0};
    struct ls_err err = {0};
    if (text.len == 0)
        return NULL;
    if (ls_field_selector_parse(arena, text, &selector, &err))
        return err.code == LS_E_TOO_BIG ? ls_failure_bad_request(arena, "%s", err.text)
                                        : fields_refuse(arena, text);
    struct ls_select_field *fields =
        LS_ARENA_ARRAY(arena, struct ls_select_field, selector.term_count);
    for (size_t i = 0; i < selector.term_count; i++) {
        const struct ls_failure *failure = field_read(arena, kind, &selector.terms[i], &fields[i]);
        if (failure)
            return failure;
    }
    out->fields = fields;
    out->field_count = selector.term_count;
    return NULL;
}

static const struct ls_failure *labels_read(struct ls_arena *arena, struct ls_slice text,
                                            struct ls_select *out)
{
    struct ls_err err = {0};
    if (text.len == 0)
        return NULL;
    struct ls_slice copy = ls_arena_slice(arena, text);
    if (!ls_selector_parse(arena, copy, &out->labels, &err))
        return NULL;
    const char *words = err.code == LS_E_TOO_BIG ? NULL : ls_selector_error(arena, text);
    return ls_failure_bad_request(arena, "%s", words ? words : err.text);
}

const struct ls_failure *ls_select_read(struct ls_arena *arena, const struct ls_kind *kind,
                                        struct ls_slice namespace_name, struct ls_slice labels,
                                        struct ls_slice fields, struct ls_select *out)
{
    LS_ASSERT(kind);
    *out = (struct ls_select){.namespace_name = ls_arena_slice(arena, namespace_name)};
    const struct ls_failure *failure = labels_read(arena, labels, out);
    return failure ? failure : fields_read(arena, kind, fields, out);
}

static struct ls_slice field_value(struct ls_node node, const char *absent, char digits[24])
{
    switch (ls_node_type(node)) {
    case LS_TYPE_STRING:
        return ls_node_string(node);
    case LS_TYPE_BOOL:
        return ls_slice_of(ls_node_bool(node, false) ? "true" : "false");
    case LS_TYPE_INT:
        snprintf(digits, 24, "%lld", (long long)ls_node_int(node, 0));
        return ls_slice_of(digits);
    default:
        return ls_slice_of(absent);
    }
}

bool ls_select_has(const struct ls_select *selection, struct ls_node stored)
{
    char digits[24];
    for (size_t i = 0; i < selection->field_count; i++) {
        const struct ls_select_field *field = &selection->fields[i];
        struct ls_slice value = field_value(ls_node_at(stored, field->path), field->absent, digits);
        if (ls_slice_equal(value, field->value) == field->is_negated)
            return false;
    }
    return ls_selector_is_everything(&selection->labels) ||
           ls_selector_match(&selection->labels, ls_node_at(stored, "metadata.labels"));
}

bool ls_select_is_all(const struct ls_select *selection)
{
    return selection->field_count == 0 && ls_selector_is_everything(&selection->labels);
}

struct ls_slice ls_select_name(const struct ls_select *selection)
{
    for (size_t i = 0; i < selection->field_count; i++) {
        const struct ls_select_field *field = &selection->fields[i];
        if (!field->is_negated && strcmp(field->path, "metadata.name") == 0)
            return field->value;
    }
    return (struct ls_slice){0};
}

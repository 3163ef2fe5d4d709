#include "sandbox/kinds/crd.h"

#include <ctype.h>
#include <string.h>

#include "base/buf.h"
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/shape.h"
#include "sandbox/status/warnings.h"
#include "value/build.h"
#include "value/go_text.h"
#include "value/schema_format.h"
#include "value/schema_format_net.h"

static const char approval_key[] = "api-approved.kubernetes.io";
/* Part of messages that clients see. */
static const char approval_rule[] =
    "protected groups must have approval annotation \"api-approved.kubernetes.io\"";
static const char approval_link[] = "see https://github.com/kubernetes/enhancements/pull/1111";

static bool is_protected(struct ls_slice group)
{
    return ls_slice_is(group, "k8s.io") || ls_slice_ends(group, ".k8s.io") ||
           ls_slice_is(group, "kubernetes.io") || ls_slice_ends(group, ".kubernetes.io");
}

/* With a scheme and a host. */
static bool is_link(struct ls_slice text)
{
    size_t colon = ls_slice_find(text, ':');
    return ls_format_is_uri(text) && colon != SIZE_MAX && colon > 0 &&
           ls_slice_starts(ls_slice_from(text, colon), "://") && text.len > colon + 3 &&
           text.at[colon + 3] != '/';
}

struct ls_crd_approval ls_crd_approval(struct ls_arena *arena, struct ls_node definition)
{
    struct ls_node annotations = ls_node_at(definition, "metadata.annotations");
    struct ls_slice text = ls_node_string(ls_node_get(annotations, ls_slice_of(approval_key)));
    struct ls_buf quoted LS_AUTO(ls_buf_release) = {0};
    if (!is_protected(ls_node_string(ls_node_at(definition, "spec.group"))))
        return (struct ls_crd_approval){.is_acceptable = true};
    if (text.len == 0)
        return (struct ls_crd_approval){
            .is_needed = true,
            .is_missing = true,
            .reason = "MissingAnnotation",
            .message = ls_arena_printf(arena, "%s, %s", approval_rule, approval_link)};
    if (ls_slice_starts(text, "unapproved")) {
        ls_go_quote(&quoted, text);
        return (struct ls_crd_approval){
            .is_needed = true,
            .is_acceptable = true,
            .reason = "UnapprovedAnnotation",
            .message = ls_arena_printf(arena, "not approved: %s", ls_buf_text(&quoted))};
    }
    if (is_link(text))
        return (struct ls_crd_approval){
            .is_needed = true,
            .is_acceptable = true,
            .is_approved = true,
            .reason = "ApprovedAnnotation",
            .message = ls_arena_printf(arena, "approved in %.*s", LS_ARG(text))};
    return (struct ls_crd_approval){
        .is_needed = true,
        .reason = "InvalidAnnotation",
        .message = ls_arena_printf(
            arena, "%s with either a URL or a reason starting with \"unapproved\", %s",
            approval_rule, approval_link)};
}

/* In the order of the Go type, as the server prints it. */
static struct ls_node names_build(struct ls_arena *arena, struct ls_node names)
{
    static const char *const order[] = {"plural", "singular", "shortNames",
                                        "kind",   "listKind", "categories"};
    struct ls_slice kind = ls_node_string(ls_node_at(names, "kind"));
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    char *lower = ls_arena_dup(arena, kind);
    for (char *c = lower; *c != '\0'; c++)
        *c = (char)tolower((unsigned char)*c);
    ls_build_map(&build);
    for (size_t i = 0; i < LS_COUNT(order); i++) {
        struct ls_node name = ls_node_at(names, order[i]);
        bool is_set = ls_node_string(name).len > 0 || ls_node_is_list(name);
        if (!is_set && strcmp(order[i], "singular") == 0)
            ls_build_member_text(&build, order[i], lower);
        else if (!is_set && strcmp(order[i], "listKind") == 0 && kind.len > 0)
            ls_build_member_text(&build, order[i],
                                 ls_arena_printf(arena, "%.*sList", LS_ARG(kind)));
        else if (!ls_node_is_absent(name))
            ls_build_member(&build, order[i], name);
    }
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

static void crd_default(const struct ls_admission *admission)
{
    static const struct ls_default conversion_defaults[] = {LS_DEFAULT_TEXT("strategy", "None")};
    static const struct ls_default service_defaults[] = {LS_DEFAULT_INT("port", 443)};
    struct ls_shape spec = ls_shape_at(ls_shape_of(admission), "spec");
    if (!ls_shape_is_there(spec))
        return;
    struct ls_node names = ls_shape_value(ls_shape_made(spec, "names"));
    ls_shape_set(spec, "names", names_build(admission->arena, names));
    if (!ls_shape_has(spec, "conversion"))
        ls_shape_fill(ls_shape_made(spec, "conversion"), conversion_defaults);
    struct ls_shape webhook = ls_shape_at(ls_shape_at(spec, "conversion"), "webhook");
    struct ls_shape service = ls_shape_at(ls_shape_at(webhook, "clientConfig"), "service");
    ls_shape_fill(service, service_defaults);
}

static struct ls_slice storage_version(struct ls_node spec)
{
    LS_EACH (it, ls_node_at(spec, "versions")) {
        if (ls_node_bool(ls_node_at(it.value, "storage"), false))
            return ls_node_string(ls_node_at(it.value, "name"));
    }
    return (struct ls_slice){0};
}

/* The status of a new definition: nothing is accepted yet. */
static struct ls_node fresh_status(struct ls_arena *arena, struct ls_slice version)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("conditions"));
    ls_build_null(&build);
    ls_build_key(&build, LS_SLICE("acceptedNames"));
    ls_build_map(&build);
    ls_build_member_text(&build, "plural", "");
    ls_build_member_text(&build, "kind", "");
    ls_build_end(&build);
    ls_build_key(&build, LS_SLICE("storedVersions"));
    if (version.len > 0) {
        ls_build_list(&build);
        ls_build_string(&build, version);
        ls_build_end(&build);
    } else {
        ls_build_null(&build);
    }
    ls_build_end(&build);
    return ls_build_arena(&build, arena);
}

/* Every version that objects were ever stored in stays listed until a client removes it. */
static void stored_versions_add(struct ls_shape status, struct ls_slice version,
                                const char *version_text)
{
    struct ls_shape versions = ls_shape_at(status, "storedVersions");
    if (!ls_shape_is_there(versions)) {
        ls_shape_set_empty(status, "storedVersions", LS_TYPE_LIST);
        versions = ls_shape_at(status, "storedVersions");
    }
    LS_EACH_SHAPE (item, versions) {
        if (ls_slice_equal(ls_node_string(ls_shape_value(item)), version))
            return;
    }
    ls_shape_append_text(versions, version_text);
}

static const struct ls_failure *crd_prepare(const struct ls_admission *admission)
{
    struct ls_shape object = ls_shape_of(admission);
    struct ls_slice version = storage_version(ls_shape_value(ls_shape_at(object, "spec")));
    if (ls_admission_creates(admission))
        ls_shape_set(object, "status", fresh_status(admission->arena, version));
    else if (admission->subresource.len == 0 && version.len > 0)
        stored_versions_add(ls_shape_made(object, "status"), version,
                            ls_arena_dup(admission->arena, version));
    return NULL;
}

/* ---- warnings ---- */

static bool is_known_format(struct ls_node schema)
{
    struct ls_slice type = ls_node_string(ls_node_at(schema, "type"));
    struct ls_slice format = ls_node_string(ls_node_at(schema, "format"));
    if (ls_slice_is(type, "integer"))
        return ls_slice_is(format, "int32") || ls_slice_is(format, "int64");
    if (ls_slice_is(type, "number"))
        return ls_slice_is(format, "float") || ls_slice_is(format, "double");
    return (type.len == 0 || ls_slice_is(type, "string")) && ls_format_find(format) != NULL;
}

struct advice {
    struct ls_arena *arena;
    struct ls_response_warnings *warnings;
};

static void advise(struct advice *advice, struct ls_node schema)
{
    struct ls_slice format = ls_node_string(ls_node_at(schema, "format"));
    if (ls_node_is_map(schema) && format.len > 0 && !is_known_format(schema))
        ls_response_warnings_add(advice->warnings, advice->arena, "unrecognized format \"%.*s\"",
                                 LS_ARG(format));
    LS_EACH (it, schema) {
        if (ls_slice_is(it.key, "default") || ls_slice_is(it.key, "enum"))
            continue;
        if (ls_slice_is(it.key, "properties")) {
            LS_EACH (property, it.value)
                advise(advice, property.value);
        } else if (ls_node_is_map(it.value) || ls_node_is_list(it.value)) {
            advise(advice, it.value);
        }
    }
}

/* On an update only new formats are worth a warning. */
static void crd_warn(const struct ls_admission *admission, struct ls_node object,
                     struct ls_response_warnings *warnings)
{
    struct advice advice = {.arena = admission->arena, .warnings = warnings};
    if (!ls_admission_creates(admission) &&
        ls_node_equal(ls_node_at(object, "spec.versions"),
                      ls_node_at(admission->old, "spec.versions")))
        return;
    LS_EACH (it, ls_node_at(object, "spec.versions"))
        advise(&advice, ls_node_at(it.value, "schema.openAPIV3Schema"));
}

const struct ls_kind_rules ls_rules_custom_resource_definition = {
    .generation = LS_GENERATION_SPEC,
    .has_status = true,
    .defaults = crd_default,
    .prepare = crd_prepare,
    .validate = ls_crd_validate,
    .warn = crd_warn,
};

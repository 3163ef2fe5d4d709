/* Validation of CustomResourceDefinitions, in kube-apiserver's order. */
#include <ctype.h>
#include <string.h>

#include "base/buf.h"
#include "sandbox/kinds/crd.h"
#include "sandbox/kinds/crd_parts.h"
#include "sandbox/kinds/seen.h"
#include "value/go_text.h"

struct ls_spot ls_crd_spot(const struct ls_spot *parent, const char *name, struct ls_node value)
{
    LS_ASSERT(parent != NULL);
    LS_ASSERT(name != NULL);
    return (struct ls_spot){
        .value = value, .errors = parent->errors, .parent = parent, .name = name};
}

struct ls_spot ls_crd_member(const struct ls_spot *schema, const char *name)
{
    LS_ASSERT(name[0] != '\0');
    return ls_crd_spot(schema, name, ls_node_get(schema->value, ls_slice_of(name)));
}

/* All flaws of a text as one error, separated by commas; true: no flaw. */
static bool text_follows(const struct ls_spot *spot, enum ls_text_rule rule, struct ls_slice text,
                         const char *before)
{
    LS_ASSERT(rule < LS_TEXT_RULE_COUNT);
    struct ls_text_flaws flaws = ls_text_flaws(rule, text);
    struct ls_buf all LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < flaws.count; i++)
        ls_buf_printf(&all, "%s%s", i > 0 ? "," : "", flaws.at[i]);
    if (flaws.count > 0)
        ls_spot_invalid(spot, "%s%s", before, ls_buf_text(&all));
    return flaws.count == 0;
}

/* Parts that are the same in all versions; kube-apiserver moves them to the top. */
struct shared {
    bool schema, subresources, columns, selectable;
    struct ls_node old_versions; /* of the replaced definition; absent: a create */
};

static bool is_shared(struct ls_node versions, const char *part)
{
    struct ls_node first = ls_node_at(ls_node_item(versions, 0), part);
    LS_EACH (it, versions) {
        struct ls_node other = ls_node_at(it.value, part);
        if (ls_node_is_absent(first) != ls_node_is_absent(other) ||
            (!ls_node_is_absent(first) && !ls_node_equal(first, other)))
            return false;
    }
    return true;
}

static struct shared shared_of(struct ls_node versions, struct ls_node old)
{
    return (struct shared){.old_versions = ls_node_at(old, "spec.versions"),
                           .schema = is_shared(versions, "schema"),
                           .subresources = is_shared(versions, "subresources"),
                           .columns = is_shared(versions, "additionalPrinterColumns"),
                           .selectable = is_shared(versions, "selectableFields")};
}

/* Did an update leave the schema of a version unchanged? */
static bool is_schema_as_before(const struct shared *shared, struct ls_node version)
{
    struct ls_slice name = ls_node_string(ls_node_at(version, "name"));
    struct ls_node old = ls_node_find(shared->old_versions, "name", name);
    return !ls_node_is_absent(old) &&
           ls_node_equal(ls_node_at(old, "schema"), ls_node_at(version, "schema"));
}

static bool has_status(struct ls_node version)
{
    return ls_node_is_map(ls_node_at(version, "subresources.status"));
}

/* ---- one version ---- */

static void check_version(const struct ls_spot *version, const struct shared *shared)
{
    struct ls_spot name = ls_spot_at(version, "name");
    struct ls_spot schema = ls_spot_at(version, "schema.openAPIV3Schema");
    (void)text_follows(&name, LS_TEXT_DNS_1035, ls_spot_text(&name), "");
    ls_crd_check_deprecation(version);
    if (!shared->schema && ls_spot_is_there(&schema))
        ls_crd_check_schema(&schema, has_status(version->value),
                            is_schema_as_before(shared, version->value));
    if (!shared->subresources)
        ls_crd_check_subresources(LS_SPOT_AT(version, "subresources"));
    if (!shared->columns)
        ls_crd_check_columns(LS_SPOT_AT(version, "additionalPrinterColumns"));
    if (!shared->selectable)
        ls_crd_check_selectable(LS_SPOT_AT(version, "selectableFields"), schema.value);
}

/* ---- versions together ---- */

/* A list of versions as the server prints its own struct. */
static const char *versions_text(struct ls_arena *arena, struct ls_node versions)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    size_t count = 0;
    ls_buf_add_char(&text, '[');
    LS_EACH (it, versions) {
        struct ls_node warning = ls_node_at(it.value, "deprecationWarning");
        ls_buf_add_text(&text, count++ > 0 ? ",{\"Name\":" : "{\"Name\":");
        ls_go_print_name(&text, ls_node_string(ls_node_at(it.value, "name")));
        ls_buf_printf(&text, ",\"Served\":%s,\"Storage\":%s,\"Deprecated\":%s,",
                      ls_node_bool(ls_node_at(it.value, "served"), false) ? "true" : "false",
                      ls_node_bool(ls_node_at(it.value, "storage"), false) ? "true" : "false",
                      ls_node_bool(ls_node_at(it.value, "deprecated"), false) ? "true" : "false");
        ls_buf_add_text(&text, "\"DeprecationWarning\":");
        ls_go_print_json(&text, warning);
        ls_buf_add_text(&text, ",\"Schema\":null,\"Subresources\":null,"
                               "\"AdditionalPrinterColumns\":null,\"SelectableFields\":null}");
    }
    ls_buf_add_char(&text, ']');
    return ls_arena_dup(arena, ls_node_is_list(versions) ? ls_buf_slice(&text) : LS_SLICE("null"));
}

static bool has_namesake(struct ls_node versions)
{
    struct ls_seen seen LS_AUTO(ls_seen_release) = {.count = 0};
    LS_EACH (it, versions) {
        if (!ls_seen_add(&seen, ls_node_string(ls_node_at(it.value, "name"))))
            return true;
    }
    return false;
}

static void check_versions(const struct ls_spot *versions, const struct shared *shared)
{
    size_t storage_count = 0;
    struct ls_arena *arena = versions->errors->arena;
    /* The server's internal type still has a single version, which is the first. */
    struct ls_node first = ls_node_at(ls_node_item(versions->value, 0), "name");
    struct ls_spot only = ls_crd_spot(versions->parent, "version", first);
    LS_EACH_ITEM (version, versions) {
        check_version(&version, shared);
        storage_count += ls_node_bool(ls_node_at(version.value, "storage"), false);
    }
    if (has_namesake(versions->value))
        ls_spot_invalid_as(versions, versions_text(arena, versions->value),
                           "must contain unique version names");
    if (storage_count != 1)
        ls_spot_invalid_as(versions, versions_text(arena, versions->value),
                           "must have exactly one version marked as storage version");
    if (ls_spot_text(&only).len > 0)
        (void)text_follows(&only, LS_TEXT_DNS_1035, ls_spot_text(&only), "");
}

static void check_schemas_are_there(const struct ls_spot *versions)
{
    LS_EACH_ITEM (version, versions) {
        struct ls_spot schema = ls_spot_at(&version, "schema.openAPIV3Schema");
        if (!ls_spot_is_there(&schema))
            ls_spot_required(&schema, "%s", "");
    }
}

/* ---- names ---- */

static void check_mixed_case(const struct ls_spot *kind)
{
    struct ls_slice text = ls_spot_text(kind);
    char *lower = ls_arena_dup(kind->errors->arena, text);
    for (char *c = lower; *c != '\0'; c++)
        *c = (char)tolower((unsigned char)*c);
    if (text.len > 0)
        (void)text_follows(kind, LS_TEXT_DNS_1035, (struct ls_slice){lower, text.len},
                           "may have mixed case, but should otherwise match: ");
}

static void check_label(const struct ls_spot *name)
{
    if (ls_spot_text(name).len > 0)
        (void)text_follows(name, LS_TEXT_DNS_1035, ls_spot_text(name), "");
}

static void check_labels(const struct ls_spot *names)
{
    LS_EACH_ITEM (name, names)
        (void)text_follows(&name, LS_TEXT_DNS_1035, ls_spot_text(&name), "");
}

static void check_names(const struct ls_spot *names)
{
    struct ls_spot plural = ls_spot_at(names, "plural"), singular = ls_spot_at(names, "singular");
    struct ls_spot kind = ls_spot_at(names, "kind"), list_kind = ls_spot_at(names, "listKind");
    check_label(&plural);
    check_label(&singular);
    check_mixed_case(&kind);
    check_mixed_case(&list_kind);
    check_labels(LS_SPOT_AT(names, "shortNames"));
    if (ls_spot_text(&kind).len > 0 &&
        ls_slice_equal(ls_spot_text(&kind), ls_spot_text(&list_kind)))
        ls_spot_invalid(&list_kind, "kind and listKind may not be the same");
    check_labels(LS_SPOT_AT(names, "categories"));
}

static void check_names_are_there(const struct ls_spot *names)
{
    static const char *const needed[] = {"plural", "singular", "kind", "listKind"};
    for (size_t i = 0; i < LS_COUNT(needed); i++) {
        struct ls_spot name = ls_spot_at(names, needed[i]);
        if (ls_spot_text(&name).len == 0)
            ls_spot_required(&name, "%s", "");
    }
}

/* ---- conversion ---- */

static void check_review_versions(const struct ls_spot *versions)
{
    bool has_known = false;
    if (ls_node_count(versions->value) == 0) {
        ls_spot_required(versions, "%s", "");
        return;
    }
    LS_EACH_ITEM (version, versions) {
        (void)ls_spot_follows(&version, LS_TEXT_DNS_1035);
        has_known = has_known || ls_slice_is(ls_spot_text(&version), "v1") ||
                    ls_slice_is(ls_spot_text(&version), "v1beta1");
    }
    if (!has_known)
        ls_spot_invalid(versions, "must include at least one of v1, v1beta1");
}

static void check_conversion(const struct ls_spot *spec)
{
    static const char *const strategies[] = {"None", "Webhook"};
    struct ls_spot conversion = ls_spot_at(spec, "conversion");
    struct ls_spot strategy = ls_spot_at(&conversion, "strategy");
    struct ls_node client = ls_node_at(conversion.value, "webhook.clientConfig");
    struct ls_node reviews = ls_node_at(conversion.value, "webhook.conversionReviewVersions");
    struct ls_spot config = ls_crd_spot(&conversion, "webhookClientConfig", client);
    struct ls_spot versions = ls_crd_spot(&conversion, "conversionReviewVersions", reviews);
    if (ls_spot_needed(&strategy))
        (void)LS_SPOT_CHOICE(&strategy, strategies);
    if (!ls_slice_is(ls_spot_text(&strategy), "Webhook")) {
        if (ls_spot_is_there(&config))
            ls_spot_forbidden(&config, "should not be set when strategy is not set to Webhook");
        if (ls_node_count(versions.value) > 0)
            ls_spot_forbidden(&versions, "should not be set when strategy is not set to Webhook");
        return;
    }
    if (!ls_spot_is_there(&config))
        ls_spot_required(&config, "required when strategy is set to Webhook");
    else if (ls_node_is_string(ls_node_at(client, "url")) ==
             ls_node_is_map(ls_node_at(client, "service")))
        ls_spot_required(&config, "exactly one of url or service is required");
    check_review_versions(&versions);
}

/* ---- whole definitions ---- */

static void check_group(const struct ls_spot *group)
{
    struct ls_slice text = ls_spot_text(group);
    if (text.len == 0)
        ls_spot_required(group, "%s", "");
    else if (text_follows(group, LS_TEXT_DNS_SUBDOMAIN, text, "") &&
             ls_slice_find(text, '.') == SIZE_MAX)
        ls_spot_invalid(group, "should be a domain with at least one dot");
}

static bool has_default(struct ls_node node)
{
    if (ls_node_is_map(node) && !ls_node_is_absent(ls_node_at(node, "default")))
        return true;
    LS_EACH (it, node) {
        if (has_default(it.value))
            return true;
    }
    return false;
}

static void check_shared(const struct ls_spot *spec, const struct shared *shared)
{
    struct ls_node versions = ls_node_at(spec->value, "versions");
    struct ls_node first = ls_node_item(versions, 0);
    struct ls_spot validation = ls_crd_spot(spec, "validation", ls_node_at(first, "schema"));
    struct ls_spot schema = ls_spot_at(&validation, "openAPIV3Schema");
    struct ls_spot subresources =
        ls_crd_spot(spec, "subresources", ls_node_at(first, "subresources"));
    struct ls_spot columns = ls_crd_spot(spec, "additionalPrinterColumns",
                                         ls_node_at(first, "additionalPrinterColumns"));
    struct ls_spot selectable =
        ls_crd_spot(spec, "selectableFields", ls_node_at(first, "selectableFields"));
    bool has_any_status = false;
    LS_EACH (it, versions)
        has_any_status = has_any_status || has_status(it.value);
    if (shared->schema && ls_spot_is_there(&schema))
        ls_crd_check_schema(&schema, has_any_status, is_schema_as_before(shared, first));
    if (shared->subresources)
        ls_crd_check_subresources(&subresources);
    if (shared->columns)
        ls_crd_check_columns(&columns);
    if (shared->selectable)
        ls_crd_check_selectable(&selectable, schema.value);
}

static void check_spec(const struct ls_spot *spec, struct ls_node old)
{
    static const char *const scopes[] = {"Cluster", "Namespaced"};
    struct ls_spot group = ls_spot_at(spec, "group"), scope = ls_spot_at(spec, "scope");
    struct ls_spot versions = ls_spot_at(spec, "versions"), names = ls_spot_at(spec, "names");
    struct ls_spot preserve = ls_spot_at(spec, "preserveUnknownFields");
    struct shared shared = shared_of(versions.value, old);
    check_group(&group);
    if (ls_spot_needed(&scope))
        (void)LS_SPOT_CHOICE(&scope, scopes);
    check_schemas_are_there(&versions);
    if (ls_node_bool(preserve.value, false) && has_default(versions.value))
        ls_spot_invalid(&preserve, "must be false in order to use defaults in the schema");
    check_versions(&versions, &shared);
    check_names_are_there(&names);
    check_names(&names);
    check_shared(spec, &shared);
    check_conversion(spec);
}

static void check_unchanged(const struct ls_spot *spec, struct ls_node old)
{
    struct ls_spot scope = ls_spot_at(spec, "scope"), kind = ls_spot_at(spec, "names.kind");
    struct ls_spot group = ls_spot_at(spec, "group"), plural = ls_spot_at(spec, "names.plural");
    struct ls_node established =
        ls_node_find(ls_node_at(old, "status.conditions"), "type", LS_SLICE("Established"));
    if (ls_node_string_is(ls_node_at(established, "status"), "True")) {
        (void)ls_spot_unchanged(&scope, ls_node_at(old, "spec.scope"));
        (void)ls_spot_unchanged(&kind, ls_node_at(old, "spec.names.kind"));
    }
    (void)ls_spot_unchanged(&group, ls_node_at(old, "spec.group"));
    (void)ls_spot_unchanged(&plural, ls_node_at(old, "spec.names.plural"));
}

static void check_stored_versions(const struct ls_spot *stored, struct ls_node versions)
{
    if (ls_node_count(stored->value) == 0) {
        ls_spot_invalid_as(stored, ls_node_is_list(stored->value) ? "[]" : "null",
                           "must have at least one stored version");
        return;
    }
    LS_EACH (it, versions) {
        struct ls_node name = ls_node_at(it.value, "name");
        if (ls_node_bool(ls_node_at(it.value, "storage"), false) &&
            !ls_node_has_text(stored->value, ls_node_string(name)))
            ls_spot_invalid(stored, "must have the storage version %s", ls_node_text(name));
    }
    LS_EACH_ITEM (version, stored) {
        struct ls_slice name = ls_spot_text(&version);
        if (ls_node_is_absent(ls_node_find(versions, "name", name)))
            ls_spot_invalid(&version,
                            "missing from spec.versions; %.*s was previously a storage version, "
                            "and must remain in spec.versions until a storage migration ensures "
                            "no data remains persisted in %.*s and removes %.*s from "
                            "status.storedVersions",
                            LS_ARG(name), LS_ARG(name), LS_ARG(name));
    }
}

static void check_approval(const struct ls_spot *root)
{
    struct ls_crd_approval approval = ls_crd_approval(root->errors->arena, root->value);
    struct ls_spot annotations = ls_spot_at(root, "metadata.annotations");
    struct ls_slice key = LS_SLICE("api-approved.kubernetes.io");
    struct ls_spot entry = ls_spot_entry(&annotations, key, ls_node_get(annotations.value, key));
    if (approval.is_acceptable)
        return;
    if (approval.is_missing)
        ls_spot_required(&entry, "%s", approval.message);
    else
        ls_spot_invalid(&entry, "%s", approval.message);
}

static bool is_approved_as_before(const struct ls_admission *admission, struct ls_node object)
{
    if (ls_admission_creates(admission))
        return false;
    struct ls_crd_approval old = ls_crd_approval(admission->arena, admission->old);
    struct ls_crd_approval now = ls_crd_approval(admission->arena, object);
    return old.reason != NULL && now.reason != NULL && strcmp(old.reason, now.reason) == 0;
}

void ls_crd_validate(const struct ls_admission *admission, struct ls_node object,
                     struct ls_field_errors *errors)
{
    struct ls_spot root = ls_spot_root(object, errors);
    struct ls_spot spec = ls_spot_at(&root, "spec"), name = ls_spot_at(&root, "metadata.name");
    struct ls_spot accepted = ls_spot_at(&root, "status.acceptedNames");
    struct ls_spot stored = ls_spot_at(&root, "status.storedVersions");
    struct ls_spot preserve = ls_spot_at(&spec, "preserveUnknownFields");
    bool creates = ls_admission_creates(admission);
    if (admission->subresource.len > 0) { /* status: only its names are checked */
        check_names(&accepted);
        return;
    }
    const char *wanted = ls_arena_printf(errors->arena, "%s.%s",
                                         ls_node_text(ls_node_at(spec.value, "names.plural")),
                                         ls_node_text(ls_node_at(spec.value, "group")));
    if (creates && !ls_slice_is(ls_spot_text(&name), wanted))
        ls_spot_invalid(&name, "must be spec.names.plural+\".\"+spec.group");
    check_spec(&spec, creates ? LS_ABSENT : admission->old);
    if (!creates)
        check_unchanged(&spec, admission->old);
    check_names(&accepted);
    check_stored_versions(&stored, ls_node_at(spec.value, "versions"));
    if (!is_approved_as_before(admission, object))
        check_approval(&root);
    if (ls_node_bool(preserve.value, false))
        ls_spot_invalid(&preserve, "cannot set to true, set x-kubernetes-preserve-unknown-fields "
                                   "to true in spec.versions[*].schema instead");
}

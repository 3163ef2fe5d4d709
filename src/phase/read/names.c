#include "phase/read/names.h"

#include <string.h>

#include "base/utf8.h"
#include "kube/path.h"
#include "phase/read/limits.h"
#include "value/label.h"

static struct ls_slice shown(struct ls_slice text)
{
    return ls_utf8_front(text, LS_VALUE_SHOWN_BYTES_MAX);
}

/* ---- names ---- */

enum name_form {
    NAME_SUBDOMAIN, /* most kinds, and every custom one */
    NAME_LABEL,
    NAME_SEGMENT, /* anything that can stand in a path */
};

static const struct name_rule {
    const char *group; /* one that begins with a dot: every group that ends so */
    const char *kind;  /* NULL: every kind of the group */
    enum name_form form;
    size_t bytes_max; /* 0: what the form allows */
} name_rules[] = {
    {"", "Namespace", NAME_LABEL, 0},
    {"", "Service", NAME_LABEL, 0},
    {"rbac.authorization.k8s.io", NULL, NAME_SEGMENT, 0},
    {"certificates.k8s.io", NULL, NAME_SEGMENT, 0},      /* signer names have colons */
    {"networking.k8s.io", "IPAddress", NAME_SEGMENT, 0}, /* IPv6 has them too */
    {"apiregistration.k8s.io", NULL, NAME_SEGMENT, 0},
    {"batch", "CronJob", NAME_SUBDOMAIN, 52}, /* its Jobs get 11 characters more */
    {".openshift.io", NULL, NAME_SEGMENT, 0}, /* served by aggregated servers, no CRDs */
};

static bool group_fits(const char *wanted, const char *group)
{
    if (wanted[0] == '.')
        return ls_slice_ends(ls_slice_of(group), wanted);
    return strcmp(wanted, group) == 0;
}

static struct name_rule rule_of(const struct ls_resource *resource)
{
    for (size_t i = 0; i < LS_COUNT(name_rules); i++) {
        const struct name_rule *rule = &name_rules[i];
        if (group_fits(rule->group, resource->group) &&
            (!rule->kind || strcmp(rule->kind, resource->kind) == 0))
            return *rule;
    }
    return (struct name_rule){.form = NAME_SUBDOMAIN};
}

static bool name_is_valid(enum name_form form, struct ls_slice name)
{
    switch (form) {
    case NAME_SUBDOMAIN:
        return ls_dns_subdomain_is_valid(name);
    case NAME_LABEL:
        return ls_dns_label_is_valid(name);
    case NAME_SEGMENT:
        break;
    }
    return true; /* checked before */
}

static const char *form_of(enum name_form form)
{
    if (form == NAME_LABEL)
        return "letters in lower case, digits and '-', with a letter or digit at both ends, at "
               "most 63 characters";
    return "letters in lower case, digits, '-' and '.', with a letter or digit at both ends of "
           "each part, at most 253 characters";
}

/* May the text stand in a path? */
static bool segment_check(const struct ls_manifest *manifest, const char *path,
                          struct ls_node value, struct ls_problems *problems)
{
    struct ls_err err;
    if (!ls_path_check_segment(path, ls_node_string(value), &err))
        return true;
    (void)ls_manifest_context(manifest, value, &err);
    ls_problems_add(problems, manifest, &err);
    return false;
}

void ls_name_check(const struct ls_manifest *manifest, const struct ls_resource *resource,
                   struct ls_problems *problems)
{
    struct ls_node value = ls_node_at(manifest->object, "metadata.name");
    struct ls_slice name = ls_node_string(value);
    struct name_rule rule = rule_of(resource);
    if (name.len == 0 || !segment_check(manifest, "metadata.name", value, problems))
        return;
    if (!name_is_valid(rule.form, name))
        ls_problems_fail(problems, manifest, value,
                         "metadata.name \"%.*s\" is no name that a server takes for a %s: write %s",
                         LS_ARG(shown(name)), resource->kind, form_of(rule.form));
    else if (rule.bytes_max > 0 && name.len > rule.bytes_max)
        ls_problems_fail(problems, manifest, value,
                         "metadata.name has %zu characters, a %s may have %zu", name.len,
                         resource->kind, rule.bytes_max);
}

/* ---- labels and annotations ---- */

static void add_at(const struct ls_manifest *manifest, struct ls_node value, const char *path,
                   struct ls_err *err, struct ls_problems *problems)
{
    (void)ls_context(err, "%s", path);
    (void)ls_manifest_context(manifest, value, err);
    ls_problems_add(problems, manifest, err);
}

static void label_check(const struct ls_manifest *manifest, const char *path, struct ls_slice key,
                        struct ls_node value, struct ls_problems *problems)
{
    struct ls_err err;
    if (ls_label_key_check(key, &err)) {
        add_at(manifest, value, path, &err, problems);
        return;
    }
    if (ls_node_is_null(value))
        return;
    if (!ls_node_is_string(value))
        ls_problems_fail(problems, manifest, value,
                         "%s: the value of %.*s is of type %s and must be a text: put it in quotes",
                         path, LS_ARG(shown(key)), ls_type_name(ls_node_type(value)));
    else if (ls_label_value_check(ls_node_string(value), &err))
        add_at(manifest, value, path, &err, problems);
}

static void labels_check(const struct ls_manifest *manifest, struct ls_node metadata,
                         const char *path, struct ls_problems *problems)
{
    struct ls_node labels = ls_node_get(metadata, LS_SLICE("labels"));
    if (!ls_node_is_absent(labels) && !ls_node_is_null(labels) && !ls_node_is_map(labels)) {
        ls_problems_fail(problems, manifest, labels,
                         "%s must be a map of names and texts, it is of type %s", path,
                         ls_type_name(ls_node_type(labels)));
        return;
    }
    LS_EACH (it, labels) {
        label_check(manifest, path, it.key, it.value, problems);
    }
}

/* Keys of annotations may be in upper case, those of labels may not have a prefix that is. */
static enum ls_code annotation_key_check(struct ls_slice key, struct ls_err *err)
{
    char lower[LS_ANNOTATION_KEY_BYTES_MAX];
    if (key.len > sizeof lower)
        return ls_fail(err, LS_E_INVALID,
                       "key '%.*s...' has %zu characters, at most %d are allowed",
                       LS_ARG(shown(key)), key.len, LS_ANNOTATION_KEY_BYTES_MAX);
    for (size_t i = 0; i < key.len; i++)
        lower[i] = key.at[i] >= 'A' && key.at[i] <= 'Z' ? (char)(key.at[i] - 'A' + 'a') : key.at[i];
    return ls_label_key_check((struct ls_slice){lower, key.len}, err);
}

static void annotations_check(const struct ls_manifest *manifest, struct ls_node metadata,
                              const char *path, struct ls_problems *problems)
{
    struct ls_node annotations = ls_node_get(metadata, LS_SLICE("annotations"));
    size_t bytes = 0;
    if (!ls_node_is_map(annotations))
        return;
    LS_EACH (it, annotations) {
        struct ls_err err;
        bytes += it.key.len + ls_node_string(it.value).len;
        if (annotation_key_check(it.key, &err))
            add_at(manifest, it.value, path, &err, problems);
    }
    if (bytes > LS_ANNOTATIONS_BYTES_MAX)
        ls_problems_fail(problems, manifest, annotations,
                         "%s has %zu bytes, keys and values together, the limit of a Kubernetes "
                         "API server is %d",
                         path, bytes, LS_ANNOTATIONS_BYTES_MAX);
}

/* ---- references ---- */

static void owner_check(const struct ls_manifest *manifest, struct ls_node owner, size_t index,
                        struct ls_problems *problems)
{
    static const char *const needed[] = {"apiVersion", "kind", "name", "uid"};
    for (size_t i = 0; i < LS_COUNT(needed); i++) {
        if (ls_node_string(ls_node_at(owner, needed[i])).len > 0)
            continue;
        ls_problems_fail(problems, manifest, owner,
                         "metadata.ownerReferences[%zu].%s is missing: an owner is named by "
                         "apiVersion, kind, name and uid, and a uid is known only when it is "
                         "there; leave the reference out",
                         index, needed[i]);
        return;
    }
}

static void owners_check(const struct ls_manifest *manifest, struct ls_node metadata,
                         struct ls_problems *problems)
{
    size_t index = 0, controllers = 0;
    LS_EACH (it, ls_node_get(metadata, LS_SLICE("ownerReferences"))) {
        owner_check(manifest, it.value, index++, problems);
        controllers += ls_node_bool(ls_node_at(it.value, "controller"), false);
        if (controllers == 2)
            ls_problems_fail(problems, manifest, it.value,
                             "metadata.ownerReferences has more than one with controller: true: "
                             "an object has one controller at most");
    }
}

static void finalizers_check(const struct ls_manifest *manifest, struct ls_node metadata,
                             struct ls_problems *problems)
{
    LS_EACH (it, ls_node_get(metadata, LS_SLICE("finalizers"))) {
        struct ls_err err;
        if (ls_node_is_string(it.value) && ls_label_key_check(ls_node_string(it.value), &err))
            add_at(manifest, it.value, "metadata.finalizers", &err, problems);
    }
}

static void namespace_check(const struct ls_manifest *manifest, struct ls_node metadata,
                            struct ls_problems *problems)
{
    struct ls_node value = ls_node_get(metadata, LS_SLICE("namespace"));
    struct ls_slice name = ls_node_string(value);
    if (name.len == 0 || !segment_check(manifest, "metadata.namespace", value, problems) ||
        ls_dns_label_is_valid(name))
        return;
    ls_problems_fail(problems, manifest, value,
                     "metadata.namespace \"%.*s\" is no name of a namespace: write %s",
                     LS_ARG(shown(name)), form_of(NAME_LABEL));
}

/* Pod templates of the kinds that have one; elsewhere these paths may mean anything. */
static void template_check(const struct ls_manifest *manifest, struct ls_problems *problems)
{
    static const struct {
        const char *kind, *path, *labels, *annotations;
    } rows[] = {
        {"CronJob", "spec.jobTemplate.spec.template.metadata",
         "spec.jobTemplate.spec.template.metadata.labels",
         "spec.jobTemplate.spec.template.metadata.annotations"},
        {NULL, "spec.template.metadata", "spec.template.metadata.labels",
         "spec.template.metadata.annotations"},
    };
    struct ls_slice version = ls_node_string(ls_node_at(manifest->object, "apiVersion"));
    struct ls_node kind = ls_node_at(manifest->object, "kind");
    if (!ls_slice_starts(version, "apps/") && !ls_slice_starts(version, "batch/"))
        return;
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        if (rows[i].kind && !ls_node_string_is(kind, rows[i].kind))
            continue;
        struct ls_node metadata = ls_node_at(manifest->object, rows[i].path);
        labels_check(manifest, metadata, rows[i].labels, problems);
        annotations_check(manifest, metadata, rows[i].annotations, problems);
        return;
    }
}

void ls_metadata_check(const struct ls_manifest *manifest, struct ls_problems *problems)
{
    struct ls_node metadata = ls_node_at(manifest->object, "metadata");
    namespace_check(manifest, metadata, problems);
    labels_check(manifest, metadata, "metadata.labels", problems);
    annotations_check(manifest, metadata, "metadata.annotations", problems);
    finalizers_check(manifest, metadata, problems);
    owners_check(manifest, metadata, problems);
    template_check(manifest, problems);
}

/* Rules of Namespace. */
#include "sandbox/kinds/rules.h"
#include "sandbox/kinds/shape.h"
#include "sandbox/kinds/spot.h"

static const char name_label[] = "kubernetes.io/metadata.name";
static const char finalizer[] = "kubernetes";

static void namespace_default(const struct ls_admission *admission)
{
    static const struct ls_default status_defaults[] = {LS_DEFAULT_TEXT("phase", "Active")};
    struct ls_shape metadata = ls_shape_at(ls_shape_of(admission), "metadata");
    struct ls_node name = ls_shape_get(metadata, "name");
    /* Without a name (generateName) the label is added in prepare. */
    if (ls_node_string(name).len > 0)
        ls_shape_set(ls_shape_made(metadata, "labels"), name_label, name);
    ls_shape_fill(ls_shape_made(ls_shape_of(admission), "status"), status_defaults);
}

static bool has_finalizer(struct ls_shape finalizers)
{
    LS_EACH_SHAPE (item, finalizers) {
        if (ls_node_string_is(ls_shape_value(item), finalizer))
            return true;
    }
    return false;
}

static const struct ls_failure *namespace_prepare(const struct ls_admission *admission)
{
    if (!ls_admission_creates(admission)) {
        /* Only /finalize changes spec.finalizers. */
        if (admission->subresource.len == 0) {
            struct ls_node spec = ls_node_get(admission->old, LS_SLICE("spec"));
            if (!ls_node_is_absent(spec))
                ls_shape_set(ls_shape_of(admission), "spec", spec);
        }
        return NULL;
    }
    struct ls_shape object = ls_shape_of(admission);
    ls_shape_set_empty(object, "status", LS_TYPE_MAP);
    namespace_default(admission);
    struct ls_shape spec = ls_shape_made(object, "spec");
    if (!ls_shape_has(spec, "finalizers"))
        ls_shape_set_empty(spec, "finalizers", LS_TYPE_LIST);
    struct ls_shape finalizers = ls_shape_at(spec, "finalizers");
    if (!has_finalizer(finalizers))
        ls_shape_append_text(finalizers, finalizer);
    return NULL;
}

static void phase_check(const struct ls_spot *root)
{
    struct ls_spot deleted = ls_spot_at(root, "metadata.deletionTimestamp");
    struct ls_spot phase =
        ls_spot_showing(root, "status.Phase", ls_node_at(root->value, "status.phase"));
    const char *wanted = ls_spot_is_there(&deleted) ? "Terminating" : "Active";
    if (!ls_node_string_is(phase.value, wanted))
        ls_spot_invalid(&phase, "may only be '%s' if `deletionTimestamp` is %sempty", wanted,
                        ls_spot_is_there(&deleted) ? "not " : "");
}

static void namespace_validate(const struct ls_admission *admission, struct ls_node object,
                               struct ls_field_errors *errors)
{
    struct ls_spot root = ls_spot_root(object, errors);
    struct ls_spot finalizers = ls_spot_at(&root, "spec.finalizers");
    if (ls_slice_is(admission->subresource, "status"))
        phase_check(&root);
    LS_EACH_ITEM (item, &finalizers) {
        /* Only /finalize names the item; other writes name the list. */
        struct ls_spot name = finalizers;
        if (ls_slice_is(admission->subresource, "finalize"))
            name = item;
        name.value = item.value;
        ls_spot_follows(&name, LS_TEXT_LABEL_KEY);
        if (ls_slice_find(ls_spot_text(&name), '/') == SIZE_MAX &&
            !ls_slice_is(ls_spot_text(&name), finalizer))
            ls_spot_invalid(&name,
                            "name is neither a standard finalizer name nor is it fully qualified");
    }
}

static const char *const namespace_selectable[] = {"status.phase", NULL};

const struct ls_kind_rules ls_rules_namespace = {
    .has_status = true,
    .name_rule = LS_TEXT_DNS_LABEL,
    .selectable = namespace_selectable,
    .defaults = namespace_default,
    .prepare = namespace_prepare,
    .validate = namespace_validate,
};

#include "phase/own/holder.h"

#include "base/defect.h"
#include "base/macros.h"
#include "phase/words.h"

/* clang-format off */
static const char *const names[LS_HOLDER_COUNT] = {
    [LS_HOLDER_NOBODY]     = "nobody",
    [LS_HOLDER_US]         = "this set",
    [LS_HOLDER_OTHER_SET]  = "another set",
    [LS_HOLDER_CONTROLLER] = "its controller",
};
/* clang-format on */

static struct ls_node controller_of(struct ls_node object)
{
    LS_EACH (it, ls_node_at(object, "metadata.ownerReferences")) {
        if (ls_node_bool(ls_node_at(it.value, "controller"), false))
            return it.value;
    }
    return LS_ABSENT;
}

static struct ls_slice part_of(struct ls_node object)
{
    return ls_node_string(
        ls_node_get(ls_node_at(object, "metadata.labels"), LS_SLICE(LS_LABEL_PART_OF)));
}

/* The set by its name: the manager of ours that wrote the label. Empty: not one of lockstep's. */
static struct ls_slice set_name(struct ls_node object)
{
    LS_EACH (it, ls_node_at(object, "metadata.managedFields")) {
        struct ls_slice manager = ls_node_string(ls_node_at(it.value, "manager"));
        struct ls_node labels = ls_node_at(it.value, "fieldsV1.f:metadata.f:labels");
        if (ls_slice_starts(manager, LS_FIELD_MANAGER_PREFIX) &&
            !ls_node_is_absent(ls_node_get(labels, LS_SLICE("f:" LS_LABEL_PART_OF))))
            return ls_slice_from(manager, sizeof LS_FIELD_MANAGER_PREFIX - 1);
    }
    return (struct ls_slice){0};
}

static bool has_note(struct ls_node object, struct ls_slice key)
{
    return !ls_node_is_absent(ls_node_get(ls_node_at(object, "metadata.annotations"), key));
}

/*
 * Controllers copy labels: Endpoints and EndpointSlices carry those of their Service, and mirrored
 * EndpointSlices the annotations of their Endpoints too. What we wrote ourselves carries our notes,
 * and our manager owns its label.
 */
static bool is_copy(struct ls_node object, bool is_controlled, bool is_ours)
{
    bool is_marked =
        has_note(object, LS_SLICE(LS_NOTE_APPLIED)) || has_note(object, LS_SLICE(LS_NOTE_ORDER));
    if (is_controlled)
        return !is_marked || set_name(object).len == 0;
    return is_ours && !is_marked;
}

enum ls_holder ls_holder_of(struct ls_node object, struct ls_slice set_id)
{
    struct ls_slice set = part_of(object);
    bool is_controlled =
        !ls_node_is_absent(controller_of(object)) && !LS_DEFECT(controller_ignored);
    bool is_ours = ls_slice_equal(set, set_id);
    if (set.len > 0 && !is_copy(object, is_controlled, is_ours))
        return is_ours ? LS_HOLDER_US : LS_HOLDER_OTHER_SET;
    return is_controlled ? LS_HOLDER_CONTROLLER : LS_HOLDER_NOBODY;
}

static struct ls_node owned(struct ls_node entry, const char *map, struct ls_slice key)
{
    return ls_node_get(ls_node_at(ls_node_at(entry, "fieldsV1.f:metadata"), map), key);
}

bool ls_holder_lost_label(struct ls_node object, struct ls_slice set_id, struct ls_slice manager)
{
    bool is_written_by_us = false;
    if (ls_slice_equal(part_of(object), set_id) || !has_note(object, LS_SLICE(LS_NOTE_APPLIED)) ||
        !ls_node_is_absent(controller_of(object)))
        return false;
    LS_EACH (it, ls_node_at(object, "metadata.managedFields")) {
        if (!ls_node_string_is(ls_node_at(it.value, "operation"), "Apply"))
            continue;
        bool is_ours = ls_slice_equal(ls_node_string(ls_node_at(it.value, "manager")), manager);
        bool has_label =
            !ls_node_is_absent(owned(it.value, "f:labels", LS_SLICE("f:" LS_LABEL_PART_OF)));
        if (has_label && !is_ours)
            return false;
        is_written_by_us |= is_ours && !ls_node_is_absent(owned(it.value, "f:annotations",
                                                                LS_SLICE("f:" LS_NOTE_APPLIED)));
    }
    return is_written_by_us;
}

bool ls_holder_has_entry(struct ls_node object, struct ls_slice manager)
{
    LS_EACH (it, ls_node_at(object, "metadata.managedFields")) {
        if (ls_node_string_is(ls_node_at(it.value, "operation"), "Apply") &&
            ls_slice_equal(ls_node_string(ls_node_at(it.value, "manager")), manager))
            return true;
    }
    return false;
}

void ls_holder_print(struct ls_buf *out, struct ls_node object, enum ls_holder holder)
{
    LS_ASSERT(holder < LS_HOLDER_COUNT);
    if (holder == LS_HOLDER_CONTROLLER) {
        struct ls_node controller = controller_of(object);
        ls_buf_printf(out, "%s %s, its controller", ls_node_text(ls_node_at(controller, "kind")),
                      ls_node_text(ls_node_at(controller, "name")));
        return;
    }
    if (holder != LS_HOLDER_OTHER_SET) {
        ls_buf_add_text(out, names[holder]);
        return;
    }
    struct ls_slice name = set_name(object);
    if (name.len > 0)
        ls_buf_printf(out, "the set %.*s (%.*s)", LS_ARG(name), LS_ARG(part_of(object)));
    else
        ls_buf_printf(out, "another set (%.*s)", LS_ARG(part_of(object)));
}

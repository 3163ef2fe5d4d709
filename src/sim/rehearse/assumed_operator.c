#include "sim/rehearse/assumed_operator.h"

#include <string.h>

#include "kube/wait.h"
#include "sim/rehearse/gate_path.h"
#include "value/build.h"
#include "value/json.h"

#define OPERATOR_MANAGER "assumed-operator"

void ls_assumed_operator_release(struct ls_assumed_operator *op)
{
    ls_vec_release(&op->tasks);
    ls_free(op->is_taken);
    op->is_taken = NULL;
    op->row_count = 0;
    op->next = 0;
}

void ls_assumed_operator_begin(struct ls_assumed_operator *op)
{
    ls_assumed_operator_release(op);
}

/* ---- what is to be done ---- */

static void rows_grow(struct ls_assumed_operator *op, size_t count)
{
    if (count <= op->row_count)
        return;
    op->is_taken = ls_realloc(op->is_taken, count);
    memset(op->is_taken + op->row_count, 0, count - op->row_count);
    op->row_count = count;
}

static bool is_wanted(const struct ls_assumed_operator *op, const struct ls_row *row)
{
    if (row->state == LS_ROW_GOING)
        return true;
    if (!row->member || row->state != LS_ROW_IN_PROGRESS || row->member->wishes.property_count == 0)
        return false;
    struct ls_node object = row->member->manifest->object;
    return ls_assumptions_of(op->assumed, object) &&
           ls_expected_of(op->outcomes, op->assumed, object) == LS_EXPECTED_READY;
}

void ls_assumed_operator_take(struct ls_assumed_operator *op, const struct ls_run *run,
                              const struct ls_run_event *event)
{
    struct ls_row row;
    if (event->kind != LS_RUN_ROW)
        return;
    ls_run_row(run, event->row, &row);
    rows_grow(op, event->row + 1);
    if (op->is_taken[event->row] || !is_wanted(op, &row))
        return;
    op->is_taken[event->row] = 1;
    ls_vec_push(&op->tasks,
                (struct ls_assumed_task){.ref = *row.ref,
                                         .wishes = row.member ? &row.member->wishes : NULL,
                                         .manifest = row.member ? row.member->manifest : NULL,
                                         .is_removal = row.state == LS_ROW_GOING});
}

/* ---- properties ---- */

/* A value as JSON where it reads as a number or a boolean, else as a string. */
static const struct ls_obj *value_make(struct ls_slice text, bool is_typed)
{
    const struct ls_obj *typed = NULL;
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    if (is_typed && !ls_json_parse(text, NULL, &typed, NULL))
        return typed;
    ls_build_string(&build, text);
    return ls_build_obj(&build);
}

static enum ls_code property_set(const struct ls_obj **object, const struct ls_property *property,
                                 bool is_typed, struct ls_err *err)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    const struct ls_obj *value LS_AUTO(ls_obj_unref_at) = value_make(property->value, is_typed);
    const struct ls_obj *changed = NULL;
    struct ls_gate_path path;
    if (!ls_gate_path_parse(&arena, property->path_text, &path))
        return ls_fail(err, LS_E_UNSUPPORTED, "%.*s names no single field",
                       LS_ARG(property->path_text));
    if (!ls_gate_path_is_in(&path, "status"))
        return ls_fail(err, LS_E_UNSUPPORTED,
                       "%.*s is not in the status, and nothing but a manifest writes other fields",
                       LS_ARG(property->path_text));
    if (ls_gate_path_set(ls_obj_root(*object), &path, ls_obj_root(value), &changed, err))
        return err->code;
    ls_obj_unref(*object);
    *object = changed;
    return LS_OK;
}

static enum ls_code object_put(struct ls_assumed_operator *op, const struct ls_ref *ref,
                               struct ls_node object, const struct ls_obj **out, struct ls_err *err)
{
    bool has_status = ls_resource_subresource(ref->resource, LS_SLICE("status")) != NULL;
    struct ls_place place = ls_ref_place(ref);
    place.subresource = has_status ? "status" : NULL;
    return ls_call_wait(ls_sim_observer(op->sim),
                        &(struct ls_call_spec){.verb = LS_VERB_UPDATE,
                                               .place = place,
                                               .body = object,
                                               .field_manager = OPERATOR_MANAGER},
                        out, err);
}

static enum ls_code properties_try(struct ls_assumed_operator *op,
                                   const struct ls_assumed_task *task, bool is_typed,
                                   struct ls_err *err)
{
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_obj *stored LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_property *unmet = NULL;
    if (ls_call_wait(ls_sim_observer(op->sim),
                     &(struct ls_call_spec){.place = ls_ref_place(&task->ref)}, &object, err))
        return err->code;
    for (size_t i = 0; i < task->wishes->property_count; i++) {
        if (property_set(&object, &task->wishes->properties[i], is_typed, err))
            return err->code;
    }
    if (object_put(op, &task->ref, ls_obj_root(object), &stored, err))
        return err->code;
    if (ls_properties_hold(task->wishes, ls_obj_root(stored), &unmet))
        return LS_OK;
    return ls_fail(err, LS_E_INVALID,
                   "the schema of its CustomResourceDefinition has no %.*s, so the server drops it",
                   LS_ARG(unmet->path_text));
}

static void properties_write(struct ls_assumed_operator *op, const struct ls_assumed_task *task)
{
    struct ls_err err = {0};
    struct ls_err second = {0};
    if (!properties_try(op, task, true, &err) || !properties_try(op, task, false, &second))
        return;
    if (op->on_unset)
        op->on_unset(op->self, task, err.text);
}

/* ---- finalizers ---- */

/* Kinds that Kubernetes serves have controllers of their own. */
static bool is_custom(const struct ls_assumed_operator *op, const struct ls_obj *object)
{
    struct ls_node root = ls_obj_root(object);
    return ls_assumptions_of(op->assumed, root) &&
           ls_expected_of(op->outcomes, op->assumed, root) == LS_EXPECTED_READY &&
           ls_node_count(ls_node_at(root, "metadata.finalizers")) > 0;
}

static void finalizers_remove(struct ls_assumed_operator *op, const struct ls_assumed_task *task)
{
    const struct ls_obj *object LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_place place = ls_ref_place(&task->ref);
    if (ls_call_wait(ls_sim_observer(op->sim), &(struct ls_call_spec){.place = place}, &object,
                     NULL) ||
        !is_custom(op, object))
        return;
    (void)!ls_call_wait(
        ls_sim_observer(op->sim),
        &(struct ls_call_spec){.verb = LS_VERB_MERGE_PATCH,
                               .place = place,
                               .field_manager = OPERATOR_MANAGER,
                               .body_text = LS_SLICE("{\"metadata\":{\"finalizers\":null}}")},
        NULL, NULL);
}

void ls_assumed_operator_work(struct ls_assumed_operator *op)
{
    while (op->next < op->tasks.count) {
        struct ls_assumed_task task = op->tasks.at[op->next++];
        if (task.is_removal)
            finalizers_remove(op, &task);
        else
            properties_write(op, &task);
    }
}

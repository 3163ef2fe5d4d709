#include "sandbox/ops/patch.h"

#include "sandbox/ops/limits.h"
#include "sandbox/ops/from_unstructured.h"
#include "sandbox/kinds/registry.h"
#include "sandbox/types/body.h"
#include "sandbox/ops/scale.h"
#include "sandbox/ops/sorted.h"
#include "sandbox/ops/write.h"
#include "value/go_text.h"
#include "value/json_patch.h"
#include "value/limits.h"
#include "value/merge_patch.h"
#include "value/strategic_merge.h"

/* ---- wording ---- */

/* Go's name for the type of a JSON value. */
static const char *go_found(struct ls_node value)
{
    switch (ls_node_type(value)) {
    case LS_TYPE_LIST:
        return "array";
    case LS_TYPE_MAP:
        return "object";
    case LS_TYPE_STRING:
        return "string";
    case LS_TYPE_BOOL:
        return "bool";
    case LS_TYPE_INT:
    case LS_TYPE_NUMBER:
        return "number";
    case LS_TYPE_NULL:
    case LS_TYPE_ABSENT:
        break;
    }
    return "null";
}

const struct ls_failure *ls_patch_refuse(struct ls_op_call *call, enum ls_patch patch,
                                         struct ls_node body, struct ls_node target,
                                         struct ls_node patched, const char *why)
{
    LS_ASSERT(why);
    struct ls_buf shown LS_AUTO(ls_buf_release) = {0}, quoted LS_AUTO(ls_buf_release) = {0};
    struct ls_field_errors errors = {.arena = call->arena};
    struct ls_about about = {.group = "", .plural = "", .kind = ""};
    /* The message contains the whole object, except for Secrets. */
    if (ls_slice_is(ls_slice_of(call->kind->resource.kind), "Secret"))
        ls_buf_add_text(&shown, "...");
    else if (patch == LS_PATCH_STRATEGIC)
        ls_go_print_value(&shown, body);
    else
        ls_go_print_json(&shown, ls_sorted_changes(call->arena, target, patched));
    struct ls_slice text = ls_buf_slice(&shown);
    text.len = LS_MIN(text.len, (size_t)LS_PATCH_SHOWN_BYTES_MAX);
    ls_go_quote(&quoted, text);
    ls_field_error_add(&errors, LS_FIELD_ERROR_INVALID, "patch", ls_buf_text(&quoted), "%s", why);
    return ls_field_errors_failure(&errors, about);
}

static const struct ls_failure *not_decodable(struct ls_op_call *call, struct ls_node body,
                                              const char *wanted)
{
    return ls_failure_bad_request(
        call->arena, "error decoding patch: json: cannot unmarshal %s into Go value of type %s",
        go_found(body), wanted);
}

static const struct ls_failure *patch_rejected(struct ls_op_call *call)
{
    struct ls_failure *failure = LS_ARENA_NEW(call->arena, struct ls_failure);
    *failure = *ls_failure_new(call->arena, 422, "Invalid",
                               "the server rejected our request due to an error in our request");
    failure->has_details = true;
    return failure;
}

/* ---- the three kinds of patches ---- */

static struct ls_node arena_node(struct ls_arena *arena, const struct ls_obj *obj)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_node(&build, ls_obj_root(obj));
    return ls_build_arena(&build, arena);
}

static const struct ls_failure *json_make(struct ls_op_call *call, struct ls_node target,
                                          struct ls_node body, struct ls_node *out)
{
    const struct ls_obj *patched LS_AUTO(ls_obj_unref_at) = NULL;
    if (ls_node_is_null(body)) {
        *out = target;
        return NULL;
    }
    if (!ls_node_is_list(body))
        return not_decodable(call, body, "[]handlers.jsonPatchOp");
    LS_EACH (it, body) {
        if (!ls_node_is_map(it.value) && !ls_node_is_null(it.value))
            return not_decodable(call, it.value, "handlers.jsonPatchOp");
    }
    if (ls_node_count(body) > LS_PATCH_OPERATIONS_MAX)
        return ls_failure_new(call->arena, 413, "RequestEntityTooLarge",
                              "The allowed maximum operations in a JSON patch is %d, got %zu",
                              LS_PATCH_OPERATIONS_MAX, ls_node_count(body));
    if (ls_json_patch_apply(target, body, &patched, NULL))
        return patch_rejected(call);
    *out = arena_node(call->arena, patched);
    return NULL;
}

static const struct ls_failure *merge_make(struct ls_op_call *call, struct ls_node target,
                                           struct ls_node body, struct ls_node *out)
{
    const struct ls_obj *patched LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_err err;
    if (!ls_node_is_map(body))
        return not_decodable(call, body, "map[string]interface {}");
    if (ls_merge_patch_apply(target, body, &patched, &err))
        return ls_failure_bad_request(call->arena, "%s", err.text);
    *out = arena_node(call->arena, patched);
    return NULL;
}

/* The HTTP code for an error of the strategic merge. */
static int strategic_code(const char *text)
{
    static const struct {
        const char *text;
        int code;
    } known[] = {
        {"invalid JSON document", 400},
        {"invalid patch format of primitive list", 400},
        {"invalid patch format of retainKeys", 400},
        {"invalid patch format of setElementOrder list", 400},
        {"strategic merge patch format is not supported", 400},
        {"lists of lists are not supported", 422},
        {"patch contains fields not in retainKeys list", 422},
    };
    for (size_t i = 0; i < LS_COUNT(known); i++) {
        if (ls_slice_is(ls_slice_of(text), known[i].text))
            return known[i].code;
    }
    return 500;
}

static const struct ls_failure *strategic_make(struct ls_op_call *call, struct ls_node target,
                                               struct ls_node body,
                                               const struct ls_type_schema *type,
                                               struct ls_node *out)
{
    struct ls_err err;
    if (!ls_node_is_map(body))
        return ls_failure_bad_request(
            call->arena, "json: cannot unmarshal %s into Go value of type map[string]interface {}",
            go_found(body));
    if (!ls_strategic_merge(call->arena, target, body, type, out, &err))
        return NULL;
    int code = strategic_code(err.text);
    if (code == 422)
        return patch_rejected(call);
    return ls_failure_new(call->arena, code, code == 400 ? "BadRequest" : "", "%s", err.text);
}

const struct ls_failure *ls_patch_make(struct ls_op_call *call, enum ls_patch patch,
                                       struct ls_node target, struct ls_node body,
                                       const struct ls_type_schema *type, struct ls_node *out)
{
    switch (patch) {
    case LS_PATCH_JSON:
        return json_make(call, target, body, out);
    case LS_PATCH_MERGE:
        return merge_make(call, target, body, out);
    case LS_PATCH_STRATEGIC:
        return strategic_make(call, target, body, type, out);
    case LS_PATCH_APPLY:
        break;
    }
    LS_ASSERT(patch != LS_PATCH_APPLY);
    return NULL;
}

/* ---- the whole way ---- */

/* A patch may change apiVersion and kind. A removed one is that of the path; the result of a
 * strategic patch is not checked. */
static const char *kind_refusal(struct ls_op_call *call, enum ls_patch patch,
                                struct ls_node patched)
{
    const struct ls_resource *resource = &call->kind->resource;
    struct ls_slice kind = ls_node_string(ls_node_at(patched, "kind"));
    struct ls_slice api_version = ls_node_string(ls_node_at(patched, "apiVersion"));
    if (!ls_node_is_map(patched))
        return "json: cannot unmarshal the patched value into a Kubernetes object";
    bool is_filled = !call->kind->is_custom;
    bool is_kind = ls_slice_is(kind, resource->kind) || (is_filled && kind.len == 0);
    bool is_version =
        ls_slice_is(api_version, call->kind->api_version) || (is_filled && api_version.len == 0);
    if ((is_kind && is_version) || (is_filled && patch == LS_PATCH_STRATEGIC))
        return NULL;
    if (kind.len == 0)
        kind = ls_slice_of(resource->kind);
    if (api_version.len == 0)
        api_version = ls_slice_of(call->kind->api_version);
    const struct ls_kind *sent = ls_registry_kind(call->cluster->registry, api_version, kind);
    return ls_body_kind_refusal(call->arena, api_version, kind, sent ? sent->type : NULL,
                                resource->group, resource->kind);
}

/* A strategic patch is tried again with whole numbers as integers. */
static const char *patched_convert(struct ls_write *write, enum ls_patch patch,
                                   struct ls_node patched, struct ls_node *out)
{
    struct ls_op_call *call = write->call;
    bool is_restored = patch == LS_PATCH_STRATEGIC && call->kind->type;
    const char *why =
        is_restored ? ls_from_unstructured_error(call->arena, patched, call->kind->type) : NULL;
    if (why)
        return why;
    call->strict.is_sorted |= is_restored;
    why = ls_write_convert(write, patched, out);
    if (!why || !is_restored)
        return why;
    why = ls_write_convert(write, ls_from_unstructured_integers(call->arena, patched), out);
    return why ? ls_from_unstructured_message(call->arena, why) : NULL;
}

static const struct ls_failure *patched_take(struct ls_write *write, enum ls_patch patch,
                                             struct ls_node body, struct ls_node patched)
{
    struct ls_op_call *call = write->call;
    struct ls_node converted;
    const char *why = kind_refusal(call, patch, patched);
    if (!why)
        why = patched_convert(write, patch, patched, &converted);
    if (why || !ls_op_call_strict_pass(call, &why))
        return ls_patch_refuse(call, patch, body, write->live, patched, why);
    ls_write_take(write, converted);
    return ls_op_call_names_match(write->call, write->written, true);
}

static const struct ls_failure *patch_run(struct ls_write *write, enum ls_patch patch,
                                          struct ls_node body, struct ls_written *out)
{
    struct ls_op_call *call = write->call;
    const struct ls_type_schema *type = ls_kind_merge_type(call->kind, call->cluster->merge_types);
    struct ls_node patched = LS_ABSENT;
    const struct ls_failure *failure =
        ls_patch_make(call, patch, write->live, body, type, &patched);
    if (!failure)
        failure = patched_take(write, patch, body, patched);
    if (failure)
        return failure;
    write->is_patch = true;
    ls_write_own(write);
    return ls_write_close(write, out);
}

const struct ls_failure *ls_op_patch(struct ls_op_call *call, enum ls_patch patch,
                                     struct ls_node body, struct ls_written *out)
{
    LS_ASSERT(patch <= LS_PATCH_APPLY);
    LS_ASSERT(call->name.len > 0);
    struct ls_write write LS_AUTO(ls_write_release) = {0};
    if (ls_slice_is(call->subresource, "scale"))
        return ls_scale_patch(call, patch, body, out);
    if (patch == LS_PATCH_APPLY)
        return ls_op_apply(call, body, out);
    ls_write_open(&write, call);
    if (!write.stored)
        return ls_failure_not_found(call->arena, ls_kind_about(call->kind, call->name));
    return patch_run(&write, patch, body, out);
}

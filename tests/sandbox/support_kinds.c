#include "support_kinds.h"

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "sandbox/kinds/addresses.h"
#include "sandbox/store/store.h"
#include "sandbox/types/round_trip.h"
#include "support_json.h"

static const char namespace_name[] = "kinds";
static const char uid[] = "UID";

static void account_put(struct kinds_stage *stage, const char *name)
{
    char json[128];
    struct ls_collection *collection =
        ls_store_collection(stage->cluster.store, "", "serviceaccounts");
    (void)snprintf(json, sizeof json,
                   "{\"metadata\":{\"name\":\"%s\",\"resourceVersion\":\"%lld\"}}", name,
                   (long long)ls_store_next(stage->cluster.store));
    const struct ls_obj *account LS_AUTO(ls_obj_unref_at) = obj_of(json);
    struct ls_object_key key = {ls_slice_of(namespace_name), ls_slice_of(name)};
    ls_collection_put(collection, key, account);
}

void kinds_stage_init(struct kinds_stage *stage)
{
    *stage = (struct kinds_stage){0};
    stage->cluster.world = ls_world_new_virtual(1, 1700000000000);
    stage->cluster.store = ls_store_new(stage->cluster.world, NULL);
    stage->cluster.registry = ls_registry_new(stage->cluster.store);
    stage->cluster.addresses = ls_addresses_new();
    account_put(stage, "default");
    account_put(stage, "sa");
}

void kinds_stage_release(struct kinds_stage *stage)
{
    ls_draft_space_release(&stage->space);
    ls_arena_release(&stage->arena);
    ls_addresses_free(stage->cluster.addresses);
    ls_registry_free(stage->cluster.registry);
    ls_store_free(stage->cluster.store);
    ls_world_free(stage->cluster.world);
}

static struct ls_node draft_value(struct kinds_stage *stage, const struct ls_draft *draft)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_draft_build(draft, &build);
    return ls_build_arena(&build, &stage->arena);
}

/* The status of an object whose status was never written. */
static struct ls_node status_empty(struct kinds_stage *stage, const struct ls_kind *kind)
{
    const struct ls_obj *empty = obj_of("{}");
    struct ls_node out = LS_ABSENT;
    struct ls_err err;
    const struct ls_api_field *field = ls_api_field_find(kind->type, LS_SLICE("status"));
    if (field)
        CHECK_OK(ls_round_trip(&stage->arena, ls_obj_root(empty), field->type, NULL, &out, &err),
                 err);
    if (!ls_node_is_absent(out)) {
        struct ls_build build LS_AUTO(ls_build_release) = {0};
        ls_build_node(&build, out);
        out = ls_build_arena(&build, &stage->arena);
    }
    ls_obj_unref(empty);
    return out;
}

static void metadata_stamp(struct kinds_stage *stage, const struct ls_kind *kind,
                           struct ls_draft *object)
{
    struct ls_draft *metadata = ls_draft_member(&stage->space, object, LS_SLICE("metadata"));
    CHECK(metadata != NULL);
    ls_draft_set(&stage->space, metadata, LS_SLICE("uid"),
                 ls_draft_text(&stage->space, ls_slice_of(uid)));
    if (kind->resource.is_namespaced)
        ls_draft_set(&stage->space, metadata, LS_SLICE("namespace"),
                     ls_draft_text(&stage->space, ls_slice_of(namespace_name)));
}

/* An approximation: any other difference counts as a change of spec. */
static void generation_set(struct kinds_stage *stage, struct ls_node old, struct ls_draft *object)
{
    struct ls_draft *metadata = ls_draft_member(&stage->space, object, LS_SLICE("metadata"));
    struct ls_draft *spec = ls_draft_member(&stage->space, object, LS_SLICE("spec"));
    struct ls_node was = ls_node_get(old, LS_SLICE("spec"));
    int64_t number = ls_node_int(ls_node_at(old, "metadata.generation"), 0);
    bool is_same = !ls_node_is_absent(was) && spec && ls_draft_equal(&stage->space, spec, was);
    ls_draft_set(&stage->space, metadata, LS_SLICE("generation"),
                 ls_draft_int(&stage->space, is_same ? number : number + 1));
}

static void status_fold(struct kinds_stage *stage, const struct ls_kind *kind, struct ls_node old,
                        struct ls_draft *object)
{
    bool keeps_own = stage->subresource || strcmp(kind->resource.kind, "Node") == 0;
    if (!kind->rules->has_status || (keeps_own && ls_node_is_absent(old)) || stage->subresource)
        return;
    struct ls_node status =
        ls_node_is_absent(old) ? status_empty(stage, kind) : ls_node_get(old, LS_SLICE("status"));
    if (!ls_node_is_absent(status))
        ls_draft_set(&stage->space, object, LS_SLICE("status"), ls_draft_of(&stage->space, status));
}

static const struct ls_failure *object_check(const struct ls_admission *admission,
                                             struct kinds_outcome *outcome)
{
    const struct ls_kind_rules *rules = admission->kind->rules;
    struct ls_field_errors errors = {.arena = admission->arena};
    if (rules->validate)
        rules->validate(admission, outcome->object, &errors);
    if (rules->warn)
        rules->warn(admission, outcome->object, &outcome->warnings);
    struct ls_slice name = ls_node_string(ls_node_at(outcome->object, "metadata.name"));
    return ls_field_errors_failure(&errors, ls_kind_stored_about(admission->kind, name));
}

struct kinds_outcome kinds_write(struct kinds_stage *stage, const struct ls_kind *kind,
                                 struct ls_node old, struct ls_node object)
{
    struct kinds_outcome outcome = {.object = LS_ABSENT};
    const struct ls_kind_rules *rules = kind->rules;
    struct ls_node value = LS_ABSENT;
    struct ls_err err;
    CHECK_OK(ls_round_trip(&stage->arena, object, kind->type, NULL, &value, &err), err);
    struct ls_admission admission = {
        .arena = &stage->arena,
        .cluster = &stage->cluster,
        .kind = kind,
        .namespace_name = ls_slice_of(kind->resource.is_namespaced ? namespace_name : ""),
        .subresource = ls_slice_of(stage->subresource ? stage->subresource : ""),
        .old = old,
        .space = &stage->space,
        .object = ls_draft_of(&stage->space, value),
    };
    if (rules->defaults)
        rules->defaults(&admission);
    metadata_stamp(stage, kind, admission.object);
    status_fold(stage, kind, old, admission.object);
    if (rules->prepare)
        outcome.failure = rules->prepare(&admission);
    if (outcome.failure)
        return outcome;
    generation_set(stage, old, admission.object);
    outcome.object = draft_value(stage, admission.object);
    outcome.failure = object_check(&admission, &outcome);
    if (!outcome.failure && rules->stored)
        rules->stored(&stage->cluster, old, outcome.object);
    if (outcome.failure)
        outcome.object = LS_ABSENT;
    return outcome;
}

static bool text_fits(struct ls_node expected, struct ls_node actual)
{
    struct ls_slice pattern = ls_node_string(expected);
    struct ls_slice text = ls_node_string(actual);
    if (ls_slice_is(pattern, "*"))
        return true;
    if (!ls_slice_ends(pattern, "-*"))
        return ls_node_equal(expected, actual);
    pattern.len--;
    return text.len > pattern.len && memcmp(text.at, pattern.at, pattern.len) == 0;
}

static bool is_left_out(struct ls_slice key)
{
    static const char *const names[] = {"uid", "generation", "creationTimestamp",
                                        "resourceVersion"};
    for (size_t i = 0; i < LS_COUNT(names); i++) {
        if (ls_slice_is(key, names[i]))
            return true;
    }
    return false;
}

static bool map_fits(struct ls_node expected, struct ls_node actual, bool is_metadata)
{
    LS_EACH (it, actual) {
        if (!(is_metadata && is_left_out(it.key)) &&
            ls_node_is_absent(ls_node_get(expected, it.key)))
            return false;
    }
    LS_EACH (it, expected) {
        if (!(is_metadata && is_left_out(it.key)) &&
            !kinds_is_as_expected(it.value, ls_node_get(actual, it.key)))
            return false;
    }
    return true;
}

static bool value_fits(struct ls_node expected, struct ls_node actual)
{
    if (ls_node_is_string(expected))
        return text_fits(expected, actual);
    if (ls_node_type(expected) != ls_node_type(actual))
        return false;
    if (ls_node_is_map(expected))
        return map_fits(expected, actual, false);
    if (!ls_node_is_list(expected))
        return ls_node_equal(expected, actual);
    bool fits = ls_node_count(expected) == ls_node_count(actual);
    for (size_t i = 0; fits && i < ls_node_count(expected); i++)
        fits = value_fits(ls_node_item(expected, i), ls_node_item(actual, i));
    return fits;
}

bool kinds_is_as_expected(struct ls_node expected, struct ls_node actual)
{
    if (!ls_node_is_map(expected) || !ls_node_is_map(actual))
        return value_fits(expected, actual);
    LS_EACH (it, actual) {
        if (ls_node_is_absent(ls_node_get(expected, it.key)))
            return false;
    }
    LS_EACH (it, expected) {
        struct ls_node other = ls_node_get(actual, it.key);
        bool is_metadata = ls_slice_is(it.key, "metadata") && ls_node_is_map(other);
        if (is_metadata ? !map_fits(it.value, other, true) : !value_fits(it.value, other))
            return false;
    }
    return true;
}

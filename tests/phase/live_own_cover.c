/*
 * Cover on a real API server: every manifest of tests/phase/cover/ is applied and read back; then
 * somebody else changes, or takes out, each value that we declared, one at a time and as a dry run,
 * in every way that the server lets pass. Cover must fail exactly when that value is another one
 * after it, and name the place.
 */
#include <stdio.h>
#include <string.h>

#include "../kube/support_live.h"
#include "check.h"
#include "kube/wait.h"
#include "phase/own/cover.h"
#include "phase/own/intent.h"
#include "source_dir.h"
#include "value/json.h"

#define MANAGER "lockstep:live/cover"

struct subject { /* one object that was applied */
    struct live *live;
    struct ls_place place;
    const struct ls_obj *intent;
    const struct ls_obj *found;
};

/* lost: the server gave the field to somebody else although its value stayed, as when it undoes a
 * change after it noted who made it. Another apply settles that. */
static unsigned tried, accepted, changed, lost;

static const struct ls_obj *changed_by(struct subject *subject, struct ls_slice patch)
{
    struct ls_call_spec ask = {.verb = LS_VERB_JSON_PATCH,
                               .place = subject->place,
                               .body_text = patch,
                               .field_manager = "somebody",
                               .is_dry_run = true};
    const struct ls_obj *obj = NULL;
    struct ls_err err = {0};
    tried++;
    if (ls_call_wait(subject->live->client, &ask, &obj, &err) == LS_OK)
        return obj;
    ls_obj_unref(obj);
    return NULL;
}

static bool covers(struct subject *subject, const struct ls_obj *obj, struct ls_buf *missing)
{
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    struct ls_cover cover;
    ls_cover_judge(&arena,
                   &(struct ls_cover_question){.intent = ls_obj_root(subject->intent),
                                               .object = ls_obj_root(obj),
                                               .manager = LS_SLICE(MANAGER),
                                               .mode = LS_DRIFT_FORCE},
                   &cover);
    ls_buf_clear(missing);
    ls_buf_add_text(missing, cover.missing);
    return cover.holds;
}

/* ---- one value, and all that may be done to it ---- */

struct spot {
    const struct spot *up;
    struct ls_slice key;
    size_t index;
};

static void print_pointer(struct ls_buf *out, const struct spot *spot)
{
    if (!spot)
        return;
    print_pointer(out, spot->up);
    ls_buf_add_char(out, '/');
    if (!spot->key.at)
        ls_buf_printf(out, "%zu", spot->index);
    for (size_t i = 0; i < spot->key.len; i++) {
        char c = spot->key.at[i];
        ls_buf_add_text(out, c == '~' ? "~0" : c == '/' ? "~1" : (char[]){c, '\0'});
    }
}

static struct ls_node node_at(struct ls_node root, const struct spot *spot)
{
    if (!spot)
        return root;
    struct ls_node up = node_at(root, spot->up);
    return spot->key.at ? ls_node_get(up, spot->key) : ls_node_item(up, spot->index);
}

static void print_names(struct ls_buf *out, const struct spot *spot)
{
    if (!spot)
        return;
    print_names(out, spot->up);
    if (spot->key.at)
        ls_buf_printf(out, ".%.*s", LS_ARG(spot->key));
}

/* Is the place named the spot, or on the way to it, or below? Items of lists are left aside. */
static bool leads_to(const char *path, const struct spot *spot)
{
    struct ls_buf names LS_AUTO(ls_buf_release) = {0}, spot_names LS_AUTO(ls_buf_release) = {0};
    int depth = 0;
    for (const char *at = path; *at; at++) {
        depth += *at == '[';
        if (depth == 0)
            ls_buf_add_char(&names, *at);
        depth -= *at == ']';
    }
    /* A key of an item takes the whole item along. */
    print_names(&spot_names, spot->up && !spot->up->key.at ? spot->up : spot);
    return strncmp(ls_buf_text(&names), ls_buf_text(&spot_names),
                   LS_MIN(names.len, spot_names.len)) == 0;
}

static bool is_empty_list(struct ls_node node)
{
    return ls_node_is_list(node) && ls_node_count(node) == 0;
}

/* A patch went through: is what cover says what happened to the value? */
static void check_change(struct subject *subject, const struct spot *spot, struct ls_slice patch)
{
    const struct ls_obj *after LS_AUTO(ls_obj_unref_at) = changed_by(subject, patch);
    if (!after)
        return;
    accepted++;
    struct ls_node old = node_at(ls_obj_root(subject->found), spot);
    struct ls_node new = node_at(ls_obj_root(after), spot);
    struct ls_buf missing LS_AUTO(ls_buf_release) = {0};
    bool is_same = ls_node_equal(old, new) || (is_empty_list(old) && ls_node_is_absent(new));
    bool is_covered = covers(subject, after, &missing);
    changed += !is_same;
    lost += is_same && !is_covered;
    /* An object that it cannot make sense of any more the server leaves without owners. */
    struct ls_node owners = ls_node_at(ls_obj_root(after), "metadata.managedFields");
    if (is_covered ? is_same : !owners.word || leads_to(ls_buf_text(&missing), spot))
        return;
    fail_msg("%s %s: %.*s: cover says %s", subject->place.resource->kind, subject->place.name,
             LS_ARG(patch), is_covered ? "it holds" : ls_buf_text(&missing));
}

static void try_value(struct subject *subject, const struct spot *spot, const char *json)
{
    struct ls_buf patch LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&patch, "[{\"op\":\"%s\",\"path\":\"", spot->key.at ? "add" : "replace");
    print_pointer(&patch, spot);
    ls_buf_printf(&patch, "\",\"value\":%s}]", json);
    check_change(subject, spot, ls_buf_slice(&patch));
}

static void try_removal(struct subject *subject, const struct spot *spot)
{
    struct ls_buf patch LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&patch, "[{\"op\":\"remove\",\"path\":\"");
    print_pointer(&patch, spot);
    ls_buf_add_text(&patch, "\"}]");
    check_change(subject, spot, ls_buf_slice(&patch));
}

static void try_scalar(struct subject *subject, const struct spot *spot, struct ls_node value)
{
    static const char *const texts[] = {"\"other\"",  "\"x.dev/other\"", "\"9\"",   "9",
                                        "true",       "false",           "\"\"",    "\"Always\"",
                                        "\"Retain\"", "\"11%\"",         "\"b3Ro\""};
    for (size_t i = 0; i < LS_COUNT(texts); i++)
        try_value(subject, spot, texts[i]);
    struct ls_buf same LS_AUTO(ls_buf_release) = {0};
    ls_json_print(&same, value, LS_JSON_COMPACT);
    try_value(subject, spot, ls_buf_text(&same));
}

static void try_all(struct subject *subject, const struct spot *up, struct ls_node value)
{
    size_t index = 0;
    LS_EACH (it, value) {
        struct spot spot = {up, it.key, index++};
        if (!up && (ls_slice_is(it.key, "apiVersion") || ls_slice_is(it.key, "kind")))
            continue;
        if (up && !up->up && ls_slice_is(up->key, "metadata") &&
            (ls_slice_is(it.key, "name") || ls_slice_is(it.key, "namespace")))
            continue;
        if (spot.key.at && !ls_node_is_absent(node_at(ls_obj_root(subject->found), &spot)))
            try_removal(subject, &spot);
        if (ls_node_is_map(it.value) || ls_node_is_list(it.value))
            try_all(subject, &spot, it.value);
        else
            try_scalar(subject, &spot, it.value);
    }
}

/* What we did not declare is anybody's. */
static const char *const foreign[] = {
    "[{\"op\":\"add\",\"path\":\"/metadata/labels/foreign\",\"value\":\"x\"}]",
    "[{\"op\":\"add\",\"path\":\"/metadata/annotations/foreign\",\"value\":\"x\"}]",
    "[{\"op\":\"add\",\"path\":\"/metadata/finalizers\",\"value\":[\"x.dev/a\",\"x.dev/hold\"]}]",
    "[{\"op\":\"add\",\"path\":\"/spec/template/spec/containers/0/env/"
    "-\",\"value\":{\"name\":\"Z\"}}]",
    "[{\"op\":\"add\",\"path\":\"/spec/template/spec/containers/-\",\"value\":{\"name\":\"z\","
    "\"image\":\"z\"}}]",
    "[{\"op\":\"add\",\"path\":\"/spec/template/spec/containers/0/ports/-\",\"value\":"
    "{\"containerPort\":9}}]",
    "[{\"op\":\"add\",\"path\":\"/spec/template/spec/volumes/-\",\"value\":{\"name\":\"z\","
    "\"emptyDir\":{}}}]",
    "[{\"op\":\"add\",\"path\":\"/spec/template/spec/hostAliases\",\"value\":[{\"ip\":\"1.1.1.1\","
    "\"hostnames\":[\"a\"]}]}]",
    "[{\"op\":\"add\",\"path\":\"/spec/progressDeadlineSeconds\",\"value\":77}]",
    "[{\"op\":\"add\",\"path\":\"/data/foreign\",\"value\":\"b3Ro\"}]",
    "[{\"op\":\"add\",\"path\":\"/spec/ports/-\",\"value\":{\"name\":\"zz\",\"port\":99}}]",
    "[{\"op\":\"add\",\"path\":\"/spec/set\",\"value\":[\"u\",\"w\",\"z\"]}]",
    "[{\"op\":\"add\",\"path\":\"/spec/items/-\",\"value\":{\"name\":\"foreign\"}}]",
    "[{\"op\":\"add\",\"path\":\"/spec/items/0/value\",\"value\":\"foreign\"}]",
};

static void try_foreign(struct subject *subject)
{
    struct ls_buf missing LS_AUTO(ls_buf_release) = {0};
    for (size_t i = 0; i < LS_COUNT(foreign); i++) {
        const struct ls_obj *after LS_AUTO(ls_obj_unref_at) =
            changed_by(subject, ls_slice_of(foreign[i]));
        if (after && !covers(subject, after, &missing))
            fail_msg("%s %s: %s: cover misses %s", subject->place.resource->kind,
                     subject->place.name, foreign[i], ls_buf_text(&missing));
    }
}

/* ---- one manifest ---- */

static const struct ls_stamp stamp = {"applyset-live-v1", {"live", 4}};

static const struct ls_resource *resource_of(struct live *live, struct ls_node object)
{
    struct ls_gvk gvk = {0};
    struct ls_err err = {0};
    CHECK_OK(ls_gvk_of(object, &gvk, &err), err);
    struct ls_buf name LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&name, "%.*s.%.*s.%.*s", LS_ARG(gvk.kind), LS_ARG(gvk.version),
                  LS_ARG(gvk.group));
    return live_kind(live, ls_buf_text(&name));
}

static const struct ls_obj *apply(struct subject *subject, bool is_forced)
{
    char applied[LS_APPLIED_BYTES];
    ls_intent_applied(ls_obj_root(subject->intent), &stamp, applied);
    const struct ls_obj *body LS_AUTO(ls_obj_unref_at) =
        ls_intent_body(ls_obj_root(subject->intent), applied, "");
    struct ls_call_spec ask = {.verb = LS_VERB_APPLY,
                               .place = subject->place,
                               .body = ls_obj_root(body),
                               .field_manager = MANAGER,
                               .is_forced = is_forced,
                               .validation = LS_VALIDATION_STRICT};
    return live_ask(subject->live, &ask);
}

/* A second apply covers too, and so does one that takes a field back from somebody. */
static void try_again(struct subject *subject)
{
    struct ls_call_spec take = {
        .verb = LS_VERB_MERGE_PATCH,
        .place = subject->place,
        .field_manager = "somebody",
        .body_text = LS_SLICE("{\"metadata\":{\"annotations\":{\"lockstep.dev/order\":\"\"}}}")};
    struct ls_buf missing LS_AUTO(ls_buf_release) = {0};
    const struct ls_obj *same LS_AUTO(ls_obj_unref_at) = apply(subject, false);
    CHECK(covers(subject, same, &missing));
    const struct ls_obj *taken LS_AUTO(ls_obj_unref_at) = live_ask(subject->live, &take);
    CHECK(!covers(subject, taken, &missing));
    CHECK_STR(ls_buf_text(&missing), ".metadata.annotations.lockstep.dev/order");
    const struct ls_obj *ours LS_AUTO(ls_obj_unref_at) = apply(subject, true);
    CHECK(covers(subject, ours, &missing));
}

static void withdraw(struct subject *subject)
{
    struct ls_call_spec patch = {
        .verb = LS_VERB_MERGE_PATCH,
        .place = subject->place,
        .body_text = LS_SLICE("{\"metadata\":{\"finalizers\":null}}"),
    };
    struct ls_call_spec ask = {.verb = LS_VERB_DELETE, .place = subject->place};
    struct ls_err err = {0};
    (void)!ls_call_wait(subject->live->client, &patch, NULL, &err);
    ls_obj_unref(live_ask(subject->live, &ask));
    ls_obj_unref(subject->intent);
    ls_obj_unref(subject->found);
}

static bool is_established(void *self)
{
    struct subject *subject = self;
    struct ls_call_spec get = {.verb = LS_VERB_GET, .place = subject->place};
    const struct ls_obj *found LS_AUTO(ls_obj_unref_at) = live_ask(subject->live, &get);
    struct ls_node conditions = ls_node_at(ls_obj_root(found), "status.conditions");
    struct ls_node row = ls_node_find(conditions, "type", LS_SLICE("Established"));
    return ls_node_string_is(ls_node_at(row, "status"), "True");
}

static void try_manifest(struct live *live, const struct ls_manifest *manifest,
                         struct subject *subject)
{
    const struct ls_resource *resource = resource_of(live, manifest->object);
    struct ls_member member = {
        .manifest = manifest,
        .ref = {resource, resource->is_namespaced ? live->space : "",
                ls_node_text(ls_node_at(manifest->object, "metadata.name"))},
    };
    *subject = (struct subject){live, {resource, live->space, member.ref.name, NULL}, NULL, NULL};
    struct ls_buf missing LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    CHECK_OK(ls_intent_make(&member, &stamp, false, &subject->intent, &err), err);
    ls_obj_unref(apply(subject, false));
    struct ls_call_spec get = {.verb = LS_VERB_GET, .place = subject->place};
    subject->found = live_ask(live, &get);
    if (!covers(subject, subject->found, &missing))
        fail_msg("%s %s: as applied, cover misses %s", resource->kind, member.ref.name,
                 ls_buf_text(&missing));
    try_foreign(subject);
    try_all(subject, NULL, ls_obj_root(subject->intent));
    if (strcmp(resource->kind, "CustomResourceDefinition") == 0)
        live_until(live, is_established, subject, "the CRD is established");
    try_again(subject);
}

/* Pods need one, and on a cluster without controllers nobody makes it. */
static void make_default_account(struct live *live)
{
    struct ls_call_spec ask = {
        .verb = LS_VERB_CREATE,
        .place = {live_kind(live, "serviceaccounts"), live->space, NULL, NULL},
        .body_text = LS_SLICE("{\"metadata\":{\"name\":\"default\"}}")};
    struct ls_err err = {0};
    enum ls_code code = ls_call_wait(live->client, &ask, NULL, &err);
    CHECK(code == LS_OK || code == LS_E_EXISTS);
}

static void try_file(const char *name)
{
    struct live *live LS_AUTO(live_close_at) = live_open("admin");
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
    char path[512];
    struct ls_err err = {0};
    snprintf(path, sizeof path, "%s/tests/phase/cover/%s", LS_SOURCE_DIR, name);
    CHECK_OK(ls_source_read(&manifests, path, &(struct ls_source_options){0}, &err), err);
    live_space(live);
    make_default_account(live);
    tried = accepted = changed = lost = 0;
    struct subject *subjects =
        LS_ARENA_ARRAY(&manifests.arena, struct subject, manifests.list.count);
    for (size_t i = 0; i < manifests.list.count; i++)
        try_manifest(live, &manifests.list.at[i], &subjects[i]);
    for (size_t i = manifests.list.count; i > 0; i--)
        withdraw(&subjects[i - 1]);
    printf("%s: %zu objects, %u patches, %u let pass, %u changed the value, %u lost without\n",
           name, manifests.list.count, tried, accepted, changed, lost);
    CHECK(changed > manifests.list.count);
}

TEST(workloads_are_covered_until_somebody_takes_a_field)
{
    try_file("workloads.yaml");
}

TEST(other_kinds_are_covered_until_somebody_takes_a_field)
{
    try_file("others.yaml");
}

TEST(custom_kinds_are_covered_until_somebody_takes_a_field)
{
    try_file("custom.yaml");
}

/* ---- what others do through subresources ---- */

static void patch_subresource(struct subject *subject, const char *name, const char *patch)
{
    struct ls_place place = subject->place;
    place.subresource = name;
    struct ls_call_spec ask = {.verb = LS_VERB_MERGE_PATCH,
                               .place = place,
                               .body_text = ls_slice_of(patch),
                               .field_manager = "autoscaler"};
    ls_obj_unref(live_ask(subject->live, &ask));
}

static const char *missing_after_scaling(struct live *live, const char *name, const char *replicas)
{
    static struct ls_buf missing;
    struct ls_manifests manifests LS_AUTO(ls_manifests_release) = {0};
    struct ls_buf yaml LS_AUTO(ls_buf_release) = {0};
    struct ls_err err = {0};
    ls_buf_printf(
        &yaml,
        "{apiVersion: apps/v1, kind: Deployment, metadata: {name: %s}, spec: {%s selector: "
        "{matchLabels: {a: b}}, template: {metadata: {labels: {a: b}}, spec: {containers: "
        "[{name: c, image: x}]}}}}",
        name, replicas);
    CHECK_OK(ls_source_read_text(&manifests, "a.yaml", ls_buf_slice(&yaml), &err), err);
    struct ls_member member = {.manifest = &manifests.list.at[0],
                               .ref = {live_kind(live, "deployments"), live->space, name}};
    struct subject subject = {live, {member.ref.resource, live->space, name, NULL}, NULL, NULL};
    CHECK_OK(ls_intent_make(&member, &stamp, false, &subject.intent, &err), err);
    ls_obj_unref(apply(&subject, false));
    patch_subresource(&subject, "status", "{\"status\":{\"replicas\":7}}");
    patch_subresource(&subject, "scale", "{\"spec\":{\"replicas\":3}}");
    struct ls_call_spec get = {.verb = LS_VERB_GET, .place = subject.place};
    subject.found = live_ask(live, &get);
    (void)covers(&subject, subject.found, &missing);
    withdraw(&subject);
    return ls_buf_text(&missing);
}

TEST(an_autoscaler_takes_replicas_only_from_who_declares_them)
{
    struct live *live LS_AUTO(live_close_at) = live_open("admin");
    live_space(live);
    CHECK_STR(missing_after_scaling(live, "free", ""), "");
    CHECK_STR(missing_after_scaling(live, "declared", "replicas: 1,"), ".spec.replicas");
}

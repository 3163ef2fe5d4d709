/* The client on a real API server: every verb, conflicts, warnings, refusals, pages. */
#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "check.h"
#include "kube/limits.h"
#include "kube/list.h"
#include "kube/wait.h"
#include "support_catalog.h"
#include "support_live.h"

static struct ls_place place_of(struct live *live, const char *kind, const char *name)
{
    return (struct ls_place){
        .resource = live_kind(live, kind), .namespace_name = live->space, .name = name};
}

static const char *text_at(const struct ls_obj *obj, const char *path)
{
    return ls_node_text(ls_node_at(ls_obj_root(obj), path));
}

TEST(discovery_learns_everything_in_two_requests)
{
    struct live *live LS_AUTO(live_close_at) = live_open("admin");
    struct ls_err err = {0};
    CHECK_OK(ls_discovery_wait(live->discovery, &err), err);
    CHECK_INT(ls_client_counts(live->client).requests, 2);
    CHECK_STR(ls_discovery_notes(live->discovery), "");
    CHECK(catalog_count(ls_discovery_catalog(live->discovery)) > 50);
    CHECK_STR(live_kind(live, "deploy")->kind, "Deployment");
    CHECK_STR(live_kind(live, "cm")->plural, "configmaps");
    CHECK_STR(live_kind(live, "Pod")->group, "");
    CHECK_STR(live_kind(live, "events")->group, "");
    CHECK_STR(live_kind(live, "storageclass.storage")->group, "storage.k8s.io");
    CHECK_STR(live_kind(live, "hpa.v1.autoscaling")->version, "v1");
    CHECK_STR(live_kind(live, "hpa")->version, "v2");
    CHECK(!live_kind(live, "nodes")->is_namespaced);
    CHECK_STR(ls_resource_subresource(live_kind(live, "deploy"), LS_SLICE("scale"))->kind, "Scale");
    struct ls_gvk gvk = {LS_SLICE("batch"), LS_SLICE("v1"), LS_SLICE("CronJob")};
    CHECK_STR(ls_catalog_of_kind(ls_discovery_catalog(live->discovery), &gvk)->plural, "cronjobs");
    CHECK_INT(ls_client_counts(live->client).requests, 2);
}

TEST(an_object_lives_through_all_verbs)
{
    struct live *live LS_AUTO(live_close_at) = live_open("admin");
    live_space(live);
    struct ls_place one = place_of(live, "configmaps", "a");
    struct ls_place all = place_of(live, "configmaps", NULL);
    struct ls_call_spec create = {
        .verb = LS_VERB_CREATE, .place = all, .body_text = live_configmap("a", "k", "1")};
    const struct ls_obj *made LS_AUTO(ls_obj_unref_at) = live_ask(live, &create);
    CHECK_HAS(live_refused(live, &create, LS_E_EXISTS).text, "configmaps \"a\" already exists");

    struct ls_call_spec merge = {.verb = LS_VERB_MERGE_PATCH,
                                 .place = one,
                                 .body_text = LS_SLICE("{\"data\":{\"k\":\"2\"}}")};
    const struct ls_obj *merged LS_AUTO(ls_obj_unref_at) = live_ask(live, &merge);
    CHECK_STR(text_at(merged, "data.k"), "2");
    struct ls_call_spec patch = {
        .verb = LS_VERB_JSON_PATCH,
        .place = one,
        .body_text = LS_SLICE("[{\"op\":\"replace\",\"path\":\"/data/k\",\"value\":\"3\"}]")};
    const struct ls_obj *patched LS_AUTO(ls_obj_unref_at) = live_ask(live, &patch);
    CHECK_STR(text_at(patched, "data.k"), "3");

    /* An update that names the version it started from meets the writer who was first. */
    struct ls_call_spec stale = {.verb = LS_VERB_UPDATE, .place = one, .body = ls_obj_root(made)};
    CHECK_HAS(live_refused(live, &stale, LS_E_CONFLICT).text, "the object has been modified");
    struct ls_call_spec update = {
        .verb = LS_VERB_UPDATE, .place = one, .body = ls_obj_root(patched)};
    ls_obj_unref(live_ask(live, &update));

    struct ls_call_spec get = {.verb = LS_VERB_GET, .place = one};
    const struct ls_obj *got LS_AUTO(ls_obj_unref_at) = live_ask(live, &get);
    CHECK_STR(text_at(got, "data.k"), "3");
    CHECK_STR(text_at(got, "metadata.uid"), text_at(made, "metadata.uid"));
    get.form = LS_FORM_METADATA;
    const struct ls_obj *metadata LS_AUTO(ls_obj_unref_at) = live_ask(live, &get);
    CHECK_STR(text_at(metadata, "kind"), "PartialObjectMetadata");
    CHECK_STR(text_at(metadata, "metadata.uid"), text_at(made, "metadata.uid"));
}

static void seen_kind_unknown(void *self, const struct ls_answer *answer)
{
    *(int *)self = answer->code == LS_E_NOT_FOUND ? 1 + answer->is_kind_unknown : 99;
}

static bool is_set(void *self)
{
    return *(int *)self != 0;
}

/* 1: the object is not there; 2: there is no such kind. */
static int not_found_kind(struct live *live, const struct ls_resource *resource)
{
    int answer = 0;
    struct ls_api_call call = {0};
    struct ls_call_spec ask = {
        .verb = LS_VERB_GET,
        .place = {.resource = resource, .namespace_name = "default", .name = "nothing"}};
    ls_api_call_start(live->client, &call, &ask, seen_kind_unknown, &answer);
    live_until(live, is_set, &answer, "an answer");
    return answer;
}

TEST(a_missing_object_and_a_missing_kind_differ)
{
    struct live *live LS_AUTO(live_close_at) = live_open("admin");
    struct ls_resource wrong_plural = *live_kind(live, "configmaps");
    CHECK_INT(not_found_kind(live, &wrong_plural), 1);
    wrong_plural.plural = "configmapz";
    CHECK_INT(not_found_kind(live, &wrong_plural), 2);
    struct ls_resource wrong_group = *live_kind(live, "deployments");
    wrong_group.group = "apps.example.com";
    CHECK_INT(not_found_kind(live, &wrong_group), 2);
}

TEST(deletes_hold_to_uid_and_version)
{
    struct live *live LS_AUTO(live_close_at) = live_open("admin");
    live_space(live);
    struct ls_place one = place_of(live, "configmaps", "a");
    struct ls_call_spec apply = {
        .verb = LS_VERB_APPLY, .place = one, .body_text = live_configmap("a", "k", "1")};
    const struct ls_obj *made LS_AUTO(ls_obj_unref_at) = live_ask(live, &apply);
    const char *uid = text_at(made, "metadata.uid");
    const char *version = text_at(made, "metadata.resourceVersion");

    struct ls_call_spec other = {.verb = LS_VERB_DELETE,
                                 .place = one,
                                 .if_uid = "00000000-0000-4000-8000-000000000000",
                                 .if_resource_version = version};
    CHECK_HAS(live_refused(live, &other, LS_E_CONFLICT).text, "UID in the precondition");
    struct ls_call_spec stale = {
        .verb = LS_VERB_DELETE, .place = one, .if_uid = uid, .if_resource_version = "1"};
    live_refused(live, &stale, LS_E_CONFLICT);
    struct ls_call_spec rehearsed = {.verb = LS_VERB_DELETE, .place = one, .is_dry_run = true};
    ls_obj_unref(live_ask(live, &rehearsed));

    struct ls_call_spec ours = {.verb = LS_VERB_DELETE,
                                .place = one,
                                .if_uid = uid,
                                .if_resource_version = version,
                                .propagation = LS_PROPAGATION_BACKGROUND};
    const struct ls_obj *gone LS_AUTO(ls_obj_unref_at) = live_ask(live, &ours);
    CHECK_STR(text_at(gone, "status"), "Success");
    CHECK_STR(text_at(gone, "details.uid"), uid);
    struct ls_err err = live_refused(live, &ours, LS_E_NOT_FOUND);
    CHECK_HAS(err.text, "delete configmaps \"a\" in namespace \"");
    CHECK_HAS(err.text, "configmaps \"a\" not found");
}

TEST(apply_conflicts_name_the_manager_and_force_takes_over)
{
    struct live *live LS_AUTO(live_close_at) = live_open("admin");
    live_space(live);
    struct ls_place one = place_of(live, "configmaps", "a");
    struct ls_call_spec theirs = {.verb = LS_VERB_APPLY,
                                  .place = one,
                                  .body_text = live_configmap("a", "k", "theirs"),
                                  .field_manager = "somebody-else"};
    ls_obj_unref(live_ask(live, &theirs));
    struct ls_call_spec ours = {
        .verb = LS_VERB_APPLY, .place = one, .body_text = live_configmap("a", "k", "ours")};
    struct ls_err err = {0};
    const struct ls_obj *status LS_AUTO(ls_obj_unref_at) = NULL;
    CHECK_CODE(ls_call_wait(live->client, &ours, &status, &err), LS_E_CONFLICT, err);
    CHECK_HAS(err.text, "somebody-else");
    CHECK_HAS(err.text, ".data.k");
    struct ls_node cause = ls_node_item(ls_node_at(ls_obj_root(status), "details.causes"), 0);
    CHECK(ls_node_string_is(ls_node_at(cause, "reason"), "FieldManagerConflict"));
    CHECK(ls_node_string_is(ls_node_at(cause, "field"), ".data.k"));

    ours.is_forced = true;
    ours.is_dry_run = true;
    const struct ls_obj *rehearsed LS_AUTO(ls_obj_unref_at) = live_ask(live, &ours);
    CHECK_STR(text_at(rehearsed, "data.k"), "ours");
    struct ls_call_spec get = {.verb = LS_VERB_GET, .place = one};
    const struct ls_obj *before LS_AUTO(ls_obj_unref_at) = live_ask(live, &get);
    CHECK_STR(text_at(before, "data.k"), "theirs");
    ours.is_dry_run = false;
    ls_obj_unref(live_ask(live, &ours));
    const struct ls_obj *after LS_AUTO(ls_obj_unref_at) = live_ask(live, &get);
    CHECK_STR(text_at(after, "data.k"), "ours");
}

TEST(fields_the_server_does_not_know_are_warned_of_or_refused)
{
    struct live *live LS_AUTO(live_close_at) = live_open("admin");
    live_space(live);
    struct ls_call_spec create = {
        .verb = LS_VERB_CREATE,
        .place = place_of(live, "configmaps", NULL),
        .body_text = LS_SLICE("{\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\",\"metadata\":{"
                              "\"generateName\":\"a\"},\"dada\":{}}"),
        .validation = LS_VALIDATION_WARN};
    ls_obj_unref(live_ask(live, &create));
    ls_obj_unref(live_ask(live, &create));
    CHECK_STR(ls_buf_text(&live->warnings), "unknown field \"dada\"|");
    create.validation = LS_VALIDATION_STRICT;
    CHECK_HAS(live_refused(live, &create, LS_E_INVALID).text, "unknown field \"dada\"");
    create.validation = LS_VALIDATION_IGNORE;
    ls_obj_unref(live_ask(live, &create));
}

TEST(an_invalid_object_is_refused_with_its_causes)
{
    struct live *live LS_AUTO(live_close_at) = live_open("admin");
    live_space(live);
    struct ls_call_spec create = {
        .verb = LS_VERB_CREATE,
        .place = place_of(live, "deployments", NULL),
        .body_text = LS_SLICE("{\"kind\":\"Deployment\",\"apiVersion\":\"apps/v1\",\"metadata\":{"
                              "\"name\":\"w\"},\"spec\":{\"replicas\":-1,\"selector\":{},"
                              "\"template\":{\"metadata\":{},\"spec\":{\"containers\":[]}}}}")};
    struct ls_err err = live_refused(live, &create, LS_E_INVALID);
    CHECK_HAS(err.text, "Deployment.apps \"w\" is invalid");
    CHECK_HAS(err.text, "spec.replicas");
    CHECK_HAS(err.text, "spec.template.spec.containers: Required value");
}

#define DEPLOYMENT                                                                                 \
    "{\"kind\":\"Deployment\",\"apiVersion\":\"apps/v1\",\"metadata\":{\"name\":\"w\"},\"spec\":{" \
    "\"replicas\":0,\"selector\":{\"matchLabels\":{\"a\":\"w\"}},\"template\":{\"metadata\":{"     \
    "\"labels\":{\"a\":\"w\"}},\"spec\":{\"containers\":[{\"name\":\"c\",\"image\":\"i\"}]}}}}"

TEST(status_and_scale_are_resources_of_their_own)
{
    struct live *live LS_AUTO(live_close_at) = live_open("admin");
    live_space(live);
    struct ls_place one = place_of(live, "deployments", "w");
    struct ls_call_spec apply = {
        .verb = LS_VERB_APPLY, .place = one, .body_text = LS_SLICE(DEPLOYMENT)};
    ls_obj_unref(live_ask(live, &apply));
    struct ls_place scale = one;
    scale.subresource = "scale";
    struct ls_call_spec scale_to = {.verb = LS_VERB_MERGE_PATCH,
                                    .place = scale,
                                    .body_text = LS_SLICE("{\"spec\":{\"replicas\":1}}")};
    const struct ls_obj *scaled LS_AUTO(ls_obj_unref_at) = live_ask(live, &scale_to);
    CHECK_STR(text_at(scaled, "kind"), "Scale");
    struct ls_call_spec get = {.verb = LS_VERB_GET, .place = one};
    const struct ls_obj *got LS_AUTO(ls_obj_unref_at) = live_ask(live, &get);
    CHECK_INT(ls_node_int(ls_node_at(ls_obj_root(got), "spec.replicas"), -1), 1);

    struct ls_place status = one;
    status.subresource = "status";
    struct ls_call_spec report = {
        .verb = LS_VERB_MERGE_PATCH,
        .place = status,
        .body_text = LS_SLICE("{\"spec\":{\"replicas\":7},\"status\":{\"conditions\":[{\"type\":"
                              "\"Live\",\"status\":\"True\"}]}}")};
    const struct ls_obj *reported LS_AUTO(ls_obj_unref_at) = live_ask(live, &report);
    CHECK_INT(ls_node_int(ls_node_at(ls_obj_root(reported), "spec.replicas"), -1), 1);
    struct ls_call_spec read = {.verb = LS_VERB_GET, .place = status};
    ls_obj_unref(live_ask(live, &read));
}

/* ---- refusals ---- */

TEST(an_error_names_the_missing_right)
{
    struct live *admin LS_AUTO(live_close_at) = live_open("admin");
    struct live *viewer LS_AUTO(live_close_at) = live_open("viewer");
    struct ls_call_spec list = {
        .verb = LS_VERB_LIST,
        .place = {.resource = live_kind(admin, "secrets"), .namespace_name = "default"}};
    struct ls_err err = live_refused(viewer, &list, LS_E_FORBIDDEN);
    CHECK_HAS(err.text, "list secrets in namespace \"default\": secrets is forbidden: User");
    CHECK_HAS(err.text, "cannot list resource \"secrets\"");
}

TEST(a_busy_server_is_asked_again_until_it_answers)
{
    struct live *admin LS_AUTO(live_close_at) = live_open("admin");
    struct live *user LS_AUTO(live_close_at) = live_open("user");
    struct ls_call_spec get = {
        .verb = LS_VERB_GET,
        .place = {.resource = live_kind(admin, "namespaces"), .name = "default"},
        .is_single_try = true};
    live_cluster("refuse-user");
    struct ls_err err = live_refused(user, &get, LS_E_TOO_MANY);
    CHECK(err.retry_after_ms >= 1000);
    get.is_single_try = false;
    get.timeout_ms = 2500;
    live_refused(user, &get, LS_E_TOO_MANY);
    CHECK(ls_client_counts(user->client).repeats >= 1);
    live_cluster("accept-user");
    get.timeout_ms = 0;
    ls_obj_unref(live_ask(user, &get));
}

/* ---- many objects ---- */

enum { MANY = 5000, AT_ONCE = 64 };

struct crowd {
    struct live *live;
    struct ls_place place;
    struct ls_api_call calls[AT_ONCE];
    unsigned slots[AT_ONCE];
    unsigned begun;
    unsigned done;
};

static void crowd_next(struct crowd *crowd, unsigned slot);

struct crowd_slot {
    struct crowd *crowd;
    unsigned slot;
};
static struct crowd_slot crowd_slots[AT_ONCE];

static void crowd_done(void *self, const struct ls_answer *answer)
{
    struct crowd_slot *at = self;
    CHECK_OK(answer->code, *answer->err);
    at->crowd->done++;
    crowd_next(at->crowd, at->slot);
}

static void crowd_next(struct crowd *crowd, unsigned slot)
{
    if (crowd->begun == MANY)
        return;
    char name[32];
    snprintf(name, sizeof name, "many-%05u", crowd->begun++);
    crowd->place.name = name;
    crowd_slots[slot] = (struct crowd_slot){crowd, slot};
    struct ls_call_spec apply = {.verb = LS_VERB_APPLY,
                                 .place = crowd->place,
                                 .form = LS_FORM_METADATA,
                                 .body_text = live_configmap(name, "k", "some value")};
    ls_api_call_start(crowd->live->client, &crowd->calls[slot], &apply, crowd_done,
                      &crowd_slots[slot]);
}

static bool crowd_is_there(void *self)
{
    return ((struct crowd *)self)->done == MANY;
}

struct pages {
    unsigned count;
    bool is_sorted;
    char last[64];
};

static void pages_begin(void *self)
{
    *(struct pages *)self = (struct pages){.is_sorted = true};
}

static bool pages_object(void *self, const struct ls_obj *obj)
{
    struct pages *pages = self;
    const char *name = text_at(obj, "metadata.name");
    CHECK_STR(text_at(obj, "kind"), "ConfigMap");
    if (strncmp(name, "many-", 5) != 0)
        return true;
    pages->count++;
    pages->is_sorted = pages->is_sorted && strcmp(pages->last, name) < 0;
    snprintf(pages->last, sizeof pages->last, "%s", name);
    return true;
}

static void pages_done(void *self, const struct ls_list_end *end)
{
    (void)self;
    CHECK_OK(end->code, *end->err);
    CHECK(ls_slice_is(end->kind, "ConfigMapList"));
}

static bool news_count(void *self)
{
    return ((struct pages *)self)->is_sorted;
}

static void watch_count(void *self, const struct ls_news *news)
{
    struct pages *pages = self;
    if (news->kind == LS_NEWS_OBJECT)
        pages->count += strncmp(text_at(news->obj, "metadata.name"), "many-", 5) == 0;
    if (news->kind == LS_NEWS_SYNCED)
        pages->is_sorted = true;
}

static void watch_all(struct live *live, const struct ls_selection *selection, bool is_paged)
{
    struct pages watched = {0};
    struct ls_list_watch *watch = NULL;
    struct ls_err err = {0};
    struct ls_list_watch_options options = {.is_without_streams = is_paged};
    CHECK_OK(
        ls_list_watch_start(live->client, selection, &options, watch_count, &watched, &watch, &err),
        err);
    live_until(live, news_count, &watched, "a synced watch");
    CHECK_INT(watched.count, MANY);
    ls_list_watch_free(watch);
}

TEST(five_thousand_objects_come_in_pages_each_once)
{
    struct live *live LS_AUTO(live_close_at) = live_open("admin");
    live_space(live);
    struct crowd crowd = {.live = live, .place = place_of(live, "configmaps", NULL)};
    uint64_t before = ls_client_counts(live->client).requests;
    for (unsigned i = 0; i < AT_ONCE; i++)
        crowd_next(&crowd, i);
    live_until(live, crowd_is_there, &crowd, "5,000 objects");
    CHECK_INT(ls_client_counts(live->client).requests - before, MANY);

    struct ls_selection selection = {.resource = crowd.place.resource,
                                     .namespace_name = live->space};
    struct pages pages = {0};
    struct ls_list_hooks hooks = {&pages, pages_begin, pages_object, pages_done, NULL};
    struct ls_err err = {0};
    before = ls_client_counts(live->client).requests;
    CHECK_OK(ls_list_wait(live->client, &selection, NULL, &hooks, &err), err);
    CHECK_INT(pages.count, MANY);
    CHECK(pages.is_sorted);
    /* kube-root-ca.crt is one more, so the last page may hold it alone. */
    uint64_t requests = ls_client_counts(live->client).requests - before;
    CHECK(requests == MANY / LS_PAGE_OBJECTS || requests == MANY / LS_PAGE_OBJECTS + 1);

    watch_all(live, &selection, false);
    watch_all(live, &selection, true);
    selection.fields = "metadata.name=many-00017";
    CHECK_OK(ls_list_wait(live->client, &selection, NULL, &hooks, &err), err);
    CHECK_INT(pages.count, 1);
    struct ls_call_spec clear = {.verb = LS_VERB_DELETE_COLLECTION,
                                 .place = place_of(live, "configmaps", NULL),
                                 .fields = "metadata.name!=kube-root-ca.crt",
                                 .form = LS_FORM_METADATA};
    ls_obj_unref(live_ask(live, &clear));
    selection.fields = NULL;
    CHECK_OK(ls_list_wait(live->client, &selection, NULL, &hooks, &err), err);
    CHECK_INT(pages.count, 0);
}

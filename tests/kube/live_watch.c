/* The list-watch on a real API server that is killed, started again and loses its history. */
#include <stdio.h>
#include <string.h>

#include "base/map.h"
#include "base/mem.h"
#include "check.h"
#include "kube/list_watch_impl.h"
#include "kube/resource_version.h"
#include "support_live.h"

/* What was reported: the current version of each object, and every (object, version) ever. */
struct view {
    struct live *live;
    struct ls_list_watch *watch;
    struct ls_map *objects;  /* name to version, heap */
    struct ls_map *reported; /* "name@version" */
    unsigned begin_count;
    unsigned synced_count;
    unsigned trouble_count;
    enum ls_code trouble;
    const char *wanted_name; /* what live_until() waits for */
    const char *wanted_version;
    size_t wanted_count;
};

static void view_put(struct view *view, const char *name, const char *version)
{
    char key[256];
    snprintf(key, sizeof key, "%s@%s", name, version);
    if (ls_map_put(view->reported, ls_slice_of(key), view))
        fail_msg("%s was reported twice", key);
    ls_free(ls_map_put(view->objects, ls_slice_of(name), ls_strdup(version)));
}

static void view_drop(struct view *view, struct ls_slice key)
{
    struct ls_slice name;
    ls_slice_cut(key, '/', &name);
    char *version = ls_map_remove(view->objects, name);
    if (!version)
        fail_msg("%.*s is gone but was never there", LS_ARG(key));
    ls_free(version);
}

static void view_news(void *self, const struct ls_news *news)
{
    struct view *view = self;
    struct ls_node metadata = ls_node_get(ls_obj_root(news->obj), LS_SLICE("metadata"));
    view->begin_count += news->kind == LS_NEWS_SYNC_BEGIN;
    view->synced_count += news->kind == LS_NEWS_SYNCED;
    if (news->kind == LS_NEWS_OBJECT)
        view_put(view, ls_node_text(ls_node_at(metadata, "name")),
                 ls_node_text(ls_node_at(metadata, "resourceVersion")));
    if (news->kind == LS_NEWS_GONE)
        view_drop(view, news->key);
    if (news->kind == LS_NEWS_TROUBLE) {
        print_message("trouble: %s\n", news->trouble->text);
        view->trouble_count++;
        view->trouble = news->trouble->code;
    }
}

static void view_open(struct view *view, struct live *live, bool is_paged)
{
    *view = (struct view){.live = live, .objects = ls_map_new(0), .reported = ls_map_new(0)};
    struct ls_selection selection = {.resource = live_kind(live, "configmaps"),
                                     .namespace_name = live->space,
                                     .fields = "metadata.name!=kube-root-ca.crt"};
    struct ls_list_watch_options options = {.keeps_names = true, .is_without_streams = is_paged};
    struct ls_err err = {0};
    CHECK_OK(ls_list_watch_start(live->client, &selection, &options, view_news, view, &view->watch,
                                 &err),
             err);
}

static void view_release(struct view *view)
{
    struct ls_slice name;
    void *version;
    ls_list_watch_free(view->watch);
    for (size_t at = 0; ls_map_next(view->objects, &at, &name, &version);)
        ls_free(version);
    ls_map_free(view->objects);
    ls_map_free(view->reported);
}

/* ---- what is waited for ---- */

static bool is_synced(void *self)
{
    return ((struct view *)self)->synced_count > 0;
}

static bool is_troubled(void *self)
{
    return ((struct view *)self)->trouble_count > 0;
}

static bool is_as_wanted(void *self)
{
    const struct view *view = self;
    const char *version = ls_map_get(view->objects, ls_slice_of(view->wanted_name));
    return ls_map_count(view->objects) == view->wanted_count && version &&
           strcmp(version, view->wanted_version) == 0;
}

/* ---- what is done meanwhile, by another client ---- */

static void version_copy(const struct ls_obj *obj, char version[32])
{
    const char *text = ls_node_text(ls_node_at(ls_obj_root(obj), "metadata.resourceVersion"));
    snprintf(version, 32, "%s", text);
}

static void apply(struct live *live, const char *name, const char *value, char version[32])
{
    struct ls_call_spec ask = {.verb = LS_VERB_APPLY,
                               .place = {live_kind(live, "configmaps"), live->space, name, NULL},
                               .body_text = live_configmap(name, "k", value)};
    const struct ls_obj *obj = live_ask(live, &ask);
    version_copy(obj, version);
    ls_obj_unref(obj);
}

static void apply_some(struct live *live, unsigned from, unsigned to, const char *value,
                       char version[32])
{
    for (unsigned i = from; i < to; i++) {
        char name[32];
        snprintf(name, sizeof name, "w%03u", i);
        apply(live, name, value, version);
    }
}

static void delete_some(struct live *live, unsigned from, unsigned to)
{
    for (unsigned i = from; i < to; i++) {
        char name[32];
        snprintf(name, sizeof name, "w%03u", i);
        struct ls_call_spec ask = {
            .verb = LS_VERB_DELETE,
            .place = {live_kind(live, "configmaps"), live->space, name, NULL}};
        ls_obj_unref(live_ask(live, &ask));
    }
}

static void wait_for(struct view *view, size_t count, const char *name, const char *version)
{
    view->wanted_count = count;
    view->wanted_name = name;
    view->wanted_version = version;
    live_until(view->live, is_as_wanted, view, "the view to show the last change");
}

static void survive_a_kill(bool is_paged)
{
    struct live *live LS_AUTO(live_close_at) = live_open("admin");
    live_space(live);
    char version[32];
    apply_some(live, 0, 20, "1", version);
    struct view view LS_AUTO(view_release);
    view_open(&view, live, is_paged);
    live_until(live, is_synced, &view, "the first list");
    CHECK_INT(ls_map_count(view.objects), 20);
    apply_some(live, 20, 30, "1", version);
    wait_for(&view, 30, "w029", version);

    live_cluster("kill-apiserver");
    live_until(live, is_troubled, &view, "the loss to be noticed");
    live_cluster("start-apiserver");
    /* By another client: ours may still be pausing. */
    struct live *other LS_AUTO(live_close_at) = live_open("admin");
    char space[sizeof other->space];
    memcpy(space, live->space, sizeof space);
    memcpy(other->space, space, sizeof space);
    delete_some(other, 0, 5);
    apply_some(other, 5, 10, "2", version);
    apply_some(other, 30, 40, "1", version);
    wait_for(&view, 35, "w039", version);
    apply(other, "w039", "3", version);
    wait_for(&view, 35, "w039", version);
    other->space[0] = '\0'; /* it is not its own to delete */
}

TEST(a_streamed_view_survives_a_killed_server)
{
    survive_a_kill(false);
}

TEST(a_paged_view_survives_a_killed_server)
{
    survive_a_kill(true);
}

static void survive_compaction(bool is_paged)
{
    struct live *live LS_AUTO(live_close_at) = live_open("admin");
    live_space(live);
    char version[32];
    apply_some(live, 0, 10, "1", version);
    struct view view LS_AUTO(view_release);
    view_open(&view, live, is_paged);
    live_until(live, is_synced, &view, "the first list");
    /* The store moves on without our view, then forgets how it got there. */
    struct ls_call_spec ask = {
        .verb = LS_VERB_CREATE,
        .place = {.resource = live_kind(live, "secrets"), .namespace_name = live->space},
        .body_text = LS_SLICE("{\"kind\":\"Secret\",\"apiVersion\":\"v1\",\"metadata\":{"
                              "\"generateName\":\"s\"}}")};
    char secret_version[32] = "";
    for (int i = 0; i < 20; i++) {
        const struct ls_obj *secret = live_ask(live, &ask);
        version_copy(secret, secret_version);
        ls_obj_unref(secret);
    }
    live_cluster("compact");
    /* A bookmark may have carried our view over the gap; that is luck, and no list is needed then.
     */
    bool is_behind = ls_rv_compare(ls_buf_slice(&view.watch->version),
                                   ls_slice_of(secret_version)) == LS_RV_OLDER;
    live_cluster("kill-apiserver");
    live_cluster("start-apiserver");
    live_until(live, is_troubled, &view, "the loss to be noticed");
    delete_some(live, 0, 3);
    apply(live, "w009", "2", version);
    wait_for(&view, 7, "w009", version);
    CHECK(!is_behind || view.synced_count > 1);
}

TEST(a_streamed_view_survives_lost_history)
{
    survive_compaction(false);
}

TEST(a_paged_view_survives_lost_history)
{
    survive_compaction(true);
}

TEST(a_view_without_rights_says_so)
{
    struct live *admin LS_AUTO(live_close_at) = live_open("admin");
    struct live *viewer LS_AUTO(live_close_at) = live_open("viewer");
    struct view view = {.live = viewer, .objects = ls_map_new(0), .reported = ls_map_new(0)};
    struct ls_selection selection = {.resource = live_kind(admin, "secrets"),
                                     .namespace_name = "default"};
    struct ls_err err = {0};
    CHECK_OK(
        ls_list_watch_start(viewer->client, &selection, NULL, view_news, &view, &view.watch, &err),
        err);
    live_until(viewer, is_troubled, &view, "the refusal");
    CHECK_INT(view.trouble, LS_E_FORBIDDEN);
    view_release(&view);
}

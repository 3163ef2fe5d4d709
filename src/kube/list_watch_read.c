/* Reads what the server sends to a list-watch and reports it (list_watch_impl.h). */
#include "base/mem.h"
#include "base/defect.h"
#include "kube/list_watch_impl.h"
#include "kube/resource_version.h"
#include "kube/status.h"

bool ls_list_watch_report(struct ls_list_watch *watch, const struct ls_news *news)
{
    LS_ASSERT(!watch->is_cut);
    bool is_cut = false;
    watch->is_cut = &is_cut;
    watch->fn(watch->self, news);
    if (!is_cut)
        watch->is_cut = NULL;
    return !is_cut;
}

/* ---- names, where they are kept ---- */

static struct ls_slice uid_bytes(const struct ls_uid *uid)
{
    return (struct ls_slice){(const char *)uid, sizeof *uid};
}

static void name_keep(struct ls_list_watch *watch, struct ls_uid uid, struct ls_node object)
{
    if (!watch->names || ls_map_get(watch->names, uid_bytes(&uid)))
        return;
    struct ls_buf key = {0};
    struct ls_slice space = ls_node_string(ls_node_at(object, "metadata.namespace"));
    if (space.len > 0)
        ls_buf_printf(&key, "%.*s/", LS_ARG(space));
    ls_buf_add_slice(&key, ls_node_string(ls_node_at(object, "metadata.name")));
    ls_buf_add_text(&key, "");
    ls_map_put(watch->names, uid_bytes(&uid), ls_buf_take(&key));
}

void ls_list_watch_names_free(struct ls_list_watch *watch)
{
    struct ls_slice key;
    void *name;
    for (size_t at = 0; watch->names && ls_map_next(watch->names, &at, &key, &name);)
        ls_free(name);
    if (watch->names)
        ls_map_free(watch->names);
    watch->names = NULL;
}

/* ---- reporting ---- */

/* The object that a reply is about: itself, or the object of a table's row. */
static struct ls_node subject_of(const struct ls_list_watch *watch, const struct ls_obj *obj)
{
    struct ls_node root = ls_obj_root(obj);
    if (watch->selection.form != LS_FORM_TABLE)
        return root;
    struct ls_node rows = ls_node_get(root, LS_SLICE("rows"));
    struct ls_node row = ls_node_is_list(rows) ? ls_node_item(rows, 0) : root;
    bool is_row = ls_node_is_list(ls_node_get(row, LS_SLICE("cells")));
    return is_row ? ls_node_get(row, LS_SLICE("object")) : root;
}

static bool gone_report(struct ls_list_watch *watch, struct ls_uid uid, const struct ls_obj *obj,
                        bool is_initial)
{
    char *name LS_AUTO(ls_free_at) =
        watch->names ? ls_map_remove(watch->names, uid_bytes(&uid)) : NULL;
    struct ls_news news = {.kind = LS_NEWS_GONE,
                           .obj = obj,
                           .uid = uid,
                           .key = ls_slice_of(name),
                           .is_initial = is_initial};
    return ls_list_watch_report(watch, &news);
}

bool ls_list_watch_head(struct ls_list_watch *watch, const struct ls_obj *head)
{
    struct ls_node columns = ls_node_get(ls_obj_root(head), LS_SLICE("columnDefinitions"));
    if (watch->selection.form != LS_FORM_TABLE || !ls_node_is_list(columns))
        return true;
    return ls_list_watch_report(watch, &(struct ls_news){.kind = LS_NEWS_HEAD, .obj = head});
}

bool ls_list_watch_begin(struct ls_list_watch *watch)
{
    ls_known_begin_round(watch->known);
    watch->freshness =
        watch->must_be_most_recent || watch->version.len == 0 ? LS_MOST_RECENT : LS_NOT_OLDER;
    return ls_list_watch_report(watch, &(struct ls_news){.kind = LS_NEWS_SYNC_BEGIN});
}

bool ls_list_watch_see(struct ls_list_watch *watch, const struct ls_obj *obj, bool is_initial)
{
    struct ls_node subject = subject_of(watch, obj);
    struct ls_uid uid = ls_uid_of_object(subject);
    struct ls_slice version = ls_node_string(ls_node_at(subject, "metadata.resourceVersion"));
    if (!ls_known_see(watch->known, uid, version, watch->freshness))
        return true;
    name_keep(watch, uid, subject);
    struct ls_news news = {
        .kind = LS_NEWS_OBJECT, .obj = obj, .uid = uid, .is_initial = is_initial};
    return ls_list_watch_report(watch, &news);
}

enum ls_code ls_list_watch_version_check(struct ls_slice version, struct ls_err *err)
{
    if (version.len > 0)
        return LS_OK;
    return ls_fail(err, LS_E_PROTOCOL,
                   "the server's list has no resourceVersion, so nothing can follow it");
}

bool ls_list_watch_complete(struct ls_list_watch *watch, struct ls_slice version)
{
    LS_ASSERT(version.len > 0);
    struct ls_uid uid;
    while (!LS_DEFECT(vanished_not_reported) && ls_known_sweep(watch->known, &uid)) {
        if (!gone_report(watch, uid, NULL, true))
            return false;
    }
    struct ls_buf before LS_AUTO(ls_buf_release) = watch->version;
    watch->version = (struct ls_buf){0};
    ls_buf_add_slice(&watch->version, version);
    bool is_set_back = ls_rv_compare(version, ls_buf_slice(&before)) == LS_RV_OLDER;
    watch->must_be_most_recent = false;
    watch->freshness = LS_NOT_OLDER;
    watch->is_synced = true;
    struct ls_news news = {.kind = LS_NEWS_SYNCED,
                           .version = ls_buf_slice(&watch->version),
                           .set_back_from = is_set_back ? ls_buf_slice(&before) : LS_SLICE("")};
    return ls_list_watch_report(watch, &news);
}

/* ---- events of a stream ---- */

/* Initial objects come in no order of revisions: the revision moves only after the last of them. */
static void version_move(struct ls_list_watch *watch, struct ls_node object)
{
    struct ls_slice seen = ls_node_string(ls_node_at(object, "metadata.resourceVersion"));
    bool is_back = ls_rv_compare(seen, ls_buf_slice(&watch->version)) == LS_RV_OLDER;
    if (watch->state != WATCH_WATCHING || seen.len == 0 || is_back)
        return;
    ls_buf_clear(&watch->version);
    ls_buf_add_slice(&watch->version, seen);
}

static enum ls_code event_object(struct ls_list_watch *watch, const struct ls_obj *obj,
                                 struct ls_err *err)
{
    (void)err;
    version_move(watch, subject_of(watch, obj));
    bool is_initial = watch->state == WATCH_LISTING;
    return ls_list_watch_see(watch, obj, is_initial) ? LS_OK : LS_E_CANCELLED;
}

static enum ls_code event_gone(struct ls_list_watch *watch, const struct ls_obj *obj,
                               struct ls_err *err)
{
    (void)err;
    struct ls_node subject = subject_of(watch, obj);
    version_move(watch, subject);
    struct ls_uid uid = ls_uid_of_object(subject);
    if (!ls_known_drop(watch->known, uid))
        return LS_OK;
    return gone_report(watch, uid, obj, false) ? LS_OK : LS_E_CANCELLED;
}

static enum ls_code event_bookmark(struct ls_list_watch *watch, const struct ls_obj *obj,
                                   struct ls_err *err)
{
    struct ls_node subject = subject_of(watch, obj);
    struct ls_node mark = ls_node_get(ls_node_at(subject, "metadata.annotations"),
                                      LS_SLICE("k8s.io/initial-events-end"));
    version_move(watch, subject);
    if (watch->state != WATCH_LISTING || !ls_node_string_is(mark, "true"))
        return LS_OK;
    struct ls_slice version = ls_node_string(ls_node_at(subject, "metadata.resourceVersion"));
    if (ls_list_watch_version_check(version, err))
        return err->code;
    if (!ls_list_watch_complete(watch, version))
        return LS_E_CANCELLED;
    ls_list_watch_marked(watch);
    return LS_OK;
}

static enum ls_code event_error(struct ls_list_watch *watch, const struct ls_obj *obj,
                                struct ls_err *err)
{
    watch->is_error_event = true;
    watch->is_version_unknown = ls_status_is_version_unknown(ls_obj_root(obj));
    return ls_status_fail(&(struct ls_refusal){.status = ls_obj_root(obj)}, err);
}

static const struct {
    const char *type;
    enum ls_code (*read)(struct ls_list_watch *watch, const struct ls_obj *obj, struct ls_err *err);
} event_rows[] = {
    {"ADDED", event_object},      {"MODIFIED", event_object}, {"DELETED", event_gone},
    {"BOOKMARK", event_bookmark}, {"ERROR", event_error},
};

static enum ls_code event_dispatch(struct ls_list_watch *watch, struct ls_node type,
                                   const struct ls_obj *obj, struct ls_err *err)
{
    for (size_t i = 0; i < LS_COUNT(event_rows); i++) {
        if (!ls_node_string_is(type, event_rows[i].type))
            continue;
        bool is_live = watch->state == WATCH_WATCHING;
        if (!ls_list_watch_head(watch, obj))
            return LS_E_CANCELLED;
        enum ls_code code = event_rows[i].read(watch, obj, err);
        if (!code && is_live)
            watch->unreadable_count = watch->turned_back_count = 0;
        return code;
    }
    return ls_fail(err, LS_E_PROTOCOL, "the server sent an event of the unknown type \"%.40s\"",
                   ls_node_text(type));
}

enum ls_code ls_list_watch_event(void *self, struct ls_slice envelope, struct ls_slice item,
                                 struct ls_err *err)
{
    struct ls_list_watch *watch = self;
    const struct ls_obj *head LS_AUTO(ls_obj_unref_at) = NULL;
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    watch->event_count++;
    if (ls_reply_parse(envelope, &head, err) || ls_reply_parse(item, &obj, err))
        return ls_context(err, "event %llu of the stream", (unsigned long long)watch->event_count);
    struct ls_node type = ls_node_get(ls_obj_root(head), LS_SLICE("type"));
    return event_dispatch(watch, type, obj, err);
}

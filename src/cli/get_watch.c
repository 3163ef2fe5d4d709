/* `lockstep get -w`: prints what exists, then every change once, also after lost connections
 * (get.h). */
#include "cli/get.h"

#include "kube/list_watch.h"
#include "value/build.h"
#include "value/field_selector.h"

struct watching {
    struct ls_get *get;
    const struct ls_get_target *target;
    struct ls_table table;
    struct ls_objects objects;
    struct ls_known *shown; /* distinguishes ADDED from MODIFIED */
    struct ls_buf out;
    bool is_live;  /* the first list is complete */
    bool is_ended; /* nothing more to wait for */
};

static bool is_table(const struct watching *watching)
{
    return watching->get->form == LS_OUTPUT_TABLE || watching->get->form == LS_OUTPUT_WIDE;
}

static void end(struct watching *watching)
{
    watching->is_ended = true;
}

/* ---- showing ---- */

/* An error of the template ends the watch: the next object would fail, too. */
static void shape_show(struct watching *watching, struct ls_node object, const char *event)
{
    struct ls_get *get = watching->get;
    struct ls_err err = {0};
    if (!ls_get_shape_show(get, object, event, &watching->out, &err))
        return;
    ls_get_shape_flush(get, &watching->out);
    (void)ls_get_write(&watching->out);
    ls_get_failed(get, &err);
    end(watching);
}

static void object_show(struct watching *watching, const struct ls_obj *obj, const char *event)
{
    struct ls_node root = ls_obj_root(obj);
    int64_t now_ms = ls_clock_wall_ms(watching->get->connection->world->clock);
    if (is_table(watching))
        ls_get_table_take(&watching->table, root, event, now_ms);
    else if (ls_get_is_shaped(watching->get))
        shape_show(watching, root, event);
    else
        ls_objects_event(&watching->objects, root, event, &watching->out);
}

/* What is known of an object that was deleted while the connection was lost. */
static const struct ls_obj *gone_build(const struct ls_resource *resource,
                                       const struct ls_news *news)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_buf version LS_AUTO(ls_buf_release) = {0};
    struct ls_slice name;
    struct ls_slice namespace_name = ls_slice_cut(news->key, '/', &name);
    char uid[37];
    ls_uid_print(news->uid, uid);
    ls_buf_printf(&version, "%s%s%s", resource->group, resource->group[0] ? "/" : "",
                  resource->version);
    ls_build_map(&build);
    ls_build_member_text(&build, "apiVersion", ls_buf_text(&version));
    ls_build_member_text(&build, "kind", resource->kind);
    ls_build_key(&build, LS_SLICE("metadata"));
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("name"));
    ls_build_string(&build, name.at ? name : news->key);
    if (name.at) {
        ls_build_key(&build, LS_SLICE("namespace"));
        ls_build_string(&build, namespace_name);
    }
    ls_build_member_text(&build, "uid", uid);
    ls_build_end(&build);
    ls_build_end(&build);
    return ls_build_obj(&build);
}

static void vanished_show(struct watching *watching, const struct ls_news *news)
{
    if (is_table(watching)) {
        ls_table_gone(&watching->table, news->key);
        return;
    }
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) =
        gone_build(watching->target->resource, news);
    object_show(watching, obj, "DELETED");
}

static void flush(struct watching *watching)
{
    ls_table_flush(&watching->table, &watching->out);
    ls_get_shape_flush(watching->get, &watching->out);
    if (!ls_get_write(&watching->out))
        end(watching);
}

/* ---- news ---- */

static void on_object(struct watching *watching, const struct ls_news *news)
{
    bool is_new = ls_known_see(watching->shown, news->uid, LS_SLICE("1"), LS_NOT_OLDER);
    if (!watching->is_live && watching->get->is_watch_only) {
        ls_table_columns(&watching->table,
                         ls_node_get(ls_obj_root(news->obj), LS_SLICE("columnDefinitions")));
        return;
    }
    object_show(watching, news->obj, is_new ? "ADDED" : "MODIFIED");
    /* The first rows are printed together, as wide as the widest of them. */
    bool is_aligned = is_table(watching) || watching->get->form == LS_OUTPUT_COLUMNS;
    if (watching->is_live || !is_aligned)
        flush(watching);
}

static void on_gone(struct watching *watching, const struct ls_news *news)
{
    ls_known_drop(watching->shown, news->uid);
    if (news->obj)
        object_show(watching, news->obj, "DELETED");
    else
        vanished_show(watching, news);
    if (watching->is_live)
        flush(watching);
}

static void on_head(struct watching *watching, const struct ls_news *news)
{
    ls_table_columns(&watching->table,
                     ls_node_get(ls_obj_root(news->obj), LS_SLICE("columnDefinitions")));
}

static void on_missing(struct watching *watching)
{
    struct ls_err err = {0};
    struct ls_buf kind LS_AUTO(ls_buf_release) = {0};
    ls_resource_print(&kind, watching->target->resource);
    (void)ls_fail(&err, LS_E_NOT_FOUND, "%s \"%s\" not found", ls_buf_text(&kind),
                  watching->target->name);
    ls_get_failed(watching->get, &err);
    end(watching);
}

static void on_synced(struct watching *watching)
{
    if (!watching->is_live && watching->target->name && ls_known_count(watching->shown) == 0)
        on_missing(watching);
    watching->is_live = true;
    flush(watching);
}

/* A lasting error ends a watch that has shown nothing yet; later the watch goes on. */
static void on_trouble(struct watching *watching, const struct ls_news *news)
{
    if (!watching->is_live && !ls_code_is_transient(news->trouble->code)) {
        ls_get_failed(watching->get, news->trouble);
        end(watching);
        return;
    }
    fprintf(stderr, "lockstep get: %s", news->trouble->text);
    if (news->retry_in_ms > 0)
        fprintf(stderr, " (trying again in %.1f s)", (double)news->retry_in_ms / 1000);
    fputc('\n', stderr);
}

static void on_news(void *self, const struct ls_news *news)
{
    struct watching *watching = self;
    if (watching->is_ended)
        return;
    switch (news->kind) {
    case LS_NEWS_HEAD:
        on_head(watching, news);
        break;
    case LS_NEWS_OBJECT:
        on_object(watching, news);
        break;
    case LS_NEWS_GONE:
        on_gone(watching, news);
        break;
    case LS_NEWS_SYNCED:
        on_synced(watching);
        break;
    case LS_NEWS_TROUBLE:
        on_trouble(watching, news);
        break;
    case LS_NEWS_SYNC_BEGIN:
    case LS_NEWS_COUNT:
        break;
    }
}

/* ---- the watch ---- */

static enum ls_form form_of(const struct watching *watching)
{
    if (is_table(watching))
        return LS_FORM_TABLE;
    return watching->get->form == LS_OUTPUT_NAME ? LS_FORM_METADATA : LS_FORM_FULL;
}

static void options_set(struct watching *watching)
{
    const struct ls_get *get = watching->get;
    const struct ls_resource *resource = watching->target->resource;
    watching->table.options = (struct ls_table_options){
        .is_wide = get->form == LS_OUTPUT_WIDE,
        .has_no_headers = get->has_no_headers,
        .has_namespace = get->is_everywhere && resource->is_namespaced,
        .has_labels = get->has_labels,
        .has_event = get->has_event,
    };
    watching->objects = (struct ls_objects){
        .form = get->form,
        .has_managed_fields = get->has_managed_fields,
        .has_event = get->has_event,
        .resource = resource,
    };
}

/* The field selector for one name; nothing for none. */
static void name_select(struct ls_buf *out, const char *name)
{
    struct ls_field_term term = {.field = "metadata.name", .value = ls_slice_of(name)};
    if (name)
        ls_field_selector_print(out, &(struct ls_field_selector){1, &term});
}

static enum ls_code watch_run(struct watching *watching, struct ls_err *err)
{
    const struct ls_get *get = watching->get;
    struct ls_buf by_name LS_AUTO(ls_buf_release) = {0};
    name_select(&by_name, watching->target->name);
    struct ls_selection selection = {
        .resource = watching->target->resource,
        .namespace_name = ls_get_namespace(get, watching->target->resource),
        .labels = get->labels,
        .fields = watching->target->name ? ls_buf_text(&by_name) : get->fields,
        .form = form_of(watching),
    };
    struct ls_list_watch_options options = {.keeps_names = true};
    struct ls_list_watch *watch = NULL;
    if (ls_list_watch_start(get->connection->client, &selection, &options, on_news, watching,
                            &watch, err))
        return err->code;
    enum ls_code code = ls_connection_wait(get->connection, &watching->is_ended, err);
    ls_list_watch_free(watch);
    return code;
}

void ls_get_watch(struct ls_get *get)
{
    LS_ASSERT(get->targets.count == 1);
    struct watching watching = {.get = get, .target = &get->targets.at[0]};
    struct ls_err err = {0};
    watching.shown = ls_known_new(ls_random_u64(&get->connection->world->random));
    options_set(&watching);
    if (watch_run(&watching, &err))
        ls_get_failed(get, &err);
    ls_known_free(watching.shown);
    ls_table_release(&watching.table);
    ls_buf_release(&watching.out);
}

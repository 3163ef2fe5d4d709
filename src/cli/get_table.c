/* `lockstep get` as tables: the server's own columns and rows (get.h). */
#include "cli/get.h"

/* What was received, kept only when several kinds are shown: whether names carry their kind is
 * known when all have answered. */
struct received {
    const struct ls_resource *resource;
    const struct ls_obj *obj;
};

struct tables {
    struct ls_get *get;
    LS_VEC(struct received) kept;
    size_t kept_before;                 /* the target that is being read */
    const struct ls_resource *resource; /* of the table that is being filled */
    struct ls_table table;
    struct ls_buf kind;
    struct ls_buf out;
    bool has_namespace;
    bool has_output;
};

/* ---- printing ---- */

/* One kind's table is complete. An empty line stands between two. */
static void table_finish(struct tables *tables)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_table_flush(&tables->table, &text);
    if (text.len == 0)
        return;
    if (tables->has_output && !tables->get->has_no_headers)
        ls_buf_add_char(&tables->out, '\n');
    ls_buf_add_slice(&tables->out, ls_buf_slice(&text));
    tables->has_output = true;
    ls_get_write(&tables->out);
}

static void table_turn_to(struct tables *tables, const struct ls_resource *resource, bool is_mixed)
{
    const struct ls_get *get = tables->get;
    if (tables->resource == resource)
        return;
    table_finish(tables);
    ls_table_release(&tables->table);
    ls_buf_clear(&tables->kind);
    ls_objects_kind(resource, &tables->kind);
    tables->resource = resource;
    /* As in kubectl, the column stays once there was one, so that all tables have the same front.
     */
    tables->has_namespace |= get->is_everywhere && resource->is_namespaced;
    tables->table.options = (struct ls_table_options){
        .is_wide = get->form == LS_OUTPUT_WIDE,
        .has_no_headers = get->has_no_headers,
        .has_namespace = tables->has_namespace,
        .has_labels = get->has_labels,
        .kind = is_mixed ? ls_buf_text(&tables->kind) : NULL,
    };
}

void ls_get_table_take(struct ls_table *table, struct ls_node root, const char *event,
                       int64_t now_ms)
{
    struct ls_node rows = ls_node_get(root, LS_SLICE("rows"));
    struct ls_node cells = ls_node_get(root, LS_SLICE("cells"));
    struct ls_node columns = ls_node_get(root, LS_SLICE("columnDefinitions"));
    ls_table_columns(table, columns);
    LS_EACH (it, rows)
        ls_table_row(table, it.value, event);
    if (!ls_node_is_absent(cells))
        ls_table_row(table, root, event);
    else if (ls_node_is_absent(rows) && ls_node_is_absent(columns))
        ls_table_object(table, root, event, now_ms);
}

static void table_print(struct tables *tables, const struct received *received, bool is_mixed)
{
    int64_t now_ms = ls_clock_wall_ms(tables->get->connection->world->clock);
    table_turn_to(tables, received->resource, is_mixed);
    ls_get_table_take(&tables->table, ls_obj_root(received->obj), NULL, now_ms);
}

/* ---- receiving ---- */

static void receive(struct tables *tables, const struct ls_resource *resource,
                    const struct ls_obj *obj)
{
    struct received received = {resource, obj};
    if (!ls_get_is_mixed(tables->get)) {
        table_print(tables, &received, false);
        return;
    }
    (void)ls_obj_ref(obj);
    ls_vec_push(&tables->kept, received);
}

static void kept_drop(struct tables *tables, size_t count)
{
    while (tables->kept.count > count)
        ls_obj_unref(ls_vec_pop(&tables->kept).obj);
}

/* All pages of one target. */
struct pages {
    struct tables *tables;
    const struct ls_resource *resource;
};

/* Begins, or begins anew: then what came before does not count. */
static void pages_begin(void *self)
{
    const struct pages *pages = self;
    kept_drop(pages->tables, pages->tables->kept_before);
    if (pages->tables->resource == pages->resource)
        ls_table_clear(&pages->tables->table);
}

/* Only a table has a head worth keeping; a server without tables sends a list. */
static void pages_head(void *self, const struct ls_obj *head)
{
    const struct pages *pages = self;
    struct ls_node columns = ls_node_get(ls_obj_root(head), LS_SLICE("columnDefinitions"));
    if (ls_node_is_list(columns))
        receive(pages->tables, pages->resource, head);
}

static bool pages_object(void *self, const struct ls_obj *obj)
{
    const struct pages *pages = self;
    receive(pages->tables, pages->resource, obj);
    return true;
}

static enum ls_code target_list(struct tables *tables, const struct ls_resource *resource,
                                struct ls_err *err)
{
    const struct ls_get *get = tables->get;
    struct pages pages = {tables, resource};
    struct ls_selection selection = {
        .resource = resource,
        .namespace_name = ls_get_namespace(get, resource),
        .labels = get->labels,
        .fields = get->fields,
        .form = LS_FORM_TABLE,
    };
    struct ls_list_hooks hooks = {
        .self = &pages, .begin = pages_begin, .head = pages_head, .object = pages_object};
    tables->kept_before = tables->kept.count;
    return ls_connection_list(get->connection, &selection, &hooks, err);
}

static void target_answered(void *self, const struct ls_answer *answer)
{
    const struct pages *pages = self;
    if (!answer->code)
        receive(pages->tables, pages->resource, answer->obj);
}

static enum ls_code target_get(struct tables *tables, const struct ls_get_target *target,
                               struct ls_err *err)
{
    const struct ls_get *get = tables->get;
    struct pages pages = {tables, target->resource};
    struct ls_call_spec ask = {
        .verb = LS_VERB_GET,
        .place = {.resource = target->resource,
                  .namespace_name = ls_get_namespace(get, target->resource),
                  .name = target->name},
        .form = LS_FORM_TABLE,
    };
    return ls_connection_ask(get->connection, &ask, target_answered, &pages, err);
}

/* ---- all of it ---- */

/* Does everything that was asked for live in the one namespace? */
static bool is_all_in_namespace(const struct ls_get *get)
{
    for (size_t i = 0; i < get->targets.count; i++)
        if (!get->targets.at[i].resource->is_namespaced)
            return false;
    return !get->is_everywhere;
}

static void nothing_found(const struct ls_get *get)
{
    if (get->ignores_not_found || get->result != LS_EXIT_DONE)
        return;
    if (is_all_in_namespace(get))
        fprintf(stderr, "No resources found in %s namespace.\n",
                get->connection->config->namespace_name);
    else
        fputs("No resources found\n", stderr);
}

static bool is_kept_mixed(const struct tables *tables)
{
    for (size_t i = 1; i < tables->kept.count; i++)
        if (tables->kept.at[i].resource != tables->kept.at[0].resource)
            return true;
    return false;
}

static void tables_release(struct tables *tables)
{
    kept_drop(tables, 0);
    ls_vec_release(&tables->kept);
    ls_table_release(&tables->table);
    ls_buf_release(&tables->kind);
    ls_buf_release(&tables->out);
}

void ls_get_tables(struct ls_get *get)
{
    LS_ASSERT(get->form == LS_OUTPUT_TABLE || get->form == LS_OUTPUT_WIDE);
    struct tables tables LS_AUTO(tables_release) = {.get = get};
    for (size_t i = 0; i < get->targets.count; i++) {
        const struct ls_get_target *target = &get->targets.at[i];
        struct ls_err err = {0};
        enum ls_code code = target->name ? target_get(&tables, target, &err)
                                         : target_list(&tables, target->resource, &err);
        if (code)
            ls_get_failed(get, &err);
        if (code == LS_E_CANCELLED)
            return;
    }
    bool is_mixed = is_kept_mixed(&tables);
    for (size_t i = 0; i < tables.kept.count; i++)
        table_print(&tables, &tables.kept.at[i], is_mixed);
    table_finish(&tables);
    if (!tables.has_output)
        nothing_found(get);
}

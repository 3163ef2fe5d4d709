#include "sandbox/serve/show.h"

#include "sandbox/kinds/kind_columns.h"
#include "value/build.h"
#include "value/json.h"
#include "value/yaml.h"

static const char *meta_version(const struct ls_response_form *form)
{
    return form->is_beta ? "meta.k8s.io/v1beta1" : "meta.k8s.io/v1";
}

static struct ls_node in_version(struct ls_arena *arena, const struct ls_kind *kind,
                                 struct ls_node stored)
{
    return kind->view && kind->view->show ? kind->view->show(arena, kind, stored) : stored;
}

static void put(struct ls_buf *out, struct ls_node node)
{
    ls_json_print(out, node, LS_JSON_COMPACT);
}

/* ---- whole ---- */

static bool is_type_member(struct ls_slice key)
{
    return ls_slice_is(key, "kind") || ls_slice_is(key, "apiVersion");
}

/* Items of built-in lists have no apiVersion and kind; the list has. */
static void put_untyped(struct ls_buf *out, struct ls_node object)
{
    bool is_first = true;
    ls_buf_add_char(out, '{');
    LS_EACH (it, object) {
        if (is_type_member(it.key))
            continue;
        if (!is_first)
            ls_buf_add_char(out, ',');
        is_first = false;
        ls_json_print_string(out, it.key);
        ls_buf_add_char(out, ':');
        put(out, it.value);
    }
    ls_buf_add_char(out, '}');
}

static void put_metadata(struct ls_buf *out, const struct ls_response_form *form,
                         struct ls_node object)
{
    ls_buf_printf(out, "{\"kind\":\"PartialObjectMetadata\",\"apiVersion\":\"%s\",\"metadata\":",
                  meta_version(form));
    struct ls_node metadata = ls_node_at(object, "metadata");
    if (ls_node_is_absent(metadata))
        ls_buf_add_text(out, "{}");
    else
        put(out, metadata);
    ls_buf_add_char(out, '}');
}

/* ---- Table ---- */

/* Lists of custom kinds always have `continue`, even if it is empty. */
static void put_list_meta(struct ls_buf *out, const struct ls_list_meta *meta, bool has_continue)
{
    ls_buf_add_text(out, "\"metadata\":{");
    if (meta->revision > 0)
        ls_buf_printf(out, "\"resourceVersion\":\"%lld\"", (long long)meta->revision);
    if (meta->continue_token.len > 0 || has_continue) {
        ls_buf_add_text(out, ",\"continue\":");
        ls_json_print_string(out, meta->continue_token);
    }
    if (meta->remaining >= 0)
        ls_buf_printf(out, ",\"remainingItemCount\":%lld", (long long)meta->remaining);
    ls_buf_add_char(out, '}');
}

static void put_columns(struct ls_buf *out, const struct ls_kind *kind)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    struct ls_arena arena LS_AUTO(ls_arena_release) = {0};
    ls_build_list(&build);
    for (size_t i = 0; i < ls_kind_column_count(kind); i++) {
        struct ls_column column = ls_kind_column(kind, i);
        ls_build_map(&build);
        ls_build_member_text(&build, "name", column.name);
        ls_build_member_text(&build, "type", column.type);
        ls_build_member_text(&build, "format", column.format);
        ls_build_member_text(&build, "description", column.description);
        ls_build_key(&build, LS_SLICE("priority"));
        ls_build_int(&build, column.priority);
        ls_build_end(&build);
    }
    ls_build_end(&build);
    put(out, ls_build_arena(&build, &arena));
}

static void put_row(struct ls_buf *out, struct ls_arena *arena, const struct ls_showing *showing,
                    struct ls_node object)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_list(&build);
    ls_kind_cells(showing->kind, &build, object, showing->now_ms);
    ls_build_end(&build);
    ls_buf_add_text(out, "{\"cells\":");
    put(out, ls_build_arena(&build, arena));
    ls_build_list(&build);
    bool has_conditions = ls_kind_row_conditions(showing->kind, &build, object);
    ls_build_end(&build);
    if (has_conditions) {
        ls_buf_add_text(out, ",\"conditions\":");
        put(out, ls_build_arena(&build, arena));
    }
    ls_buf_add_text(out, ",\"object\":");
    if (showing->form.include == LS_INCLUDE_METADATA)
        put_metadata(out, &showing->form, object);
    else if (showing->form.include == LS_INCLUDE_OBJECT)
        put(out, object);
    else
        ls_buf_add_text(out, "null");
    ls_buf_add_char(out, '}');
}

static void put_table_start(struct ls_buf *out, const struct ls_showing *showing,
                            const struct ls_list_meta *meta)
{
    ls_buf_printf(out, "{\"kind\":\"Table\",\"apiVersion\":\"%s\",", meta_version(&showing->form));
    put_list_meta(out, meta, false);
    ls_buf_add_text(out, ",\"columnDefinitions\":");
    if (showing->has_columns)
        put_columns(out, showing->kind);
    else
        ls_buf_add_text(out, "null");
    ls_buf_add_text(out, ",\"rows\":[");
}

static void put_table(struct ls_buf *out, struct ls_arena *arena, const struct ls_showing *showing,
                      struct ls_node object)
{
    int64_t revision = 0;
    struct ls_slice text = ls_node_string(ls_node_at(object, "metadata.resourceVersion"));
    if (!ls_slice_to_i64(text, &revision))
        revision = 0;
    struct ls_list_meta meta = {.revision = revision, .remaining = -1};
    put_table_start(out, showing, &meta);
    put_row(out, arena, showing, object);
    ls_buf_add_text(out, "]}");
}

/* ---- one and many ---- */

void ls_show(struct ls_buf *out, struct ls_arena *arena, const struct ls_showing *showing,
             struct ls_node stored)
{
    LS_ASSERT(showing->kind);
    LS_ASSERT(showing->form.as <= LS_AS_METADATA_LIST);
    struct ls_node object = in_version(arena, showing->kind, stored);
    switch (showing->form.as) {
    case LS_AS_TABLE:
        put_table(out, arena, showing, object);
        break;
    case LS_AS_METADATA:
    case LS_AS_METADATA_LIST:
        put_metadata(out, &showing->form, object);
        break;
    case LS_AS_OBJECT:
    case LS_AS_DISCOVERY:
        put(out, object);
        break;
    }
}

void ls_show_list_start(struct ls_buf *out, const struct ls_showing *showing,
                        const struct ls_list_meta *meta)
{
    if (showing->form.as == LS_AS_TABLE) {
        put_table_start(out, showing, meta);
        return;
    }
    if (showing->form.as == LS_AS_OBJECT)
        ls_buf_printf(out, "{\"kind\":\"%s\",\"apiVersion\":\"%s\",", showing->kind->list_kind,
                      showing->kind->api_version);
    else
        ls_buf_printf(out, "{\"kind\":\"PartialObjectMetadataList\",\"apiVersion\":\"%s\",",
                      meta_version(&showing->form));
    put_list_meta(out, meta, showing->kind->is_custom && showing->form.as == LS_AS_OBJECT);
    ls_buf_add_text(out, ",\"items\":[");
}

void ls_show_list_item(struct ls_buf *out, struct ls_arena *arena, const struct ls_showing *showing,
                       struct ls_node stored, bool is_first)
{
    struct ls_node object = in_version(arena, showing->kind, stored);
    if (!is_first)
        ls_buf_add_char(out, ',');
    if (showing->form.as == LS_AS_TABLE)
        put_row(out, arena, showing, object);
    else if (showing->form.as != LS_AS_OBJECT)
        put_metadata(out, &showing->form, object);
    else if (showing->kind->is_custom)
        put(out, object);
    else
        put_untyped(out, object);
}

/* A Table without columns of its own has `"rows":null` when it is empty. */
static bool has_null_rows(const struct ls_buf *out, const struct ls_showing *showing)
{
    return showing->form.as == LS_AS_TABLE && !showing->kind->columns &&
           ls_slice_ends(ls_buf_slice(out), "\"rows\":[");
}

void ls_show_list_end(struct ls_buf *out, const struct ls_showing *showing)
{
    bool is_null = has_null_rows(out, showing);
    if (is_null)
        out->at[--out->len] = '\0';
    ls_buf_add_text(out, is_null ? "null}" : "]}");
}

/* ---- other texts ---- */

void ls_show_convert(struct ls_buf *json, enum ls_response_form_text text)
{
    LS_ASSERT(text <= LS_TEXT_YAML);
    const struct ls_obj *value LS_AUTO(ls_obj_unref_at) = NULL;
    struct ls_json_options options = {.bytes_max = SIZE_MAX, .depth_max = UINT32_MAX};
    bool is_other =
        text != LS_TEXT_JSON && ls_json_parse(ls_buf_slice(json), &options, &value, NULL) == LS_OK;
    if (is_other)
        ls_buf_clear(json);
    if (is_other && text == LS_TEXT_YAML)
        ls_yaml_print(json, ls_obj_root(value), LS_YAML_SORTED);
    else if (is_other)
        ls_json_print(json, ls_obj_root(value), LS_JSON_SERVER);
    if (!is_other)
        ls_buf_add_char(json, '\n');
}

const char *ls_show_content_type(enum ls_response_form_text text)
{
    LS_ASSERT(text <= LS_TEXT_YAML);
    return text == LS_TEXT_YAML ? "application/yaml" : "application/json";
}

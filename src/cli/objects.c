#include "cli/objects.h"

#include <string.h>

#include "cli/cell.h"
#include "value/build.h"
#include "value/json.h"
#include "value/members.h"
#include "value/yaml.h"

enum { ITEM_INDENT = 8 };

/* ---- what is printed ---- */

/* Where in an object we are, to know the one managedFields that is the server's bookkeeping. */
enum place { AT_ROOT, AT_METADATA, AT_OTHER };

static void sorted_build(struct ls_build *build, struct ls_node node, enum place place);

static enum place place_below(enum place place, struct ls_slice key)
{
    return place == AT_ROOT && ls_slice_is(key, "metadata") ? AT_METADATA : AT_OTHER;
}

static void sorted_map(struct ls_build *build, struct ls_node map, enum place place)
{
    struct ls_members members LS_AUTO(ls_members_release);
    ls_members_init(&members, map);
    ls_build_map(build);
    for (size_t i = 0; i < members.count; i++) {
        struct ls_slice key = members.at[i].key;
        if (place == AT_METADATA && ls_slice_is(key, "managedFields"))
            continue;
        ls_build_key(build, key);
        sorted_build(build, members.at[i].value, place_below(place, key));
    }
    ls_build_end(build);
}

/* Keys in the order of their bytes; the YAML printer has an order of its own. */
static void sorted_build(struct ls_build *build, struct ls_node node, enum place place)
{
    if (ls_node_is_map(node)) {
        sorted_map(build, node, place);
    } else if (ls_node_is_list(node)) {
        ls_build_list(build);
        LS_EACH (it, node)
            sorted_build(build, it.value, AT_OTHER);
        ls_build_end(build);
    } else {
        ls_build_node(build, node);
    }
}

static void object_build(const struct ls_objects *objects, struct ls_build *build,
                         struct ls_node object)
{
    sorted_build(build, object, objects->has_managed_fields ? AT_OTHER : AT_ROOT);
}

/* ---- names ---- */

void ls_objects_kind(const struct ls_resource *resource, struct ls_buf *out)
{
    for (const char *at = resource->kind; *at; at++)
        ls_buf_add_char(out, *at >= 'A' && *at <= 'Z' ? (char)(*at - 'A' + 'a') : *at);
    if (resource->group[0])
        ls_buf_printf(out, ".%s", resource->group);
}

static void name_print(const struct ls_objects *objects, struct ls_node object, struct ls_buf *out)
{
    LS_ASSERT(objects->form == LS_OUTPUT_NAME);
    LS_ASSERT(objects->resource);
    struct ls_slice name = ls_node_string(ls_node_at(object, "metadata.name"));
    ls_objects_kind(objects->resource, out);
    ls_buf_add_char(out, '/');
    ls_cell_print_text(out, name.len > 0 ? name : LS_SLICE("<unknown>"));
    ls_buf_add_char(out, '\n');
}

/* ---- one object ---- */

static void value_print(const struct ls_objects *objects, struct ls_node value, struct ls_buf *out)
{
    if (objects->form == LS_OUTPUT_YAML) {
        ls_yaml_print(out, value, LS_YAML_SORTED);
        return;
    }
    LS_ASSERT(objects->form == LS_OUTPUT_JSON);
    ls_json_print(out, value, LS_JSON_PRETTY);
    ls_buf_add_char(out, '\n');
}

void ls_objects_one(struct ls_objects *objects, struct ls_node object, struct ls_buf *out)
{
    objects->count++;
    if (objects->form == LS_OUTPUT_NAME) {
        name_print(objects, object, out);
        return;
    }
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    object_build(objects, &build, object);
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = ls_build_obj(&build);
    value_print(objects, ls_obj_root(obj), out);
}

/* ---- a list ---- */

static const char yaml_head[] = "apiVersion: v1\nitems:";
static const char json_head[] = "{\n    \"apiVersion\": \"v1\",\n    \"items\": [";

/* A list of one at the top stands in the same columns as an item below `items:`. */
static void item_yaml(struct ls_objects *objects, struct ls_node object, struct ls_buf *out)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_list(&build);
    object_build(objects, &build, object);
    ls_build_end(&build);
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = ls_build_obj(&build);
    if (objects->count == 0)
        ls_buf_printf(out, "%s\n", yaml_head);
    ls_yaml_print(out, ls_obj_root(obj), LS_YAML_SORTED);
}

/* Strings in JSON hold no line break, so every line is indented alike. */
static void lines_indent(struct ls_buf *out, struct ls_slice text)
{
    while (text.len > 0) {
        struct ls_slice rest;
        struct ls_slice line = ls_slice_cut(text, '\n', &rest);
        ls_buf_printf(out, "%s%*s", out->len > 0 ? "\n" : "", ITEM_INDENT, "");
        ls_buf_add_slice(out, line);
        text = rest;
    }
}

static void item_json(struct ls_objects *objects, struct ls_node object, struct ls_buf *out)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    object_build(objects, &build, object);
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = ls_build_obj(&build);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_buf indented LS_AUTO(ls_buf_release) = {0};
    ls_json_print(&text, ls_obj_root(obj), LS_JSON_PRETTY);
    lines_indent(&indented, ls_buf_slice(&text));
    ls_buf_printf(out, "%s\n", objects->count > 0 ? "," : json_head);
    ls_buf_add_slice(out, ls_buf_slice(&indented));
}

void ls_objects_item(struct ls_objects *objects, struct ls_node object, struct ls_buf *out)
{
    if (objects->form == LS_OUTPUT_YAML)
        item_yaml(objects, object, out);
    else if (objects->form == LS_OUTPUT_JSON)
        item_json(objects, object, out);
    else
        name_print(objects, object, out);
    objects->count++;
}

void ls_objects_end(struct ls_objects *objects, struct ls_buf *out)
{
    bool is_empty = objects->count == 0;
    if (objects->form == LS_OUTPUT_YAML)
        ls_buf_printf(out, "%s%skind: List\nmetadata:\n  resourceVersion: \"\"\n",
                      is_empty ? yaml_head : "", is_empty ? " []\n" : "");
    else if (objects->form == LS_OUTPUT_JSON)
        ls_buf_printf(out,
                      "%s],\n    \"kind\": \"List\",\n    \"metadata\": {\n"
                      "        \"resourceVersion\": \"\"\n    }\n}\n",
                      is_empty ? json_head : "\n    ");
}

/* ---- changes ---- */

/* One line, {"type":...,"object":...}, with the escapes of the pretty form. */
static void event_json(const struct ls_objects *objects, struct ls_node object, const char *event,
                       struct ls_buf *out)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    object_build(objects, &build, object);
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = ls_build_obj(&build);
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_json_print(&text, ls_obj_root(obj), LS_JSON_COMPACT);
    ls_buf_printf(out, "{\"type\":\"%s\",\"object\":", event);
    for (size_t i = 0; i < text.len; i++) {
        if (ls_char_is_any(text.at[i], "<>&"))
            ls_buf_printf(out, "\\u%04x", (unsigned)text.at[i]);
        else
            ls_buf_add_char(out, text.at[i]);
    }
    ls_buf_add_text(out, "}\n");
}

static void event_yaml(const struct ls_objects *objects, struct ls_node object, const char *event,
                       struct ls_buf *out)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_map(&build);
    ls_build_key(&build, LS_SLICE("object"));
    object_build(objects, &build, object);
    ls_build_member_text(&build, "type", event);
    ls_build_end(&build);
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = ls_build_obj(&build);
    ls_yaml_print(out, ls_obj_root(obj), LS_YAML_SORTED);
}

void ls_objects_event(struct ls_objects *objects, struct ls_node object, const char *event,
                      struct ls_buf *out)
{
    if (objects->form == LS_OUTPUT_YAML && objects->count > 0)
        ls_buf_add_text(out, "---\n");
    if (!objects->has_event || objects->form == LS_OUTPUT_NAME) {
        ls_objects_one(objects, object, out);
        return;
    }
    if (objects->form == LS_OUTPUT_YAML)
        event_yaml(objects, object, event, out);
    else
        event_json(objects, object, event, out);
    objects->count++;
}

#include "sim/bare_object.h"

#include "value/json.h"
#include "value/limits.h"

struct ls_slice ls_bare_space(const char *home, struct ls_slice space)
{
    return ls_slice_is(space, home) ? LS_SLICE("default") : space;
}

static bool is_left_out(struct ls_slice key)
{
    static const char *const names[] = {"resourceVersion",
                                        "uid",
                                        "generation",
                                        "creationTimestamp",
                                        "selfLink",
                                        "managedFields",
                                        "deletionTimestamp",
                                        "deletionGracePeriodSeconds",
                                        "applyset.kubernetes.io/part-of",
                                        "lockstep.dev/order",
                                        "lockstep.dev/applied",
                                        "lockstep.dev/adopted",
                                        "deployment.kubernetes.io/revision"};
    return ls_slice_is_any(key, names, LS_COUNT(names));
}

static void map_print(const char *home, struct ls_buf *out, struct ls_node map);

static void metadata_member(const char *home, struct ls_buf *out, struct ls_slice key,
                            struct ls_node value)
{
    if (ls_slice_is(key, "namespace"))
        ls_json_print_string(out, ls_bare_space(home, ls_node_string(value)));
    else if (ls_slice_is(key, "labels") || ls_slice_is(key, "annotations"))
        map_print(home, out, value);
    else
        ls_json_print(out, value, LS_JSON_COMPACT);
}

/* metadata, or its labels and annotations. */
static void map_print(const char *home, struct ls_buf *out, struct ls_node map)
{
    const char *between = "";
    ls_buf_add_char(out, '{');
    LS_EACH (it, map) {
        if (is_left_out(it.key))
            continue;
        ls_buf_add_text(out, between);
        between = ",";
        ls_json_print_string(out, it.key);
        ls_buf_add_char(out, ':');
        metadata_member(home, out, it.key, it.value);
    }
    ls_buf_add_char(out, '}');
}

/* Masked values are no base64: all of them go where texts are. */
static void secret_data_print(struct ls_buf *out, struct ls_node object)
{
    static const char *const keys[] = {"data", "stringData"};
    const char *between = "";
    ls_buf_add_text(out, ",\"stringData\":{");
    for (size_t i = 0; i < LS_COUNT(keys); i++) {
        LS_EACH (it, ls_node_get(object, ls_slice_of(keys[i]))) {
            ls_buf_add_text(out, between);
            between = ",";
            ls_json_print_string(out, it.key);
            ls_buf_add_char(out, ':');
            ls_json_print(out, it.value, LS_JSON_COMPACT);
        }
    }
    ls_buf_add_char(out, '}');
}

const struct ls_obj *ls_bare_object(const char *home, struct ls_node object,
                                    struct ls_node metadata)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    bool is_secret = ls_node_string_is(ls_node_get(object, LS_SLICE("kind")), "Secret");
    ls_buf_add_text(&text, "{\"metadata\":");
    map_print(home, &text, metadata);
    LS_EACH (it, object) {
        bool is_data = ls_slice_is(it.key, "data") || ls_slice_is(it.key, "stringData");
        if (ls_slice_is(it.key, "metadata") || ls_slice_is(it.key, "status") ||
            (is_secret && is_data))
            continue;
        ls_buf_add_char(&text, ',');
        ls_json_print_string(&text, it.key);
        ls_buf_add_char(&text, ':');
        ls_json_print(&text, it.value, LS_JSON_COMPACT);
    }
    if (is_secret)
        secret_data_print(&text, object);
    ls_buf_add_char(&text, '}');
    const struct ls_obj *obj = NULL;
    struct ls_json_options options = {.depth_max = LS_DEPTH_MAX};
    struct ls_err err;
    LS_ASSERT(ls_json_parse(ls_buf_slice(&text), &options, &obj, &err) == LS_OK); /* as printed */
    return obj;
}

bool ls_bare_change_print(struct ls_buf *out, struct ls_node from, struct ls_node to)
{
    const char *between = "";
    if (ls_node_equal(from, to))
        return false;
    if (!ls_node_is_map(from) || !ls_node_is_map(to)) {
        ls_json_print(out, to, LS_JSON_COMPACT);
        return true;
    }
    ls_buf_add_char(out, '{');
    LS_EACH (it, to) {
        struct ls_buf value LS_AUTO(ls_buf_release) = {0};
        if (!ls_bare_change_print(&value, ls_node_get(from, it.key), it.value))
            continue;
        ls_buf_add_text(out, between);
        between = ",";
        ls_json_print_string(out, it.key);
        ls_buf_printf(out, ":%s", ls_buf_text(&value));
    }
    LS_EACH (it, from) {
        if (!ls_node_is_absent(ls_node_get(to, it.key)))
            continue;
        ls_buf_add_text(out, between);
        between = ",";
        ls_json_print_string(out, it.key);
        ls_buf_add_text(out, ":null");
    }
    ls_buf_add_char(out, '}');
    return true;
}

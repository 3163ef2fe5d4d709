#include "support_merge.h"

#include "support_schema.h"
#include "value/build.h"

#define FIELD(field, of)                                                                           \
    {                                                                                              \
        .name = (field), .type = (of)                                                              \
    }

static const struct ls_type_field pair_fields[] = {
    FIELD("a", &ls_type_string),
    FIELD("b", &ls_type_string),
};
static const struct ls_type_schema pair = TYPE_STRUCT(NULL, pair_fields);
static const struct ls_type_map fixed_map = {
    .fields = pair_fields, .field_count = LS_COUNT(pair_fields), .is_atomic = true};
static const struct ls_type_schema fixed = {.map = &fixed_map};

static const struct ls_type_map limits_map = {.values = &ls_type_scalar, .is_atomic = true};
static const struct ls_type_schema limits = {.map = &limits_map};
static const struct ls_type_schema labels = TYPE_MAP_OF(&ls_type_string);
static const struct ls_type_schema args = TYPE_LIST_OF(LS_LIST_ATOMIC, &ls_type_string);
static const struct ls_type_schema tags = TYPE_LIST_OF(LS_LIST_SET, &ls_type_string);

static const struct ls_type_field port_fields[] = {
    FIELD("name", &ls_type_string),
    FIELD("port", &ls_type_number),
    {.name = "protocol", .type = &ls_type_string, .default_text = "TCP"},
};
static const struct ls_type_schema port = TYPE_STRUCT("Port", port_fields);
static const char *const port_keys[] = {"port", "protocol"};
static const struct ls_type_schema ports = TYPE_LIST_MAP(&port, port_keys);

static const struct ls_type_field item_fields[] = {
    FIELD("list", &tags),
    FIELD("name", &ls_type_string),
    FIELD("sub", &pair),
    FIELD("value", &ls_type_string),
};
static const struct ls_type_schema item = TYPE_STRUCT("Item", item_fields);
static const char *const item_keys[] = {"name"};
static const struct ls_type_schema items = TYPE_LIST_MAP(&item, item_keys);

static const struct ls_type_field thing_fields[] = {
    FIELD("amount", &ls_type_scalar),
    FIELD("any", &ls_type_deduced),
    FIELD("args", &args),
    FIELD("count", &ls_type_number),
    FIELD("fixed", &fixed),
    FIELD("items", &items),
    FIELD("labels", &labels),
    FIELD("limits", &limits),
    FIELD("name", &ls_type_string),
    FIELD("ports", &ports),
    FIELD("ready", &ls_type_bool),
    FIELD("spec", &pair),
    FIELD("tags", &tags),
};
const struct ls_type_schema thing_type = TYPE_STRUCT("Thing", thing_fields);

struct ls_node node_in(struct ls_arena *arena, const char *json)
{
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = obj_of(json);
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_build_node(&build, ls_obj_root(obj));
    return ls_build_arena(&build, arena);
}

struct ls_field_set set_in(struct ls_arena *arena, const char *fields_v1)
{
    struct ls_field_set set = {0};
    struct ls_err err = {0};
    CHECK_OK(ls_field_set_parse(arena, node_in(arena, fields_v1), &set, &err), err);
    return set;
}

void set_print(struct ls_buf *out, struct ls_field_set set)
{
    struct ls_build build LS_AUTO(ls_build_release) = {0};
    ls_field_set_build(&build, set);
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = ls_build_obj(&build);
    ls_json_print(out, ls_obj_root(obj), LS_JSON_COMPACT);
}

const char *set_text(struct ls_field_set set)
{
    static struct ls_buf ring[4];
    static size_t next;
    struct ls_buf *text = &ring[next++ % LS_COUNT(ring)];
    ls_buf_clear(text);
    set_print(text, set);
    return ls_buf_text(text);
}

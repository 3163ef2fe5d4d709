#include "expr/check/schema_type.h"

#include <stdlib.h>
#include <string.h>

/* Sizes of values as JSON, quotes included, as kube-apiserver assumes them. */
enum {
    BYTES_MIN_STRING = 2,
    BYTES_MIN_BOOL = 4,
    BYTES_MIN_NUMBER = 1,
    BYTES_MIN_DURATION = 3,
    BYTES_MIN_DATE = 12,
    BYTES_MIN_DATE_TIME = 21,
    BYTES_MIN_BRACKETS = 2,
    SIZE_MAX_DURATION = 32,
    SIZE_MAX_DATE = 12,
    SIZE_MAX_DATE_TIME = 32,
    /* The bytes of an entry besides its value: a comma; or a comma, a colon and a key in quotes. */
    BYTES_ITEM = 1,
    BYTES_MEMBER = 6,
    BYTES_PROPERTY = 4,
    /* maxLength counts characters, sizes count bytes. */
    CHARACTER_BYTES_MAX = 4,
};

/* The most bytes that the content of one value can have in a request. */
#define CONTENT_BYTES_MAX ((uint64_t)LS_CEL_REQUEST_BYTES_MAX - 2)

struct schema_type_reader {
    struct ls_arena *arena;
};

static struct ls_cel_type *read_schema(struct schema_type_reader *reader, struct ls_node schema,
                                       bool is_root, const char *name);

static bool flag(struct ls_node schema, const char *key)
{
    return ls_node_bool(ls_node_get(schema, ls_slice_of(key)), false);
}

static bool type_is(struct ls_node schema, const char *type)
{
    return ls_node_string_is(ls_node_get(schema, LS_SLICE("type")), type);
}

static struct ls_cel_type *type_new(struct schema_type_reader *reader, enum ls_cel_kind kind,
                                    uint64_t bytes_min, uint64_t size_max)
{
    struct ls_cel_type *type = LS_ARENA_NEW(reader->arena, struct ls_cel_type);
    *type = (struct ls_cel_type){.kind = kind, .bytes_min = bytes_min, .size_max = size_max};
    return type;
}

/* A limit of the schema; false: it sets none. A negative one counts as zero. */
static bool limit_read(struct ls_node schema, const char *key, uint64_t *out)
{
    struct ls_node limit = ls_node_get(schema, ls_slice_of(key));
    if (ls_node_type(limit) != LS_TYPE_INT)
        return false;
    int64_t value = ls_node_int(limit, 0);
    *out = value < 0 ? 0 : (uint64_t)value;
    return true;
}

static uint64_t enum_size_max(struct ls_node values)
{
    uint64_t size_max = 0;
    LS_EACH (it, values)
        size_max = LS_MAX(size_max, (uint64_t)ls_node_string(it.value).len);
    return size_max;
}

static uint64_t text_size_max(struct ls_node schema)
{
    uint64_t length;
    if (limit_read(schema, "maxLength", &length))
        return length * CHARACTER_BYTES_MAX;
    return CONTENT_BYTES_MAX;
}

static struct ls_cel_type *read_string(struct schema_type_reader *reader, struct ls_node schema)
{
    struct ls_node format = ls_node_get(schema, LS_SLICE("format"));
    uint64_t length;
    if (ls_node_string_is(format, "byte")) {
        bool is_limited = limit_read(schema, "maxLength", &length);
        return type_new(reader, LS_CEL_BYTES, BYTES_MIN_STRING,
                        is_limited ? length : CONTENT_BYTES_MAX);
    }
    if (ls_node_string_is(format, "duration"))
        return type_new(reader, LS_CEL_DURATION, BYTES_MIN_DURATION, SIZE_MAX_DURATION);
    if (ls_node_string_is(format, "date"))
        return type_new(reader, LS_CEL_TIMESTAMP, BYTES_MIN_DATE, SIZE_MAX_DATE);
    if (ls_node_string_is(format, "date-time"))
        return type_new(reader, LS_CEL_TIMESTAMP, BYTES_MIN_DATE_TIME, SIZE_MAX_DATE_TIME);
    struct ls_node values = ls_node_get(schema, LS_SLICE("enum"));
    uint64_t size_max = text_size_max(schema);
    if (!limit_read(schema, "maxLength", &length) && ls_node_count(values) > 0)
        size_max = enum_size_max(values);
    return type_new(reader, LS_CEL_STRING, BYTES_MIN_STRING, size_max);
}

static struct ls_cel_type *read_nested(struct schema_type_reader *reader, struct ls_node schema,
                                       const char *outer, const char *step)
{
    return read_schema(reader, schema, flag(schema, "x-kubernetes-embedded-resource"),
                       ls_arena_printf(reader->arena, "%s.%s", outer, step));
}

static void list_kind_read(struct schema_type_reader *reader, struct ls_node schema,
                           struct ls_cel_type *list)
{
    struct ls_node kind = ls_node_get(schema, LS_SLICE("x-kubernetes-list-type"));
    if (ls_node_string_is(kind, "set"))
        list->list_as = LS_CEL_LIST_SET;
    if (!ls_node_string_is(kind, "map"))
        return;
    struct ls_node keys = ls_node_get(schema, LS_SLICE("x-kubernetes-list-map-keys"));
    const char **texts = LS_ARENA_ARRAY(reader->arena, const char *, ls_node_count(keys));
    LS_EACH (it, keys)
        texts[list->list_key_count++] = ls_node_text(it.value);
    list->list_as = LS_CEL_LIST_KEYED;
    list->list_keys = texts;
}

static struct ls_cel_type *read_list(struct schema_type_reader *reader, struct ls_node schema,
                                     const char *name)
{
    struct ls_cel_type *item =
        read_nested(reader, ls_node_get(schema, LS_SLICE("items")), name, "@idx");
    if (!item)
        return NULL;
    struct ls_cel_type *list = type_new(reader, LS_CEL_LIST, BYTES_MIN_BRACKETS,
                                        CONTENT_BYTES_MAX / (item->bytes_min + BYTES_ITEM));
    (void)limit_read(schema, "maxItems", &list->size_max);
    list->item = item;
    list_kind_read(reader, schema, list);
    return list;
}

/* kube-apiserver counts keys as empty. */
static const struct ls_cel_type map_key = {.kind = LS_CEL_STRING, .bytes_min = BYTES_MIN_STRING};

static struct ls_cel_type *read_map(struct schema_type_reader *reader, struct ls_node schema,
                                    struct ls_node values, const char *name)
{
    struct ls_cel_type *item = read_nested(reader, values, name, "@elem");
    if (!item)
        return NULL;
    struct ls_cel_type *map = type_new(reader, LS_CEL_MAP, BYTES_MIN_BRACKETS,
                                       CONTENT_BYTES_MAX / (item->bytes_min + BYTES_MEMBER));
    (void)limit_read(schema, "maxProperties", &map->size_max);
    map->key = &map_key;
    map->item = item;
    return map;
}

static int field_compare(const void *a, const void *b)
{
    const struct ls_cel_field *left = a, *right = b;
    return strcmp(left->name, right->name);
}

static struct ls_cel_field text_field(struct schema_type_reader *reader, const char *name)
{
    return (struct ls_cel_field){
        name, ls_slice_of(name),
        type_new(reader, LS_CEL_STRING, BYTES_MIN_STRING, CONTENT_BYTES_MAX)};
}

static struct ls_cel_field metadata_field(struct schema_type_reader *reader, const char *outer)
{
    struct ls_cel_type *object = type_new(reader, LS_CEL_OBJECT, BYTES_MIN_BRACKETS, 0);
    struct ls_cel_field *fields = LS_ARENA_ARRAY(reader->arena, struct ls_cel_field, 2);
    fields[0] = text_field(reader, "generateName");
    fields[1] = text_field(reader, "name");
    object->name = ls_arena_printf(reader->arena, "%s.metadata", outer);
    object->fields = fields;
    object->field_count = 2;
    return (struct ls_cel_field){"metadata", LS_SLICE("metadata"), object};
}

static bool is_text(struct ls_node properties, const char *name)
{
    return type_is(ls_node_get(properties, ls_slice_of(name)), "string");
}

static bool has_resource_fields(struct ls_node properties)
{
    struct ls_node metadata = ls_node_get(properties, LS_SLICE("metadata"));
    struct ls_node inner = ls_node_get(metadata, LS_SLICE("properties"));
    return is_text(properties, "kind") && is_text(properties, "apiVersion") &&
           type_is(metadata, "object") && is_text(inner, "name") && is_text(inner, "generateName");
}

/* The fewest bytes of an object: its required members without those that have defaults. */
static uint64_t required_bytes(struct ls_node required, struct ls_node property,
                               struct ls_slice key, const struct ls_cel_type *type)
{
    struct ls_node preset = ls_node_get(property, LS_SLICE("default"));
    bool has_default = !ls_node_is_absent(preset) && !ls_node_is_null(preset);
    if (has_default || !ls_node_has_text(required, key))
        return 0;
    return key.len + type->bytes_min + BYTES_PROPERTY;
}

enum { RESOURCE_FIELDS = 3 };
static bool is_resource_field(struct ls_slice key)
{
    return ls_slice_is_any(key, (const char *const[]){"apiVersion", "kind", "metadata"},
                           RESOURCE_FIELDS);
}

/* Returns how many fields were added. */
static size_t resource_fields_add(struct schema_type_reader *reader, struct ls_node required,
                                  struct ls_cel_type *object, struct ls_cel_field *fields)
{
    fields[0] = text_field(reader, "apiVersion");
    fields[1] = text_field(reader, "kind");
    fields[2] = metadata_field(reader, object->name);
    for (size_t i = 0; i < RESOURCE_FIELDS; i++)
        object->bytes_min += required_bytes(required, LS_ABSENT, fields[i].key, fields[i].type);
    return RESOURCE_FIELDS;
}

static struct ls_cel_type *read_object(struct schema_type_reader *reader, struct ls_node schema,
                                       bool is_root, const char *name)
{
    struct ls_node properties = ls_node_get(schema, LS_SLICE("properties"));
    struct ls_node required = ls_node_get(schema, LS_SLICE("required"));
    /* Where a resource lacks one of its own members, all of them are added, whatever the schema
     * says of the others. */
    bool puts_in = is_root && !has_resource_fields(properties);
    struct ls_cel_type *object = type_new(reader, LS_CEL_OBJECT, BYTES_MIN_BRACKETS, 0);
    struct ls_cel_field *fields = LS_ARENA_ARRAY(reader->arena, struct ls_cel_field,
                                                 ls_node_count(properties) + RESOURCE_FIELDS);
    size_t count = 0;
    object->name = name;
    LS_EACH (it, properties) {
        if (puts_in && is_resource_field(it.key))
            continue;
        const char *escaped = ls_cel_escape(reader->arena, it.key);
        const struct ls_cel_type *type =
            read_nested(reader, it.value, name, escaped ? escaped : "@unnamed");
        if (!type)
            continue;
        object->bytes_min += required_bytes(required, it.value, it.key, type);
        if (escaped)
            fields[count++] = (struct ls_cel_field){escaped, it.key, type};
    }
    if (puts_in)
        count += resource_fields_add(reader, required, object, fields + count);
    qsort(fields, count, sizeof *fields, field_compare);
    object->fields = fields;
    object->field_count = count;
    return object;
}

static struct ls_cel_type *read_schema(struct schema_type_reader *reader, struct ls_node schema,
                                       bool is_root, const char *name)
{
    if (flag(schema, "x-kubernetes-int-or-string"))
        return type_new(reader, LS_CEL_DYN, 1, text_size_max(schema));
    struct ls_node values = ls_node_get(schema, LS_SLICE("additionalProperties"));
    if (type_is(schema, "array"))
        return read_list(reader, schema, name);
    if (type_is(schema, "object") && ls_node_is_map(values))
        return read_map(reader, schema, values, name);
    if (type_is(schema, "object"))
        return read_object(reader, schema, is_root, name);
    if (type_is(schema, "string"))
        return read_string(reader, schema);
    if (type_is(schema, "boolean"))
        return type_new(reader, LS_CEL_BOOL, BYTES_MIN_BOOL, 0);
    if (type_is(schema, "number"))
        return type_new(reader, LS_CEL_DOUBLE, BYTES_MIN_NUMBER, 0);
    if (type_is(schema, "integer"))
        return type_new(reader, LS_CEL_INT, BYTES_MIN_NUMBER, 0);
    return NULL;
}

const struct ls_cel_type *ls_cel_type_of_schema(struct ls_arena *arena, struct ls_node schema,
                                                bool is_root, const char *name)
{
    LS_ASSERT(name);
    struct schema_type_reader reader = {arena};
    return read_schema(&reader, schema, is_root, ls_arena_dup(arena, ls_slice_of(name)));
}

uint64_t ls_cel_cardinality_max(const struct ls_cel_type *type)
{
    return (uint64_t)LS_CEL_REQUEST_BYTES_MAX / (type->bytes_min + BYTES_ITEM);
}

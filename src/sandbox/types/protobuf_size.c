#include "sandbox/types/protobuf_size.h"

#include "value/duration.h"
#include "value/json.h"
#include "value/time.h"

size_t ls_varint_size(uint64_t value)
{
    size_t size = 1;
    while (value >= 128) {
        value >>= 7;
        size++;
    }
    return size;
}

static size_t tag_size(unsigned number)
{
    LS_ASSERT(number > 0);
    return ls_varint_size((uint64_t)number << 3);
}

static size_t record_size(unsigned number, size_t content)
{
    return tag_size(number) + ls_varint_size(content) + content;
}

static size_t number_size(unsigned number, int64_t value)
{
    return tag_size(number) + ls_varint_size((uint64_t)value);
}

static size_t text_size(unsigned number, struct ls_node text)
{
    return record_size(number, ls_node_string(text).len);
}

/* ---- single values; what is absent counts as Go's zero value ---- */

static size_t bytes_size(unsigned number, struct ls_node base64)
{
    struct ls_slice text = ls_node_string(base64);
    size_t padding = 0;
    if (!ls_node_is_string(base64))
        return 0;
    while (padding < 2 && padding < text.len && text.at[text.len - 1 - padding] == '=')
        padding++;
    size_t full = text.len / 4 * 3;
    return record_size(number, full > padding ? full - padding : 0);
}

static size_t time_content(struct ls_node value)
{
    struct ls_time time;
    struct ls_err err;
    if (!ls_node_is_string(value) || ls_time_parse(ls_node_string(value), &time, &err))
        return 0;
    return number_size(1, time.seconds) + number_size(2, time.ns);
}

static size_t int_or_string_content(struct ls_node value)
{
    bool is_string = ls_node_is_string(value);
    return number_size(1, is_string) + number_size(2, is_string ? 0 : ls_node_int(value, 0)) +
           text_size(3, value);
}

static size_t quantity_content(struct ls_node value)
{
    return ls_node_is_string(value) ? text_size(1, value) : record_size(1, 1);
}

static size_t duration_content(struct ls_node value)
{
    int64_t ns = 0;
    struct ls_err err;
    if (ls_node_is_string(value) && ls_duration_parse(ls_node_string(value), &ns, &err))
        ns = 0;
    return number_size(1, ns);
}

static size_t raw_content(struct ls_node value)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    if (ls_node_is_absent(value))
        return 0;
    ls_json_print(&text, value, LS_JSON_COMPACT);
    return record_size(1, text.len);
}

static size_t struct_content(const struct ls_api_type *type, struct ls_node value);

/* The size of one value with its tag. A flat switch over the forms. */
static size_t value_size(const struct ls_api_field *field, unsigned number, struct ls_node value)
{
    switch ((enum ls_api_form)field->form) {
    case LS_API_FORM_STRING:
        return text_size(number, value);
    case LS_API_FORM_BOOL:
        return tag_size(number) + 1;
    case LS_API_FORM_INT32:
    case LS_API_FORM_INT64:
        return number_size(number, ls_node_int(value, 0));
    case LS_API_FORM_DOUBLE:
        return tag_size(number) + sizeof(double);
    case LS_API_FORM_BYTES:
        return bytes_size(number, value);
    case LS_API_FORM_TIME:
    case LS_API_FORM_MICRO_TIME:
        return record_size(number, time_content(value));
    case LS_API_FORM_QUANTITY:
        return record_size(number, quantity_content(value));
    case LS_API_FORM_INT_OR_STRING:
        return record_size(number, int_or_string_content(value));
    case LS_API_FORM_DURATION:
        return record_size(number, duration_content(value));
    case LS_API_FORM_RAW:
        return record_size(number, raw_content(value));
    case LS_API_FORM_STRUCT:
        return record_size(number, struct_content(field->type, value));
    case LS_API_FORM_SCHEMA_OR_BOOL:
    case LS_API_FORM_SCHEMA_OR_LIST:
    case LS_API_FORM_SCHEMA_OR_STRINGS:
        break;
    }
    return 0;
}

/* ---- fields and structs ---- */

static size_t list_size(const struct ls_api_field *field, unsigned number, struct ls_node list)
{
    size_t size = 0;
    LS_EACH (it, list)
        size += value_size(field, number, it.value);
    return size;
}

static size_t map_size(const struct ls_api_field *field, struct ls_node map)
{
    size_t size = 0;
    LS_EACH (it, map) {
        size_t value = field->shape == LS_SHAPE_MAP ? value_size(field, 2, it.value)
                                                    : record_size(2, list_size(field, 1, it.value));
        size += record_size(field->number, record_size(1, it.key.len) + value);
    }
    return size;
}

static size_t field_size(const struct ls_api_field *field, struct ls_node object)
{
    struct ls_node value = ls_node_get(object, ls_slice_of(field->name));
    if (field->shape == LS_SHAPE_LIST)
        return list_size(field, field->number, value);
    if (field->shape != LS_SHAPE_ONE)
        return map_size(field, value);
    if (ls_node_is_absent(value) && field->flags & LS_FIELD_POINTER)
        return 0;
    return value_size(field, field->number, value);
}

/* The size of the fields of a struct, or of a struct embedded in it, by ls_api_field.inside. */
static size_t fields_size(const struct ls_api_type *type, unsigned inside, struct ls_node object)
{
    size_t size = 0;
    for (size_t i = 0; i < type->field_count; i++) {
        if (type->fields[i].number > 0 && type->fields[i].inside == inside)
            size += field_size(&type->fields[i], object);
    }
    return size;
}

/* True: an earlier row is in the same embedded message. `mask` selects the part of `inside` that
 * names the message. */
static bool is_counted(const struct ls_api_type *type, size_t at, unsigned mask)
{
    for (size_t i = 0; i < at; i++) {
        if ((type->fields[i].inside & mask) == (type->fields[at].inside & mask))
            return true;
    }
    return false;
}

static size_t embedded_content(const struct ls_api_type *type, unsigned outer,
                               struct ls_node object)
{
    size_t size = fields_size(type, outer, object);
    for (size_t i = 0; i < type->field_count; i++) {
        unsigned inside = type->fields[i].inside;
        if ((inside & 255) == outer && inside >> 8 && !is_counted(type, i, 0xffff))
            size += record_size(inside >> 8, fields_size(type, inside, object));
    }
    return size;
}

static size_t struct_content(const struct ls_api_type *type, struct ls_node value)
{
    size_t size = fields_size(type, 0, value);
    for (size_t i = 0; i < type->field_count; i++) {
        unsigned outer = type->fields[i].inside & 255;
        if (outer && !is_counted(type, i, 255))
            size += record_size(outer, embedded_content(type, outer, value));
    }
    return size;
}

size_t ls_protobuf_size(struct ls_node object, const struct ls_api_type *type)
{
    LS_ASSERT(type);
    enum { MAGIC_BYTES = 4, ENCODING_AND_TYPE_BYTES = 4 };
    size_t type_meta = text_size(1, ls_node_get(object, LS_SLICE("apiVersion"))) +
                       text_size(2, ls_node_get(object, LS_SLICE("kind")));
    return MAGIC_BYTES + record_size(1, type_meta) + record_size(2, struct_content(type, object)) +
           ENCODING_AND_TYPE_BYTES;
}

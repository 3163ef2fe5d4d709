#include "sandbox/types/protobuf.h"

#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "sandbox/types/limits.h"
#include "sandbox/types/table_types.h"
#include "sandbox/types/wire_record.h"
#include "value/base64.h"
#include "value/build.h"
#include "value/duration.h"
#include "value/json.h"
#include "value/time.h"

/* ---- the envelope ---- */

static enum ls_code type_meta_read(struct ls_slice message, struct ls_envelope *out,
                                   struct ls_err *err)
{
    while (message.len > 0) {
        struct ls_wire_record record = {0};
        if (ls_wire_take(&message, "TypeMeta", &record, err))
            return LS_E_INVALID;
        if (record.type != LS_WIRE_BYTES)
            continue;
        if (record.number == 1)
            out->api_version = record.bytes;
        if (record.number == 2)
            out->kind = record.bytes;
    }
    return LS_OK;
}

enum ls_code ls_envelope_read(struct ls_slice body, struct ls_envelope *out, struct ls_err *err)
{
    if (body.len == 0)
        return ls_fail(err, LS_E_INVALID, "empty data");
    if (body.len < 4 || memcmp(body.at, "k8s\0", 4) != 0)
        return ls_fail(err, LS_E_INVALID,
                       "provided data does not appear to be a protobuf message, expected prefix "
                       "[107 56 115 0]");
    struct ls_slice message = ls_slice_from(body, 4);
    if (message.len == 0)
        return ls_fail(err, LS_E_INVALID, "empty body");
    struct ls_envelope envelope = {.raw = {message.at, 0}};
    while (message.len > 0) {
        struct ls_wire_record record = {0};
        if (ls_wire_take(&message, "Unknown", &record, err))
            return LS_E_INVALID;
        bool is_bytes = record.type == LS_WIRE_BYTES;
        if (record.number == 1 && is_bytes && type_meta_read(record.bytes, &envelope, err))
            return LS_E_INVALID;
        if (record.number == 2 && is_bytes)
            envelope.raw = record.bytes;
    }
    if (!ls_utf8_is_valid(envelope.api_version) || !ls_utf8_is_valid(envelope.kind))
        return ls_fail(err, LS_E_INVALID, "kind and apiVersion are not UTF-8");
    *out = envelope;
    return LS_OK;
}

/* ---- messages ---- */

/* Where in the message the value of a row was found. */
struct protobuf_found {
    struct ls_wire_record last;
    struct ls_slice rest; /* the message from its first record on: lists have more of them */
    bool is_there;
};

struct protobuf_reader {
    struct ls_build build;
    struct ls_buf text; /* of the value at hand */
    struct ls_err *err;
    LS_VEC(struct protobuf_found) found; /* of the open structs, one entry per row */
    unsigned depth;                      /* maps and lists that are open */
};

/* A struct that is being read. */
struct message {
    const struct ls_api_type *type;
    size_t found; /* index of its first row in `found` */
};

static enum ls_code struct_read(struct protobuf_reader *in, const struct ls_api_type *type,
                                struct ls_slice bytes, const struct ls_envelope *envelope);

static enum ls_wire_type wire_type_of(const struct ls_api_field *field)
{
    if (field->shape == LS_SHAPE_MAP || field->shape == LS_SHAPE_MAP_LISTS)
        return LS_WIRE_BYTES;
    switch ((enum ls_api_form)field->form) {
    case LS_API_FORM_BOOL:
    case LS_API_FORM_INT32:
    case LS_API_FORM_INT64:
        return LS_WIRE_VARINT;
    case LS_API_FORM_DOUBLE:
        return LS_WIRE_FIXED64;
    default:
        return LS_WIRE_BYTES;
    }
}

static enum ls_code wrong_wire_type(struct protobuf_reader *in, const struct ls_api_field *field,
                                    enum ls_wire_type type)
{
    char first = (char)(field->name[0] >= 'a' && field->name[0] <= 'z' ? field->name[0] - 32
                                                                       : field->name[0]);
    if (strcmp(field->name, "metadata") == 0)
        return ls_fail(in->err, LS_E_INVALID, "proto: wrong wireType = %d for field ObjectMeta",
                       (int)type);
    return ls_fail(in->err, LS_E_INVALID, "proto: wrong wireType = %d for field %c%s", (int)type,
                   first, field->name + 1);
}

/* Numbers in a list may be packed into one record. */
static bool is_packed(const struct ls_api_field *field, enum ls_wire_type type)
{
    return field->shape == LS_SHAPE_LIST && type == LS_WIRE_BYTES &&
           wire_type_of(field) == LS_WIRE_VARINT;
}

static bool is_embedded(const struct ls_api_type *type, unsigned inside, uint32_t number)
{
    for (size_t i = 0; i < type->field_count; i++) {
        unsigned at = type->fields[i].inside;
        if (inside == 0 ? at && (at & 255) == number
                        : (at & 255) == inside && at >> 8 == number && number > 0)
            return true;
    }
    return false;
}

static const struct ls_api_field *row_find(const struct ls_api_type *type, unsigned inside,
                                           uint32_t number, size_t *hint)
{
    for (size_t i = 0, at = *hint; i < type->field_count; i++, at++) {
        if (at >= type->field_count)
            at -= type->field_count;
        if (type->fields[at].number == number && type->fields[at].inside == inside) {
            *hint = at; /* lists have further records */
            return &type->fields[at];
        }
    }
    return NULL;
}

static enum ls_code message_scan(struct protobuf_reader *in, const struct message *message,
                                 unsigned inside, struct ls_slice bytes);

static enum ls_code embedded_scan(struct protobuf_reader *in, const struct message *message,
                                  unsigned inside, const struct ls_wire_record *record)
{
    if (record->type != LS_WIRE_BYTES)
        return ls_fail(in->err, LS_E_INVALID, "proto: wrong wireType = %d for field %u",
                       (int)record->type, record->number);
    unsigned deeper = inside == 0 ? record->number : inside | record->number << 8;
    return message_scan(in, message, deeper, record->bytes);
}

/* Finds the value of each row in a message and in the messages embedded in it. */
static enum ls_code message_scan(struct protobuf_reader *in, const struct message *message,
                                 unsigned inside, struct ls_slice bytes)
{
    size_t hint = 0;
    while (bytes.len > 0) {
        struct ls_slice here = bytes;
        struct ls_wire_record record = {0};
        if (ls_wire_take_tag(&bytes, message->type->go_name, &record, in->err))
            return LS_E_INVALID;
        const struct ls_api_field *field = row_find(message->type, inside, record.number, &hint);
        if (field && record.type != wire_type_of(field) && !is_packed(field, record.type))
            return wrong_wire_type(in, field, record.type);
        if (ls_wire_take_value(&bytes, &record, in->err))
            return LS_E_INVALID;
        if (!field) {
            if (inside < 256 && is_embedded(message->type, inside, record.number) &&
                embedded_scan(in, message, inside, &record))
                return LS_E_INVALID;
            continue;
        }
        struct protobuf_found *found =
            &in->found.at[message->found + (size_t)(field - message->type->fields)];
        if (!found->is_there)
            found->rest = here;
        found->is_there = true;
        found->last = record;
    }
    return LS_OK;
}

/* ---- single values ---- */

static void string_put(struct protobuf_reader *in, struct ls_slice bytes)
{
    if (ls_utf8_is_valid(bytes)) {
        ls_build_string(&in->build, bytes);
        return;
    }
    ls_buf_clear(&in->text);
    while (bytes.len > 0) {
        uint32_t character = 0;
        size_t len = ls_utf8_decode(bytes, &character);
        ls_buf_add(&in->text, len > 0 ? bytes.at : "\xEF\xBF\xBD", len > 0 ? len : 3);
        bytes = ls_slice_from(bytes, len > 0 ? len : 1);
    }
    ls_build_string(&in->build, ls_buf_slice(&in->text));
}

/* The last record of this number in a small message; *out stays as it is when there is none. */
static enum ls_code record_find(struct protobuf_reader *in, struct ls_slice bytes, const char *name,
                                uint32_t number, struct ls_wire_record *out)
{
    while (bytes.len > 0) {
        struct ls_wire_record record = {0};
        if (ls_wire_take(&bytes, name, &record, in->err))
            return LS_E_INVALID;
        if (record.number == number)
            *out = record;
    }
    return LS_OK;
}

static enum ls_code time_put(struct protobuf_reader *in, const struct ls_api_field *field,
                             struct ls_slice bytes)
{
    static const int64_t year_0_s = -62167219200, year_10000_s = 253402300800;
    struct ls_wire_record seconds = {0}, nanos = {0};
    if (record_find(in, bytes, "Timestamp", 1, &seconds) ||
        record_find(in, bytes, "Timestamp", 2, &nanos))
        return LS_E_INVALID;
    struct ls_time time = {.seconds = (int64_t)seconds.value};
    if (field->form == LS_API_FORM_MICRO_TIME)
        time.ns = (int32_t)nanos.value;
    if (time.seconds < year_0_s || time.seconds >= year_10000_s || time.ns < 0 ||
        time.ns > 999999999)
        return ls_fail(in->err, LS_E_INVALID, "Time.MarshalJSON: year outside of range [0,9999]");
    if (bytes.len == 0) {
        ls_build_null(&in->build);
        return LS_OK;
    }
    ls_buf_clear(&in->text);
    if (field->form == LS_API_FORM_MICRO_TIME)
        ls_time_print_micro(&in->text, time);
    else
        ls_time_print(&in->text, time);
    ls_build_string(&in->build, ls_buf_slice(&in->text));
    return LS_OK;
}

static enum ls_code quantity_put(struct protobuf_reader *in, struct ls_slice bytes)
{
    struct ls_wire_record record = {.bytes = LS_SLICE("0")};
    if (record_find(in, bytes, "Quantity", 1, &record))
        return LS_E_INVALID;
    string_put(in, record.bytes.len > 0 ? record.bytes : LS_SLICE("0"));
    return LS_OK;
}

static enum ls_code int_or_string_put(struct protobuf_reader *in, struct ls_slice bytes)
{
    struct ls_wire_record type = {0}, number = {0}, text = {.bytes = LS_SLICE("")};
    if (record_find(in, bytes, "IntOrString", 1, &type) ||
        record_find(in, bytes, "IntOrString", 2, &number) ||
        record_find(in, bytes, "IntOrString", 3, &text))
        return LS_E_INVALID;
    if (type.value == 1)
        string_put(in, text.bytes);
    else
        ls_build_int(&in->build, (int32_t)number.value);
    return LS_OK;
}

static enum ls_code duration_put(struct protobuf_reader *in, struct ls_slice bytes)
{
    struct ls_wire_record record = {0};
    if (record_find(in, bytes, "Duration", 1, &record))
        return LS_E_INVALID;
    ls_buf_clear(&in->text);
    ls_duration_print(&in->text, (int64_t)record.value);
    ls_build_string(&in->build, ls_buf_slice(&in->text));
    return LS_OK;
}

static enum ls_code raw_put(struct protobuf_reader *in, struct ls_slice bytes)
{
    struct ls_wire_record record = {.bytes = LS_SLICE("")};
    if (record_find(in, bytes, "RawExtension", 1, &record))
        return LS_E_INVALID;
    if (record.bytes.len == 0) {
        ls_build_null(&in->build);
        return LS_OK;
    }
    const struct ls_json_options options = {.depth_max = LS_BODY_DEPTH_MAX - in->depth};
    const struct ls_obj *obj LS_AUTO(ls_obj_unref_at) = NULL;
    if (ls_json_parse(record.bytes, &options, &obj, in->err))
        return LS_E_INVALID;
    ls_build_node(&in->build, ls_obj_root(obj));
    return LS_OK;
}

static void double_put(struct protobuf_reader *in, uint64_t bits)
{
    double value;
    memcpy(&value, &bits, sizeof value);
    bool is_finite = (bits >> 52 & 0x7ff) != 0x7ff;
    ls_buf_clear(&in->text);
    ls_buf_printf(&in->text, "%.17g", is_finite ? value : 0);
    ls_build_number(&in->build, ls_buf_slice(&in->text));
}

static enum ls_code schema_put(struct protobuf_reader *in, struct ls_slice bytes)
{
    return struct_read(in, &ls_api_apiextensions_v1_JSONSchemaProps, bytes, NULL);
}

static enum ls_code schema_or_bool_put(struct protobuf_reader *in, struct ls_slice bytes)
{
    struct ls_wire_record allows = {0}, schema = {0};
    if (record_find(in, bytes, "JSONSchemaPropsOrBool", 1, &allows) ||
        record_find(in, bytes, "JSONSchemaPropsOrBool", 2, &schema))
        return LS_E_INVALID;
    if (schema.bytes.at)
        return schema_put(in, schema.bytes);
    ls_build_bool(&in->build, allows.value != 0);
    return LS_OK;
}

/* A schema in record 1, or all that record 2 has: schemas, or strings. */
static enum ls_code schema_or_list_put(struct protobuf_reader *in, struct ls_slice bytes,
                                       bool of_strings)
{
    struct ls_wire_record schema = {0}, item = {0};
    if (record_find(in, bytes, "JSONSchemaPropsOrArray", 1, &schema) ||
        record_find(in, bytes, "JSONSchemaPropsOrArray", 2, &item))
        return LS_E_INVALID;
    if (schema.bytes.at && !item.bytes.at)
        return schema_put(in, schema.bytes);
    if (!item.bytes.at) {
        ls_build_null(&in->build);
        return LS_OK;
    }
    ls_build_list(&in->build);
    in->depth++;
    while (bytes.len > 0) {
        struct ls_wire_record record = {0};
        if (ls_wire_take(&bytes, "JSONSchemaPropsOrArray", &record, in->err))
            return LS_E_INVALID;
        if (record.number != 2 || record.type != LS_WIRE_BYTES)
            continue;
        if (of_strings)
            string_put(in, record.bytes);
        else if (schema_put(in, record.bytes))
            return LS_E_INVALID;
    }
    in->depth--;
    ls_build_end(&in->build);
    return LS_OK;
}

static void bytes_put(struct protobuf_reader *in, struct ls_slice bytes)
{
    ls_buf_clear(&in->text);
    ls_base64_encode(&in->text, bytes, LS_BASE64_STANDARD);
    ls_build_string(&in->build, ls_buf_slice(&in->text));
}

static enum ls_code value_put(struct protobuf_reader *in, const struct ls_api_field *field,
                              const struct ls_wire_record *record)
{
    switch ((enum ls_api_form)field->form) {
    case LS_API_FORM_STRING:
        string_put(in, record->bytes);
        return LS_OK;
    case LS_API_FORM_BOOL:
        ls_build_bool(&in->build, record->value != 0);
        return LS_OK;
    case LS_API_FORM_INT32:
        ls_build_int(&in->build, (int32_t)record->value);
        return LS_OK;
    case LS_API_FORM_INT64:
        ls_build_int(&in->build, (int64_t)record->value);
        return LS_OK;
    case LS_API_FORM_DOUBLE:
        double_put(in, record->value);
        return LS_OK;
    case LS_API_FORM_BYTES:
        bytes_put(in, record->bytes);
        return LS_OK;
    case LS_API_FORM_TIME:
    case LS_API_FORM_MICRO_TIME:
        return time_put(in, field, record->bytes);
    case LS_API_FORM_QUANTITY:
        return quantity_put(in, record->bytes);
    case LS_API_FORM_INT_OR_STRING:
        return int_or_string_put(in, record->bytes);
    case LS_API_FORM_DURATION:
        return duration_put(in, record->bytes);
    case LS_API_FORM_RAW:
        return raw_put(in, record->bytes);
    case LS_API_FORM_STRUCT:
        return struct_read(in, field->type, record->bytes, NULL);
    case LS_API_FORM_SCHEMA_OR_BOOL:
        return schema_or_bool_put(in, record->bytes);
    case LS_API_FORM_SCHEMA_OR_LIST:
        return schema_or_list_put(in, record->bytes, false);
    case LS_API_FORM_SCHEMA_OR_STRINGS:
        return schema_or_list_put(in, record->bytes, true);
    }
    return LS_OK;
}

/* ---- lists, maps, structs ---- */

static enum ls_code packed_put(struct protobuf_reader *in, const struct ls_api_field *field,
                               struct ls_slice bytes)
{
    while (bytes.len > 0) {
        struct ls_wire_record record = {.type = LS_WIRE_VARINT};
        if (ls_wire_take_varint(&bytes, &record.value, in->err) || value_put(in, field, &record))
            return LS_E_INVALID;
    }
    return LS_OK;
}

/* Message {items=1} of a map of lists. */
static enum ls_code inner_list_put(struct protobuf_reader *in, const struct ls_api_field *field,
                                   struct ls_slice bytes)
{
    ls_build_list(&in->build);
    while (bytes.len > 0) {
        struct ls_wire_record record = {0};
        if (ls_wire_take(&bytes, "ExtraValue", &record, in->err))
            return LS_E_INVALID;
        if (record.number == 1 && record.type == LS_WIRE_BYTES && value_put(in, field, &record))
            return LS_E_INVALID;
    }
    ls_build_end(&in->build);
    return LS_OK;
}

/* Message {key=1, value=2}; a missing record means an empty value. */
static enum ls_code entry_put(struct protobuf_reader *in, const struct ls_api_field *field,
                              struct ls_slice bytes)
{
    struct ls_wire_record key = {.bytes = LS_SLICE("")}, value = {.bytes = LS_SLICE("")};
    if (record_find(in, bytes, field->name, 1, &key) ||
        record_find(in, bytes, field->name, 2, &value))
        return LS_E_INVALID;
    if (!ls_utf8_is_valid(key.bytes))
        return ls_fail(in->err, LS_E_INVALID, "a key of %s is not UTF-8", field->name);
    ls_build_key(&in->build, key.bytes.at ? key.bytes : LS_SLICE(""));
    if (!value.bytes.at)
        value.bytes = LS_SLICE("");
    if (field->shape == LS_SHAPE_MAP_LISTS)
        return inner_list_put(in, field, value.bytes);
    return value_put(in, field, &value);
}

static enum ls_code entries_put(struct protobuf_reader *in, const struct ls_api_field *field,
                                struct ls_slice bytes)
{
    while (bytes.len > 0) {
        struct ls_wire_record record = {0};
        if (ls_wire_take(&bytes, field->name, &record, in->err))
            return LS_E_INVALID;
        if (record.number != field->number)
            continue;
        enum ls_code code = field->shape != LS_SHAPE_LIST   ? entry_put(in, field, record.bytes)
                            : is_packed(field, record.type) ? packed_put(in, field, record.bytes)
                                                            : value_put(in, field, &record);
        if (code)
            return code;
    }
    return LS_OK;
}

/* gogo-proto writes a value that is no pointer in Go even when it is zero; zero means absent
 * then. */
static bool is_zero(const struct ls_api_field *field, const struct ls_wire_record *record)
{
    if (field->flags & LS_FIELD_POINTER || field->shape != LS_SHAPE_ONE)
        return false;
    switch ((enum ls_api_form)field->form) {
    case LS_API_FORM_BOOL:
    case LS_API_FORM_INT32:
    case LS_API_FORM_INT64:
    case LS_API_FORM_DOUBLE:
        return record->value == 0;
    case LS_API_FORM_STRING:
    case LS_API_FORM_BYTES:
    case LS_API_FORM_TIME:
    case LS_API_FORM_MICRO_TIME:
    case LS_API_FORM_RAW:
        return record->bytes.len == 0;
    default:
        return false;
    }
}

static enum ls_code field_put(struct protobuf_reader *in, const struct ls_api_field *field,
                              const struct protobuf_found *found)
{
    if (!found->is_there || is_zero(field, &found->last))
        return LS_OK;
    ls_build_key(&in->build, ls_slice_of(field->name));
    if (field->shape == LS_SHAPE_ONE)
        return value_put(in, field, &found->last);
    if (field->shape == LS_SHAPE_LIST)
        ls_build_list(&in->build);
    else
        ls_build_map(&in->build);
    in->depth++;
    if (entries_put(in, field, found->rest))
        return LS_E_INVALID;
    in->depth--;
    ls_build_end(&in->build);
    return LS_OK;
}

static void meta_put(struct protobuf_reader *in, const struct ls_envelope *envelope)
{
    if (envelope->kind.len > 0) {
        ls_build_key(&in->build, LS_SLICE("kind"));
        ls_build_string(&in->build, envelope->kind);
    }
    if (envelope->api_version.len > 0) {
        ls_build_key(&in->build, LS_SLICE("apiVersion"));
        ls_build_string(&in->build, envelope->api_version);
    }
}

static enum ls_code struct_read(struct protobuf_reader *in, const struct ls_api_type *type,
                                struct ls_slice bytes, const struct ls_envelope *envelope)
{
    const struct message message = {.type = type, .found = in->found.count};
    if (in->depth + 8 > LS_BODY_DEPTH_MAX)
        return ls_fail(in->err, LS_E_TOO_BIG, "the message is nested deeper than %d levels",
                       LS_BODY_DEPTH_MAX);
    for (size_t i = 0; i < type->field_count; i++)
        ls_vec_push(&in->found, (struct protobuf_found){0});
    if (message_scan(in, &message, 0, bytes))
        return LS_E_INVALID;
    ls_build_map(&in->build);
    in->depth++;
    if (envelope)
        meta_put(in, envelope);
    for (size_t i = 0; i < type->field_count; i++) {
        struct protobuf_found found = in->found.at[message.found + i];
        if (field_put(in, &type->fields[i], &found))
            return LS_E_INVALID;
    }
    in->found.count = message.found;
    in->depth--;
    ls_build_end(&in->build);
    return LS_OK;
}

enum ls_code ls_protobuf_read(struct ls_arena *arena, const struct ls_envelope *envelope,
                              const struct ls_api_type *type, struct ls_node *out,
                              struct ls_err *err)
{
    LS_ASSERT(type);
    struct ls_err ignored = {0};
    struct protobuf_reader in = {.err = err ? err : &ignored};
    ls_build_reserve(&in.build, envelope->raw.len / 2 + 64);
    enum ls_code code = struct_read(&in, type, envelope->raw, envelope);
    LS_ASSERT(code || in.depth == 0);
    if (!code)
        *out = ls_build_arena(&in.build, arena);
    ls_build_release(&in.build);
    ls_buf_release(&in.text);
    ls_vec_release(&in.found);
    return code;
}

#include "sandbox/types/wire_record.h"

static enum ls_code fail_end(struct ls_err *err)
{
    return ls_fail(err, LS_E_INVALID, "unexpected EOF");
}

enum ls_code ls_wire_take_varint(struct ls_slice *message, uint64_t *out, struct ls_err *err)
{
    uint64_t value = 0;
    for (unsigned shift = 0; shift < 64; shift += 7) {
        if (message->len == 0)
            return fail_end(err);
        unsigned char byte = (unsigned char)*message->at;
        *message = ls_slice_from(*message, 1);
        value |= (uint64_t)(byte & 0x7f) << shift;
        if (byte < 0x80) {
            *out = value;
            return LS_OK;
        }
    }
    return ls_fail(err, LS_E_INVALID, "proto: integer overflow");
}

static enum ls_code take_fixed(struct ls_slice *message, size_t bytes, uint64_t *out,
                               struct ls_err *err)
{
    LS_ASSERT(bytes == sizeof(uint32_t) || bytes == sizeof(uint64_t));
    uint64_t value = 0;
    if (message->len < bytes)
        return fail_end(err);
    for (size_t i = bytes; i-- > 0;)
        value = value << 8 | (unsigned char)message->at[i];
    *message = ls_slice_from(*message, bytes);
    *out = value;
    return LS_OK;
}

static enum ls_code take_bytes(struct ls_slice *message, struct ls_slice *out, struct ls_err *err)
{
    uint64_t len = 0;
    if (ls_wire_take_varint(message, &len, err))
        return LS_E_INVALID;
    if (len > INT64_MAX)
        return ls_fail(err, LS_E_INVALID, "proto: negative length found during unmarshaling");
    if (len > message->len)
        return fail_end(err);
    *out = (struct ls_slice){message->at, (size_t)len};
    *message = ls_slice_from(*message, (size_t)len);
    return LS_OK;
}

static enum ls_code take_value(struct ls_slice *message, struct ls_wire_record *record,
                               struct ls_err *err)
{
    switch (record->type) {
    case LS_WIRE_VARINT:
        return ls_wire_take_varint(message, &record->value, err);
    case LS_WIRE_FIXED64:
        return take_fixed(message, 8, &record->value, err);
    case LS_WIRE_FIXED32:
        return take_fixed(message, 4, &record->value, err);
    case LS_WIRE_BYTES:
        return take_bytes(message, &record->bytes, err);
    case LS_WIRE_GROUP:
    case LS_WIRE_GROUP_END:
        return LS_OK;
    }
    return ls_fail(err, LS_E_INVALID, "proto: illegal wireType %d", (int)record->type);
}

/* Skips a group up to its end; nested groups are counted. */
static enum ls_code skip_group(struct ls_slice *message, struct ls_err *err)
{
    for (size_t depth = 1; depth > 0;) {
        struct ls_wire_record record = {0};
        uint64_t tag = 0;
        if (ls_wire_take_varint(message, &tag, err))
            return LS_E_INVALID;
        record.type = (enum ls_wire_type)(tag & 7);
        if (take_value(message, &record, err))
            return LS_E_INVALID;
        depth += record.type == LS_WIRE_GROUP;
        depth -= record.type == LS_WIRE_GROUP_END;
    }
    return LS_OK;
}

enum ls_code ls_wire_take_tag(struct ls_slice *message, const char *message_name,
                              struct ls_wire_record *out, struct ls_err *err)
{
    uint64_t tag = 0;
    if (ls_wire_take_varint(message, &tag, err))
        return LS_E_INVALID;
    *out = (struct ls_wire_record){.number = (uint32_t)(tag >> 3),
                                   .type = (enum ls_wire_type)(tag & 7)};
    if (out->type == LS_WIRE_GROUP_END)
        return ls_fail(err, LS_E_INVALID, "proto: %s: wiretype end group for non-group",
                       message_name);
    if ((int32_t)out->number <= 0)
        return ls_fail(err, LS_E_INVALID, "proto: %s: illegal tag %d (wire type %llu)",
                       message_name, (int32_t)out->number, (unsigned long long)tag);
    return LS_OK;
}

enum ls_code ls_wire_take_value(struct ls_slice *message, struct ls_wire_record *record,
                                struct ls_err *err)
{
    enum ls_code code = take_value(message, record, err);
    if (!code && record->type == LS_WIRE_GROUP)
        code = skip_group(message, err);
    return code;
}

enum ls_code ls_wire_take(struct ls_slice *message, const char *message_name,
                          struct ls_wire_record *out, struct ls_err *err)
{
    if (ls_wire_take_tag(message, message_name, out, err))
        return LS_E_INVALID;
    return ls_wire_take_value(message, out, err);
}

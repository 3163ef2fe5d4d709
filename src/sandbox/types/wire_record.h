#pragma once
/*
 * The records of a protobuf message: each has a number, a wire type and a value. Errors are those
 * of the code that Kubernetes generates from its .proto files.
 */
#include "base/err.h"
#include "base/slice.h"

enum ls_wire_type {
    LS_WIRE_VARINT = 0,
    LS_WIRE_FIXED64 = 1,
    LS_WIRE_BYTES = 2,
    LS_WIRE_GROUP = 3, /* skipped as a whole */
    LS_WIRE_GROUP_END = 4,
    LS_WIRE_FIXED32 = 5,
};

struct ls_wire_record {
    uint32_t number;
    enum ls_wire_type type;
    uint64_t value;        /* varint and fixed ones */
    struct ls_slice bytes; /* LS_WIRE_BYTES */
};

/* Takes the record at the front of the message; `message_name` is for errors. */
enum ls_code ls_wire_take(struct ls_slice *message, const char *message_name,
                          struct ls_wire_record *out, struct ls_err *err);
/* The same in two steps, to refuse a type before its value is read. */
enum ls_code ls_wire_take_tag(struct ls_slice *message, const char *message_name,
                              struct ls_wire_record *out, struct ls_err *err);
enum ls_code ls_wire_take_value(struct ls_slice *message, struct ls_wire_record *record,
                                struct ls_err *err);
/* A varint at the front, as packed lists have them. */
enum ls_code ls_wire_take_varint(struct ls_slice *message, uint64_t *out, struct ls_err *err);

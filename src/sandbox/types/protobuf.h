#pragma once
/*
 * Reads Kubernetes protobuf: the envelope (`k8s` and a zero byte, then runtime.Unknown) and the
 * message in it, by the rows of its type. Numbers and shapes are those of the published .proto
 * files. A field that is no pointer in Go and holds its zero value is left out: gogo-proto always
 * writes such fields.
 */
#include "base/arena.h"
#include "base/err.h"
#include "sandbox/types/api_type.h"
#include "value/node.h"

struct ls_envelope {
    struct ls_slice api_version;
    struct ls_slice kind;
    struct ls_slice raw; /* the message */
};

/* The envelope borrows from the body. */
enum ls_code ls_envelope_read(struct ls_slice body, struct ls_envelope *out, struct ls_err *err);
/* The message as the value that JSON would give. apiVersion and kind come from the envelope when
 * they are not empty. Depth, count and size are limited. */
enum ls_code ls_protobuf_read(struct ls_arena *arena, const struct ls_envelope *envelope,
                              const struct ls_api_type *type, struct ls_node *out,
                              struct ls_err *err);

#pragma once
/*
 * How many bytes a built-in object has as Kubernetes protobuf, which is what kube-apiserver stores
 * and etcd limits. As gogo-proto writes it: whatever is no pointer in Go is written even when it is
 * empty.
 */
#include "sandbox/types/api_type.h"
#include "value/node.h"

/* The whole envelope: `k8s`, apiVersion and kind, the message. CustomResourceDefinitions are not
 * stored in this form, and their schemas are not counted. */
size_t ls_protobuf_size(struct ls_node object, const struct ls_api_type *type);
/* Of a number as a varint. */
size_t ls_varint_size(uint64_t value);

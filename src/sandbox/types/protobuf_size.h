#pragma once
/*
 * The size of a built-in object as Kubernetes protobuf, the form that kube-apiserver stores and
 * etcd limits. gogo-proto writes every field that is no pointer in Go, even when it is empty.
 */
#include "sandbox/types/api_type.h"
#include "value/node.h"

/* The size of the envelope: `k8s`, apiVersion and kind, the message. CustomResourceDefinitions are
 * not stored as protobuf; their schemas are not counted. */
size_t ls_protobuf_size(struct ls_node object, const struct ls_api_type *type);
/* The size of a number as a varint. */
size_t ls_varint_size(uint64_t value);

#pragma once
/*
 * The formats of strings that kube-apiserver checks in custom resources, as its 1.36 understands
 * them: date-time, ipv4, cidr, uuid, email and so on. Names are compared without their dashes.
 */
#include <stdbool.h>

#include "base/slice.h"

typedef bool (*ls_format_fn)(struct ls_slice text);

ls_format_fn ls_format_find(struct ls_slice name); /* NULL: not a format that is checked */

#pragma once
#include <stdint.h>

/*
 * Limits of writes; kube-apiserver's where it has one.
 */
enum {
    LS_OBJECT_BYTES_MAX = 1536 << 10,      /* of the request that stores it: the limit of etcd */
    LS_OBJECT_MESSAGE_BYTES_MAX = 2 << 20, /* of a message to etcd */
    LS_GRACE_S_MAX = INT32_MAX,            /* of a deletion; longer ones are cut to this */
    LS_ANNOTATIONS_BYTES_MAX = 256 << 10,  /* keys and values of one object together */
    LS_NAME_SUFFIX_BYTES = 5,              /* appended to generateName */
    LS_NAME_BASE_BYTES_MAX = 58,           /* of generateName; the rest is cut */
    LS_NAME_TRIES_MAX = 8,                 /* tries to generate a free name */
    LS_PATCH_SHOWN_BYTES_MAX = 64 << 10,   /* of a patched object in an error message */
    LS_NAME_BYTES_MAX = 960,               /* with its namespace below LS_STORE_KEY_BYTES_MAX */
};

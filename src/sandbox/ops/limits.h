#pragma once
#include <stdint.h>

/*
 * What `ops` accepts; the figures are kube-apiserver's where it has one.
 */
enum {
    LS_OBJECT_BYTES_MAX = 1536 << 10,      /* of the request that stores it: etcd's limit, */
    LS_OBJECT_MESSAGE_BYTES_MAX = 2 << 20, /* and that of a message to etcd */
    LS_GRACE_S_MAX = INT32_MAX,            /* of a deletion; longer ones end as this one does */
    LS_ANNOTATIONS_BYTES_MAX = 256 << 10,  /* keys and values of one object together */
    LS_NAME_SUFFIX_BYTES = 5,              /* what generateName is followed by */
    LS_NAME_BASE_BYTES_MAX = 58,           /* of generateName that is used */
    LS_NAME_TRIES_MAX = 8,                 /* names made until a free one is found */
    LS_PATCH_SHOWN_BYTES_MAX = 64 << 10,   /* of a patched object in the error that refuses it */
    LS_NAME_BYTES_MAX = 960,               /* with its namespace within LS_STORE_KEY_BYTES_MAX */
};

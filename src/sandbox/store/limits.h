#pragma once
#include <stdint.h>

/*
 * Limits of the store.
 */
enum {
    LS_STORE_BYTES_MAX = INT32_MAX,      /* of stored objects, as etcd's quota */
    LS_STORE_KEY_BYTES_MAX = 1024,       /* namespace, slash and name; names end at 253 */
    LS_STORE_FIRST_REVISION = 1,         /* of the empty store, as etcd's; 0 means "any" */
    LS_HISTORY_EVENTS_MAX = 32 << 10,    /* of one collection; kube-apiserver: 100 to 102,400 */
    LS_HISTORY_BYTES_MAX = 32 << 20,     /* of objects that only the histories hold */
    LS_HISTORY_TEXT_BYTES_MAX = 2 << 20, /* of events as text, over all collections */
};

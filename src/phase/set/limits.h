#pragma once
/*
 * What the parent of a set holds, and how much of a removal is told to people. The annotations of
 * an object have 256 KiB together: the lists below, a holder and their keys stay within.
 */
#include "phase/words.h"

enum {
    /* A ConfigMap's name has 253 bytes. */
    LS_SET_NAME_BYTES_MAX = 253 - (sizeof LS_PARENT_PREFIX - 1),
    LS_KINDS_BYTES_MAX = 64 << 10,       /* contains-group-kinds */
    LS_NAMESPACES_BYTES_MAX = 128 << 10, /* additional-namespaces */
    LS_FINISHED_BYTES_MAX = 56 << 10,    /* finished Jobs; the oldest are dropped */
    LS_HOLDER_BYTES_MAX = 511,
    LS_ORIGIN_BYTES_MAX = 1024, /* longer ones are not recorded */
    LS_PROC_STAT_BYTES_MAX = 4096,
};

enum {
    LS_INSTANCES_NAMED_MAX = 5, /* of those that hold a CRD; the others are counted */
};

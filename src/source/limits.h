#pragma once
/*
 * The limits of this folder for what comes from outside.
 */
#include "value/limits.h"

enum {
    LS_SOURCE_FILE_BYTES_MAX = LS_YAML_BYTES_MAX, /* one file, or standard input */
    LS_SOURCE_BYTES_MAX = 512 << 20,              /* all files of one call to lockstep */
    LS_SOURCE_MANIFESTS_MAX = 200000,
    LS_SOURCE_NAMES_MAX = 200000,    /* in one folder, whatever they are */
    LS_SOURCE_FOLDERS_DEEP_MAX = 64, /* nesting */
    LS_LISTS_DEEP_MAX = 8,           /* nesting of Lists */
    /* One object as JSON. etcd takes requests of 1.5 MiB, and the API server stores no more. */
    LS_MANIFEST_BYTES_MAX = 3 << 19,
    LS_KUSTOMIZE_OUTPUT_BYTES_MAX = LS_SOURCE_FILE_BYTES_MAX, /* one rendered folder */
    LS_KUSTOMIZE_DEADLINE_MS = 5 * 60 * 1000,                 /* it may fetch what it builds on */
    LS_PROBLEMS_MAX = 1000,        /* kept of all that is wrong with a set; the rest is counted */
    LS_NAME_SHOWN_BYTES_MAX = 253, /* of a name in an error; the longest that Kubernetes allows */
};

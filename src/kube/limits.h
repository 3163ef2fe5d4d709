#pragma once
/*
 * What `kube` accepts from outside, and how long it waits. Every bound on bytes, counts and time of
 * this folder stands here.
 */

/* Configuration. */
enum {
    LS_KUBECONFIG_BYTES_MAX = 8 << 20,  /* one file */
    LS_KUBECONFIG_FILES_MAX = 64,       /* named by KUBECONFIG */
    LS_KUBECONFIG_ENTRIES_MAX = 10000,  /* clusters, users or contexts of one file */
    LS_KUBECONFIG_NAMES_SHOWN_MAX = 10, /* of the contexts there are, in an error */
    LS_PEM_BYTES_MAX = 1 << 20,         /* a certificate, its chain, a key */
    LS_TOKEN_BYTES_MAX = 48 << 10,      /* a bearer token, wherever it comes from */
    LS_SERVER_URL_BYTES_MAX = 2048,
    LS_NAMESPACE_FILE_BYTES_MAX = 4096,
    LS_AS_VALUES_MAX = 1000, /* groups or values of extra keys to act as */
};

/* Credential plugins. */
enum {
    LS_EXEC_ARGUMENTS_MAX = 1000,
    LS_EXEC_VARIABLES_MAX = 1000,
    LS_EXEC_INFO_BYTES_MAX = 120 << 10, /* Linux allows 128 KiB a variable */
    LS_EXEC_OUTPUT_BYTES_MAX = 1 << 20,
    LS_EXEC_DEADLINE_MS = 2 * 60 * 1000,
    LS_EXEC_TALK_DEADLINE_MS = 10 * 60 * 1000, /* when it may ask the person at the terminal */
    LS_EXEC_PAUSE_MS = 5 * 1000, /* a plugin that failed is not run again before this */
};

/* How long what was read from files is taken for current. */
enum {
    LS_TOKEN_FILE_MS = 60 * 1000,
    LS_TOKEN_FILE_LEEWAY_MS = 10 * 1000, /* read again this much earlier */
    LS_TLS_FILES_MS = 5 * 60 * 1000,     /* certificates and keys */
};

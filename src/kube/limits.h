#pragma once
/*
 * What `kube` accepts from outside, and how long it waits: every bound on bytes, counts and time of
 * this folder.
 */

/* Configuration. */
enum {
    LS_KUBECONFIG_BYTES_MAX = 8 << 20,  /* one file */
    LS_KUBECONFIG_FILES_MAX = 64,       /* named by KUBECONFIG */
    LS_KUBECONFIG_ENTRIES_MAX = 10000,  /* clusters, users or contexts of one file */
    LS_KUBECONFIG_NAMES_SHOWN_MAX = 10, /* of the existing contexts, in an error */
    LS_PEM_BYTES_MAX = 1 << 20,         /* a certificate, its chain, a key */
    LS_TOKEN_BYTES_MAX = 48 << 10,      /* a bearer token, wherever it comes from */
    LS_SERVER_URL_BYTES_MAX = 2048,
    LS_NAMESPACE_FILE_BYTES_MAX = 4096,
    LS_AS_VALUES_MAX = 1000, /* groups or values of extra keys, for impersonation */
};

/* Credential plugins. */
enum {
    LS_EXEC_ARGUMENTS_MAX = 1000,
    LS_EXEC_VARIABLES_MAX = 1000,
    LS_EXEC_INFO_BYTES_MAX = 120 << 10, /* Linux allows 128 KiB a variable */
    LS_EXEC_OUTPUT_BYTES_MAX = 1 << 20,
    LS_EXEC_DEADLINE_MS = 2 * 60 * 1000,
    LS_EXEC_TALK_DEADLINE_MS = 10 * 60 * 1000, /* when it may ask the user at the terminal */
    LS_EXEC_PAUSE_MS = 5 * 1000, /* a plugin that failed is not run again before this */
};

/* How long content read from files counts as current. */
enum {
    LS_TOKEN_FILE_MS = 60 * 1000,
    LS_TOKEN_FILE_LEEWAY_MS = 10 * 1000, /* read again this much earlier */
    LS_TLS_FILES_MS = 5 * 60 * 1000,     /* certificates and keys */
    LS_TLS_BROKEN_MS = 10 * 1000, /* when they did not match each other: one is being replaced */
};

/* Replies and streams. */
enum {
    LS_OBJECT_BYTES_MAX = 8 << 20,       /* JSON text of one object in a list or a watch */
    LS_ENVELOPE_BYTES_MAX = 256 << 10,   /* the text around the objects: kind, list metadata */
    LS_REPLY_BYTES_MAX = 64 << 20,       /* a reply that is read whole: one object, discovery */
    LS_REPLY_DEPTH_MAX = 512,            /* maps and lists inside one another; schemas go deep */
    LS_ERROR_BODY_BYTES_MAX = 1 << 20,   /* of a refusal; more is dropped, the status counts */
    LS_WARNINGS_PER_REPLY_MAX = 32,      /* further ones of the same reply are dropped */
    LS_WARNING_BYTES_MAX = 1024,         /* of one warning; more is cut */
    LS_WARNINGS_SEEN_MAX = 1000,         /* remembered to report each once; then cleared */
    LS_CAUSES_SHOWN_MAX = 8,             /* of an invalid object, in the sentence for people */
    LS_DISCOVERY_RESOURCES_MAX = 100000, /* kinds and subresources of one server */
    LS_DISCOVERY_PER_VERSION_MAX = 5000, /* of them, in one group version of an old server */
    LS_DISCOVERY_VERSIONS_MAX = 5000,    /* group versions asked one by one on old servers */
};

/* Requests. */
enum {
    LS_PATH_SEGMENT_BYTES_MAX = 1024,      /* a name, namespace or resource inside a path */
    LS_SELECTOR_TEXT_BYTES_MAX = 64 << 10, /* a label or field selector in a query */
    LS_PAGE_OBJECTS = 500,                 /* asked for in one page of a list */
    LS_PAGES_MAX = 1000000,                /* of one list: a server that never ends is cut off */
    LS_LIST_RESTARTS_MAX = 3,              /* of one list, after an expired token or a cut page */
    LS_DISCOVERY_PARALLEL = 16,            /* requests at once when versions are asked one by one */
};

/* Retries. */
enum {
    LS_RETRIES_MAX = 10,                 /* of one call, each because the server asked for it */
    LS_RETRY_AFTER_MAX_MS = 60 * 1000,   /* a longer Retry-After is reported to the caller */
    LS_RETRY_TRANSPORT_MS = 1000,        /* before a broken read is retried */
    LS_REQUEST_TIMEOUT_MS = 60 * 1000,   /* of a call, all its tries together, by default */
    LS_BACKOFF_START_MS = 800,           /* list-watch: first pause, doubled each time ... */
    LS_BACKOFF_MAX_MS = 30 * 1000,       /* ... up to this, plus a random part of up to the same
                                          * length */
    LS_BACKOFF_FORGET_MS = 120 * 1000,   /* quiet for this long: the next pause is the first */
    LS_BACKOFF_WISH_MAX_MS = 300 * 1000, /* the longest Retry-After that is followed */
    LS_WATCH_SHORT_MS = 1000,     /* a watch that ends sooner without an event counts as failed */
    LS_WATCH_HEAD_MS = 30 * 1000, /* servers answer a watch at once; later it counts as lost */
    LS_MARK_NOTE_MS = 10 * 1000,  /* between notes that an initial list has no end yet */
    LS_MARK_NOTES_MAX = 2, /* of them without a byte between: then pages are listed instead */
    LS_MARK_TRIES_MAX = 3, /* streams that end before their mark, in a row: then pages as well */
    LS_WATCH_PROOF_MS = 150 * 1000,     /* silence after a reconnect before the server is asked
                                         * whether it knows our revision */
    LS_DISCOVERY_REFRESH_MIN_MS = 2000, /* between two refreshes of the server's kinds */
};

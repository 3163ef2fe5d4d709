#pragma once
/*
 * Limits of sizes and counts that a client controls, beyond those of net/limits.h.
 */
enum {
    LS_SERVE_QUERY_PAIRS_MAX = 256,         /* further ones are ignored */
    LS_SERVE_SEGMENTS_MAX = 16,             /* of a path; further ones are ignored */
    LS_SERVE_ACCEPTS_MAX = 64,              /* entries of an Accept; further ones are ignored */
    LS_SERVE_IMPERSONATED_MAX = 64,         /* groups and extra values of an impersonation */
    LS_SERVE_TOKEN_BYTES_MAX = 8192,        /* of a bearer token; longer ones are invalid */
    LS_SERVE_MANAGER_BYTES_MAX = 128,       /* of a fieldManager, as kube-apiserver has it */
    LS_SERVE_WARNINGS_MAX = 32,             /* Warning headers of one answer */
    LS_SERVE_WARNING_BYTES_MAX = 4096,      /* of all of them together, as kube-apiserver has it */
    LS_SERVE_CHUNK_BYTES = 64 << 10,        /* of a large response that is printed at a time */
    LS_SERVE_WAITING_BYTES_MAX = 128 << 10, /* for one client before printing pauses */
    LS_SERVE_COUNTERS_MAX = 4096,           /* rows of apiserver_request_total */
    LS_WATCH_WAITING_BYTES_MAX = 128 << 10, /* for one client before its watch pauses */
    LS_WATCH_TIMEOUT_S_MAX = 30 * 24 * 3600,
    LS_OPENAPI_BYTES_KEEP = 4 << 20,       /* of each form of the OpenAPI v2 document */
    LS_SERVE_ARENA_BYTES_KEEP = 256 << 10, /* of the arena, from one request to the next */
};

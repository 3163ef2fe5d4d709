#pragma once
/*
 * The address of an API server: `https://host[:port][/prefix]`, or `host:port` alone.
 */
#include "base/arena.h"
#include "base/err.h"

struct ls_server_url {
    bool has_scheme; /* without one, is_tls is the caller's to decide */
    bool is_tls;
    const char *host;        /* without brackets */
    uint16_t port;           /* 0: not given */
    const char *path_prefix; /* "" or "/a/b" */
};

enum ls_code ls_server_url_parse(struct ls_arena *arena, const char *text,
                                 struct ls_server_url *out, struct ls_err *err);

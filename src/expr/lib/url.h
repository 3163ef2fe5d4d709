#pragma once
/* URLs as Go's net/url parses them, errors in its words. */
#include "base/arena.h"
#include "base/buf.h"
#include "base/err.h"

/* All parts live in the arena of ls_url_parse() or in the text; an absent one is empty. */
struct ls_url {
    struct ls_slice scheme; /* lower case */
    struct ls_slice opaque; /* mailto:THIS */
    struct ls_slice user;   /* as written */
    struct ls_slice host;   /* escapes resolved; with the port */
    struct ls_slice path;   /* escapes resolved */
    struct ls_slice raw_path;
    struct ls_slice query; /* as written */
    struct ls_slice fragment;
    bool has_user, has_question_mark, has_no_authority;
};

/* Is it an absolute URL or an absolute path, as ParseRequestURI asks? */
enum ls_code ls_url_check(struct ls_arena *arena, struct ls_slice text, struct ls_err *err);
/* Such a URL without its fragment, as Parse reads it. */
enum ls_code ls_url_parse(struct ls_arena *arena, struct ls_slice text, struct ls_url *out,
                          struct ls_err *err);
struct ls_slice ls_url_hostname(const struct ls_url *url); /* no port, no brackets */
struct ls_slice ls_url_port(const struct ls_url *url);
void ls_url_print_path(struct ls_buf *out, const struct ls_url *url); /* escaped */
void ls_url_print(struct ls_buf *out, const struct ls_url *url);
/* A part of a query with its escapes and plus signs resolved; false: an escape is wrong. */
bool ls_url_query_unescape(struct ls_arena *arena, struct ls_slice text, struct ls_slice *out);

#pragma once
/*
 * The head of one message, request or reply, as it is collected from either protocol. A connection
 * reuses one for every message: names and values are in one buffer.
 */
#include "base/buf.h"
#include "base/err.h"
#include "base/vec.h"
#include "net/wire.h"

/* A piece of the text; the buffer may still move. */
struct ls_head_span {
    uint32_t at;
    uint32_t len;
};
struct ls_head_field {
    struct ls_head_span name;
    struct ls_head_span value;
};

struct ls_head {
    struct ls_slice method; /* request; after ls_head_finish(), like all slices here */
    struct ls_slice target;
    int status; /* reply */
    const struct ls_header *headers;
    size_t header_count;

    struct ls_buf text;
    struct ls_head_span method_span;
    struct ls_head_span target_span;
    LS_VEC(struct ls_head_field) fields;
    LS_VEC(struct ls_header) finished;
};

/* The target of a request that a server can serve: a path, percent-encoded, or "*". */
bool ls_target_is_path(struct ls_slice target);

void ls_head_release(struct ls_head *head);
void ls_head_clear(struct ls_head *head); /* ready for the next message */
void ls_head_set_method(struct ls_head *head, struct ls_slice method);
void ls_head_set_target(struct ls_head *head, struct ls_slice target);
/* Stores the name in lower case. LS_E_TOO_BIG: above a limit of net/limits.h. */
enum ls_code ls_head_add(struct ls_head *head, struct ls_slice name, struct ls_slice value,
                         struct ls_err *err);
void ls_head_finish(struct ls_head *head); /* makes the slices valid, until clear */

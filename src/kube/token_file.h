#pragma once
/*
 * A bearer token in a file that somebody else renews, as the kubelet does for service accounts.
 *
 * The file is read when a token is requested and the last read is older than 50 s: a renewed token
 * is used within a minute, and an idle process reads nothing. A file that cannot be read, or is
 * empty, changes nothing as long as there is an earlier token.
 */
#include "base/buf.h"
#include "base/clock.h"
#include "base/err.h"

struct ls_token_file {
    const char *path; /* borrowed for life */
    const struct ls_clock *clock;
    struct ls_buf token; /* empty: none yet, or dropped */
    int64_t read_at_ms;
    uint64_t version; /* grows when the token changes */
};

void ls_token_file_init(struct ls_token_file *file, const char *path, const struct ls_clock *clock);
void ls_token_file_release(struct ls_token_file *file); /* overwrites the token */
/* The token, borrowed until the next call. */
enum ls_code ls_token_file_get(struct ls_token_file *file, struct ls_slice *out,
                               struct ls_err *err);
/* The server did not accept the token of this version. True: there is another one now. */
bool ls_token_file_refuse(struct ls_token_file *file, uint64_t version);

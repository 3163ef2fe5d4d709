#pragma once
/*
 * Refusals of the server: an API Status, another body, or a bare HTTP status. Each becomes a typed
 * code for programs and one bounded sentence for people.
 *
 * The Status's reason decides first, then the HTTP status, by one table.
 */
#include "base/err.h"
#include "net/wire.h"
#include "value/node.h"

struct ls_status_row {
    const char *reason; /* of a Status; NULL in rows that go by the HTTP status alone */
    int http_status;    /* that comes with the reason, or that the row is for */
    enum ls_code code;
    const char *meaning; /* used when the server sent no message */
    const char *hint;    /* what to do, appended to the sentence; may be NULL */
};
/* Row i of the table; NULL past its end. */
const struct ls_status_row *ls_status_row_at(size_t i);

struct ls_refusal {
    int http_status;        /* 0: unknown, as in an event of a watch; then the Status decides */
    struct ls_node status;  /* the body when it was JSON, else absent */
    struct ls_slice text;   /* the body when it was not */
    int64_t retry_after_ms; /* of the header; 0: not given */
};

/* Always fails, with the code and the sentence of the refusal. err->retry_after_ms is the longer of
 * header and Status. */
enum ls_code ls_status_fail(const struct ls_refusal *refusal, struct ls_err *err);

/* Does the server not know the requested revision? It is behind, or was restored. */
bool ls_status_is_version_unknown(struct ls_node status);
/* Does it name an object? A 404 that does not is about the path: the server has no such kind, and
 * nothing is known about the object. */
bool ls_status_names_object(struct ls_node status);

/*
 * A request without an answer. Not sent or refused before processing: LS_E_NOT_SENT, unless the
 * cause will not pass by itself (certificates, credentials), which keeps its own code. Sent:
 * LS_E_UNKNOWN_RESULT for a write, the transport's own code for a read.
 */
enum ls_code ls_outcome_fail(const struct ls_outcome *outcome, bool is_write, struct ls_err *err);

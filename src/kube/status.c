#include "kube/status.h"

#include <string.h>

#include "base/buf.h"
#include "base/utf8.h"
#include "kube/limits.h"

enum { MESSAGE_BYTES_MAX = 700, BODY_TEXT_BYTES_MAX = 200, HTTP_CLASS = 100 };

#define HINT_CREDENTIALS                                                                           \
    "check the user in the kubeconfig: its token or certificate may be wrong or expired"
#define HINT_SIZE "make the object smaller"

/* clang-format off */
static const struct ls_status_row rows[] = {
    /* reason                  HTTP  code                meaning                                        hint */
    {"Unauthorized",           401, LS_E_UNAUTHORIZED,  "the server did not accept our credentials",    HINT_CREDENTIALS},
    {"Forbidden",              403, LS_E_FORBIDDEN,     "the server does not let us do this",           NULL},
    {"NotFound",               404, LS_E_NOT_FOUND,     "the server has no such object or kind",        NULL},
    {"AlreadyExists",          409, LS_E_EXISTS,        "an object of that name is already there",      NULL},
    {"Conflict",               409, LS_E_CONFLICT,      "another writer was first",                     NULL},
    {"Gone",                   410, LS_E_GONE,          "the server no longer has this",                NULL},
    {"Expired",                410, LS_E_GONE,          "the revision left the server's history",       NULL},
    {"Invalid",                422, LS_E_INVALID,       "the server finds the object invalid",          NULL},
    {"BadRequest",             400, LS_E_INVALID,       "the server does not understand the request",   NULL},
    {"MethodNotAllowed",       405, LS_E_UNSUPPORTED,   "the server does not offer this for the kind",  NULL},
    {"NotAcceptable",          406, LS_E_UNSUPPORTED,   "the server cannot answer in JSON",             NULL},
    {"RequestEntityTooLarge",  413, LS_E_TOO_BIG,       "the request is too large for the server",      HINT_SIZE},
    {"UnsupportedMediaType",   415, LS_E_UNSUPPORTED,   "the server does not take this kind of patch",  NULL},
    {"TooManyRequests",        429, LS_E_TOO_MANY,      "the server asks us to slow down",              NULL},
    {"InternalError",          500, LS_E_SERVER,        "the server failed",                            NULL},
    {"StoreReadError",         500, LS_E_SERVER,        "the server cannot read its store",             NULL},
    {"ServerTimeout",          500, LS_E_TIMEOUT,       "the server could not do it in time",           NULL},
    {"ServiceUnavailable",     503, LS_E_SERVER,        "the server is not available",                  NULL},
    {"Timeout",                504, LS_E_TIMEOUT,       "the server could not do it in time",           NULL},
    /* A reason we do not know, or none: the HTTP status alone. */
    {NULL,                     400, LS_E_INVALID,       "the server does not understand the request",   NULL},
    {NULL,                     401, LS_E_UNAUTHORIZED,  "the server did not accept our credentials",    HINT_CREDENTIALS},
    {NULL,                     403, LS_E_FORBIDDEN,     "the server does not let us do this",           NULL},
    {NULL,                     404, LS_E_NOT_FOUND,     "the server has no such path",                  NULL},
    {NULL,                     405, LS_E_UNSUPPORTED,   "the server does not offer this for the kind",  NULL},
    {NULL,                     406, LS_E_UNSUPPORTED,   "the server cannot answer in JSON",             NULL},
    {NULL,                     408, LS_E_TIMEOUT,       "the server waited too long for the request",   NULL},
    {NULL,                     409, LS_E_CONFLICT,      "another writer was first",                     NULL},
    {NULL,                     410, LS_E_GONE,          "the revision left the server's history",       NULL},
    {NULL,                     413, LS_E_TOO_BIG,       "the request is too large for the server",      HINT_SIZE},
    {NULL,                     415, LS_E_UNSUPPORTED,   "the server does not take this kind of body",   NULL},
    {NULL,                     422, LS_E_INVALID,       "the server finds the object invalid",          NULL},
    {NULL,                     429, LS_E_TOO_MANY,      "the server asks us to slow down",              NULL},
    {NULL,                     500, LS_E_SERVER,        "the server failed",                            NULL},
    {NULL,                     502, LS_E_SERVER,        "a proxy could not reach the server",           NULL},
    {NULL,                     503, LS_E_SERVER,        "the server is not available",                  NULL},
    {NULL,                     504, LS_E_TIMEOUT,       "the server could not do it in time",           NULL},
};

/* Any other status, by its hundreds. */
static const struct ls_status_row classes[] = {
    {NULL,                     300, LS_E_PROTOCOL,      "the server sends us elsewhere",                "check the server's address"},
    {NULL,                     400, LS_E_INVALID,       "the server refused the request",               NULL},
    {NULL,                     500, LS_E_SERVER,        "the server failed",                            NULL},
};
static const struct ls_status_row nonsense =
    {NULL,                     0,   LS_E_PROTOCOL,      "the server's answer makes no sense",           NULL};
/* clang-format on */

const struct ls_status_row *ls_status_row_at(size_t i)
{
    return i < LS_COUNT(rows) ? &rows[i] : NULL;
}

static const struct ls_status_row *row_of_http(int http_status)
{
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        if (!rows[i].reason && rows[i].http_status == http_status)
            return &rows[i];
    }
    for (size_t i = 0; i < LS_COUNT(classes); i++) {
        if (classes[i].http_status / HTTP_CLASS == http_status / HTTP_CLASS)
            return &classes[i];
    }
    return &nonsense;
}

static const struct ls_status_row *row_of(struct ls_slice reason, int http_status)
{
    for (size_t i = 0; i < LS_COUNT(rows); i++) {
        if (rows[i].reason && ls_slice_is(reason, rows[i].reason))
            return &rows[i];
    }
    return row_of_http(http_status);
}

/* Refusals that come as a bare 500 without a reason: what the server's merge says about an object
 * that does not fit the schema, its decoder about a value that is no base64 or no quantity, and
 * etcd about a large object. A retry does not help. */
static const struct {
    const char *message; /* its prefix */
    const char *part;    /* that it must also contain; NULL: none */
    const char *reason;
} bare[] = {
    {"failed to create typed patch object", NULL, "Invalid"},
    {"failed to create manager for existing fields", NULL, "Invalid"},
    /* Without the part it may be a conversion webhook, which may recover. */
    {"failed to convert new object", "unable to convert unstructured object", "Invalid"},
    {"etcdserver: request is too large", NULL, "RequestEntityTooLarge"},
    {"rpc error: code = ResourceExhausted desc = trying to send message larger than max", NULL,
     "RequestEntityTooLarge"},
};

static struct ls_slice reason_of(struct ls_node status)
{
    struct ls_slice message = ls_node_string(ls_node_get(status, LS_SLICE("message")));
    struct ls_slice reason = ls_node_string(ls_node_get(status, LS_SLICE("reason")));
    for (size_t i = 0; i < LS_COUNT(bare) && reason.len == 0; i++) {
        const char *part = bare[i].part;
        if (ls_slice_starts(message, bare[i].message) &&
            (!part || memmem(message.at, message.len, part, strlen(part))))
            reason = ls_slice_of(bare[i].reason);
    }
    return reason;
}

/* ---- the sentence ---- */

/* Adds text in one line: control characters become blanks, a bulleted list an enumeration. */
static void line_add(struct ls_buf *out, struct ls_slice text, size_t bytes_max)
{
    static const char bullet[] = "\n- ";
    struct ls_slice rest = ls_utf8_front(text, bytes_max);
    bool is_cut = rest.len < text.len;
    size_t start = out->len;
    while (rest.len > 0) {
        char last = out->len > start ? out->at[out->len - 1] : ' ';
        uint32_t character = 0; /* stays a control character where there is no valid one */
        size_t len = LS_MAX(ls_utf8_decode(rest, &character), (size_t)1);
        if (ls_slice_starts(rest, bullet)) {
            ls_buf_add_text(out, last == ':' ? " " : ", ");
            len = sizeof bullet - 1;
        } else if (!ls_utf8_is_control(character)) {
            ls_buf_add(out, rest.at, len);
        } else if (last != ' ') {
            ls_buf_add_char(out, ' ');
        }
        rest = ls_slice_from(rest, len);
    }
    if (is_cut)
        ls_buf_add_text(out, "...");
}

/* The causes that the message does not contain already; validation puts all of them into it. */
static void causes_add(struct ls_buf *out, struct ls_node status)
{
    size_t shown = 0;
    LS_EACH (cause, ls_node_at(status, "details.causes")) {
        const char *message = ls_node_text(ls_node_get(cause.value, LS_SLICE("message")));
        const char *field = ls_node_text(ls_node_get(cause.value, LS_SLICE("field")));
        if (!message[0] || strstr(ls_buf_text(out), message))
            continue;
        if (shown++ == LS_CAUSES_SHOWN_MAX) {
            ls_buf_add_text(out, "; ...");
            return;
        }
        ls_buf_add_text(out, "; ");
        line_add(out, ls_slice_of(field), BODY_TEXT_BYTES_MAX);
        ls_buf_add_text(out, field[0] ? ": " : "");
        line_add(out, ls_slice_of(message), BODY_TEXT_BYTES_MAX);
    }
}

/* A body that is no Status, if a person can read it: short plain text, no markup. */
static void body_text_add(struct ls_buf *out, struct ls_slice text)
{
    struct ls_slice trimmed = ls_slice_trim(text);
    if (trimmed.len == 0 || trimmed.at[0] == '<' || trimmed.at[0] == '{')
        return;
    for (size_t i = 0; i < trimmed.len && i < BODY_TEXT_BYTES_MAX; i++) {
        if ((unsigned char)trimmed.at[i] >= 0x7F)
            return;
    }
    ls_buf_add_text(out, ": ");
    line_add(out, trimmed, BODY_TEXT_BYTES_MAX);
}

static void sentence_add(struct ls_buf *out, const struct ls_status_row *row,
                         const struct ls_refusal *refusal, int http_status)
{
    struct ls_slice message = ls_node_string(ls_node_get(refusal->status, LS_SLICE("message")));
    /* "Unauthorized" is the server's only text for a 401. */
    bool is_telling = message.len > 0 && !(row->reason && ls_slice_is(message, row->reason));
    if (is_telling) {
        line_add(out, message, MESSAGE_BYTES_MAX);
        causes_add(out, refusal->status);
    } else {
        ls_buf_add_text(out, row->meaning);
        if (http_status)
            ls_buf_printf(out, " (HTTP %d)", http_status);
        body_text_add(out, refusal->text);
    }
    if (row->hint)
        ls_buf_printf(out, "; %s", row->hint);
}

static int64_t retry_after_ms(const struct ls_refusal *refusal)
{
    struct ls_node seconds = ls_node_at(refusal->status, "details.retryAfterSeconds");
    int64_t asked = LS_MIN(LS_MAX(ls_node_int(seconds, 0), 0), INT32_MAX) * 1000;
    return LS_MAX(asked, refusal->retry_after_ms);
}

enum ls_code ls_status_fail(const struct ls_refusal *refusal, struct ls_err *err)
{
    struct ls_node code = ls_node_get(refusal->status, LS_SLICE("code"));
    int64_t status_code = refusal->http_status ? refusal->http_status : ls_node_int(code, 0);
    int http_status = status_code > 0 && status_code < 1000 ? (int)status_code : 0;
    const struct ls_status_row *row = row_of(reason_of(refusal->status), http_status);

    struct ls_buf sentence LS_AUTO(ls_buf_release) = {0};
    sentence_add(&sentence, row, refusal, http_status);
    enum ls_code failed = ls_fail(err, row->code, "%s", ls_buf_text(&sentence));
    if (err)
        err->retry_after_ms = retry_after_ms(refusal);
    return failed;
}

/* Is one of details.causes of this reason ("FieldManagerConflict", "ResourceVersionTooLarge")? */
static bool has_cause(struct ls_node status, const char *reason)
{
    LS_EACH (cause, ls_node_at(status, "details.causes")) {
        if (ls_node_string_is(ls_node_get(cause.value, LS_SLICE("reason")), reason))
            return true;
    }
    return false;
}

bool ls_status_is_version_unknown(struct ls_node status)
{
    /* Servers before 1.17 give no cause. */
    return has_cause(status, "ResourceVersionTooLarge") ||
           strstr(ls_node_text(ls_node_get(status, LS_SLICE("message"))),
                  "Too large resource version");
}

bool ls_status_names_object(struct ls_node status)
{
    return ls_node_string(ls_node_at(status, "details.name")).len > 0;
}

/* ---- no answer at all ---- */

/* A transport failure that may be over at the next try. */
static bool trouble_passes(enum ls_code code)
{
    return code == LS_E_IO || code == LS_E_UNKNOWN_RESULT || ls_code_is_transient(code);
}

enum ls_code ls_outcome_fail(const struct ls_outcome *outcome, bool is_write, struct ls_err *err)
{
    enum ls_code code = outcome->code ? outcome->code : LS_E_PROTOCOL;
    const char *why = outcome->err ? outcome->err->text : "the reply broke off";
    bool was_sent =
        outcome->delivery == LS_DELIVERY_UNKNOWN || outcome->delivery == LS_DELIVERY_ANSWERED;
    if (!was_sent)
        return ls_fail(err, trouble_passes(code) ? LS_E_NOT_SENT : code, "%s", why);
    if (is_write)
        return ls_fail(err, LS_E_UNKNOWN_RESULT,
                       "the request was sent but no whole answer came, so it may or may not have "
                       "been carried out: %s",
                       why);
    /* A read has no result to lose: the failure itself is the whole message. */
    return ls_fail(err, code == LS_E_UNKNOWN_RESULT ? LS_E_IO : code, "%s", why);
}

#include "net/h1_parse.h"

#include <stdarg.h>
#include <string.h>

#include "base/ascii.h"
#include "base/hex.h"
#include "net/limits.h"

enum { LENGTH_DIGITS_MAX = 18, CHUNK_DIGITS_MAX = 15 }; /* both fit in 63 bits */

static enum ls_code LS_FORMAT(4, 5)
    refuse(struct ls_h1_parser *parser, int status, struct ls_err *err, const char *format, ...)
{
    bool is_big = status == 431 || status == 414;
    enum ls_code code = is_big                          ? LS_E_TOO_BIG
                        : parser->role == LS_H1_REQUEST ? LS_E_INVALID
                                                        : LS_E_PROTOCOL;
    parser->refusal_status = status;
    va_list args;
    va_start(args, format);
    (void)ls_fail_v(err, code, format, args);
    va_end(args);
    return code;
}

/* Characters that are allowed in a method or a header name. */
static bool is_token_char(char c)
{
    static const char others[] = "!#$%&'*+-.^_`|~";
    if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'))
        return true;
    return ls_char_is_any(c, others);
}

static bool is_token(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        if (!is_token_char(text.at[i]))
            return false;
    }
    return text.len > 0;
}

static enum ls_code line_refuse(struct ls_h1_parser *parser, struct ls_err *err)
{
    if (parser->state == LS_H1_CHUNK_BREAK)
        return refuse(parser, 400, err, "a chunk is longer than its size");
    if (parser->state == LS_H1_CHUNK_SIZE)
        return refuse(parser, 400, err, "the first line of a chunk has more than %d bytes",
                      LS_NET_CHUNK_LINE_BYTES_MAX);
    return refuse(parser, parser->state == LS_H1_START_LINE ? 414 : 431, err,
                  "the head of the message has more than %d bytes, which is the limit",
                  LS_NET_HEAD_BYTES_MAX);
}

/*
 * Lines. A complete one is cut from the input, without its CR LF; a partial one is kept for the
 * next call. The limit applies to all bytes taken so far, so the result does not depend on how the
 * input is cut.
 */
static enum ls_code line_take(struct ls_h1_parser *parser, struct ls_slice *input, size_t bytes_max,
                              struct ls_slice *line, bool *is_whole, struct ls_err *err)
{
    const char *end = input->len ? memchr(input->at, '\n', input->len) : NULL;
    size_t taken = end ? (size_t)(end - input->at) + 1 : input->len;
    *is_whole = end != NULL;
    if (parser->line.len + taken > bytes_max)
        return line_refuse(parser, err);
    struct ls_slice piece = {input->at, taken};
    *input = ls_slice_from(*input, taken);
    if (parser->line.len > 0 || !end) {
        ls_buf_add_slice(&parser->line, piece);
        piece = ls_buf_slice(&parser->line);
    }
    if (!end)
        return LS_OK;
    if (piece.len < 2 || piece.at[piece.len - 2] != '\r')
        return refuse(parser, 400, err, "a line ends in LF without CR before it");
    *line = (struct ls_slice){piece.at, piece.len - 2};
    if (line->len > 0 && memchr(line->at, '\r', line->len))
        return refuse(parser, 400, err, "a line has a CR that does not end it");
    return LS_OK;
}

/* ---- start lines ---- */

static enum ls_code version_parse(struct ls_h1_parser *parser, struct ls_slice version,
                                  struct ls_err *err)
{
    if (ls_slice_is(version, "HTTP/1.1")) {
        parser->is_http10 = false;
        return LS_OK;
    }
    if (ls_slice_is(version, "HTTP/1.0")) {
        parser->is_http10 = true;
        return LS_OK;
    }
    if (ls_slice_starts(version, "HTTP/") && version.len == 8)
        return refuse(parser, 505, err, "the version \"%.*s\" is not HTTP/1.1 or HTTP/1.0",
                      LS_ARG(version));
    return refuse(parser, 400, err, "the first line is not one of HTTP/1.1");
}

static enum ls_code request_line(struct ls_h1_parser *parser, struct ls_slice line,
                                 struct ls_err *err)
{
    struct ls_slice rest;
    struct ls_slice method = ls_slice_cut(line, ' ', &rest);
    struct ls_slice version;
    struct ls_slice target = ls_slice_cut(rest, ' ', &version);
    if (!is_token(method) || method.len > LS_NET_METHOD_BYTES_MAX || !version.at)
        return refuse(parser, 400, err, "the first line is not \"METHOD TARGET VERSION\"");
    if (target.len > LS_NET_TARGET_BYTES_MAX)
        return refuse(parser, 414, err, "the target has %zu bytes, the limit is %d", target.len,
                      LS_NET_TARGET_BYTES_MAX);
    if (!ls_target_is_path(target))
        return refuse(parser, 400, err, "the target of the request is not a path");
    ls_head_set_method(parser->head, method);
    ls_head_set_target(parser->head, target);
    return version_parse(parser, version, err);
}

static enum ls_code status_line(struct ls_h1_parser *parser, struct ls_slice line,
                                struct ls_err *err)
{
    struct ls_slice rest;
    struct ls_slice version = ls_slice_cut(line, ' ', &rest);
    if (version_parse(parser, version, err))
        return err ? err->code : LS_E_PROTOCOL;
    bool has_digits = rest.len >= 3 && ls_ascii_is_digit(rest.at[0]) &&
                      ls_ascii_is_digit(rest.at[1]) && ls_ascii_is_digit(rest.at[2]) &&
                      (rest.len == 3 || rest.at[3] == ' ');
    if (!has_digits || rest.at[0] < '1' || rest.at[0] > '5')
        return refuse(parser, 400, err, "the status line has no status between 100 and 599");
    parser->head->status = (rest.at[0] - '0') * 100 + (rest.at[1] - '0') * 10 + (rest.at[2] - '0');
    return LS_OK;
}

static void message_begin(struct ls_h1_parser *parser)
{
    ls_head_clear(parser->head);
    parser->head_bytes = 0;
    parser->host_count = 0;
    parser->extension_bytes = 0;
    parser->length = parser->left = 0;
    parser->has_length = parser->is_chunked = false;
    parser->says_close = parser->expects_continue = parser->is_http10 = false;
}

/* ---- headers ---- */

static enum ls_code length_parse(struct ls_h1_parser *parser, struct ls_slice value,
                                 struct ls_err *err)
{
    if (parser->has_length)
        return refuse(parser, 400, err, "Content-Length is given twice");
    if (value.len == 0 || value.len > LENGTH_DIGITS_MAX)
        return refuse(parser, 400, err, "Content-Length is not a number of bytes");
    uint64_t length = 0;
    for (size_t i = 0; i < value.len; i++) {
        if (!ls_ascii_is_digit(value.at[i]))
            return refuse(parser, 400, err, "Content-Length is not a number of bytes");
        length = length * 10 + (uint64_t)(value.at[i] - '0');
    }
    parser->has_length = true;
    parser->length = length;
    return LS_OK;
}

static enum ls_code coding_parse(struct ls_h1_parser *parser, struct ls_slice value,
                                 struct ls_err *err)
{
    if (parser->is_chunked || !ls_slice_is_nocase(value, "chunked"))
        return refuse(parser, 501, err, "Transfer-Encoding is something else than chunked, once");
    parser->is_chunked = true;
    return LS_OK;
}

static void connection_parse(struct ls_h1_parser *parser, struct ls_slice value)
{
    while (value.at) {
        struct ls_slice option = ls_slice_trim(ls_slice_cut(value, ',', &value));
        if (ls_slice_is_nocase(option, "close"))
            parser->says_close = true;
    }
}

/* The headers that frame the message. */
static enum ls_code framing_read(struct ls_h1_parser *parser, struct ls_slice name,
                                 struct ls_slice value, struct ls_err *err)
{
    if (ls_slice_is_nocase(name, "content-length"))
        return length_parse(parser, value, err);
    if (ls_slice_is_nocase(name, "transfer-encoding"))
        return coding_parse(parser, value, err);
    if (ls_slice_is_nocase(name, "connection"))
        connection_parse(parser, value);
    else if (ls_slice_is_nocase(name, "host"))
        parser->host_count++;
    else if (ls_slice_is_nocase(name, "expect"))
        parser->expects_continue = ls_slice_is_nocase(value, "100-continue");
    return LS_OK;
}

static bool has_control(struct ls_slice text)
{
    for (size_t i = 0; i < text.len; i++) {
        unsigned char c = (unsigned char)text.at[i];
        if ((c < 0x20 && c != '\t') || c == 0x7F)
            return true;
    }
    return false;
}

static enum ls_code field_split(struct ls_h1_parser *parser, struct ls_slice line,
                                struct ls_header *out, struct ls_err *err)
{
    size_t colon = ls_slice_find(line, ':');
    if (line.at[0] == ' ' || line.at[0] == '\t')
        return refuse(parser, 400, err, "a header goes on over a second line");
    if (colon == SIZE_MAX || !is_token((struct ls_slice){line.at, colon}))
        return refuse(parser, 400, err, "a header has no name, or a wrong character in its name");
    struct ls_slice value = ls_slice_from(line, colon + 1);
    if (has_control(value))
        return refuse(parser, 400, err, "a header has a control character in its value");
    *out = (struct ls_header){{line.at, colon}, ls_slice_trim(value)};
    return LS_OK;
}

static enum ls_code field_parse(struct ls_h1_parser *parser, struct ls_slice line,
                                struct ls_err *err)
{
    struct ls_header header = {0};
    if (field_split(parser, line, &header, err) ||
        framing_read(parser, header.name, header.value, err))
        return err ? err->code : LS_E_PROTOCOL;
    enum ls_code code = ls_head_add(parser->head, header.name, header.value, err);
    if (code)
        parser->refusal_status = 431;
    return code;
}

/* ---- the end of a head: what follows it? ---- */

static bool reply_has_no_body(const struct ls_h1_parser *parser)
{
    int status = parser->head->status;
    return parser->is_head_reply || status == 204 || status == 304;
}

bool ls_h1_has_body(const struct ls_h1_parser *parser)
{
    if (parser->role == LS_H1_REPLY)
        return !reply_has_no_body(parser);
    return parser->is_chunked || parser->length > 0;
}

static enum ls_h1_state state_after_head(const struct ls_h1_parser *parser)
{
    if (!ls_h1_has_body(parser))
        return LS_H1_FINISHED;
    if (parser->is_chunked)
        return LS_H1_CHUNK_SIZE;
    if (parser->has_length)
        return parser->length > 0 ? LS_H1_BODY_LENGTH : LS_H1_FINISHED;
    return LS_H1_BODY_TO_CLOSE;
}

static enum ls_code head_check(struct ls_h1_parser *parser, struct ls_err *err)
{
    if (parser->is_chunked && parser->has_length)
        return refuse(parser, 400, err,
                      "Content-Length and Transfer-Encoding contradict each other");
    if (parser->is_chunked && parser->is_http10)
        return refuse(parser, 400, err, "Transfer-Encoding came with HTTP/1.0");
    if (parser->role == LS_H1_REQUEST && parser->host_count != 1 &&
        !(parser->is_http10 && parser->host_count == 0))
        return refuse(parser, 400, err, "the request has %u Host headers instead of one",
                      parser->host_count);
    return LS_OK;
}

static bool is_interim(const struct ls_h1_parser *parser)
{
    return parser->role == LS_H1_REPLY && parser->head->status < 200;
}

static enum ls_code interim_skip(struct ls_h1_parser *parser, struct ls_err *err)
{
    if (parser->head->status == 101)
        return refuse(parser, 400, err, "the server switches protocols, which nobody asked for");
    if (++parser->interim_count > LS_NET_INTERIM_HEADS_MAX)
        return refuse(parser, 431, err, "more than %d interim answers came, which is the limit",
                      LS_NET_INTERIM_HEADS_MAX);
    parser->state = LS_H1_START_LINE;
    return LS_OK;
}

static enum ls_code head_end(struct ls_h1_parser *parser, enum ls_h1_event *event,
                             struct ls_err *err)
{
    enum ls_code code = head_check(parser, err);
    if (code)
        return code;
    if (is_interim(parser))
        return interim_skip(parser, err);
    ls_head_finish(parser->head);
    parser->left = parser->length;
    parser->interim_count = 0;
    parser->state = state_after_head(parser);
    *event = LS_H1_HEAD;
    return LS_OK;
}

/* ---- chunks ---- */

static enum ls_code chunk_size_parse(struct ls_h1_parser *parser, struct ls_slice line,
                                     struct ls_err *err)
{
    size_t digits = 0;
    uint64_t size = 0;
    while (digits < line.len && ls_hex_value(line.at[digits]) >= 0) {
        if (digits == CHUNK_DIGITS_MAX)
            return refuse(parser, 400, err, "the size of a chunk has too many digits");
        size = size << 4 | (uint64_t)ls_hex_value(line.at[digits++]);
    }
    if (digits == 0 || (digits < line.len && line.at[digits] != ';') || has_control(line))
        return refuse(parser, 400, err, "a chunk does not begin with its size");
    /* Extensions are ignored, but they must come with data. */
    parser->extension_bytes += line.len - digits;
    if (parser->extension_bytes > LS_NET_CHUNK_EXTENSION_BYTES_MAX)
        return refuse(parser, 400, err, "the body is made of chunk extensions");
    parser->extension_bytes -= (size_t)LS_MIN((uint64_t)parser->extension_bytes, size);
    parser->left = size;
    parser->state = size > 0 ? LS_H1_CHUNK_DATA : LS_H1_TRAILER;
    if (size == 0)
        parser->head_bytes = 0; /* the trailers have their own limit */
    return LS_OK;
}

/* ---- lines by state ---- */

static enum ls_code line_parse(struct ls_h1_parser *parser, struct ls_slice line,
                               enum ls_h1_event *event, struct ls_err *err)
{
    struct ls_header ignored;
    switch (parser->state) {
    case LS_H1_START_LINE:
        parser->state = LS_H1_FIELD;
        return parser->role == LS_H1_REQUEST ? request_line(parser, line, err)
                                             : status_line(parser, line, err);
    case LS_H1_FIELD:
        return line.len ? field_parse(parser, line, err) : head_end(parser, event, err);
    case LS_H1_CHUNK_SIZE:
        return chunk_size_parse(parser, line, err);
    case LS_H1_CHUNK_BREAK:
        parser->state = LS_H1_CHUNK_SIZE;
        return line.len ? refuse(parser, 400, err, "a chunk is longer than its size") : LS_OK;
    default:
        LS_ASSERT(parser->state == LS_H1_TRAILER);
        if (line.len == 0)
            parser->state = LS_H1_FINISHED;
        return line.len ? field_split(parser, line, &ignored, err) : LS_OK;
    }
}

static size_t line_bytes_max(const struct ls_h1_parser *parser)
{
    switch (parser->state) {
    case LS_H1_CHUNK_SIZE:
        return LS_NET_CHUNK_LINE_BYTES_MAX;
    case LS_H1_CHUNK_BREAK:
        return 2;
    default:
        return LS_NET_HEAD_BYTES_MAX - parser->head_bytes;
    }
}

static enum ls_code line_step(struct ls_h1_parser *parser, struct ls_slice *input,
                              enum ls_h1_event *event, struct ls_err *err)
{
    if (parser->state == LS_H1_START_LINE && parser->line.len == 0)
        message_begin(parser);
    struct ls_slice line = {0}; /* gcc 12 cannot see that a failure never falls through */
    bool is_whole;
    enum ls_code code = line_take(parser, input, line_bytes_max(parser), &line, &is_whole, err);
    if (code || !is_whole)
        return code;
    if (parser->state != LS_H1_CHUNK_SIZE && parser->state != LS_H1_CHUNK_BREAK)
        parser->head_bytes += line.len + 2;
    code = line_parse(parser, line, event, err);
    ls_buf_clear(&parser->line);
    return code;
}

static void data_step(struct ls_h1_parser *parser, struct ls_slice *input, struct ls_slice *data)
{
    size_t taken = input->len;
    if (parser->state != LS_H1_BODY_TO_CLOSE) {
        taken = (size_t)LS_MIN((uint64_t)input->len, parser->left);
        parser->left -= taken;
    }
    *data = (struct ls_slice){input->at, taken};
    *input = ls_slice_from(*input, taken);
    if (parser->left > 0 || parser->state == LS_H1_BODY_TO_CLOSE)
        return;
    parser->state = parser->state == LS_H1_CHUNK_DATA ? LS_H1_CHUNK_BREAK : LS_H1_FINISHED;
}

void ls_h1_parser_init(struct ls_h1_parser *parser, enum ls_h1_role role, struct ls_head *head)
{
    *parser = (struct ls_h1_parser){.role = role, .head = head};
}

void ls_h1_parser_release(struct ls_h1_parser *parser)
{
    ls_buf_release(&parser->line);
}

enum ls_code ls_h1_parse(struct ls_h1_parser *parser, struct ls_slice *input,
                         enum ls_h1_event *event, struct ls_slice *data, struct ls_err *err)
{
    *event = LS_H1_MORE;
    while (*event == LS_H1_MORE) {
        if (parser->state == LS_H1_FINISHED) {
            parser->state = LS_H1_START_LINE;
            *event = LS_H1_END;
            return LS_OK;
        }
        if (input->len == 0)
            return LS_OK;
        bool is_data = parser->state == LS_H1_BODY_LENGTH || parser->state == LS_H1_CHUNK_DATA ||
                       parser->state == LS_H1_BODY_TO_CLOSE;
        if (is_data) {
            data_step(parser, input, data);
            *event = LS_H1_DATA;
        } else {
            enum ls_code code = line_step(parser, input, event, err);
            if (code)
                return code;
        }
    }
    return LS_OK;
}

enum ls_code ls_h1_parse_close(struct ls_h1_parser *parser, enum ls_h1_event *event,
                               struct ls_err *err)
{
    bool is_end = parser->state == LS_H1_BODY_TO_CLOSE || parser->state == LS_H1_FINISHED;
    *event = is_end ? LS_H1_END : LS_H1_MORE;
    if (is_end)
        parser->state = LS_H1_START_LINE;
    if (is_end || ls_h1_is_between(parser))
        return LS_OK;
    return refuse(parser, 400, err, "the message breaks off in its %s",
                  parser->state <= LS_H1_FIELD ? "head" : "body");
}

bool ls_h1_is_between(const struct ls_h1_parser *parser)
{
    return parser->state == LS_H1_START_LINE && parser->line.len == 0 && parser->interim_count == 0;
}

bool ls_h1_keeps_alive(const struct ls_h1_parser *parser)
{
    bool is_framed = parser->role == LS_H1_REQUEST || parser->is_chunked || parser->has_length ||
                     reply_has_no_body(parser);
    return !parser->is_http10 && !parser->says_close && is_framed;
}

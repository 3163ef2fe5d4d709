/* The JSON printer: compact, or indented as kubectl and kube-apiserver do. */
#include "value/json.h"

#include "base/hex.h"
#include "value/scan.h"
#include "value/tape.h"

enum {
    INT_BYTES_MAX = 20,   /* -9223372036854775808 */
    ESCAPE_BYTES_MAX = 6, /* \u001f */
    ROOM_FIRST = 64,
    ROOM_MIN = 4096,
};

/* Writes into unused memory of the buffer; the bytes count once they are flushed. */
struct json_printer {
    struct ls_buf *out;
    char *at;
    char *limit;
    size_t depth;
    size_t indent;
    bool is_pretty; /* and safe inside HTML, as kubectl's is */
};

static void open_room(struct json_printer *p, size_t bytes)
{
    p->at = ls_buf_reserve(p->out, bytes);
    p->limit = p->out->at + p->out->cap - 1;
}

static struct json_printer printer_of(struct ls_buf *out, enum ls_json_form form)
{
    LS_ASSERT(form < LS_JSON_FORM_COUNT);
    struct json_printer printer = {
        .out = out, .is_pretty = form != LS_JSON_COMPACT, .indent = form == LS_JSON_SERVER ? 2 : 4};
    open_room(&printer, ROOM_FIRST);
    return printer;
}

static void flush(struct json_printer *p)
{
    ls_buf_commit(p->out, (size_t)(p->at - (p->out->at + p->out->len)));
}

static void grow(struct json_printer *p, size_t bytes)
{
    flush(p);
    open_room(p, LS_MAX(bytes, (size_t)ROOM_MIN));
}

static inline void need(struct json_printer *p, size_t bytes)
{
    if (LS_UNLIKELY((size_t)(p->limit - p->at) < bytes))
        grow(p, bytes);
}

static inline void put_char(struct json_printer *p, char c)
{
    need(p, 1);
    *p->at++ = c;
}

static inline void put(struct json_printer *p, struct ls_slice text)
{
    need(p, text.len);
    memcpy(p->at, text.at, text.len);
    p->at += text.len;
}

static void put_line(struct json_printer *p)
{
    size_t spaces = p->depth * p->indent;
    need(p, spaces + 1);
    *p->at++ = '\n';
    memset(p->at, ' ', spaces);
    p->at += spaces;
}

/* Two characters that end a line in JavaScript, though not in JSON. */
static bool is_line_separator(const char *at, const char *end)
{
    return end - at >= 3 && memcmp(at, "\xE2\x80", 2) == 0 && (at[2] == '\xA8' || at[2] == '\xA9');
}

static bool is_html(const char *at, const char *end)
{
    return *at == '<' || *at == '>' || *at == '&' || is_line_separator(at, end);
}

/* The end of the bytes that are printed without escapes. */
static inline const char *run_end(const struct json_printer *p, const char *at, const char *end)
{
    end = ls_scan_print(at, end);
    if (LS_LIKELY(!p->is_pretty))
        return end;
    while (at < end && !is_html(at, end))
        at++;
    return at;
}

/* Writes one escape in the form of Go's encoder; returns the text after what it stands for. */
static const char *put_escape(struct json_printer *p, const char *at)
{
    static const char letters[128] = {['"'] = '"',  ['\\'] = '\\', ['\b'] = 'b', ['\f'] = 'f',
                                      ['\n'] = 'n', ['\r'] = 'r',  ['\t'] = 't'};
    need(p, ESCAPE_BYTES_MAX);
    *p->at++ = '\\';
    unsigned char c = (unsigned char)*at;
    if (c >= sizeof letters) {
        memcpy(p->at, at[2] == '\xA8' ? "u2028" : "u2029", 5);
        p->at += 5;
        return at + 3;
    }
    if (letters[c]) {
        *p->at++ = letters[c];
        return at + 1;
    }
    memcpy(p->at, "u00", 3);
    (void)ls_hex_put(p->at + 3, c);
    p->at += 5;
    return at + 1;
}

static void put_string(struct json_printer *p, struct ls_slice text)
{
    const char *at = text.at;
    const char *end = text.at + text.len;
    put_char(p, '"');
    for (;;) {
        const char *stop = run_end(p, at, end);
        put(p, (struct ls_slice){at, (size_t)(stop - at)});
        if (stop == end)
            break;
        at = put_escape(p, stop);
    }
    put_char(p, '"');
}

static void put_int(struct json_printer *p, int64_t value)
{
    char digits[INT_BYTES_MAX];
    char *first = digits + sizeof digits;
    uint64_t rest = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    do {
        *--first = (char)('0' + rest % 10);
        rest /= 10;
    } while (rest > 0);
    if (value < 0)
        *--first = '-';
    put(p, (struct ls_slice){first, (size_t)(digits + sizeof digits - first)});
}

/* A key of the table holds nothing that needs an escape. */
static const uint32_t *put_key(struct json_printer *p, const uint32_t *word)
{
    struct ls_slice key = ls_word_key(word);
    if (ls_word_tag(*word) == LS_TAG_TEXT) {
        put_string(p, key);
    } else {
        need(p, key.len + 2);
        *p->at++ = '"';
        put(p, key);
        *p->at++ = '"';
    }
    put_char(p, ':');
    if (p->is_pretty)
        put_char(p, ' ');
    return ls_word_after(word);
}

static const uint32_t *put_value(struct json_printer *p, const uint32_t *word);

static void put_inside(struct json_printer *p, const uint32_t *word, bool is_map)
{
    const uint32_t *end = ls_word_after(word);
    p->depth++;
    for (const uint32_t *at = word + 1; at < end;) {
        if (at > word + 1)
            put_char(p, ',');
        if (p->is_pretty)
            put_line(p);
        if (is_map)
            at = put_key(p, at);
        at = put_value(p, at);
    }
    p->depth--;
    if (p->is_pretty && end > word + 1)
        put_line(p);
}

static const uint32_t *put_value(struct json_printer *p, const uint32_t *word)
{
    switch (ls_word_tag(*word)) {
    case LS_TAG_STRING:
        put_string(p, ls_word_bytes(word));
        break;
    case LS_TAG_MAP:
        put_char(p, '{');
        put_inside(p, word, true);
        put_char(p, '}');
        break;
    case LS_TAG_LIST:
        put_char(p, '[');
        put_inside(p, word, false);
        put_char(p, ']');
        break;
    case LS_TAG_INT:
    case LS_TAG_INT64:
        put_int(p, ls_word_int(word));
        break;
    case LS_TAG_NUMBER:
        put(p, ls_word_bytes(word));
        break;
    case LS_TAG_BOOL:
        put(p, ls_word_payload(*word) ? LS_SLICE("true") : LS_SLICE("false"));
        break;
    default:
        put(p, LS_SLICE("null"));
    }
    return ls_word_after(word);
}

void ls_json_print(struct ls_buf *out, struct ls_node node, enum ls_json_form form)
{
    uint32_t null = ls_word(LS_TAG_NULL, 0);
    struct json_printer printer = printer_of(out, form);
    put_value(&printer, node.word ? node.word : &null);
    flush(&printer);
}

void ls_json_print_string(struct ls_buf *out, struct ls_slice text)
{
    struct json_printer printer = printer_of(out, LS_JSON_COMPACT);
    put_string(&printer, text.len > 0 ? text : LS_SLICE(""));
    flush(&printer);
}

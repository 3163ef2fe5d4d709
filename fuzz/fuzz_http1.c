/*
 * The HTTP/1.1 parser, both heads and bodies. Property: what it makes of a stream of bytes does not
 * depend on where the pieces end.
 */
#include <stdlib.h>

#include "base/buf.h"
#include "net/h1_parse.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void note_head(const struct ls_h1_parser *parser, struct ls_buf *out)
{
    const struct ls_head *head = parser->head;
    ls_buf_printf(out, "H%d", head->status);
    ls_buf_add_slice(out, head->method);
    ls_buf_add_char(out, ' ');
    ls_buf_add_slice(out, head->target);
    for (size_t i = 0; i < head->header_count; i++) {
        ls_buf_add_char(out, '\n');
        ls_buf_add_slice(out, head->headers[i].name);
        ls_buf_add_char(out, ':');
        ls_buf_add_slice(out, head->headers[i].value);
    }
    ls_buf_printf(out, "|%d%d%d|", ls_h1_keeps_alive(parser), ls_h1_has_body(parser),
                  parser->expects_continue);
}

/* Everything the parser said, as text; bodies run together across pieces. */
static void transcribe(struct ls_h1_parser *parser, struct ls_slice input, size_t piece,
                       struct ls_buf *out)
{
    struct ls_err err = {0};
    enum ls_h1_event event = LS_H1_MORE;
    enum ls_code code = LS_OK;
    while (!code && (input.len > 0 || event != LS_H1_MORE)) {
        struct ls_slice part = {input.at, LS_MIN(piece, input.len)};
        size_t before = part.len;
        struct ls_slice data = {0};
        code = ls_h1_parse(parser, &part, &event, &data, &err);
        input = ls_slice_from(input, before - part.len);
        if (code)
            break;
        if (event == LS_H1_HEAD)
            note_head(parser, out);
        if (event == LS_H1_DATA)
            ls_buf_add_slice(out, data);
        if (event == LS_H1_END)
            ls_buf_add_char(out, 'E');
    }
    if (!code)
        code = ls_h1_parse_close(parser, &event, &err);
    ls_buf_printf(out, "%d %d %d %s", (int)code, (int)event, parser->refusal_status, err.text);
}

static void run(const uint8_t *data, size_t size, size_t piece, struct ls_buf *out)
{
    struct ls_head head = {0};
    struct ls_h1_parser parser;
    ls_h1_parser_init(&parser, data[0] & 1 ? LS_H1_REPLY : LS_H1_REQUEST, &head);
    parser.is_head_reply = data[0] & 2;
    transcribe(&parser, (struct ls_slice){(const char *)data + 1, size - 1}, piece, out);
    ls_h1_parser_release(&parser);
    ls_head_release(&head);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0)
        return 0;
    struct ls_buf whole LS_AUTO(ls_buf_release) = {0};
    run(data, size, SIZE_MAX, &whole);
    static const size_t pieces[] = {1, 7};
    for (size_t i = 0; i < LS_COUNT(pieces); i++) {
        struct ls_buf cut LS_AUTO(ls_buf_release) = {0};
        run(data, size, pieces[i], &cut);
        if (!ls_slice_equal(ls_buf_slice(&whole), ls_buf_slice(&cut)))
            abort();
    }
    return 0;
}

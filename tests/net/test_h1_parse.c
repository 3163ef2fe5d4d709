#include "net/h1_parse.h"

#include <stdio.h>
#include <string.h>

#include "base/mem.h"
#include "check.h"
#include "net/limits.h"

/* What a parser makes of a stream of messages, as text: heads, bodies, ends, or why it stopped. */
static void parse_all(enum ls_h1_role role, struct ls_slice input, size_t piece, struct ls_buf *out)
{
    struct ls_head head = {0};
    struct ls_h1_parser parser;
    ls_h1_parser_init(&parser, role, &head);
    struct ls_err err = {0};
    enum ls_code code = LS_OK;
    struct ls_buf body LS_AUTO(ls_buf_release) = {0};
    enum ls_h1_event event = LS_H1_MORE;
    while (!code && (input.len > 0 || event != LS_H1_MORE)) {
        struct ls_slice part = {input.at, LS_MIN(piece, input.len)};
        size_t before = part.len;
        struct ls_slice data = {0};
        code = ls_h1_parse(&parser, &part, &event, &data, &err);
        input = ls_slice_from(input, before - part.len);
        if (code || event == LS_H1_MORE)
            continue;
        if (event == LS_H1_DATA)
            ls_buf_add_slice(&body, data);
        if (event == LS_H1_HEAD && role == LS_H1_REQUEST)
            ls_buf_printf(out, "%.*s %.*s", LS_ARG(head.method), LS_ARG(head.target));
        if (event == LS_H1_HEAD && role == LS_H1_REPLY)
            ls_buf_printf(out, "%d", head.status);
        for (size_t i = 0; event == LS_H1_HEAD && i < head.header_count; i++)
            ls_buf_printf(out, " [%.*s=%.*s]", LS_ARG(head.headers[i].name),
                          LS_ARG(head.headers[i].value));
        if (event == LS_H1_HEAD)
            ls_buf_printf(out, "%s%s", ls_h1_keeps_alive(&parser) ? " keep" : " close",
                          parser.expects_continue ? " continue" : "");
        if (event == LS_H1_END) {
            ls_buf_printf(out, " \"%s\" end;", ls_buf_text(&body));
            ls_buf_clear(&body);
        }
    }
    if (!code)
        code = ls_h1_parse_close(&parser, &event, &err);
    if (!code && event == LS_H1_END)
        ls_buf_printf(out, " \"%s\" end at close;", ls_buf_text(&body));
    if (code)
        ls_buf_printf(out, "!%d %s", parser.refusal_status, err.text);
    ls_h1_parser_release(&parser);
    ls_head_release(&head);
}

struct row {
    const char *input;
    const char *expected;
};

static void check_rows(enum ls_h1_role role, const struct row *rows, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        struct ls_slice input = ls_slice_of(rows[i].input);
        struct ls_buf whole LS_AUTO(ls_buf_release) = {0};
        parse_all(role, input, SIZE_MAX, &whole);
        if (!strstr(ls_buf_text(&whole), rows[i].expected))
            print_message("    input: %s\n", rows[i].input);
        CHECK_HAS(ls_buf_text(&whole), rows[i].expected);
        for (size_t piece = 1; piece < 8; piece++) {
            struct ls_buf pieces LS_AUTO(ls_buf_release) = {0};
            parse_all(role, input, piece, &pieces);
            CHECK_STR(ls_buf_text(&pieces), ls_buf_text(&whole));
        }
    }
}

#define H "host: a\r\n"

TEST(requests_are_read)
{
    static const struct row rows[] = {
        {"GET / HTTP/1.1\r\n" H "\r\n", "GET / [host=a] keep \"\" end;"},
        {"GET /a?b=c HTTP/1.1\r\nHost: a\r\nX-Y:  two words \t\r\n\r\n",
         "GET /a?b=c [host=a] [x-y=two words] keep \"\" end;"},
        {"POST / HTTP/1.1\r\n" H "content-length: 3\r\n\r\nabc", "keep \"abc\" end;"},
        {"POST / HTTP/1.1\r\n" H "content-length: 0\r\n\r\n", "keep \"\" end;"},
        {"POST / HTTP/1.1\r\n" H "transfer-encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
         "\"abc\" end;"},
        {"POST / HTTP/1.1\r\n" H "transfer-encoding: Chunked\r\n\r\n"
         "A;x=y\r\n0123456789\r\n1\r\n!\r\n000;z\r\ntrailer: t\r\n\r\n",
         "\"0123456789!\" end;"},
        {"GET / HTTP/1.1\r\n" H "\r\nGET /2 HTTP/1.1\r\n" H "connection: Close\r\n\r\n",
         "end;GET /2 [host=a] [connection=Close] close \"\" end;"},
        {"GET / HTTP/1.1\r\n" H "connection: foo, close\r\n\r\n", " close \"\""},
        {"GET / HTTP/1.0\r\n\r\n", "GET / close \"\" end;"},
        {"OPTIONS * HTTP/1.1\r\n" H "\r\n", "OPTIONS * "},
        {"PUT / HTTP/1.1\r\n" H "expect: 100-continue\r\ncontent-length: 1\r\n\r\nx",
         "keep continue \"x\" end;"},
        {"GET / HTTP/1.1\r\n" H "x:\r\n\r\n", "[x=] keep"},
        {"GET / HTTP/1.1\r\n" H "x: \xC3\xA4\r\n\r\n", "[x=\xC3\xA4]"},
    };
    check_rows(LS_H1_REQUEST, rows, LS_COUNT(rows));
}

TEST(requests_that_could_be_read_in_two_ways_are_refused)
{
    static const struct row rows[] = {
        {"GET / HTTP/1.1\n" H "\r\n", "!400 a line ends in LF without CR"},
        {"GET / HTTP/1.1\r\nhost: a\n\r\n", "!400 a line ends in LF without CR"},
        {"GET / HTTP/1.1\r\n" H "\n", "!400 a line ends in LF without CR"},
        {"GET / HTTP/1.1\r\nx: a\rb\r\n" H "\r\n", "!400 a line has a CR"},
        {"GET / HTTP/1.1\r\n" H "x: a\r\n b\r\n\r\n", "!400 a header goes on"},
        {"GET / HTTP/1.1\r\n" H "x: a\r\n\tb\r\n\r\n", "!400 a header goes on"},
        {"GET / HTTP/1.1\r\n host: a\r\n\r\n", "!400 a header goes on"},
        {"GET / HTTP/1.1\r\n" H "x : a\r\n\r\n", "!400 a header has no name"},
        {"GET / HTTP/1.1\r\n" H "x\t: a\r\n\r\n", "!400 a header has no name"},
        {"GET / HTTP/1.1\r\n" H ": a\r\n\r\n", "!400 a header has no name"},
        {"GET / HTTP/1.1\r\n" H "no colon\r\n\r\n", "!400 a header has no name"},
        {"GET / HTTP/1.1\r\n" H "x(y): a\r\n\r\n", "!400 a header has no name"},
        {"GET / HTTP/1.1\r\n" H "x: a\x01\r\n\r\n", "!400 a header has a control"},
        {"GET / HTTP/1.1\r\n" H "x: \x7F\r\n\r\n", "!400 a header has a control"},
        {"GET / HTTP/1.1\r\n\r\n", "!400 the request has 0 Host"},
        {"GET / HTTP/1.1\r\n" H H "\r\n", "!400 the request has 2 Host"},
        {"P / HTTP/1.1\r\n" H "content-length: 1\r\ncontent-length: 1\r\n\r\nx",
         "!400 Content-Length is given twice"},
        {"P / HTTP/1.1\r\n" H "content-length: 1, 1\r\n\r\nx", "!400 Content-Length is not"},
        {"P / HTTP/1.1\r\n" H "content-length: +1\r\n\r\nx", "!400 Content-Length is not"},
        {"P / HTTP/1.1\r\n" H "content-length: -1\r\n\r\nx", "!400 Content-Length is not"},
        {"P / HTTP/1.1\r\n" H "content-length: 0x1\r\n\r\nx", "!400 Content-Length is not"},
        {"P / HTTP/1.1\r\n" H "content-length:\r\n\r\nx", "!400 Content-Length is not"},
        {"P / HTTP/1.1\r\n" H "content-length: 9999999999999999999\r\n\r\n",
         "!400 Content-Length is not"},
        {"P / HTTP/1.1\r\n" H "content-length: 1\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n",
         "!400 Content-Length and Transfer-Encoding"},
        {"P / HTTP/1.1\r\n" H "transfer-encoding: chunked\r\ncontent-length: 1\r\n\r\n0\r\n\r\n",
         "!400 Content-Length and Transfer-Encoding"},
        {"P / HTTP/1.1\r\n" H "transfer-encoding: gzip, chunked\r\n\r\n", "!501 Transfer-Encoding"},
        {"P / HTTP/1.1\r\n" H "transfer-encoding: chunked\r\ntransfer-encoding: chunked\r\n\r\n",
         "!501 Transfer-Encoding"},
        {"P / HTTP/1.1\r\n" H "transfer-encoding: identity\r\n\r\n", "!501 Transfer-Encoding"},
        {"P / HTTP/1.1\r\n" H "transfer-encoding: xchunked\r\n\r\n", "!501 Transfer-Encoding"},
        {"P / HTTP/1.0\r\n" H "transfer-encoding: chunked\r\n\r\n", "!400 Transfer-Encoding came"},
    };
    check_rows(LS_H1_REQUEST, rows, LS_COUNT(rows));
}

TEST(malformed_first_lines_are_refused)
{
    static const struct row rows[] = {
        {"\r\nGET / HTTP/1.1\r\n" H "\r\n", "!400 the first line"},
        {"GET  / HTTP/1.1\r\n" H "\r\n", "!400 "},
        {"GET / HTTP/1.1 \r\n" H "\r\n", "!400 "},
        {"GET /\r\n" H "\r\n", "!400 the first line"},
        {"GET\r\n\r\n", "!400 the first line"},
        {"GE(T / HTTP/1.1\r\n" H "\r\n", "!400 the first line"},
        {"GET a HTTP/1.1\r\n" H "\r\n", "!400 the target"},
        {"GET http://a/ HTTP/1.1\r\n" H "\r\n", "!400 the target"},
        {"GET /\x7F HTTP/1.1\r\n" H "\r\n", "!400 the target"},
        {"GET /\xC3\xA4 HTTP/1.1\r\n" H "\r\n", "!400 the target"},
        {"GET / HTTP/2.0\r\n" H "\r\n", "!505 the version"},
        {"GET / HTTP/1.2\r\n" H "\r\n", "!505 the version"},
        {"GET / http/1.1\r\n" H "\r\n", "!400 the first line"},
        {"GET / HTTP/1.10\r\n" H "\r\n", "!400 the first line"},
        {"AVERYLONGMETHODTHATNOBODYHASEVERHEARDOF / HTTP/1.1\r\n" H "\r\n", "!400 the first line"},
    };
    check_rows(LS_H1_REQUEST, rows, LS_COUNT(rows));
}

#define CHUNKED "P / HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n"

TEST(malformed_chunks_are_refused)
{
    static const struct row rows[] = {
        {CHUNKED "\r\nabc", "!400 a chunk does not begin"},
        {CHUNKED " 3\r\nabc", "!400 a chunk does not begin"},
        {CHUNKED "3 \r\nabc\r\n", "!400 a chunk does not begin"},
        {CHUNKED "0x3\r\nabc\r\n", "!400 a chunk does not begin"},
        {CHUNKED "-3\r\nabc\r\n", "!400 a chunk does not begin"},
        {CHUNKED "g\r\nabc\r\n", "!400 a chunk does not begin"},
        {CHUNKED "0000000000000003\r\nabc\r\n", "!400 the size of a chunk has too many"},
        {CHUNKED "FFFFFFFFFFFFFFFF\r\nabc\r\n", "!400 the size of a chunk has too many"},
        {CHUNKED "3\nabc\r\n", "!400 a line ends in LF"},
        {CHUNKED "3\r\nabcd\r\n", "!400 a chunk is longer"},
        {CHUNKED "3\r\nabc\n", "!400 "},
        {CHUNKED "3\r\nabc0\r\n\r\n", "!400 a chunk is longer"},
        {CHUNKED "3;a\rb\r\nabc", "!400 a line has a CR"},
        {CHUNKED "0\r\nbad trailer\r\n\r\n", "!400 a header has no name"},
        {CHUNKED "0\r\na: b\r\n c\r\n\r\n", "!400 a header goes on"},
    };
    check_rows(LS_H1_REQUEST, rows, LS_COUNT(rows));
}

TEST(messages_that_break_off_are_not_taken_for_whole)
{
    static const struct row rows[] = {
        {"", ""},
        {"G", "!400 the message breaks off in its head"},
        {"GET / HTTP/1.1\r\n", "!400 the message breaks off in its head"},
        {"GET / HTTP/1.1\r\n" H, "!400 the message breaks off in its head"},
        {"P / HTTP/1.1\r\n" H "content-length: 3\r\n\r\nab", "!400 the message breaks off"},
        {CHUNKED "3\r\nab", "!400 the message breaks off in its body"},
        {CHUNKED "3\r\nabc\r\n", "!400 the message breaks off in its body"},
        {CHUNKED "3\r\nabc\r\n0\r\n", "!400 the message breaks off in its body"},
    };
    check_rows(LS_H1_REQUEST, rows, LS_COUNT(rows));
}

TEST(replies_are_read)
{
    static const struct row rows[] = {
        {"HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok",
         "200 [content-length=2] keep \"ok\" end;"},
        {"HTTP/1.1 200 \r\ncontent-length: 0\r\n\r\n", "keep \"\" end;"},
        {"HTTP/1.1 404\r\ncontent-length: 0\r\n\r\n", "404 "},
        {"HTTP/1.1 200 OK\r\n\r\nuntil the end", "200 close \"until the end\" end at close;"},
        {"HTTP/1.0 200 OK\r\ncontent-length: 2\r\n\r\nok", " close \"ok\" end;"},
        {"HTTP/1.1 204 No Content\r\n\r\n", "204 keep \"\" end;"},
        {"HTTP/1.1 304 Not Modified\r\ncontent-length: 9\r\n\r\n", "keep \"\" end;"},
        {"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nlink: x\r\n\r\n"
         "HTTP/1.1 200 OK\r\ncontent-length: 1\r\n\r\n!",
         "200 [content-length=1] keep \"!\" end;"},
        {"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\na\r\n0\r\n\r\n",
         "keep \"a\" end;"},
        {"HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 1\r\n\r\na", "close \"a\" end;"},
    };
    check_rows(LS_H1_REPLY, rows, LS_COUNT(rows));
}

TEST(malformed_replies_are_refused)
{
    static const struct row rows[] = {
        {"HTTP/1.1 20 OK\r\n\r\n", "!400 the status line"},
        {"HTTP/1.1 2000 OK\r\n\r\n", "!400 the status line"},
        {"HTTP/1.1 099 OK\r\n\r\n", "!400 the status line"},
        {"HTTP/1.1 600 OK\r\n\r\n", "!400 the status line"},
        {"HTTP/1.1  200 OK\r\n\r\n", "!400 the status line"},
        {"HTTP/2 200\r\n\r\n", "!400 "},
        {"ICY 200 OK\r\n\r\n", "!400 the first line"},
        {"HTTP/1.1 101 Switching\r\n\r\n", "!400 the server switches protocols"},
        {"HTTP/1.1 200 OK\r\ncontent-length: 1\r\ntransfer-encoding: chunked\r\n\r\n", "!400 "},
        {"HTTP/1.1 200 OK\r\ncontent-length: 3\r\n\r\nab", "!400 the message breaks off"},
        {"HTTP/1.1 100 Continue\r\n\r\n", "!400 the message breaks off in its head"},
    };
    check_rows(LS_H1_REPLY, rows, LS_COUNT(rows));
}

static void check_limit(enum ls_h1_role role, struct ls_slice input, const char *says)
{
    struct ls_buf out LS_AUTO(ls_buf_release) = {0};
    parse_all(role, input, SIZE_MAX, &out);
    CHECK_HAS(ls_buf_text(&out), says);
    struct ls_buf bytewise LS_AUTO(ls_buf_release) = {0};
    parse_all(role, input, 1, &bytewise);
    CHECK_STR(ls_buf_text(&bytewise), ls_buf_text(&out));
}

TEST(every_limit_strikes)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, "GET /");
    for (size_t i = 0; i < LS_NET_TARGET_BYTES_MAX; i++)
        ls_buf_add_char(&text, 'a');
    ls_buf_add_text(&text, " HTTP/1.1\r\n" H "\r\n");
    check_limit(LS_H1_REQUEST, ls_buf_slice(&text), "!414 the target has 16385 bytes");

    ls_buf_clear(&text);
    for (size_t i = 0; i <= LS_NET_HEAD_BYTES_MAX; i++)
        ls_buf_add_char(&text, 'a');
    check_limit(LS_H1_REQUEST, ls_buf_slice(&text), "!414 the head of the message has more");

    ls_buf_clear(&text);
    ls_buf_add_text(&text, "GET / HTTP/1.1\r\n" H "x: ");
    for (size_t i = 0; i <= LS_NET_HEAD_BYTES_MAX; i++)
        ls_buf_add_char(&text, 'a');
    check_limit(LS_H1_REQUEST, ls_buf_slice(&text), "!431 the head of the message has more");

    ls_buf_clear(&text);
    ls_buf_add_text(&text, "GET / HTTP/1.1\r\n" H);
    for (size_t i = 0; i < LS_NET_HEADER_COUNT_MAX; i++)
        ls_buf_add_text(&text, "a: b\r\n");
    check_limit(LS_H1_REQUEST, ls_buf_slice(&text), "!431 the message has more than 128 headers");

    ls_buf_clear(&text);
    for (size_t i = 0; i <= LS_NET_INTERIM_HEADS_MAX; i++)
        ls_buf_add_text(&text, "HTTP/1.1 100 Continue\r\n\r\n");
    check_limit(LS_H1_REPLY, ls_buf_slice(&text), "!431 more than 16 interim answers");
}

TEST(chunk_extensions_must_come_with_data)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    ls_buf_add_text(&text, CHUNKED);
    for (size_t i = 0; i < LS_NET_CHUNK_EXTENSION_BYTES_MAX / 100 + 2; i++) {
        ls_buf_add_text(&text, "1;");
        for (size_t j = 0; j < 100; j++)
            ls_buf_add_char(&text, 'x');
        ls_buf_add_text(&text, "\r\n!\r\n");
    }
    check_limit(LS_H1_REQUEST, ls_buf_slice(&text), "!400 the body is made of chunk extensions");

    ls_buf_clear(&text);
    ls_buf_add_text(&text, CHUNKED "1;");
    for (size_t j = 0; j < LS_NET_CHUNK_LINE_BYTES_MAX; j++)
        ls_buf_add_char(&text, 'x');
    check_limit(LS_H1_REQUEST, ls_buf_slice(&text), "!400 the first line of a chunk has more");
}

TEST(a_stream_of_small_chunks_may_go_on_for_ever)
{
    struct ls_head head = {0};
    struct ls_h1_parser parser;
    ls_h1_parser_init(&parser, LS_H1_REPLY, &head);
    struct ls_slice input = LS_SLICE("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
    enum ls_h1_event event;
    struct ls_slice data;
    struct ls_err err;
    CHECK_OK(ls_h1_parse(&parser, &input, &event, &data, &err), err);
    CHECK_INT(event, LS_H1_HEAD);
    for (size_t i = 0; i < 300000; i++) {
        input = LS_SLICE("1\r\nx\r\n");
        CHECK_OK(ls_h1_parse(&parser, &input, &event, &data, &err), err);
        CHECK_INT(event, LS_H1_DATA);
        CHECK_OK(ls_h1_parse(&parser, &input, &event, &data, &err), err);
        CHECK_INT(event, LS_H1_MORE);
    }
    ls_h1_parser_release(&parser);
    ls_head_release(&head);
}

TEST(the_answer_to_head_has_no_body)
{
    struct ls_head head = {0};
    struct ls_h1_parser parser;
    ls_h1_parser_init(&parser, LS_H1_REPLY, &head);
    parser.is_head_reply = true;
    struct ls_slice input = LS_SLICE("HTTP/1.1 200 OK\r\ncontent-length: 100\r\n\r\n");
    enum ls_h1_event event;
    struct ls_slice data;
    struct ls_err err;
    CHECK_OK(ls_h1_parse(&parser, &input, &event, &data, &err), err);
    CHECK_INT(event, LS_H1_HEAD);
    CHECK_OK(ls_h1_parse(&parser, &input, &event, &data, &err), err);
    CHECK_INT(event, LS_H1_END);
    CHECK(ls_h1_is_between(&parser));
    ls_h1_parser_release(&parser);
    ls_head_release(&head);
}

#pragma once
/*
 * The HTTP/1.1 parser, for requests and for replies. Bytes go in as they come, in pieces of any
 * size; the result does not depend on where the pieces end.
 *
 * It is strict where two readers of one stream could disagree on the end of a message (request
 * smuggling): no Content-Length beside Transfer-Encoding or twice, no coding but chunked, no folded
 * lines, no bare CR or LF, no blank around a header's name, no size with a sign or too many digits.
 * Trailers are checked and dropped.
 */
#include "net/head.h"

enum ls_h1_role { LS_H1_REQUEST, LS_H1_REPLY };

enum ls_h1_event {
    LS_H1_MORE, /* the input is used up */
    LS_H1_HEAD, /* parser->head is complete (of a reply: the final one, 1xx are skipped) */
    LS_H1_DATA, /* a part of the body, a slice of the input */
    LS_H1_END,  /* the message is complete; the next call starts the next one */
};

enum ls_h1_state {
    LS_H1_START_LINE,
    LS_H1_FIELD,
    LS_H1_BODY_LENGTH,
    LS_H1_BODY_TO_CLOSE,
    LS_H1_CHUNK_SIZE,
    LS_H1_CHUNK_DATA,
    LS_H1_CHUNK_BREAK, /* the line break after a chunk */
    LS_H1_TRAILER,
    LS_H1_FINISHED,
};

struct ls_h1_parser {
    struct ls_head *head; /* borrowed */
    enum ls_h1_role role;
    enum ls_h1_state state;
    struct ls_buf line; /* a line whose end has not come yet */
    size_t head_bytes;
    size_t interim_count;
    uint64_t left; /* of the body, or of the chunk */
    uint64_t length;
    size_t extension_bytes; /* of chunk lines, beyond the size of their data */
    unsigned host_count;
    bool is_head_reply; /* set before a reply's head: it answers a HEAD and has no body */
    bool is_http10;
    bool has_length;
    bool is_chunked;
    bool says_close;
    bool expects_continue; /* the request waits for "100 Continue" before it sends its body */
    int refusal_status;    /* after a failure of a request: what to answer */
};

void ls_h1_parser_init(struct ls_h1_parser *parser, enum ls_h1_role role, struct ls_head *head);
void ls_h1_parser_release(struct ls_h1_parser *parser);

/* Removes bytes from the front of the input and returns the next event; data is set with
 * LS_H1_DATA. After a failure the connection cannot be used any more. */
enum ls_code ls_h1_parse(struct ls_h1_parser *parser, struct ls_slice *input,
                         enum ls_h1_event *event, struct ls_slice *data, struct ls_err *err);
/* The peer closed: LS_H1_END when that ends the message, LS_H1_MORE between messages. */
enum ls_code ls_h1_parse_close(struct ls_h1_parser *parser, enum ls_h1_event *event,
                               struct ls_err *err);

/* Between messages, without a byte of the next one. */
bool ls_h1_is_between(const struct ls_h1_parser *parser);
/* After the head: may the connection carry another message after this one? */
bool ls_h1_keeps_alive(const struct ls_h1_parser *parser);
/* Has a message with this head a body, even an empty one? */
bool ls_h1_has_body(const struct ls_h1_parser *parser);

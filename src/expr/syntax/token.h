#pragma once
/* The tokens of a CEL expression, private to this folder. Their numbers are those of the language's
 * published grammar: messages list what was expected in that order. */
#include "expr/syntax/issue.h"

enum ls_cel_token_kind {
    LS_CEL_TOKEN_END,
    LS_CEL_TOKEN_EQUAL,
    LS_CEL_TOKEN_NOT_EQUAL,
    LS_CEL_TOKEN_IN,
    LS_CEL_TOKEN_LESS,
    LS_CEL_TOKEN_LESS_EQUAL,
    LS_CEL_TOKEN_GREATER_EQUAL,
    LS_CEL_TOKEN_GREATER,
    LS_CEL_TOKEN_AND,
    LS_CEL_TOKEN_OR,
    LS_CEL_TOKEN_LBRACKET,
    LS_CEL_TOKEN_RBRACKET,
    LS_CEL_TOKEN_LBRACE,
    LS_CEL_TOKEN_RBRACE,
    LS_CEL_TOKEN_LPAREN,
    LS_CEL_TOKEN_RPAREN,
    LS_CEL_TOKEN_DOT,
    LS_CEL_TOKEN_COMMA,
    LS_CEL_TOKEN_MINUS,
    LS_CEL_TOKEN_EXCLAM,
    LS_CEL_TOKEN_QUESTION,
    LS_CEL_TOKEN_COLON,
    LS_CEL_TOKEN_PLUS,
    LS_CEL_TOKEN_STAR,
    LS_CEL_TOKEN_SLASH,
    LS_CEL_TOKEN_PERCENT,
    LS_CEL_TOKEN_TRUE,
    LS_CEL_TOKEN_FALSE,
    LS_CEL_TOKEN_NULL,
    LS_CEL_TOKEN_FLOAT,
    LS_CEL_TOKEN_INT,
    LS_CEL_TOKEN_UINT,
    LS_CEL_TOKEN_STRING,
    LS_CEL_TOKEN_BYTES,
    LS_CEL_TOKEN_NAME,
    LS_CEL_TOKEN_QUOTED_NAME, /* `a-b` */
    LS_CEL_TOKEN_KIND_COUNT
};

struct ls_cel_token {
    enum ls_cel_token_kind kind;
    uint32_t offset, len; /* in bytes */
};
struct ls_cel_tokens {
    struct ls_slice source;
    const struct ls_cel_token *at; /* the last one is END, at the end of the source */
    size_t count;
    const struct ls_cel_token *skipped; /* characters that made no token; they have no kind */
    size_t skipped_count;
};

/* All tokens, in the arena of the issues. Characters that make no token are one issue each and are
 * skipped, so that the rest is read as well. */
void ls_cel_lex(struct ls_slice source, struct ls_cel_tokens *out, struct ls_cel_issues *issues);
struct ls_slice ls_cel_token_text(const struct ls_cel_tokens *tokens, size_t i);
/* As messages write a kind: '&&', NUM_INT, <EOF>. */
const char *ls_cel_token_name(enum ls_cel_token_kind kind);

/* Bytes of the string or bytes literal at the front, its prefix included; 0: there is none, and
 * *reach is how far an unfinished one goes. */
size_t ls_cel_scan_string(struct ls_slice text, bool *is_bytes, size_t *reach);

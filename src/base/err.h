#pragma once
/*
 * Errors: a code for programs and a sentence for people.
 *
 * What may fail returns enum ls_code and explains itself in the caller's struct ls_err, which needs
 * no allocation. The text grows outward: each level that passes an error on puts what *it* was
 * doing in front. Control characters, which may come with what is quoted, become ?. The codes are a
 * table (name, may it be retried) that tests walk.
 */
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/macros.h"

enum { LS_ERR_TEXT_BYTES = 1024 };

enum LS_MUST_USE_TYPE ls_code {
    LS_OK = 0,
    LS_E_USAGE,       /* the command line is wrong */
    LS_E_INVALID,     /* input is malformed or refused (bad manifest, API 400, 422) */
    LS_E_TOO_BIG,     /* a named limit was passed */
    LS_E_UNSUPPORTED, /* understood, but not something we or the server can do */
    LS_E_NOT_FOUND,   /* no such object, file, kind (API 404) */
    LS_E_EXISTS,      /* API 409 AlreadyExists */
    LS_E_CONFLICT,    /* API 409 Conflict: another writer was first, or a field has another owner */
    LS_E_UNAUTHORIZED, /* API 401: who we are was not accepted */
    LS_E_FORBIDDEN,    /* API 403: we may not */
    LS_E_GONE,         /* API 410: the revision is no longer in the server's history */
    LS_E_TOO_MANY,     /* API 429: slow down; retry_after_ms says how long */
    LS_E_TIMEOUT,      /* a deadline passed before an answer came (API 504, ServerTimeout too) */
    LS_E_SERVER,       /* API 5xx */
    LS_E_PROTOCOL,     /* the peer broke the protocol (HTTP, TLS, JSON of a reply) */
    LS_E_NOT_SENT, /* never reached the peer, or was refused before processing: repeat at will */
    LS_E_UNKNOWN_RESULT, /* sent, result unknown: read the state, never assume it */
    LS_E_IO,             /* the operating system refused: file, socket, process */
    LS_E_CANCELLED,      /* we were asked to stop */
    LS_CODE_COUNT
};

struct ls_err {
    enum ls_code code;
    int64_t retry_after_ms; /* the peer's wish, 0 when it has none */
    uint32_t line;          /* of the file that the text names; 0 when it names none */
    char text[LS_ERR_TEXT_BYTES];
};

/* Starts an error: sets code and text, returns the code. err may be NULL when nobody reads it. */
enum ls_code ls_fail(struct ls_err *err, enum ls_code code, const char *format, ...)
    LS_FORMAT(3, 4);
enum ls_code ls_fail_v(struct ls_err *err, enum ls_code code, const char *format, va_list args)
    LS_FORMAT(3, 0);
/* The same for a system call: appends ": " and the text of errno_value. The code is always LS_E_IO:
 * a missing file must never be mistaken for an object that the server does not have. */
enum ls_code ls_fail_errno(struct ls_err *err, int errno_value, const char *format, ...)
    LS_FORMAT(3, 4);
/* Puts "what: " in front of the text; returns err->code. A text too long loses its end and says so
 * with "...". err is not NULL: whoever passes errors on needs its caller's. */
enum ls_code ls_context(struct ls_err *err, const char *format, ...) LS_FORMAT(2, 3);
void ls_err_clear(struct ls_err *err);

const char *ls_code_name(enum ls_code code);  /* "not-found" */
bool ls_code_is_transient(enum ls_code code); /* the same request may succeed later */

/* The static analyzer cannot know that these never return LS_OK, and would follow paths on which a
 * failed call left its result unset. */
#ifdef __clang_analyzer__
#define ls_fail(err, code, ...) ((void)(ls_fail)((err), (code), __VA_ARGS__), (code))
#define ls_context(err, ...)    ((void)(ls_context)((err), __VA_ARGS__), LS_E_INVALID)
#define ls_fail_errno(err, ...) ((void)(ls_fail_errno)((err), __VA_ARGS__), LS_E_IO)
#endif

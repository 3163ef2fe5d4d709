#include "base/err.h"

/* The macros for the analyzer are for callers. */
#undef ls_fail
#undef ls_context
#undef ls_fail_errno

#include "base/utf8.h"

#include <stdio.h>
#include <string.h>

struct code_row {
    const char *name;
    bool is_transient;
};

/* Transient means: the very same request may be sent again and succeed. A result that is unknown is
 * not: a repeated request could take effect twice, so the state is read first. Neither is a
 * conflict: the same request meets the same conflict until the decision changes. */
/* clang-format off */
static const struct code_row code_rows[LS_CODE_COUNT] = {
    [LS_OK]               = {"ok",             false},
    [LS_E_USAGE]          = {"usage",          false},
    [LS_E_INVALID]        = {"invalid",        false},
    [LS_E_TOO_BIG]        = {"too-big",        false},
    [LS_E_UNSUPPORTED]    = {"unsupported",    false},
    [LS_E_NOT_FOUND]      = {"not-found",      false},
    [LS_E_EXISTS]         = {"exists",         false},
    [LS_E_CONFLICT]       = {"conflict",       false},
    [LS_E_UNAUTHORIZED]   = {"unauthorized",   false},
    [LS_E_FORBIDDEN]      = {"forbidden",      false},
    [LS_E_GONE]           = {"gone",           false},
    [LS_E_TOO_MANY]       = {"too-many",       true},
    [LS_E_TIMEOUT]        = {"timeout",        true},
    [LS_E_SERVER]         = {"server",         true},
    [LS_E_PROTOCOL]       = {"protocol",       false},
    [LS_E_NOT_SENT]       = {"not-sent",       true},
    [LS_E_UNKNOWN_RESULT] = {"unknown-result", false},
    [LS_E_IO]             = {"io",             false},
    [LS_E_CANCELLED]      = {"cancelled",      false},
};
/* clang-format on */

/* Texts quote input from outside and are printed on terminals, which obey control characters. */
static void text_mask_controls(char *text)
{
    struct ls_slice rest = ls_slice_of(text);
    while (rest.len > 0) {
        uint32_t character = 0;
        size_t bytes = ls_utf8_decode(rest, &character);
        if (bytes > 0 && character != '\n' && character != '\t' && ls_utf8_is_control(character))
            memset(text + (rest.at - text), '?', bytes);
        rest = ls_slice_from(rest, bytes ? bytes : 1);
    }
}

/* After snprintf wanted `wanted` bytes in text: a text that did not fit ends in "..." and never in
 * the middle of a UTF-8 sequence. */
static void text_close(char text[LS_ERR_TEXT_BYTES], int wanted)
{
    if (wanted < 0 || wanted >= LS_ERR_TEXT_BYTES) {
        struct ls_slice written = {text, wanted < 0 ? 0 : LS_ERR_TEXT_BYTES - 1};
        struct ls_slice front = ls_utf8_front(written, LS_ERR_TEXT_BYTES - sizeof "...");
        memcpy(text + front.len, "...", sizeof "...");
    }
    text_mask_controls(text);
}

enum ls_code ls_fail_v(struct ls_err *err, enum ls_code code, const char *format, va_list args)
{
    LS_ASSERT(code > LS_OK && code < LS_CODE_COUNT);
    if (!err)
        return code;
    /* Printed to a copy: an argument may be the old text of the error. */
    char text[LS_ERR_TEXT_BYTES];
    text_close(text, vsnprintf(text, sizeof text, format, args));
    err->code = code;
    err->retry_after_ms = 0;
    err->line = 0;
    memcpy(err->text, text, strlen(text) + 1);
    return code;
}

enum ls_code ls_fail(struct ls_err *err, enum ls_code code, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    enum ls_code failed = ls_fail_v(err, code, format, args);
    va_end(args);
    return failed;
}

enum ls_code ls_fail_errno(struct ls_err *err, int errno_value, const char *format, ...)
{
    char what[LS_ERR_TEXT_BYTES];
    va_list args;
    va_start(args, format);
    text_close(what, vsnprintf(what, sizeof what, format, args));
    va_end(args);
    /* strerror() shares a buffer between threads. */
    const char *why = strerrordesc_np(errno_value);
    if (!why)
        return ls_fail(err, LS_E_IO, "%s: system error %d", what, errno_value);
    return ls_fail(err, LS_E_IO, "%s: %s", what, why);
}

enum ls_code ls_context(struct ls_err *err, const char *format, ...)
{
    LS_ASSERT(err && err->code != LS_OK);
    char what[LS_ERR_TEXT_BYTES];
    va_list args;
    va_start(args, format);
    text_close(what, vsnprintf(what, sizeof what, format, args));
    va_end(args);

    char inner[LS_ERR_TEXT_BYTES];
    memcpy(inner, err->text, strnlen(err->text, sizeof inner - 1) + 1);
    inner[sizeof inner - 1] = '\0';
    text_close(err->text, snprintf(err->text, sizeof err->text, "%s: %s", what, inner));
    return err->code;
}

void ls_err_clear(struct ls_err *err)
{
    err->code = LS_OK;
    err->retry_after_ms = 0;
    err->line = 0;
    err->text[0] = '\0';
}

static const struct code_row *code_row(enum ls_code code)
{
    LS_ASSERT(code >= LS_OK && code < LS_CODE_COUNT);
    return &code_rows[code];
}

const char *ls_code_name(enum ls_code code)
{
    return code_row(code)->name;
}

bool ls_code_is_transient(enum ls_code code)
{
    return code_row(code)->is_transient;
}

#pragma once
/*
 * A growing byte buffer that owns its memory. {0} is empty and ready; the bytes are always followed
 * by a NUL that does not count, so `at` is a C string once anything was appended.
 */
#include <stdarg.h>
#include <stddef.h>

#include "base/slice.h"

struct ls_buf {
    char *at;
    size_t len;
    size_t cap;
};

void ls_buf_release(struct ls_buf *buf);
void ls_buf_wipe(struct ls_buf *buf);  /* overwrites the memory first: for secrets */
void ls_buf_clear(struct ls_buf *buf); /* keeps the memory */
/* Room for `bytes` more; returns where they go. ls_buf_commit() says how many were written. */
char *ls_buf_reserve(struct ls_buf *buf, size_t bytes);
void ls_buf_commit(struct ls_buf *buf, size_t bytes);
void ls_buf_add(struct ls_buf *buf, const void *bytes, size_t len);
void ls_buf_add_char(struct ls_buf *buf, char c);
void ls_buf_add_text(struct ls_buf *buf, const char *text);
void ls_buf_add_slice(struct ls_buf *buf, struct ls_slice text);
void ls_buf_printf(struct ls_buf *buf, const char *format, ...) LS_FORMAT(2, 3);
void ls_buf_vprintf(struct ls_buf *buf, const char *format, va_list args) LS_FORMAT(2, 0);
/* Drops bytes from the front, moving the rest. */
void ls_buf_consume(struct ls_buf *buf, size_t bytes);
struct ls_slice ls_buf_slice(const struct ls_buf *buf);
const char *ls_buf_text(const struct ls_buf *buf); /* "" when nothing was appended */
/* The bytes as a heap string for ls_free(); the buffer is empty again. */
char *ls_buf_take(struct ls_buf *buf);

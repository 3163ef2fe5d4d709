#include "base/buf.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/mem.h"

enum { BUF_BYTES_FIRST = 64 };

void ls_buf_release(struct ls_buf *buf)
{
    ls_free(buf->at);
    *buf = (struct ls_buf){0};
}

void ls_buf_wipe(struct ls_buf *buf)
{
    if (buf->at)
        ls_wipe(buf->at, buf->cap);
    ls_buf_release(buf);
}

void ls_buf_clear(struct ls_buf *buf)
{
    buf->len = 0;
    if (buf->at)
        buf->at[0] = '\0';
}

char *ls_buf_reserve(struct ls_buf *buf, size_t bytes)
{
    if (bytes > SIZE_MAX / 4 - buf->len)
        ls_mem_exhausted(bytes);
    size_t wanted = buf->len + bytes + 1;
    if (wanted > buf->cap) {
        size_t doubled = LS_MAX(buf->cap * 2, (size_t)BUF_BYTES_FIRST);
        buf->cap = LS_MAX(doubled, wanted);
        buf->at = ls_realloc(buf->at, buf->cap);
        buf->at[buf->len] = '\0';
    }
    return buf->at + buf->len;
}

void ls_buf_commit(struct ls_buf *buf, size_t bytes)
{
    LS_ASSERT(buf->len + bytes < buf->cap);
    buf->len += bytes;
    buf->at[buf->len] = '\0';
}

void ls_buf_add(struct ls_buf *buf, const void *bytes, size_t len)
{
    char *at = ls_buf_reserve(buf, len);
    if (len > 0)
        memcpy(at, bytes, len);
    ls_buf_commit(buf, len);
}

void ls_buf_add_char(struct ls_buf *buf, char c)
{
    *ls_buf_reserve(buf, 1) = c;
    ls_buf_commit(buf, 1);
}

void ls_buf_add_text(struct ls_buf *buf, const char *text)
{
    ls_buf_add(buf, text, strlen(text));
}

void ls_buf_add_slice(struct ls_buf *buf, struct ls_slice text)
{
    ls_buf_add(buf, text.at, text.len);
}

void ls_buf_vprintf(struct ls_buf *buf, const char *format, va_list args)
{
    va_list again;
    va_copy(again, args);
    int len = vsnprintf(NULL, 0, format, args);
    LS_ASSERT(len >= 0);
    char *at = ls_buf_reserve(buf, (size_t)len);
    vsnprintf(at, (size_t)len + 1, format, again);
    va_end(again);
    ls_buf_commit(buf, (size_t)len);
}

void ls_buf_printf(struct ls_buf *buf, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    ls_buf_vprintf(buf, format, args);
    va_end(args);
}

void ls_buf_consume(struct ls_buf *buf, size_t bytes)
{
    LS_ASSERT(bytes <= buf->len);
    if (bytes == 0)
        return;
    buf->len -= bytes;
    memmove(buf->at, buf->at + bytes, buf->len + 1);
}

struct ls_slice ls_buf_slice(const struct ls_buf *buf)
{
    return (struct ls_slice){buf->at, buf->len};
}

const char *ls_buf_text(const struct ls_buf *buf)
{
    return buf->at ? buf->at : "";
}

char *ls_buf_take(struct ls_buf *buf)
{
    char *taken = buf->at ? buf->at : ls_strdup("");
    *buf = (struct ls_buf){0};
    return taken;
}

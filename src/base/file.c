#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/mem.h"

enum { FILE_CHUNK_BYTES = 16 << 10 };

/* Opened without blocking, so that a named pipe without a writer does not hold us; reads may block.
 */
static enum ls_code file_open(const char *path, int *out, struct ls_err *err)
{
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0 && (errno == ENOENT || errno == ENOTDIR))
        return ls_fail(err, LS_E_NOT_FOUND, "%s does not exist", path);
    if (fd < 0)
        return ls_fail_errno(err, errno, "cannot open %s", path);
    struct stat info;
    if (fstat(fd, &info) || !(S_ISREG(info.st_mode) || S_ISFIFO(info.st_mode))) {
        close(fd);
        return ls_fail(err, LS_E_IO, "%s is %s, not a file", path,
                       S_ISDIR(info.st_mode) ? "a folder" : "a device");
    }
    fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) & ~O_NONBLOCK);
    *out = fd;
    return LS_OK;
}

static enum ls_code file_read_all(int fd, const char *path, size_t bytes_max, struct ls_buf *out,
                                  struct ls_err *err)
{
    size_t before = out->len;
    for (;;) {
        char *room = ls_buf_reserve(out, FILE_CHUNK_BYTES);
        ssize_t got = read(fd, room, FILE_CHUNK_BYTES);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return ls_fail_errno(err, errno, "cannot read %s", path);
        if (got == 0)
            return LS_OK;
        ls_buf_commit(out, (size_t)got);
        if (out->len - before > bytes_max)
            return ls_fail(err, LS_E_TOO_BIG, "%s is larger than %zu bytes", path, bytes_max);
    }
}

enum ls_code ls_file_read_fd(int fd, const char *name, size_t bytes_max, struct ls_buf *out,
                             struct ls_err *err)
{
    size_t before = out->len;
    enum ls_code code = file_read_all(fd, name, bytes_max, out, err);
    if (code && out->len > before) {
        /* The bytes may be a secret. */
        ls_wipe(out->at + before, out->len - before);
        out->len = before;
    }
    return code;
}

enum ls_code ls_file_read(const char *path, size_t bytes_max, struct ls_buf *out,
                          struct ls_err *err)
{
    int fd = -1;
    enum ls_code code = file_open(path, &fd, err);
    if (code)
        return code;
    code = ls_file_read_fd(fd, path, bytes_max, out, err);
    close(fd);
    return code;
}

static bool write_all(int fd, struct ls_slice text)
{
    while (text.len > 0) {
        ssize_t put = write(fd, text.at, text.len);
        if (put < 0 && errno == EINTR)
            continue;
        if (put < 0)
            return false;
        text = ls_slice_from(text, (size_t)put);
    }
    return true;
}

enum ls_code ls_file_write_private(const char *path, struct ls_slice text, struct ls_err *err)
{
    struct ls_buf draft LS_AUTO(ls_buf_release) = {0};
    ls_buf_printf(&draft, "%s.XXXXXX", path);
    int fd = mkostemp(draft.at, O_CLOEXEC); /* mode 0600 */
    if (fd < 0)
        return ls_fail_errno(err, errno, "cannot write %s", path);
    bool is_written = write_all(fd, text);
    int why = errno;
    if (close(fd) && is_written) {
        is_written = false;
        why = errno;
    }
    if (is_written && rename(draft.at, path) == 0)
        return LS_OK;
    if (is_written)
        why = errno;
    unlink(draft.at);
    return ls_fail_errno(err, why, "cannot write %s", path);
}

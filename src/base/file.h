#pragma once
/*
 * Small files, read and written whole: configurations, certificates, tokens. Both block; they are
 * for start-up and for files that are local and small.
 */
#include "base/buf.h"
#include "base/err.h"

/* Appends the bytes of a file or a pipe to out. A missing file is LS_E_NOT_FOUND, one longer than
 * bytes_max LS_E_TOO_BIG, any other failure LS_E_IO; out is then as long as before. */
enum ls_code ls_file_read(const char *path, size_t bytes_max, struct ls_buf *out,
                          struct ls_err *err);
/* The same from a descriptor, up to its end; errors show the name. The descriptor stays open. */
enum ls_code ls_file_read_fd(int fd, const char *name, size_t bytes_max, struct ls_buf *out,
                             struct ls_err *err);

/* Writes a file that only its owner may read (mode 0600), whole or not at all: the old
 * file stays until the new text is complete. Fails with LS_E_IO. */
enum ls_code ls_file_write_private(const char *path, struct ls_slice text, struct ls_err *err);

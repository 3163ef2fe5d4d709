#pragma once
/*
 * Small files read whole: configurations, certificates, tokens. Reading blocks; it is for start-up
 * and for files that are local and small.
 */
#include "base/buf.h"
#include "base/err.h"

/* Appends the bytes of a file or a pipe to out. A missing file is LS_E_NOT_FOUND, one longer than
 * bytes_max LS_E_TOO_BIG, any other trouble LS_E_IO; out is then as long as before. */
enum ls_code ls_file_read(const char *path, size_t bytes_max, struct ls_buf *out,
                          struct ls_err *err);

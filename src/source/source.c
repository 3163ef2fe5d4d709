#include "source/source.h"

#include <string.h>
#include <sys/stat.h>

#include "base/file.h"
#include "source/documents.h"
#include "source/limits.h"

void ls_manifests_release(struct ls_manifests *manifests)
{
    for (size_t i = 0; i < manifests->list.count; i++)
        ls_obj_unref(manifests->list.at[i].document);
    ls_vec_release(&manifests->list);
    ls_arena_release(&manifests->arena);
    *manifests = (struct ls_manifests){0};
}

static enum ls_code read_stdin(struct ls_manifests *manifests, int fd, struct ls_err *err)
{
    struct ls_buf text LS_AUTO(ls_buf_wipe) = {0};
    if (manifests->is_stdin_taken)
        return ls_fail(err, LS_E_USAGE, "standard input can be read only once: give -f - once");
    manifests->is_stdin_taken = true;
    if (ls_file_read_fd(fd, "standard input", LS_SOURCE_FILE_BYTES_MAX, &text, err))
        return err->code;
    return ls_source_read_text(manifests, "-", ls_buf_slice(&text), err);
}

static enum ls_code fail_missing(const char *path, struct ls_err *err)
{
    struct ls_slice text = ls_slice_of(path);
    if (ls_slice_starts(text, "http://") || ls_slice_starts(text, "https://"))
        return ls_fail(err, LS_E_UNSUPPORTED,
                       "%s is an address, and manifests are read from files and standard input "
                       "only: fetch it first, as with `curl -fsSL`, and name the file",
                       path);
    return ls_fail(err, LS_E_IO, "%s does not exist: check the path that -f names", path);
}

static enum ls_code read_file(struct ls_manifests *manifests, const char *path, struct ls_err *err)
{
    struct ls_buf text LS_AUTO(ls_buf_wipe) = {0};
    enum ls_code code = ls_file_read(path, LS_SOURCE_FILE_BYTES_MAX, &text, err);
    if (code == LS_E_NOT_FOUND)
        return fail_missing(path, err);
    if (code)
        return code;
    return ls_source_read_text(manifests, path, ls_buf_slice(&text), err);
}

static enum ls_code read_folder(struct ls_manifests *manifests, const char *path, bool is_recursive,
                                struct ls_err *err)
{
    struct ls_paths files LS_AUTO(ls_paths_release) = {0};
    if (ls_folder_list(&manifests->arena, path, is_recursive, &files, err))
        return err->code;
    for (size_t i = 0; i < files.list.count; i++) {
        if (read_file(manifests, files.list.at[i], err))
            return err->code;
    }
    return LS_OK;
}

enum ls_code ls_source_read(struct ls_manifests *manifests, const char *path,
                            const struct ls_source_options *options, struct ls_err *err)
{
    struct ls_source_options defaults = {0};
    struct stat info;
    if (!options)
        options = &defaults;
    if (strcmp(path, "-") == 0)
        return read_stdin(manifests, options->stdin_fd, err);
    if (path[0] == '\0')
        return ls_fail(err, LS_E_USAGE, "-f names nothing: give a file, a folder or -");
    if (stat(path, &info) == 0 && S_ISDIR(info.st_mode))
        return read_folder(manifests, path, options->is_recursive, err);
    return read_file(manifests, path, err);
}

/* Lists the manifest files of a folder, sorted by name. */
#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "source/documents.h"
#include "source/limits.h"

/* The folders that are open, to find a link that leads back into one of them. */
struct folder {
    const struct folder *outer;
    const char *path;
    dev_t device;
    ino_t inode;
    size_t depth;
};

struct folder_walk {
    struct ls_arena *arena;
    bool is_recursive;
    struct ls_paths *out;
    struct ls_err *err;
};

static enum ls_code walk_folder(struct folder_walk *walk, const struct folder *outer,
                                const char *path);

void ls_paths_release(struct ls_paths *paths)
{
    ls_vec_release(&paths->list);
}

/* What users call a path that is not a regular file. */
static const char *file_kind(unsigned mode)
{
    if (S_ISDIR(mode))
        return "a folder";
    if (S_ISFIFO(mode))
        return "a pipe";
    return S_ISSOCK(mode) ? "a socket" : "a device";
}

static bool is_manifest_name(const char *name)
{
    struct ls_slice text = ls_slice_of(name);
    return ls_slice_ends(text, ".yaml") || ls_slice_ends(text, ".yml") ||
           ls_slice_ends(text, ".json");
}

static int compare_texts(const void *a, const void *b)
{
    return strcmp(*(const char *const *)a, *(const char *const *)b);
}

static void close_folder(DIR **folder)
{
    if (*folder)
        closedir(*folder);
}

/* The names in a folder, sorted by bytes, without those that begin with a dot. */
static enum ls_code list_names(struct folder_walk *walk, const char *path, struct ls_paths *out)
{
    DIR *folder LS_AUTO(close_folder) = opendir(path);
    if (!folder)
        return ls_fail_errno(walk->err, errno, "cannot open the folder %s", path);
    for (;;) {
        errno = 0;
        const struct dirent *entry = readdir(folder);
        if (!entry && errno != 0)
            return ls_fail_errno(walk->err, errno, "cannot read the folder %s", path);
        if (!entry)
            break;
        if (entry->d_name[0] == '.')
            continue;
        if (out->list.count == LS_SOURCE_NAMES_MAX)
            return ls_fail(walk->err, LS_E_TOO_BIG, "the folder %s holds more than %d names", path,
                           LS_SOURCE_NAMES_MAX);
        ls_vec_push(&out->list, ls_arena_dup(walk->arena, ls_slice_of(entry->d_name)));
    }
    if (out->list.count > 0)
        qsort(out->list.at, out->list.count, sizeof *out->list.at, compare_texts);
    return LS_OK;
}

static enum ls_code take_file(struct folder_walk *walk, const char *path, const struct stat *info)
{
    if (!S_ISREG(info->st_mode))
        return ls_fail(walk->err, LS_E_IO,
                       "%s is %s, not a file: take it out of the folder, or name it with -f", path,
                       file_kind(info->st_mode));
    if (walk->out->list.count == LS_SOURCE_NAMES_MAX)
        return ls_fail(walk->err, LS_E_TOO_BIG, "there are more than %d files",
                       LS_SOURCE_NAMES_MAX);
    ls_vec_push(&walk->out->list, path);
    return LS_OK;
}

static enum ls_code walk_name(struct folder_walk *walk, const struct folder *here, const char *name)
{
    struct stat info;
    size_t len = strlen(here->path);
    bool has_slash = len > 0 && here->path[len - 1] == '/';
    const char *path =
        ls_arena_printf(walk->arena, "%s%s%s", here->path, has_slash ? "" : "/", name);
    bool is_wanted = is_manifest_name(name);
    if (stat(path, &info)) {
        /* A broken link is an error only if its name is that of a manifest. */
        if (!is_wanted)
            return LS_OK;
        return ls_fail_errno(walk->err, errno, "cannot read %s", path);
    }
    if (S_ISDIR(info.st_mode))
        return walk->is_recursive ? walk_folder(walk, here, path) : LS_OK;
    return is_wanted ? take_file(walk, path, &info) : LS_OK;
}

static enum ls_code open_folder(struct folder_walk *walk, const struct folder *outer,
                                const char *path, struct folder *out)
{
    struct stat info;
    if (stat(path, &info))
        return ls_fail_errno(walk->err, errno, "cannot open the folder %s", path);
    *out = (struct folder){outer, path, info.st_dev, info.st_ino, outer ? outer->depth + 1 : 1};
    if (out->depth > LS_SOURCE_FOLDERS_DEEP_MAX)
        return ls_fail(walk->err, LS_E_TOO_BIG, "%s: folders are nested more than %d deep", path,
                       LS_SOURCE_FOLDERS_DEEP_MAX);
    for (; outer; outer = outer->outer) {
        if (outer->device == out->device && outer->inode == out->inode)
            return ls_fail(walk->err, LS_E_INVALID,
                           "%s is a link back to %s, which never ends: remove the link", path,
                           outer->path);
    }
    return LS_OK;
}

static enum ls_code walk_folder(struct folder_walk *walk, const struct folder *outer,
                                const char *path)
{
    struct folder here;
    struct ls_paths names LS_AUTO(ls_paths_release) = {0};
    if (open_folder(walk, outer, path, &here) || list_names(walk, path, &names))
        return walk->err->code;
    for (size_t i = 0; i < names.list.count; i++) {
        if (walk_name(walk, &here, names.list.at[i]))
            return walk->err->code;
    }
    return LS_OK;
}

enum ls_code ls_folder_list(struct ls_arena *arena, const char *folder, bool is_recursive,
                            struct ls_paths *out, struct ls_err *err)
{
    LS_ASSERT(out->list.count == 0);
    struct folder_walk walk = {arena, is_recursive, out, err};
    if (walk_folder(&walk, NULL, folder))
        return err->code;
    if (out->list.count == 0)
        return ls_fail(err, LS_E_INVALID, "the folder %s holds no .yaml, .yml or .json file%s",
                       folder,
                       is_recursive ? "" : "; with -R the folders inside it are read as well");
    return LS_OK;
}

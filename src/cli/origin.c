#include "cli/origin.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/utf8.h"
#include "cli/limits.h"

/* ---- the remote ---- */

static bool starts_with_word(struct ls_slice text, const char *word)
{
    size_t len = strlen(word);
    return text.len >= len && strncasecmp(text.at, word, len) == 0;
}

/* Without user, password and token: `https://me:secret@host/x?t=1` becomes
 * `https://host/x`, `git@host:x` becomes `host:x`. */
static void remote_clean(struct ls_buf *out, struct ls_slice url)
{
    struct ls_slice rest;
    url = ls_slice_cut(ls_slice_cut(url, '?', &rest), '#', &rest);
    const char *scheme_end = memmem(url.at, url.len, "://", 3);
    struct ls_slice place =
        scheme_end ? ls_slice_from(url, (size_t)(scheme_end + 3 - url.at)) : url;
    struct ls_slice host = ls_slice_cut(place, '/', &rest);
    bool has_host = scheme_end || memchr(host.at, ':', host.len);
    const char *at = has_host ? memrchr(host.at, '@', host.len) : NULL;
    ls_buf_add(out, url.at, (size_t)(place.at - url.at));
    if (at)
        place = ls_slice_from(place, (size_t)(at + 1 - place.at));
    ls_buf_add(out, place.at, place.len);
}

/* `url = VALUE` */
static bool url_read(struct ls_slice line, struct ls_slice *out)
{
    struct ls_slice value;
    struct ls_slice key = ls_slice_trim(ls_slice_cut(line, '=', &value));
    if (!value.at || key.len != 3 || !starts_with_word(key, "url"))
        return false;
    value = ls_slice_trim(value);
    if (value.len >= 2 && value.at[0] == '"' && value.at[value.len - 1] == '"')
        value = (struct ls_slice){value.at + 1, value.len - 2};
    *out = value;
    return value.len > 0;
}

void ls_origin_remote_print(struct ls_buf *out, struct ls_slice config)
{
    struct ls_slice found = {0};
    bool is_remote = false;
    bool is_origin = false;
    while (config.len > 0) {
        struct ls_slice url;
        struct ls_slice line = ls_slice_trim(ls_slice_cut(config, '\n', &config));
        if (line.len > 0 && line.at[0] == '[') {
            is_remote = starts_with_word(line, "[remote ");
            is_origin = is_remote && memmem(line.at, line.len, "\"origin\"", 8);
        } else if (is_remote && url_read(line, &url) && (is_origin || !found.at)) {
            found = url;
            if (is_origin)
                break;
        }
    }
    /* A remote helper's address (`ext::...`) is a command: it may hold anything. */
    if (found.len > 0 && !memmem(found.at, found.len, "::", 2))
        remote_clean(out, found);
}

/* ---- the repository ---- */

static bool text_read(struct ls_buf *out, const char *path)
{
    struct ls_err err;
    ls_buf_clear(out);
    return ls_file_read(path, LS_ORIGIN_FILE_BYTES_MAX, out, &err) == LS_OK;
}

/* A path in a file, which may be relative to `folder`. */
static void path_take(struct ls_buf *out, const char *folder, struct ls_slice path)
{
    ls_buf_clear(out);
    if (path.len == 0 || path.at[0] != '/')
        ls_buf_printf(out, "%s/", folder);
    ls_buf_add(out, path.at, path.len);
}

/* Of a worktree or a submodule, where .git is a file: `gitdir: PATH`, and the config in the folder
 * that `commondir` names there. */
static void git_folder_follow(struct ls_buf *git, const char *folder)
{
    struct ls_buf text LS_AUTO(ls_buf_release) = {0};
    struct ls_buf file LS_AUTO(ls_buf_release) = {0};
    if (!text_read(&text, ls_buf_text(git)) || !starts_with_word(ls_buf_slice(&text), "gitdir:"))
        return;
    path_take(&file, folder, ls_slice_trim(ls_slice_from(ls_buf_slice(&text), strlen("gitdir:"))));
    ls_buf_clear(git);
    ls_buf_add_text(git, ls_buf_text(&file));
    ls_buf_add_text(&file, "/commondir");
    if (!text_read(&text, ls_buf_text(&file)))
        return;
    struct ls_buf common LS_AUTO(ls_buf_release) = {0};
    path_take(&common, ls_buf_text(git), ls_slice_trim(ls_buf_slice(&text)));
    ls_buf_clear(git);
    ls_buf_add_text(git, ls_buf_text(&common));
}

/* The remote of the repository at `folder`; false: there is none, or it has no remote. */
static bool repository_print(struct ls_buf *out, const char *folder, bool *is_repository)
{
    struct ls_buf git LS_AUTO(ls_buf_release) = {0};
    struct ls_buf config LS_AUTO(ls_buf_release) = {0};
    struct stat info = {0};
    size_t before = out->len;
    ls_buf_printf(&git, "%s/.git", folder);
    *is_repository = stat(ls_buf_text(&git), &info) == 0;
    if (!*is_repository)
        return false;
    if (!S_ISDIR(info.st_mode))
        git_folder_follow(&git, folder);
    ls_buf_add_text(&git, "/config");
    if (text_read(&config, ls_buf_text(&git)))
        ls_origin_remote_print(out, ls_buf_slice(&config));
    return out->len > before;
}

/* The nearest repository above counts, with or without a remote. */
static bool git_print(struct ls_buf *out, const char *whole)
{
    struct ls_buf folder LS_AUTO(ls_buf_release) = {0};
    bool is_repository = false;
    for (size_t len = strlen(whole); len > 0 && !is_repository;) {
        ls_buf_clear(&folder);
        ls_buf_add(&folder, whole, len);
        if (repository_print(out, ls_buf_text(&folder), &is_repository)) {
            if (whole[len])
                ls_buf_printf(out, "/%s", whole + len);
            return true;
        }
        while (len > 0 && whole[--len] != '/')
            continue;
    }
    return false;
}

/* ---- the origin ---- */

/* Bytes of a path that are no text become ?, as it goes into an annotation. */
static void text_clean(struct ls_buf *text, size_t from)
{
    bool is_text = ls_utf8_is_valid(ls_slice_from(ls_buf_slice(text), from));
    for (size_t i = from; i < text->len; i++) {
        unsigned char c = (unsigned char)text->at[i];
        if (c < 0x20 || c == 0x7f || (c >= 0x80 && !is_text))
            text->at[i] = '?';
    }
}

void ls_origin_print(struct ls_buf *out, const char *path)
{
    size_t from = out->len;
    char *whole = strcmp(path, "-") == 0 ? NULL : realpath(path, NULL);
    if (!whole)
        return;
    if (!git_print(out, whole))
        ls_buf_add_text(out, whole);
    text_clean(out, from);
    free(whole);
}

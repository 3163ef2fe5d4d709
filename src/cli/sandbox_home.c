#include "cli/sandbox_home.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/mem.h"
#include "cli/limits.h"
#include "value/base64.h"

#define FIRST_LINE "# Written by lockstep sandbox; removed when it stops.\n"

static void kubeconfig_print(struct ls_buf *out, const struct ls_sandbox_access *access)
{
    ls_buf_add_text(out, FIRST_LINE "apiVersion: v1\nkind: Config\nclusters:\n"
                                    "- name: lockstep-sandbox\n  cluster:\n");
    ls_buf_printf(out, "    server: https://127.0.0.1:%u\n", access->port);
    ls_buf_add_text(out, "    certificate-authority-data: ");
    ls_base64_encode(out, access->ca_pem, LS_BASE64_STANDARD);
    ls_buf_printf(out,
                  "\nusers:\n- name: lockstep-sandbox\n  user:\n    token: %s\n"
                  "contexts:\n- name: lockstep-sandbox\n  context:\n"
                  "    cluster: lockstep-sandbox\n    user: lockstep-sandbox\n"
                  "    namespace: default\ncurrent-context: lockstep-sandbox\n",
                  access->token);
}

static enum ls_code check_is_ours(const char *path, struct ls_err *err)
{
    struct ls_buf old LS_AUTO(ls_buf_wipe) = {0};
    enum ls_code code = ls_file_read(path, LS_KUBECONFIG_OUT_BYTES_MAX, &old, err);
    if (code == LS_E_NOT_FOUND)
        return LS_OK;
    if (!code && (old.len == 0 || ls_slice_starts(ls_buf_slice(&old), FIRST_LINE)))
        return LS_OK;
    return ls_fail(
        err, LS_E_EXISTS,
        "%s is there already and was not written by a sandbox: remove it or name another "
        "file",
        path);
}

void ls_sandbox_home_folder(struct ls_buf *out)
{
    const char *runtime = getenv("XDG_RUNTIME_DIR");
    if (runtime && runtime[0] == '/' && access(runtime, W_OK) == 0)
        ls_buf_printf(out, "%s/lockstep", runtime);
    else
        ls_buf_printf(out, "/tmp/lockstep-%u", (unsigned)getuid());
}

/* Only we may read and write it: another user who made it first could replace what we put there. */
static enum ls_code runtime_folder(struct ls_buf *out, struct ls_err *err)
{
    struct stat info;
    ls_sandbox_home_folder(out);
    if (mkdir(out->at, 0700) && errno != EEXIST)
        return ls_fail_errno(err, errno, "cannot make the folder %s", out->at);
    if (lstat(out->at, &info) || !S_ISDIR(info.st_mode) || info.st_uid != getuid() ||
        (info.st_mode & 077))
        return ls_fail(
            err, LS_E_IO,
            "%s is not a folder that only we can read: remove it, or name a place for the "
            "kubeconfig by --kubeconfig-out",
            out->at);
    return LS_OK;
}

static enum ls_code folder_make(struct ls_sandbox_home *home, struct ls_err *err)
{
    struct ls_buf path LS_AUTO(ls_buf_release) = {0};
    if (runtime_folder(&path, err))
        return err->code;
    ls_buf_add_text(&path, "/sandbox-XXXXXX");
    if (!mkdtemp(path.at)) /* mode 0700 */
        return ls_fail_errno(err, errno, "cannot make the folder %s", path.at);
    home->folder = ls_buf_take(&path);
    return LS_OK;
}

static enum ls_code kubeconfig_write(struct ls_sandbox_home *home, struct ls_buf *path,
                                     const struct ls_sandbox_access *access, struct ls_err *err)
{
    LS_ASSERT(!home->kubeconfig);
    LS_ASSERT(access->port > 0 && access->token);
    struct ls_buf text LS_AUTO(ls_buf_wipe) = {0};
    kubeconfig_print(&text, access);
    if (ls_file_write_private(ls_buf_text(path), ls_buf_slice(&text), err))
        return err->code;
    home->kubeconfig = ls_buf_take(path);
    return LS_OK;
}

enum ls_code ls_sandbox_home_make(struct ls_sandbox_home *home,
                                  const struct ls_sandbox_access *access, struct ls_err *err)
{
    struct ls_buf path LS_AUTO(ls_buf_release) = {0};
    if (folder_make(home, err))
        return err->code;
    ls_buf_printf(&path, "%s/kubeconfig", home->folder);
    return kubeconfig_write(home, &path, access, err);
}

enum ls_code ls_sandbox_home_make_at(struct ls_sandbox_home *home, const char *path,
                                     const struct ls_sandbox_access *access, struct ls_err *err)
{
    struct ls_buf absolute LS_AUTO(ls_buf_release) = {
        0}; /* for commands that change their folder */
    if (check_is_ours(path, err))
        return err->code;
    if (path[0] != '/') {
        char *here = getcwd(NULL, 0);
        if (!here)
            return ls_fail_errno(err, errno, "cannot find the current folder");
        ls_buf_printf(&absolute, "%s/", here);
        free(here);
    }
    ls_buf_add_text(&absolute, path);
    return kubeconfig_write(home, &absolute, access, err);
}

void ls_sandbox_home_clear(struct ls_sandbox_home *home)
{
    if (home->kubeconfig)
        unlink(home->kubeconfig);
    if (home->folder)
        rmdir(home->folder);
    ls_free(home->kubeconfig);
    ls_free(home->folder);
    *home = (struct ls_sandbox_home){0};
}

/* Which sandbox runs on this machine (sandbox_home.h). */
#include "cli/sandbox_home.h"

#include <arpa/inet.h>
#include <dirent.h>
#include <netinet/in.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/mem.h"
#include "cli/limits.h"

/* Ours, with none of the forbidden rights for others. */
static bool is_ours(const char *path, mode_t type, mode_t forbidden, struct stat *info)
{
    return lstat(path, info) == 0 && (info->st_mode & S_IFMT) == type && info->st_uid == getuid() &&
           (info->st_mode & forbidden) == 0;
}

/* The port in a kubeconfig that a sandbox wrote; 0: there is none. */
static uint16_t port_read(const char *path)
{
    static const char before[] = "server: https://127.0.0.1:";
    struct ls_buf text LS_AUTO(ls_buf_wipe) = {0};
    struct ls_err err = {0};
    if (ls_file_read(path, LS_KUBECONFIG_OUT_BYTES_MAX, &text, &err))
        return 0;
    const char *at = strstr(ls_buf_text(&text), before);
    unsigned long port = at ? strtoul(at + sizeof before - 1, NULL, 10) : 0;
    return port <= UINT16_MAX ? (uint16_t)port : 0;
}

/* The kubeconfig of a server that was killed stays: check that somebody listens. */
static bool is_listening(uint16_t port)
{
    struct sockaddr_in address = {
        .sin_family = AF_INET, .sin_port = htons(port), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (port == 0 || fd < 0) {
        if (fd >= 0)
            close(fd);
        return false;
    }
    bool is_there = connect(fd, (const struct sockaddr *)&address, sizeof address) == 0;
    close(fd);
    return is_there;
}

struct finding {
    char *newest; /* path; owned */
    struct timespec made;
    size_t running;
};

static bool is_newer(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec : a->tv_nsec > b->tv_nsec;
}

static void sandbox_check(struct finding *finding, const char *folder, const char *name)
{
    struct ls_buf path LS_AUTO(ls_buf_release) = {0};
    struct stat info;
    ls_buf_printf(&path, "%s/%s", folder, name);
    if (!is_ours(path.at, S_IFDIR, 077, &info))
        return;
    ls_buf_add_text(&path, "/kubeconfig");
    if (!is_ours(path.at, S_IFREG, 077, &info) || !is_listening(port_read(path.at)))
        return;
    finding->running++;
    if (finding->newest && !is_newer(&info.st_mtim, &finding->made))
        return;
    ls_free(finding->newest);
    finding->newest = ls_strdup(path.at);
    finding->made = info.st_mtim;
}

static void folder_walk(struct finding *finding, const char *folder)
{
    struct stat info;
    DIR *dir = is_ours(folder, S_IFDIR, 077, &info) ? opendir(folder) : NULL;
    if (!dir)
        return;
    const struct dirent *entry;
    while ((entry = readdir(dir)))
        if (strncmp(entry->d_name, "sandbox-", strlen("sandbox-")) == 0)
            sandbox_check(finding, folder, entry->d_name);
    closedir(dir);
}

char *ls_sandbox_home_find(size_t *running)
{
    struct finding finding = {0};
    struct ls_buf folder LS_AUTO(ls_buf_release) = {0};
    ls_sandbox_home_folder(&folder);
    folder_walk(&finding, ls_buf_text(&folder));
    *running = finding.running;
    return finding.newest;
}

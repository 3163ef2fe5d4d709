#include "support_folder.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "check.h"

struct folder folder_make(void)
{
    struct folder folder = {"/tmp/lockstep-kube-XXXXXX"};
    CHECK(mkdtemp(folder.path) != NULL);
    return folder;
}

const char *folder_file(const struct folder *folder, const char *name)
{
    enum { RING = 16 };
    static char ring[RING][512];
    static unsigned next;
    char *path = ring[next++ % RING];
    snprintf(path, sizeof ring[0], "%s/%s", folder->path, name);
    return path;
}

const char *folder_write(const struct folder *folder, const char *name, const char *text)
{
    const char *path = folder_file(folder, name);
    FILE *file = fopen(path, "w");
    CHECK(file != NULL);
    fputs(text, file);
    CHECK_INT(fclose(file), 0);
    return path;
}

void folder_release(struct folder *folder)
{
    DIR *files = opendir(folder->path);
    for (struct dirent *entry; files && (entry = readdir(files));)
        unlink(folder_file(folder, entry->d_name));
    if (files)
        closedir(files);
    rmdir(folder->path);
}

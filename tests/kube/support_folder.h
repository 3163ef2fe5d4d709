#pragma once
/* A folder with files for one test, gone when its scope ends. */

struct folder {
    char path[64];
};

struct folder folder_make(void);
void folder_release(struct folder *folder); /* with the files in it */
/* Both borrow from a ring of buffers that the next few calls leave alone. */
const char *folder_file(const struct folder *folder, const char *name);
const char *folder_write(const struct folder *folder, const char *name, const char *text);
